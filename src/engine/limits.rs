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
    /// Nodes, over all iterations.
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

/// What a player's clock shows when the search starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameClock {
    /// Time left, the increment for this move included where the protocol adds it before the move.
    pub remaining: Duration,
    /// Time added for each move.
    pub increment: Duration,
    /// Moves to go until the next time control; `None` for the rest of the game.
    pub moves_to_go: Option<u32>,
}
