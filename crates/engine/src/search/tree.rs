//! What the search needs to know of a game.
//!
//! The search runs over any [`Tree`]: the draughts games are one ([`Draughts`](super::Draughts)). So the theorems of
//! the MTD papers can be checked on generated trees, and other games compared, through the very code that plays.

use std::fmt::Debug;

use arrayvec::ArrayVec;

use super::{Bounds, Depth};
use crate::eval::{Score, Tuning};
use crownhead_rules::{Key, MAX_MOVES, Move, Ply, Square};

/// The moves of a node.
pub type Moves<M> = ArrayVec<M, MAX_MOVES>;

/// What the order of moves and the reductions ask of a move.
pub trait TreeMove: Copy + Debug + Eq + Send + Sync + 'static {
    /// Which count of the history is its own, below [`HISTORY_SLOTS`]. Moves that do the same elsewhere may share one.
    fn history_slot(&self) -> usize;

    /// How much it captures: 0 for a quiet move. The more, the earlier it is tried.
    fn captured(&self) -> u32 {
        0
    }

    /// Whether it captures nothing.
    fn is_quiet(&self) -> bool {
        self.captured() == 0
    }
}

/// The number of history counts for each side: one for each pair of squares.
pub const HISTORY_SLOTS: usize = Square::MOST * Square::MOST;

impl TreeMove for Move {
    fn history_slot(&self) -> usize {
        self.from.index() * Square::MOST + self.to.index()
    }

    fn captured(&self) -> u32 {
        self.captured_set().len()
    }
}

/// The quiescence search: how a node is valued when no depth is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quiescence {
    /// As it stands.
    Quiet,
    /// By all its moves: it is never a leaf. In draughts, where a capture must be made.
    AllMoves,
    /// As it stands or by its noisy moves, whichever the side to move likes better.
    StandPat,
}

/// A game tree as the search sees it.
pub trait Tree: Send + Sync {
    /// A node: everything about a position that its subtree depends on.
    type Node: Clone + Debug + Send + Sync;
    /// A move.
    type Move: TreeMove;
    /// What the evaluation keeps of the line from the root of a search to the node being searched, by ply.
    type AccumulatorStack: Debug + Send;

    /// The hash of the position, by which its return is recognised.
    fn key(&self, node: &Self::Node) -> Key;

    /// The hash under which the node is remembered in the table. Nodes that share it have the same value, as far as the
    /// search looks: what only a longer line would show may differ.
    fn table_key(&self, node: &Self::Node) -> Key {
        self.key(node)
    }

    /// The [`Tree::table_key`] of the node that a move leads to.
    fn table_key_after(&self, node: &Self::Node, mv: &Self::Move) -> Key {
        self.table_key(&self.child(node, mv))
    }

    /// Fills `moves`, which is empty, with the moves of the node in an order that depends on nothing but its key.
    fn list_moves(&self, node: &Self::Node, moves: &mut Moves<Self::Move>);

    /// The same for the moves that the quiescence search tries at a node of [`Quiescence::StandPat`].
    fn list_noisy_moves(&self, node: &Self::Node, moves: &mut Moves<Self::Move>) {
        self.list_moves(node, moves);
    }

    /// The node that a move leads to.
    fn child(&self, node: &Self::Node, mv: &Self::Move) -> Self::Node;

    /// How the node is valued when no depth is left.
    fn quiescence(&self, node: &Self::Node) -> Quiescence;

    /// Whether the side to move has any move.
    fn has_move(&self, node: &Self::Node) -> bool;

    /// The value, for the side to move, of a node where it has no move, `ply` plies below the root.
    fn value_without_move(&self, node: &Self::Node, ply: Ply) -> Score;

    /// What is known of the node's value without a search `depth` plies deep, as seen from a root `ply` plies above it.
    /// It must hold however deep a search would be.
    fn known_value(&self, _node: &Self::Node, _ply: Ply, _depth: Depth) -> Option<Bounds> {
        None
    }

    /// How often a thread has waited long for what it asked, as for a slow disk; the count of all threads.
    fn waits(&self) -> u64 {
        0
    }

    /// The accumulators of a line that consists of the root alone.
    fn accumulators(&self, root: &Self::Node) -> Self::AccumulatorStack;

    /// The line goes on: `mv` leads from `parent`, `ply` plies below the root, to `child`.
    fn push(
        &self,
        accumulators: &mut Self::AccumulatorStack,
        ply: Ply,
        parent: &Self::Node,
        mv: &Self::Move,
        child: &Self::Node,
    );

    /// What a leaf, `ply` plies below the root and the last node of the line, is worth to the side to move.
    fn evaluate(&self, accumulators: &Self::AccumulatorStack, ply: Ply, node: &Self::Node) -> Score;

    /// The numbers of the selective search that suit the values of this tree.
    fn tuning(&self) -> Tuning {
        Tuning::UNMEASURED
    }

    /// 0 or 1: whose history a move of this node belongs to.
    fn side_index(&self, node: &Self::Node) -> usize;

    /// Plies since which every position of the line could occur again.
    fn repeatable_plies(&self, _node: &Self::Node) -> usize {
        0
    }

    /// Whether the game is drawn by a count of moves.
    fn is_drawn_by_count(&self, _node: &Self::Node) -> bool {
        false
    }
}
