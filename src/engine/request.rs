//! A request for a search.

use std::num::NonZeroUsize;

use super::Limit;

/// The purpose of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Play a move: for an only move, no further iteration is started after [`forced_nodes`](super::forced_nodes).
    Think,
    /// Ponder on the opponent's time: no limit applies until a ponder hit, then as for [`Purpose::Think`].
    Ponder,
    /// Analyse a position, without the shortcut for an only move.
    Analyze,
}

impl Purpose {
    pub(super) const fn answers_forced(self) -> bool {
        !matches!(self, Purpose::Analyze)
    }
}

/// A request for a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// The purpose.
    pub purpose: Purpose,
    /// The limits.
    pub limit: Limit,
    /// The moves to search, in any form of [`crate::notation::parse_move`]. Illegal ones are ignored; if none is left,
    /// all moves are searched.
    pub only: Vec<String>,
    /// The number of lines in each report: the best line, the best line without the first move of that, and so on; at
    /// most one per legal move. Additional lines take search time from the best one.
    pub lines: NonZeroUsize,
    /// Whether the answer of a search that has ended waits for a stop or, while pondering, for the ponder hit.
    pub holds_answer: bool,
    /// Whether the search ignores the skill level.
    pub full_strength: bool,
    /// Whether the answer is the move of the last completed iteration even if a limit has interrupted one that knows better:
    /// what an analysis reports are values, and an interrupted iteration has only a bound.
    pub whole_iterations: bool,
}

impl Request {
    /// A search of all moves with one line, answered as soon as it has ended. The skill level applies except to an
    /// analysis, which is of whole iterations.
    pub const fn new(purpose: Purpose, limit: Limit) -> Request {
        let is_analysis = matches!(purpose, Purpose::Analyze);
        Request {
            purpose,
            limit,
            only: Vec::new(),
            lines: NonZeroUsize::MIN,
            holds_answer: false,
            full_strength: is_analysis,
            whole_iterations: is_analysis,
        }
    }
}
