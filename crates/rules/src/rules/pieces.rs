//! The hashed part of a position: pieces, side to move, and what else an article remembers. Only this file writes these
//! fields, and every change updates the key, so the two always agree.
//!
//! CITE: A. L. Zobrist, A New Hashing Method with Application for Game Playing (1970). A key is the exclusive or of one
//! random number for each piece and one for the side to move.

use super::key::{BLACK_TO_MOVE, Key};
use super::{Bitboard, Side, State, Word};

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
