//! A set of squares in one machine word.

use std::ops::{BitAnd, BitOr, BitOrAssign, Not, Sub};

/// A set of squares. A [`super::Board`] says which bit stands for which square. Between the rows of a board lie ghost
/// bits that belong to no set of squares, so that a step off the edge is lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// The empty set.
    pub const EMPTY: Bitboard = Bitboard(0);

    /// Is the set empty?
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Does the set have a member?
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// The number of squares in the set.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Do the two sets share a square?
    pub const fn meets(self, other: Bitboard) -> bool {
        self.0 & other.0 != 0
    }

    /// Is every square of this set in `other`?
    pub const fn is_subset(self, other: Bitboard) -> bool {
        self.0 & !other.0 == 0
    }

    /// The number of the lowest bit. The set must not be empty.
    pub const fn lowest_bit(self) -> u32 {
        debug_assert!(self.0 != 0);
        self.0.trailing_zeros()
    }

    /// The members from the lowest bit up, each as a set of one square.
    pub const fn singles(self) -> Singles {
        Singles(self)
    }
}

/// Iterator over the members of a [`Bitboard`], each as a set of one square.
#[derive(Clone, Debug)]
pub struct Singles(Bitboard);

impl Iterator for Singles {
    type Item = Bitboard;

    fn next(&mut self) -> Option<Bitboard> {
        let rest = self.0.0;
        if rest == 0 {
            return None;
        }
        self.0 = Bitboard(rest & (rest - 1));
        Some(Bitboard(rest & rest.wrapping_neg()))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.len() as usize;
        (len, Some(len))
    }
}

impl BitAnd for Bitboard {
    type Output = Bitboard;
    fn bitand(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 & other.0)
    }
}

impl BitOr for Bitboard {
    type Output = Bitboard;
    fn bitor(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 | other.0)
    }
}

impl BitOrAssign for Bitboard {
    fn bitor_assign(&mut self, other: Bitboard) {
        self.0 |= other.0;
    }
}

/// Set difference.
impl Sub for Bitboard {
    type Output = Bitboard;
    fn sub(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 & !other.0)
    }
}

/// Complement in the machine word, ghost bits included: intersect it with a set of squares before use.
impl Not for Bitboard {
    type Output = Bitboard;
    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}
