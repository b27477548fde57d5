//! Where a search is selective, and where it is not.

use crownhead_engine::eval::{Evaluation, EvaluationOptions, Score};
use crownhead_engine::search::{DriverKind, ForcedExtension, Iteration, ModeKind, SearchOptions};
use crownhead_rules::{AnyPosition, Game, Variant};

use crate::plain::Plain;
use crate::positions::{any_game, random};
use crate::runs::Run;

const POSITIONS: usize = 8;
/// Deep enough for ProbCut to be tried, and for reductions of more than a ply.
const DEPTH: u32 = 7;

/// Nothing is extended, reduced or cut.
fn plain() -> SearchOptions {
    SearchOptions {
        extend_forced: ForcedExtension::Never,
        reduce_late: false,
        prob_cut: false,
        ..SearchOptions::default()
    }
}

/// The iterations of the same searches under other options.
fn iterations(variant: Variant, options: SearchOptions) -> Vec<Vec<Iteration>> {
    let run = Run::of(options);
    let game = |case| any_game(variant, &mut random(21, case));
    (0..POSITIONS).map(|case| run.search(&game(case), DEPTH, &run.table())).collect()
}

#[test]
fn only_play_is_selective() {
    for &variant in Variant::ALL {
        let in_mode = |mode, options| iterations(variant, SearchOptions { mode, ..options });
        for mode in [ModeKind::Paper, ModeKind::Strict] {
            let [selective, plain] = [SearchOptions::default(), plain()].map(|options| in_mode(mode, options));
            assert_eq!(selective, plain, "{variant} in mode {mode}");
        }
        let [selective, plain] = [SearchOptions::default(), plain()].map(|options| in_mode(ModeKind::Play, options));
        assert_ne!(selective, plain, "{variant} in mode play");
    }
}

#[test]
fn forced_moves_are_extended_where_that_wins_games() {
    for &variant in Variant::ALL {
        let gains = variant != Variant::ENGLISH;
        let [by_variant, always, never] = [ForcedExtension::ByVariant, ForcedExtension::Always, ForcedExtension::Never]
            .map(|extend_forced| iterations(variant, SearchOptions { extend_forced, ..SearchOptions::default() }));
        assert_ne!(always, never, "{variant}");
        assert!(by_variant == if gains { always } else { never }, "{variant}");
    }
}

#[test]
fn shallow_searches_are_believed_where_a_margin_is_safe() {
    for &variant in Variant::ALL {
        let is_safe = Evaluation::new(variant, &EvaluationOptions::default()).tuning().spread.is_some();
        let [on, off] =
            [true, false].map(|prob_cut| iterations(variant, SearchOptions { prob_cut, ..SearchOptions::default() }));
        assert_eq!(on != off, is_safe, "{variant}");
    }
}

/// At depth 3 no node but the root is deep enough for reductions, and a move that wins the root is searched again in full.
#[test]
fn late_moves_of_the_root_are_reduced_until_they_win() {
    for &variant in Variant::ALL {
        let of = |reduce_root| {
            let driver = DriverKind::NegaScout;
            let options = SearchOptions { reduce_late: true, reduce_root, driver, ..plain() };
            let run = Run { direct: true, ..Run::of(options) };
            let last = |case| {
                // Without what was there before, which a search would call a draw and the proof below knows nothing of.
                let game = Game::new(*any_game(variant, &mut random(22, case)).position());
                (*game.position(), run.search(&game, 3, &run.table()).pop().expect("an iteration"))
            };
            (0..30).map(last).collect::<Vec<_>>()
        };
        let [reduced, full] = [true, false].map(of);
        let nodes = |all: &[(AnyPosition, Iteration)]| -> u64 {
            all.iter().map(|(_, iteration)| iteration.counters.nodes).sum()
        };
        assert!(nodes(&reduced) < nodes(&full), "{variant}");
        let evaluator = Evaluation::new(variant, &EvaluationOptions::default());
        for ((position, of_some), (_, of_all)) in reduced.iter().zip(&full) {
            assert!(of_some.score <= of_all.score, "{position}");
            // The proof knows nothing of endings that are drawn at once either; there nothing may be lost.
            if of_some.score == Score::DRAW {
                assert_eq!(of_some.score, of_all.score, "{position}");
                continue;
            }
            let is_worth_it = Plain::new(&evaluator, u64::MAX).is_worth(position, &of_some.best, of_some.score, 3);
            assert_eq!(is_worth_it, Some(true), "{of_some:?}\n{position}");
        }
    }
}
