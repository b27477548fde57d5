//! Supervises a search on its thread: limits, signals from outside, reports.

use std::sync::Arc;
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, TryRecvError};

use super::clock::Clock;
use super::request::{EarlyEnd, Event, Report, ReportedLine, SearchId};
use super::timekeeper::Timekeeper;
use super::win_search::WinSearch;
use super::work::PendingTable;
use crate::eval::{Score, ScoreClass};
use crate::search::{
    AnyDraughts, AnyNode, Counters, Depth, Iteration, Probe, Progress, SearchControl, SearchResult, Stopped, Table,
    TableError, TableSize, Verdict,
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
pub(super) const SIGNAL_INTERVAL: Duration = Duration::from_millis(1);
/// Bounds are reported only after the search has run for this long,
const QUIET_TIME: Duration = Duration::from_secs(1);
/// and then at most once per this interval.
const BOUND_DISTANCE: Duration = Duration::from_millis(100);

/// What a search shares with its engine: a clock, signals one way and events the other.
#[derive(Clone)]
pub(super) struct Link {
    pub(super) id: SearchId,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) signals: Receiver<Signal>,
    pub(super) events: Sender<Event>,
}

pub(super) struct EngineControl {
    link: Link,
    pub(super) tree: Arc<AnyDraughts>,
    pub(super) root: AnyNode,
    timekeeper: Timekeeper,
    /// Whether the endgame tables know that the root is a draw.
    is_known_draw: bool,
    /// Whether the answer must wait for a signal.
    holds_answer: bool,
    /// The table of the search, once it is allocated.
    table: Option<Arc<Table>>,
    /// The proof search that an analysis asks.
    pub(super) win_search: Option<WinSearch>,
    /// Whether it has been signalled to stop.
    is_stopped: bool,
    /// When the last report was made.
    reported: Duration,
    last_report: Option<Report>,
    /// At how many nodes the search is to be interrupted, to go on later. By nodes and not by time, so that searches
    /// without threads are the same each time, too.
    pub(super) pause: Option<u64>,
    /// Whether it has been.
    pub(super) is_paused: bool,
    /// The nodes at the last check.
    pub(super) nodes: u64,
}

impl EngineControl {
    /// The control of a search that has not begun.
    pub(super) fn new(
        link: Link,
        tree: Arc<AnyDraughts>,
        root: AnyNode,
        timekeeper: Timekeeper,
        holds_answer: bool,
    ) -> EngineControl {
        EngineControl {
            link,
            is_known_draw: tree.is_known_draw(&root),
            tree,
            root,
            holds_answer,
            table: None,
            win_search: None,
            is_stopped: false,
            reported: timekeeper.start(),
            timekeeper,
            last_report: None,
            pause: None,
            is_paused: false,
            nodes: 0,
        }
    }

    fn now(&self) -> Duration {
        self.link.clock.now()
    }

    /// By how much the search, which ends now, is late; `None` if its time is not limited.
    pub(super) fn lateness(&self) -> Option<Duration> {
        self.timekeeper.lateness(self.now())
    }

    /// Handles the signals received since the last check.
    fn take_signals(&mut self) -> Result<(), Stopped> {
        while !self.is_stopped {
            match self.link.signals.try_recv() {
                Ok(Signal::PonderHit) => {
                    self.holds_answer &= !self.timekeeper.is_pondering();
                    self.timekeeper.ponder_hit(self.now())?;
                }
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
    /// small table. Fails if the small table cannot be allocated either.
    pub(super) fn take_table(
        &mut self,
        pending: &PendingTable,
        may_wait: bool,
    ) -> Result<Option<Arc<Table>>, TableError> {
        while !pending.is_over() && self.check(0).is_ok() {
            if !may_wait {
                return Ok(None);
            }
            pending.wait(SIGNAL_INTERVAL);
        }
        let table = match pending.get() {
            Some(table) => Arc::clone(table),
            None => Arc::new(Table::new(TableSize::MIN)?),
        };
        self.table = Some(Arc::clone(&table));
        Ok(Some(table))
    }

    /// The line that begins with the answer: that of the last completed iteration or, if a limit has interrupted one
    /// that has proven a better move, the line of that move, which is then reported. A move that a stopped first
    /// iteration has proven is better than any.
    pub(super) fn line_to_play(&mut self, outcome: SearchResult) -> Option<Vec<Move>> {
        let SearchResult { last, better, counters, .. } = outcome;
        if let Some(better) = better.as_ref().filter(|_| !self.is_stopped) {
            let line = self.to_the_end(&better.pv, ANSWERED);
            let report = self.report(better.depth, (better.low, Verdict::FailHigh), &counters, &line);
            self.tell(Event::Report(self.link.id, report));
            return Some(line);
        }
        let pv = last.map(|iteration| iteration.pv).or(better.map(|better| better.pv))?;
        // Nobody sees more of this line, and tables on a disk may be slow.
        Some(self.tree.followed(&self.root, &pv, &|moves| moves < ANSWERED))
    }

    /// Reports a move of an opening book with its value and the line that it begins. Nothing has been searched.
    pub(super) fn report_from_book(&mut self, value: Score, line: &[Move]) {
        let report = self.report(Depth::new(1), (value, Verdict::Exact), &Counters::default(), line);
        self.tell(Event::Report(self.link.id, report));
    }

    /// Tells why a search of so many nodes has ended before its limits, if it has.
    pub(super) fn tell_early_end(&mut self, nodes: u64) {
        let Some(report) = self.last_report.take() else { return };
        if self.is_stopped || self.timekeeper.is_exhausted(report.depth, nodes, self.now()) {
            return;
        }
        let is_by_table = matches!(report.score.class(), ScoreClass::KnownWin(_) | ScoreClass::KnownLoss(_));
        let end = if self.timekeeper.is_forced() {
            EarlyEnd::OnlyMove
        } else if is_by_table || report.is_known_draw {
            EarlyEnd::Table
        } else if self.timekeeper.is_level_exhausted(nodes) {
            EarlyEnd::Level
        } else {
            return;
        };
        self.tell(Event::EndedEarly(self.link.id, end, report));
    }

    /// Whether the answer of a search that is over may be given. Waits until it may, if it may wait.
    pub(super) fn is_released(&mut self, may_wait: bool) -> bool {
        while self.holds_answer {
            let signal = match self.link.signals.try_recv() {
                Err(TryRecvError::Empty) if !may_wait => return false,
                Err(TryRecvError::Empty) => self.link.signals.recv().ok(),
                signal => signal.ok(),
            };
            self.holds_answer = signal == Some(Signal::PonderHit) && !self.timekeeper.is_pondering();
        }
        true
    }

    /// A line with what the endgame tables know of the rest of the game. Where they are slow, it ends when the time is
    /// up, but has `least` moves.
    fn to_the_end(&self, line: &[Move], least: usize) -> Vec<Move> {
        let waits = self.tree.waits();
        let is_soon_told = || self.tree.waits() == waits || self.has_time();
        let may_ask = |moves| moves < least || (moves < Ply::MAX.index() && is_soon_told());
        self.tree.followed(&self.root, line, &may_ask)
    }

    /// Whether neither a signal waits nor the time is up.
    fn has_time(&self) -> bool {
        !self.is_stopped && self.link.signals.is_empty() && !self.timekeeper.is_out_of_time(|| self.now())
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
            time: self.now() - self.timekeeper.start(),
            table_fill: self.table.as_ref().map_or(0, |table| table.fill_permille()),
            pv: spell_line(&self.root.position, pv),
            others: Vec::new(),
        }
    }

    /// Lets the proof search go on, unless a win is known already.
    fn seek_win(&mut self) {
        let is_won = |report: &Report| matches!(report.score.class(), ScoreClass::Win(_) | ScoreClass::KnownWin(_));
        if !self.last_report.as_ref().is_some_and(is_won)
            && let (Some(search), Some(table)) = (&mut self.win_search, &self.table)
        {
            // Without threads, no signal comes before the search pauses.
            let signals_wait = self.pause.is_some();
            let is_wanted = || self.link.signals.is_empty();
            search.go_on(self.nodes, signals_wait, (&*self.tree, table), &is_wanted);
        }
    }

    fn tell(&mut self, event: Event) {
        self.reported = self.now();
        if let Event::Report(_, report) = &event {
            self.last_report = Some(report.clone());
        }
        // The receiver is gone only when the engine is being dropped, and then the event is not needed.
        let _ = self.link.events.send(event);
    }
}

impl SearchControl for EngineControl {
    fn check(&mut self, nodes: u64) -> Result<u64, Stopped> {
        self.take_signals()?;
        self.nodes = nodes;
        if self.pause.is_some_and(|pause| nodes >= pause) {
            self.is_paused = true;
            return Err(Stopped);
        }
        self.timekeeper.check(nodes, || self.now())
    }

    fn may_start_probe(&mut self, progress: Progress) -> bool {
        if self.take_signals().is_err() {
            return false;
        }
        if progress == Progress::WithinIteration {
            return true;
        }
        self.seek_win();
        self.timekeeper.may_deepen(|| self.now())
    }

    fn completed(&mut self, iteration: &Iteration) {
        let Iteration { depth, score, counters, pv, others, probes, capped, .. } = iteration;
        if *capped {
            log::warn!("depth {depth} was abandoned after {probes} probes");
        }
        self.timekeeper.completed(iteration);
        let mut report = self.report(*depth, (*score, Verdict::Exact), counters, &self.to_the_end(pv, ANSWERED));
        let spell = |line: &[Move]| spell_line(&self.root.position, &self.to_the_end(line, 0));
        report.others = others.iter().map(|line| ReportedLine { score: line.score, pv: spell(&line.pv) }).collect();
        let longest = report.others.iter().map(|line| length(&line.pv)).max().unwrap_or_default();
        report.selective_depth = report.selective_depth.max(longest);
        self.tell(Event::Report(self.link.id, report));
    }

    fn probed(&mut self, probe: &Probe) {
        let now = self.now();
        if now - self.timekeeper.start() < QUIET_TIME || now - self.reported < BOUND_DISTANCE {
            return;
        }
        let bound = match probe.verdict {
            Verdict::FailLow => probe.bounds.high,
            Verdict::FailHigh => probe.bounds.low,
            Verdict::Exact => return,
        };
        if bound > Score::MIN && bound < Score::MAX {
            let report = self.report(probe.depth, (bound, probe.verdict), &probe.counters, &[probe.best]);
            self.tell(Event::Bound(self.link.id, report));
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
