//! Distance below a root position.

/// Plies from the root to a node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ply(u16);

impl Ply {
    /// The root.
    pub const ROOT: Ply = Ply(0);
    /// No line is followed further; extensions and captures end here at the latest.
    pub const MAX: Ply = Ply(250);

    /// So many plies below the root.
    pub const fn new(plies: u16) -> Ply {
        Ply(plies)
    }

    /// In plies.
    pub const fn get(self) -> u16 {
        self.0
    }

    /// As an index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// One ply further down.
    pub const fn next(self) -> Ply {
        Ply(self.0 + 1)
    }
}
