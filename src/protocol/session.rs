//! A conversation: lines and the words of the search come in, lines go out.

use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

use crossbeam_channel::{Receiver, never, select};

use super::SpeakError;
use super::output::Output;
use super::state::{Action, Input, State, transition};
use crate::config::Config;
use crate::engine::{Answer, Engine, Event, Report, Request, SearchId, Setup, SetupError, SystemClock};
use crate::rules::Variant;
use crate::search::TableError;

/// The words of a protocol.
pub(super) trait Dialect: Default {
    /// What a client can ask for.
    type Command: Clone;

    /// What tells that the table is ready.
    const READY: &'static str;

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

    /// Answers "are you there?".
    fn pong(desk: &mut Desk);

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
    /// How many times the client is still to be told that the table is ready.
    owed: u64,
}

impl Desk {
    /// Writes a line.
    pub(super) fn say(&self, line: String) {
        self.output.line(line);
    }

    /// Tells the client, as soon as it is so, that the table is ready.
    pub(super) fn owe_ready(&mut self) {
        self.owed += 1;
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
    pub(super) fn place(&mut self, setup: Setup<&str>, moves: &[String]) -> Result<(), SetupError> {
        let moves: Vec<_> = moves.iter().map(String::as_str).collect();
        self.engine.set_position(setup, &moves)
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
    /// The answers cannot be written any more.
    Closed(io::Error),
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
        let desk = Desk { engine, config, output, search: None, owed: 0 };
        Ok(Session { lines, events, desk, dialect: D::default(), state: State::Idle, held: None })
    }

    /// Holds the session to its end. The first command may have been read already.
    ///
    /// # Errors
    /// What has kept the answers from being written.
    pub(super) fn hold(mut self, first: Option<D::Command>) -> io::Result<()> {
        let mut is_over = first.is_some_and(|command| self.take(command));
        while !is_over {
            is_over = self.advance()?;
        }
        // Whoever waits for the table would wait in vain.
        self.tell_ready();
        self.desk.output.finish()
    }

    /// Waits for the next thing to happen and deals with it. Tells whether the session is over.
    fn advance(&mut self) -> io::Result<bool> {
        let heard = self.listen();
        // A search that waited for the table speaks when that is ready, and not before.
        if self.desk.engine.is_ready() {
            self.tell_ready();
        }
        match heard {
            Heard::Command(command) => return Ok(self.take(command)),
            Heard::Answer(answer) => return Ok(self.conclude(&answer)),
            Heard::Report(report) => D::report(&report, &self.desk.output),
            Heard::Bound(report) => D::bound(&report, &self.desk.output),
            Heard::Noise => (),
            Heard::Closed(error) => return Err(error),
        }
        Ok(false)
    }

    /// Gives all answers that have waited for the table.
    fn tell_ready(&mut self) {
        for _ in 0..std::mem::take(&mut self.desk.owed) {
            self.desk.say(D::READY.to_owned());
        }
    }

    /// While a command is held, no other is read, nor while too many answers wait for a reader.
    fn listen(&self) -> Heard<D::Command> {
        let (silence, stillness) = (never(), never());
        let output = &self.desk.output;
        let is_deaf = self.held.is_some() || output.is_long();
        let lines = if is_deaf { &silence } else { &self.lines };
        let ready = if self.desk.owed > 0 { self.desk.engine.table_ready() } else { &stillness };
        select! {
            recv(lines) -> line => {
                let command = line.map_or(Some(D::QUIT), |line| understand::<D>(&line));
                command.map_or(Heard::Noise, Heard::Command)
            }
            recv(self.events) -> event => event.map_or(Heard::Noise, |event| self.sort(event)),
            recv(ready) -> _ => Heard::Noise,
            recv(output.drained()) -> _ => Heard::Noise,
            recv(output.closed()) -> error => {
                Heard::Closed(error.unwrap_or_else(|_| io::ErrorKind::BrokenPipe.into()))
            }
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
                Action::Pong => D::pong(&mut self.desk),
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use parking_lot::Mutex;

    use super::*;
    use crate::protocol::uci::Uci;

    #[derive(Clone, Default)]
    struct Paper(Arc<Mutex<Vec<u8>>>);

    impl Write for Paper {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().write(bytes)
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// The answers of a session whose table never gets ready, by the first word of each.
    fn answers_without_a_table(lines: &[&str]) -> Vec<String> {
        let (sender, receiver) = crossbeam_channel::unbounded();
        for &line in lines {
            sender.send(line.to_owned()).expect("the session is there");
        }
        drop(sender);
        let paper = Paper::default();
        let mut session =
            Session::<Uci>::start(receiver, paper.clone(), Config::default()).expect("it can start");
        let _held = session.desk.engine.hold_table_back();
        session.hold(None).expect("it can be written");
        let text = String::from_utf8(paper.0.lock().clone()).expect("it writes ASCII");
        text.lines().map(|line| line.split(' ').next().unwrap_or_default().to_owned()).collect()
    }

    #[test]
    fn nothing_but_readiness_waits_for_the_table() {
        let answers = answers_without_a_table(&["isready", "position startpos", "go infinite", "stop"]);
        assert_eq!(answers, ["info", "bestmove", "readyok"]);
        let answers = answers_without_a_table(&["isready", "go ponder", "position fen x", "isready", "quit"]);
        assert_eq!(answers, ["info", "bestmove", "info", "readyok", "readyok"]);
    }
}
