//! How much an experiment searches.

use std::fmt;

use crownhead_rules::notation::counted;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Size {
    /// Number of games or positions; the experiment defines which.
    pub positions: usize,
    /// The maximum depth, in plies; the experiment defines its exact meaning.
    pub depth: u32,
    /// Number of consecutive seeds, beginning with the run's, that the positions are divided among. Records of earlier
    /// versions do not state it.
    #[serde(default = "one")]
    pub seeds: usize,
}

const fn one() -> usize {
    1
}

impl Size {
    pub const fn new(positions: usize, depth: u32) -> Size {
        Size { positions, depth, seeds: 1 }
    }

    /// The same positions divided among several seeds.
    pub const fn of_seeds(self, seeds: usize) -> Size {
        Size { seeds, ..self }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let positions = counted(self.positions as u64, "position", "positions");
        let seeds = if self.seeds == 1 { String::new() } else { format!(" of {} seeds", self.seeds) };
        write!(f, "{positions}{seeds} to depth {}", self.depth)
    }
}
