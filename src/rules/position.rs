//! A position: the pieces and the side to move, as a value.

use std::marker::PhantomData;

use super::side::{Colour, by_colour};
use super::{Bitboard, Board, Key, Move, Rules, Side, Square, hash};

/// The pieces on the board and the side to move. A value: [`Position::succ`] makes the next one.
///
/// The hash is kept incrementally; only this file writes the fields, so nothing can part them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position<R: Rules> {
    pieces: [Bitboard; 2],
    kings: Bitboard,
    key: Key,
    side: Side,
    rules: PhantomData<R>,
}

/// What can be wrong with the pieces of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// Two pieces share a square.
    #[error("square {0} holds more than one piece")]
    Overlap(Square),
    /// A man stands where it would have become a king.
    #[error("a man of {side} on square {square}, where it would be a king")]
    ManOnCrownhead {
        /// Whose man it is.
        side: Side,
        /// Where it stands.
        square: Square,
    },
    /// A side has more pieces than it can have.
    #[error("{side} has {count} pieces, more than the {most} it starts with")]
    TooManyPieces {
        /// The side.
        side: Side,
        /// Its pieces.
        count: usize,
        /// The most it may have.
        most: usize,
    },
    /// The board is empty.
    #[error("no pieces at all")]
    Empty,
}

/// The pieces of one side, as they are given from outside.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Army {
    /// Its men.
    pub men: Bitboard,
    /// Its kings.
    pub kings: Bitboard,
}

impl Army {
    fn all(self) -> Bitboard {
        self.men | self.kings
    }
}

impl<R: Rules> Position<R> {
    /// The position that games start from.
    pub fn start() -> Position<R> {
        let rows = |rows: std::ops::Range<usize>| {
            rows.map(R::Board::row).fold(Bitboard::EMPTY, |set, row| set | row)
        };
        let last = R::Board::ROWS;
        let white = Army { men: rows(last - R::ROWS_OF_MEN..last), kings: Bitboard::EMPTY };
        let black = Army { men: rows(0..R::ROWS_OF_MEN), kings: Bitboard::EMPTY };
        Position::new([white, black], R::FIRST).expect("the start position is valid")
    }

    /// A position with the given armies (White's first) and side to move.
    ///
    /// # Errors
    /// The first [`Fault`] found. A side without pieces is allowed, an empty board is not.
    pub fn new(armies: [Army; 2], side: Side) -> Result<Position<R>, Fault> {
        let [white, black] = armies;
        let mut position = Position {
            pieces: [white.all(), black.all()],
            kings: white.kings | black.kings,
            key: Key::default(),
            side,
            rules: PhantomData,
        };
        Self::check_overlap(armies)?;
        position.check_crownheads()?;
        position.check_numbers()?;
        position.key = position.key_from_scratch();
        Ok(position)
    }

    fn check_overlap([white, black]: [Army; 2]) -> Result<(), Fault> {
        debug_assert!((white.all() | black.all()).is_subset(R::Board::ALL));
        let twice = (white.men & white.kings) | (black.men & black.kings) | (white.all() & black.all());
        if twice.any() { Err(Fault::Overlap(R::Board::square(twice))) } else { Ok(()) }
    }

    fn check_crownheads(&self) -> Result<(), Fault> {
        for side in Side::ALL {
            let astray = self.men(side) & R::Board::crownhead(side);
            if astray.any() {
                return Err(Fault::ManOnCrownhead { side, square: R::Board::square(astray) });
            }
        }
        Ok(())
    }

    fn check_numbers(&self) -> Result<(), Fault> {
        for side in Side::ALL {
            let count = self.pieces(side).len() as usize;
            if count > R::MAX_PIECES {
                return Err(Fault::TooManyPieces { side, count, most: R::MAX_PIECES });
            }
        }
        if self.occupied().is_empty() { Err(Fault::Empty) } else { Ok(()) }
    }

    /// The side to move.
    pub const fn side(&self) -> Side {
        self.side
    }

    /// The hash of pieces and side to move.
    pub const fn key(&self) -> Key {
        self.key
    }

    /// Men and kings of `side`.
    pub const fn pieces(&self, side: Side) -> Bitboard {
        self.pieces[side.index()]
    }

    /// The men of `side`.
    pub fn men(&self, side: Side) -> Bitboard {
        self.pieces(side) - self.kings
    }

    /// The kings of `side`.
    pub fn kings(&self, side: Side) -> Bitboard {
        self.pieces(side) & self.kings
    }

    /// The kings of both sides.
    pub const fn all_kings(&self) -> Bitboard {
        self.kings
    }

    /// All pieces.
    pub fn occupied(&self) -> Bitboard {
        self.pieces[0] | self.pieces[1]
    }

    /// The playable squares without a piece.
    pub fn empty(&self) -> Bitboard {
        R::Board::ALL - self.occupied()
    }

    /// What stands on a square: whose piece, and whether it is a king.
    pub fn piece_at(&self, square: Square) -> Option<(Side, bool)> {
        let bit = R::Board::bit(square);
        let side = Side::ALL.into_iter().find(|&side| self.pieces(side).meets(bit))?;
        Some((side, self.kings.meets(bit)))
    }

    /// The position after a legal move.
    #[inline]
    pub fn succ(&self, mv: &Move) -> Position<R> {
        let (from, to) = (R::Board::bit(mv.from), R::Board::bit(mv.to));
        by_colour!(self.side, C => self.after::<C>(from, to, mv.captured))
    }

    /// The position after a legal move of the side to move, which must be `C`. Its ends are sets of one square.
    #[inline]
    pub(super) fn after<C: Colour>(&self, from: Bitboard, to: Bitboard, captured: Bitboard) -> Position<R> {
        debug_assert!(self.side == C::SIDE);
        let (us, them) = (C::SIDE, C::Opponent::SIDE);
        let was_king = self.kings.meets(from);
        let is_king = was_king || to.meets(R::Board::crownhead(us));

        let mut pieces = self.pieces;
        pieces[us.index()] = (self.pieces(us) - from) | to;
        pieces[them.index()] = self.pieces(them) - captured;
        let king = if is_king { to } else { Bitboard::EMPTY };
        let kings = (self.kings - from - captured) | king;

        let key = self.key_past::<C>(from, to, captured);
        Position { pieces, kings, key, side: them, rules: PhantomData }
    }

    /// The hash of the position after a legal move.
    #[inline]
    pub fn key_after(&self, mv: &Move) -> Key {
        let (from, to) = (R::Board::bit(mv.from), R::Board::bit(mv.to));
        by_colour!(self.side, C => self.key_past::<C>(from, to, mv.captured))
    }

    /// The hash of [`Position::after`].
    #[inline]
    fn key_past<C: Colour>(&self, from: Bitboard, to: Bitboard, captured: Bitboard) -> Key {
        let (us, them) = (C::SIDE, C::Opponent::SIDE);
        let was_king = self.kings.meets(from);
        let is_king = was_king || to.meets(R::Board::crownhead(us));
        let mut key = self.key;
        key ^= hash::BLACK_TO_MOVE;
        key ^= hash::piece(us, was_king, from);
        key ^= hash::piece(us, is_king, to);
        for single in captured.singles() {
            key ^= hash::piece(them, self.kings.meets(single), single);
        }
        key
    }

    /// The hash computed anew: what [`Position::key`] must always equal.
    pub fn key_from_scratch(&self) -> Key {
        let mut key = Key::default();
        if self.side == Side::Black {
            key ^= hash::BLACK_TO_MOVE;
        }
        for side in Side::ALL {
            for single in self.pieces(side).singles() {
                key ^= hash::piece(side, self.kings.meets(single), single);
            }
        }
        key
    }

    /// The same position seen from the other end of the board: colours swapped, board turned by half a circle.
    pub fn turned(&self) -> Position<R> {
        let turn = |set: Bitboard| {
            set.singles().fold(Bitboard::EMPTY, |turned, single| {
                let index = R::Board::SQUARES - 1 - R::Board::square(single).index();
                turned | R::Board::bit(Square::from_index(index))
            })
        };
        let army = |side: Side| Army { men: turn(self.men(side)), kings: turn(self.kings(side)) };
        Position::new([army(Side::Black), army(Side::White)], !self.side)
            .expect("turning keeps a position valid")
    }
}

impl<R: Rules> std::fmt::Display for Position<R> {
    /// Draws the board as White sees it: `w` and `b` are men, `W` and `B` kings.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for row in 0..R::Board::ROWS {
            let indent = if row.is_multiple_of(2) { "  " } else { "" };
            f.write_str(indent)?;
            for column in 0..R::Board::ROW {
                let symbol = match self.piece_at(Square::from_index(row * R::Board::ROW + column)) {
                    Some((Side::White, false)) => 'w',
                    Some((Side::White, true)) => 'W',
                    Some((Side::Black, false)) => 'b',
                    Some((Side::Black, true)) => 'B',
                    None => '.',
                };
                write!(f, "{symbol}   ")?;
            }
            writeln!(f)?;
        }
        write!(f, "{} to move", self.side)
    }
}
