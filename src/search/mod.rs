//! What to play: bounds, the table, the node search, drivers and iterative deepening.

mod depth;
mod window;

pub use depth::Depth;
pub use window::{Bounds, Verdict, Window};
