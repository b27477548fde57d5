//! Hub, version 2: the protocol of the Hub GUI, Scan and most draughts programs that play by pipe.
//!
//! (F. Letouzey, protocol.txt of Scan 3.1 and Hub 2.1, 2019.) `protocol.md` specifies this implementation. This file
//! executes the commands and writes the replies.

mod command;
mod line;
mod numbering;
mod params;

use std::borrow::Cow;
use std::num::NonZeroUsize;
use std::time::Duration;

use command::{Command, LevelArgs};
use line::LineError;
pub use line::{Line, Reply};
use numbering::Numbering;

use super::per_second;
use super::session::{Context, Dialect, Placement};
use super::state::Input;
use crate::config::Config;
use crate::endgame::KnownMove;
use crate::engine::{EarlyEnd, Purpose, Report, Request, SearchAnswer, Setup};
use crate::eval::Score;
use crate::search::Verdict;
use crownhead_rules::Variant;
use crownhead_rules::notation::SpelledMove;

/// The reply to `init`.
pub(super) const READY: &str = "ready";

/// The dialect of Hub, with its state in a session.
#[derive(Debug, Default)]
pub(super) struct Hub {
    level: LevelArgs,
    numbering: Numbering,
}

impl Dialect for Hub {
    type Command = Command;

    const QUIT: Command = Command::Quit;

    const PONG: &'static str = "pong";

    const ADVICE: &'static str = "Commands: `pos start moves=\"32-28 19-23\"` sets the position, `level move-time=2` a \
                                  limit, `go think` finds a move, `stop` ends the search, `hub` lists the parameters \
                                  and `quit` ends the session.";

    fn variant(config: &Config) -> Variant {
        config.hub.variant
    }

    fn line_gap(config: &Config) -> Duration {
        config.hub.line_gap
    }

    fn read(text: &str) -> Option<Command> {
        let malformed = |error: &LineError| match error {
            LineError::Empty => (),
            error => log::warn!("the next line is malformed: {error}"),
        };
        let line = Line::parse(text).inspect_err(malformed).ok()?;
        Command::read(&line)
    }

    fn input_of(command: &Command) -> Input {
        match command {
            Command::Go(Purpose::Think) => Input::GoThink,
            Command::Go(Purpose::Ponder) => Input::GoPonder,
            Command::Go(Purpose::Analyze) => Input::GoAnalyze,
            Command::PonderHit => Input::PonderHit,
            Command::Stop => Input::Stop,
            Command::Ping => Input::Ping,
            Command::Quit => Input::Quit,
            Command::Hub
            | Command::SetParam { .. }
            | Command::Init
            | Command::NewGame
            | Command::Position(_)
            | Command::Level(_)
            | Command::Probe => Input::Other,
        }
    }

    fn execute(&mut self, command: &Command, context: &mut Context) {
        match command {
            Command::Hub => introduce(context),
            Command::SetParam { name, value } => self.set_param(context, name, value),
            Command::Init => {
                context.reject_unknown::<Hub>();
                configure(context);
                if !context.is_reading() {
                    check_weights(context);
                }
                context.owe(READY);
            }
            Command::NewGame => context.engine.new_game(),
            Command::Position(_) if context.is_variant_unknown() => (),
            Command::Position(placement) => self.set_position(context, placement),
            Command::Level(level) => self.level.add(level),
            Command::Go(purpose) => self.go(context, *purpose),
            Command::Probe => self.probe(context),
            Command::PonderHit | Command::Stop | Command::Ping | Command::Quit => (),
        }
    }

    /// Tells of faults before `ready`; a search that waits for the weights is not told of them.
    fn weights_read(result: Result<(), String>, context: &Context) {
        match result {
            Ok(()) if context.owes(READY) => check_weights(context),
            Ok(()) => (),
            Err(fault) if context.owes(READY) => context.say(Hub::complaint(&fault)),
            Err(fault) => log::warn!("{fault}"),
        }
    }

    fn ended_early(&self, end: EarlyEnd, report: &Report, context: &Context) {
        let spell = self.speller(&context.config);
        // Clients that keep the last line keep the best one.
        let first = Report { others: Vec::new(), ..report.clone() };
        let last = info(&first, first.score, &first.pv, &spell).arg("ended", end.name());
        context.output.line(last.text());
    }

    fn report(&self, report: &Report, context: &Context) {
        let (lines, output) = (infos(report, &self.speller(&context.config)), &context.output);
        if report.verdict == Verdict::Exact {
            output.report(lines);
        } else {
            // A bound does not take the place of the last value.
            lines.into_iter().for_each(|line| output.line(line));
        }
    }

    fn complaint(text: &str) -> String {
        Reply::new("error").arg("message", text).text()
    }

    fn answer(&self, answer: &SearchAnswer, config: &Config) -> String {
        done(answer, config.hub.ponder, &self.speller(config))
    }
}

impl Hub {
    /// How moves are written for the client.
    fn speller(&self, config: &Config) -> impl Fn(&SpelledMove) -> String {
        let (numbering, coordinates) = (self.numbering, config.hub.coordinates);
        move |mv| numbering.write(coordinates, mv)
    }

    /// Sets a parameter. Hub has no reply for one that fails, so that is only logged; a variant that is not known is an
    /// error all the same, since the client would play another game, and so is a file that is not there.
    fn set_param(&mut self, context: &mut Context, name: &str, value: &str) {
        match params::set(&mut context.config, name, value) {
            Ok(()) => context.adapt::<Hub>(),
            Err(error) if params::is_path(name) => context.say(Hub::complaint(&error.to_string())),
            Err(error) => log::warn!("{error}"),
        }
        if name == "variant" {
            context.ask_for_variant(value);
            context.reject_unknown::<Hub>();
        }
    }

    fn set_position(&mut self, context: &mut Context, placement: &Placement) {
        self.level = LevelArgs::default();
        let native;
        let mut moves = Cow::Borrowed(&placement.moves[..]);
        let setup = match placement.setup.as_deref() {
            Setup::Hub(text) => {
                let hub = &context.config.hub;
                native = self.numbering.read(hub.coordinates, hub.variant, text);
                moves = self.numbering.read_moves(hub.coordinates, hub.variant, text, &placement.moves);
                Setup::Hub(&*native)
            }
            Setup::Start => {
                // Only native clients set a position without a string.
                self.numbering = Numbering::Native;
                Setup::Start
            }
            Setup::Fen(text) => Setup::Fen(text),
        };
        if let Err(error) = context.place(setup, &moves) {
            context.say(Reply::new("error").arg("message", error).text());
        }
    }

    /// A line for each move, the best first, and one at the end; none where the tables do not know the position.
    fn probe(&self, context: &mut Context) {
        context.reject_unknown::<Hub>();
        configure(context);
        let known = context.known_moves();
        let spell = self.speller(&context.config);
        known.iter().for_each(|known| context.say(table_line(known, &spell)));
        context.say(Reply::new("probed").arg("moves", known.len()).text());
    }

    fn go(&mut self, context: &mut Context, purpose: Purpose) {
        configure(context);
        let level = std::mem::take(&mut self.level);
        context.reject_unknown::<Hub>();
        let limit = level.limit(purpose, context.config.hub.move_time);
        // In other searches, clients expect one line only.
        let lines = if purpose == Purpose::Analyze { context.config.analysis.lines } else { NonZeroUsize::MIN };
        let request = Request::new(purpose, limit);
        let level = request.level.or(level.skill_level(context.config.engine.skill.level));
        context.go(Request { lines, level, ..request });
    }
}

/// What the endgame tables know of a move.
fn table_line((mv, known): &(SpelledMove, KnownMove), spell: &impl Fn(&SpelledMove) -> String) -> String {
    let reply = Reply::new("table").arg("move", spell(mv)).arg("outcome", known.known.outcome);
    let numbers = [("plies", known.known.plies), ("left", known.left)];
    let add = |reply: Reply, (name, number): (_, Option<u16>)| match number {
        Some(number) => reply.arg(name, number),
        None => reply,
    };
    numbers.into_iter().fold(reply, add).text()
}

fn introduce(context: &Context) {
    context.say(id());
    params::declarations(&context.config).for_each(|line| context.say(line));
    context.say("wait".to_owned());
}

/// Hub has no reply for a failed setting, so it is only logged.
fn configure(context: &mut Context) {
    if let Err(error) = context.configure::<Hub>() {
        log::warn!("{error}");
    }
}

/// Tells the client of weights for another variant.
fn check_weights(context: &Context) {
    if let Err(error) = context.config.check_weights(context.config.hub.variant) {
        context.say(Reply::new("error").arg("message", error).text());
    }
}

fn id() -> String {
    let id = Reply::new("id").arg("name", "Crownhead").arg("version", env!("CARGO_PKG_VERSION"));
    id.arg("author", "the Crownhead authors").text()
}

/// The report of a search: one line of text per line of moves.
fn infos(report: &Report, spell: &impl Fn(&SpelledMove) -> String) -> Vec<String> {
    let others = report.others.iter().map(|line| info(report, line.score, &line.pv, spell));
    let first = info(report, report.score, &report.pv, spell);
    let first = if report.verdict == Verdict::FailHigh { first.arg("bound", "lower") } else { first };
    let lines = [first].into_iter().chain(others);
    if report.others.is_empty() {
        return lines.map(Reply::text).collect();
    }
    lines.zip(1..).map(|(line, number)| line.arg("multipv", number).text()).collect()
}

/// Clients read the fields by position, so all are always present in this order; additional fields come last.
fn info(report: &Report, value: Score, pv: &[SpelledMove], spell: &impl Fn(&SpelledMove) -> String) -> Reply {
    let pv: Vec<_> = pv.iter().map(spell).collect();
    Reply::new("info")
        .arg("depth", report.depth)
        .arg("mean-depth", format_args!("{:.1}", report.mean_depth))
        .arg("score", score(value))
        .arg("nodes", report.nodes)
        .arg("time", format_args!("{:.3}", report.time.as_secs_f64()))
        .arg("nps", format_args!("{:.2}", per_second(report.nodes, report.time) / 1e6))
        .arg("pv", pv.join(" "))
}

/// The answer to a `go`, without a move if there is no legal move.
fn done(answer: &SearchAnswer, names_ponder_move: bool, spell: &impl Fn(&SpelledMove) -> String) -> String {
    let mut reply = Reply::new("done");
    if let Some(best) = &answer.best {
        reply = reply.arg("move", spell(best));
    }
    if let Some(ponder) = answer.ponder.as_ref().filter(|_| names_ponder_move) {
        reply = reply.arg("ponder", spell(ponder));
    }
    reply.text()
}

/// A score in men with two decimals. It never reaches 100, which would be a win in 0 plies and which clients treat as
/// an error. Zero has no sign.
fn score(score: Score) -> String {
    const MOST_HUNDREDTHS: f64 = 9_999.0;
    let hundredths = (score.men() * 100.0).round().clamp(-MOST_HUNDREDTHS, MOST_HUNDREDTHS);
    // Adding zero makes the negative zero a positive one.
    format!("{:.2}", hundredths / 100.0 + 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{ReportedLine, SetupError};
    use crate::protocol::session::describe;
    use crate::protocol::testing::{report, spelled};
    use crownhead_rules::Ply;
    use crownhead_rules::notation::NotationError;

    #[test]
    fn scores_are_plain_decimals() {
        for (men, text) in [
            (0.0, "0.00"),
            (-0.001, "0.00"),
            (-0.01, "-0.01"),
            (1.239, "1.24"),
            (-79.99, "-79.99"),
            (99.87, "99.87"),
            (100.0, "99.99"),
            (-101.0, "-99.99"),
        ] {
            assert_eq!(score(Score::from_men(men)), text);
        }
        assert_eq!(score(Score::win_in(Ply::new(13))), "99.87");
    }

    #[test]
    fn an_info_line_has_every_field_in_order() {
        let report = report(&[("W:W32:B1", "32-28"), ("B:W28:B1", "1-7")]);
        assert_eq!(
            infos(&report, &SpelledMove::hub),
            ["info depth=7 mean-depth=6.2 score=-0.26 nodes=1500000 time=0.250 nps=6.00 pv=\"32-28 1-7\""]
        );
        let first = Report { time: Duration::ZERO, pv: vec![spelled("W:W28:B23,14", "28x10")], ..report };
        assert_eq!(
            infos(&first, &SpelledMove::hub),
            ["info depth=7 mean-depth=6.2 score=-0.26 nodes=1500000 time=0.000 nps=0.00 pv=28x10x14x23"]
        );
        let second = ReportedLine { score: Score::from_men(-1.0), pv: vec![spelled("W:W32:B1", "32-27")] };
        assert_eq!(
            infos(&Report { others: vec![second], ..first }, &SpelledMove::hub),
            [
                "info depth=7 mean-depth=6.2 score=-0.26 nodes=1500000 time=0.000 nps=0.00 pv=28x10x14x23 multipv=1",
                "info depth=7 mean-depth=6.2 score=-1.00 nodes=1500000 time=0.000 nps=0.00 pv=32-27 multipv=2",
            ]
        );
    }

    #[test]
    fn an_answer_names_what_there_is() {
        let (best, ponder) = (Some(spelled("W:W28:B23,14", "28x10")), Some(spelled("B:W28:B1", "1-7")));
        let answer = SearchAnswer { best, ponder };
        assert_eq!(done(&answer, true, &SpelledMove::hub), "done move=28x10x14x23 ponder=1-7");
        assert_eq!(done(&answer, false, &SpelledMove::hub), "done move=28x10x14x23");
        assert_eq!(done(&SearchAnswer { best: None, ponder: None }, true, &SpelledMove::hub), "done");
    }

    #[test]
    fn errors_are_one_argument() {
        let cause = NotationError::NotAMove { token: "a=\"b\"".to_owned() };
        let error = describe(&SetupError::Move { number: 3, cause });
        let line = Reply::new("error").arg("message", error).text();
        assert!(line.starts_with("error message=\"illegal move: move 3: "), "{line}");
        assert!(line.ends_with('"') && line.matches('"').count() == 2 && line.matches('=').count() == 1, "{line}");
    }
}
