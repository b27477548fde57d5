//! Fitting weights to games, those of patterns or the parameters of a network: a logistic regression on results and search
//! values.

mod adam;
mod curve;
mod data;
mod descent;
mod epochs;
mod examples;
mod export;
mod factors;
mod learner;
mod loss;
mod network;
mod temporal;

pub use curve::svg;
pub use data::Data;
pub use examples::{Collector, Example, Examples};
pub use export::{Fitted, Model, Scale};
pub use loss::Losses;
pub use network::Parameters;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::eval::{Family, LearnedWeights, WeightsFile};
use crate::rules::Variant;
use descent::{Descent, chance};
use epochs::Epochs;
use learner::Learner;
use network::Training;

/// What is fitted, and how.
#[derive(Clone, Debug)]
pub struct FitOptions {
    /// What learns: patterns or a network. Combined weights come of two fits; here they mean their network.
    pub family: Family,
    /// The weights to begin with, if they have a network of the variant; else a network begins with random numbers. Patterns
    /// beside that network stay as they are; those that are learned always begin with nothing.
    pub start: Option<LearnedWeights>,
    /// Weights with a network of the variant that stays as it is: patterns learn its residual, what it leaves over. A network
    /// that learns ignores this.
    pub over: Option<LearnedWeights>,
    /// The part of the result in the target; the rest is the search value.
    pub lambda: f32,
    /// Learn by temporal differences, TD(lambda), with this lambda from 0 to 1, instead of from the mixture.
    pub temporal_decay: Option<f32>,
    /// Logits for a man in the search values of the records, as [`Data::search_slope`] has them.
    pub search_slope: f32,
    /// How often to go through all positions.
    pub epochs: usize,
    /// Positions between two steps.
    pub batch: usize,
    /// How far a step goes at first; it becomes nothing by the end.
    pub rate: f32,
    /// The penalties on the squares of the parameters of patterns, a number for each kind.
    pub penalties: [f32; 8],
    /// Decides the order of the positions.
    pub seed: u64,
    /// Threads that share the positions of a batch.
    pub threads: usize,
    /// Positions with a search value beyond this, in men, are left out.
    pub most_men: f64,
    /// They, and those beyond the limit of adjudication, are kept instead, with values of at most that.
    pub keeps_decided: bool,
    /// The recorded positions of a game that are looked at, from its first.
    pub most_plies: usize,
    /// Of the positions with at most this number of pieces...
    pub ending_pieces: usize,
    /// ... one in this number is taken.
    pub ending_stride: usize,
    /// Sections of the weights of patterns that are left at zero.
    pub without: Vec<String>,
}

impl Default for FitOptions {
    fn default() -> FitOptions {
        FitOptions {
            family: Family::Patterns,
            start: None,
            over: None,
            lambda: 0.3,
            temporal_decay: None,
            search_slope: 1.0,
            epochs: 12,
            batch: 16_384,
            rate: 0.01,
            penalties: [2.0, 8.0, 8.0, 20.0, 20.0, 0.01, 2.0, 2.0],
            seed: 1,
            threads: 1,
            most_men: 5.0,
            keeps_decided: false,
            most_plies: 110,
            ending_pieces: 6,
            ending_stride: 3,
            without: Vec::new(),
        }
    }
}

impl FitOptions {
    /// What suits a kind of evaluation: a network takes more steps, and shorter ones.
    pub fn of(family: Family) -> FitOptions {
        match family {
            Family::Patterns => FitOptions::default(),
            Family::Network | Family::Combined => {
                FitOptions { family: Family::Network, batch: 1024, rate: 0.002, ..FitOptions::default() }
            }
        }
    }

    /// What suits a network that is known already: steps so short that it does not forget what it knows.
    pub fn starting_with(start: LearnedWeights) -> FitOptions {
        FitOptions { start: Some(start), rate: 0.0005, ..FitOptions::of(Family::Network) }
    }

    /// What suits patterns for the residual of the network in these weights.
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

    /// What that part makes of a position, in logits. A man of it counts as much as one of the search values.
    fn kept_logits(&self, example: &Example) -> f32 {
        self.search_slope * example.kept
    }

    /// The points that the fit is to expect of a position as long as nothing is known of the positions after it.
    fn target(&self, example: &Example) -> f32 {
        let searched = chance(self.search_slope * example.searched);
        let lambda = if self.temporal_decay.is_some() { 1.0 } else { self.lambda };
        example.points.map_or(searched, |points| lambda * points + (1.0 - lambda) * searched)
    }
}

/// What is told while a fit goes on.
#[derive(Clone, Copy, Debug)]
pub enum Event {
    /// So many more positions have been visited.
    Visited(u64),
    /// The positions have been gone through once more.
    Epoch {
        /// Which time it was, from 1.
        number: usize,
        /// The losses on the positions of the fit, on the way.
        trained: Losses,
        /// The losses on the positions held out, afterwards.
        held_out: Losses,
    },
}

/// Fits weights of a variant to the positions of `trained`. Those after the epoch with the least loss on `held_out` are
/// taken. After each step `tell` can end the fit.
///
/// # Errors
/// What `tell` returns.
pub fn fit<E>(
    variant: Variant,
    trained: &Examples,
    held_out: &Examples,
    options: &FitOptions,
    tell: impl FnMut(Event) -> Result<(), E>,
) -> Result<Fitted, E> {
    let mut random = ChaCha8Rng::seed_from_u64(options.seed);
    match options.family {
        Family::Patterns => {
            let descent = Descent::new(variant, trained, options);
            learn(variant, descent, random, trained, held_out, options, tell)
        }
        Family::Network | Family::Combined => {
            let known =
                options.start.as_ref().and_then(|start| Parameters::of(variant, start.file(), options.search_slope));
            let parameters = known.unwrap_or_else(|| Parameters::random(variant, &mut random));
            let training = Training::new(parameters, trained);
            learn(variant, training, random, trained, held_out, options, tell)
        }
    }
}

fn learn<E>(
    variant: Variant,
    mut learner: impl Learner,
    random: ChaCha8Rng,
    trained: &Examples,
    held_out: &Examples,
    options: &FitOptions,
    mut tell: impl FnMut(Event) -> Result<(), E>,
) -> Result<Fitted, E> {
    let mut epochs = Epochs::new(trained, options, random);
    let mut best: Option<(Losses, Model)> = None;
    let mut course = Vec::new();
    for epoch in 0..options.epochs {
        let rate = |part: f32| {
            let part = (epoch as f32 + part) / options.epochs as f32;
            // Half a wave: long steps for some time, and a soft landing.
            options.rate * 0.5 * (1.0 + (std::f32::consts::PI * part).cos())
        };
        if epoch > 0 {
            epochs.renew_targets(&learner);
        }
        let of_trained = epochs.go(&mut learner, rate, |positions| tell(Event::Visited(positions)))?;
        let of_held_out = losses_on(&learner, held_out, options);
        tell(Event::Epoch { number: epoch + 1, trained: of_trained, held_out: of_held_out })?;
        course.push((of_trained, of_held_out));
        if best.as_ref().is_none_or(|(least, _)| of_held_out.target() < least.target()) {
            best = Some((of_held_out, learner.model()));
        }
    }
    // Without an epoch, they are those that the fit begins with.
    let (losses, model) = best.unwrap_or_else(|| (losses_on(&learner, held_out, options), learner.model()));
    Ok(Fitted { variant, model, losses, course, occurring: trained.occurring().len() })
}

/// The mean losses on positions that were not learned from.
fn losses_on(learner: &impl Learner, examples: &Examples, options: &FitOptions) -> Losses {
    let mut losses = Losses::default();
    for number in 0..examples.len() {
        let example = examples.example(number);
        let chance = chance(options.kept_logits(example) + learner.logit(example, examples.indices(number)));
        losses.add_position(chance, options.target(example), example.points);
    }
    losses
}
