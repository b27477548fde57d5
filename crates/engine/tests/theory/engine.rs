//! The engine's own node search on generated trees.

use std::sync::Arc;

use crownhead_engine::eval::Score;
use crownhead_engine::search::{
    Depth, DriverKind, Histories, ModeKind, Moves, NoControl, Ordering, Quiescence, SearchOptions, Searcher, Table,
    Task, Tree, TreeMove,
};
use crownhead_rules::{Key, Ply};

use super::uniform_tree::{Node, UniformTree, mix};

/// A move to one of the children, by its number from the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ToChild(u64);

impl TreeMove for ToChild {
    fn history_slot(&self) -> usize {
        self.0 as usize
    }
}

impl Tree for &UniformTree {
    type Node = Node;
    type Move = ToChild;
    type AccumulatorStack = ();

    fn key(&self, node: &Node) -> Key {
        Key(mix(mix(node.place) ^ u64::from(node.level)))
    }

    fn list_moves(&self, node: &Node, moves: &mut Moves<ToChild>) {
        self.note_expansion(*node);
        moves.extend((0..self.width).map(ToChild));
    }

    fn child(&self, node: &Node, mv: &ToChild) -> Node {
        Node { level: node.level + 1, place: node.place * self.width + mv.0 }
    }

    fn quiescence(&self, _: &Node) -> Quiescence {
        Quiescence::Quiet
    }

    fn has_move(&self, _: &Node) -> bool {
        true
    }

    fn value_without_move(&self, _: &Node, _: Ply) -> Score {
        unreachable!("every node of the tree has moves")
    }

    fn accumulators(&self, _: &Node) {}

    fn push(&self, (): &mut (), _: Ply, _: &Node, _: &ToChild, _: &Node) {}

    fn evaluate(&self, (): &(), _: Ply, node: &Node) -> Score {
        let value = UniformTree::evaluate(self, *node);
        if node.is_max() { value } else { -value }
    }

    fn side_index(&self, node: &Node) -> usize {
        usize::from(!node.is_max())
    }
}

/// The value of the root as the engine finds it: static order, no deepening, and a table with room for all nodes.
pub fn value(tree: &UniformTree, table: &Arc<Table>, driver: DriverKind) -> Score {
    value_with(tree, table, driver, true)
}

/// The same, with or without searching after scouts that land inside the window just above the leaves.
pub fn value_with(tree: &UniformTree, table: &Arc<Table>, driver: DriverKind, research_near_leaves: bool) -> Score {
    let options = SearchOptions {
        research_near_leaves,
        mode: ModeKind::Strict,
        driver,
        ordering: Ordering::STATIC,
        transposition_cutoffs: false,
        ..SearchOptions::default()
    };
    let depth = Depth::new(tree.depth);
    let mut searcher = Searcher {
        tree: Arc::new(tree),
        table: Arc::clone(table),
        histories: Histories::default(),
        options,
        watcher: None,
    };
    searcher.clear();
    let outcome = searcher.search(&Task::new(Node::ROOT).just(depth), &mut NoControl);
    let iteration = outcome.last.expect("a search without control is completed");
    assert!(!iteration.capped, "{driver} ends by itself");
    assert_nothing_lost(tree, table);
    iteration.score
}

/// Every inner node that was searched, the root apart, is still in the table as it was last saved. (mtd-best saves no
/// root, since it asks about moves. A semi-PV goes on below the leaves where there is only one move.)
fn assert_nothing_lost(tree: &UniformTree, table: &Arc<Table>) {
    let is_inner = |node: &Node| *node != Node::ROOT && node.level < tree.depth;
    for node in tree.take_expanded().into_iter().filter(is_inner) {
        let depth = table.probe(tree.key(&node)).map(|entry| entry.depth);
        assert_eq!(depth, Some(Depth::new(tree.depth - node.level)), "{node:?} was lost: {tree:?}");
    }
}

/// A table in which the nodes of the largest tree leave nearly every bucket all but empty.
pub fn roomy_table() -> Arc<Table> {
    Arc::new(Table::with_entries(1 << 16).expect("there is memory for a small table"))
}
