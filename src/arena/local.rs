//! Crownhead as a player in this process: it plays the same moves as the engine in a separate process.

use std::time::Duration;

use cpu_time::ThreadTime;

use crate::engine::{EngineOptions, Purpose, Skill, forced_nodes, tree};
use crate::eval::Score;
use crate::rules::{Game, Move, Rules};
use crate::search::{
    CHECK_INTERVAL, Depth, Draughts, Iteration, Progress, Searcher, Stopped, Supervisor, Table, TableError,
    Task,
};

/// The limit per move. The search ends when it is reached. An only move takes no more than
/// [`forced_nodes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveLimit {
    /// Nodes: the games are the same on every machine.
    Nodes(u64),
    /// Plies, plus extensions: the games are the same on every machine.
    Depth(Depth),
    /// CPU time of the search thread. Unlike wall time it does not pass while other processes run, so two players get
    /// equal shares on a loaded machine.
    CpuTime(Duration),
}

/// A move and data about the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// The score of the last completed iteration, for the side to move; `None` if there is none.
    pub score: Option<Score>,
    /// The depth of the last completed iteration, or zero.
    pub depth: Depth,
    /// The nodes of the search.
    pub nodes: u64,
    /// The number of these that the endgame tables answered.
    pub known_hits: u64,
    /// The CPU time of the search.
    pub cpu_time: Duration,
}

/// A player of the variant `R` with its own table and move-ordering statistics, both kept from move to move.
///
/// Under [`MoveLimit::Nodes`] and [`MoveLimit::Depth`] it plays the same moves as the engine process with the same
/// options, if both play the same games.
#[derive(Debug)]
pub struct LocalPlayer<R: Rules> {
    searcher: Searcher<Draughts<R>>,
    limit: MoveLimit,
    skill: Skill,
    purpose: Purpose,
}

impl<R: Rules> LocalPlayer<R> {
    /// A player with this limit per move. The option for overhead has no effect.
    ///
    /// # Errors
    /// [`TableError`] if its table cannot be allocated.
    pub fn new(options: &EngineOptions, limit: MoveLimit) -> Result<LocalPlayer<R>, TableError> {
        let tree = tree(options);
        let table = Table::new(options.table_size, options.table_policy)?;
        let searcher = Searcher::new(tree, table, options.search.clone());
        Ok(LocalPlayer { searcher, limit, skill: options.skill, purpose: Purpose::Think })
    }

    /// The same player with this purpose: [`Purpose::Analyze`] uses the full limit for an only move too.
    #[must_use]
    pub fn for_purpose(mut self, purpose: Purpose) -> LocalPlayer<R> {
        self.purpose = purpose;
        self
    }

    /// Clears the table and the move-ordering statistics.
    pub fn new_game(&mut self) {
        self.searcher.clear();
    }

    /// Chooses a move; `None` if there is no legal move.
    pub fn choose(&mut self, game: &Game<R>) -> Option<Choice> {
        let task = self.searcher.tree.task(game);
        let last = task.last.min(self.last_iteration());
        let task = task.up_to(last);
        let only = self.skill.restrict(game, self.searcher.tree.choices(&task));
        let is_forced = self.purpose == Purpose::Think && only.len() == 1;
        let task = Task { only, ..task };
        let mut timekeeper = Timekeeper::new(self.limit, self.skill.level.nodes(), is_forced);
        let outcome = self.searcher.search(&task, &mut timekeeper);
        let last = outcome.last.as_ref();
        Some(Choice {
            mv: outcome.best?,
            score: last.map(|iteration| iteration.score),
            depth: last.map_or(Depth::ZERO, |iteration| iteration.depth),
            nodes: outcome.counters.nodes,
            known_hits: outcome.counters.known_hits,
            cpu_time: timekeeper.start.elapsed(),
        })
    }

    /// The first iteration is always completed, as in the engine.
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
    /// The most nodes of the skill level.
    most_nodes: Option<u64>,
    is_forced: bool,
    start: ThreadTime,
    /// Whether the search can end early.
    is_settled: bool,
}

impl Timekeeper {
    fn new(limit: MoveLimit, most_nodes: Option<u64>, is_forced: bool) -> Timekeeper {
        Timekeeper { limit, most_nodes, is_forced, start: ThreadTime::now(), is_settled: false }
    }
}

impl Supervisor for Timekeeper {
    fn check(&mut self, nodes: u64) -> Result<u64, Stopped> {
        let most = self.most_nodes.unwrap_or(u64::MAX);
        let next = match self.limit {
            MoveLimit::Depth(_) => u64::MAX,
            MoveLimit::Nodes(limit) if nodes < limit => limit,
            MoveLimit::CpuTime(limit) if self.start.elapsed() < limit => nodes + CHECK_INTERVAL,
            MoveLimit::Nodes(_) | MoveLimit::CpuTime(_) => return Err(Stopped),
        };
        if nodes < most { Ok(next.min(most)) } else { Err(Stopped) }
    }

    fn may_start_probe(&mut self, progress: Progress) -> bool {
        progress == Progress::WithinIteration || !self.is_settled
    }

    fn completed(&mut self, iteration: &Iteration) {
        // As in the engine, a proven result ends every search except one with a depth limit.
        let is_bounded = self.most_nodes.is_some() || !matches!(self.limit, MoveLimit::Depth(_));
        let limit = match self.limit {
            MoveLimit::Nodes(limit) => Some(limit),
            MoveLimit::Depth(_) | MoveLimit::CpuTime(_) => None,
        };
        let nodes = limit.into_iter().chain(self.most_nodes).min();
        self.is_settled = (is_bounded || self.is_forced) && iteration.is_proven()
            || self.is_forced && iteration.counters.nodes >= forced_nodes(nodes);
    }
}
