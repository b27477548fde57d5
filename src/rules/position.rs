//! A position: the pieces and the side to move, as a value.

use std::marker::PhantomData;
use std::ops::Deref;

use super::pieces::Pieces;
use super::side::{Colour, by_colour};
use super::{AnyPosition, Army, Bitboard, Board, Fault, Key, Move, Played, Rules, Side, Square, State, fault};

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
        let rows = |rows: std::ops::Range<usize>| rows.map(R::Board::row).fold(Bitboard::EMPTY, |set, row| set | row);
        let last = R::Board::ROWS;
        let white = Army { men: rows(last - R::ARTICLES.rows_of_men..last), kings: Bitboard::EMPTY };
        let black = Army { men: rows(0..R::ARTICLES.rows_of_men), kings: Bitboard::EMPTY };
        Position::new([white, black], R::ARTICLES.first).expect("the start position is valid")
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

    /// The playable squares without a piece.
    pub fn empty(&self) -> Bitboard {
        R::Board::ALL - self.occupied()
    }

    /// What stands on a square: whose piece, and whether it is a king.
    pub fn piece_at(&self, square: Square) -> Option<(Side, bool)> {
        self.pieces.piece_on(R::Board::bit(square))
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
        let men = Side::ALL.map(|side| pieces.men(side));
        let played = Played { side: us, by_king: was_king, from, to, captured, men };
        pieces.set_state(self.state().after(&played));
        Position { pieces, rules: PhantomData }
    }

    /// The same position seen from the other end of the board: colours swapped, board turned by half a circle.
    pub fn turned(&self) -> Position<R> {
        let turn = |set: Bitboard| R::Board::GEOMETRY.turned(set);
        let army = |side: Side| Army { men: turn(self.men(side)), kings: turn(self.kings(side)) };
        let mut turned = Position::<R>::new([army(Side::Black), army(Side::White)], !self.side())
            .expect("turning keeps a position valid");
        turned.pieces.set_state(self.state().turned(turn));
        turned
    }

    pub(super) const fn from_pieces(pieces: Pieces<R::State>) -> Position<R> {
        Position { pieces, rules: PhantomData }
    }
}

impl<R: Rules> Deref for Position<R> {
    type Target = Pieces<R::State>;

    #[inline(always)] // It is its first field.
    fn deref(&self) -> &Pieces<R::State> {
        &self.pieces
    }
}

impl<R: Rules> std::fmt::Display for Position<R> {
    /// As an [`AnyPosition`] is drawn.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        AnyPosition::from(*self).fmt(f)
    }
}
