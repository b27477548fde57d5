//! A conversation: lines and the words of the search come in, lines go out.

use std::io::{self, Read, Write};
use std::sync::Arc;

use crossbeam_channel::{Receiver, never, select};

use super::command::{Board, Command, Placement};
use super::level::Level;
use super::line::{Line, LineError};
use super::numbering::Numbering;
use super::state::{Action, Input, State, transition};
use super::{params, reply};
use crate::config::Config;
use crate::engine::{Answer, Engine, Event, Purpose, Report, Request, SearchId, StartError, SystemClock};
use crate::protocol::{input, output::Output};

/// Why a session could not be held.
#[derive(Debug, thiserror::Error)]
pub enum HubError {
    /// There is no engine.
    #[error(transparent)]
    Engine(#[from] StartError),
    /// There is no thread to read or write.
    #[error("cannot start a thread: {0}")]
    Thread(#[from] io::Error),
}

/// Speaks Hub until the client quits, its lines end, or it stops reading.
///
/// # Errors
/// [`HubError`], at the start only.
pub fn speak(
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
    config: Config,
) -> Result<(), HubError> {
    let clock = Arc::new(SystemClock::default());
    let (engine, events) = Engine::new(config.engine.clone(), config.hub.variant, clock)?;
    let mut session = Session {
        lines: input::lines(input)?,
        output: Output::start(output, config.hub.line_gap)?,
        engine,
        events,
        config,
        state: State::Idle,
        search: None,
        held: None,
        level: Level::default(),
        numbering: Numbering::default(),
    };
    while !session.advance() {}
    session.output.finish();
    Ok(())
}

/// A session.
struct Session {
    lines: Receiver<String>,
    output: Output,
    engine: Engine,
    events: Receiver<Event>,
    /// What is wanted. What the engine has may differ until the next `init` or `go`.
    config: Config,
    state: State,
    /// The search under way, or the last one.
    search: Option<SearchId>,
    /// A command that waits for the search to answer.
    held: Option<Command>,
    level: Level,
    numbering: Numbering,
}

/// What a session hears.
enum Heard {
    Command(Command),
    /// A line that is not understood, a late word of an earlier search, or a bound, for which Hub has no words.
    Noise,
    Report(Report),
    Answer(Answer),
    /// Nobody reads the answers any more.
    Closed,
}

impl Session {
    /// Waits for the next thing to happen and deals with it. Tells whether the session is over.
    fn advance(&mut self) -> bool {
        match self.listen() {
            Heard::Command(command) => self.take(command),
            Heard::Noise => false,
            Heard::Report(report) => {
                self.output.report(reply::info(&report));
                false
            }
            Heard::Answer(answer) => self.conclude(&answer),
            Heard::Closed => true,
        }
    }

    /// While a command is held, no other is read.
    fn listen(&self) -> Heard {
        let silence = never();
        let lines = if self.held.is_some() { &silence } else { &self.lines };
        select! {
            recv(lines) -> line => line.map_or(Heard::Command(Command::Quit), |line| understand(&line)),
            recv(self.events) -> event => event.map_or(Heard::Closed, |event| self.sort(event)),
            recv(self.output.closed()) -> _ => Heard::Closed,
        }
    }

    fn sort(&self, event: Event) -> Heard {
        match event {
            Event::Report(id, report) if self.search == Some(id) => Heard::Report(report),
            Event::Done(id, answer) if self.search == Some(id) => Heard::Answer(answer),
            Event::Report(..) | Event::Bound(..) | Event::Done(..) => Heard::Noise,
        }
    }

    /// Moves to the next state. What there is to do on the way is left to the caller.
    fn step(&mut self, input: Input) -> &'static [Action] {
        let (next, actions) = transition(self.state, input);
        log::trace!("{} -> {next} on {input}", self.state);
        self.state = next;
        actions
    }

    /// Deals with a command. Tells whether the session is over.
    fn take(&mut self, command: Command) -> bool {
        for action in self.step(input_of(&command)) {
            match action {
                Action::Execute => self.execute(&command),
                Action::Hold => self.held = Some(command.clone()),
                Action::Stop => self.engine.stop(),
                Action::Hit => self.engine.ponder_hit(),
                Action::Pong => self.output.line("pong".to_owned()),
                Action::Exit => return true,
                // No command is the end of a search.
                Action::Done | Action::Resume => (),
            }
        }
        false
    }

    /// Deals with the end of a search. Tells whether the session is over.
    fn conclude(&mut self, answer: &Answer) -> bool {
        let actions = self.step(Input::Done);
        if actions.contains(&Action::Done) {
            self.output.line(reply::done(answer, self.config.hub.ponder));
        }
        let held = if actions.contains(&Action::Resume) { self.held.take() } else { None };
        held.is_some_and(|command| self.take(command))
    }

    /// Carries out a command that is in order now.
    fn execute(&mut self, command: &Command) {
        match command {
            Command::Hub => self.introduce(),
            Command::SetParam { name, value } => self.set_param(name, value),
            Command::Init => {
                self.configure();
                self.output.line("ready".to_owned());
            }
            Command::NewGame => self.engine.new_game(),
            Command::Position(placement) => self.set_position(placement),
            Command::Level(level) => self.level.add(level),
            Command::Go(purpose) => self.go(*purpose),
            Command::PonderHit | Command::Stop | Command::Ping | Command::Quit => (),
        }
    }

    fn introduce(&self) {
        self.output.line(reply::id());
        params::declarations(&self.config).for_each(|line| self.output.line(line));
        self.output.line("wait".to_owned());
    }

    fn set_param(&mut self, name: &str, value: &str) {
        if let Err(error) = params::set(&mut self.config, name, value) {
            log::warn!("{error}");
            return;
        }
        self.engine.set_variant(self.config.hub.variant);
        self.output.set_gap(self.config.hub.line_gap);
    }

    /// Brings the engine to what is wanted. What cannot be had is given up.
    fn configure(&mut self) {
        if *self.engine.options() == self.config.engine {
            return;
        }
        if let Err(error) = self.engine.configure(self.config.engine.clone()) {
            log::warn!("{error}");
            self.config.engine = self.engine.options().clone();
        }
    }

    fn set_position(&mut self, placement: &Placement) {
        self.level = Level::default();
        let board = match &placement.board {
            Board::Hub(text) => {
                let native = self.numbering.read(self.config.hub.coordinates, text);
                Board::Hub(native.into_owned())
            }
            Board::Start => {
                self.numbering.start();
                Board::Start
            }
            Board::Fen(text) => Board::Fen(text.clone()),
        };
        let moves: Vec<_> = placement.moves.iter().map(String::as_str).collect();
        if let Err(error) = self.engine.set_position(board.setup(), &moves) {
            self.output.line(reply::error(&error));
        }
    }

    fn go(&mut self, purpose: Purpose) {
        self.configure();
        let level = std::mem::take(&mut self.level);
        let bound = level.bound(purpose, self.config.hub.move_time);
        self.search = Some(self.engine.go(Request::new(purpose, bound)));
    }
}

/// A line as a command, if it is one. Others are harmless, and only the log knows of them.
fn understand(text: &str) -> Heard {
    log::debug!("< {text}");
    match Line::parse(text).map(|line| Command::read(&line)) {
        Ok(Some(command)) => return Heard::Command(command),
        Ok(None) => log::warn!("not understood: {text}"),
        Err(LineError::Empty) => (),
        Err(error) => log::warn!("{error}: {text}"),
    }
    Heard::Noise
}

const fn input_of(command: &Command) -> Input {
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
