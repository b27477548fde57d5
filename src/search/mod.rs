//! What to play: bounds, the table, the node search, drivers and iterative deepening.

mod depth;
mod table;
mod window;

pub use depth::Depth;
pub use table::{Entry, MoveIndex, Policy, Table, TableError, TableSize, UnknownPolicy};
pub use window::{Bounds, Verdict, Window};
