//! Counts the lines of moves of a tree, to compare with published counts.

use crate::search::{Moves, Tree};

/// The number of lines of `depth` moves from a node. A pass is a move; a line that ends earlier does not count.
pub fn perft<T: Tree>(tree: &T, node: &T::Node, depth: u32) -> u64 {
    let mut moves = Moves::new();
    if depth > 0 {
        tree.list_moves(node, &mut moves);
    }
    match depth {
        0 => 1,
        1 => moves.len() as u64,
        _ => moves.iter().map(|mv| perft(tree, &tree.child(node, mv), depth - 1)).sum(),
    }
}
