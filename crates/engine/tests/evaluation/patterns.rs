//! The evaluation by patterns: what the indices are, that both sides see the same, and the range and grain of values.

use crownhead_engine::eval::{Grain, Pair, PatternList, Patterns, Section, Shapes, opening_share};
use crownhead_rules::notation::fen;
use crownhead_rules::{
    AnyPosition, Articles, Board, Corner, English, Giveaway, International, Losing, MirroredBoard8, Position, Rules,
    Side, Square, Variant,
};

use crate::random::random_positions;

/// A game on the mirrored board, whose rows lie elsewhere in a set of squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Mirrored;

impl Rules for Mirrored {
    type Board = MirroredBoard8;
    type State = ();
    const ARTICLES: Articles = Articles {
        name: "test-mirrored",
        aliases: "",
        game_type: 22,
        first: Side::White,
        square_one: Corner::UpperLeft,
        ..English::ARTICLES
    };
}

fn indices<R: Rules>(shapes: &Shapes, position: &Position<R>) -> Vec<usize> {
    let mut indices = Vec::new();
    shapes.for_each_index(position, |index| indices.push(index));
    indices
}

/// Some weights that differ from each other, for the exactness of sums.
pub(crate) fn weights(variant: Variant) -> Box<[Pair]> {
    let weight = |index: usize| (index.wrapping_mul(40_503) % 4001) as i16 - 2000;
    (0..PatternList::of(variant).expect("it has patterns").len)
        .map(|index| [weight(index), weight(index + 77_777)])
        .collect()
}

pub(crate) fn patterns(variant: Variant, grain: Grain) -> Patterns {
    Patterns::new(variant, &weights(variant), grain).expect("as many weights as patterns")
}

/// What stands on the square in a row and at a place of it, counted from the top left as the side to move sees the board:
/// 0 nothing, 1 a man of its own, 2 of the other side, 3 a king of its own, 4 of the other side.
fn state<R: Rules>(position: &Position<R>, row: usize, place: usize) -> usize {
    let index = row * R::Board::ROW + place;
    let index = if position.side() == Side::White { index } else { R::Board::SQUARES - 1 - index };
    match position.piece_at(Square::from_index(index)) {
        None => 0,
        Some((side, is_king)) => 1 + usize::from(side != position.side()) + 2 * usize::from(is_king),
    }
}

/// The number of some squares in base 3, where kings count as nothing, or in base 5.
fn number<R: Rules>(position: &Position<R>, squares: &[(usize, usize)], base: usize) -> usize {
    squares.iter().fold(0, |number, &(row, place)| {
        let state = state(position, row, place);
        number * base + if state < base { state } else { 0 }
    })
}

/// The rows from `top` and the two squares from `place` in each.
fn area(top: usize, rows: usize, place: usize) -> Vec<(usize, usize)> {
    (top..top + rows).flat_map(|row| [(row, place), (row, place + 1)]).collect()
}

/// The indices, worked out square by square.
fn expected<R: Rules>(position: &Position<R>) -> Vec<usize> {
    let (rows, columns) = (R::Board::ROWS, R::Board::ROW - 1);
    let sections = PatternList::of(Variant::of::<R>()).expect("it has patterns").sections();
    let start = |name: &str| sections.iter().find(|section| section.name == name).map(|section| section.range.start);
    let mut indices = Vec::new();
    for (name, first) in [("groups", 0), ("odd-groups", 1)] {
        let tops = (first..rows - 3).step_by(2);
        let areas = tops.flat_map(|top| (0..columns).map(move |place| area(top, 4, place)));
        for (group, area) in areas.enumerate() {
            indices.push(start(name).expect("a section") + group * 6561 + number(position, &area, 3));
        }
    }
    if let Some(start) = start("rows") {
        for pair in 0..rows / 2 {
            let squares: Vec<_> = (0..8).map(|square| (2 * pair + square / 4, square % 4)).collect();
            indices.push(start + pair * 6561 + number(position, &squares, 3));
        }
    }
    let (own, other) = (position.side(), !position.side());
    let men = |side| position.men(side).len() as usize;
    let kings = |side| (position.kings(side).len() as usize).min(4);
    let material = (men(own) * (R::MAX_PIECES + 1) + men(other)) * 25 + 5 * kings(own) + kings(other);
    indices.push(start("material").expect("a section") + material);
    if position.all_kings().any() {
        for pair in 0..rows / 2 {
            for place in 0..columns {
                let block = (pair * columns + place) * 625 + number(position, &area(2 * pair, 2, place), 5);
                indices.push(start("king-blocks").expect("a section") + block);
            }
        }
    }
    indices
}

#[test]
fn every_pattern_is_where_its_squares_say() {
    fn check<R: Rules>() {
        let (shapes, list) =
            (Shapes::new(&R::Board::GEOMETRY), PatternList::of(Variant::of::<R>()).expect("it has patterns"));
        for position in random_positions::<R>(20) {
            let (mut found, mut wanted) = (indices(&shapes, &position), expected(&position));
            found.sort_unstable();
            wanted.sort_unstable();
            assert_eq!(found, wanted, "{position}");
            assert!(found.iter().all(|&index| index < list.len));
        }
    }
    check::<English>();
    check::<Giveaway>();
    check::<International>();
    check::<Losing>();
    check::<Mirrored>();
}

#[test]
fn the_sections_make_up_the_list() {
    for variant in [Variant::ENGLISH, Variant::INTERNATIONAL] {
        let list = PatternList::of(variant).expect("it has patterns");
        let sections = list.sections();
        let ends = sections.iter().map(|section| section.range.end);
        let starts = sections.iter().map(|section| section.range.start);
        assert!(starts.eq([0].into_iter().chain(ends.take(sections.len() - 1))));
        assert_eq!(sections.last().map(|Section { range, .. }| range.end), Some(list.len));
    }
}

#[test]
fn both_sides_see_the_same() {
    fn check<R: Rules>() {
        let patterns = patterns(Variant::of::<R>(), Grain::REAL);
        for position in random_positions::<R>(40) {
            assert_eq!(patterns.evaluate(&position), patterns.evaluate(&position.turned()), "{position}");
        }
    }
    check::<English>();
    check::<Giveaway>();
    check::<International>();
    check::<Losing>();
    check::<Mirrored>();
}

/// The value as it is defined, in floating point: exact, since all numbers are small.
fn by_definition<R: Rules>(position: &Position<R>) -> i32 {
    let weight = |index: usize| f64::from((index.wrapping_mul(40_503) % 4001) as i16 - 2000);
    let share = opening_share(&AnyPosition::from(*position));
    let indices = indices(&Shapes::new(&R::Board::GEOMETRY), position);
    let units: f64 = indices.iter().map(|&index| weight(index) * share + weight(index + 77_777) * (1.0 - share)).sum();
    (units * 500.0).round() as i32
}

#[test]
fn a_value_is_exact() {
    fn check<R: Rules>() {
        let patterns = patterns(Variant::of::<R>(), Grain::REAL);
        for position in random_positions::<R>(3) {
            assert_eq!(patterns.evaluate(&position).millionths(), by_definition(&position), "{position}");
        }
    }
    check::<English>();
    check::<International>();
}

/// FNV-1a over the values, in millionths of a man.
fn hash_of_values<R: Rules>() -> u64 {
    let patterns = patterns(Variant::of::<R>(), Grain::REAL);
    let values = random_positions::<R>(10).into_iter().take(300).map(|position| patterns.evaluate(&position));
    let bytes = values.flat_map(|value| value.millionths().to_le_bytes());
    bytes.fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3))
}

/// Recorded once: every build, whatever its optimisation, word size and processor, finds these values.
#[test]
fn values_are_the_same_in_every_build() {
    assert_eq!(hash_of_values::<English>(), 0x57AE_360F_461C_BBBD);
    assert_eq!(hash_of_values::<Giveaway>(), 0x57AE_360F_461C_BBBD, "the moves and the board are the same");
    assert_eq!(hash_of_values::<International>(), 0x69D9_1CA5_62AF_FC95);
    let start = Position::<English>::start();
    assert_eq!(patterns(Variant::ENGLISH, Grain::REAL).evaluate(&start).millionths(), 493_500);
    let start = Position::<International>::start();
    assert_eq!(patterns(Variant::INTERNATIONAL, Grain::REAL).evaluate(&start).millionths(), 3_293_500);
}

#[test]
fn a_value_is_the_nearest_multiple_of_the_grain() {
    let real = patterns(Variant::ENGLISH, Grain::REAL);
    for men in [1.0, 0.1, 0.01, 0.001] {
        let grain = Grain::from_men(men).expect("a valid grain");
        let coarse = patterns(Variant::ENGLISH, grain);
        let step = (men * 1e6) as i32;
        for position in random_positions::<English>(10) {
            let [fine, coarse] = [&real, &coarse].map(|patterns| patterns.evaluate(&position).millionths());
            let off = (fine - coarse).abs();
            assert_eq!(coarse % step, 0, "{position}");
            // Halves are rounded away from zero, so that both sides see the same size.
            let is_nearest = 2 * off < step || (2 * off == step && coarse.abs() > fine.abs());
            assert!(is_nearest, "{fine} became {coarse} at {men}\n{position}");
        }
    }
}

#[test]
fn too_large_values_are_cut() {
    let large = vec![[i16::MAX; 2]; PatternList::of(Variant::ENGLISH).expect("it has patterns").len];
    let patterns = Patterns::new(Variant::ENGLISH, &large, Grain::REAL).expect("as many weights as patterns");
    let position = fen::parse(Variant::ENGLISH, "W:W18,K22:BK1").expect("a valid position");
    let position = position.typed::<English>().expect("it is of English draughts");
    assert_eq!(patterns.evaluate(&position).millionths(), 79_990_000);
    assert!(Patterns::new(Variant::ENGLISH, &[], Grain::REAL).is_none());
}
