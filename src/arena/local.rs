//! Crownhead as a player inside this process: what the engine process plays, without the process.

use std::time::Duration;

use cpu_time::ThreadTime;

use crate::engine::{EngineOptions, Purpose, tree};
use crate::eval::Score;
use crate::rules::{Game, Move, Rules};
use crate::search::{
    CHECK_INTERVAL, Depth, Draughts, Iteration, Progress, Searcher, Stopped, Supervisor, Table, TableError,
};

/// What a player may spend on a move. The first one reached ends the search; an only move takes a single iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveLimit {
    /// So many nodes: the same games on every machine.
    Nodes(u64),
    /// So many plies, and what the selectivity adds to them: the same games on every machine.
    Depth(Depth),
    /// So much time of the processor, as the thread of the search uses it up. Unlike time on the clock it does not pass
    /// while others have the processor, so on a loaded machine two players still get equal shares.
    CpuTime(Duration),
}

/// A move and how it was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// What the last completed iteration found the position worth for the side to move; `None` if there is none.
    pub score: Option<Score>,
    /// The depth of the last completed iteration, or zero.
    pub depth: Depth,
    /// The nodes of the search.
    pub nodes: u64,
    /// The time of the processor that the search took.
    pub cpu_time: Duration,
}

/// A player of the variant `R` with its own table and its own memory of moves, both kept from move to move.
///
/// Under [`MoveLimit::Nodes`] and [`MoveLimit::Depth`] it plays what the engine process with the same options plays, as
/// long as both are asked for the same moves of the same games.
#[derive(Debug)]
pub struct LocalPlayer<R: Rules> {
    searcher: Searcher<Draughts<R>>,
    limit: MoveLimit,
    purpose: Purpose,
}

impl<R: Rules> LocalPlayer<R> {
    /// A player who thinks so long about each move. The overhead among the options has no meaning for it.
    ///
    /// # Errors
    /// [`TableError`] if its table cannot be had.
    pub fn new(options: &EngineOptions, limit: MoveLimit) -> Result<LocalPlayer<R>, TableError> {
        let tree = tree(options);
        let table = Table::new(options.table_size, options.table_policy)?;
        let searcher = Searcher::new(tree, table, options.search.clone());
        Ok(LocalPlayer { searcher, limit, purpose: Purpose::Think })
    }

    /// The same player, searching for this purpose: [`Purpose::Analyze`] spends the limit on an only move too.
    #[must_use]
    pub fn for_purpose(mut self, purpose: Purpose) -> LocalPlayer<R> {
        self.purpose = purpose;
        self
    }

    /// Forgets everything learnt in the games before.
    pub fn new_game(&mut self) {
        self.searcher.clear();
    }

    /// Chooses a move where the game stands; `None` if there is none to choose.
    pub fn choose(&mut self, game: &Game<R>) -> Option<Choice> {
        let task = self.searcher.tree.task(game);
        let last = task.last.min(self.last_iteration());
        let task = task.up_to(last);
        let is_forced = self.purpose == Purpose::Think && game.position().moves().len() == 1;
        let mut timekeeper = Timekeeper::new(self.limit, is_forced);
        let outcome = self.searcher.search(&task, &mut timekeeper);
        let last = outcome.last.as_ref();
        Some(Choice {
            mv: outcome.best?,
            score: last.map(|iteration| iteration.score),
            depth: last.map_or(Depth::ZERO, |iteration| iteration.depth),
            nodes: outcome.counters.nodes,
            cpu_time: timekeeper.start.elapsed(),
        })
    }

    /// The first iteration is always made, as the engine makes it.
    fn last_iteration(&self) -> Depth {
        match self.limit {
            MoveLimit::Depth(depth) => depth.max(Depth::new(1)),
            MoveLimit::Nodes(_) | MoveLimit::CpuTime(_) => Depth::MAX,
        }
    }
}

/// Ends a search at its limit.
struct Timekeeper {
    limit: MoveLimit,
    is_forced: bool,
    start: ThreadTime,
    /// Is nothing to be gained by going on?
    is_settled: bool,
}

impl Timekeeper {
    fn new(limit: MoveLimit, is_forced: bool) -> Timekeeper {
        Timekeeper { limit, is_forced, start: ThreadTime::now(), is_settled: false }
    }
}

impl Supervisor for Timekeeper {
    fn check(&mut self, nodes: u64) -> Result<u64, Stopped> {
        match self.limit {
            MoveLimit::Depth(_) => Ok(u64::MAX),
            MoveLimit::Nodes(limit) if nodes < limit => Ok(limit),
            MoveLimit::CpuTime(limit) if self.start.elapsed() < limit => Ok(nodes + CHECK_INTERVAL),
            MoveLimit::Nodes(_) | MoveLimit::CpuTime(_) => Err(Stopped),
        }
    }

    fn may_start_probe(&mut self, progress: Progress) -> bool {
        progress == Progress::WithinIteration || !self.is_settled
    }

    fn completed(&mut self, iteration: &Iteration) {
        // As in the engine, a proven result ends every search but one to a depth.
        let is_bounded = !matches!(self.limit, MoveLimit::Depth(_));
        self.is_settled = self.is_forced || (is_bounded && iteration.is_proven());
    }
}
