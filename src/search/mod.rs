//! What to play: bounds, the table, the node search, drivers and iterative deepening.

mod choice;
mod depth;
mod driver;
mod table;
mod window;

pub use choice::UnknownChoice;
pub use depth::Depth;
pub use driver::{Driver, DriverKind, DriverOptions, Question, Width};
pub use table::{Entry, MoveIndex, Policy, Table, TableError, TableSize, UnknownPolicy};
pub use window::{Bounds, Verdict, Window};
