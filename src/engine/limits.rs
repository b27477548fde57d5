//! The limits of a search.

use std::time::Duration;

use crate::search::Depth;

/// When a search ends by itself. Pondering wraps the real limits; a ponder hit unwraps them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Limits {
    /// These limits apply now.
    Bounded(Bound),
    /// No limit applies until a ponder hit; then these apply.
    Pondering(Bound),
}

/// Limits that apply together: the first one reached ends the search. The default is unlimited.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bound {
    /// The last iteration.
    pub depth: Option<Depth>,
    /// Nodes, over all iterations. With this limit, or one of time, a proven win or loss ends the search.
    pub nodes: Option<u64>,
    /// Time.
    pub time: TimeLimit,
}

/// The nodes after which the search of an only move, made to play it, starts no further iteration. The move needs no
/// search, but its value is shown and recorded and decides adjudications: it must not be that of a first iteration. So
/// it takes a few milliseconds, or a tenth of a limit of nodes.
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
