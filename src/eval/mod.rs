//! What a position is worth: from a position to a [`Score`], real-valued and pure.
//!
//! [`Evaluation`] is the one door: it is made once, from [`EvaluationOptions`], and carries everything that belongs to
//! its weights. The search asks it through [`Evaluate`].

mod combined;
mod embedded;
mod evaluation;
mod explanation;
mod linear;
pub mod network;
mod patterns;
mod score;
mod shapes;
mod tuning;
mod weights_file;
mod weights_header;

pub use combined::Combined;
pub use evaluation::{Evaluate, Evaluation, EvaluationOptions, Fingerprint, LearnedWeights, Trail};
pub use explanation::{Explanation, Part};
pub use linear::{FEATURES, Feature, FeatureVector, Weights, Zones, features};
pub use network::Network;
pub use patterns::{Pair, Patterns, opening_share};
pub use score::{Grain, Score, ScoreClass};
pub use shapes::{GROUP, PatternList, Section, Shapes};
pub use tuning::Tuning;
pub use weights_file::{WeightsError, WeightsFile};
pub use weights_header::{Family, Header, REDUCTION_SLOPES, SPREADS, SectionLength, Training};
