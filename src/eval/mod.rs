//! What a position is worth: from a position to a [`Score`], real-valued and pure.

mod evaluator;
mod features;
mod patterns;
mod score;
mod shapes;
mod spread;
mod weights;
mod weights_file;
mod zones;

pub use evaluator::Evaluator;
pub use features::{FEATURES, Feature, FeatureVector, features};
pub use patterns::{Pair, Patterns, opening_share};
pub use score::{Grain, Score, ScoreClass};
pub use shapes::{GROUP, Section, Shapes};
pub use spread::spread;
pub use weights::Weights;
pub use weights_file::{Header, SearchNumbers, SectionLength, Training, WeightsError, WeightsFile};
pub use zones::Zones;
