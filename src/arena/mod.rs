//! Engine against engine.

mod selfplay;

pub use selfplay::{GameRecord, SelfPlay};
