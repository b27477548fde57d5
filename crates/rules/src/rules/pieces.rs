//! The hashed part of a position: pieces, side to move, and what else an article remembers. Only this file writes these
//! fields, and every change updates the key, so the two always agree.
//!
//! CITE: A. L. Zobrist, A New Hashing Method with Application for Game Playing (1970). A key is the exclusive or of one
//! random number for each piece and one for the side to move.

use super::{Bitboard, Side, State, Word};

/// A position's hash. Equal positions have equal keys; different ones almost always differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key(pub u64);

impl std::ops::BitXorAssign for Key {
    fn bitxor_assign(&mut self, other: Key) {
        self.0 ^= other.0;
    }
}

/// The part of the key that says Black is to move.
const BLACK_TO_MOVE: Key = Key(split_mix(257));

impl Key {
    /// The number of the single piece on the lowest bit of `single`.
    #[inline]
    fn of_piece<W: Word>(side: Side, king: bool, single: Bitboard<W>) -> Key {
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

/// The pieces on the board and the side to move, with their hash: what all variants' positions have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pieces<W, S> {
    sides: [Bitboard<W>; 2],
    kings: Bitboard<W>,
    key: Key,
    side: Side,
    state: S,
}

impl<W: Word, S: State> Pieces<W, S> {
    /// An empty board with `side` to move.
    pub(super) fn none(side: Side) -> Pieces<W, S> {
        let mut pieces = Pieces {
            sides: [Bitboard::EMPTY; 2],
            kings: Bitboard::EMPTY,
            key: Key::default(),
            side,
            state: S::default(),
        };
        pieces.key = pieces.key_from_scratch();
        pieces
    }

    /// The side to move.
    #[inline]
    pub const fn side(&self) -> Side {
        self.side
    }

    /// The hash of the position.
    #[inline]
    pub const fn key(&self) -> Key {
        self.key
    }

    /// What it remembers of the moves before it.
    #[inline]
    pub const fn state(&self) -> S {
        self.state
    }

    /// Men and kings of `side`.
    #[inline]
    pub const fn pieces(&self, side: Side) -> Bitboard<W> {
        self.sides[side.index()]
    }

    /// The men of `side`.
    #[inline]
    pub fn men(&self, side: Side) -> Bitboard<W> {
        self.pieces(side) - self.kings
    }

    /// The kings of `side`.
    #[inline]
    pub fn kings(&self, side: Side) -> Bitboard<W> {
        self.pieces(side) & self.kings
    }

    /// The kings of both sides.
    #[inline]
    pub const fn all_kings(&self) -> Bitboard<W> {
        self.kings
    }

    /// All pieces.
    #[inline]
    pub fn occupied(&self) -> Bitboard<W> {
        self.pieces(Side::White) | self.pieces(Side::Black)
    }

    /// What stands on a set of one square: whose piece, and whether it is a king.
    pub(super) fn piece_on(&self, single: Bitboard<W>) -> Option<(Side, bool)> {
        let side = Side::ALL.into_iter().find(|&side| self.pieces(side).meets(single))?;
        Some((side, self.kings.meets(single)))
    }

    /// The same in sets of another width, and with its state in another form, which must have the same key.
    pub(super) fn converted<V: Word, T>(&self) -> Pieces<V, T>
    where
        S: Into<T>,
    {
        let Pieces { sides, kings, key, side, state } = *self;
        Pieces { sides: sides.map(Bitboard::narrowed), kings: kings.narrowed(), key, side, state: state.into() }
    }

    /// Puts a piece of `side` on `single`, which must be empty.
    #[inline]
    pub(super) fn put(&mut self, side: Side, is_king: bool, single: Bitboard<W>) {
        self.sides[side.index()] |= single;
        if is_king {
            self.kings |= single;
        }
        self.key ^= Key::of_piece(side, is_king, single);
    }

    /// Removes the piece of `side` from `single`; `is_king` says what it is.
    #[inline]
    pub(super) fn lift(&mut self, side: Side, is_king: bool, single: Bitboard<W>) {
        debug_assert!(self.pieces(side).meets(single) && is_king == self.kings.meets(single));
        self.sides[side.index()] = self.pieces(side) - single;
        self.kings = self.kings - single;
        self.key ^= Key::of_piece(side, is_king, single);
    }

    /// Removes all these pieces of `side`.
    #[inline]
    pub(super) fn lift_all(&mut self, side: Side, set: Bitboard<W>) {
        debug_assert!(set.is_subset(self.pieces(side)));
        for single in set.singles() {
            self.key ^= Key::of_piece(side, self.kings.meets(single), single);
        }
        self.sides[side.index()] = self.pieces(side) - set;
        self.kings = self.kings - set;
    }

    /// Gives the move to `side`, which must not have it.
    #[inline]
    pub(super) fn pass_to(&mut self, side: Side) {
        debug_assert!(self.side != side);
        self.side = side;
        self.key ^= BLACK_TO_MOVE;
    }

    #[inline]
    pub(super) fn set_state(&mut self, state: S) {
        self.key ^= self.state.key();
        self.key ^= state.key();
        self.state = state;
    }

    /// The hash computed from scratch: [`Pieces::key`] always equals it.
    pub fn key_from_scratch(&self) -> Key {
        let mut key = self.state.key();
        if self.side == Side::Black {
            key ^= BLACK_TO_MOVE;
        }
        for side in Side::ALL {
            for single in self.pieces(side).singles() {
                key ^= Key::of_piece(side, self.kings.meets(single), single);
            }
        }
        key
    }
}
