//! UCI, the universal chess interface (S. Meyer-Kahlen, 2006), which most match runners support.
//!
//! The moves and positions are those of draughts, in PDN form. `protocol.md` specifies this implementation. This file
//! executes the commands and writes the replies.

mod command;
mod options;

use std::fmt::Display;
use std::time::Duration;

pub(super) use command::Command;
use command::Go;

use super::lines::Output;
use super::per_second;
use super::session::{Context, Dialect};
use super::state::Input;
use crate::config::Config;
use crate::engine::{EarlyEnd, EngineOptions, Report, Request, SearchAnswer, Skill};
use crate::eval::{Score, ScoreClass};
use crate::search::Verdict;
use crownhead_rules::Variant;
use crownhead_rules::notation::{SpelledMove, counted};

#[derive(Debug, Default)]
pub(super) struct Uci;

impl Dialect for Uci {
    type Command = Command;

    const QUIT: Command = Command::Quit;

    const PONG: &'static str = "readyok";

    const ADVICE: &'static str = "Commands: `position startpos moves 11-15 23-19` sets the position, `go movetime 2000` \
                                  finds a move, `stop` ends the search, `uci` lists the options and `quit` ends the \
                                  session.";

    fn variant(config: &Config) -> Variant {
        config.uci.variant
    }

    fn engine_options(config: &Config) -> EngineOptions {
        let skill = &config.engine.skill;
        let level = config.uci.skill_level(skill.level);
        EngineOptions { skill: Skill { level, ..*skill }, ..config.engine.clone() }
    }

    fn line_gap(_: &Config) -> Duration {
        Duration::ZERO
    }

    fn read(text: &str) -> Option<Command> {
        Command::read(text)
    }

    fn input_of(command: &Command) -> Input {
        match command {
            Command::Go(go) => go.input(),
            Command::PonderHit => Input::PonderHit,
            Command::Stop => Input::Stop,
            Command::IsReady => Input::Ping,
            Command::Quit => Input::Quit,
            Command::Uci
            | Command::SetOption { .. }
            | Command::NewGame
            | Command::Position(_)
            | Command::UnknownPosition(_)
            | Command::Probe => Input::Other,
        }
    }

    fn execute(&mut self, command: &Command, context: &mut Context) {
        match command {
            Command::Uci => introduce(context),
            Command::SetOption { name, value } => set_option(context, name, value),
            Command::NewGame => {
                context.reject_unknown::<Uci>();
                context.engine.new_game();
            }
            Command::Position(_) | Command::UnknownPosition(_) if context.is_variant_unknown() => (),
            Command::Position(placement) => {
                if let Err(error) = context.place(placement.setup.as_deref(), &placement.moves) {
                    context.say(note(error));
                }
            }
            Command::UnknownPosition(word) => {
                context.say(note(format_args!("bad position: expected startpos or fen, not {word}")));
            }
            Command::Go(go) => self::go(context, go),
            Command::Probe => probe(context),
            Command::IsReady | Command::PonderHit | Command::Stop | Command::Quit => (),
        }
    }

    fn report(&self, report: &Report, context: &Context) {
        infos(report).into_iter().for_each(|line| context.say(line));
    }

    fn bound(report: &Report, output: &Output) {
        output.report(infos(report));
    }

    fn complaint(text: &str) -> String {
        note(text)
    }

    fn weights_read(result: Result<(), String>, context: &Context) {
        match result {
            Ok(()) => check_weights(context),
            Err(fault) => context.say(note(fault)),
        }
    }

    fn ended_early(&self, end: EarlyEnd, _: &Report, context: &Context) {
        context.say(format!("info string ended early: {}", end.name()));
    }

    fn answer(&self, answer: &SearchAnswer, config: &Config) -> String {
        best_move(answer, config.uci.ponder)
    }
}

fn set_option(context: &mut Context, name: &str, value: &str) {
    if name.eq_ignore_ascii_case(options::CLEAR_HASH) {
        context.engine.clear_table();
        return;
    }
    if name.eq_ignore_ascii_case(options::VARIANT) {
        context.ask_for_variant(value);
    }
    let setting = match options::set(&mut context.config, name, value) {
        Ok(setting) => setting,
        Err(error) => return context.say(note(error)),
    };
    context.adapt::<Uci>();
    if let Err(error) = context.configure::<Uci>() {
        context.say(note(error));
    } else if ["eval.file", "uci.variant"].contains(&setting.key) && !context.is_reading() {
        check_weights(context);
    }
}

/// A line for each move, the best first, and one at the end; none where the tables do not know the position.
fn probe(context: &Context) {
    context.reject_unknown::<Uci>();
    let known = context.known_moves();
    known.iter().for_each(|(mv, known)| context.say(note(format_args!("table {mv} {known}"))));
    context.say(note(format_args!("probed {}", counted(known.len() as u64, "move", "moves"))));
}

fn go(context: &mut Context, go: &Go) {
    context.reject_unknown::<Uci>();
    let request = go.request(context.engine.side_to_move());
    context.go(Request { lines: context.config.analysis.lines, ..request });
}

fn introduce(context: &Context) {
    ID.into_iter().for_each(|line| context.say(line.to_owned()));
    options::declarations(&context.config).for_each(|line| context.say(line));
    check_weights(context);
    context.say("uciok".to_owned());
}

/// Tells the client of weights for another variant. It may set their variant later.
fn check_weights(context: &Context) {
    if let Err(error) = context.config.check_weights(context.config.uci.variant) {
        context.say(note(format_args!("{error}; they are not used before UCI_Variant is set to their variant")));
    }
}

const ID: [&str; 2] = [concat!("id name Crownhead ", env!("CARGO_PKG_VERSION")), "id author the Crownhead authors"];

/// The report of a search: one line of text per line of moves.
fn infos(report: &Report) -> Vec<String> {
    let others = report.others.iter().map(|line| (line.score, &line.pv));
    let lines = [(report.score, &report.pv)].into_iter().chain(others).zip(1..);
    lines.map(|((value, pv), number)| info(report, number, value, pv)).collect()
}

fn info(report: &Report, number: usize, value: Score, pv: &[SpelledMove]) -> String {
    let pv: Vec<_> = pv.iter().map(SpelledMove::pdn).collect();
    let bound = match report.verdict {
        Verdict::FailLow => " upperbound",
        Verdict::Exact => "",
        Verdict::FailHigh => " lowerbound",
    };
    format!(
        "info depth {} seldepth {} multipv {number} score {}{bound} value {:.6} nodes {} nps {} hashfull {} tbhits {} time {} pv {}",
        report.depth,
        report.selective_depth.get(),
        score(value),
        value,
        report.nodes,
        per_second(report.nodes, report.time) as u64,
        report.table_fill,
        report.known_hits,
        report.time.as_millis(),
        pv.join(" "),
    )
}

/// A score in hundredths of a man, or in moves to the end of the game, negative if the side to move loses.
fn score(score: Score) -> String {
    match score.class() {
        ScoreClass::Win(plies) => format!("mate {}", plies.get().div_ceil(2)),
        ScoreClass::Loss(plies) => format!("mate -{}", plies.get().div_ceil(2)),
        ScoreClass::KnownWin(_) | ScoreClass::KnownLoss(_) | ScoreClass::Heuristic => {
            format!("cp {}", (score.men() * 100.0).round() as i32)
        }
    }
}

fn best_move(answer: &SearchAnswer, names_ponder_move: bool) -> String {
    let Some(best) = &answer.best else { return "bestmove (none)".to_owned() };
    match &answer.ponder {
        Some(ponder) if names_ponder_move => format!("bestmove {best} ponder {ponder}"),
        _ => format!("bestmove {best}"),
    }
}

/// A message to the user, in ASCII on one line.
fn note(text: impl Display) -> String {
    let plain = |c: char| if matches!(c, ' '..='~') { c } else { '?' };
    format!("info string {text}").chars().map(plain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{ReportedLine, SetupError};
    use crate::protocol::session::describe;
    use crate::protocol::testing::{report, spelled};
    use crownhead_rules::Ply;
    use crownhead_rules::notation::NotationError;

    const PV: [(&str, &str); 2] = [("W:W28:B23,14", "28x10"), ("B:W28:B1", "1-7")];

    fn first(report: &Report) -> String {
        infos(report).remove(0)
    }

    #[test]
    fn an_info_line_has_every_field() {
        assert_eq!(
            first(&report(&PV)),
            "info depth 7 seldepth 19 multipv 1 score cp -26 value -0.256789 nodes 1500000 nps 6000000 \
             hashfull 42 tbhits 7 time 250 pv 28x10 1-7"
        );
        let quick = first(&Report { time: Duration::ZERO, ..report(&PV) });
        assert!(quick.contains(" nps 0 ") && quick.contains(" time 0 "), "{quick}");
    }

    #[test]
    fn every_line_has_its_number() {
        let other = |men, mv| ReportedLine { score: Score::from_men(men), pv: vec![spelled("W:W32:B1", mv)] };
        let others = vec![other(-0.5, "32-27"), other(-99.98, "32-28")];
        let lines = infos(&Report { others, ..report(&PV) });
        let ends = [
            (" multipv 1 score cp -26 value -0.256789 ", " pv 28x10 1-7"),
            (" multipv 2 score cp -50 value -0.500000 ", " pv 32-27"),
            (" multipv 3 score mate -1 value -99.980000 ", " pv 32-28"),
        ];
        assert_eq!(lines.len(), ends.len());
        for (line, (middle, end)) in lines.iter().zip(ends) {
            assert!(line.contains(middle) && line.ends_with(end), "{line}");
        }
    }

    #[test]
    fn a_bound_says_that_it_is_one() {
        for (verdict, text) in [
            (Verdict::FailLow, " score cp -26 upperbound value -0.256789 "),
            (Verdict::FailHigh, " score cp -26 lowerbound value -0.256789 "),
        ] {
            let line = first(&Report { verdict, ..report(&PV) });
            assert!(line.contains(text), "{line}");
        }
    }

    #[test]
    fn wins_and_losses_are_counted_in_moves() {
        for (value, text) in [
            (Score::win_in(Ply::new(1)), "mate 1"),
            (Score::win_in(Ply::new(5)), "mate 3"),
            (Score::loss_in(Ply::new(1)), "mate -1"),
            (Score::loss_in(Ply::new(2)), "mate -1"),
            (Score::loss_in(Ply::new(6)), "mate -3"),
            (Score::from_men(85.0), "cp 8500"),
            (Score::from_men(-0.004), "cp 0"),
            (Score::from_men(79.99), "cp 7999"),
        ] {
            assert_eq!(score(value), text);
        }
    }

    #[test]
    fn an_answer_names_what_there_is() {
        let (best, ponder) = (Some(spelled("W:W28:B23,14", "28x10")), Some(spelled("B:W28:B1", "1-7")));
        let answer = SearchAnswer { best, ponder };
        assert_eq!(best_move(&answer, true), "bestmove 28x10 ponder 1-7");
        assert_eq!(best_move(&answer, false), "bestmove 28x10");
        assert_eq!(best_move(&SearchAnswer { best: None, ponder: None }, true), "bestmove (none)");
    }

    #[test]
    fn notes_stay_on_their_line() {
        let cause = NotationError::NotAMove { token: "a\u{e9}\tb".to_owned() };
        let line = note(describe(&SetupError::Move { number: 3, cause }));
        assert!(line.starts_with("info string illegal move: move 3: ") && line.is_ascii(), "{line}");
        assert!(!line.contains('\t'), "{line}");
    }
}
