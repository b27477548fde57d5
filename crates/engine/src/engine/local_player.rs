//! A player within this process, which plays the same moves as the engine in a separate process.

use std::sync::Arc;
use std::time::Duration;

use super::job::task_for;
use super::timekeeper::Timekeeper;
use super::tree::tree;
use super::{EngineOptions, GameClock, Limit, Purpose, Skill, TimeLimit};
use crate::eval::Score;
use crate::search::{
    AnyDraughts, AnyNode, Depth, Iteration, NodeWatcher, Progress, SearchControl, SearchOptions, Searcher, Stopped,
    Table, TableError,
};
use crate::support::interrupt::Interrupt;
use cpu_time::ThreadTime;
use crownhead_rules::{Game, Move, Variant};

/// A move and data about the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// The score of the last completed iteration, for the side to move; `None` if there is none. An iteration after it
    /// may have found a better move.
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

/// A player with its own table and move-ordering statistics, both kept from move to move.
///
/// Its time is processor time of its thread, which does not pass while other programs run. So two players get equal
/// shares on a loaded machine. Under a limit of nodes or of depth it plays the same moves as the engine process with
/// the same options, if both play the same games.
#[derive(Debug)]
pub struct LocalPlayer {
    searcher: Searcher<AnyDraughts>,
    limit: Limit,
    skill: Skill,
    purpose: Purpose,
    interrupt: Option<Interrupt>,
}

impl LocalPlayer {
    /// A player of a variant with this limit per move. The option for overhead has no effect.
    ///
    /// # Errors
    /// [`TableError`] if its table cannot be allocated.
    pub fn new(variant: Variant, options: &EngineOptions, limit: Limit) -> Result<LocalPlayer, TableError> {
        let table = Table::new(options.table_size)?;
        let search = options.skill.search_options(options.search.clone());
        let searcher = Searcher::new(tree(variant, options), table, search);
        Ok(LocalPlayer { searcher, limit, skill: options.skill, purpose: Purpose::Think, interrupt: None })
    }

    /// The same player with this purpose: [`Purpose::Analyze`] uses the full limit for an only move too.
    #[must_use]
    pub fn for_purpose(mut self, purpose: Purpose) -> LocalPlayer {
        self.purpose = purpose;
        self
    }

    /// The same player, whose search ends early if the interrupt is raised. Its move is then that of the last
    /// iteration.
    #[must_use]
    pub fn until(mut self, interrupt: Interrupt) -> LocalPlayer {
        self.interrupt = Some(interrupt);
        self
    }

    /// Sets the limit of the moves to come.
    pub fn set_limit(&mut self, limit: Limit) {
        self.limit = limit;
    }

    /// Sets how it searches from the next game on.
    pub fn set_search(&mut self, options: SearchOptions) {
        self.searcher.options = self.skill.search_options(options);
        self.new_game();
    }

    /// Tells `watcher` of each node that the searches to come evaluate, and of each whose moves they search.
    pub fn watch_nodes(&mut self, watcher: Option<Arc<NodeWatcher<'static, AnyNode>>>) {
        self.searcher.watcher = watcher;
    }

    /// Clears the table and the move-ordering statistics.
    pub fn new_game(&mut self) {
        self.searcher.clear();
    }

    /// Chooses a move; `None` if there is no legal move.
    pub fn choose(&mut self, game: &Game) -> Option<Choice> {
        let task = task_for(&*self.searcher.tree, game, Vec::new(), &self.skill);
        let is_forced = self.purpose.answers_forced() && task.only.len() == 1;
        let last = task.last.min(self.last_iteration());
        let task = task.up_to(last);
        let limit = with_time_to_check(self.limit);
        let timekeeper = Timekeeper::new(limit, Duration::ZERO, self.skill.level.nodes(), Duration::ZERO);
        let mut control = PlayerControl {
            timekeeper: timekeeper.forced(is_forced),
            start: ThreadTime::now(),
            interrupt: self.interrupt.as_ref(),
        };
        let outcome = self.searcher.search(&task, &mut control);
        let last = outcome.last.as_ref();
        Some(Choice {
            mv: outcome.move_to_play()?,
            score: last.map(|iteration| iteration.score),
            depth: last.map_or(Depth::ZERO, |iteration| iteration.depth),
            nodes: outcome.counters.nodes,
            known_hits: outcome.counters.known_hits,
            cpu_time: control.start.elapsed(),
        })
    }

    /// The last iteration. As in the engine, there is a first one even with a depth limit of zero.
    fn last_iteration(&self) -> Depth {
        self.limit.depth.map_or(Depth::MAX, |depth| depth.max(Depth::new(1)))
    }
}

/// Ends a search at its limits of nodes and of processor time, or when it is interrupted.
struct PlayerControl<'a> {
    timekeeper: Timekeeper,
    start: ThreadTime,
    interrupt: Option<&'a Interrupt>,
}

/// More than the time between two checks of a search: where a clock leaves no more than the limit, as before the last
/// move of a period, a search that ends at the check after it would lose the game.
const BETWEEN_CHECKS: Duration = Duration::from_millis(2);

/// The limit of a search that checks its time now and then.
fn with_time_to_check(limit: Limit) -> Limit {
    match limit.time {
        TimeLimit::Clock(clock) => {
            let remaining = clock.remaining.saturating_sub(BETWEEN_CHECKS);
            Limit { time: TimeLimit::Clock(GameClock { remaining, ..clock }), ..limit }
        }
        _ => limit,
    }
}

impl SearchControl for PlayerControl<'_> {
    fn check(&mut self, nodes: u64) -> Result<u64, Stopped> {
        if self.interrupt.is_some_and(Interrupt::is_raised) {
            return Err(Stopped);
        }
        self.timekeeper.check(nodes, || self.start.elapsed())
    }

    fn may_start_probe(&mut self, progress: Progress) -> bool {
        progress == Progress::WithinIteration || self.timekeeper.may_deepen(|| self.start.elapsed())
    }

    fn completed(&mut self, iteration: &Iteration) {
        self.timekeeper.completed(iteration);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Budget;

    /// On the last move of a period all that is left may be used, but not what a search needs to notice that it is
    /// late.
    #[test]
    fn a_clock_is_not_used_up_to_its_end() {
        let millis = Duration::from_millis;
        for (remaining, hard) in [(6, 4), (100, 98)] {
            let clock = GameClock { remaining: millis(remaining), increment: Duration::ZERO, moves_to_go: Some(1) };
            let limit = with_time_to_check(Limit::of_time(TimeLimit::Clock(clock)));
            assert_eq!(Budget::of(limit.time, Duration::ZERO).hard, Some(millis(hard)), "{remaining} ms");
        }
    }
}
