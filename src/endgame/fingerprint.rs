//! A number that changes whenever the rules change in a way that the tables can feel.

use std::hash::Hasher;

use fnv::FnvHasher;

use super::index::Index;
use super::placement::Placement;
use super::slice::Slice;
use crate::rules::perft::Counting;
use crate::rules::{AnyPosition, NoMove, Side, Variant};

/// How many positions of each slice are looked at, and to which depth.
const SAMPLES: u64 = 32;
const SAMPLE_DEPTH: u32 = 2;
/// To which depth moves are counted from the start.
const START_DEPTH: u32 = 5;

/// The fingerprint of the rules: a hash of the size of the board, of what having no move means, and of perft counts
/// from the start and from positions spread over the slices of 2 to 4 pieces.
pub(super) fn fingerprint(variant: Variant) -> u64 {
    let board = variant.board();
    let mut hasher = FnvHasher::default();
    hasher.write_u64(board.row as u64);
    hasher.write_u64(board.rows as u64);
    hasher.write_u8(u8::from(variant.articles().no_move == NoMove::Wins));
    hasher.write_u64(variant.start().perft(START_DEPTH, Counting::Merged));
    for slice in (2..=4).flat_map(|pieces| Slice::all(variant, pieces)) {
        let index = Index::new(board, slice);
        hasher.write_u64(index.len());
        for sample in 0..SAMPLES {
            let Placement { ours, theirs } = index.placement(index.len() / SAMPLES * sample);
            let position = AnyPosition::new(variant, [ours, theirs], Side::White);
            let count = position.map_or(0, |position| position.perft(SAMPLE_DEPTH, Counting::Merged));
            hasher.write_u64(count);
        }
    }
    hasher.finish()
}
