//! What goes into a search and what comes out of it.

use std::num::NonZeroUsize;

use super::{Counters, Depth, SearchOptions, Tree};
use crate::eval::Score;
use crate::rules::{Key, Move};

/// What to search.
#[derive(Clone, Debug)]
pub struct Task<'a, T: Tree> {
    /// The game as a tree.
    pub tree: &'a T,
    /// The root.
    pub root: T::Node,
    /// The keys of earlier positions of the game that can still be repeated.
    pub earlier: Vec<Key>,
    /// The only moves of the root that are searched; all of them if it is empty. What a search of some of the moves finds
    /// out about the root is not saved in the table.
    pub only: &'a [Move],
    /// How many lines each iteration tells: the second is the result of a search without the best move of the first, and
    /// so on. There are no more lines than moves. With several, the driver `mtd-best`, which proves no values, gives way to
    /// `mtd-f`.
    pub lines: NonZeroUsize,
    /// The first iteration; more than 1 for a search without iterative deepening.
    pub first: Depth,
    /// The last iteration.
    pub last: Depth,
    /// How to search.
    pub options: &'a SearchOptions,
}

/// A completed iteration.
#[derive(Clone, Debug, PartialEq)]
pub struct Iteration {
    /// Its depth.
    pub depth: Depth,
    /// The value of the root for the side to move there.
    pub score: Score,
    /// The best move.
    pub best: Move,
    /// The semi-PV; it begins with the best move.
    pub pv: Vec<Move>,
    /// The lines behind the first, if the task asks for several: each the result of a search without the best moves of
    /// all lines before it.
    pub others: Vec<Line>,
    /// Probes of this iteration.
    pub probes: u32,
    /// Was the iteration cut short by the safety net of [`MAX_PROBES`](super::MAX_PROBES)?
    pub capped: bool,
    /// Counts of all threads since the search began.
    pub counters: Counters,
}

/// What a search says of some of the root's moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The value of the best of them.
    pub score: Score,
    /// The semi-PV, which begins with that move; never empty.
    pub pv: Vec<Move>,
}

impl Iteration {
    /// The best move of the line with this number, counted from 0.
    pub(super) fn best_of_line(&self, number: usize) -> Option<Move> {
        match number.checked_sub(1) {
            None => Some(self.best),
            Some(place) => self.others.get(place).and_then(|line| line.pv.first()).copied(),
        }
    }
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The move to play: the best of the last completed iteration, or any legal one if there is none. `None` only where
    /// the root has no move.
    pub best: Option<Move>,
    /// The last completed iteration; `None` if the search was stopped in its first.
    pub last: Option<Iteration>,
    /// Counts of the whole search, all threads and the unfinished iteration included.
    pub counters: Counters,
}
