//! The best move so far: when a probe of the root may change it, by the rules SAFE and LAST.

use super::node::Search;
use super::root::Root;
use super::root_result::RootResult;
use super::{Tree, Verdict};
use crate::choice::named_choice;

named_choice! {
    /// When a probe may change the best move (van Horssen 2018, section 1).
    BestMoveRule("best-move rule") {
        /// Only when it returns more than its alpha: such a move is proven to be worth that much.
        Safe = "safe",
        /// Always: whatever move the table would remember for the root.
        Last = "last",
    }
}

impl<T: Tree> Search<'_, T> {
    /// The best move after a probe, where it was `before`.
    pub(super) fn best_after(
        &self,
        root: &Root<T::Node, T::Move>,
        before: Option<usize>,
        result: RootResult,
    ) -> Option<usize> {
        let raised = result.verdict != Verdict::FailLow;
        match self.options.best_move {
            // LAST reads the root's entry as van Horssen 2018 does; without one the move stays.
            BestMoveRule::Last if root.is_whole() => self.remembered_root_move(root).or(before),
            // A search of some of the moves leaves no entry behind for LAST to read.
            BestMoveRule::Safe | BestMoveRule::Last if raised => Some(result.best),
            BestMoveRule::Safe | BestMoveRule::Last => before,
        }
    }
}
