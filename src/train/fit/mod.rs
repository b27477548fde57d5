//! Fits of weights to games: a logistic regression of the results and the search values of positions, by Adam.
//!
//! To begin with: [`data`](Data) selects the positions of the records, [`FitOptions`] and [`TrainingSchedule`] say what
//! is fitted and how, `patterns` and `network` are the evaluations that learn, and [`fit`] runs the epochs.

mod data;
mod epochs;
mod loss;
mod network;
mod patterns;

pub use data::{Data, Example, Examples};
pub use loss::{Losses, loss_plot};

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crownhead_engine::eval::{Family, LearnedWeights, Pair, Patterns, WeightsFile};
use crownhead_rules::{NoMove, Variant};
use epochs::Epochs;
use network::{NetworkLearner, Parameters};
use patterns::PatternLearner;

#[derive(Clone, Debug)]
pub struct FitOptions {
    /// What learns: patterns or a network. Combined weights come of two fits; here they mean their network.
    pub family: Family,
    /// The weights to begin with, if they have a network of the variant; else a network begins with random numbers.
    /// Patterns beside that network stay as they are; patterns that learn always begin with zeros.
    pub start: Option<LearnedWeights>,
    /// Weights with a network of the variant that stays as it is: patterns learn its residual. A network that learns
    /// ignores this.
    pub over: Option<LearnedWeights>,
    /// The part of the result in the target; the rest is the search value.
    pub lambda: f32,
    /// Learn by temporal differences, TD(lambda), with this lambda from 0 to 1, instead of from the mixture.
    pub td_lambda: Option<f32>,
    pub schedule: TrainingSchedule,
    /// Decides the order of the positions.
    pub seed: u64,
    /// Threads that share the positions of a batch.
    pub threads: usize,
    /// Positions with a search value beyond this, in men, are left out...
    pub most_men: f64,
    /// ... unless this keeps them, and those beyond the limit of adjudication, with values of at most that.
    pub keeps_decided: bool,
    /// The recorded positions of a game that are used, from its first.
    pub most_plies: usize,
}

/// The epochs of a fit, its batches and its steps.
#[derive(Clone, Copy, Debug)]
pub struct TrainingSchedule {
    /// Passes through all positions.
    pub epochs: usize,
    /// Positions between two steps.
    pub batch: usize,
    /// The length of the first step, in logits. It falls to nothing by the end.
    pub rate: f32,
}

impl TrainingSchedule {
    const OF_PATTERNS: TrainingSchedule = TrainingSchedule { epochs: 12, batch: 16_384, rate: 0.01 };
    /// A network takes more steps, and shorter ones.
    const OF_NETWORK: TrainingSchedule = TrainingSchedule { epochs: 12, batch: 1024, rate: 0.002 };
    /// Steps so short that a network does not forget what it knows.
    pub(super) const RATE_OF_KNOWN_NETWORK: f32 = 0.0005;

    /// The length of a step after this number of epochs, whole and begun: half a cosine wave, which has long steps for
    /// some time and a soft landing.
    ///
    /// CITE: Loshchilov and Hutter, SGDR: stochastic gradient descent with warm restarts (2017), without restarts.
    fn rate_at(&self, epochs: f32) -> f32 {
        self.rate * 0.5 * (1.0 + (std::f32::consts::PI * (epochs / self.epochs as f32)).cos())
    }
}

impl Default for FitOptions {
    fn default() -> FitOptions {
        FitOptions {
            family: Family::Patterns,
            start: None,
            over: None,
            lambda: 0.3,
            td_lambda: None,
            schedule: TrainingSchedule::OF_PATTERNS,
            seed: 1,
            threads: 1,
            most_men: 5.0,
            keeps_decided: false,
            most_plies: 110,
        }
    }
}

impl FitOptions {
    /// The usual options for a kind of evaluation.
    pub fn of(family: Family) -> FitOptions {
        match family {
            Family::Patterns => FitOptions::default(),
            Family::Network | Family::Combined => {
                FitOptions { family: Family::Network, schedule: TrainingSchedule::OF_NETWORK, ..FitOptions::default() }
            }
        }
    }

    /// The usual options for a network that goes on from these weights.
    pub fn starting_with(start: LearnedWeights) -> FitOptions {
        let schedule =
            TrainingSchedule { rate: TrainingSchedule::RATE_OF_KNOWN_NETWORK, ..TrainingSchedule::OF_NETWORK };
        FitOptions { start: Some(start), schedule, ..FitOptions::of(Family::Network) }
    }

    /// The usual options for patterns over the network in these weights.
    pub fn over(network: LearnedWeights) -> FitOptions {
        FitOptions { over: Some(network), ..FitOptions::default() }
    }

    /// The weights that the fit goes on from: those that a network begins with, or has patterns over it.
    fn before(&self) -> Option<&LearnedWeights> {
        if self.family == Family::Patterns { self.over.as_ref() } else { self.start.as_ref() }
    }

    /// The part of these weights that the fit leaves as it is, if there is one.
    fn kept(&self, variant: Variant) -> Option<WeightsFile> {
        let part = if self.family == Family::Patterns { Family::Network } else { Family::Patterns };
        self.before()?.file().only(variant, part).ok()
    }
}

#[derive(Clone, Copy, Debug)]
pub enum FitEvent {
    /// This number of further positions was visited.
    Visited(u64),
    Epoch {
        /// Its number, from 1.
        number: usize,
        /// The losses on the positions of the fit, on the way.
        trained: Losses,
        /// The losses on the positions held out, afterwards.
        held_out: Losses,
    },
}

#[derive(Clone, Debug)]
pub struct Fitted {
    /// The weights after the epoch with the least loss on the positions held out.
    model: LearnedModel,
    /// Logits for a man of the weights.
    pub logits_per_man: f32,
    /// Logits for a man in the search values of the records.
    pub search_logits_per_man: f32,
    /// The losses of the weights on the positions held out.
    pub losses: Losses,
    /// The losses of each epoch: on the positions of the fit, and on those held out.
    pub course: Vec<(Losses, Losses)>,
    /// The number of patterns, or inputs of a network, that occurred.
    pub occurring: usize,
}

/// Fits weights to the positions of records, and keeps those after the epoch with the least loss on the positions held
/// out. After each step `tell` can end the fit.
pub fn fit<E>(data: &Data, options: &FitOptions, tell: impl FnMut(FitEvent) -> Result<(), E>) -> Result<Fitted, E> {
    let mut random = ChaCha8Rng::seed_from_u64(options.seed);
    let search_logits_per_man = data.search_logits_per_man();
    match options.family {
        Family::Patterns => {
            let learner = PatternLearner::new(data.variant, &data.trained);
            learn(learner, Epochs { data, options, search_logits_per_man, random }, tell)
        }
        Family::Network | Family::Combined => {
            let start = options.start.as_ref();
            let known = start.and_then(|start| Parameters::of(data.variant, start.file(), search_logits_per_man));
            let parameters = known.unwrap_or_else(|| Parameters::random(data.variant, &mut random));
            let learner = NetworkLearner::new(parameters, &data.trained);
            learn(learner, Epochs { data, options, search_logits_per_man, random }, tell)
        }
    }
}

fn learn<E>(
    mut learner: impl Learner,
    mut epochs: Epochs<'_>,
    mut tell: impl FnMut(FitEvent) -> Result<(), E>,
) -> Result<Fitted, E> {
    let mut best: Option<(Losses, LearnedModel)> = None;
    let mut course = Vec::new();
    for epoch in 0..epochs.options.schedule.epochs {
        let trained = epochs.run(&mut learner, epoch, |positions| tell(FitEvent::Visited(positions)))?;
        let held_out = epochs.held_out(&learner);
        tell(FitEvent::Epoch { number: epoch + 1, trained, held_out })?;
        course.push((trained, held_out));
        if best.as_ref().is_none_or(|(least, _)| held_out.target() < least.target()) {
            best = Some((held_out, learner.model()));
        }
    }
    // Without an epoch, the weights are those that the fit begins with.
    let (losses, model) = best.unwrap_or_else(|| (epochs.held_out(&learner), learner.model()));
    let Epochs { data, options, search_logits_per_man, .. } = epochs;
    let logits_per_man = logits_per_man(&model, data, options, search_logits_per_man);
    let occurring = data.trained.occurring().len();
    Ok(Fitted { model, logits_per_man, search_logits_per_man, losses, course, occurring })
}

trait Learner: Sync {
    /// The number of consecutive positions that are visited together, since they lie together in memory.
    const RUN: usize;

    /// The value of a position with these indices, in logits.
    fn logit(&self, example: &Example, indices: &[u32]) -> f32;

    fn gradient_len(&self) -> usize;

    /// Adds the gradient of a position with a target of `target` points, which is worth `kept` logits by the part that
    /// is not learned. Returns its expected points by the current weights.
    fn add_gradient(&self, example: &Example, kept: f32, indices: &[u32], target: f32, gradient: &mut [f32]) -> f32;

    /// Makes a step, given the gradient of a batch, which is a sum over this number of positions.
    fn step(&mut self, gradient: &[f32], positions: u64, rate: f32);

    /// Prepares for other positions than those learned from.
    fn complete(&mut self) {}

    fn model(&self) -> LearnedModel;
}

/// Weights in logits.
#[derive(Clone, Debug)]
enum LearnedModel {
    /// Those of each pattern in the opening and the ending.
    Patterns(Vec<[f32; 2]>),
    Network(Parameters),
}

impl LearnedModel {
    const fn family(&self) -> Family {
        match self {
            LearnedModel::Patterns(_) => Family::Patterns,
            LearnedModel::Network(_) => Family::Network,
        }
    }

    /// The value of a position, in logits.
    fn logit(&self, example: &Example, indices: &[u32]) -> f32 {
        match self {
            LearnedModel::Patterns(weights) => patterns::logit(weights, example, indices),
            LearnedModel::Network(parameters) => parameters.logit(indices),
        }
    }

    /// The weights in the units of the evaluation, cut to 16 bits.
    fn pairs(&self, logits_per_man: f32) -> Box<[Pair]> {
        match self {
            LearnedModel::Patterns(weights) => {
                let units = Patterns::UNITS_PER_MAN as f32 / logits_per_man;
                let unit = |logits: f32| (logits * units).round().clamp(-32767.0, 32767.0) as i16;
                weights.iter().map(|pair| pair.map(unit)).collect()
            }
            LearnedModel::Network(parameters) => parameters.pairs(logits_per_man),
        }
    }
}

/// In the losing games a value of 1.0 is half a logit: men say too little there for another scale.
const LOGITS_PER_MAN_IN_LOSING_GAMES: f32 = 0.5;

/// The scale of weights, in logits for a man: that by which a man more is worth 1.0, on average over the positions held
/// out, sidelines included, without kings where one side has just one man more. Beside a part that was not learned, it
/// is the scale of that part.
fn logits_per_man(model: &LearnedModel, data: &Data, options: &FitOptions, search_logits_per_man: f32) -> f32 {
    const LEAST: f32 = 0.1;
    if options.kept(data.variant).is_some() {
        return search_logits_per_man;
    }
    if data.variant.articles().no_move == NoMove::Wins {
        return LOGITS_PER_MAN_IN_LOSING_GAMES;
    }
    let (mut sum, mut positions) = (0.0, 0u32);
    for (example, indices) in data.held_out.iter() {
        if let Some(more @ (-1 | 1)) = example.men_more {
            sum += f32::from(more) * model.logit(example, indices);
            positions += 1;
        }
    }
    (sum / positions.max(1) as f32).max(LEAST)
}

/// The expected points at a number of logits.
fn chance(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}
