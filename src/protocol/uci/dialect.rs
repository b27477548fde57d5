//! Executes the commands of UCI.

use std::time::Duration;

use super::command::Command;
use super::go::Go;
use super::{options, reply};
use crate::config::Config;
use crate::engine::{Answer, EngineOptions, Report, Request, Skill};
use crate::protocol::output::Output;
use crate::protocol::session::{Context, Dialect};
use crate::protocol::state::Input;
use crate::rules::Variant;

/// The dialect of UCI. It has no state: every command is complete by itself.
#[derive(Debug, Default)]
pub(in crate::protocol) struct Uci;

impl Dialect for Uci {
    type Command = Command;

    const QUIT: Command = Command::Quit;

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
            Command::Go(go) => kind(go),
            Command::PonderHit => Input::PonderHit,
            Command::Stop => Input::Stop,
            Command::IsReady => Input::Ping,
            Command::Quit => Input::Quit,
            Command::Uci
            | Command::SetOption { .. }
            | Command::NewGame
            | Command::Position(_)
            | Command::UnknownPosition(_) => Input::Other,
        }
    }

    fn pong(context: &mut Context) {
        context.owe("readyok");
    }

    fn execute(&mut self, command: &Command, context: &mut Context) {
        match command {
            Command::Uci => introduce(context),
            Command::SetOption { name, value } => set_option(context, name, value),
            Command::NewGame => context.engine.new_game(),
            Command::Position(placement) => {
                if let Err(error) = context.place(placement.setup.as_deref(), &placement.moves) {
                    context.say(reply::setup_error(&error));
                }
            }
            Command::UnknownPosition(word) => {
                context.say(reply::note(format_args!("bad position: expected startpos or fen, not {word}")));
            }
            Command::Go(go) => {
                let request = go.request(context.engine.side_to_move());
                context.go(Request { lines: context.config.analysis.lines, ..request });
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

fn introduce(context: &Context) {
    reply::ID.into_iter().for_each(|line| context.say(line.to_owned()));
    options::declarations(&context.config).for_each(|line| context.say(line));
    context.say("uciok".to_owned());
}

fn set_option(context: &mut Context, name: &str, value: &str) {
    if name.eq_ignore_ascii_case(options::CLEAR_HASH) {
        context.engine.clear_table();
        return;
    }
    if let Err(error) = options::set(&mut context.config, name, value) {
        context.say(reply::note(error));
        return;
    }
    context.adapt::<Uci>();
    if let Err(error) = context.configure::<Uci>() {
        context.say(reply::note(error));
    }
}
