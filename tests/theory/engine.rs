//! The engine's own node search on generated trees.

use std::num::NonZeroUsize;

use crownhead::eval::Score;
use crownhead::rules::{Bitboard, Key, Move, MoveList, Ply, Square};
use crownhead::search::{
    Depth, DriverKind, Memory, ModeKind, Ordering, Policy, SearchOptions, Table, Task, Tree, Unsupervised,
    search,
};

use super::uniform_tree::{Node, UniformTree, mix};

/// Which child a move leads to is told by the square where it ends.
impl Tree for UniformTree {
    type Node = Node;

    fn key(&self, node: &Node) -> Key {
        Key(mix(mix(node.place) ^ u64::from(node.level)))
    }

    fn list_moves(&self, node: &Node, moves: &mut MoveList) {
        self.note_expansion(*node);
        let from = Square::from_index(0);
        let to = (0..self.width as usize).map(Square::from_index);
        moves.extend(to.map(|to| Move { from, to, captured: Bitboard::EMPTY }));
    }

    fn child(&self, node: &Node, mv: &Move) -> Node {
        Node { level: node.level + 1, place: node.place * self.width + mv.to.index() as u64 }
    }

    fn must_capture(&self, _: &Node) -> bool {
        false
    }

    fn has_move(&self, _: &Node) -> bool {
        true
    }

    fn value_without_move(&self, _: Ply) -> Score {
        unreachable!("every node of the tree has moves")
    }

    fn evaluate(&self, node: &Node) -> Score {
        let value = UniformTree::evaluate(self, *node);
        if node.is_max() { value } else { -value }
    }

    fn side_index(&self, node: &Node) -> usize {
        usize::from(!node.is_max())
    }

    fn repeatable_plies(&self, _: &Node) -> usize {
        0
    }

    fn is_drawn_by_count(&self, _: &Node) -> bool {
        false
    }
}

/// The value of the root as the engine finds it: static order, no deepening, and a table with room for all nodes.
pub fn value(tree: &UniformTree, table: &Table, driver: DriverKind) -> Score {
    value_with(tree, table, driver, true)
}

/// The same, with or without searching after scouts that land inside the window just above the leaves.
pub fn value_with(
    tree: &UniformTree,
    table: &Table,
    driver: DriverKind,
    research_near_leaves: bool,
) -> Score {
    let options = SearchOptions {
        research_near_leaves,
        mode: ModeKind::Strict,
        driver,
        ordering: Ordering::STATIC,
        transposition_cutoffs: false,
        ..SearchOptions::default()
    };
    let depth = Depth::new(tree.depth);
    let task = Task {
        tree,
        root: Node::ROOT,
        earlier: Vec::new(),
        only: &[],
        lines: NonZeroUsize::MIN,
        first: depth,
        last: depth,
        options: &options,
    };
    table.clear();
    let outcome = search(&task, table, &mut Memory::default(), &mut Unsupervised);
    let iteration = outcome.last.expect("an unsupervised search is completed");
    assert!(!iteration.capped, "{driver} ends by itself");
    assert_nothing_lost(tree, table);
    iteration.score
}

/// Every inner node that was searched, the root apart, is still in the table as it was last saved. (mtd-best saves no
/// root, since it asks about moves.)
fn assert_nothing_lost(tree: &UniformTree, table: &Table) {
    for node in tree.take_expanded().into_iter().filter(|&node| node != Node::ROOT) {
        let depth = table.probe(tree.key(&node)).map(|entry| entry.depth);
        assert_eq!(depth, Some(Depth::new(tree.depth - node.level)), "{node:?} was lost: {tree:?}");
    }
}

/// A table in which the nodes of the largest tree leave nearly every bucket all but empty.
pub fn roomy_table() -> Table {
    Table::with_entries(1 << 16, Policy::Bucket).expect("there is memory for a small table")
}
