//! What is to be known of a sample besides its value.

use std::ops::{BitOr, BitOrAssign};

/// A set of remarks on a sample.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Flags(u8);

impl Flags {
    /// No remark.
    pub const NONE: Flags = Flags(0);
    /// The side to move must capture: the static value of such a position says little.
    pub const CAPTURE: Flags = Flags(1 << 1);
    /// The search value is beyond the limit of adjudication: the game is decided.
    pub const DECIDED: Flags = Flags(1 << 2);
    /// The position occurred earlier in the game.
    pub const REPEATED: Flags = Flags(1 << 3);
    /// There is only one legal move. The search then uses a tenth of the nodes.
    pub const ONLY_MOVE: Flags = Flags(1 << 4);
    /// The position is beside the game: random moves or the search led to it from the position of the game before. The result
    /// says nothing of it.
    pub const SIDELINE: Flags = Flags(1 << 5);

    const KNOWN: u8 = Flags::CAPTURE.0 | Flags::DECIDED.0 | Flags::REPEATED.0 | Flags::ONLY_MOVE.0 | Flags::SIDELINE.0;

    /// Are all remarks of `other` made?
    pub const fn contains(self, other: Flags) -> bool {
        self.0 & other.0 == other.0
    }

    /// Is any remark of `other` made?
    pub const fn meets(self, other: Flags) -> bool {
        self.0 & other.0 != 0
    }

    /// The set if the condition holds, else none.
    pub const fn when(self, holds: bool) -> Flags {
        if holds { self } else { Flags::NONE }
    }

    /// The bits; bit 0 is always free.
    pub(super) const fn bits(self) -> u8 {
        self.0
    }

    /// The set with these bits, if all of them have a meaning.
    pub(super) const fn from_bits(bits: u8) -> Option<Flags> {
        if bits & !Flags::KNOWN == 0 { Some(Flags(bits)) } else { None }
    }
}

impl BitOr for Flags {
    type Output = Flags;
    fn bitor(self, other: Flags) -> Flags {
        Flags(self.0 | other.0)
    }
}

impl BitOrAssign for Flags {
    fn bitor_assign(&mut self, other: Flags) {
        self.0 |= other.0;
    }
}
