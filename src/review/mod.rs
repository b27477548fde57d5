//! The review of a game: what each move loses, its mark, and the better moves, searched from the last move to the
//! first.
//!
//! One table serves all searches of a game. Backwards, it already holds the positions after a move when that move is
//! reviewed: the search of a position uses deeper results for the played move, its score is consistent with those of
//! the following moves, and the search of a move that is not the best one is fast.
//!
//! A move is compared with the best one in the same position. The value of the next position does not serve: where
//! positions repeat, the search before a move can see a draw by repetition that the search after it does not see.

mod annotation;
mod appraisal;
mod assessment;
mod chances;
mod collection;
#[cfg(not(target_family = "wasm"))]
mod finder;
mod judgement;
mod problem;
mod reason;
mod recorded;
mod stroke;

pub use annotation::{annotate, annotate_value, forget, forget_value, has_review, is_annotated};
pub use appraisal::{Appraisal, ReviewSearch, appraise};
pub use assessment::{Assessment, SideSummary, Stated};
pub use chances::{Curve, accuracy};
pub use collection::{Problem, ProblemKind, built_in_problems, read_problems};
#[cfg(not(target_family = "wasm"))]
pub use finder::ProblemFinder;
pub use judgement::{Judgement, Loss, Thresholds, first_move, is_known, score_for_white, score_text};
pub use problem::{Effort, Examined, Goal, MoveCheck, Outcome, Solution, solve, solve_on, texts, win};
pub use reason::{Distance, Material, Reason};
pub use recorded::{recorded, replayed};
pub use stroke::{Stroke, StrokeFinder};
