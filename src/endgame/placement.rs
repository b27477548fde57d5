//! The pieces of a position as the tables see them: the side to move is White.

use super::{Force, Slice};
use crate::rules::{Army, Bitboard, Board, Position, Rules, Side};

/// Where the pieces stand, turned so that the side to move moves up the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Placement {
    /// The side to move.
    pub(super) ours: Army,
    /// The other side.
    pub(super) theirs: Army,
}

impl Placement {
    pub(super) const fn new(ours: Army, theirs: Army) -> Placement {
        Placement { ours, theirs }
    }

    /// The pieces of a position.
    pub(super) fn of<R: Rules>(position: &Position<R>) -> Placement {
        let army = |side: Side| Army { men: position.men(side), kings: position.kings(side) };
        let white_first = Placement::new(army(Side::White), army(Side::Black));
        match position.side() {
            Side::White => white_first,
            Side::Black => white_first.turned::<R::Board>(),
        }
    }

    /// The position with White to move.
    pub(super) fn position<R: Rules>(&self) -> Position<R> {
        Position::new([self.ours, self.theirs], Side::White).expect("the index places pieces legally")
    }

    /// The same board as the other side sees it.
    pub(super) fn turned<B: Board>(&self) -> Placement {
        Placement::new(turned::<B>(self.theirs), turned::<B>(self.ours))
    }

    /// The material.
    pub(super) fn slice(&self) -> Slice {
        let force = |army: &Army| Force { men: army.men.len() as u8, kings: army.kings.len() as u8 };
        Slice { ours: force(&self.ours), theirs: force(&self.theirs) }
    }

    /// Every piece.
    pub(super) fn occupied(&self) -> Bitboard {
        self.ours.men | self.ours.kings | self.theirs.men | self.theirs.kings
    }
}

fn turned<B: Board>(army: Army) -> Army {
    Army { men: turned_set::<B>(army.men), kings: turned_set::<B>(army.kings) }
}

/// A set of squares after half a turn of the board. The ghost bits lie symmetrically, so half a turn is a reversal of
/// the bits that a board uses.
fn turned_set<B: Board>(set: Bitboard) -> Bitboard {
    Bitboard(set.0.reverse_bits() >> B::ALL.0.leading_zeros())
}
