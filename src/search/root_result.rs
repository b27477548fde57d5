//! The result of one probe of the root.

use super::Verdict;
use crate::eval::Score;

/// The result of one probe of the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RootResult {
    pub(super) score: Score,
    pub(super) verdict: Verdict,
    /// The generation place of the first move that reached the score.
    pub(super) best: usize,
}
