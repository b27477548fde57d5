//! Distinct leaves, counted by a set.

use std::collections::HashSet;

use fnv::FnvBuildHasher;
use parking_lot::Mutex;

use crate::eval::Score;
use crate::rules::{Key, Move, MoveList, Ply};
use crate::search::Tree;

/// A tree that notes which positions are evaluated (seed 002, section 5.2: the number of bottom positions).
///
/// A position counts once in an iteration, however many lines lead to it and however many probes come back to it.
#[derive(Debug)]
pub struct LeafCounter<T> {
    tree: T,
    leaves: Mutex<Leaves>,
}

/// A tree is shared, so what it notes is locked.
#[derive(Debug, Default)]
struct Leaves {
    evaluated: HashSet<u64, FnvBuildHasher>,
    before: u64,
}

impl<T> LeafCounter<T> {
    /// Counts the leaves of `tree`.
    pub fn new(tree: T) -> LeafCounter<T> {
        LeafCounter { tree, leaves: Mutex::default() }
    }

    /// Ends an iteration, and yields how many distinct leaves it and those before it had, summed.
    pub(super) fn end_iteration(&self) -> u64 {
        let mut leaves = self.leaves.lock();
        leaves.before += leaves.evaluated.len() as u64;
        leaves.evaluated.clear();
        leaves.before
    }
}

impl<T: Tree> Tree for LeafCounter<T> {
    type Node = T::Node;

    fn key(&self, node: &T::Node) -> Key {
        self.tree.key(node)
    }

    fn list_moves(&self, node: &T::Node, moves: &mut MoveList) {
        self.tree.list_moves(node, moves);
    }

    fn child(&self, node: &T::Node, mv: &Move) -> T::Node {
        self.tree.child(node, mv)
    }

    fn must_capture(&self, node: &T::Node) -> bool {
        self.tree.must_capture(node)
    }

    fn has_move(&self, node: &T::Node) -> bool {
        self.tree.has_move(node)
    }

    fn value_without_move(&self, ply: Ply) -> Score {
        self.tree.value_without_move(ply)
    }

    fn evaluate(&self, node: &T::Node) -> Score {
        self.leaves.lock().evaluated.insert(self.tree.key(node).0);
        self.tree.evaluate(node)
    }

    fn side_index(&self, node: &T::Node) -> usize {
        self.tree.side_index(node)
    }

    fn repeatable_plies(&self, node: &T::Node) -> usize {
        self.tree.repeatable_plies(node)
    }

    fn is_drawn_by_count(&self, node: &T::Node) -> bool {
        self.tree.is_drawn_by_count(node)
    }
}
