//! The search carries what an evaluation keeps from ply to ply: an evaluation that counts pieces move by move finds what
//! one that counts them anew finds.

use std::sync::Arc;

use crownhead_engine::eval::{Evaluate, Score, Tuning};
use crownhead_engine::search::{
    Depth, Draughts, DraughtsNode, DriverKind, ModeKind, NoControl, SearchOptions, SearchResult, Searcher, Table, Task,
    Threads,
};
use crownhead_rules::{English, Giveaway, International, Losing, Move, Ply, Position, Rules, Side, Variant};

use crate::positions::{any_game, random};

/// Kings count twice; the distance to the crownhead makes values differ.
fn count<R: Rules>(position: &Position<R>) -> i64 {
    let of = |side: Side| {
        let kings = position.kings(side).len();
        i64::from(position.pieces(side).len() + kings) * 1_000_000 + (position.men(side).widened().0 % 997) as i64
    };
    of(Side::White) - of(Side::Black)
}

fn seen_by(side: Side, white: i64) -> Score {
    Score::from_millionths(if side == Side::White { white } else { -white })
}

/// Counts anew at each leaf.
#[derive(Debug)]
struct Anew;

impl<R: Rules> Evaluate<R> for Anew {
    type AccumulatorStack = ();

    fn accumulators(&self, _: &Position<R>) {}

    fn push(&self, (): &mut (), _: Ply, _: &Position<R>, _: &Move, _: &Position<R>) {}

    fn evaluate(&self, (): &(), _: Ply, position: &Position<R>) -> Score {
        seen_by(position.side(), count(position))
    }

    fn tuning(&self) -> Tuning {
        Tuning { spread: Some(0.3), ..Tuning::UNMEASURED }
    }
}

/// Adds what each move changes to the count of the ply before.
#[derive(Debug)]
struct ByMove;

impl<R: Rules> Evaluate<R> for ByMove {
    type AccumulatorStack = Vec<i64>;

    fn accumulators(&self, root: &Position<R>) -> Vec<i64> {
        let mut counts = vec![0; Ply::MAX.index() + 2];
        counts[0] = count(root);
        counts
    }

    fn push(&self, counts: &mut Vec<i64>, ply: Ply, parent: &Position<R>, _: &Move, child: &Position<R>) {
        counts[ply.index() + 1] = counts[ply.index()] + (count(child) - count(parent));
    }

    fn evaluate(&self, counts: &Vec<i64>, ply: Ply, position: &Position<R>) -> Score {
        seen_by(position.side(), counts[ply.index()])
    }

    fn tuning(&self) -> Tuning {
        Evaluate::<R>::tuning(&Anew)
    }
}

fn outcome<R: Rules, E: Evaluate<R>>(
    evaluation: E,
    task: &Task<DraughtsNode<R>>,
    options: &SearchOptions,
) -> SearchResult {
    let table = Table::with_entries(1 << 14).expect("there is memory");
    let mut searcher = Searcher::new(Arc::new(Draughts::new(evaluation)), table, options.clone());
    searcher.search(task, &mut NoControl)
}

fn compare<R: Rules>() {
    for case in 0..6 {
        let game = any_game(Variant::of::<R>(), &mut random(21, case));
        let task = Task::of(&game).up_to(Depth::new(6)).typed::<R>();
        for driver in [DriverKind::RealMtdF, DriverKind::AspirationNegaScout, DriverKind::MtdBest] {
            let options = SearchOptions { driver, ..SearchOptions::default() };
            let anew = outcome::<R, _>(Anew, &task, &options);
            assert_eq!(outcome::<R, _>(ByMove, &task, &options), anew, "{driver}\n{}", game.position());
            // On several threads nodes differ from run to run; that a trail out of step would panic or mislead a
            // strict search is what is left to see.
            let strict = SearchOptions { mode: ModeKind::Strict, ..options };
            let several = SearchOptions { threads: Threads::new(2).expect("two"), ..strict.clone() };
            let exact = SearchOptions { driver: DriverKind::RealMtdF, ..strict };
            let shallow = Task { last: Depth::new(4), ..task.clone() };
            let value = |outcome: SearchResult| outcome.last.expect("a search without control is completed").score;
            let (found, value) =
                (value(outcome::<R, _>(ByMove, &shallow, &several)), value(outcome::<R, _>(Anew, &shallow, &exact)));
            let claim = format!("{driver}: {found} of {value}\n{}", game.position());
            match driver {
                DriverKind::MtdBest => {
                    assert!(found <= value, "it proves which move is best, not its value: {claim}")
                }
                _ => assert_eq!(found, value, "{claim}"),
            }
        }
    }
}

#[test]
fn an_evaluation_that_follows_the_moves_finds_the_same() {
    compare::<English>();
    compare::<Giveaway>();
    compare::<International>();
    compare::<Losing>();
}
