//! What can be wrong with pieces that are given from outside, and the one check for it.

use super::{Bitboard, Board, Rules, Side, Square};

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

/// Can these armies, White's first, stand on the board? A side without pieces can, an empty board cannot.
pub(super) fn check<R: Rules>(armies: [Army; 2]) -> Result<(), Fault> {
    check_overlap::<R>(armies)?;
    for side in Side::ALL {
        check_crownhead::<R>(side, armies[side.index()])?;
    }
    for side in Side::ALL {
        check_number::<R>(side, armies[side.index()])?;
    }
    if armies.iter().all(|army| army.all().is_empty()) { Err(Fault::Empty) } else { Ok(()) }
}

fn check_overlap<R: Rules>([white, black]: [Army; 2]) -> Result<(), Fault> {
    debug_assert!((white.all() | black.all()).is_subset(R::Board::ALL));
    let twice = (white.men & white.kings) | (black.men & black.kings) | (white.all() & black.all());
    if twice.any() { Err(Fault::Overlap(R::Board::square(twice))) } else { Ok(()) }
}

fn check_crownhead<R: Rules>(side: Side, army: Army) -> Result<(), Fault> {
    let astray = army.men & R::Board::crownhead(side);
    if astray.any() {
        return Err(Fault::ManOnCrownhead { side, square: R::Board::square(astray) });
    }
    Ok(())
}

fn check_number<R: Rules>(side: Side, army: Army) -> Result<(), Fault> {
    let count = army.all().len() as usize;
    if count > R::MAX_PIECES {
        return Err(Fault::TooManyPieces { side, count, most: R::MAX_PIECES });
    }
    Ok(())
}
