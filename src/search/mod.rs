//! What to play: bounds, the table, the node search, drivers and iterative deepening.
//!
//! [`Searcher::search`] is the one entry: a [`Task`] goes in, an [`Outcome`] comes out, and a [`Supervisor`] watches.

mod best_move;
mod counters;
mod deepen;
mod depth;
mod draughts;
mod driver;
mod frame;
mod guesses;
mod iterate;
mod node;
mod options;
mod ordering;
mod parallel;
mod prob_cut;
mod reductions;
mod root;
mod root_result;
mod searcher;
mod seat;
mod supervisor;
mod table;
mod task;
mod tree;
mod variation;
mod window;

pub use best_move::BestMoveRule;
pub use counters::Counters;
pub use depth::Depth;
pub use draughts::{AnyDraughts, AnyNode, Draughts, DraughtsNode};
pub use driver::{Driver, DriverKind, DriverOptions, Question, Width};
pub use iterate::MAX_PROBES;
pub use options::{
    Consistency, FirstGuess, ForcedExtension, ModeKind, Scheme, SearchOptions, TableMoveRule, Threads, Unfinished,
};
pub use ordering::{Memory, Ordering};
pub use prob_cut::PROB_CUT_PLIES;
pub use searcher::{LeafWatcher, Means, Searchable, Searcher};
pub use supervisor::{CHECK_INTERVAL, Probe, Progress, Stopped, Supervisor, Unsupervised};
pub use table::{Entry, MoveIndex, Policy, ReservedTable, Table, TableError, TableSize, TableWatcher};
pub use task::{BetterMove, Iteration, Line, Outcome, Task};
pub use tree::{HISTORY_SLOTS, Horizon, Moves, Tree, TreeMove};
pub use window::{Bounds, Verdict, Window};
