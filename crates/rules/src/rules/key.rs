//! The hash of a position: the exclusive or of a fixed random number for each piece and one for the side to move.

use super::bitboard::Bitboard;
use super::{Side, Word};

/// A position's hash. Equal positions have equal keys; different ones almost always differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key(pub u64);

impl std::ops::BitXorAssign for Key {
    fn bitxor_assign(&mut self, other: Key) {
        self.0 ^= other.0;
    }
}

/// The part of the key that says Black is to move.
pub(super) const BLACK_TO_MOVE: Key = Key(split_mix(257));

impl Key {
    /// The number of the single piece on the lowest bit of `single`.
    #[inline]
    pub(super) fn of_piece<W: Word>(side: Side, king: bool, single: Bitboard<W>) -> Key {
        /// Numbers by side, by man (0) or king (1), by bit.
        static PIECES: [[[u64; 128]; 2]; 2] = {
            let mut table = [[[0; 128]; 2]; 2];
            let mut n = 0;
            while n < 512 {
                // Those of the bits from 64 on begin beyond those of kings' runs.
                let (bit, kind) = (n % 128, n / 128);
                let place = kind * 64 + bit % 64 + (bit / 64) * (1 << 20);
                table[kind / 2][kind % 2][bit] = split_mix(place as u64 + 1);
                n += 1;
            }
            table
        };
        // The mask tells the compiler that the index is in range: a bit number is below the bits of its word anyway.
        Key(PIECES[side.index()][usize::from(king)][single.0.trailing_zeros() as usize & (W::BITS - 1)])
    }

    /// The number of a run of `moves` moves by the king of `side` on a bit.
    pub(super) fn of_king_run(side: Side, moves: u8, bit: u8) -> Key {
        let place = (u64::from(moves) * 2 + side.index() as u64) * 64 + u64::from(bit);
        Key(split_mix(258 + place))
    }
}

/// The `n`th output of SplitMix64.
///
/// CITE: Steele, Lea and Flood, Fast Splittable Pseudorandom Number Generators (2014).
const fn split_mix(n: u64) -> u64 {
    let mut z = n.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
