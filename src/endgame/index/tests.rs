use super::*;
use crate::rules::{English, Giveaway, International, Losing, Position};

/// The counts for English with both sides on the board and one side to move: those that the Chinook project has
/// published, less placements of one side only, half of it.
const ENGLISH: [u64; 5] = [3_488, 196_032, 6_209_316, 139_450_808, 2_426_085_676];

#[test]
fn the_slices_hold_as_many_placements_as_chinook_counted() {
    for (pieces, count) in (2..).zip(ENGLISH) {
        let slices = Slice::all::<English>(pieces);
        assert_eq!(slices.iter().map(|&slice| Index::<English>::count(slice)).sum::<u64>(), count);
        let pairs = slices.iter().filter(|slice| slice.is_first_of_pair());
        assert_eq!(pairs.map(|&slice| Index::<English>::pair_count(slice)).sum::<u64>(), count);
    }
}

fn check<R: Rules>(pieces: usize) {
    for slice in Slice::all::<R>(pieces) {
        let index = Index::<R>::new(slice);
        assert_eq!(index.len(), Index::<R>::count(slice), "{} {slice}", R::NAME);
        // A step without a common factor with most lengths, so that all parts of the range are seen.
        for number in (0..index.len()).step_by(if pieces < 4 { 1 } else { 1009 }) {
            let placement = index.placement(number);
            assert_eq!(placement.slice(), slice);
            assert_eq!(index.number(&placement), number, "{} {slice}", R::NAME);
            let position: Position<R> = placement.position();
            assert_eq!(Placement::of(&position.turned()), placement, "{position}");
            assert_eq!(placement.turned().turned(), placement);
        }
    }
}

#[test]
fn a_placement_and_its_number_lead_to_each_other() {
    for pieces in 2..=4 {
        check::<English>(pieces);
        check::<International>(pieces);
    }
    check::<Giveaway>(5);
    check::<Losing>(3);
}
