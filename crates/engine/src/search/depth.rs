//! How deep a search goes.

use std::fmt;

/// Plies still to be searched below a node; zero where the quiescence search begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Depth(u8);

impl Depth {
    /// Where the quiescence search begins.
    pub const ZERO: Depth = Depth(0);
    /// The deepest iteration.
    pub const MAX: Depth = Depth(200);
    /// Deeper than any search: the depth of what is proven.
    pub(crate) const PROVEN: Depth = Depth(u8::MAX);

    /// A depth of `plies`, at most [`Depth::MAX`].
    pub const fn new(plies: u32) -> Depth {
        if plies > Depth::MAX.0 as u32 { Depth::MAX } else { Depth(plies as u8) }
    }

    /// The depth whose number of plies fills this byte.
    pub(super) const fn from_byte(plies: u8) -> Depth {
        Depth(plies)
    }

    /// In plies.
    pub const fn get(self) -> u32 {
        self.0 as u32
    }

    /// Whether none is left.
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// The depth `plies` smaller, not below zero.
    pub const fn less(self, plies: u32) -> Depth {
        Depth(self.0.saturating_sub(if plies > 255 { 255 } else { plies as u8 }))
    }
}

impl fmt::Display for Depth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
