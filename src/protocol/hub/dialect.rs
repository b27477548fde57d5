//! What the commands of Hub carry out.

use std::num::NonZeroUsize;
use std::time::Duration;

use super::command::Command;
use super::level::Level;
use super::line::Line;
use super::numbering::Numbering;
use super::{params, reply};
use crate::config::Config;
use crate::engine::{Answer, Purpose, Report, Request, Setup};
use crate::protocol::output::Output;
use crate::protocol::placement::Placement;
use crate::protocol::session::{Desk, Dialect};
use crate::protocol::state::Input;
use crate::rules::Variant;

/// Hub, and what a session of it remembers.
#[derive(Debug, Default)]
pub(in crate::protocol) struct Hub {
    level: Level,
    numbering: Numbering,
}

impl Dialect for Hub {
    type Command = Command;

    const READY: &'static str = "ready";

    const QUIT: Command = Command::Quit;

    fn variant(config: &Config) -> Variant {
        config.hub.variant
    }

    fn line_gap(config: &Config) -> Duration {
        config.hub.line_gap
    }

    fn read(text: &str) -> Option<Command> {
        let line = Line::parse(text).inspect_err(|error| log::debug!("{error}")).ok()?;
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

    fn pong(desk: &mut Desk) {
        desk.say("pong".to_owned());
    }

    fn execute(&mut self, command: &Command, desk: &mut Desk) {
        match command {
            Command::Hub => introduce(desk),
            Command::SetParam { name, value } => set_param(desk, name, value),
            Command::Init => {
                configure(desk);
                desk.owe_ready();
            }
            Command::NewGame => desk.engine.new_game(),
            Command::Position(placement) => self.set_position(desk, placement),
            Command::Level(level) => self.level.add(level),
            Command::Go(purpose) => self.go(desk, *purpose),
            Command::PonderHit | Command::Stop | Command::Ping | Command::Quit => (),
        }
    }

    fn report(report: &Report, output: &Output) {
        output.report(reply::infos(report));
    }

    fn answer(answer: &Answer, config: &Config) -> String {
        reply::done(answer, config.hub.ponder)
    }
}

impl Hub {
    fn set_position(&mut self, desk: &mut Desk, placement: &Placement) {
        self.level = Level::default();
        let native;
        let setup = match placement.setup.as_deref() {
            Setup::Hub(text) => {
                let hub = &desk.config.hub;
                native = self.numbering.read(hub.coordinates, hub.variant, text);
                Setup::Hub(&*native)
            }
            Setup::Start => {
                self.numbering.start();
                Setup::Start
            }
            Setup::Fen(text) => Setup::Fen(text),
        };
        if let Err(error) = desk.place(setup, &placement.moves) {
            desk.say(reply::error(&error));
        }
    }

    fn go(&mut self, desk: &mut Desk, purpose: Purpose) {
        configure(desk);
        let level = std::mem::take(&mut self.level);
        let bound = level.bound(purpose, desk.config.hub.move_time);
        // Other searches are for a move, and their clients do not expect lines about others.
        let lines = if purpose == Purpose::Analyze { desk.config.analysis.lines } else { NonZeroUsize::MIN };
        desk.go(Request { lines, ..Request::new(purpose, bound) });
    }
}

fn introduce(desk: &Desk) {
    desk.say(reply::id());
    params::declarations(&desk.config).for_each(|line| desk.say(line));
    desk.say("wait".to_owned());
}

fn set_param(desk: &mut Desk, name: &str, value: &str) {
    match params::set(&mut desk.config, name, value) {
        Ok(()) => desk.adapt::<Hub>(),
        Err(error) => log::warn!("{error}"),
    }
}

/// Hub has no word for it if something cannot be had, so only the log is told.
fn configure(desk: &mut Desk) {
    if let Err(error) = desk.configure() {
        log::warn!("{error}");
    }
}
