//! Executes the commands of Hub.

use std::num::NonZeroUsize;
use std::time::Duration;

use super::command::Command;
use super::level::Level;
use super::line::{Line, LineError};
use super::numbering::Numbering;
use super::{params, reply};
use crate::config::Config;
use crate::engine::{Answer, Purpose, Report, Request, Setup};
use crate::protocol::output::Output;
use crate::protocol::placement::Placement;
use crate::protocol::session::{Context, Dialect};
use crate::protocol::state::Input;
use crate::rules::Variant;
use crate::search::Verdict;

/// The dialect of Hub, with its state in a session.
#[derive(Debug, Default)]
pub(in crate::protocol) struct Hub {
    level: Level,
    numbering: Numbering,
}

impl Dialect for Hub {
    type Command = Command;

    const QUIT: Command = Command::Quit;

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

    fn pong(context: &mut Context) {
        context.owe("pong");
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
        let lines = reply::infos(report);
        if report.verdict == Verdict::Exact {
            output.report(lines);
        } else {
            // A bound does not take the place of the last value.
            lines.into_iter().for_each(|line| output.line(line));
        }
    }

    fn answer(answer: &Answer, config: &Config) -> String {
        reply::done(answer, config.hub.ponder)
    }
}

impl Hub {
    fn set_position(&mut self, context: &mut Context, placement: &Placement) {
        self.level = Level::default();
        let native;
        let setup = match placement.setup.as_deref() {
            Setup::Hub(text) => {
                let hub = &context.config.hub;
                native = self.numbering.read(hub.coordinates, hub.variant, text);
                Setup::Hub(&*native)
            }
            Setup::Start => {
                self.numbering.start();
                Setup::Start
            }
            Setup::Fen(text) => Setup::Fen(text),
        };
        if let Err(error) = context.place(setup, &placement.moves) {
            context.say(reply::error(&error));
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
    context.say(reply::id());
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
