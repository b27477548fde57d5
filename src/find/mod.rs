//! Finding games by what occurs in them: positions, moves, patterns of pieces, material; by players, results and dates.
//!
//! A [`Query`] is the same for all variants. Its squares and moves mean something in a variant only, so each variant has
//! its own [`Wanted`], as far as the query can be read in it.

mod date;
mod material;
mod name;
mod pattern;
mod query;
mod replay;
mod search;
mod tree;

pub use date::{Date, DateError, Dates};
pub use material::{MaterialError, MaterialLimits};
pub use name::Name;
pub use pattern::{Pattern, PatternError};
pub use query::{Query, QueryError, Wanted, WantedResult, WantedResultError};
pub use replay::Replay;
pub use search::{Found, Occurrence, search};
pub use tree::{Branch, MoveTree, Tally};
