//! The deepest line that a search follows fits the stack of an ordinary thread.

use std::sync::Arc;

use crownhead_engine::eval::Score;
use crownhead_engine::search::{
    Depth, Moves, NoControl, Quiescence, SearchOptions, Searcher, Table, TableSize, Task, Tree, TreeMove,
};
use crownhead_rules::{Key, Ply};

/// The least that a common system gives a thread unless told: the main thread under Windows.
const STACK_BYTES: usize = 1 << 20;

/// Its only move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct OnlyMove;

impl TreeMove for OnlyMove {
    fn history_slot(&self) -> usize {
        0
    }
}

/// A game of only moves that never ends: each extends the search, so that it goes down until the search itself sets
/// the limit.
struct OnlyMoves;

impl Tree for OnlyMoves {
    /// Plies from the root, and as much beside it as a position of draughts takes.
    type Node = (u16, [u64; 6]);
    type Move = OnlyMove;
    type AccumulatorStack = ();

    fn key(&self, node: &Self::Node) -> Key {
        Key(u64::from(node.0).wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    fn list_moves(&self, _: &Self::Node, moves: &mut Moves<OnlyMove>) {
        moves.push(OnlyMove);
    }

    fn child(&self, node: &Self::Node, _: &OnlyMove) -> Self::Node {
        (node.0 + 1, node.1)
    }

    fn quiescence(&self, _: &Self::Node) -> Quiescence {
        Quiescence::Quiet
    }

    fn has_move(&self, _: &Self::Node) -> bool {
        true
    }

    fn value_without_move(&self, _: &Self::Node, ply: Ply) -> Score {
        Score::loss_in(ply)
    }

    fn accumulators(&self, _: &Self::Node) {}

    fn push(&self, (): &mut (), _: Ply, _: &Self::Node, _: &OnlyMove, _: &Self::Node) {}

    fn evaluate(&self, (): &(), _: Ply, _: &Self::Node) -> Score {
        Score::DRAW
    }

    fn side_index(&self, node: &Self::Node) -> usize {
        usize::from(node.0 % 2)
    }
}

/// The mean length of the lines of a search of [`OnlyMoves`], in plies.
fn length_of_lines() -> f64 {
    let table = Table::new(TableSize::MIN).expect("there is room for the table");
    let mut searcher = Searcher::new(Arc::new(OnlyMoves), table, SearchOptions::default());
    let task = Task::new((0, [0; 6])).up_to(Depth::new(1));
    searcher.search(&task, &mut NoControl).counters.mean_depth()
}

#[test]
fn the_deepest_line_fits_the_stack() {
    let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn(length_of_lines);
    let length = thread.expect("a thread").join().expect("it does not panic");
    assert_eq!(length, f64::from(Ply::MAX.get()));
}
