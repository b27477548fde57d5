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
        self.with_moves(node, ply, |search, moves| {
            for (place, mv) in moves.iter().enumerate() {
                let child = search.tree.child(node, mv);
                if search.tree.quiescence(&child) == Quiescence::AllMoves {
                    search.tree.push(&mut search.accumulators, ply, node, mv, &child);
                    if search.captures_fail(&child, ply.next(), alpha, most - 1)? {
                        return Ok(Some(place));
                    }
                }
            }
            Ok(None)
        })
    }

    /// Whether each capture of the other side, which must make one, leaves the first side better than `alpha`.
    fn captures_fail(&mut self, node: &T::Node, ply: Ply, alpha: Score, most: u32) -> Result<bool, Stopped> {
        self.count_node()?;
        if ply.next() >= Ply::MAX {
            return Ok(false);
        }
        self.with_moves(node, ply, |search, moves| {
            for mv in moves {
                let child = search.tree.child(node, mv);
                search.tree.push(&mut search.accumulators, ply, node, mv, &child);
                if !search.stands_better(&child, ply.next(), alpha, most)? {
                    return Ok(false);
                }
            }
            Ok(true)
        })
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
        self.with_moves(node, ply, |search, moves| {
            for mv in moves {
                let child = search.tree.child(node, mv);
                search.tree.push(&mut search.accumulators, ply, node, mv, &child);
                let is_enough = match search.tree.quiescence(&child) {
                    Quiescence::AllMoves => search.captures_fail(&child, ply.next(), alpha, most)?,
                    _ => -search.static_value(&child, ply.next()) > alpha,
                };
                if is_enough {
                    return Ok(true);
                }
            }
            Ok(false)
        })
    }

    /// What `visit` makes of the moves of `node`, which lie on the move stack meanwhile. A list returned by value was
    /// copied with all of its room, 8 KiB: a quarter of the time of a search in english.
    fn with_moves<V>(
        &mut self,
        node: &T::Node,
        ply: Ply,
        visit: impl FnOnce(&mut Self, &Moves<T::Move>) -> Result<V, Stopped>,
    ) -> Result<V, Stopped> {
        let mut moves = self.move_stack.take(ply);
        self.tree.list_moves(node, &mut moves.list);
        let result = visit(self, &moves.list);
        self.move_stack.put_back(ply, moves);
        result
    }
}
