//! What a position is worth: from a position to a [`Score`], real-valued and pure.

mod score;

pub use score::{Grain, Score, ScoreClass};
