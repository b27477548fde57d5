//! Where a search is selective, and where it is not.

use crownhead::eval::Grain;
use crownhead::rules::{English, International, Rules, Variant, VariantVisitor};
use crownhead::search::{ForcedExtension, Iteration, ModeKind, Policy, SearchOptions};

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
    let run = Run {
        options,
        grain: Grain::REAL,
        weights: None,
        policy: Policy::Bucket,
        entries: 1 << 16,
        direct: false,
    };
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
