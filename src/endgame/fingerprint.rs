//! A number that changes whenever the rules change in a way that the tables can feel.

use std::hash::Hasher;

use fnv::FnvHasher;

use super::index::Index;
use super::slice::Slice;
use crate::rules::perft::{Counting, perft};
use crate::rules::{Board, NoMove, Position, Rules};

/// How many positions of each slice are looked at, and to which depth.
const SAMPLES: u64 = 32;
const SAMPLE_DEPTH: u32 = 2;
/// To which depth moves are counted from the start.
const START_DEPTH: u32 = 5;

/// The fingerprint of the rules: a hash of the size of the board, of what having no move means, and of perft counts
/// from the start and from positions spread over the slices of 2 to 4 pieces.
pub(super) fn fingerprint<R: Rules>() -> u64 {
    let mut hasher = FnvHasher::default();
    hasher.write_u64(R::Board::ROW as u64);
    hasher.write_u64(R::Board::ROWS as u64);
    hasher.write_u8(u8::from(R::NO_MOVE == NoMove::Wins));
    hasher.write_u64(perft(&Position::<R>::start(), START_DEPTH, Counting::Merged));
    for slice in (2..=4).flat_map(Slice::all::<R>) {
        let index = Index::<R>::new(slice);
        hasher.write_u64(index.len());
        for sample in 0..SAMPLES {
            let position = index.placement(index.len() / SAMPLES * sample).position();
            hasher.write_u64(perft(&position, SAMPLE_DEPTH, Counting::Merged));
        }
    }
    hasher.finish()
}
