//! Zobrist keys: a position's hash as the exclusive or of one random number for each piece and the side to move.
//! (A. L. Zobrist, A New Hashing Method with Application for Game Playing, 1970.)

use super::{Bitboard, Side};

/// A position's hash. Equal positions have equal keys; different ones almost always differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key(pub u64);

impl std::ops::BitXorAssign for Key {
    fn bitxor_assign(&mut self, other: Key) {
        self.0 ^= other.0;
    }
}

/// Numbers by side, by man (0) or king (1), by bit.
static PIECES: [[[u64; 64]; 2]; 2] = {
    let mut table = [[[0; 64]; 2]; 2];
    let mut n = 0;
    while n < 256 {
        table[n / 128][n / 64 % 2][n % 64] = split_mix(n as u64 + 1);
        n += 1;
    }
    table
};

/// The part of the key that says Black is to move.
pub(super) const BLACK_TO_MOVE: Key = Key(split_mix(257));

/// The number of the single piece on the lowest bit of `single`.
#[inline]
pub(super) fn piece(side: Side, king: bool, single: Bitboard) -> Key {
    // The mask tells the compiler that the index is in range: a bit number is below 64 anyway.
    Key(PIECES[side.index()][usize::from(king)][single.0.trailing_zeros() as usize & 63])
}

/// The number of a run of `moves` moves by the king of `side` on the lowest bit of `single`.
pub(super) fn king_run(side: Side, moves: u8, single: Bitboard) -> Key {
    let place = (u64::from(moves) * 2 + side.index() as u64) * 64 + u64::from(single.lowest_bit());
    Key(split_mix(258 + place))
}

/// The `n`th output of SplitMix64 (Steele, Lea and Flood, Fast Splittable Pseudorandom Number Generators, 2014).
const fn split_mix(n: u64) -> u64 {
    let mut z = n.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
