//! What goes into the engine and what comes out: positions, requests for searches, and the events of a search.

use std::num::NonZeroUsize;
use std::time::Duration;

use super::{Limit, SkillLevel};
use crate::eval::Score;
use crate::named_choice;
use crate::search::{Depth, Verdict};
use crownhead_rules::Ply;
use crownhead_rules::notation::{NotationError, SpelledMove};

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
    /// The moves to search, in any form of [`crownhead_rules::notation::parse_move`]. Illegal ones are ignored; if none
    /// is left, all moves are searched.
    pub only: Vec<String>,
    /// The number of lines in each report: the best line, the best line without the first move of that, and so on; at
    /// most one per legal move. Additional lines take search time from the best one.
    pub lines: NonZeroUsize,
    /// Whether the answer of a search that has ended waits for a stop or, while pondering, for the ponder hit.
    pub holds_answer: bool,
    /// The skill level of this search in place of the engine's.
    pub level: Option<SkillLevel>,
    /// Whether the answer is the move of the last completed iteration even if a limit has interrupted one that knows
    /// better: what an analysis reports are values, and an interrupted iteration has only a bound.
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
            level: if is_analysis { Some(SkillLevel::MAX) } else { None },
            whole_iterations: is_analysis,
        }
    }

    /// Whether an opening book may answer it: it is for a move of a game, any legal one, and nothing else. A search
    /// without limits ends when it is told to, and while pondering, the answer must be able to wait.
    pub(super) fn may_ask_book(&self) -> bool {
        let is_for_move = match self.purpose {
            Purpose::Think => self.limit.is_limited(),
            Purpose::Ponder => self.holds_answer,
            Purpose::Analyze => false,
        };
        is_for_move && self.only.is_empty() && self.lines == NonZeroUsize::MIN
    }
}

/// A position as a client sends it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setup<T> {
    /// The start position.
    Start,
    /// A FEN of PDN 3.0.
    Fen(T),
    /// A Hub position string.
    Hub(T),
}

impl Setup<String> {
    /// The same, borrowed.
    pub fn as_deref(&self) -> Setup<&str> {
        match self {
            Setup::Start => Setup::Start,
            Setup::Fen(text) => Setup::Fen(text),
            Setup::Hub(text) => Setup::Hub(text),
        }
    }
}

/// Why a position could not be set up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// The position is invalid; the game is unchanged.
    #[error("{0}")]
    Position(#[from] NotationError),
    /// A move is illegal; the game is at the position before it.
    #[error("move {number}: {cause}")]
    Move {
        /// The number of the move in the list, from 1.
        number: usize,
        /// What is wrong with it.
        cause: NotationError,
    },
}

/// Identifies a search, so that a late event of one search is never attributed to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SearchId(pub u64);

/// An event from the search thread.
#[derive(Clone, Debug)]
pub enum Event {
    /// All lines of an iteration are complete. The last report can be of an iteration that a limit has interrupted:
    /// then its score is a lower bound, and its line begins with the better move that is the answer.
    Report(SearchId, Report),
    /// A probe of the current iteration returned a bound: the score of the report is that bound. Bounds are reported in
    /// long searches only, at most ten times per second, and only for the first line.
    Bound(SearchId, Report),
    /// The search has ended before its limits. The report is the last one again.
    EndedEarly(SearchId, EarlyEnd, Report),
    /// The search is over. Exactly one of these follows each start of a search.
    Done(SearchId, SearchAnswer),
}

named_choice! {
    /// Why a search ends before its limits.
    EarlyEnd ("early end") {
        /// There is only one move to choose from.
        OnlyMove = "only-move",
        /// The endgame tables know the value.
        Table = "table",
        /// The skill level searches no more nodes.
        Level = "level",
    }
}

/// The state of a search.
#[derive(Clone, Debug)]
pub struct Report {
    /// The depth of the iteration.
    pub depth: Depth,
    /// The mean distance, in plies, from the root to the leaves of this search.
    pub mean_depth: f64,
    /// The length of the longest line, in plies: from the root to a node that the search has visited, or of a line
    /// below.
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
    /// The number of these nodes that the endgame tables answered.
    pub known_hits: u64,
    /// Time since the search began.
    pub time: Duration,
    /// The share of the table filled by this search, in permille.
    pub table_fill: u32,
    /// The semi-PV: the best move and the line that the table contains after it. Where the endgame tables know who
    /// wins, it goes on to the end of the game by them. Every move is legal; it is never empty. In an [`Event::Bound`]
    /// it is the best move alone.
    pub pv: Vec<SpelledMove>,
    /// The other lines, if the request asks for several: the second is the result of a search of all moves except the
    /// best, and so on. Empty with a bound.
    pub others: Vec<ReportedLine>,
}

/// A line after the best one.
#[derive(Clone, Debug)]
pub struct ReportedLine {
    /// The value for the side to move.
    pub score: Score,
    /// The semi-PV; every move legal, never empty.
    pub pv: Vec<SpelledMove>,
}

/// The end of a search.
#[derive(Clone, Debug)]
pub struct SearchAnswer {
    /// The best move; `None` only where the game is over.
    pub best: Option<SpelledMove>,
    /// The expected reply, legal after the best move.
    pub ponder: Option<SpelledMove>,
}
