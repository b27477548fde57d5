//! Engine against engine.

mod local;
mod outcome;
mod selfplay;
pub mod statistics;
mod summary;

pub use local::{Choice, LocalPlayer, MoveLimit};
pub use outcome::Outcome;
pub use selfplay::{GameRecord, SelfPlay};
pub use summary::{Fingerprint, Summary};
