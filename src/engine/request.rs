//! What a search is asked to do.

use std::num::NonZeroUsize;

use super::Bound;

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To play a move: an only move is answered after the first iteration.
    Think,
    /// To think on the opponent's time: no limit holds until a ponder hit, then as for [`Purpose::Think`].
    Ponder,
    /// To look at a position, whatever number of moves it has.
    Analyze,
}

impl Purpose {
    pub(super) const fn answers_forced(self) -> bool {
        !matches!(self, Purpose::Analyze)
    }
}

/// A search as it is asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// What it is for.
    pub purpose: Purpose,
    /// When it ends by itself.
    pub bound: Bound,
    /// The only moves to be considered, in any form of [`crate::notation::parse_move`]. Those that are not legal are
    /// passed over; if none is left, all moves are considered.
    pub only: Vec<String>,
    /// How many lines each report tells: the best, the best without the first move of that, and so on, as many as there
    /// are moves at most. An only one leaves all time to the best move.
    pub lines: NonZeroUsize,
    /// If the search ends by itself, does its answer wait until it is stopped or, in pondering, until the ponder hit?
    pub holds_answer: bool,
}

impl Request {
    /// A search of all moves that tells one line and answers as soon as it has ended.
    pub const fn new(purpose: Purpose, bound: Bound) -> Request {
        Request { purpose, bound, only: Vec::new(), lines: NonZeroUsize::MIN, holds_answer: false }
    }
}
