//! The limits of a search.

use std::time::Duration;

use crate::search::{Depth, Iteration};

/// When a search ends by itself. Pondering wraps the real limits; a ponder hit unwraps them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Limits {
    /// These limits apply now.
    Bounded(Limit),
    /// No limit applies until a ponder hit; then these apply.
    Pondering(Limit),
}

/// Limits that apply together: the first one reached ends the search. The default is unlimited.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Limit {
    /// The last iteration.
    pub depth: Option<Depth>,
    /// Nodes, over all iterations. With this limit, or one of time, a proven win or loss ends the search.
    pub nodes: Option<u64>,
    /// Time.
    pub time: TimeLimit,
}

impl Limit {
    /// The same with at most this number of nodes, if there is one.
    pub(crate) fn with_most_nodes(self, most: Option<u64>) -> Limit {
        Limit { nodes: self.nodes.into_iter().chain(most).min(), ..self }
    }

    /// Whether a search with this limit ends after the iteration `last`. `is_forced` means that an only move is to be
    /// played. The time that has passed is not considered here: each supervisor has its own clock.
    pub(crate) fn ends_after(&self, last: &Completed, is_forced: bool) -> bool {
        // A proven score saves time and nodes, but a depth limit is always searched to the end.
        let is_bounded = self.nodes.is_some() || self.time != TimeLimit::Unlimited;
        let is_settled = (is_bounded || is_forced) && last.is_proven;
        let is_enough = is_forced && last.nodes >= forced_nodes(self.nodes);
        is_settled || is_enough || self.depth.is_some_and(|depth| last.depth >= depth)
    }
}

/// The result of the last completed iteration, as far as it decides whether another one is started.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Completed {
    depth: Depth,
    /// See [`Iteration::is_proven`].
    is_proven: bool,
    /// Nodes since the search began.
    nodes: u64,
}

impl Completed {
    pub(crate) fn of(iteration: &Iteration) -> Completed {
        let Iteration { depth, counters, .. } = iteration;
        Completed { depth: *depth, is_proven: iteration.is_proven(), nodes: counters.nodes }
    }
}

/// The nodes after which the search of an only move, made to play it, starts no further iteration. The move needs no
/// search, but its value is shown and recorded and decides adjudications: it must not be that of a first iteration. So
/// iterations are started for a few milliseconds, or for a tenth of a limit of nodes; only the limit itself stops the
/// last of them.
pub fn forced_nodes(limit: Option<u64>) -> u64 {
    const MOST: u64 = 20_000;
    limit.map_or(MOST, |limit| MOST.min(limit / 10))
}

/// The time for one move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum TimeLimit {
    /// Until stopped.
    #[default]
    Unlimited,
    /// A fixed time.
    PerMove(Duration),
    /// A share of the time on a game clock.
    Clock(GameClock),
}

/// A player's clock when the search starts.
///
/// Protocols differ in when a clock adds its increment. Hub adds it before the move, so the increment of this move
/// counts as remaining time. UCI adds it after the move, so only the time on the clock counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameClock {
    /// The time available for this move.
    pub remaining: Duration,
    /// Increment per move.
    pub increment: Duration,
    /// Moves to go until the next time control; `None` for the rest of the game.
    pub moves_to_go: Option<u32>,
}
