//! What a search says: reports while it runs, and one answer.

use std::time::Duration;

use crate::eval::Score;
use crate::notation::SpelledMove;
use crate::search::Depth;

/// Names one search, so that a late word of one can never be taken for a word of the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SearchId(pub u64);

/// A word from the search thread.
#[derive(Clone, Debug)]
pub enum Event {
    /// An iteration was completed.
    Report(SearchId, Report),
    /// The search is over. Exactly one of these follows each start of a search.
    Done(SearchId, Answer),
}

/// The state of a search after a completed iteration.
#[derive(Clone, Debug)]
pub struct Report {
    /// The depth of the iteration.
    pub depth: Depth,
    /// The mean distance, in plies, from the root to the leaves of this search.
    pub mean_depth: f64,
    /// The value for the side to move.
    pub score: Score,
    /// Nodes since the search began.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// The semi-PV: the best move and what the table holds after it; every move legal, never empty.
    pub pv: Vec<SpelledMove>,
}

/// The end of a search.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The best move; `None` only where the game is over.
    pub best: Option<SpelledMove>,
    /// The expected reply, legal after the best move.
    pub ponder: Option<SpelledMove>,
}
