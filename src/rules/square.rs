//! A playable square.

use std::fmt;

/// A playable square, shown by its PDN number (1 at the top left as White sees the board).
///
/// The index (number - 1) is dense; the bit that stands for the square in a [`super::Bitboard`] is a matter of
/// the [`super::Board`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// The square with this index, 0 for PDN square 1.
    pub const fn from_index(index: usize) -> Square {
        debug_assert!(index < 64);
        Square(index as u8)
    }

    /// The square with this PDN number, if the number is in `1..=squares`.
    pub fn from_number(number: u32, squares: usize) -> Option<Square> {
        let index = usize::try_from(number).ok()?.checked_sub(1)?;
        (index < squares).then(|| Square::from_index(index))
    }

    /// The dense index, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The PDN number, from 1.
    pub const fn number(self) -> u32 {
        self.0 as u32 + 1
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}
