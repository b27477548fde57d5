//! An evaluation: weights, the grain of its values, and the search numbers that were measured with it, as one value.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use fnv::FnvHasher;

use super::linear::{Linear, Weights};
use super::network::Accumulator;
use super::{
    Combined, Explanation, Family, Grain, Network, Patterns, Score, Tuning, WeightsError, WeightsFile, embedded,
};
use crate::rules::{AnyPosition, Move, Ply, Position, Rules, Variant, VariantVisitor};

/// What can be chosen about an evaluation.
#[derive(Clone, Debug, PartialEq)]
pub struct EvaluationOptions {
    /// The step between neighbouring values.
    pub grain: Grain,
    /// Is the evaluation learned, in variants that have learned weights? Else it is linear.
    pub learned: bool,
    /// Learned weights to use instead of the built-in ones, in the variant that they are for.
    pub weights: Option<LearnedWeights>,
}

impl EvaluationOptions {
    /// The linear evaluation.
    pub fn linear() -> EvaluationOptions {
        EvaluationOptions { learned: false, ..EvaluationOptions::default() }
    }

    /// The weights to use for a variant; `None` if the linear evaluation is to be used.
    fn learned_weights(&self, variant: Variant) -> Option<&WeightsFile> {
        let given = self.weights.as_ref().map(|weights| &*weights.file);
        let given = given.filter(|file| file.header.variant == variant.name());
        if self.learned { given.or_else(|| embedded::weights(variant.name())) } else { None }
    }
}

/// Learned weights and where they come from. Clones share the weights.
#[derive(Clone, Debug, PartialEq)]
pub struct LearnedWeights {
    source: String,
    file: Arc<WeightsFile>,
}

impl LearnedWeights {
    /// The weights in the bytes of a file that is called `source`.
    ///
    /// # Errors
    /// [`WeightsError`] if it is not a file of weights, or damaged, or for another version of this program.
    pub fn parse(source: &str, bytes: &[u8]) -> Result<LearnedWeights, WeightsError> {
        Ok(LearnedWeights { source: source.to_owned(), file: Arc::new(WeightsFile::parse(bytes)?) })
    }

    /// What the file is called.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Fails unless the weights are for this variant.
    ///
    /// # Errors
    /// [`WeightsError::Other`].
    pub fn check(&self, variant: Variant) -> Result<(), WeightsError> {
        self.file.header.check(variant)
    }

    /// What the file says of its weights.
    pub fn header(&self) -> &super::Header {
        &self.file.header
    }

    /// The file itself.
    pub fn file(&self) -> &WeightsFile {
        &self.file
    }
}

impl Default for EvaluationOptions {
    fn default() -> EvaluationOptions {
        EvaluationOptions { grain: Grain::REAL, learned: true, weights: None }
    }
}

/// What the search asks of an evaluation.
///
/// An evaluation may work out its values from scratch, or keep what it needs up to date along the line that is being
/// searched: pattern indices, the accumulators of a network. It keeps them in a trail.
pub trait Evaluate<R: Rules>: fmt::Debug + Send + Sync {
    /// What it keeps of the line from the root of a search to the node that is being searched, by ply.
    type Trail: fmt::Debug + Send;

    /// The trail of a line that consists of the root alone.
    fn trail(&self, root: &Position<R>) -> Self::Trail;

    /// The line goes on: `mv` leads from `parent`, `ply` plies below the root, to `child`. What the trail held of
    /// greater plies belongs to other lines.
    fn follow(&self, trail: &mut Self::Trail, ply: Ply, parent: &Position<R>, mv: &Move, child: &Position<R>);

    /// What the last position of the line, `ply` plies below the root, is worth to the side to move.
    fn evaluate(&self, trail: &Self::Trail, ply: Ply, position: &Position<R>) -> Score;

    /// The numbers of the search that were measured with these values.
    fn tuning(&self) -> Tuning;
}

/// Names an evaluation: equal fingerprints mean equal values of all positions and equal tuning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fingerprint(pub u64);

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// What knows the values.
#[derive(Debug)]
enum Model {
    Linear(Linear),
    Patterns(Patterns),
    Network(Network),
    Combined(Combined),
}

impl Model {
    /// The network in it, whose accumulators follow the line.
    #[inline(always)] // Asked at every node.
    fn network(&self) -> Option<&Network> {
        match self {
            Model::Linear(_) | Model::Patterns(_) => None,
            Model::Network(network) | Model::Combined(Combined { network, .. }) => Some(network),
        }
    }
}

/// The evaluation of one variant, ready for use. Clones share the weights.
#[derive(Clone, Debug)]
pub struct Evaluation {
    variant: Variant,
    model: Arc<Model>,
    grain: Grain,
    tuning: Tuning,
    fingerprint: Fingerprint,
}

impl Evaluation {
    /// The evaluation of a variant that the options ask for.
    pub fn new(variant: Variant, options: &EvaluationOptions) -> Evaluation {
        let learned = options.learned_weights(variant).map(|file| Evaluation::learned(variant, file, options.grain));
        match learned {
            Some(Ok(evaluation)) => evaluation,
            // Weights are checked when they are read, so there is no error here.
            Some(Err(_)) | None => {
                let name = variant.name();
                let weights = Weights::of(name, variant.articles().no_move);
                Evaluation::linear(variant, weights, options.grain, Tuning::of_linear(name))
            }
        }
    }

    /// The evaluation with learned weights.
    ///
    /// # Errors
    /// [`WeightsError::Other`] if they are for another variant.
    pub fn learned(variant: Variant, file: &WeightsFile, grain: Grain) -> Result<Evaluation, WeightsError> {
        let model = match file.header.family {
            Family::Patterns => Model::Patterns(file.patterns(variant, grain)?),
            Family::Network => Model::Network(file.network(variant, grain)?),
            Family::Combined => {
                Model::Combined(Combined::new(file.network(variant, grain)?, file.patterns(variant, grain)?, grain))
            }
        };
        let tuning = file.header.search;
        let mut hasher = FnvHasher::default();
        file.weights.hash(&mut hasher);
        let fingerprint = fingerprint(hasher, grain, tuning);
        Ok(Evaluation { variant, model: Arc::new(model), grain, tuning, fingerprint })
    }

    /// The linear evaluation with these weights.
    pub fn linear(variant: Variant, weights: &Weights, grain: Grain, tuning: Tuning) -> Evaluation {
        let mut hasher = FnvHasher::default();
        weights.all().for_each(|weight| weight.to_bits().hash(&mut hasher));
        let fingerprint = fingerprint(hasher, grain, tuning);
        let model = Arc::new(Model::Linear(Linear::new(variant, weights)));
        Evaluation { variant, model, grain, tuning, fingerprint }
    }

    /// The variant that it is for.
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// What a position of its variant is worth to the side to move.
    pub fn value(&self, position: &AnyPosition) -> Score {
        self.variant.visit(Value(self, position))
    }

    /// The same where the rules are a type.
    pub fn value_of<R: Rules>(&self, position: &Position<R>) -> Score {
        match &*self.model {
            Model::Linear(linear) => self.grain.round(linear.men(position)),
            Model::Patterns(patterns) => patterns.evaluate(position),
            Model::Network(network) => network.evaluate(&network.accumulator(position), position),
            Model::Combined(both) => both.evaluate(&both.network.accumulator(position), position),
        }
    }

    /// Where the value of a position of its variant comes from.
    ///
    /// # Panics
    /// If the position is of another variant.
    pub fn explain(&self, position: &AnyPosition) -> Explanation {
        self.variant.visit(Explain(self, position))
    }

    fn explain_of<R: Rules>(&self, position: &Position<R>) -> Explanation {
        match &*self.model {
            Model::Linear(linear) => linear.explain(position, self.value_of(position)),
            Model::Patterns(patterns) => patterns.explain(position),
            Model::Network(network) => network.explain(position),
            Model::Combined(both) => both.explain(position),
        }
    }

    /// The family of its learned weights; none if it is linear.
    pub fn family(&self) -> Option<Family> {
        match &*self.model {
            Model::Linear(_) => None,
            Model::Patterns(_) => Some(Family::Patterns),
            Model::Network(_) => Some(Family::Network),
            Model::Combined(_) => Some(Family::Combined),
        }
    }

    /// What decides whether values that were found with one evaluation hold for another.
    pub const fn fingerprint(&self) -> Fingerprint {
        self.fingerprint
    }

    /// The numbers of the search that were measured with its values.
    pub const fn tuning(&self) -> Tuning {
        self.tuning
    }
}

/// [`Evaluation::value`].
struct Value<'a>(&'a Evaluation, &'a AnyPosition);

impl VariantVisitor for Value<'_> {
    type Output = Score;

    fn visit<R: Rules>(self) -> Score {
        self.0.value_of(&self.1.typed::<R>().expect("the position is of the evaluation's variant"))
    }
}

/// [`Evaluation::explain`].
struct Explain<'a>(&'a Evaluation, &'a AnyPosition);

impl VariantVisitor for Explain<'_> {
    type Output = Explanation;

    fn visit<R: Rules>(self) -> Explanation {
        self.0.explain_of(&self.1.typed::<R>().expect("the position is of the evaluation's variant"))
    }
}

/// The fingerprint of an evaluation whose weights have been hashed.
fn fingerprint(mut hasher: FnvHasher, grain: Grain, tuning: Tuning) -> Fingerprint {
    grain.men().to_bits().hash(&mut hasher);
    tuning.spread.map(f64::to_bits).hash(&mut hasher);
    tuning.extends_forced.hash(&mut hasher);
    tuning.reduction_slope.to_bits().hash(&mut hasher);
    Fingerprint(hasher.finish())
}

/// What an evaluation keeps of a line: the accumulators of the network in it, by ply. Without one it keeps nothing.
#[derive(Clone, Debug)]
pub struct Trail(Vec<Accumulator>);

impl<R: Rules> Evaluate<R> for Evaluation {
    type Trail = Trail;

    fn trail(&self, root: &Position<R>) -> Trail {
        let line = |network: &Network| vec![network.accumulator(root); Ply::MAX.index() + 1];
        Trail(self.model.network().map_or_else(Vec::new, line))
    }

    #[inline]
    fn follow(&self, trail: &mut Trail, ply: Ply, parent: &Position<R>, mv: &Move, child: &Position<R>) {
        let plies = trail.0.len().min(ply.index() + 1);
        let (line, rest) = trail.0.split_at_mut(plies);
        if let (Some(network), [.., before], [after, ..]) = (self.model.network(), line, rest) {
            network.follow(before, after, parent, mv, child);
        }
    }

    #[inline]
    fn evaluate(&self, trail: &Trail, ply: Ply, position: &Position<R>) -> Score {
        match (&*self.model, trail.0.get(ply.index())) {
            (Model::Network(network), Some(accumulator)) => network.evaluate(accumulator, position),
            (Model::Combined(both), Some(accumulator)) => both.evaluate(accumulator, position),
            _ => self.value_of(position),
        }
    }

    fn tuning(&self) -> Tuning {
        self.tuning
    }
}
