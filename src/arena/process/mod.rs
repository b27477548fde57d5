//! Players that are engines in child processes, over pipes: Hub and UCI.

mod child;
mod protocol;
mod reader;

pub(super) use child::{Launch, resolved, split};

use std::time::{Duration, Instant};

use super::player::{FaultKind, MatchPlayer, MoveRequest, PlayerError, PlayerFault, ReportedMove};
use child::Process;
use crownhead_engine::engine::Purpose;
use crownhead_engine::protocol::Protocol;
use crownhead_engine::support::interrupt::Interrupt;
use crownhead_rules::notation::{SpelledMove, parse_move};
use crownhead_rules::{AnyPosition, Side, Variant};
use protocol::{ClientProtocol, DeclaredOption, SearchInfo};
use reader::EngineLine;

#[derive(Clone, Debug)]
pub(super) struct ProcessSetup<'a> {
    pub(super) variant: Variant,
    pub(super) launch: &'a Launch,
    /// Options by the names that the engine declares, with their values.
    pub(super) options: &'a [(String, String)],
    pub(super) ponder: bool,
    /// The time limit to get ready, and to answer after the answer is due.
    pub(super) patience: Duration,
}

/// The time to answer a ping: an idle engine that answers a ping at all does so at once.
const MOST_FOR_PONG: Duration = Duration::from_secs(1);

#[derive(Debug)]
pub(super) struct ProcessPlayer {
    process: Process,
    protocol: &'static ClientProtocol,
    patience: Duration,
    can_ponder: bool,
    answers_pings: bool,
    /// The moves after which it ponders; `None` if it does not. While it ponders, one answer is outstanding.
    pondering: Option<Vec<SpelledMove>>,
}

impl ProcessPlayer {
    /// Starts an engine and prepares it for a variant. Its fault is a [`FaultKind::Start`], which names the faulty
    /// option if there is one.
    pub(super) fn start(
        protocol: Protocol,
        setup: &ProcessSetup<'_>,
        interrupt: Interrupt,
    ) -> Result<ProcessPlayer, PlayerError> {
        let ProcessSetup { launch, patience, ponder, .. } = *setup;
        let protocol = ClientProtocol::of(protocol);
        let process = Process::start(launch, protocol.classify, patience, interrupt)
            .map_err(|error| FaultKind::Start.because(format_args!("{}: {error}", launch.program.display())))?;
        let mut player =
            ProcessPlayer { process, protocol, patience, can_ponder: ponder, answers_pings: false, pondering: None };
        player.prepare(setup).map_err(|error| match error {
            PlayerError::Fault(fault) => FaultKind::Start.because(fault.detail),
            PlayerError::Interrupted => PlayerError::Interrupted,
        })?;
        Ok(player)
    }

    fn prepare(&mut self, setup: &ProcessSetup<'_>) -> Result<(), PlayerError> {
        let ClientProtocol { greeting, prepare, ready, .. } = *self.protocol;
        self.process.send(greeting);
        let declared = self.declared_options()?;
        for line in option_lines(self.protocol, setup, &declared)? {
            self.process.send(&line);
        }
        self.process.send(prepare);
        self.await_command(ready)?;
        self.answers_pings = self.protocol.all_answer_pings || self.try_ping()?;
        Ok(())
    }

    /// Whether the engine answers a ping. Some know none, and are silent or report an error.
    fn try_ping(&mut self) -> Result<bool, PlayerError> {
        let deadline = Instant::now() + self.patience.min(MOST_FOR_PONG);
        self.process.send(self.protocol.ping);
        loop {
            match self.next_line(deadline, self.protocol.pong) {
                Ok(line) if is_command(&line.text, self.protocol.pong) => return Ok(true),
                Ok(_) => {}
                Err(PlayerError::Fault(PlayerFault { kind: FaultKind::Stall | FaultKind::Protocol, .. })) => {
                    return Ok(false);
                }
                Err(error) => return Err(error),
            }
        }
    }

    fn declared_options(&mut self) -> Result<Vec<DeclaredOption>, PlayerError> {
        let deadline = Instant::now() + self.patience;
        let mut declared = Vec::new();
        loop {
            let line = self.next_line(deadline, self.protocol.greeted)?.text;
            if is_command(&line, self.protocol.greeted) {
                return Ok(declared);
            }
            declared.extend((self.protocol.declared)(&line));
        }
    }

    fn await_command(&mut self, command: &str) -> Result<(), PlayerError> {
        let deadline = Instant::now() + self.patience;
        while !is_command(&self.next_line(deadline, command)?.text, command) {}
        Ok(())
    }

    /// The next event before the deadline.
    fn next_line(&mut self, deadline: Instant, expected: &str) -> Result<EngineLine, PlayerError> {
        let line = self.process.next_line(deadline, expected)?;
        if is_command(&line.text, "error") {
            return Err(FaultKind::Protocol.because(format_args!("it wrote {:?}", line.text)));
        }
        Ok(line)
    }

    /// Waits for the answer to a search. If it does not arrive by `due`, sends a stop and waits until the patience
    /// ends. Other lines are ignored.
    fn await_answer(&mut self, due: Option<Instant>) -> Result<EngineLine, PlayerError> {
        if let Some(due) = due {
            match self.answer_before(due) {
                Err(PlayerError::Fault(PlayerFault { kind: FaultKind::Stall, .. })) => {
                    self.process.send(self.protocol.stop);
                }
                answer => return answer,
            }
        }
        self.answer_before(Instant::now() + self.patience)
    }

    fn answer_before(&mut self, deadline: Instant) -> Result<EngineLine, PlayerError> {
        loop {
            let line = self.next_line(deadline, "answer")?;
            if (self.protocol.best_move)(&line.text).is_some() {
                return Ok(line);
            }
        }
    }

    fn end_pondering(&mut self) -> Result<(), PlayerError> {
        if self.pondering.take().is_some() {
            self.process.send(self.protocol.stop);
            self.await_answer(None)?;
        }
        Ok(())
    }
}

impl MatchPlayer for ProcessPlayer {
    fn is_running(&mut self) -> bool {
        self.process.is_running()
    }

    fn new_game(&mut self, _: &MoveRequest<'_>, _: Side) -> Result<(), PlayerError> {
        self.end_pondering()?;
        self.process.send(self.protocol.new_game);
        // What an engine does for a new game, such as clearing a large table, does not count as thinking.
        if self.answers_pings {
            self.process.send(self.protocol.ping);
            self.await_command(self.protocol.pong)?;
        }
        Ok(())
    }

    fn think(&mut self, request: &MoveRequest<'_>) -> Result<ReportedMove, PlayerError> {
        let start = Instant::now();
        let pondered = self.pondering.as_deref() == Some(request.moves);
        if pondered {
            self.pondering = None;
            self.process.send(self.protocol.ponder_hit);
        } else {
            self.end_pondering()?;
            self.process.send(&(self.protocol.go)(request, Purpose::Think));
        }
        let line = self.await_answer(request.flag.map(|flag| start + flag))?;
        let answer = (self.protocol.best_move)(&line.text).unwrap_or_default();
        let Some(mv) = answer.mv else {
            return Err(FaultKind::IllegalMove.because(format_args!("{:?} contains no move", line.text)));
        };
        let info = |text: &Option<String>| text.as_deref().map(self.protocol.search_info);
        let (of_bound, info) = (info(&line.bound), info(&line.info).unwrap_or_default());
        // A bound is not the engine's score of a position, but a move that it chose in the end may have only that.
        let fault = |info: &SearchInfo| fault_of_pv(request.game.position(), &mv, &info.pv);
        let warning = fault(&info).filter(|_| of_bound.as_ref().is_none_or(|bound| fault(bound).is_some()));
        Ok(ReportedMove {
            mv,
            expected: answer.expected,
            score: info.score,
            depth: info.depth,
            nodes: info.nodes,
            elapsed: line.at.saturating_duration_since(start),
            pondered,
            warning,
        })
    }

    fn ponder(&mut self, expected: &MoveRequest<'_>) -> Result<(), PlayerError> {
        self.process.send(&(self.protocol.go)(expected, Purpose::Ponder));
        self.pondering = Some(expected.moves.to_vec());
        Ok(())
    }

    fn can_ponder(&self) -> bool {
        self.can_ponder
    }

    fn end_game(&mut self, _: &MoveRequest<'_>) -> Result<(), PlayerError> {
        self.end_pondering()
    }
}

/// Sends a quit command; dropping the process then ends it in any case.
impl Drop for ProcessPlayer {
    fn drop(&mut self) {
        self.process.send(self.protocol.quit);
    }
}

/// The fault of a PV: a move that is not legal, or a first move that is not the one that is played. It costs nothing:
/// only the played move counts.
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
fn option_lines(
    protocol: &ClientProtocol,
    setup: &ProcessSetup<'_>,
    declared: &[DeclaredOption],
) -> Result<Vec<String>, PlayerError> {
    let find = |name: &str| declared.iter().find(|option| option.name.eq_ignore_ascii_case(name));
    let fault = |detail: String| Err(FaultKind::Start.because(detail));
    let mut lines = Vec::new();
    match find(protocol.variant_option) {
        Some(option) => lines.push((protocol.set)(&option.name, variant_name(setup.variant, option)?)),
        None if protocol.only_variant.is_none_or(|variant| variant == setup.variant) => {}
        None => {
            let (option, variant) = (protocol.variant_option, setup.variant);
            return fault(format!("it declares no option {option}, so it cannot play {variant}"));
        }
    }
    if let Some(option) = find(protocol.ponder_option).filter(|_| setup.ponder) {
        lines.push((protocol.set)(&option.name, "true"));
    }
    // A match compares searches, unless its options, which come later, say otherwise.
    if let Some(option) = find(protocol.book_option).filter(|option| option.default == "true") {
        lines.push((protocol.set)(&option.name, "false"));
    }
    for (name, value) in setup.options {
        let Some(option) = find(name) else {
            let names: Vec<_> = declared.iter().map(|option| option.name.as_str()).collect();
            return fault(format!("it has no option {name:?}: it declares {}", names.join(", ")));
        };
        lines.push((protocol.set)(&option.name, value));
    }
    Ok(lines)
}

fn variant_name(variant: Variant, option: &DeclaredOption) -> Result<&str, PlayerError> {
    let is_ours = |choice: &&String| choice.parse() == Ok(variant);
    // An engine that declares no choices plays one variant only, or does not list them.
    let choices = if option.choices.is_empty() { std::slice::from_ref(&option.default) } else { &option.choices };
    let fault = || FaultKind::Start.because(format_args!("it plays {}, not {variant}", choices.join(", ")));
    choices.iter().find(is_ours).map(String::as_str).ok_or_else(fault)
}
