//! The evaluation: from a position to a [`Score`], real-valued and pure.
//!
//! An [`Evaluation`] is made once, from [`EvaluationOptions`], and holds everything that belongs to its weights. The
//! search uses it through [`Evaluate`].

mod evaluation;
mod explanation;
mod linear;
pub mod network;
mod patterns;
mod score;
mod weights_file;
mod weights_header;

pub use evaluation::{AccumulatorStack, Evaluate, Evaluation, EvaluationOptions, Fingerprint};
pub use explanation::{Explanation, Part};
pub use linear::{FEATURES, Feature, FeatureVector, Weights, Zones, features};
pub use network::Network;
pub use patterns::{GROUP, Pair, PatternList, Patterns, Section, Shapes, opening_share};
pub use score::{Grain, Score, ScoreClass};
pub use weights_file::{LearnedWeights, WeightsFile};
pub use weights_header::{Family, Header, REDUCTIONS, SPREADS, SectionLength, Training, Tuning, WeightsError};
