//! How long a search may go on.

use std::time::Duration;

use crate::search::Depth;

/// When a search ends by itself. Pondering wraps the real limits; a ponder hit unwraps them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Limits {
    /// These limits hold now.
    Bounded(Bound),
    /// No limit holds until a ponder hit makes these hold.
    Pondering(Bound),
}

/// Limits that hold together: the first one reached ends the search. The default is no limit at all.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bound {
    /// The last iteration.
    pub depth: Option<Depth>,
    /// Nodes, over all iterations. Under this limit, as under one of time, a win or loss seen to its end is the last word.
    pub nodes: Option<u64>,
    /// Time.
    pub time: TimeLimit,
}

/// The time for one move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum TimeLimit {
    /// Until stopped.
    #[default]
    Unlimited,
    /// Exactly so long.
    PerMove(Duration),
    /// A share of what a game clock shows.
    Clock(GameClock),
}

/// A player's clock when the search starts.
///
/// Protocols differ in when a clock adds its increment. Hub adds it before the move, so there the increment of this
/// move is usable and counts as remaining. UCI adds it after the move, so there only what the clock shows remains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameClock {
    /// What may be used up for this move before the flag falls.
    pub remaining: Duration,
    /// Time added for each move.
    pub increment: Duration,
    /// Moves to go until the next time control; `None` for the rest of the game.
    pub moves_to_go: Option<u32>,
}
