//! What a search says: reports while it runs, and one answer.

use std::time::Duration;

use crate::eval::Score;
use crate::notation::SpelledMove;
use crate::rules::Ply;
use crate::search::{Depth, Verdict};

/// Names one search, so that a late word of one can never be taken for a word of the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SearchId(pub u64);

/// A word from the search thread.
#[derive(Clone, Debug)]
pub enum Event {
    /// An iteration was completed, in all its lines.
    Report(SearchId, Report),
    /// A probe of the iteration under way left its value open: the score of the report is a bound. So much is told of
    /// long searches only, and of them at most ten times a second; where there are several lines, of the first only.
    Bound(SearchId, Report),
    /// The search is over. Exactly one of these follows each start of a search.
    Done(SearchId, Answer),
}

/// The state of a search.
#[derive(Clone, Debug)]
pub struct Report {
    /// The depth of the iteration.
    pub depth: Depth,
    /// The mean distance, in plies, from the root to the leaves of this search.
    pub mean_depth: f64,
    /// The greatest distance, in plies, from the root to a node that was valued without searching on.
    pub selective_depth: Ply,
    /// The value for the side to move.
    pub score: Score,
    /// Is the value that score ([`Verdict::Exact`]), at least that, or at most?
    pub verdict: Verdict,
    /// Nodes of all threads since the search began.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// Nodes of those that the endgame tables answered.
    pub known_hits: u64,
    /// How full the table is with entries of this search, in thousandths.
    pub table_fill: u32,
    /// The semi-PV: the best move and what the table holds after it; every move legal, never empty. With a bound, the
    /// best move alone.
    pub pv: Vec<SpelledMove>,
    /// The lines behind that one, if the request asks for several: the second is the result of a search of all moves but
    /// the best, and so on. None with a bound.
    pub others: Vec<Line>,
}

/// A line behind the best.
#[derive(Clone, Debug)]
pub struct Line {
    /// The value for the side to move.
    pub score: Score,
    /// The semi-PV; every move legal, never empty.
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
