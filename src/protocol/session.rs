//! A conversation: lines and the words of the search come in, lines go out.

use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

use crossbeam_channel::{Receiver, never, select};

use super::SpeakError;
use super::output::Output;
use super::placement::Placement;
use super::state::{Action, Input, State, transition};
use crate::config::Config;
use crate::engine::{Answer, Engine, Event, Report, Request, SearchId, SetupError, SystemClock};
use crate::rules::Variant;
use crate::search::TableError;

/// The words of a protocol.
pub(super) trait Dialect: Default {
    /// What a client can ask for.
    type Command: Clone;

    /// The answer to "are you there?".
    const PONG: &'static str;

    /// The command that ends a session.
    const QUIT: Self::Command;

    /// The variant that is wanted.
    fn variant(config: &Config) -> Variant;

    /// The least time from one line of output to the next.
    fn line_gap(config: &Config) -> Duration;

    /// A line as a command, if it is one.
    fn read(line: &str) -> Option<Self::Command>;

    /// What the command is to a session.
    fn input_of(command: &Self::Command) -> Input;

    /// Carries out a command that is in order now.
    fn execute(&mut self, command: &Self::Command, desk: &mut Desk);

    /// Tells of a completed iteration.
    fn report(report: &Report, output: &Output);

    /// Tells of a probe that left the value open.
    fn bound(_: &Report, _: &Output) {}

    /// The answer to a search.
    fn answer(answer: &Answer, config: &Config) -> String;
}

/// What a dialect works with.
pub(super) struct Desk {
    pub(super) engine: Engine,
    /// What is wanted. What the engine has may differ until [`Desk::configure`] is called.
    pub(super) config: Config,
    pub(super) output: Output,
    /// The search under way, or the last one.
    search: Option<SearchId>,
}

impl Desk {
    /// Writes a line.
    pub(super) fn say(&self, line: String) {
        self.output.line(line);
    }

    /// Brings the engine and the output to what dialect `D` wants now, all but the engine's options.
    pub(super) fn adapt<D: Dialect>(&mut self) {
        self.engine.set_variant(D::variant(&self.config));
        self.output.set_gap(D::line_gap(&self.config));
    }

    /// Brings the engine's options to what is wanted. What cannot be had is given up.
    pub(super) fn configure(&mut self) -> Result<(), TableError> {
        if *self.engine.options() == self.config.engine {
            return Ok(());
        }
        let result = self.engine.configure(self.config.engine.clone());
        if result.is_err() {
            let had = self.engine.options();
            (self.config.engine.table_size, self.config.engine.table_policy) =
                (had.table_size, had.table_policy);
            // With the table it has, the rest can be granted.
            self.engine.configure(self.config.engine.clone())?;
        }
        result
    }

    /// Sets a position.
    pub(super) fn place(&mut self, placement: &Placement) -> Result<(), SetupError> {
        let moves: Vec<_> = placement.moves.iter().map(String::as_str).collect();
        self.engine.set_position(placement.board.setup(), &moves)
    }

    /// Starts a search.
    pub(super) fn go(&mut self, request: Request) {
        self.search = Some(self.engine.go(request));
    }
}

/// A line as a command, if it is one. Others are harmless, and only the log knows of them.
pub(super) fn understand<D: Dialect>(line: &str) -> Option<D::Command> {
    log::debug!("< {line}");
    let command = D::read(line);
    if command.is_none() && !line.trim().is_empty() {
        log::warn!("not understood: {line}");
    }
    command
}

/// A session in a dialect.
pub(super) struct Session<D: Dialect> {
    lines: Receiver<String>,
    events: Receiver<Event>,
    desk: Desk,
    dialect: D,
    state: State,
    /// A command that waits for the search to answer.
    held: Option<D::Command>,
}

/// What a session hears.
enum Heard<C> {
    Command(C),
    /// A line that is not understood, or a late word of an earlier search.
    Noise,
    Report(Report),
    Bound(Report),
    Answer(Answer),
    /// Nobody reads the answers any more.
    Closed,
}

impl<D: Dialect> Session<D> {
    /// Starts the engine and the output.
    pub(super) fn start(
        lines: Receiver<String>,
        output: impl Write + Send + 'static,
        config: Config,
    ) -> Result<Session<D>, SpeakError> {
        let clock = Arc::new(SystemClock::default());
        let (engine, events) = Engine::new(config.engine.clone(), D::variant(&config), clock)?;
        let output = Output::start(output, D::line_gap(&config))?;
        let desk = Desk { engine, config, output, search: None };
        Ok(Session { lines, events, desk, dialect: D::default(), state: State::Idle, held: None })
    }

    /// Holds the session to its end. The first command may have been read already.
    pub(super) fn hold(mut self, first: Option<D::Command>) {
        let is_over = first.is_some_and(|command| self.take(command));
        if !is_over {
            while !self.advance() {}
        }
        self.desk.output.finish();
    }

    /// Waits for the next thing to happen and deals with it. Tells whether the session is over.
    fn advance(&mut self) -> bool {
        match self.listen() {
            Heard::Command(command) => return self.take(command),
            Heard::Answer(answer) => return self.conclude(&answer),
            Heard::Report(report) => D::report(&report, &self.desk.output),
            Heard::Bound(report) => D::bound(&report, &self.desk.output),
            Heard::Noise => (),
            Heard::Closed => return true,
        }
        false
    }

    /// While a command is held, no other is read.
    fn listen(&self) -> Heard<D::Command> {
        let silence = never();
        let lines = if self.held.is_some() { &silence } else { &self.lines };
        select! {
            recv(lines) -> line => {
                let command = line.map_or(Some(D::QUIT), |line| understand::<D>(&line));
                command.map_or(Heard::Noise, Heard::Command)
            }
            recv(self.events) -> event => event.map_or(Heard::Closed, |event| self.sort(event)),
            recv(self.desk.output.closed()) -> _ => Heard::Closed,
        }
    }

    fn sort(&self, event: Event) -> Heard<D::Command> {
        match event {
            Event::Report(id, report) if self.desk.search == Some(id) => Heard::Report(report),
            Event::Bound(id, report) if self.desk.search == Some(id) => Heard::Bound(report),
            Event::Done(id, answer) if self.desk.search == Some(id) => Heard::Answer(answer),
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
    fn take(&mut self, command: D::Command) -> bool {
        for action in self.step(D::input_of(&command)) {
            match action {
                Action::Execute => self.dialect.execute(&command, &mut self.desk),
                Action::Hold => self.held = Some(command.clone()),
                Action::Stop => self.desk.engine.stop(),
                Action::Hit => self.desk.engine.ponder_hit(),
                Action::Pong => self.desk.say(D::PONG.to_owned()),
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
            self.desk.say(D::answer(answer, &self.desk.config));
        }
        let held = if actions.contains(&Action::Resume) { self.held.take() } else { None };
        held.is_some_and(|command| self.take(command))
    }
}
