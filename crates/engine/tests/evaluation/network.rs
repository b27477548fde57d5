//! The evaluation by a network: its inputs, what is carried from ply to ply, that both sides see the same, and exactness.

use std::cmp::Ordering;

use crownhead_engine::eval::network::{BUCKETS, NetworkShape, ONE, READ, WIDTH};
use crownhead_engine::eval::{Evaluate, Evaluation, Family, Grain, Header, Network, Training, Tuning, WeightsFile};
use crownhead_rules::{Board, English, Giveaway, International, Losing, Ply, Position, Rules, Side, Square, Variant};

use crate::random::{positions_of, random_games, random_positions};

/// Some parameters that differ from each other, so that many sums are cut at both ends and many are not.
fn parameter(variant: Variant, place: usize) -> i16 {
    let shape = NetworkShape::of(variant);
    let spread = |most: usize| (place.wrapping_mul(40_503) % (2 * most + 1)) as i16 - most as i16;
    match place {
        place if place < shape.input_bias() => spread(60),
        place if place < shape.output() => spread(90),
        _ => spread(2000),
    }
}

fn parameters(variant: Variant) -> Vec<i16> {
    (0..NetworkShape::of(variant).parameters()).map(|place| parameter(variant, place)).collect()
}

pub(crate) fn network(variant: Variant, grain: Grain) -> Network {
    Network::new(variant, &parameters(variant), grain).expect("as many parameters as the shape has")
}

pub(crate) fn file(variant: Variant) -> WeightsFile {
    let header = Header::of(variant, Family::Network, Tuning::UNMEASURED, Training::default());
    WeightsFile { header, weights: parameters(variant).as_chunks().0.into() }
}

pub(crate) fn value<R: Rules>(network: &Network, position: &Position<R>) -> i32 {
    network.evaluate(&network.accumulator(position), position).millionths()
}

/// The inputs of a position as `side` sees it, worked out square by square.
fn expected_inputs<R: Rules>(position: &Position<R>, side: Side) -> Vec<usize> {
    let input = |square: usize| {
        let (owner, is_king) = position.piece_at(Square::from_index(square))?;
        let seen = if side == Side::White { square } else { R::Board::SQUARES - 1 - square };
        let kind = usize::from(owner != side) + 2 * usize::from(is_king);
        Some(kind * R::Board::SQUARES + seen)
    };
    (0..R::Board::SQUARES).filter_map(input).collect()
}

#[test]
fn every_piece_is_an_input_to_both_sides() {
    fn check<R: Rules>() {
        let shape = NetworkShape::of(Variant::of::<R>());
        for position in random_positions::<R>(20) {
            let (mut own, mut other) = (Vec::new(), Vec::new());
            shape.for_each_input(&position.into(), |input| {
                own.push(input);
                other.push(shape.opposite(input));
            });
            for (found, side) in [(&mut own, position.side()), (&mut other, !position.side())] {
                let mut expected = expected_inputs(&position, side);
                found.sort_unstable();
                expected.sort_unstable();
                assert_eq!(*found, expected, "{position}");
            }
        }
    }
    check::<English>();
    check::<Giveaway>();
    check::<International>();
    check::<Losing>();
}

/// The value in millionths of a man as it is defined, from parameters and squares alone.
fn by_definition<R: Rules>(position: &Position<R>) -> i32 {
    let shape = NetworkShape::of(Variant::of::<R>());
    let parameter = |place| i64::from(parameter(Variant::of::<R>(), place));
    let sums = |side: Side| {
        (0..WIDTH).map(move |place| {
            let inputs = expected_inputs(position, side);
            let rows: i64 = inputs.iter().map(|input| parameter(input * WIDTH + place)).sum();
            rows + parameter(shape.input_bias() + place)
        })
    };
    let pieces = position.occupied().len() as usize;
    let bucket = ((pieces - 1) * BUCKETS / (2 * R::MAX_PIECES)).min(BUCKETS - 1);
    let weight = |place| parameter(shape.output() + bucket * READ + place);
    let bias = parameter(shape.output_bias() + bucket);
    let one = i64::from(ONE);
    let read = sums(position.side()).chain(sums(!position.side()));
    let parts: i64 =
        read.enumerate().map(|(place, sum)| sum.clamp(0, one).pow(2) * weight(place)).sum::<i64>() + bias * one * one;
    (parts as f64 * 1000.0 / (one * one) as f64).round() as i32
}

#[test]
fn a_value_is_exact() {
    fn check<R: Rules>() {
        let network = network(Variant::of::<R>(), Grain::REAL);
        for position in random_positions::<R>(3) {
            assert_eq!(value(&network, &position), by_definition(&position), "{position}");
        }
    }
    check::<English>();
    check::<Giveaway>();
    check::<International>();
    check::<Losing>();
}

/// Along each game by the accumulator stack, with side steps to other moves as a search makes them.
#[test]
fn what_is_carried_from_ply_to_ply_equals_what_is_worked_out_anew() {
    fn check<R: Rules>() {
        let variant = Variant::of::<R>();
        let evaluation = Evaluation::learned(variant, &file(variant), Grain::REAL).expect("a network");
        for game in random_games(variant, 10) {
            let positions = positions_of::<R>(&game);
            for line in positions.windows(2).collect::<Vec<_>>().chunks(Ply::MAX.index()) {
                let mut accumulators = evaluation.accumulators(&line[0][0]);
                for (ply, pair) in line.iter().enumerate() {
                    let ply = Ply::new(ply as u16);
                    let (parent, played) = (&pair[0], &pair[1]);
                    let mut moves: Vec<_> = parent.moves().into_iter().collect();
                    // The move that was played comes last, so that the line goes on with it.
                    moves.sort_by_key(|mv| parent.succ(mv) == *played);
                    for mv in &moves {
                        let child = parent.succ(mv);
                        evaluation.push(&mut accumulators, ply, parent, mv, &child);
                        let carried = evaluation.evaluate(&accumulators, ply.next(), &child);
                        assert_eq!(carried, evaluation.value_of(&child), "{child}");
                    }
                }
            }
        }
    }
    check::<English>();
    check::<Giveaway>();
    check::<International>();
    check::<Losing>();
}

#[test]
fn both_sides_see_the_same() {
    fn check<R: Rules>() {
        let network = network(Variant::of::<R>(), Grain::REAL);
        for position in random_positions::<R>(20) {
            assert_eq!(value(&network, &position), value(&network, &position.turned()), "{position}");
        }
    }
    check::<English>();
    check::<Giveaway>();
    check::<International>();
    check::<Losing>();
}

/// FNV-1a over the values, in millionths of a man.
fn hash_of_values<R: Rules>() -> u64 {
    let network = network(Variant::of::<R>(), Grain::REAL);
    let values = random_positions::<R>(10).into_iter().take(300).map(|position| value(&network, &position));
    let bytes = values.flat_map(i32::to_le_bytes);
    bytes.fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3))
}

/// Recorded once: every build, whatever its optimisation, word size and processor, finds these values.
#[test]
fn values_are_the_same_in_every_build() {
    assert_eq!(hash_of_values::<English>(), 0xD5D4_9F06_A145_989A);
    assert_eq!(hash_of_values::<International>(), 0x6ED7_37A8_6AA8_1D58);
}

#[test]
fn a_value_is_the_nearest_multiple_of_the_grain() {
    let real = network(Variant::ENGLISH, Grain::REAL);
    let coarse = network(Variant::ENGLISH, Grain::from_men(0.01).expect("a valid grain"));
    for position in random_positions::<English>(5) {
        let (fine, coarse) = (value(&real, &position), value(&coarse, &position));
        assert_eq!(coarse % 10_000, 0, "{position}");
        assert!((fine - coarse).abs() <= 5_000, "{fine} became {coarse}\n{position}");
    }
}

#[test]
fn an_explanation_adds_up_to_the_value() {
    let file = file(Variant::ENGLISH);
    let evaluation = Evaluation::learned(Variant::ENGLISH, &file, Grain::REAL).expect("a network");
    for position in random_positions::<English>(2) {
        let explanation = evaluation.explain(&position.into());
        assert_eq!(explanation.value.partial_cmp(&evaluation.value_of(&position)), Some(Ordering::Equal));
        assert!(explanation.rounding().abs() < 1e-9, "{position}");
        assert_eq!(explanation.parts.len(), position.occupied().len() as usize + 1);
    }
}

#[test]
fn a_file_is_for_its_family_and_variant() {
    let network = file(Variant::ENGLISH);
    let bytes = network.to_bytes().expect("the header is plain");
    assert_eq!(WeightsFile::parse(&bytes), Ok(network.clone()));
    let error = network.patterns(Variant::ENGLISH, Grain::REAL).expect_err("no patterns");
    assert_eq!(error.to_string(), "weights with family network: expected patterns");
    let error = network.network(Variant::GIVEAWAY, Grain::REAL).expect_err("another variant");
    assert_eq!(error.to_string(), "weights with variant english: expected giveaway");
    let mut larger = network;
    larger.header.variant = "international".to_owned();
    let error = WeightsFile::parse(&larger.to_bytes().expect("the header is plain")).expect_err("another board");
    assert!(error.to_string().starts_with("weights with sections inputs 8192, "), "{error}");
    assert!(Network::new(Variant::ENGLISH, &[], Grain::REAL).is_none());
}

/// A fit begins with biases of 0, and games end before the fewest pieces are left: their range may not stay as it began.
#[test]
fn no_network_of_the_program_has_a_range_of_pieces_that_was_not_learned() {
    for &variant in Variant::ALL {
        let path = format!("{}/data/eval/{variant}.weights", env!("CARGO_MANIFEST_DIR"));
        let Ok(bytes) = std::fs::read(path) else { continue };
        let file = WeightsFile::parse(&bytes).expect("weights");
        let parameters = file.part(variant, Family::Network).expect("it has a network").as_flattened();
        let biases = &parameters[NetworkShape::of(variant).output_bias()..];
        assert!(biases.len() == BUCKETS && biases[0] != 0, "{variant}: {biases:?}");
    }
}
