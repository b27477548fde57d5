//! Where a search is selective, and where it is not.

use crownhead::eval::{Evaluation, EvaluationOptions};
use crownhead::rules::{English, International, Position, Rules, Variant, VariantVisitor};
use crownhead::search::{DriverKind, ForcedExtension, Iteration, ModeKind, SearchOptions};

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
fn iterations<R: Rules>(options: SearchOptions) -> Vec<Vec<Iteration>> {
    let run = Run::of(options);
    let game = |case| any_game::<R>(&mut random(21, case));
    (0..POSITIONS).map(|case| run.search(&game(case), DEPTH, &run.table())).collect()
}

/// Runs a test for the rules of each variant.
fn in_every_variant<V: VariantVisitor<Output = ()> + Copy>(test: V) {
    Variant::ALL.iter().for_each(|variant| variant.visit(test));
}

#[derive(Clone, Copy)]
struct OnlyPlayIsSelective;

impl VariantVisitor for OnlyPlayIsSelective {
    type Output = ();

    fn visit<R: Rules>(self) {
        let in_mode = |mode, options| iterations::<R>(SearchOptions { mode, ..options });
        for mode in [ModeKind::Paper, ModeKind::Strict] {
            let [selective, plain] =
                [SearchOptions::default(), plain()].map(|options| in_mode(mode, options));
            assert_eq!(selective, plain, "{} in mode {mode}", R::NAME);
        }
        let [selective, plain] =
            [SearchOptions::default(), plain()].map(|options| in_mode(ModeKind::Play, options));
        assert_ne!(selective, plain, "{} in mode play", R::NAME);
    }
}

#[test]
fn only_play_is_selective() {
    in_every_variant(OnlyPlayIsSelective);
}

#[derive(Clone, Copy)]
struct ForcedMovesByVariant;

impl VariantVisitor for ForcedMovesByVariant {
    type Output = ();

    fn visit<R: Rules>(self) {
        let gains = R::NAME != English::NAME;
        let [by_variant, always, never] =
            [ForcedExtension::ByVariant, ForcedExtension::Always, ForcedExtension::Never].map(
                |extend_forced| iterations::<R>(SearchOptions { extend_forced, ..SearchOptions::default() }),
            );
        assert_ne!(always, never, "{}", R::NAME);
        assert!(by_variant == if gains { always } else { never }, "{}", R::NAME);
    }
}

#[test]
fn forced_moves_are_extended_where_that_wins_games() {
    in_every_variant(ForcedMovesByVariant);
}

#[derive(Clone, Copy)]
struct ProbCutWhereAMarginIsSafe;

impl VariantVisitor for ProbCutWhereAMarginIsSafe {
    type Output = ();

    fn visit<R: Rules>(self) {
        let is_safe = [English::NAME, International::NAME].contains(&R::NAME);
        let [on, off] = [true, false]
            .map(|prob_cut| iterations::<R>(SearchOptions { prob_cut, ..SearchOptions::default() }));
        assert_eq!(on != off, is_safe, "{}", R::NAME);
    }
}

#[test]
fn shallow_searches_are_believed_where_a_margin_is_safe() {
    in_every_variant(ProbCutWhereAMarginIsSafe);
}

#[derive(Clone, Copy)]
struct LateRootMoves;

impl VariantVisitor for LateRootMoves {
    type Output = ();

    /// At depth 3 no node but the root is deep enough for reductions, and a move that wins the root is searched again in full.
    fn visit<R: Rules>(self) {
        let of = |reduce_root| {
            let driver = DriverKind::NegaScout;
            let options = SearchOptions { reduce_late: true, reduce_root, driver, ..plain() };
            let run = Run { direct: true, ..Run::of(options) };
            let last = |case| {
                let game = any_game::<R>(&mut random(22, case));
                (*game.position(), run.search(&game, 3, &run.table()).pop().expect("an iteration"))
            };
            (0..30).map(last).collect::<Vec<_>>()
        };
        let [reduced, full] = [true, false].map(of);
        let nodes = |all: &[(Position<R>, Iteration)]| -> u64 {
            all.iter().map(|(_, iteration)| iteration.counters.nodes).sum()
        };
        assert!(nodes(&reduced) < nodes(&full), "{}", R::NAME);
        let evaluator = Evaluation::new(&EvaluationOptions::default());
        for ((position, of_some), (_, of_all)) in reduced.iter().zip(&full) {
            assert!(of_some.score <= of_all.score, "{position}");
            let is_worth_it =
                Plain::new(&evaluator, u64::MAX).is_worth(position, &of_some.best, of_some.score, 3);
            assert_eq!(is_worth_it, Some(true), "{of_some:?}\n{position}");
        }
    }
}

#[test]
fn late_moves_of_the_root_are_reduced_until_they_win() {
    in_every_variant(LateRootMoves);
}
