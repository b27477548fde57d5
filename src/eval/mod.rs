//! What a position is worth: from a position to a [`Score`], real-valued and pure.
//!
//! [`Evaluation`] is the one door: it is made once, from [`EvaluationOptions`], and carries everything that belongs to
//! its weights. The search asks it through [`Evaluate`].

mod evaluation;
mod linear;
mod score;
mod tuning;

pub use evaluation::{Evaluate, Evaluation, EvaluationOptions, Fingerprint};
pub use linear::{FEATURES, Feature, FeatureVector, Weights, Zones, features};
pub use score::{Grain, Score, ScoreClass};
pub use tuning::Tuning;
