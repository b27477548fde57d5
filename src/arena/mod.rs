//! Engine against engine.

mod local;
mod selfplay;
mod summary;

pub use local::{Choice, LocalPlayer, MoveLimit};
pub use selfplay::{GameRecord, SelfPlay};
pub use summary::{Fingerprint, Summary};
