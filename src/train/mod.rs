//! Learning what a position is worth: games of the engine against itself, and what is fitted to them.

mod error;
pub mod fit;
pub mod games;
pub mod generations;
mod knowledge;
pub mod record;
pub mod spread;

pub use error::TrainError;
pub use knowledge::{Knowledge, read_weights, read_weights_for};
