//! Perft against published counts: the proof that the move generator plays draughts.
//!
//! English counts are published by routes: captures that run different ways round to the same end are counted each
//! for itself, which shows first at depth 12. International counts are published merged. The deepest counts take a
//! minute or so: `cargo test --release --test rules -- --ignored`.

use crate::literal::position;
use crownhead_rules::perft::Counting::{Merged, Routes};
use crownhead_rules::perft::{Counting, divide, perft};
use crownhead_rules::{
    Antirussian, Brazilian, Breakthrough, Canadian, Czech, English, Frisian, Frysk, Giveaway, International, Italian,
    Jamaican, Killer, Losing, Pool, Position, Rules, Russian, Spanish, Thai, Turkish, Unified,
};

const ENGLISH: [u64; 11] = [7, 49, 302, 1_469, 7_361, 36_768, 179_740, 845_931, 3_963_680, 18_391_564, 85_242_128];
const INTERNATIONAL: [u64; 9] = [9, 81, 658, 4_265, 27_117, 167_140, 1_049_442, 6_483_961, 41_022_423];

/// The counts from depth 1 up.
fn check<R: Rules>(position: &Position<R>, counting: Counting, counts: &[u64]) {
    for (depth, &count) in (1..).zip(counts) {
        assert_eq!(perft(position, depth, counting), count, "depth {depth} {counting:?}\n{position}");
    }
}

/// The count at one depth, for where the shallower ones are checked elsewhere.
fn check_depth<R: Rules>(depth: u32, counting: Counting, count: u64) {
    assert_eq!(perft(&Position::<R>::start(), depth, counting), count, "depth {depth} {counting:?}");
}

#[test]
fn english_from_the_start() {
    check(&Position::<English>::start(), Routes, &ENGLISH);
    check(&Position::<English>::start(), Merged, &ENGLISH);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes a minute unless built with --release")]
fn english_depth_12_is_where_routes_and_moves_part() {
    check_depth::<English>(12, Routes, 388_623_673);
    check_depth::<English>(12, Merged, 388_617_999);
}

#[test]
fn international_from_the_start() {
    check(&Position::<International>::start(), Merged, &INTERNATIONAL);
}

#[test]
fn international_with_many_men_in_contact() {
    let position = position::<International>("W:W25,27,28,30,32,33,34,35,37,38:B12,13,14,16,18,19,21,23,24,26");
    check(&position, Merged, &[6, 12, 30, 73, 215, 590, 1_944, 6_269]);
}

#[test]
fn international_with_flying_kings() {
    let position = position::<International>("B:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46:BK17,K24");
    check(&position, Merged, &[14, 55, 1_168, 5_432, 87_195, 629_010, 9_041_010, 86_724_219]);
}

#[test]
fn the_losing_games_are_played_with_the_same_moves() {
    check(&Position::<Giveaway>::start(), Routes, &ENGLISH[..9]);
    check(&Position::<Losing>::start(), Merged, &INTERNATIONAL[..7]);
}

/// The counts of the start position from depth 1 up, captures with equal ends and captured pieces being one move.
fn check_start<R: Rules>(counts: &[u64]) {
    check(&Position::<R>::start(), Merged, counts);
}

const RUSSIAN: [u64; 10] = [7, 49, 302, 1_469, 7_482, 37_986, 190_146, 929_899, 4_570_586, 22_444_032];

/// Counts published in the perft threads of the forums of the FMJD and of shashki.com, gathered in rhalbersma/dctl.
#[test]
fn games_on_8x8_from_the_start() {
    check_start::<Russian>(&RUSSIAN);
    check_start::<Antirussian>(&RUSSIAN[..8]);
    check_start::<Brazilian>(&[7, 49, 302, 1_469, 7_473, 37_628, 187_302, 907_830, 4_431_766, 21_560_022]);
    let counts = [7, 49, 302, 1_469, 7_482, 37_986, 190_146, 929_896, 4_570_534, 22_435_955];
    check_start::<Pool>(&counts);
    check_start::<Unified>(&counts[..8]);
    check_start::<Jamaican>(&counts[..8]);
    check_start::<Czech>(&[7, 49, 302, 1_469, 7_361, 36_768, 179_740, 845_931, 3_963_671, 18_368_918]);
    check_start::<Spanish>(&[7, 49, 302, 1_469, 7_361, 36_473, 177_532, 828_783, 3_860_866, 17_743_464]);
    check_start::<Italian>(&[7, 49, 302, 1_469, 7_361, 36_473, 177_532, 828_783, 3_860_875, 17_761_384]);
}

/// The count that is published elsewhere is that of twelve men a side.
#[test]
fn thai_with_eight_men_a_side_from_the_start() {
    check_start::<Thai>(&[7, 49, 392, 3_136, 26_592, 218_695, 1_820_189]);
}

#[test]
fn turkish_from_the_start() {
    check_start::<Turkish>(&[8, 64, 708, 7_538, 85_090, 931_312, 10_782_308]);
}

#[test]
fn canadian_from_the_start() {
    check_start::<Canadian>(&[11, 121, 1_222, 10_053, 79_049, 584_100, 4_369_366]);
}

/// Programs without the article on three moves by one king count more from depth 7 on.
#[test]
fn frisian_from_the_start() {
    check_start::<Frisian>(&[9, 81, 658, 3_874, 21_265, 102_431, 540_126, 2_825_779, 15_605_069]);
    check_start::<Frysk>(&[9, 81, 657, 5_329, 41_829, 328_329, 2_572_197, 20_147_712]);
}

#[test]
fn killer_differs_from_international_where_kings_capture_kings() {
    check_start::<Killer>(&INTERNATIONAL[..7]);
    check_start::<Breakthrough>(&INTERNATIONAL[..7]);
    let position = position::<Killer>("B:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46:BK17,K24");
    check(&position, Merged, &[14, 55, 1_168, 5_165, 84_326, 573_965, 8_476_150]);
}

#[test]
fn divide_splits_the_count_by_the_first_move() {
    let position = Position::<English>::start();
    let parts = divide(&position, 7, Routes);
    assert_eq!(parts.len() as u64, ENGLISH[0]);
    assert_eq!(parts.iter().map(|(_, count)| count).sum::<u64>(), ENGLISH[6]);
}

#[test]
#[ignore = "takes some ten seconds"]
fn english_depth_13() {
    check_depth::<English>(13, Routes, 1_766_623_630);
    check_depth::<English>(13, Merged, 1_766_564_893);
}

#[test]
#[ignore = "takes a minute"]
fn english_depth_14() {
    check_depth::<English>(14, Routes, 7_978_439_499);
    check_depth::<English>(14, Merged, 7_977_983_495);
}

#[test]
#[ignore = "takes some ten seconds"]
fn international_depths_10_and_11() {
    check_depth::<International>(10, Merged, 258_895_763);
    check_depth::<International>(11, Merged, 1_665_861_398);
}
