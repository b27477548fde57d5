//! What the commands of UCI carry out.

use std::time::Duration;

use super::command::Command;
use super::go::Go;
use super::{options, reply};
use crate::config::Config;
use crate::engine::{Answer, Report, Request};
use crate::protocol::output::Output;
use crate::protocol::session::{Desk, Dialect};
use crate::protocol::state::Input;
use crate::rules::Variant;

/// UCI. A session of it remembers nothing: every command says all that belongs to it.
#[derive(Debug, Default)]
pub(in crate::protocol) struct Uci;

impl Dialect for Uci {
    type Command = Command;

    const READY: &'static str = "readyok";

    const QUIT: Command = Command::Quit;

    fn variant(config: &Config) -> Variant {
        config.uci.variant
    }

    fn line_gap(_: &Config) -> Duration {
        Duration::ZERO
    }

    fn read(text: &str) -> Option<Command> {
        Command::read(text)
    }

    fn input_of(command: &Command) -> Input {
        match command {
            Command::Go(go) => kind(go),
            Command::PonderHit => Input::PonderHit,
            Command::Stop => Input::Stop,
            Command::IsReady => Input::Ping,
            Command::Quit => Input::Quit,
            Command::Uci | Command::SetOption { .. } | Command::NewGame | Command::Position(_) => {
                Input::Other
            }
        }
    }

    fn pong(desk: &mut Desk) {
        desk.owe_ready();
    }

    fn execute(&mut self, command: &Command, desk: &mut Desk) {
        match command {
            Command::Uci => introduce(desk),
            Command::SetOption { name, value } => set_option(desk, name, value),
            Command::NewGame => desk.engine.new_game(),
            Command::Position(placement) => {
                if let Err(error) = desk.place(placement.setup.as_deref(), &placement.moves) {
                    desk.say(reply::setup_error(&error));
                }
            }
            Command::Go(go) => {
                let request = go.request(desk.engine.side_to_move());
                desk.go(Request { lines: desk.config.analysis.lines, ..request });
            }
            Command::IsReady | Command::PonderHit | Command::Stop | Command::Quit => (),
        }
    }

    fn report(report: &Report, output: &Output) {
        reply::infos(report).into_iter().for_each(|line| output.line(line));
    }

    fn bound(report: &Report, output: &Output) {
        output.report(reply::infos(report));
    }

    fn answer(answer: &Answer, config: &Config) -> String {
        reply::best_move(answer, config.uci.ponder)
    }
}

fn kind(go: &Go) -> Input {
    match (go.ponders(), go.waits()) {
        (true, _) => Input::GoPonder,
        (false, true) => Input::GoAnalyze,
        (false, false) => Input::GoThink,
    }
}

fn introduce(desk: &Desk) {
    reply::ID.into_iter().for_each(|line| desk.say(line.to_owned()));
    options::declarations(&desk.config).for_each(|line| desk.say(line));
    desk.say("uciok".to_owned());
}

fn set_option(desk: &mut Desk, name: &str, value: &str) {
    if name.eq_ignore_ascii_case(options::CLEAR_HASH) {
        desk.engine.clear_table();
        return;
    }
    if let Err(error) = options::set(&mut desk.config, name, value) {
        desk.say(reply::note(error));
        return;
    }
    desk.adapt::<Uci>();
    if let Err(error) = desk.configure() {
        desk.say(reply::note(error));
    }
}
