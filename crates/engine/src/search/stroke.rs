//! Strokes: sacrifices that the other side must take, one after another, until a capture wins back more.
//!
//! The side that makes a stroke is men behind until its last move, so that a shallow search believes it to stay behind.
//! Before ProbCut is believed in that, the moves after which the other side can do nothing but capture are tried here
//! by themselves. There are few, so this costs little beside the search that ProbCut saves.

use super::node::Search;
use super::tree::{Moves, Quiescence};
use super::{Stopped, Tree};
use crate::eval::Score;
use crownhead_rules::Ply;

impl<T: Tree> Search<'_, T> {
    /// The place of a move of `node`, whose side need not capture, that begins a stroke: whatever the other side
    /// captures, the side to move comes to stand better than `alpha` where no capture is left to make.
    pub(super) fn stroke(&mut self, node: &T::Node, ply: Ply, alpha: Score) -> Result<Option<usize>, Stopped> {
        self.sacrifice(node, ply, alpha, self.options.stroke_sacrifices)
    }

    fn sacrifice(&mut self, node: &T::Node, ply: Ply, alpha: Score, most: u32) -> Result<Option<usize>, Stopped> {
        if most == 0 || ply.next() >= Ply::MAX {
            return Ok(None);
        }
        for (place, mv) in self.moves_of(node).iter().enumerate() {
            let child = self.tree.child(node, mv);
            if self.tree.quiescence(&child) == Quiescence::AllMoves {
                self.tree.push(&mut self.accumulators, ply, node, mv, &child);
                if self.captures_fail(&child, ply.next(), alpha, most - 1)? {
                    return Ok(Some(place));
                }
            }
        }
        Ok(None)
    }

    /// Whether each capture of the other side, which must make one, leaves the first side better than `alpha`.
    fn captures_fail(&mut self, node: &T::Node, ply: Ply, alpha: Score, most: u32) -> Result<bool, Stopped> {
        self.count_node()?;
        if ply.next() >= Ply::MAX {
            return Ok(false);
        }
        for mv in &self.moves_of(node) {
            let child = self.tree.child(node, mv);
            self.tree.push(&mut self.accumulators, ply, node, mv, &child);
            if !self.stands_better(&child, ply.next(), alpha, most)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether the side to move stands better than `alpha`, now or after captures and at most `most` sacrifices.
    fn stands_better(&mut self, node: &T::Node, ply: Ply, alpha: Score, most: u32) -> Result<bool, Stopped> {
        self.count_node()?;
        if self.tree.quiescence(node) != Quiescence::AllMoves {
            return Ok(self.static_value(node, ply) > alpha || self.sacrifice(node, ply, alpha, most)?.is_some());
        }
        if ply.next() >= Ply::MAX {
            return Ok(false);
        }
        for mv in &self.moves_of(node) {
            let child = self.tree.child(node, mv);
            self.tree.push(&mut self.accumulators, ply, node, mv, &child);
            let is_enough = match self.tree.quiescence(&child) {
                Quiescence::AllMoves => self.captures_fail(&child, ply.next(), alpha, most)?,
                _ => -self.static_value(&child, ply.next()) > alpha,
            };
            if is_enough {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn moves_of(&self, node: &T::Node) -> Moves<T::Move> {
        let mut moves = Moves::new();
        self.tree.list_moves(node, &mut moves);
        moves
    }
}
