//! What to play: bounds, the table, the node search, drivers and iterative deepening.
//!
//! [`Searcher::search`] is the one entry: a [`Task`] goes in, an [`SearchResult`] comes out, and a [`SearchControl`] watches.

mod control;
mod deepen;
mod draughts;
mod driver;
mod node;
mod options;
mod ordering;
mod parallel;
mod proof;
mod root;
mod searcher;
mod selectivity;
mod stroke;
mod table;
mod task;
mod tree;
mod window;

pub use control::{CHECK_INTERVAL, Counters, NoControl, Probe, Progress, SearchControl, Stopped};
pub use deepen::{BestMoveRule, MAX_PROBES};
pub use draughts::{AnyDraughts, AnyNode, Draughts, DraughtsNode};
pub use driver::{Driver, DriverKind, DriverOptions, Question};
pub use options::{
    Consistency, FirstGuess, ForcedExtension, ModeKind, Scheme, SearchOptions, TableMoveRule, Threads, Unfinished,
};
pub use ordering::{Histories, Ordering};
pub use proof::{Answer, Claim, Proof, Prover};
pub use searcher::{NodeKind, NodeWatcher, SearchContext, Searchable, Searcher};
pub use selectivity::PROB_CUT_PLIES;
pub use table::{Entry, MoveIndex, Policy, ReservedTable, Storage, Table, TableError, TableSize};
pub use task::{BetterMove, Depth, Interrupted, Iteration, Line, SearchResult, Task};
pub use tree::{HISTORY_SLOTS, Moves, Quiescence, Tree, TreeMove};
pub use window::{Bounds, Verdict, Width, Window};
