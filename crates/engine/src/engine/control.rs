//! Supervises a search on its thread: limits, signals from outside, reports.

use std::sync::Arc;
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, TryRecvError};

use super::clock::Clock;
use super::limit::{Budget, Completed, Limit};
use super::request::{EarlyEnd, Event, Line, Purpose, Report, SearchId};
use super::session::Order;
use super::skill::Skill;
use super::threads::PendingTable;
use crate::eval::{Score, ScoreClass};
use crate::search::{
    AnyDraughts, AnyNode, CHECK_INTERVAL, Counters, Depth, Iteration, Probe, Progress, SearchControl, SearchResult,
    Stopped, Table, TableError, TableSize, Verdict,
};
use crownhead_rules::notation::SpelledMove;
use crownhead_rules::{AnyPosition, Move, Ply};

/// A signal to a running search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Signal {
    Stop,
    PonderHit,
}

/// The moves of an answer: the one to play, and the expected reply.
pub(super) const ANSWERED: usize = 2;
/// The interval at which signals are checked while the search waits for its table, or for a folder of endgame tables.
pub(super) const BETWEEN_LOOKS: Duration = Duration::from_millis(1);
/// Bounds are reported only after the search has run for this long,
const QUIET_TIME: Duration = Duration::from_secs(1);
/// and then at most once per this interval.
const BOUND_DISTANCE: Duration = Duration::from_millis(100);

/// The control of one search.
pub(super) struct EngineControl {
    pub(super) id: SearchId,
    pub(super) tree: Arc<AnyDraughts>,
    pub(super) root: AnyNode,
    /// Whether the endgame tables know that the root is a draw.
    pub(super) is_known_draw: bool,
    pub(super) limit: Limit,
    /// Whether no limit applies before a ponder hit.
    pub(super) is_pondering: bool,
    /// The most nodes of the skill level. They include those of pondering.
    pub(super) most_nodes: Option<u64>,
    /// Whether the answer must wait for a signal.
    pub(super) holds_answer: bool,
    /// Whether an only move is to be played, which needs no long search.
    pub(super) is_forced: bool,
    pub(super) overhead: Duration,
    /// The table of the search, once it is allocated.
    pub(super) table: Option<Arc<Table>>,
    pub(super) clock: Arc<dyn Clock>,
    /// When the search began.
    pub(super) start: Duration,
    /// When the limits began to hold.
    pub(super) limited_since: Duration,
    pub(super) signals: Receiver<Signal>,
    /// Whether it has been signalled to stop.
    pub(super) is_stopped: bool,
    pub(super) events: Sender<Event>,
    pub(super) completed: Option<Completed>,
    /// When the last report was made.
    pub(super) reported: Duration,
    /// The last report of an iteration.
    pub(super) last_report: Option<Report>,
    /// When the search is to be interrupted, to go on later.
    pub(super) pause: Option<Duration>,
    /// Whether it has been.
    pub(super) is_paused: bool,
}

impl EngineControl {
    /// The control of a search that has not begun.
    pub(super) fn new(
        tree: Arc<AnyDraughts>,
        root: AnyNode,
        skill: &Skill,
        is_forced: bool,
        order: Order,
    ) -> EngineControl {
        let Order { id, request, overhead, clock, start, signals, events, .. } = order;
        EngineControl {
            id,
            is_known_draw: tree.is_known_draw(&root),
            tree,
            root,
            limit: request.limit,
            is_pondering: request.purpose == Purpose::Ponder,
            most_nodes: skill.level.nodes(),
            holds_answer: request.holds_answer,
            is_forced,
            overhead,
            table: None,
            clock,
            start,
            limited_since: start,
            signals,
            is_stopped: false,
            events,
            completed: None,
            reported: start,
            last_report: None,
            pause: None,
            is_paused: false,
        }
    }

    /// Handles the signals received since the last check.
    fn take_signals(&mut self) -> Result<(), Stopped> {
        while !self.is_stopped {
            match self.signals.try_recv() {
                Ok(Signal::PonderHit) => self.unwrap_limits()?,
                Ok(Signal::Stop) | Err(TryRecvError::Disconnected) => {
                    self.holds_answer = false;
                    self.is_stopped = true;
                }
                Err(TryRecvError::Empty) => return Ok(()),
            }
        }
        Err(Stopped)
    }

    /// The table, for which it waits, unless it may not: then there is `None` as long as the work on the table goes on.
    /// If the search must end before the table is ready, or if its allocation was cancelled, the first iteration uses a
    /// small table.
    ///
    /// # Errors
    /// If the small table cannot be allocated either.
    pub(super) fn take_table(
        &mut self,
        pending: &PendingTable,
        may_wait: bool,
    ) -> Result<Option<Arc<Table>>, TableError> {
        while !pending.is_over() && self.check(0).is_ok() {
            if !may_wait {
                return Ok(None);
            }
            pending.wait(BETWEEN_LOOKS);
        }
        let table = match pending.get() {
            Some(table) => Arc::clone(table),
            None => Arc::new(Table::new(TableSize::MIN)?),
        };
        self.table = Some(Arc::clone(&table));
        Ok(Some(table))
    }

    /// The line that begins with the answer: that of the last completed iteration or, if a limit has interrupted one that has
    /// proven a better move, the line of that move, which is then reported. A move that a stopped first iteration has proven is
    /// better than any.
    pub(super) fn line_to_play(&mut self, outcome: SearchResult) -> Option<Vec<Move>> {
        let SearchResult { last, better, counters, .. } = outcome;
        if let Some(better) = better.as_ref().filter(|_| !self.is_stopped) {
            let line = self.to_the_end(&better.pv, ANSWERED);
            let report = self.report(better.depth, (better.low, Verdict::FailHigh), &counters, &line);
            self.tell(Event::Report(self.id, report));
            return Some(line);
        }
        let pv = last.map(|iteration| iteration.pv).or(better.map(|better| better.pv))?;
        // Nobody sees more of this line, and tables on a disk may be slow.
        Some(self.tree.followed(&self.root, &pv, |moves| moves < ANSWERED))
    }

    /// Reports a move of an opening book with its value and the line that it begins. Nothing has been searched.
    pub(super) fn report_from_book(&mut self, value: Score, line: &[Move]) {
        let report = self.report(Depth::new(1), (value, Verdict::Exact), &Counters::default(), line);
        self.tell(Event::Report(self.id, report));
    }

    /// Tells why a search of so many nodes has ended before its limits, if it has.
    pub(super) fn tell_early_end(&mut self, nodes: u64) {
        let Some(report) = self.last_report.take() else { return };
        let is_deep = self.limit.depth.is_some_and(|depth| report.depth >= depth);
        let is_late = self.is_out_of_time() || self.budget().is_late(self.clock.now() - self.start);
        let is_used_up = self.limit.nodes.is_some_and(|most| nodes >= most);
        if self.is_stopped || is_deep || is_late || is_used_up {
            return;
        }
        let is_by_table = matches!(report.score.class(), ScoreClass::KnownWin(_) | ScoreClass::KnownLoss(_));
        let end = if self.is_forced {
            EarlyEnd::OnlyMove
        } else if is_by_table || report.is_known_draw {
            EarlyEnd::Table
        } else if self.most_nodes.is_some_and(|most| nodes >= most) {
            EarlyEnd::Level
        } else {
            return;
        };
        self.tell(Event::EndedEarly(self.id, end, report));
    }

    /// Whether the answer of a search that is over may be given. Waits until it may, if it may wait.
    pub(super) fn is_released(&mut self, may_wait: bool) -> bool {
        while self.holds_answer {
            let signal = match self.signals.try_recv() {
                Err(TryRecvError::Empty) if !may_wait => return false,
                Err(TryRecvError::Empty) => self.signals.recv().ok(),
                signal => signal.ok(),
            };
            self.holds_answer = signal == Some(Signal::PonderHit) && !self.is_pondering;
        }
        true
    }

    /// Makes the limits effective. If they were reached while pondering, the search is over.
    fn unwrap_limits(&mut self) -> Result<(), Stopped> {
        if self.is_pondering {
            self.is_pondering = false;
            self.holds_answer = false;
            self.limited_since = self.clock.now();
            if !self.may_deepen() {
                return Err(Stopped);
            }
        }
        Ok(())
    }

    /// A line with what the endgame tables know of the rest of the game. Where they are slow, it ends when the time is up,
    /// but has `least` moves.
    fn to_the_end(&self, line: &[Move], least: usize) -> Vec<Move> {
        let waits = self.tree.waits();
        let is_soon_told = || self.tree.waits() == waits || self.has_time();
        let may_ask = |moves| moves < least || (moves < Ply::MAX.index() && is_soon_told());
        self.tree.followed(&self.root, line, may_ask)
    }

    /// Whether neither a signal waits nor the time is up.
    fn has_time(&self) -> bool {
        !self.is_stopped && self.signals.is_empty() && !self.is_out_of_time()
    }

    fn is_out_of_time(&self) -> bool {
        let hard = self.budget().hard.filter(|_| !self.is_pondering);
        hard.is_some_and(|hard| self.clock.now() - self.limited_since >= hard)
    }

    fn report(&self, depth: Depth, (score, verdict): (Score, Verdict), counters: &Counters, pv: &[Move]) -> Report {
        Report {
            depth,
            mean_depth: counters.mean_depth(),
            selective_depth: counters.deepest.max(length(pv)),
            score,
            is_known_draw: self.is_known_draw,
            verdict,
            nodes: counters.nodes,
            known_hits: counters.known_hits,
            time: self.clock.now() - self.start,
            table_fill: self.table.as_ref().map_or(0, |table| table.fill_permille()),
            pv: spell_line(&self.root.position, pv),
            others: Vec::new(),
        }
    }

    fn tell(&mut self, event: Event) {
        self.reported = self.clock.now();
        if let Event::Report(_, report) = &event {
            self.last_report = Some(report.clone());
        }
        // The receiver is gone only when the engine is being dropped, and then the event is not needed.
        let _ = self.events.send(event);
    }

    fn budget(&self) -> Budget {
        Budget::of(self.limit.time, self.overhead)
    }

    /// Whether the limits allow another iteration.
    fn may_deepen(&self) -> bool {
        let Some(last) = &self.completed else { return true };
        // Time spent pondering was thinking time too, so the soft budget counts from the start of the search.
        let is_late = self.budget().is_late(self.clock.now() - self.start);
        !is_late && !self.limit.with_most_nodes(self.most_nodes).ends_after(last, self.is_forced)
    }
}

impl SearchControl for EngineControl {
    fn check(&mut self, nodes: u64) -> Result<u64, Stopped> {
        self.take_signals()?;
        let most = self.most_nodes.unwrap_or(u64::MAX);
        if nodes >= most {
            return Err(Stopped);
        }
        if self.pause.is_some_and(|pause| self.clock.now() >= pause) {
            self.is_paused = true;
            return Err(Stopped);
        }
        let next = most.min(nodes + CHECK_INTERVAL);
        if self.is_pondering {
            return Ok(next);
        }
        let last_node = self.limit.nodes.unwrap_or(u64::MAX);
        if nodes >= last_node || self.is_out_of_time() {
            return Err(Stopped);
        }
        Ok(next.min(last_node))
    }

    fn may_start_probe(&mut self, progress: Progress) -> bool {
        if self.take_signals().is_err() {
            return false;
        }
        self.is_pondering || progress == Progress::WithinIteration || self.may_deepen()
    }

    fn completed(&mut self, iteration: &Iteration) {
        let Iteration { depth, score, counters, pv, others, probes, capped, .. } = iteration;
        if *capped {
            log::warn!("depth {depth} was abandoned after {probes} probes");
        }
        self.completed = Some(Completed::of(iteration));
        let mut report = self.report(*depth, (*score, Verdict::Exact), counters, &self.to_the_end(pv, ANSWERED));
        let spell = |line: &[Move]| spell_line(&self.root.position, &self.to_the_end(line, 0));
        report.others = others.iter().map(|line| Line { score: line.score, pv: spell(&line.pv) }).collect();
        let longest = report.others.iter().map(|line| length(&line.pv)).max().unwrap_or_default();
        report.selective_depth = report.selective_depth.max(longest);
        self.tell(Event::Report(self.id, report));
    }

    fn probed(&mut self, probe: &Probe) {
        let now = self.clock.now();
        if now - self.start < QUIET_TIME || now - self.reported < BOUND_DISTANCE {
            return;
        }
        let bound = match probe.verdict {
            Verdict::FailLow => probe.bounds.high,
            Verdict::FailHigh => probe.bounds.low,
            Verdict::Exact => return,
        };
        if bound > Score::MIN && bound < Score::MAX {
            let report = self.report(probe.depth, (bound, probe.verdict), &probe.counters, &[probe.best]);
            self.tell(Event::Bound(self.id, report));
        }
    }
}

/// How many plies a line has.
fn length<M>(line: &[M]) -> Ply {
    Ply::new(line.len() as u16)
}

/// Formats the moves of a line that starts at `position`.
pub(super) fn spell_line(position: &AnyPosition, line: &[Move]) -> Vec<SpelledMove> {
    let mut position = *position;
    let spell = |mv: &Move| {
        let spelled = SpelledMove::new(&position, mv);
        position = position.succ(mv);
        spelled
    };
    line.iter().map(spell).collect()
}
