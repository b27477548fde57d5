//! What a position is worth: from a position to a [`Score`], real-valued and pure.

mod evaluator;
mod features;
mod score;
mod spread;
mod weights;
mod zones;

pub use evaluator::Evaluator;
pub use features::{FEATURES, Feature, FeatureVector, features};
pub use score::{Grain, Score, ScoreClass};
pub use spread::spread;
pub use weights::Weights;
pub use zones::Zones;
