//! Engine against engine.

mod outcome;
mod selfplay;
pub mod statistics;
mod summary;

pub use outcome::Outcome;
pub use selfplay::{GameRecord, SelfPlay};
pub use summary::{Fingerprint, Summary};
