//! A position: the pieces and the side to move, as a value.

use std::marker::PhantomData;

use super::pieces::Pieces;
use super::side::{Colour, by_colour};
use super::{Army, Bitboard, Board, Fault, Key, Move, Played, Rules, Side, Square, State, fault};

/// The pieces on the board and the side to move, with what else the articles make it remember. A value:
/// [`Position::succ`] makes the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position<R: Rules> {
    pieces: Pieces<R::State>,
    rules: PhantomData<R>,
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
        fault::check::<R>(armies)?;
        let mut pieces = Pieces::none(side);
        for owner in Side::ALL {
            let Army { men, kings } = armies[owner.index()];
            men.singles().for_each(|single| pieces.put(owner, false, single));
            kings.singles().for_each(|single| pieces.put(owner, true, single));
        }
        Ok(Position { pieces, rules: PhantomData })
    }

    /// The side to move.
    pub const fn side(&self) -> Side {
        self.pieces.side()
    }

    /// The hash of all that the position is.
    pub const fn key(&self) -> Key {
        self.pieces.key()
    }

    /// What it remembers of the moves before it.
    pub const fn state(&self) -> R::State {
        self.pieces.state()
    }

    /// Men and kings of `side`.
    pub const fn pieces(&self, side: Side) -> Bitboard {
        self.pieces.of(side)
    }

    /// The men of `side`.
    pub fn men(&self, side: Side) -> Bitboard {
        self.pieces(side) - self.all_kings()
    }

    /// The kings of `side`.
    pub fn kings(&self, side: Side) -> Bitboard {
        self.pieces(side) & self.all_kings()
    }

    /// The kings of both sides.
    pub const fn all_kings(&self) -> Bitboard {
        self.pieces.kings()
    }

    /// All pieces.
    pub fn occupied(&self) -> Bitboard {
        self.pieces(Side::White) | self.pieces(Side::Black)
    }

    /// The playable squares without a piece.
    pub fn empty(&self) -> Bitboard {
        R::Board::ALL - self.occupied()
    }

    /// What stands on a square: whose piece, and whether it is a king.
    pub fn piece_at(&self, square: Square) -> Option<(Side, bool)> {
        let bit = R::Board::bit(square);
        let side = Side::ALL.into_iter().find(|&side| self.pieces(side).meets(bit))?;
        Some((side, self.all_kings().meets(bit)))
    }

    /// The position after a legal move.
    #[inline]
    pub fn succ(&self, mv: &Move) -> Position<R> {
        let (from, to) = (R::Board::bit(mv.from), R::Board::bit(mv.to));
        by_colour!(self.side(), C => self.after::<C>(from, to, mv.captured, mv.crowned_in_passing))
    }

    /// The hash of the position after a legal move.
    #[inline]
    pub fn key_after(&self, mv: &Move) -> Key {
        // Only the key is used, so the compiler leaves out what does not bear on it.
        self.succ(mv).key()
    }

    /// The position after a legal move of the side to move, which must be `C`. Its ends are sets of one square.
    #[inline]
    pub(super) fn after<C: Colour>(
        &self,
        from: Bitboard,
        to: Bitboard,
        captured: Bitboard,
        crowned_in_passing: bool,
    ) -> Position<R> {
        debug_assert!(self.side() == C::SIDE);
        let (us, them) = (C::SIDE, C::Opponent::SIDE);
        let was_king = self.all_kings().meets(from);
        let is_king = was_king || crowned_in_passing || to.meets(R::Board::crownhead(us));
        let mut pieces = self.pieces;
        pieces.lift(us, was_king, from);
        pieces.put(us, is_king, to);
        pieces.lift_all(them, captured);
        pieces.pass_to(them);
        let men = [pieces.of(Side::White) - pieces.kings(), pieces.of(Side::Black) - pieces.kings()];
        let played = Played { side: us, by_king: was_king, from, to, captured, men };
        pieces.set_state(self.state().after(&played));
        Position { pieces, rules: PhantomData }
    }

    /// The hash computed anew: what [`Position::key`] must always equal.
    pub fn key_from_scratch(&self) -> Key {
        self.pieces.key_from_scratch()
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
        let mut turned = Position::<R>::new([army(Side::Black), army(Side::White)], !self.side())
            .expect("turning keeps a position valid");
        turned.pieces.set_state(self.state().turned(turn));
        turned
    }
}
