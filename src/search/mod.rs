//! What to play: bounds, the table, the node search, drivers and iterative deepening.
//!
//! [`search`] is the one entry: a [`Task`] goes in, an [`Outcome`] comes out, and a [`Supervisor`] watches.

mod choice;
mod counters;
mod deepen;
mod depth;
mod driver;
mod frame;
mod iterate;
mod mode;
mod node;
mod options;
mod ordering;
mod parallel;
mod prob_cut;
mod reductions;
mod root;
mod supervisor;
mod table;
mod task;
mod tree;
mod variation;
mod window;

pub use choice::UnknownChoice;
pub(crate) use choice::named_choice;
pub use counters::Counters;
pub use deepen::search;
pub use depth::Depth;
pub use driver::{Driver, DriverKind, DriverOptions, Question, Width};
pub use iterate::MAX_PROBES;
pub use options::{BestMoveRule, FirstGuess, ForcedExtension, ModeKind, SearchOptions, TableMoveRule};
pub use ordering::{Memory, Ordering};
pub use parallel::{Scheme, Threads};
pub use supervisor::{Probe, Progress, Stopped, Supervisor, Unsupervised};
pub use table::{Entry, MoveIndex, Policy, Table, TableError, TableSize, TableWatcher};
pub use task::{Iteration, Line, Outcome, Task};
pub use tree::{Draughts, DraughtsNode, Tree};
pub use window::{Bounds, Verdict, Window};
