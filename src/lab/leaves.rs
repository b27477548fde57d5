//! Counts distinct leaves with a set.

use std::collections::HashSet;
use std::sync::Arc;

use fnv::FnvBuildHasher;
use parking_lot::Mutex;

use crate::eval::{Score, Tuning};
use crate::rules::{Key, Ply};
use crate::search::{Bounds, Depth, Horizon, Moves, Tree};

/// A tree that records which positions are evaluated (Plaat et al. 1995, section 5.2: the number of bottom positions).
///
/// A position counts once per iteration, even if several lines and probes reach it.
#[derive(Debug)]
pub struct LeafCounter<T> {
    tree: Arc<T>,
    leaves: Mutex<Leaves>,
}

/// A tree is shared, so its set is locked.
#[derive(Debug, Default)]
struct Leaves {
    evaluated: HashSet<u64, FnvBuildHasher>,
    before: u64,
}

impl<T> LeafCounter<T> {
    /// Counts the leaves of `tree`.
    pub fn new(tree: Arc<T>) -> LeafCounter<T> {
        LeafCounter { tree, leaves: Mutex::default() }
    }

    /// Ends an iteration, and returns the sum of distinct leaves over it and the previous iterations.
    pub(super) fn end_iteration(&self) -> u64 {
        let mut leaves = self.leaves.lock();
        leaves.before += leaves.evaluated.len() as u64;
        leaves.evaluated.clear();
        leaves.before
    }
}

impl<T: Tree> Tree for LeafCounter<T> {
    type Node = T::Node;
    type Move = T::Move;
    type Trail = T::Trail;

    fn key(&self, node: &T::Node) -> Key {
        self.tree.key(node)
    }

    fn table_key(&self, node: &T::Node) -> Key {
        self.tree.table_key(node)
    }

    fn table_key_after(&self, node: &T::Node, mv: &T::Move) -> Key {
        self.tree.table_key_after(node, mv)
    }

    fn list_moves(&self, node: &T::Node, moves: &mut Moves<T::Move>) {
        self.tree.list_moves(node, moves);
    }

    fn list_noisy_moves(&self, node: &T::Node, moves: &mut Moves<T::Move>) {
        self.tree.list_noisy_moves(node, moves);
    }

    fn child(&self, node: &T::Node, mv: &T::Move) -> T::Node {
        self.tree.child(node, mv)
    }

    fn horizon(&self, node: &T::Node) -> Horizon {
        self.tree.horizon(node)
    }

    fn has_move(&self, node: &T::Node) -> bool {
        self.tree.has_move(node)
    }

    fn value_without_move(&self, node: &T::Node, ply: Ply) -> Score {
        self.tree.value_without_move(node, ply)
    }

    fn known_value(&self, node: &T::Node, ply: Ply, depth: Depth) -> Option<Bounds> {
        self.tree.known_value(node, ply, depth)
    }

    fn waits(&self) -> u64 {
        self.tree.waits()
    }

    fn trail(&self, root: &T::Node) -> T::Trail {
        self.tree.trail(root)
    }

    fn follow(&self, trail: &mut T::Trail, ply: Ply, parent: &T::Node, mv: &T::Move, child: &T::Node) {
        self.tree.follow(trail, ply, parent, mv, child);
    }

    fn evaluate(&self, trail: &T::Trail, ply: Ply, node: &T::Node) -> Score {
        self.leaves.lock().evaluated.insert(self.tree.key(node).0);
        self.tree.evaluate(trail, ply, node)
    }

    fn tuning(&self) -> Tuning {
        self.tree.tuning()
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
