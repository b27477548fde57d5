//! The evaluation by a network and patterns together: it is the sum of both, and so is its file.

use crownhead_engine::eval::{Evaluate, Evaluation, Family, Grain, Header, Training, Tuning, WeightsFile};
use crownhead_rules::{English, Giveaway, International, Losing, Ply, Rules, Variant};

use crate::random::{positions_of, random_games, random_positions};
use crate::{network, patterns};

fn file(variant: Variant) -> WeightsFile {
    let header = Header::of(variant, Family::Combined, Tuning::UNMEASURED, Training::default());
    let weights = [network::file(variant).weights, patterns::weights(variant)].concat().into();
    WeightsFile { header, weights }
}

fn combined(variant: Variant, grain: Grain) -> Evaluation {
    Evaluation::learned(variant, &file(variant), grain).expect("both parts are whole")
}

#[test]
fn a_value_is_the_sum_of_both() {
    fn check<R: Rules>() {
        let variant = Variant::of::<R>();
        let combined = combined(variant, Grain::REAL);
        let network = network::network(variant, Grain::REAL);
        let patterns = patterns::patterns(variant, Grain::REAL);
        for position in random_positions::<R>(5) {
            let expected = network::value(&network, &position) + patterns.evaluate(&position).millionths();
            assert_eq!(combined.value_of(&position).millionths(), expected, "{position}");
            assert_eq!(combined.value_of(&position.turned()).millionths(), expected, "{position}");
        }
    }
    check::<English>();
    check::<Giveaway>();
    check::<International>();
    check::<Losing>();
}

/// The sum is rounded, not its parts.
#[test]
fn a_value_is_the_nearest_multiple_of_the_grain() {
    let (real, coarse) = (Grain::REAL, Grain::from_men(0.01).expect("a valid grain"));
    let [real, coarse] = [real, coarse].map(|grain| combined(Variant::ENGLISH, grain));
    for position in random_positions::<English>(5) {
        let [fine, coarse] = [&real, &coarse].map(|combined| combined.value_of(&position).millionths());
        assert_eq!(coarse % 10_000, 0, "{position}");
        assert!((fine - coarse).abs() <= 5_000, "{fine} became {coarse}\n{position}");
    }
}

#[test]
fn what_is_carried_along_a_game_equals_what_is_worked_out_anew() {
    fn check<R: Rules>() {
        let evaluation = combined(Variant::of::<R>(), Grain::REAL);
        for game in random_games(Variant::of::<R>(), 3) {
            let mut positions = positions_of::<R>(&game);
            positions.truncate(Ply::MAX.index());
            let mut accumulators = evaluation.accumulators(&positions[0]);
            for (ply, pair) in positions.windows(2).enumerate() {
                let ply = Ply::new(ply as u16);
                let (parent, child) = (&pair[0], &pair[1]);
                let mv = parent.moves().into_iter().find(|mv| parent.succ(mv) == *child).expect("a move");
                evaluation.push(&mut accumulators, ply, parent, &mv, child);
                assert_eq!(
                    evaluation.evaluate(&accumulators, ply.next(), child),
                    evaluation.value_of(child),
                    "{child}"
                );
            }
        }
    }
    check::<English>();
    check::<International>();
}

#[test]
fn an_explanation_adds_up_to_the_value() {
    let evaluation = combined(Variant::ENGLISH, Grain::REAL);
    for position in random_positions::<English>(2) {
        let explanation = evaluation.explain(&position.into());
        assert_eq!(explanation.value.millionths(), evaluation.value_of(&position).millionths());
        assert!(explanation.rounding().abs() < 1e-6, "{position}");
        for part in ["groups", "material", "rest"] {
            assert!(explanation.names().contains(&part), "{part}: {position}");
        }
    }
}

#[test]
fn a_file_yields_its_parts() {
    let combined = file(Variant::ENGLISH);
    let bytes = combined.to_bytes().expect("the header is plain");
    assert_eq!(WeightsFile::parse(&bytes), Ok(combined.clone()));
    assert_eq!(combined.only(Variant::ENGLISH, Family::Network), Ok(network::file(Variant::ENGLISH)));
    let patterns = combined.only(Variant::ENGLISH, Family::Patterns).expect("it has patterns");
    assert_eq!(patterns.weights, patterns::weights(Variant::ENGLISH));
    for (file, part, fault) in [
        (&patterns, Family::Network, "weights with family patterns: expected network"),
        (&patterns, Family::Combined, "weights with family patterns: expected combined"),
        (&network::file(Variant::ENGLISH), Family::Combined, "weights with family network: expected combined"),
    ] {
        assert_eq!(file.part(Variant::ENGLISH, part).expect_err("it has no such part").to_string(), fault);
    }
    let error = combined.network(Variant::GIVEAWAY, Grain::REAL).expect_err("another variant");
    assert_eq!(error.to_string(), "weights with variant english: expected giveaway");
    let cut = WeightsFile { weights: combined.weights[..100].into(), ..combined };
    for family in [Family::Network, Family::Patterns] {
        assert!(cut.part(Variant::ENGLISH, family).is_err());
    }
}
