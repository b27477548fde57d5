//! Hub, version 2: the protocol of the Hub GUI, Scan and most draughts programs that play by pipe.
//!
//! (F. Letouzey, protocol.txt of Scan 3.1 and Hub 2.1, 2019.) `protocol.md` specifies this implementation. This file
//! executes the commands and writes the replies.

mod command;
mod line;
mod numbering;
mod params;

use std::num::NonZeroUsize;
use std::time::Duration;

use command::{Command, LevelArgs};
use line::LineError;
pub(crate) use line::{Line, Reply};
use numbering::Numbering;

use super::lines::Output;
use super::per_second;
use super::session::{Context, Dialect, Placement};
use super::state::Input;
use crate::config::Config;
use crate::engine::{Answer, Purpose, Report, Request, Setup};
use crate::eval::Score;
use crate::notation::SpelledMove;
use crate::rules::Variant;
use crate::search::Verdict;

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
            | Command::Level(_) => Input::Other,
        }
    }

    fn execute(&mut self, command: &Command, context: &mut Context) {
        match command {
            Command::Hub => introduce(context),
            Command::SetParam { name, value } => set_param(context, name, value),
            Command::Init => {
                configure(context);
                context.owe("ready");
            }
            Command::NewGame => context.engine.new_game(),
            Command::Position(placement) => self.set_position(context, placement),
            Command::Level(level) => self.level.add(level),
            Command::Go(purpose) => self.go(context, *purpose),
            Command::PonderHit | Command::Stop | Command::Ping | Command::Quit => (),
        }
    }

    fn report(report: &Report, output: &Output) {
        let lines = infos(report);
        if report.verdict == Verdict::Exact {
            output.report(lines);
        } else {
            // A bound does not take the place of the last value.
            lines.into_iter().for_each(|line| output.line(line));
        }
    }

    fn answer(answer: &Answer, config: &Config) -> String {
        done(answer, config.hub.ponder)
    }
}

impl Hub {
    fn set_position(&mut self, context: &mut Context, placement: &Placement) {
        self.level = LevelArgs::default();
        let native;
        let setup = match placement.setup.as_deref() {
            Setup::Hub(text) => {
                let hub = &context.config.hub;
                native = self.numbering.read(hub.coordinates, hub.variant, text);
                Setup::Hub(&*native)
            }
            Setup::Start => {
                // Only native clients set a position without a string.
                self.numbering = Numbering::Native;
                Setup::Start
            }
            Setup::Fen(text) => Setup::Fen(text),
        };
        if let Err(error) = context.place(setup, &placement.moves) {
            context.say(Reply::new("error").arg("message", error).text());
        }
    }

    fn go(&mut self, context: &mut Context, purpose: Purpose) {
        configure(context);
        let level = std::mem::take(&mut self.level);
        let limit = level.limit(purpose, context.config.hub.move_time);
        // In other searches, clients expect one line only.
        let lines = if purpose == Purpose::Analyze { context.config.analysis.lines } else { NonZeroUsize::MIN };
        context.go(Request { lines, ..Request::new(purpose, limit) });
    }
}

fn introduce(context: &Context) {
    context.say(id());
    params::declarations(&context.config).for_each(|line| context.say(line));
    context.say("wait".to_owned());
}

fn set_param(context: &mut Context, name: &str, value: &str) {
    match params::set(&mut context.config, name, value) {
        Ok(()) => context.adapt::<Hub>(),
        Err(error) => log::warn!("{error}"),
    }
}

/// Hub has no reply for a failed setting, so it is only logged.
fn configure(context: &mut Context) {
    if let Err(error) = context.configure::<Hub>() {
        log::warn!("{error}");
    }
}

fn id() -> String {
    let id = Reply::new("id").arg("name", "Crownhead").arg("version", env!("CARGO_PKG_VERSION"));
    id.arg("author", "the Crownhead authors").text()
}

/// The report of a search: one line of text per line of moves.
fn infos(report: &Report) -> Vec<String> {
    let others = report.others.iter().map(|line| info(report, line.score, &line.pv));
    let first = info(report, report.score, &report.pv);
    let first = if report.verdict == Verdict::FailHigh { first.arg("bound", "lower") } else { first };
    let lines = [first].into_iter().chain(others);
    if report.others.is_empty() {
        return lines.map(Reply::text).collect();
    }
    lines.zip(1..).map(|(line, number)| line.arg("multipv", number).text()).collect()
}

/// Clients read the fields by position, so all are always present in this order; additional fields come last.
fn info(report: &Report, value: Score, pv: &[SpelledMove]) -> Reply {
    let pv: Vec<_> = pv.iter().map(SpelledMove::hub).collect();
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
fn done(answer: &Answer, names_ponder_move: bool) -> String {
    let mut reply = Reply::new("done");
    if let Some(best) = &answer.best {
        reply = reply.arg("move", best.hub());
    }
    if let Some(ponder) = answer.ponder.as_ref().filter(|_| names_ponder_move) {
        reply = reply.arg("ponder", ponder.hub());
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
    use crate::engine::{Line, SetupError};
    use crate::notation::NotationError;
    use crate::protocol::session::describe;
    use crate::protocol::testing::{report, spelled};
    use crate::rules::Ply;

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
            infos(&report),
            ["info depth=7 mean-depth=6.2 score=-0.26 nodes=1500000 time=0.250 nps=6.00 pv=\"32-28 1-7\""]
        );
        let first = Report { time: Duration::ZERO, pv: vec![spelled("W:W28:B23,14", "28x10")], ..report };
        assert_eq!(
            infos(&first),
            ["info depth=7 mean-depth=6.2 score=-0.26 nodes=1500000 time=0.000 nps=0.00 pv=28x10x14x23"]
        );
        let second = Line { score: Score::from_men(-1.0), pv: vec![spelled("W:W32:B1", "32-27")] };
        assert_eq!(
            infos(&Report { others: vec![second], ..first }),
            [
                "info depth=7 mean-depth=6.2 score=-0.26 nodes=1500000 time=0.000 nps=0.00 pv=28x10x14x23 multipv=1",
                "info depth=7 mean-depth=6.2 score=-1.00 nodes=1500000 time=0.000 nps=0.00 pv=32-27 multipv=2",
            ]
        );
    }

    #[test]
    fn an_answer_names_what_there_is() {
        let (best, ponder) = (Some(spelled("W:W28:B23,14", "28x10")), Some(spelled("B:W28:B1", "1-7")));
        let answer = Answer { best, ponder };
        assert_eq!(done(&answer, true), "done move=28x10x14x23 ponder=1-7");
        assert_eq!(done(&answer, false), "done move=28x10x14x23");
        assert_eq!(done(&Answer { best: None, ponder: None }, true), "done");
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
