//! The event loop of a session: lines and search events come in, lines go out.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use crossbeam_channel::{Receiver, never, select};

use super::Outlet;
use super::SpeakError;
use super::lines::Output;
use super::state::{Action, Input, State, transition};
use crate::config::{Config, PendingWeights};
use crate::endgame::KnownMove;
#[cfg(target_family = "wasm")]
use crate::engine::JobState;
use crate::engine::{
    EarlyEnd, Engine, EngineOptions, Event, Limit, Report, Request, SearchAnswer, SearchId, Setup, SetupError,
    SystemClock,
};
use crate::search::Depth;
use crownhead_rules::notation::SpelledMove;
use crownhead_rules::{UnknownVariant, Variant};

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

    /// Tells of weights that have been read from a file: they are in use, unless there was a fault.
    fn weights_read(result: Result<(), String>, context: &Context);

    /// Says why a search has ended before its limits; the report is the last one again.
    fn ended_early(&self, end: EarlyEnd, report: &Report, context: &Context);

    fn answer(&self, answer: &SearchAnswer, config: &Config) -> String;
}

/// A position that a client sends: where the game begins, and the moves since.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Placement {
    pub(super) setup: Setup<String>,
    pub(super) moves: Vec<String>,
}

type SignalFn = fn(&mut Engine);

/// The session state that a dialect uses.
pub(super) struct Context {
    pub(super) engine: Engine,
    /// The requested settings. The engine's can differ until [`Context::configure`] is called.
    pub(super) config: Config,
    pub(super) output: Output,
    /// The current search, or the last one.
    search: Option<SearchId>,
    /// The replies that are owed to the client until the engine is ready.
    owed: Vec<&'static str>,
    /// Weights that are being read.
    weights: Option<PendingWeights>,
    /// A search that waits for them, since when, and the signals for it.
    delayed: Option<(Request, Duration, Vec<SignalFn>)>,
    /// The variant that the client has asked for, if it is not known. Then no other one is played.
    unknown: Option<UnknownVariant>,
}

impl Context {
    fn new(engine: Engine, config: Config, output: Output) -> Context {
        Context { engine, config, output, search: None, owed: Vec::new(), weights: None, delayed: None, unknown: None }
    }

    pub(super) fn say(&self, line: String) {
        self.output.line(line);
    }

    /// Sends this reply as soon as the engine is ready: its table, and the files that are being read.
    pub(super) fn owe(&mut self, reply: &'static str) {
        self.owed.push(reply);
    }

    /// Whether this reply is owed.
    pub(super) fn owes(&self, reply: &str) -> bool {
        self.owed.contains(&reply)
    }

    /// Sends all replies that have waited until the engine is ready.
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

    /// Applies the engine's options. If a new table cannot be used, the old one stays, and the other options are applied;
    /// the error is a text for the client. A file of weights that has been set is read on a thread of its own: searches
    /// wait for it, and [`Dialect::weights_read`] tells of it.
    pub(super) fn configure<D: Dialect>(&mut self) -> Result<(), String> {
        if self.weights.is_none() {
            self.weights = self.config.begin_weights();
        }
        self.apply::<D>()
    }

    fn apply<D: Dialect>(&mut self) -> Result<(), String> {
        let applied = self.engine.configure(D::engine_options(&self.config));
        self.config.engine.table_size = self.engine.options().table_size;
        applied.map_err(|error| error.to_string())
    }

    /// Whether a file of weights is being read.
    pub(super) const fn is_reading(&self) -> bool {
        self.weights.is_some()
    }

    /// Uses the weights that have been read, and starts the search that has waited for them.
    fn take_weights<D: Dialect>(&mut self) {
        let Some(weights) = self.weights.take_if(|weights| weights.is_over()) else { return };
        let taken = self.config.take_weights(&weights).map_err(|error| error.to_string());
        let applied = self.apply::<D>();
        D::weights_read(taken.and(applied), self);
        // Another file can have been set meanwhile.
        self.weights = self.config.begin_weights();
        if let Some((request, start, signals)) = self.delayed.take_if(|_| self.weights.is_none()) {
            self.search = Some(self.engine.go_since(request, start));
            signals.into_iter().for_each(|signal| signal(&mut self.engine));
        }
    }

    /// Whether the engine is ready, also with the files that are being read.
    fn is_ready(&self) -> bool {
        !self.is_reading() && self.engine.is_ready()
    }

    /// Notes the variant that the client asks for.
    pub(super) fn ask_for_variant(&mut self, name: &str) {
        self.unknown = name.parse::<Variant>().err();
    }

    pub(super) const fn is_variant_unknown(&self) -> bool {
        self.unknown.is_some()
    }

    /// Tells the client that the variant is not known, if that is so.
    pub(super) fn reject_unknown<D: Dialect>(&self) {
        if let Some(unknown) = &self.unknown {
            self.say(D::complaint(&unknown.to_string()));
        }
    }

    /// What the endgame tables know of each move; nothing where they do not know the position.
    pub(super) fn known_moves(&self) -> Vec<(SpelledMove, KnownMove)> {
        self.engine.known_moves().filter(|_| self.unknown.is_none()).unwrap_or_default()
    }

    /// Sets a position. The error is a text for the client.
    pub(super) fn place(&mut self, setup: Setup<&str>, moves: &[String]) -> Result<(), String> {
        let moves: Vec<_> = moves.iter().map(String::as_str).collect();
        self.engine.set_position(setup, &moves).map_err(|error| describe(&error))
    }

    /// Starts a search. Where the variant is not known, it ends at once: every `go` has its answer.
    pub(super) fn go(&mut self, mut request: Request) {
        if self.unknown.is_some() {
            request.limit = Limit { depth: Some(Depth::new(1)), ..Limit::default() };
        }
        if self.is_reading() {
            self.delayed = Some((request, self.engine.now(), Vec::new()));
        } else {
            self.search = Some(self.engine.go(request));
        }
    }

    /// Signals the search, also one that has not started yet.
    fn signal(&mut self, signal: SignalFn) {
        match &mut self.delayed {
            Some((.., signals)) => signals.push(signal),
            None => signal(&mut self.engine),
        }
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

pub(super) struct Session<D: Dialect> {
    lines: Receiver<String>,
    events: Receiver<Event>,
    context: Context,
    dialect: D,
    state: State,
    /// A command that waits for the search to answer.
    held: Option<D::Command>,
}

enum Heard<C> {
    Command(C),
    Event(Event),
    /// An unknown line, or a change of the table or the output, which the next turn of the loop takes into account.
    Noise,
    /// The output is closed.
    Closed(io::Error),
}

impl<D: Dialect> Session<D> {
    #[cfg(not(target_family = "wasm"))]
    pub(super) fn start(
        lines: Receiver<String>,
        output: impl Outlet,
        config: Config,
    ) -> Result<Session<D>, SpeakError> {
        let clock = Arc::new(SystemClock::default());
        let (engine, events) = Engine::new(D::engine_options(&config), D::variant(&config), clock)?;
        let output = Output::start(output, D::line_gap(&config))?;
        let context = Context::new(engine, config, output);
        Ok(Session { lines, events, context, dialect: D::default(), state: State::Idle, held: None })
    }

    /// The same where there are no threads.
    #[cfg(target_family = "wasm")]
    pub(super) fn in_turns(lines: Receiver<String>, config: Config) -> Result<Session<D>, SpeakError> {
        let clock = Arc::new(SystemClock::default());
        let (engine, events) = Engine::new(D::engine_options(&config), D::variant(&config), clock)?;
        let context = Context::new(engine, config, Output::to_be_taken());
        Ok(Session { lines, events, context, dialect: D::default(), state: State::Idle, held: None })
    }

    /// Handles the lines and the events that there are, and lets the engine work for about this number of nodes. Returns
    /// how far it has come, and the lines that are to be written. There is no end: `quit` stops a search and no more.
    #[cfg(target_family = "wasm")]
    pub(super) fn work(&mut self, slice: u64) -> (JobState, Vec<String>) {
        self.take_lines();
        self.context.take_weights::<D>();
        let state = self.context.engine.work(slice);
        while let Ok(event) = self.events.try_recv() {
            self.take_event(event);
        }
        if self.context.is_ready() {
            self.context.say_owed();
        }
        // The answer of a search can have released a command, and that lines behind it.
        let has_more = self.take_lines();
        (if has_more { JobState::Paused } else { state }, self.context.output.take())
    }

    /// Handles the lines that may be handled now. Returns whether there were any.
    #[cfg(target_family = "wasm")]
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

    /// Runs the session to its end. The line of the first command may have been read already. Fails with the error that
    /// prevented the answers from being written.
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
        self.context.take_weights::<D>();
        self.tell_of_book();
        // A search that is stopped while it waits for the table answers before the table is ready.
        if self.context.is_ready() {
            self.context.say_owed();
        }
        match heard {
            Heard::Command(command) => Ok(self.take(command)),
            Heard::Event(event) => {
                let is_over = self.take_event(event);
                self.tell_of_book();
                Ok(is_over)
            }
            Heard::Noise => Ok(false),
            Heard::Closed(error) => Err(error),
        }
    }

    /// Tells what is wrong with a book that has been read, but not during a search: some clients give it up then.
    fn tell_of_book(&self) {
        if self.state == State::Idle
            && let Some(fault) = self.context.engine.take_book_fault()
        {
            self.context.say(D::complaint(&fault.to_string()));
        }
    }

    /// No line is read while a command is held, or while the output queue is long.
    fn listen(&self) -> Heard<D::Command> {
        let (no_lines, no_work) = (never(), never());
        let Context { output, engine, owed, weights, .. } = &self.context;
        let is_deaf = self.held.is_some() || output.is_long();
        let lines = if is_deaf { &no_lines } else { &self.lines };
        let ready = match weights {
            Some(weights) => weights.over(),
            None if owed.is_empty() => &no_work,
            None => engine.next_ready(),
        };
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
                Action::Stop => self.context.signal(Engine::stop),
                Action::Hit => self.context.signal(Engine::ponder_hit),
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
        let (output, is_told) = (&self.context.output, self.context.unknown.is_none());
        match event {
            Event::Report(id, report) if is_current(id) && is_told => self.dialect.report(&report, &self.context),
            // While nobody reads, bounds alone would fill the queue in the end.
            Event::Bound(id, report) if is_current(id) && !output.is_behind() => D::bound(&report, output),
            Event::EndedEarly(id, end, report) if is_current(id) && is_told => {
                self.dialect.ended_early(end, &report, &self.context);
            }
            Event::Done(id, answer) if is_current(id) => return self.conclude(&answer),
            Event::Report(..) | Event::Bound(..) | Event::EndedEarly(..) | Event::Done(..) => (),
        }
        false
    }

    /// Handles the end of a search. Returns whether the session is over.
    fn conclude(&mut self, answer: &SearchAnswer) -> bool {
        let actions = self.step(Input::Done);
        if actions.contains(&Action::Done) {
            // In Hub the engine is ready before it answers, also where a search is stopped before it has a table.
            if self.context.owes(super::hub::READY) {
                self.context.say_owed();
            }
            let nothing = SearchAnswer { best: None, ponder: None };
            let answer = if self.context.unknown.is_some() { &nothing } else { answer };
            self.context.say(self.dialect.answer(answer, &self.context.config));
        }
        let held = if actions.contains(&Action::Resume) { self.held.take() } else { None };
        held.is_some_and(|command| self.take(command))
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::eval::WeightsError;
    use crate::protocol::Transcript;
    use crate::protocol::hub::Hub;
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

    /// The first word of each answer of a session whose weights are read only after it has taken these lines.
    fn answers_while_weights_are_read<D: Dialect>(lines: &[&str]) -> Vec<String> {
        let (sender, receiver) = crossbeam_channel::unbounded();
        let transcript = Transcript::default();
        let mut session = Session::<D>::start(receiver, transcript.clone(), Config::default()).expect("it can start");
        session.context.engine.wait_until_ready();
        let (weights, reading) = PendingWeights::held_back(Path::new("slow.weights"));
        (session.context.weights, session.context.config.unread_weights) = (Some(weights), Some("slow.weights".into()));
        for &line in lines {
            sender.send(line.to_owned()).expect("the session is there");
            assert!(matches!(session.advance(), Ok(false)));
        }
        assert_eq!(transcript.text(), "", "they come before anything else");
        reading.end(Err(WeightsError::Read("too slow".to_owned())));
        drop(sender);
        session.hold(None).expect("it can be written");
        assert!(!transcript.text().contains("ended early"));
        let text = transcript.text();
        let mut heads: Vec<_> =
            text.lines().map(|line| line.split(' ').next().unwrap_or_default().to_owned()).collect();
        // A search that is stopped at once can have had an iteration more.
        heads.dedup();
        heads
    }

    #[test]
    fn searches_and_readiness_wait_for_weights() {
        let answers = answers_while_weights_are_read::<Uci>(&["isready", "position startpos", "go depth 1"]);
        assert_eq!(answers, ["info", "readyok", "info", "bestmove"], "the fault comes first");
        let answers = answers_while_weights_are_read::<Uci>(&["go infinite", "stop"]);
        assert_eq!(answers, ["info", "bestmove"], "the fault, and an iteration");
        let answers = answers_while_weights_are_read::<Hub>(&["ping", "go ponder", "level depth=3"]);
        assert_eq!(answers, ["pong", "info", "done"], "the log has the fault");
    }

    #[test]
    fn a_second_file_of_weights_is_read_after_the_first() {
        let (sender, receiver) = crossbeam_channel::unbounded();
        let transcript = Transcript::default();
        let mut session = Session::<Uci>::start(receiver, transcript.clone(), Config::default()).expect("it can start");
        let (weights, reading) = PendingWeights::held_back(Path::new("slow.weights"));
        session.context.weights = Some(weights);
        for line in ["setoption name EvalFile value none.weights", "isready", "position startpos", "go depth 1"] {
            sender.send(line.to_owned()).expect("the session is there");
            assert!(matches!(session.advance(), Ok(false)), "no file holds a line up");
        }
        reading.end(Err(WeightsError::Read("too slow".to_owned())));
        while session.context.weights.is_some() {
            session.advance().expect("it goes on");
        }
        drop(sender);
        session.hold(None).expect("it can be written");
        let text = transcript.text();
        let place = |part: &str| text.find(part).unwrap_or_else(|| panic!("no {part:?} in {text}"));
        assert!(place("slow.weights") < place("none.weights") && place("none.weights") < place("bestmove"), "{text}");
    }
}
