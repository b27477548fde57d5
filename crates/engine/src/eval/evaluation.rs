//! An evaluation: weights, the grain of its values, and the search numbers that were measured with it, as one value.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use fnv::FnvHasher;

use super::linear::{Linear, Weights};
use super::network::Accumulator;
use super::weights_file::built_in;
use super::{Explanation, Family, Grain, LearnedWeights, Network, Patterns, Score, Tuning, WeightsError, WeightsFile};
use crownhead_rules::{AnyPosition, Move, Ply, Position, Rules, Variant, VariantVisitor};

/// What can be chosen about an evaluation.
#[derive(Clone, Debug, PartialEq)]
pub struct EvaluationOptions {
    /// The step between neighbouring values.
    pub grain: Grain,
    /// Whether the evaluation is learned, in variants that have learned weights. Otherwise it is linear.
    pub learned: bool,
    /// Learned weights to use instead of the built-in ones, in the variant that they are for.
    pub weights: Option<LearnedWeights>,
}

impl EvaluationOptions {
    /// The linear evaluation.
    pub fn linear() -> EvaluationOptions {
        EvaluationOptions { learned: false, ..EvaluationOptions::default() }
    }

    /// The weights to use for a variant; `None` for the linear evaluation. Weights for another variant are replaced by
    /// the built-in ones.
    fn learned_weights(&self, variant: Variant) -> Option<&WeightsFile> {
        if !self.learned {
            return None;
        }
        match &self.weights {
            Some(weights) if weights.check(variant).is_ok() => return Some(weights.file()),
            Some(weights) => {
                let other = &weights.header().variant;
                log::warn!("{}: weights for {other} are not used in {variant}", weights.source());
            }
            None => (),
        }
        built_in(variant)
    }
}

impl Default for EvaluationOptions {
    fn default() -> EvaluationOptions {
        EvaluationOptions { grain: Grain::REAL, learned: true, weights: None }
    }
}

/// An evaluation as the search uses it.
///
/// An evaluation may compute its values from scratch, or keep data up to date along the line that is being searched:
/// the accumulators of a network.
pub trait Evaluate<R: Rules>: fmt::Debug + Send + Sync {
    /// The data of the line from the root of a search to the current node, by ply.
    type AccumulatorStack: fmt::Debug + Send;

    /// The stack of a line that consists of the root alone.
    fn accumulators(&self, root: &Position<R>) -> Self::AccumulatorStack;

    /// Extends the line: `mv` leads from `parent`, `ply` plies below the root, to `child`. What the stack held of
    /// greater plies belongs to other lines.
    fn push(
        &self,
        accumulators: &mut Self::AccumulatorStack,
        ply: Ply,
        parent: &Position<R>,
        mv: &Move,
        child: &Position<R>,
    );

    /// The value of the last position of the line, `ply` plies below the root, for the side to move.
    fn evaluate(&self, accumulators: &Self::AccumulatorStack, ply: Ply, position: &Position<R>) -> Score;

    /// The numbers of the search that were measured with these values.
    fn tuning(&self) -> Tuning;
}

/// The identity of an evaluation: equal fingerprints mean equal values of all positions and equal tuning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fingerprint(pub u64);

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// The source of the values. The patterns beside a network add what the network leaves over; the sum is rounded, not
/// its parts.
#[derive(Debug)]
#[cfg_attr(
    target_pointer_width = "64",
    expect(clippy::large_enum_variant, reason = "each evaluation has one, behind an Arc")
)]
enum Model {
    Linear(Linear),
    Patterns(Patterns),
    Network(Network),
    Combined(Network, Patterns),
}

impl Model {
    #[inline(always)] // Called at every node.
    fn network(&self) -> Option<&Network> {
        match self {
            Model::Linear(_) | Model::Patterns(_) => None,
            Model::Network(network) | Model::Combined(network, _) => Some(network),
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
    /// The evaluation of a variant by these options.
    ///
    /// # Panics
    /// If the built-in weights of the variant are damaged. The linear evaluation would be hundreds of Elo weaker.
    pub fn new(variant: Variant, options: &EvaluationOptions) -> Evaluation {
        if let Some(file) = options.learned_weights(variant) {
            return Evaluation::learned(variant, file, options.grain).expect("the weights are checked for the variant");
        }
        let weights = Weights::of(variant.articles());
        Evaluation::linear(variant, weights, options.grain, Tuning::of_linear(variant.name()))
    }

    /// The evaluation with learned weights.
    ///
    /// # Errors
    /// [`WeightsError::Other`] if they are for another variant.
    pub fn learned(variant: Variant, file: &WeightsFile, grain: Grain) -> Result<Evaluation, WeightsError> {
        let model = match file.header.family {
            Family::Patterns => Model::Patterns(file.patterns(variant, grain)?),
            Family::Network => Model::Network(file.network(variant, grain)?),
            Family::Combined => Model::Combined(file.network(variant, grain)?, file.patterns(variant, grain)?),
        };
        let mut hasher = FnvHasher::default();
        file.weights.hash(&mut hasher);
        Ok(Evaluation::of(variant, model, grain, file.header.search, hasher))
    }

    /// The linear evaluation with these weights.
    pub fn linear(variant: Variant, weights: &Weights, grain: Grain, tuning: Tuning) -> Evaluation {
        let mut hasher = FnvHasher::default();
        weights.all().for_each(|weight| weight.to_bits().hash(&mut hasher));
        Evaluation::of(variant, Model::Linear(Linear::new(variant, weights)), grain, tuning, hasher)
    }

    /// The evaluation by this model, whose weights have been hashed.
    fn of(variant: Variant, model: Model, grain: Grain, tuning: Tuning, mut hasher: FnvHasher) -> Evaluation {
        grain.men().to_bits().hash(&mut hasher);
        tuning.spread.map(f64::to_bits).hash(&mut hasher);
        tuning.extends_forced.hash(&mut hasher);
        tuning.reduction_slope.to_bits().hash(&mut hasher);
        // Without the usual base, the fingerprints in records hold that were made when there was no other.
        if tuning.reduction_base != Tuning::UNMEASURED.reduction_base {
            tuning.reduction_base.to_bits().hash(&mut hasher);
        }
        Evaluation { variant, model: Arc::new(model), grain, tuning, fingerprint: Fingerprint(hasher.finish()) }
    }

    /// Its variant.
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// The value of a position of its variant for the side to move.
    ///
    /// # Panics
    /// If the position is of another variant.
    pub fn value(&self, position: &AnyPosition) -> Score {
        self.variant.visit(ValueVisitor(self, position))
    }

    /// [`Evaluation::value`] where the rules are a type.
    pub fn value_of<R: Rules>(&self, position: &Position<R>) -> Score {
        match &*self.model {
            Model::Linear(linear) => self.grain.round(linear.men(position)),
            Model::Patterns(patterns) => patterns.evaluate(position),
            Model::Network(network) => network.evaluate(&network.accumulator(position), position),
            Model::Combined(network, patterns) => {
                self.combined((network, patterns), &network.accumulator(position), position)
            }
        }
    }

    /// The value by a network with this accumulator and by the patterns beside it.
    #[inline]
    fn combined<R: Rules>(
        &self,
        (network, patterns): (&Network, &Patterns),
        accumulator: &Accumulator,
        position: &Position<R>,
    ) -> Score {
        self.grain.round_millionths(network.millionths(accumulator, position) + patterns.millionths(position))
    }

    /// The parts of the value of a position of its variant.
    ///
    /// # Panics
    /// If the position is of another variant.
    pub fn explain(&self, position: &AnyPosition) -> Explanation {
        self.variant.visit(ExplainVisitor(self, position))
    }

    fn explain_of<R: Rules>(&self, position: &Position<R>) -> Explanation {
        match &*self.model {
            Model::Linear(linear) => linear.explain(position, self.value_of(position)),
            Model::Patterns(patterns) => patterns.explain(position),
            Model::Network(network) => network.explain(position),
            Model::Combined(network, patterns) => {
                let of_network = network.explain(position);
                let mut explanation = patterns.explain(position);
                explanation.value = self.value_of(position);
                explanation.opening_share = None;
                explanation.parts.extend(of_network.parts);
                explanation.phases.iter_mut().zip(of_network.phases).for_each(|(sum, phase)| *sum += phase);
                explanation
            }
        }
    }

    /// The family of its learned weights; `None` if it is linear.
    pub fn family(&self) -> Option<Family> {
        match &*self.model {
            Model::Linear(_) => None,
            Model::Patterns(_) => Some(Family::Patterns),
            Model::Network(_) => Some(Family::Network),
            Model::Combined(..) => Some(Family::Combined),
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
struct ValueVisitor<'a>(&'a Evaluation, &'a AnyPosition);

impl VariantVisitor for ValueVisitor<'_> {
    type Output = Score;

    fn visit<R: Rules>(self) -> Score {
        self.0.value_of(&self.1.typed::<R>().expect("the position is of the evaluation's variant"))
    }
}

/// [`Evaluation::explain`].
struct ExplainVisitor<'a>(&'a Evaluation, &'a AnyPosition);

impl VariantVisitor for ExplainVisitor<'_> {
    type Output = Explanation;

    fn visit<R: Rules>(self) -> Explanation {
        self.0.explain_of(&self.1.typed::<R>().expect("the position is of the evaluation's variant"))
    }
}

/// The accumulators of the network of an evaluation along a line, by ply; empty without a network.
///
/// CITE: the accumulator stack of Stockfish, `src/nnue/nnue_accumulator.h`.
#[derive(Clone, Debug)]
pub struct AccumulatorStack(Vec<Accumulator>);

impl<R: Rules> Evaluate<R> for Evaluation {
    type AccumulatorStack = AccumulatorStack;

    fn accumulators(&self, root: &Position<R>) -> AccumulatorStack {
        let line = |network: &Network| vec![network.accumulator(root); Ply::MAX.index() + 1];
        AccumulatorStack(self.model.network().map_or_else(Vec::new, line))
    }

    #[inline]
    fn push(
        &self,
        accumulators: &mut AccumulatorStack,
        ply: Ply,
        parent: &Position<R>,
        mv: &Move,
        child: &Position<R>,
    ) {
        let plies = accumulators.0.len().min(ply.index() + 1);
        let (line, rest) = accumulators.0.split_at_mut(plies);
        if let (Some(network), [.., before], [after, ..]) = (self.model.network(), line, rest) {
            network.update(before, after, parent, mv, child);
        }
    }

    #[inline]
    fn evaluate(&self, accumulators: &AccumulatorStack, ply: Ply, position: &Position<R>) -> Score {
        match (&*self.model, accumulators.0.get(ply.index())) {
            (Model::Network(network), Some(accumulator)) => network.evaluate(accumulator, position),
            (Model::Combined(network, patterns), Some(accumulator)) => {
                self.combined((network, patterns), accumulator, position)
            }
            _ => self.value_of(position),
        }
    }

    fn tuning(&self) -> Tuning {
        self.tuning
    }
}
