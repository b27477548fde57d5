//! A player in a child process, for any protocol over pipes.

use std::marker::PhantomData;
use std::time::{Duration, Instant};

use super::child::{Launch, Process, Waited};
use super::reader::Heard;
use super::words::{Declared, Information, Purpose, Words};
use crate::arena::player::{Fault, FaultKind, Halt, Player, Thought, Turn};
use crate::interrupt::Interrupt;
use crate::notation::{SpelledMove, parse_move};
use crate::rules::{AnyPosition, Side, Variant};

/// The configuration of an engine.
#[derive(Clone, Debug)]
pub(in crate::arena) struct Setup {
    /// The variant.
    pub(in crate::arena) variant: Variant,
    pub(in crate::arena) launch: Launch,
    /// Options by the names that the engine declares, with their values.
    pub(in crate::arena) options: Vec<(String, String)>,
    /// Whether it ponders.
    pub(in crate::arena) ponder: bool,
    /// The time limit to get ready, and to answer after the answer is due.
    pub(in crate::arena) patience: Duration,
}

/// An idle engine that answers a ping at all does so at once.
const MOST_FOR_PONG: Duration = Duration::from_secs(1);

/// An engine process with the protocol `W`.
#[derive(Debug)]
pub(super) struct ProcessPlayer<W: Words> {
    process: Process,
    patience: Duration,
    can_ponder: bool,
    answers_pings: bool,
    /// The moves after which it ponders; `None` if it does not. While it ponders, one answer is outstanding.
    pondering: Option<Vec<SpelledMove>>,
    interrupt: Interrupt,
    words: PhantomData<W>,
}

impl<W: Words> ProcessPlayer<W> {
    /// Starts an engine and prepares it for a variant.
    ///
    /// # Errors
    /// [`FaultKind::Start`], which names the faulty option if there is one, or an interrupt.
    pub(super) fn start(setup: &Setup, interrupt: Interrupt) -> Result<ProcessPlayer<W>, Halt> {
        let process = Process::start(&setup.launch, W::sort)
            .map_err(|error| FaultKind::Start.because(format_args!("{}: {error}", setup.launch.program.display())))?;
        let mut player = ProcessPlayer::<W> {
            process,
            patience: setup.patience,
            can_ponder: setup.ponder,
            answers_pings: false,
            pondering: None,
            interrupt,
            words: PhantomData,
        };
        player.prepare(setup).map_err(|halt| match halt {
            Halt::Fault(fault) => FaultKind::Start.because(fault.detail).into(),
            Halt::Interrupted => Halt::Interrupted,
        })?;
        Ok(player)
    }

    fn prepare(&mut self, setup: &Setup) -> Result<(), Halt> {
        self.process.send(W::GREETING);
        let declared = self.declarations()?;
        for line in option_lines::<W>(setup, &declared)? {
            self.process.send(&line);
        }
        self.process.send(W::PREPARE);
        self.await_line(W::READY)?;
        self.answers_pings = W::ALL_ANSWER_PINGS || self.try_ping()?;
        Ok(())
    }

    /// Whether the engine answers a ping. Some know none, and are silent or report an error.
    fn try_ping(&mut self) -> Result<bool, Halt> {
        let deadline = Instant::now() + self.patience.min(MOST_FOR_PONG);
        self.process.send(W::PING);
        loop {
            match self.hear(deadline, W::PONG) {
                Ok(heard) if is_command(&heard.line, W::PONG) => return Ok(true),
                Ok(_) => {}
                Err(Halt::Fault(Fault { kind: FaultKind::Stall | FaultKind::Protocol, .. })) => {
                    return Ok(false);
                }
                Err(halt) => return Err(halt),
            }
        }
    }

    /// Reads the options that the engine declares.
    fn declarations(&mut self) -> Result<Vec<Declared>, Halt> {
        let deadline = Instant::now() + self.patience;
        let mut declared = Vec::new();
        loop {
            let line = self.hear(deadline, W::GREETED)?.line;
            if is_command(&line, W::GREETED) {
                return Ok(declared);
            }
            declared.extend(W::declared(&line));
        }
    }

    /// Waits for a line that is this command.
    fn await_line(&mut self, command: &str) -> Result<(), Halt> {
        let deadline = Instant::now() + self.patience;
        loop {
            if is_command(&self.hear(deadline, command)?.line, command) {
                return Ok(());
            }
        }
    }

    /// The next event before the deadline.
    fn hear(&mut self, deadline: Instant, expected: &str) -> Result<Heard, Halt> {
        match self.process.wait_until(deadline, &self.interrupt) {
            Waited::Heard(heard) if is_command(&heard.line, "error") => {
                Err(FaultKind::Protocol.because(format_args!("it wrote {:?}", heard.line)).into())
            }
            Waited::Heard(heard) => Ok(heard),
            Waited::Flooded => Err(FaultKind::Protocol.because("it flooded its output").into()),
            Waited::Closed => Err(FaultKind::Disconnect.because(self.process.exit_report()).into()),
            Waited::Late => {
                let waited = self.patience.as_secs_f64();
                Err(FaultKind::Stall.because(format_args!("no {expected} within {waited} s")).into())
            }
            Waited::Interrupted => Err(Halt::Interrupted),
        }
    }

    /// Waits for the answer to a search. If it does not arrive by `due`, sends a stop and waits until the patience
    /// ends. Other lines are ignored.
    fn await_answer(&mut self, due: Option<Instant>) -> Result<Heard, Halt> {
        if let Some(due) = due {
            match self.hear_answer(due) {
                Err(Halt::Fault(Fault { kind: FaultKind::Stall, .. })) => self.process.send(W::STOP),
                heard => return heard,
            }
        }
        self.hear_answer(Instant::now() + self.patience)
    }

    fn hear_answer(&mut self, deadline: Instant) -> Result<Heard, Halt> {
        loop {
            let heard = self.hear(deadline, "answer")?;
            if W::answer(&heard.line).is_some() {
                return Ok(heard);
            }
        }
    }

    /// Ends a ponder search and discards its answer.
    fn end_pondering(&mut self) -> Result<(), Halt> {
        if self.pondering.take().is_some() {
            self.process.send(W::STOP);
            self.await_answer(None)?;
        }
        Ok(())
    }
}

impl<W: Words> Player for ProcessPlayer<W> {
    fn is_running(&mut self) -> bool {
        self.process.is_running()
    }

    fn new_game(&mut self, _: &Turn<'_>, _: Side) -> Result<(), Halt> {
        self.end_pondering()?;
        self.process.send(W::NEW_GAME);
        // What an engine does for a new game, such as clearing a large table, does not count as thinking.
        if self.answers_pings {
            self.process.send(W::PING);
            self.await_line(W::PONG)?;
        }
        Ok(())
    }

    fn think(&mut self, turn: &Turn<'_>) -> Result<Thought, Halt> {
        let start = Instant::now();
        let pondered = self.pondering.as_deref() == Some(turn.moves);
        if pondered {
            self.pondering = None;
            self.process.send(W::PONDER_HIT);
        } else {
            self.end_pondering()?;
            self.process.send(&W::go(turn, Purpose::Think));
        }
        let heard = self.await_answer(turn.flag.map(|flag| start + flag))?;
        let elapsed = heard.at.saturating_duration_since(start);
        let answer = W::answer(&heard.line).unwrap_or_default();
        let Some(mv) = answer.mv else {
            return Err(FaultKind::IllegalMove.because(format_args!("{:?} contains no move", heard.line)).into());
        };
        let information = heard.info.as_deref().map(W::information).unwrap_or_default();
        // A bound is not the engine's score of a position, but a move that it chose in the end may have only that.
        let fault = |information: &Information| fault_of_pv(turn.game.position(), &mv, &information.pv);
        let of_bound = heard.bound.as_deref().map(W::information);
        let warning = fault(&information).filter(|_| of_bound.as_ref().is_none_or(|bound| fault(bound).is_some()));
        Ok(Thought {
            mv,
            expected: answer.expected,
            score: information.score,
            depth: information.depth,
            nodes: information.nodes,
            elapsed,
            pondered,
            warning,
        })
    }

    fn ponder(&mut self, expected: &Turn<'_>) -> Result<(), Halt> {
        self.process.send(&W::go(expected, Purpose::Ponder));
        self.pondering = Some(expected.moves.to_vec());
        Ok(())
    }

    fn can_ponder(&self) -> bool {
        self.can_ponder
    }

    fn end_game(&mut self, _: &Turn<'_>) -> Result<(), Halt> {
        self.end_pondering()
    }
}

/// Sends a quit command; dropping the process then ends it in any case.
impl<W: Words> Drop for ProcessPlayer<W> {
    fn drop(&mut self) {
        self.process.send(W::QUIT);
    }
}

/// What is wrong with a PV: a move that is not legal, or a first move that is not the one that is played. It costs
/// nothing: the referee relies on the played move alone.
fn fault_of_pv(position: &AnyPosition, played: &str, pv: &[String]) -> Option<String> {
    let mut at = *position;
    for (place, text) in pv.iter().enumerate() {
        match parse_move(&at, text) {
            Ok(mv) if place == 0 && parse_move(position, played).is_ok_and(|played| played != mv) => {
                return Some(format!("it plays {played}, but its PV begins with {text}"));
            }
            Ok(mv) => at = at.succ(&mv),
            Err(error) => return Some(format!("move {} of its PV: {error}", place + 1)),
        }
    }
    None
}

fn is_command(line: &str, command: &str) -> bool {
    line.split_whitespace().next() == Some(command)
}

/// The commands that set the variant and the options.
fn option_lines<W: Words>(setup: &Setup, declared: &[Declared]) -> Result<Vec<String>, Halt> {
    let find = |name: &str| declared.iter().find(|option| option.name.eq_ignore_ascii_case(name));
    let mut lines = Vec::new();
    match find(W::VARIANT_OPTION) {
        Some(option) => lines.push(W::set(&option.name, variant_name(setup.variant, option)?)),
        None if W::PLAYS_UNASKED.is_none_or(|variant| variant == setup.variant) => {}
        None => {
            let fault = format!("it declares no option {}, so it cannot play {}", W::VARIANT_OPTION, setup.variant);
            return Err(FaultKind::Start.because(fault).into());
        }
    }
    if let Some(option) = find(W::PONDER_OPTION).filter(|_| setup.ponder) {
        lines.push(W::set(&option.name, "true"));
    }
    for (name, value) in &setup.options {
        let Some(option) = find(name) else {
            let names: Vec<_> = declared.iter().map(|option| option.name.as_str()).collect();
            let fault = format!("it has no option {name:?}: it declares {}", names.join(", "));
            return Err(FaultKind::Start.because(fault).into());
        };
        lines.push(W::set(&option.name, value));
    }
    Ok(lines)
}

/// The engine's name of a variant.
fn variant_name(variant: Variant, option: &Declared) -> Result<&str, Halt> {
    let ours = || std::iter::once(variant.name()).chain(variant.articles().aliases.iter().copied());
    let is_ours = |choice: &&String| ours().any(|name| choice.eq_ignore_ascii_case(name));
    // An engine that declares no choices plays one variant only, or does not list them.
    let choices = if option.choices.is_empty() { std::slice::from_ref(&option.default) } else { &option.choices };
    choices.iter().find(is_ours).map(String::as_str).ok_or_else(|| {
        FaultKind::Start.because(format_args!("it plays {}, not {}", choices.join(", "), variant)).into()
    })
}
