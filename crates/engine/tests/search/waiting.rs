//! A search looks at its clock as soon as it has waited for something slow.

use std::sync::Arc;

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crownhead_engine::eval::Score;
use crownhead_engine::search::{
    Bounds, CHECK_INTERVAL, Depth, Iteration, Moves, Quiescence, SearchControl, SearchOptions, Searcher, Stopped,
    Table, TableSize, Task, Tree, TreeMove,
};
use crownhead_rules::{Key, Ply};

/// One of three moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Branch(u8);

impl TreeMove for Branch {
    fn history_slot(&self) -> usize {
        usize::from(self.0)
    }
}

/// A tree of three moves at every node, in which one known value in `slow` takes long; none if that is 0.
struct Slow {
    slow: u64,
    asked: AtomicU64,
    waits: AtomicU64,
}

/// A number for the way from the root, and its length.
type Way = (u64, u16);

impl Tree for Slow {
    type Node = Way;
    type Move = Branch;
    type AccumulatorStack = ();

    fn key(&self, node: &Way) -> Key {
        Key(node.0)
    }

    fn list_moves(&self, _: &Way, moves: &mut Moves<Branch>) {
        (0..3).map(Branch).for_each(|branch| moves.push(branch));
    }

    fn child(&self, node: &Way, branch: &Branch) -> Way {
        ((node.0 + u64::from(branch.0) + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15), node.1 + 1)
    }

    fn quiescence(&self, _: &Way) -> Quiescence {
        Quiescence::Quiet
    }

    fn has_move(&self, _: &Way) -> bool {
        true
    }

    fn value_without_move(&self, _: &Way, ply: Ply) -> Score {
        Score::loss_in(ply)
    }

    fn known_value(&self, _: &Way, _: Ply, _: Depth) -> Option<Bounds> {
        let asked = self.asked.fetch_add(1, Relaxed);
        if asked.checked_rem(self.slow) == Some(0) {
            self.waits.fetch_add(1, Relaxed);
        }
        Some(Bounds::OPEN)
    }

    fn waits(&self) -> u64 {
        self.waits.load(Relaxed)
    }

    fn accumulators(&self, _: &Way) {}

    fn push(&self, (): &mut (), _: Ply, _: &Way, _: &Branch, _: &Way) {}

    fn evaluate(&self, (): &(), _: Ply, node: &Way) -> Score {
        Score::from_men((node.0 >> 56) as f64 / 256.0)
    }

    fn side_index(&self, node: &Way) -> usize {
        usize::from(node.1 % 2)
    }
}

/// The longest way between two looks at the clock, in nodes, after the first iteration.
#[derive(Default)]
struct Looks {
    last: Option<u64>,
    longest: u64,
}

impl SearchControl<Branch> for Looks {
    fn check(&mut self, nodes: u64) -> Result<u64, Stopped> {
        if let Some(last) = self.last.replace(nodes) {
            self.longest = self.longest.max(nodes - last);
        }
        Ok(nodes + CHECK_INTERVAL)
    }

    fn completed(&mut self, _: &Iteration<Branch>) {}
}

#[test]
fn a_search_that_has_waited_looks_at_the_clock() {
    let longest = |slow| {
        let tree = Slow { slow, asked: AtomicU64::new(0), waits: AtomicU64::new(0) };
        let table = Table::new(TableSize::MIN).expect("there is room for the table");
        let mut searcher = Searcher::new(Arc::new(tree), table, SearchOptions::default());
        let mut looks = Looks::default();
        let outcome = searcher.search(&Task::new((1, 0)).up_to(Depth::new(14)), &mut looks);
        assert!(outcome.counters.nodes > 10 * CHECK_INTERVAL, "{:?}", outcome.counters);
        looks.longest
    };
    assert_eq!(longest(0), CHECK_INTERVAL);
    // Hardly more than the nodes between two that take long.
    let nodes = longest(50);
    assert!(nodes <= 60, "{nodes} nodes");
}
