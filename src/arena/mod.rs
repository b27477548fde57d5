//! Engine against engine.

mod selfplay;
mod summary;

pub use selfplay::{GameRecord, SelfPlay};
pub use summary::{Fingerprint, Summary};
