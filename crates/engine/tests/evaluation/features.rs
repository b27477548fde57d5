//! The evaluation: what each feature counts, that both sides see the same, and the range and grain of values.

use crownhead_engine::eval::{
    Evaluation, EvaluationOptions, FEATURES, Feature, Grain, ScoreClass, Tuning, Weights, Zones, features,
};
use crownhead_rules::notation::fen;
use crownhead_rules::{Board, English, Giveaway, International, Losing, Position, Rules, Variant};

use crate::random::random_positions;

use Feature::*;

/// Positions on 8x8, each with what it was drawn for.
const ENGLISH: &[(&str, &[(Feature, i32)])] = &[
    ("W:W29,30,32:B", &[(Men, 3), (BackRow, 3), (Bridge, 1), (EdgeMen, 1), (Imbalance, 1), (ManMobility, 5)]),
    ("W:W29,31,32:B", &[(Bridge, 0)]),
    ("B:W:B1,3", &[(Men, -2), (BackRow, -2), (Bridge, -1), (Tempo, -1)]),
    ("W:W11,22:B", &[(Advancement, 7), (Runaways, 2), (RunawayRows, 7), (Tempo, 1)]),
    ("W:W13,14,15,18:B", &[(CentreMen, 3), (EdgeMen, 1), (BackRow, 0)]),
    ("W:W18,22,23:B", &[(Chains, 2), (ManMobility, 4)]),
    // 23 offers itself on 19 but not on 18, since 22 stands where the capture would land; 15 offers itself on both.
    ("W:W23,K22:B15", &[(Offers, -1)]),
    ("W:W14:BK5", &[(Runaways, 0), (RunawayRows, 0)]),
    ("W:W14:BK8", &[(Runaways, 1), (RunawayRows, 4)]),
    ("W:WK4,K18:B", &[(Kings, 2), (FirstKing, 1), (CentreKings, 1), (LongDiagonal, 2), (KingMobility, 5)]),
    ("W:WK18:B1,2", &[(LonePiece, 1), (Duel, 0)]),
    ("W:WK18:BK1", &[(LonePiece, 0), (FirstKing, 0)]),
    // One free square between the two: whoever has to move has to give way.
    ("W:WK29:BK22", &[(Duel, -1)]),
    ("B:WK29:BK22", &[(Duel, 1)]),
    ("W:WK29:BK25", &[(Duel, 1)]),
    ("W:WK29,K22:B", &[(Duel, 0)]),
];

/// Positions on 10x10.
const INTERNATIONAL: &[(&str, &[(Feature, i32)])] = &[
    ("W:W47,49:B", &[(BackRow, 2), (Bridge, 1), (Imbalance, 0)]),
    ("W:W27:B", &[(Advancement, 4), (RunawayRows, 4), (CentreMen, 1)]),
    ("W:WK46,K28:B", &[(LongDiagonal, 2), (CentreKings, 1), (KingMobility, 5)]),
    // Men capture backward here: 28 offers itself to 27 on 22; 27 not to 28 on 32, where 37 is in the way.
    ("W:W28:B27,K37", &[(Offers, 1)]),
];

#[test]
fn every_feature_counts_what_it_says() {
    let mut seen = [false; FEATURES];
    check_features::<English>(ENGLISH, &mut seen);
    check_features::<International>(INTERNATIONAL, &mut seen);
    assert_eq!(seen, [true; FEATURES], "a feature that is not zero in any of the positions");
}

fn position<R: Rules>(text: &str) -> Position<R> {
    let position = fen::parse(Variant::of::<R>(), text).expect("a valid position");
    position.typed().expect("it is of these rules")
}

fn check_features<R: Rules>(table: &[(&str, &[(Feature, i32)])], seen: &mut [bool; FEATURES]) {
    let zones = Zones::of(&R::Board::GEOMETRY);
    for (text, expected) in table {
        let position = position::<R>(text);
        let counted = features(&position, &zones);
        for &(feature, count) in *expected {
            assert_eq!(counted[feature as usize], count, "{feature:?} in {text}\n{position}");
            seen[feature as usize] |= count != 0;
        }
    }
}

#[test]
fn both_sides_see_the_same() {
    fn check<R: Rules>() {
        let zones = Zones::of(&R::Board::GEOMETRY);
        let evaluators = [1e-6, 0.01, 1.0].map(|men| {
            Evaluation::new(Variant::of::<R>(), &EvaluationOptions { grain: grain(men), ..EvaluationOptions::linear() })
        });
        for position in random_positions::<R>(40) {
            let turned = position.turned();
            assert_eq!(features(&position, &zones), features(&turned, &zones).map(|count| -count), "{position}");
            for evaluator in &evaluators {
                assert_eq!(evaluator.value_of(&position), evaluator.value_of(&turned), "{position}");
            }
        }
    }
    check::<English>();
    check::<Giveaway>();
    check::<International>();
    check::<Losing>();
}

#[test]
fn a_value_is_the_nearest_multiple_of_the_grain() {
    for options in [EvaluationOptions::default(), EvaluationOptions::linear()] {
        check_grain(&options);
    }
}

fn check_grain(options: &EvaluationOptions) {
    let real = Evaluation::new(Variant::ENGLISH, options);
    for men in [1.0, 0.1, 0.01, 0.001] {
        let coarse = Evaluation::new(Variant::ENGLISH, &EvaluationOptions { grain: grain(men), ..options.clone() });
        let step = (men * 1e6) as i32;
        for position in random_positions::<English>(10) {
            let (fine, rounded) = (real.value_of(&position).millionths(), coarse.value_of(&position).millionths());
            assert_eq!(rounded % step, 0);
            assert!((fine - rounded).abs() <= step / 2, "{fine} became {rounded} at {men}");
        }
    }
}

#[test]
fn values_stay_far_from_the_known_wins() {
    fn check<R: Rules>(extreme: &[&str]) {
        let extreme = extreme.iter().map(|text| position(text));
        let positions: Vec<_> = random_positions::<R>(40).into_iter().chain(extreme).collect();
        for options in [EvaluationOptions::default(), EvaluationOptions::linear()] {
            let evaluator = Evaluation::new(Variant::of::<R>(), &options);
            for position in &positions {
                let score = evaluator.value_of(position);
                assert_eq!(score.class(), ScoreClass::Heuristic);
                assert!(score.men().abs() < 79.0, "{score} would be cut to the range\n{position}");
            }
        }
    }
    let small = ["W:WK1,K2,K3,K4,K5,K6,K7,K8,K9,K10,K11,K12:B21", "B:W5-16:BK32", "W:WK1:BK32"];
    let large = ["W:WK1-20:B21", "W:WK1,K2,K3,K4,K5,K6,K7,K8,K9,K10,K11:BK50", "B:W6-25:BK50"];
    check::<English>(&small);
    check::<Giveaway>(&small);
    check::<International>(&large);
    check::<Losing>(&large);
}

/// FNV-1a over linear values, in millionths of a man.
fn hash_of_values<R: Rules>() -> u64 {
    let evaluator = Evaluation::new(Variant::of::<R>(), &EvaluationOptions::linear());
    let positions = random_positions::<R>(10).into_iter().take(300);
    let bytes = positions.flat_map(|position| evaluator.value_of(&position).millionths().to_le_bytes());
    bytes.fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3))
}

/// Recorded once: this is the one evaluation that reckons in floating point.
#[test]
fn linear_values_are_the_same_in_every_build() {
    let hashes = [
        hash_of_values::<English>(),
        hash_of_values::<Giveaway>(),
        hash_of_values::<International>(),
        hash_of_values::<Losing>(),
    ];
    assert_eq!(hashes, [0xE902_4AEC_1F6F_86C3, 0xE879_C17D_CF12_43AA, 0x15C7_ADC9_94DA_C35C, 0xD0AC_8892_52F8_F260]);
}

#[test]
fn weights_of_ones_own_are_blended_by_the_pieces() {
    let mut weights = Weights { opening: [0.0; FEATURES], ending: [0.0; FEATURES] };
    weights.opening[Tempo as usize] = 1.0;
    let evaluator = Evaluation::linear(Variant::ENGLISH, &weights, Grain::REAL, Tuning::UNMEASURED);
    let value = |text: &str| evaluator.value(&fen::parse(Variant::ENGLISH, text).expect("a valid position")).men();
    assert_eq!(evaluator.value(&Variant::ENGLISH.start()).men(), 1.0);
    assert_eq!(value("W:W31,32:B"), 0.0);
    // Of the 3.5 halvings from 24 pieces to two, 16 and 8 pieces have three and two left.
    assert_eq!(value("W:W21-28:B1-8"), 0.857143);
    assert_eq!(value("B:W21-24:B5-8"), 0.571429);
}

fn grain(men: f64) -> Grain {
    Grain::from_men(men).expect("a valid grain")
}
