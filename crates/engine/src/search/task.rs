//! What goes into a search and what comes out of it.

use std::num::NonZeroUsize;

use super::counters::Counters;
use super::depth::Depth;
use super::options::FirstGuess;
use super::window::Verdict;
use crate::eval::{Score, ScoreClass};
use crownhead_rules::{Key, Move};

/// What to search: a node of type `N` with moves of type `M`.
#[derive(Clone, Debug)]
pub struct Task<N, M = Move> {
    /// The root.
    pub root: N,
    /// The keys of earlier positions of the game that can still be repeated.
    pub earlier: Vec<Key>,
    /// The only moves of the root that are searched, in the order in which they are tried; all of them, as they are
    /// generated, if it is empty. What a search of some of the moves finds out about the root is not saved in the
    /// table.
    pub only: Vec<M>,
    /// How many lines each iteration reports: the second is the result of a search without the best move of the first,
    /// and so on. There are no more lines than moves. With several, the driver `mtd-best`, which proves no values,
    /// gives way to `mtd-f`.
    pub lines: NonZeroUsize,
    /// The first iteration; more than 1 for a search without iterative deepening.
    pub first: Depth,
    /// The last iteration.
    pub last: Depth,
    /// Where an earlier search of this task was interrupted, if this one goes on there. It must have the same table.
    pub after: Option<Interrupted<M>>,
}

impl<N, M> Task<N, M> {
    /// All moves of a root without a past, one line, deepened until it is stopped.
    pub const fn new(root: N) -> Task<N, M> {
        Task {
            root,
            earlier: Vec::new(),
            only: Vec::new(),
            lines: NonZeroUsize::MIN,
            first: Depth::new(1),
            last: Depth::MAX,
            after: None,
        }
    }

    /// The same up to this iteration.
    #[must_use]
    pub fn up_to(self, last: Depth) -> Task<N, M> {
        Task { last, ..self }
    }

    /// The same with this iteration alone.
    #[must_use]
    pub fn just(self, depth: Depth) -> Task<N, M> {
        Task { first: depth, last: depth, ..self }
    }
}

/// The values of a line in the last two iterations.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Guesses {
    one_ago: Option<Score>,
    two_ago: Option<Score>,
}

impl Guesses {
    pub(super) fn push(&mut self, score: Score) {
        *self = Guesses { one_ago: Some(score), two_ago: self.one_ago };
    }

    /// The first guess for the next iteration: 0 as long as nothing is known (van Horssen 2018, section 1).
    pub(super) fn next(&self, rule: FirstGuess) -> Score {
        let guess = match rule {
            FirstGuess::OneAgo => self.one_ago,
            FirstGuess::TwoAgo => self.two_ago.or(self.one_ago),
        };
        guess.unwrap_or(Score::DRAW)
    }
}

/// A completed iteration.
#[derive(Clone, Debug, PartialEq)]
pub struct Iteration<M = Move> {
    /// Its depth.
    pub depth: Depth,
    /// The value of the root for the side to move there; of the driver `mtd-best`, only a lower bound of it.
    pub score: Score,
    /// The best move.
    pub best: M,
    /// The semi-PV; it begins with the best move.
    pub pv: Vec<M>,
    /// The lines behind the first, if the task asks for several: each the result of a search without the best moves of
    /// all lines before it.
    pub others: Vec<RootLine<M>>,
    /// Probes of this iteration.
    pub probes: u32,
    /// Whether the iteration was cut short by the limit of [`MAX_PROBES`](super::MAX_PROBES).
    pub capped: bool,
    /// Counts of all threads since the search began.
    pub counters: Counters,
}

/// What a search says of some of the root's moves.
#[derive(Clone, Debug, PartialEq)]
pub struct RootLine<M = Move> {
    /// The value of the best of them.
    pub score: Score,
    /// The semi-PV, which begins with that move; never empty.
    pub pv: Vec<M>,
}

impl<M> Iteration<M> {
    /// Whether all lines end in a win or loss within the depth of the iteration, so that a deeper search is not worth
    /// its time.
    ///
    /// In mode `strict` that is a proof, repetitions aside: no deeper search finds anything else. In the other modes it
    /// is rarely wrong. In mode `play`, reductions and ProbCut may have skipped a quicker win or a longer defence, also
    /// where endgame tables know the end of the line; and the table answers with values that were found behind other
    /// moves, in earlier searches, for other lines or by other threads, where a position that would be repeated here
    /// had not been there before.
    pub fn is_proven(&self) -> bool {
        let ends_within_depth = |score: Score| match score.class() {
            ScoreClass::Win(plies)
            | ScoreClass::KnownWin(plies)
            | ScoreClass::Loss(plies)
            | ScoreClass::KnownLoss(plies) => u32::from(plies.get()) <= self.depth.get(),
            ScoreClass::Heuristic => false,
        };
        self.others.iter().map(|line| line.score).chain([self.score]).all(ends_within_depth)
    }
}

impl<M: Copy> Iteration<M> {
    /// The best move of the line with this number, counted from 0.
    pub(super) fn best_of_line(&self, number: usize) -> Option<M> {
        match number.checked_sub(1) {
            None => Some(self.best),
            Some(place) => self.others.get(place).and_then(|line| line.pv.first()).copied(),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RootResult {
    pub(super) score: Score,
    pub(super) verdict: Verdict,
    /// The generation place of the first move that reached the score.
    pub(super) best: usize,
}

/// A move that an interrupted iteration has proven to be better than that of the last completed one, if there is one.
#[derive(Clone, Debug, PartialEq)]
pub struct BetterMove<M = Move> {
    /// The depth of the iteration.
    pub depth: Depth,
    /// What the move is worth at least.
    pub low: Score,
    /// The semi-PV; it begins with the move.
    pub pv: Vec<M>,
}

/// Where a search was interrupted.
#[derive(Clone, Debug, PartialEq)]
pub struct Interrupted<M = Move> {
    /// The moves of the root in the order in which they were tried.
    pub(super) order: Vec<M>,
    /// For each line, the values from which its next first guess is made.
    pub(super) guesses: Vec<Guesses>,
    /// The last completed iteration.
    pub(super) last: Option<Iteration<M>>,
    /// What the interrupted one has proven: see [`BetterMove`].
    pub(super) proven: Option<(M, Score)>,
    pub(super) counters: Counters,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchResult<M = Move> {
    /// The best move of the last completed iteration, or any legal one if there is none. `None` only where the root has
    /// no move, or none of those that the task allows.
    pub best: Option<M>,
    /// The last completed iteration; `None` if the search was stopped in its first.
    pub last: Option<Iteration<M>>,
    /// The better move of the iteration that was interrupted, if it has one and the options ask for it.
    pub better: Option<BetterMove<M>>,
    /// Where it was interrupted, unless it has come to its end.
    pub interrupted: Option<Interrupted<M>>,
    /// Counts of the whole search, all threads and the unfinished iteration included.
    pub counters: Counters,
}

impl<M: Copy> SearchResult<M> {
    /// The move to play, unless a client stopped the search that has seen only completed iterations.
    pub fn move_to_play(&self) -> Option<M> {
        self.better.as_ref().and_then(|better| better.pv.first()).copied().or(self.best)
    }
}
