//! A tree in which the side to move may stand pat in the quiescence search, as in chess: every driver finds what plain minimax
//! with quiescence finds.

use std::sync::Arc;

use crownhead_engine::eval::Score;
use crownhead_engine::search::{
    Depth, DriverKind, Histories, ModeKind, Moves, NoControl, Quiescence, SearchOptions, Searcher, Table, Task, Tree,
    TreeMove,
};
use crownhead_rules::{Key, Ply};

use super::uniform_tree::mix;

const WIDTH: u64 = 4;
/// No node has moves below this level, so that quiescence ends.
const LEVELS: u32 = 9;

/// A generated tree. Nodes have static values; some moves are noisy, and some nodes have no move.
#[derive(Debug)]
struct NoisyTree {
    seed: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Node {
    level: u32,
    hash: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Branch {
    number: u64,
    is_noisy: bool,
}

impl TreeMove for Branch {
    fn history_slot(&self) -> usize {
        self.number as usize
    }

    fn captured(&self) -> u32 {
        u32::from(self.is_noisy)
    }
}

impl NoisyTree {
    fn root(&self) -> Node {
        Node { level: 0, hash: mix(self.seed) }
    }

    fn static_value(node: &Node) -> Score {
        Score::from_millionths((mix(node.hash ^ 1) % 4_000_000) as i64 - 2_000_000)
    }

    fn branches(node: &Node) -> Vec<Branch> {
        let is_end = node.level >= LEVELS || (node.level > 0 && mix(node.hash ^ 2).is_multiple_of(17));
        let width = if is_end { 0 } else { WIDTH };
        (0..width).map(|number| Branch { number, is_noisy: mix(node.hash ^ (3 + number)).is_multiple_of(3) }).collect()
    }

    fn next(node: &Node, branch: &Branch) -> Node {
        Node { level: node.level + 1, hash: mix(node.hash.wrapping_add(branch.number + 11)) }
    }
}

impl Tree for NoisyTree {
    type Node = Node;
    type Move = Branch;
    type AccumulatorStack = ();

    fn key(&self, node: &Node) -> Key {
        Key(node.hash)
    }

    fn list_moves(&self, node: &Node, moves: &mut Moves<Branch>) {
        moves.extend(NoisyTree::branches(node));
    }

    fn list_noisy_moves(&self, node: &Node, moves: &mut Moves<Branch>) {
        moves.extend(NoisyTree::branches(node).into_iter().filter(|branch| branch.is_noisy));
    }

    fn child(&self, node: &Node, mv: &Branch) -> Node {
        NoisyTree::next(node, mv)
    }

    fn quiescence(&self, node: &Node) -> Quiescence {
        if self.has_move(node) { Quiescence::StandPat } else { Quiescence::Quiet }
    }

    fn has_move(&self, node: &Node) -> bool {
        !NoisyTree::branches(node).is_empty()
    }

    fn value_without_move(&self, _: &Node, ply: Ply) -> Score {
        Score::loss_in(ply)
    }

    fn accumulators(&self, _: &Node) {}

    fn push(&self, (): &mut (), _: Ply, _: &Node, _: &Branch, _: &Node) {}

    fn evaluate(&self, (): &(), _: Ply, node: &Node) -> Score {
        NoisyTree::static_value(node)
    }

    fn side_index(&self, node: &Node) -> usize {
        node.level as usize % 2
    }
}

/// The value by definition: to `depth` all moves, beyond it the static value or the noisy moves.
fn minimax(node: &Node, depth: u32, ply: u16) -> Score {
    let branches = NoisyTree::branches(node);
    if branches.is_empty() {
        return Score::loss_in(Ply::new(ply));
    }
    let value = |branch: &Branch| -minimax(&NoisyTree::next(node, branch), depth.saturating_sub(1), ply + 1);
    if depth > 0 {
        return branches.iter().map(value).max().expect("there are branches");
    }
    let noisy = branches.iter().filter(|branch| branch.is_noisy).map(value);
    noisy.max().unwrap_or(Score::MIN).max(NoisyTree::static_value(node))
}

#[test]
fn every_driver_finds_the_value_with_quiescence() {
    let mut quiet_differs = 0;
    for seed in 0..60 {
        let tree = Arc::new(NoisyTree { seed });
        for depth in 1..=4 {
            let value = minimax(&tree.root(), depth, 0);
            for &driver in DriverKind::ALL.iter().filter(|&&kind| kind != DriverKind::MtdBest) {
                let options = SearchOptions { mode: ModeKind::Strict, driver, ..SearchOptions::default() };
                let mut searcher = Searcher {
                    tree: Arc::clone(&tree),
                    table: Arc::new(Table::with_entries(1 << 14).expect("there is memory")),
                    histories: Histories::default(),
                    options,
                    watcher: None,
                };
                let task = Task::new(tree.root()).up_to(Depth::new(depth));
                let found = searcher.search(&task, &mut NoControl).last.map(|last| last.score);
                assert_eq!(found, Some(value), "{driver}, depth {depth}, {tree:?}");
            }
            let shallow = NoisyTree::branches(&tree.root())
                .iter()
                .map(|branch| -NoisyTree::static_value(&NoisyTree::next(&tree.root(), branch)))
                .max();
            quiet_differs += u32::from(depth == 1 && shallow != Some(value));
        }
    }
    assert!(quiet_differs > 20, "quiescence changes the value in {quiet_differs} of 60 trees");
}
