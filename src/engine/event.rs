//! The events of a search: reports while it runs, and one answer.

use std::time::Duration;

use crate::eval::Score;
use crate::notation::SpelledMove;
use crate::rules::Ply;
use crate::search::{Depth, Verdict};

/// Identifies a search, so that a late event of one search is never attributed to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SearchId(pub u64);

/// An event from the search thread.
#[derive(Clone, Debug)]
pub enum Event {
    /// All lines of an iteration are complete. The last report can be of an iteration that a limit has interrupted: then
    /// its score is a lower bound, and its line begins with the better move that is the answer.
    Report(SearchId, Report),
    /// A probe of the current iteration returned a bound: the score of the report is that bound. Bounds are reported in
    /// long searches only, at most ten times per second, and only for the first line.
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
    /// The greatest distance, in plies, from the root to a leaf.
    pub selective_depth: Ply,
    /// The value for the side to move.
    pub score: Score,
    /// Whether the endgame tables know that the position is a draw, so that a score of 0 is one too.
    pub is_known_draw: bool,
    /// Whether the score is exact ([`Verdict::Exact`]), a lower bound or an upper bound. The score of a completed
    /// iteration is always reported as exact, also that of the driver `mtd-best`, which is only a lower bound.
    pub verdict: Verdict,
    /// Nodes of all threads since the search began.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// The number of these nodes that the endgame tables answered.
    pub known_hits: u64,
    /// The share of the table filled by this search, in permille.
    pub table_fill: u32,
    /// The semi-PV: the best move and the line that the table contains after it. Where the endgame tables know who wins,
    /// it goes on to the end of the game by them. Every move is legal; it is never empty. In an [`Event::Bound`] it is
    /// the best move alone.
    pub pv: Vec<SpelledMove>,
    /// The other lines, if the request asks for several: the second is the result of a search of all moves except the
    /// best, and so on. Empty with a bound.
    pub others: Vec<Line>,
}

/// A line after the best one.
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
