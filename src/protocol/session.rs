//! The event loop of a session: lines and search events come in, lines go out.

use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

use crossbeam_channel::{Receiver, never, select};

use super::SpeakError;
use super::lines::Output;
use super::state::{Action, Input, State, transition};
use crate::config::Config;
#[cfg(not(feature = "native"))]
use crate::engine::JobState;
use crate::engine::{
    Answer, EarlyEnd, Engine, EngineOptions, Event, Report, Request, SearchId, Setup, SetupError, SystemClock,
};
use crate::rules::Variant;

/// A text protocol: parsing, execution and formatting.
pub(super) trait Dialect: Default {
    type Command: Clone;

    /// The command that ends a session.
    const QUIT: Self::Command;

    const PONG: &'static str;

    /// The most useful commands, for a person who types an unknown one.
    const ADVICE: &'static str;

    /// The variant of the protocol's settings.
    fn variant(config: &Config) -> Variant;

    fn engine_options(config: &Config) -> EngineOptions {
        config.engine.clone()
    }

    /// The minimum time between two lines of output.
    fn line_gap(config: &Config) -> Duration;

    fn read(line: &str) -> Option<Self::Command>;

    fn input_of(command: &Self::Command) -> Input;

    /// Executes a command that the current state allows.
    fn execute(&mut self, command: &Self::Command, context: &mut Context);

    /// Reports a completed iteration, or the better move of an interrupted one.
    fn report(&self, report: &Report, context: &Context);

    fn bound(_: &Report, _: &Output) {}

    /// A line that tells the client of a fault.
    fn complaint(text: &str) -> String;

    /// Says why a search has ended before its limits; the report is the last one again.
    fn ended_early(&self, end: EarlyEnd, report: &Report, context: &Context);

    fn answer(&self, answer: &Answer, config: &Config) -> String;
}

/// A position that a client sends: where the game begins, and the moves since.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Placement {
    pub(super) setup: Setup<String>,
    pub(super) moves: Vec<String>,
}

/// The session state that a dialect uses.
pub(super) struct Context {
    pub(super) engine: Engine,
    /// The requested settings. The engine's can differ until [`Context::configure`] is called.
    pub(super) config: Config,
    pub(super) output: Output,
    /// The current search, or the last one.
    search: Option<SearchId>,
    /// The replies that are owed to the client until the table is ready.
    owed: Vec<&'static str>,
}

impl Context {
    pub(super) fn say(&self, line: String) {
        self.output.line(line);
    }

    /// Sends this reply as soon as the table is ready.
    pub(super) fn owe(&mut self, reply: &'static str) {
        self.owed.push(reply);
    }

    /// Sends all replies that have waited for the table.
    fn say_owed(&mut self) {
        for reply in std::mem::take(&mut self.owed) {
            self.say(reply.to_owned());
        }
    }

    /// Applies the settings of dialect `D` to the engine and the output, except the engine's options.
    pub(super) fn adapt<D: Dialect>(&mut self) {
        self.engine.set_variant(D::variant(&self.config));
        self.output.set_gap(D::line_gap(&self.config));
    }

    /// Applies the engine's options, for which a file of weights is read if one has been set. If that file or a new table
    /// cannot be used, the old one stays, and the other options are applied; the error is a text for the client.
    pub(super) fn configure<D: Dialect>(&mut self) -> Result<(), String> {
        let weights = self.config.read_weights();
        let table = self.engine.configure(D::engine_options(&self.config));
        let options = self.engine.options();
        self.config.engine.table_size = options.table_size;
        weights.map_err(|error| error.to_string()).and(table.map_err(|error| error.to_string()))
    }

    /// Sets a position. The error is a text for the client.
    pub(super) fn place(&mut self, setup: Setup<&str>, moves: &[String]) -> Result<(), String> {
        let moves: Vec<_> = moves.iter().map(String::as_str).collect();
        self.engine.set_position(setup, &moves).map_err(|error| describe(&error))
    }

    pub(super) fn go(&mut self, request: Request) {
        self.search = Some(self.engine.go(request));
    }
}

/// The text of an error in a position or its moves.
pub(super) fn describe(error: &SetupError) -> String {
    match error {
        SetupError::Position(_) => format!("bad position: {error}"),
        SetupError::Move { .. } => format!("illegal move: {error}"),
    }
}

/// Parses a line as a command. Other lines are ignored and logged.
pub(super) fn understand<D: Dialect>(line: &str) -> Option<D::Command> {
    log::debug!("< {line}");
    let command = D::read(line);
    if command.is_none() && !line.trim().is_empty() {
        log::warn!("unknown command {:?}. {}", line.trim(), D::ADVICE);
    }
    command
}

/// A session of a dialect.
pub(super) struct Session<D: Dialect> {
    lines: Receiver<String>,
    events: Receiver<Event>,
    context: Context,
    dialect: D,
    state: State,
    /// A command that waits for the search to answer.
    held: Option<D::Command>,
}

/// What a session has waited for.
enum Heard<C> {
    Command(C),
    Event(Event),
    /// An unknown line, or a change of the table or the output, which the next turn of the loop takes into account.
    Noise,
    /// The output is closed.
    Closed(io::Error),
}

impl<D: Dialect> Session<D> {
    #[cfg(feature = "native")]
    pub(super) fn start(
        lines: Receiver<String>,
        output: impl Write + Send + 'static,
        config: Config,
    ) -> Result<Session<D>, SpeakError> {
        let clock = Arc::new(SystemClock::default());
        let (engine, events) = Engine::new(D::engine_options(&config), D::variant(&config), clock)?;
        let output = Output::start(output, D::line_gap(&config))?;
        let context = Context { engine, config, output, search: None, owed: Vec::new() };
        Ok(Session { lines, events, context, dialect: D::default(), state: State::Idle, held: None })
    }

    /// The same where there are no threads.
    #[cfg(not(feature = "native"))]
    pub(super) fn in_turns(lines: Receiver<String>, config: Config) -> Result<Session<D>, SpeakError> {
        let clock = Arc::new(SystemClock::default());
        let (engine, events) = Engine::new(D::engine_options(&config), D::variant(&config), clock)?;
        let context = Context { engine, config, output: Output::to_be_taken(), search: None, owed: Vec::new() };
        Ok(Session { lines, events, context, dialect: D::default(), state: State::Idle, held: None })
    }

    /// Handles the lines and the events that there are, and lets the engine work for about this time. Returns how far
    /// it has come, and the lines that are to be written. There is no end: `quit` stops a search and no more.
    #[cfg(not(feature = "native"))]
    pub(super) fn work(&mut self, slice: Duration) -> (JobState, Vec<String>) {
        self.take_lines();
        let state = self.context.engine.work(slice);
        while let Ok(event) = self.events.try_recv() {
            self.take_event(event);
        }
        if self.context.engine.is_ready() {
            self.context.say_owed();
        }
        // The answer of a search can have released a command, and that lines behind it.
        let has_more = self.take_lines();
        (if has_more { JobState::Paused } else { state }, self.context.output.take())
    }

    /// Handles the lines that may be handled now. Returns whether there were any.
    #[cfg(not(feature = "native"))]
    fn take_lines(&mut self) -> bool {
        let mut has_any = false;
        while self.held.is_none()
            && let Ok(line) = self.lines.try_recv()
        {
            has_any = true;
            if let Some(command) = understand::<D>(&line) {
                self.take(command);
            }
        }
        has_any
    }

    /// Runs the session to its end. The line of the first command may have been read already.
    ///
    /// # Errors
    /// The error that prevented the answers from being written.
    pub(super) fn hold(mut self, first: Option<&str>) -> io::Result<()> {
        let mut is_over = first.and_then(D::read).is_some_and(|command| self.take(command));
        while !is_over {
            is_over = self.advance()?;
        }
        // A client that waits for the table would wait in vain.
        self.context.say_owed();
        self.context.output.finish()
    }

    /// Waits for the next event and handles it. Returns whether the session is over.
    fn advance(&mut self) -> io::Result<bool> {
        let heard = self.listen();
        if let Some(fault) = self.context.engine.take_book_fault() {
            self.context.say(D::complaint(&fault.to_string()));
        }
        // A search that is stopped while it waits for the table answers before the table is ready.
        if self.context.engine.is_ready() {
            self.context.say_owed();
        }
        match heard {
            Heard::Command(command) => Ok(self.take(command)),
            Heard::Event(event) => Ok(self.take_event(event)),
            Heard::Noise => Ok(false),
            Heard::Closed(error) => Err(error),
        }
    }

    /// No line is read while a command is held, or while the output queue is long.
    fn listen(&self) -> Heard<D::Command> {
        let (no_lines, no_table) = (never(), never());
        let output = &self.context.output;
        let is_deaf = self.held.is_some() || output.is_long();
        let lines = if is_deaf { &no_lines } else { &self.lines };
        let ready = if self.context.owed.is_empty() { &no_table } else { self.context.engine.next_ready() };
        select! {
            recv(lines) -> line => {
                let command = line.map_or(Some(D::QUIT), |line| understand::<D>(&line));
                command.map_or(Heard::Noise, Heard::Command)
            }
            recv(self.events) -> event => event.map_or(Heard::Noise, Heard::Event),
            recv(ready) -> _ => Heard::Noise,
            recv(output.drained()) -> _ => Heard::Noise,
            recv(output.closed()) -> error => {
                Heard::Closed(error.unwrap_or_else(|_| io::ErrorKind::BrokenPipe.into()))
            }
        }
    }

    /// Moves to the next state and returns the actions for the caller.
    fn step(&mut self, input: Input) -> &'static [Action] {
        let (next, actions) = transition(self.state, input);
        log::trace!("{} -> {next} on {input}", self.state);
        self.state = next;
        actions
    }

    /// Handles a command. Returns whether the session is over.
    fn take(&mut self, command: D::Command) -> bool {
        for action in self.step(D::input_of(&command)) {
            match action {
                Action::Execute => self.dialect.execute(&command, &mut self.context),
                Action::Hold => self.held = Some(command.clone()),
                Action::Stop => self.context.engine.stop(),
                Action::Hit => self.context.engine.ponder_hit(),
                Action::Pong => self.context.owe(D::PONG),
                Action::Exit => return true,
                // A command is never the end of a search.
                Action::Done | Action::Resume => (),
            }
        }
        false
    }

    /// Handles an event of the search; one of an earlier search is ignored. Returns whether the session is over.
    fn take_event(&mut self, event: Event) -> bool {
        let is_current = |id| self.context.search == Some(id);
        let output = &self.context.output;
        match event {
            Event::Report(id, report) if is_current(id) => self.dialect.report(&report, &self.context),
            // While nobody reads, bounds alone would fill the queue in the end.
            Event::Bound(id, report) if is_current(id) && !output.is_behind() => D::bound(&report, output),
            Event::EndedEarly(id, end, report) if is_current(id) => {
                self.dialect.ended_early(end, &report, &self.context);
            }
            Event::Done(id, answer) if is_current(id) => return self.conclude(&answer),
            Event::Report(..) | Event::Bound(..) | Event::EndedEarly(..) | Event::Done(..) => (),
        }
        false
    }

    /// Handles the end of a search. Returns whether the session is over.
    fn conclude(&mut self, answer: &Answer) -> bool {
        let actions = self.step(Input::Done);
        if actions.contains(&Action::Done) {
            self.context.say(self.dialect.answer(answer, &self.context.config));
        }
        let held = if actions.contains(&Action::Resume) { self.held.take() } else { None };
        held.is_some_and(|command| self.take(command))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::hub::Hub;
    use crate::protocol::testing::Transcript;
    use crate::protocol::uci::Uci;

    /// The answers of a session whose table never becomes ready, by the first word of each.
    fn answers_without_a_table<D: Dialect>(lines: &[&str]) -> Vec<String> {
        let (sender, receiver) = crossbeam_channel::unbounded();
        for &line in lines {
            sender.send(line.to_owned()).expect("the session is there");
        }
        drop(sender);
        let transcript = Transcript::default();
        let mut session = Session::<D>::start(receiver, transcript.clone(), Config::default()).expect("it can start");
        let _held = session.context.engine.hold_table_back();
        session.hold(None).expect("it can be written");
        transcript.text().lines().map(|line| line.split(' ').next().unwrap_or_default().to_owned()).collect()
    }

    #[test]
    fn nothing_but_readiness_waits_for_the_table() {
        let answers = answers_without_a_table::<Uci>(&["isready", "position startpos", "go infinite", "stop"]);
        assert_eq!(answers, ["info", "bestmove", "readyok"]);
        let answers = answers_without_a_table::<Uci>(&["isready", "go ponder", "position fen x", "isready", "quit"]);
        assert_eq!(answers, ["info", "bestmove", "info", "readyok", "readyok"]);
        let answers = answers_without_a_table::<Hub>(&["new-game", "ping", "pos start", "go analyze", "stop"]);
        assert_eq!(answers, ["info", "done", "pong"]);
    }
}
