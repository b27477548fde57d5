//! SAFE against LAST when the table contradicts the search (van Horssen 2018, section 1).
//!
//! A program that uses its table well lets an entry of a deeper search answer for a shallower one. Such an entry may be
//! there for one probe and overwritten by the next, and then a move that has just been shown to be worth much returns
//! less. The next probe fails low: every move returns an upper bound, as high as the first reply that kept it below the
//! window leaves it, and the highest of them is no sign of a good move. With OLD it becomes the move of the root's
//! entry all the same. The bounds have crossed, so the driver ends, and LAST plays that move.

use crownhead_engine::eval::{Evaluation, FEATURES, Feature, Grain, Score, Tuning, Weights};
use crownhead_engine::search::Policy;
use crownhead_engine::search::{
    AnyDraughts, BestMoveRule, Bounds, Depth, DriverKind, Iteration, ModeKind, NoControl, SearchOptions, Searcher,
    TableMoveRule, Task,
};
use crownhead_rules::notation::{fen, parse_move};
use crownhead_rules::{AnyPosition, Game, Move, Variant};

use crate::plain::Plain;

/// White wins a man by 23-18, and loses one by any other move.
const POSITION: &str = "W:W23,24,25,26,27,28,29,30,32:B1,2,4,6,7,8,14,16,20,21";
const BEST: &str = "23-18";
const DEPTH: u32 = 3;

/// Weights of this test's own, so that what it shows does not hang on those of play.
fn evaluator() -> Evaluation {
    let mut row = [0.0; FEATURES];
    for (feature, weight) in [(Feature::Men, 1.0), (Feature::Kings, 1.5), (Feature::ManMobility, 0.05)] {
        row[feature as usize] = weight;
    }
    Evaluation::linear(Variant::ENGLISH, &Weights { opening: row, ending: row }, Grain::REAL, Tuning::UNMEASURED)
}

fn position() -> AnyPosition {
    fen::parse(Variant::ENGLISH, POSITION).expect("a valid position")
}

fn best_move() -> Move {
    parse_move(&position(), BEST).expect("a legal move")
}

/// What a move is worth, so many plies deep.
fn worth(mv: &Move, depth: u32) -> Score {
    let evaluator = evaluator();
    -Plain::new(&evaluator, u64::MAX).value(&position().succ(mv), depth - 1).expect("no limit was set")
}

/// Searches with a table of one entry, so that whatever is saved overwrites what was there. It holds what a deep
/// search is said to have found: after the best move White has at least `promise`.
fn poisoned_search(promise: Score, best_move_rule: BestMoveRule, table_move: TableMoveRule) -> Iteration {
    let table = Policy::Newer.table(1).expect("there is memory for one entry");
    let at_least_promise = Bounds { high: -promise, ..Bounds::OPEN };
    table.store(position().succ(&best_move()).key(), Depth::new(12), at_least_promise, None);

    let options = SearchOptions {
        mode: ModeKind::Paper,
        driver: DriverKind::MtdF,
        best_move: best_move_rule,
        table_move,
        ..SearchOptions::default()
    };
    let depth = Depth::new(DEPTH);
    let mut searcher = Searcher::new(AnyDraughts::new(evaluator()), table, options);
    let outcome = searcher.search(&Task::of(&Game::new(position())).just(depth), &mut NoControl);
    outcome.last.expect("a search without control is completed")
}

#[test]
fn all_moves_but_one_are_blunders() {
    for depth in [DEPTH, DEPTH + 2, DEPTH + 4] {
        for mv in position().moves() {
            let worth = worth(&mv, depth).men();
            let is_good = if mv == best_move() { worth > 0.7 } else { worth < -0.7 };
            assert!(is_good, "{mv:?} is worth {worth} at depth {depth}");
        }
    }
}

#[test]
fn last_plays_the_blunder_and_safe_does_not() {
    for promise in [2.0, 2.5, 3.0].map(Score::from_men) {
        let last = poisoned_search(promise, BestMoveRule::Last, TableMoveRule::Old);
        assert_eq!(last.probes, 2, "one answered by the entry, and one without it: {last:?}");
        assert_ne!(last.best, best_move(), "{last:?}");

        for &table_move in TableMoveRule::ALL {
            let safe = poisoned_search(promise, BestMoveRule::Safe, table_move);
            assert_eq!(safe.best, best_move(), "{table_move}: {safe:?}");
            assert_eq!((safe.probes, safe.score), (last.probes, last.score), "{table_move}: {safe:?}");
        }
    }
}

#[test]
fn last_needs_old_to_blunder() {
    for table_move in [TableMoveRule::New, TableMoveRule::High] {
        let last = poisoned_search(Score::from_men(2.0), BestMoveRule::Last, table_move);
        assert_eq!(last.best, best_move(), "{table_move}: {last:?}");
    }
}
