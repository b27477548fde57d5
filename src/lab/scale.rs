//! How much an experiment measures.

use serde::{Deserialize, Serialize};

use crate::choice::named_choice;

named_choice! {
    /// How large an experiment is.
    Scale("scale") {
        /// Seconds: shows that everything works. Its figures mean nothing.
        Quick = "quick",
        /// As large as the paper's, or as near to it as the experiment says.
        Paper = "paper",
        /// Beyond the paper.
        Full = "full",
    }
}

/// The size of an experiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Size {
    /// Games or positions, as the experiment says.
    pub positions: usize,
    /// The greatest depth, in plies; what else it bounds is for the experiment to say.
    pub depth: u32,
}

impl std::fmt::Display for Size {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} positions to depth {}", self.positions, self.depth)
    }
}

impl Size {
    /// So many positions, searched so deep.
    pub const fn new(positions: usize, depth: u32) -> Size {
        Size { positions, depth }
    }
}
