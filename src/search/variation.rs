//! The semi-PV: what the table remembers after the best move (van Horssen 2018, section 3).

use super::Tree;
use super::table::{MoveIndex, Table};
use super::tree::Moves;
use crate::rules::{Key, Ply};

/// Follows the table from `root` over `first`. Every move is legal; the line ends where the table has no move, where a
/// position comes back, or after [`Ply::MAX`] plies.
pub(super) fn semi_pv<T: Tree>(tree: &T, table: &Table, root: &T::Node, first: T::Move) -> Vec<T::Move> {
    let mut seen: Vec<Key> = vec![tree.key(root)];
    let mut node = tree.child(root, &first);
    let mut line = vec![first];
    while line.len() < Ply::MAX.index() && !seen.contains(&tree.key(&node)) {
        let Some(mv) = remembered_move(tree, table, &node) else { break };
        seen.push(tree.key(&node));
        node = tree.child(&node, &mv);
        line.push(mv);
    }
    line
}

/// The move that the table remembers for a node, if it is one of the node's moves.
fn remembered_move<T: Tree>(tree: &T, table: &Table, node: &T::Node) -> Option<T::Move> {
    let place = table.probe(tree.table_key(node))?.best.map(MoveIndex::place)?;
    let mut moves = Moves::new();
    tree.list_moves(node, &mut moves);
    moves.get(place).copied()
}
