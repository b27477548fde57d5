//! The evaluation by a network and patterns together: it is the sum of both, and so is its file.

use crownhead::eval::{Evaluate, Evaluation, Family, Grain, Header, SearchNumbers, Training, WeightsFile};
use crownhead::rules::{English, Giveaway, International, Losing, Ply, Rules};

use crate::random::{random_games, random_positions};
use crate::{network, patterns};

fn file<R: Rules>() -> WeightsFile {
    let header = Header::of::<R>(Family::Combined, SearchNumbers::default(), Training::default());
    let weights = [network::file::<R>().weights, patterns::weights::<R>()].concat().into();
    WeightsFile { header, weights }
}

fn combined<R: Rules>(grain: Grain) -> Evaluation<R> {
    Evaluation::learned(&file::<R>(), grain).expect("both parts are whole")
}

#[test]
fn a_value_is_the_sum_of_both() {
    fn check<R: Rules>() {
        let combined = combined::<R>(Grain::REAL);
        let (network, patterns) = (network::network::<R>(Grain::REAL), patterns::patterns::<R>(Grain::REAL));
        for position in random_positions::<R>(5) {
            let expected = network::value(&network, &position) + patterns.evaluate(&position).millionths();
            assert_eq!(combined.value(&position).millionths(), expected, "{position}");
            assert_eq!(combined.value(&position.turned()).millionths(), expected, "{position}");
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
    let [real, coarse] = [real, coarse].map(combined::<English>);
    for position in random_positions::<English>(5) {
        let [fine, coarse] = [&real, &coarse].map(|combined| combined.value(&position).millionths());
        assert_eq!(coarse % 10_000, 0, "{position}");
        assert!((fine - coarse).abs() <= 5_000, "{fine} became {coarse}\n{position}");
    }
}

#[test]
fn what_is_carried_along_a_game_equals_what_is_worked_out_anew() {
    fn check<R: Rules>() {
        let evaluation = combined::<R>(Grain::REAL);
        for game in random_games::<R>(3) {
            let positions: Vec<_> = game.positions().take(Ply::MAX.index()).copied().collect();
            let mut trail = evaluation.trail(&positions[0]);
            for (ply, pair) in positions.windows(2).enumerate() {
                let ply = Ply::new(ply as u16);
                let (parent, child) = (&pair[0], &pair[1]);
                let mv = parent.moves().into_iter().find(|mv| parent.succ(mv) == *child).expect("a move");
                evaluation.follow(&mut trail, ply, parent, &mv, child);
                assert_eq!(
                    evaluation.evaluate(&trail, ply.next(), child),
                    evaluation.value(child),
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
    let evaluation = combined::<English>(Grain::REAL);
    for position in random_positions::<English>(2) {
        let explanation = evaluation.explain(&position);
        assert_eq!(explanation.value.millionths(), evaluation.value(&position).millionths());
        assert!(explanation.rounding().abs() < 1e-6, "{position}");
        for part in ["groups", "material", "rest"] {
            assert!(explanation.names().contains(&part), "{part}: {position}");
        }
    }
}

#[test]
fn a_file_yields_its_parts() {
    let combined = file::<English>();
    let bytes = combined.to_bytes().expect("the header is plain");
    assert_eq!(WeightsFile::parse(&bytes), Ok(combined.clone()));
    assert_eq!(combined.only::<English>(Family::Network), Ok(network::file::<English>()));
    let patterns = combined.only::<English>(Family::Patterns).expect("it has patterns");
    assert_eq!(patterns.weights, patterns::weights::<English>());
    for (file, part, fault) in [
        (&patterns, Family::Network, "weights with family patterns: expected network"),
        (&patterns, Family::Combined, "weights with family patterns: expected combined"),
        (&network::file::<English>(), Family::Combined, "weights with family network: expected combined"),
    ] {
        assert_eq!(file.part::<English>(part).expect_err("it has no such part").to_string(), fault);
    }
    let error = combined.network::<Giveaway>(Grain::REAL).expect_err("another variant");
    assert_eq!(error.to_string(), "weights with variant english: expected giveaway");
    let cut = WeightsFile { weights: combined.weights[..100].into(), ..combined };
    for family in [Family::Network, Family::Patterns] {
        assert!(cut.part::<English>(family).is_err());
    }
}
