//! What to play: bounds, the table, the node search, drivers and iterative deepening.
//!
//! [`Searcher::search`] is the entry: a [`Task`] goes in, a [`SearchResult`] comes out, and a [`SearchControl`]
//! watches. The proof search has its own: [`Prover::examine`].

mod context;
mod control;
mod counters;
mod deepen;
mod depth;
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

pub use context::{NodeKind, NodeWatcher, SearchContext};
pub use control::{CHECK_INTERVAL, NoControl, Probe, Progress, SearchControl, Stopped};
pub use counters::Counters;
pub use deepen::MAX_PROBES;
pub use depth::Depth;
pub use draughts::{AnyDraughts, AnyNode, Draughts, DraughtsNode, DraughtsTree};
pub use driver::{Driver, DriverKind, DriverOptions, Question};
pub use options::{
    BestMoveRule, Consistency, FirstGuess, ForcedExtension, ModeKind, Ordering, Scheme, SearchOptions, TableMoveRule,
    Threads, Unfinished,
};
pub use ordering::Histories;
pub use proof::{Claim, Proof, ProofAnswer, Prover};
pub use searcher::{Searchable, Searcher};
pub use selectivity::PROB_CUT_PLIES;
pub use table::{MoveIndex, Policy, ReservedTable, Storage, Table, TableEntry, TableError, TableSize};
pub use task::{BetterMove, Interrupted, Iteration, RootLine, SearchResult, Task};
pub use tree::{HISTORY_SLOTS, Moves, Quiescence, Tree, TreeMove};
pub use window::{Bounds, Verdict, Width, Window};
