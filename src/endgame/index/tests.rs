use super::*;
use crate::rules::{English, Giveaway, International, Losing, Position};

/// The counts for English with both sides on the board and one side to move: those that the Chinook project has
/// published, less placements of one side only, half of it.
const ENGLISH: [u64; 5] = [3_488, 196_032, 6_209_316, 139_450_808, 2_426_085_676];

#[test]
fn the_slices_hold_as_many_placements_as_chinook_counted() {
    for (pieces, count) in (2..).zip(ENGLISH) {
        let slices = Slice::all::<English>(pieces);
        assert_eq!(slices.iter().map(|&slice| Index::<English>::new(slice).len()).sum::<u64>(), count);
    }
}

/// The number of placements by a sum over our men on the row where theirs cannot stand.
fn formula<R: Rules>(slice: Slice) -> u64 {
    let (row, squares) = (R::Board::ROW, R::Board::SQUARES);
    let [our_men, our_kings, their_men, their_kings] =
        [slice.ours.men, slice.ours.kings, slice.theirs.men, slice.theirs.kings].map(usize::from);
    let men: u64 = (0..=our_men.min(row))
        .map(|apart| {
            let among = our_men - apart;
            CHOOSE[apart][row] * CHOOSE[among][squares - 2 * row] * CHOOSE[their_men][squares - row - among]
        })
        .sum();
    let free = squares - our_men - their_men;
    men * CHOOSE[our_kings][free] * CHOOSE[their_kings][free - our_kings]
}

fn check<R: Rules>(pieces: usize) {
    for slice in Slice::all::<R>(pieces) {
        let index = Index::<R>::new(slice);
        assert_eq!(index.len(), formula::<R>(slice), "{} {slice}", R::NAME);
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
