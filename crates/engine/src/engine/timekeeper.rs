//! When a search ends: its limits, and the time that they allow.

use std::time::Duration;

use super::budget::Budget;
use super::limit::{Completed, Limit};
use crate::search::{CHECK_INTERVAL, Depth, Iteration, Stopped};

/// Says whether a search may go on. It reads no clock: times are those of its owner's clock.
#[derive(Clone, Debug)]
pub(super) struct Timekeeper {
    limit: Limit,
    budget: Budget,
    /// The most nodes of the skill level. They include those of pondering.
    level_nodes: Option<u64>,
    /// Whether no limit applies before a ponder hit.
    is_pondering: bool,
    /// Whether an only move is to be played, which needs no long search.
    is_forced: bool,
    start: Duration,
    /// When the limits began to hold.
    limited_since: Duration,
    completed: Option<Completed>,
}

impl Timekeeper {
    /// The keeper of a search that begins at `start`, with `overhead` lost between the engine and the clock.
    pub(super) fn new(limit: Limit, overhead: Duration, level_nodes: Option<u64>, start: Duration) -> Timekeeper {
        Timekeeper {
            limit,
            budget: Budget::of(limit.time, overhead),
            level_nodes,
            is_pondering: false,
            is_forced: false,
            start,
            limited_since: start,
            completed: None,
        }
    }

    /// The same for a search that ponders.
    pub(super) const fn pondering(self) -> Timekeeper {
        Timekeeper { is_pondering: true, ..self }
    }

    /// The same for a search that plays an only move, or does not.
    pub(super) const fn forced(self, is_forced: bool) -> Timekeeper {
        Timekeeper { is_forced, ..self }
    }

    pub(super) const fn start(&self) -> Duration {
        self.start
    }

    pub(super) const fn is_pondering(&self) -> bool {
        self.is_pondering
    }

    pub(super) const fn is_forced(&self) -> bool {
        self.is_forced
    }

    /// At how many nodes to ask again. The clock is read only if time is limited.
    pub(super) fn check(&self, nodes: u64, now: impl FnOnce() -> Duration) -> Result<u64, Stopped> {
        let most = self.most_nodes();
        if nodes >= most || self.is_out_of_time(now) { Err(Stopped) } else { Ok(most.min(nodes + CHECK_INTERVAL)) }
    }

    /// The most nodes at present.
    fn most_nodes(&self) -> u64 {
        let limit = self.limit.nodes.filter(|_| !self.is_pondering);
        limit.into_iter().chain(self.level_nodes).min().unwrap_or(u64::MAX)
    }

    pub(super) fn is_out_of_time(&self, now: impl FnOnce() -> Duration) -> bool {
        let hard = self.budget.hard.filter(|_| !self.is_pondering);
        hard.is_some_and(|hard| now() - self.limited_since >= hard)
    }

    /// By how much a search that ends now is late; `None` if its time is not limited.
    pub(super) fn lateness(&self, now: Duration) -> Option<Duration> {
        let hard = self.budget.hard.filter(|_| !self.is_pondering)?;
        Some(now.saturating_sub(self.limited_since + hard))
    }

    /// Whether the limits allow another iteration.
    pub(super) fn may_deepen(&self, now: impl FnOnce() -> Duration) -> bool {
        let Some(last) = &self.completed else { return true };
        self.is_pondering
            || !(self.is_late(now) || self.limit.with_most_nodes(self.level_nodes).ends_after(last, self.is_forced))
    }

    /// Whether it is too late for another iteration. Time spent pondering was thinking time too, so this counts from
    /// the start of the search.
    fn is_late(&self, now: impl FnOnce() -> Duration) -> bool {
        self.budget.soft.is_some_and(|soft| now() - self.start >= soft)
    }

    pub(super) fn completed(&mut self, iteration: &Iteration) {
        self.completed = Some(Completed::of(iteration));
    }

    /// The limits hold from now on, if it has been pondering. Stops if they were reached while pondering.
    pub(super) fn ponder_hit(&mut self, now: Duration) -> Result<(), Stopped> {
        if std::mem::take(&mut self.is_pondering) {
            self.limited_since = now;
            if !self.may_deepen(|| now) {
                return Err(Stopped);
            }
        }
        Ok(())
    }

    /// Whether the limits of the request, and not those of the level, ended a search that has reached this depth and so
    /// many nodes.
    pub(super) fn is_exhausted(&self, depth: Depth, nodes: u64, now: Duration) -> bool {
        let is_deep = self.limit.depth.is_some_and(|most| depth >= most);
        let is_used_up = self.limit.nodes.is_some_and(|most| nodes >= most);
        is_deep || is_used_up || self.is_out_of_time(|| now) || self.is_late(|| now)
    }

    /// Whether the skill level ended a search of so many nodes.
    pub(super) fn is_level_exhausted(&self, nodes: u64) -> bool {
        self.level_nodes.is_some_and(|most| nodes >= most)
    }
}
