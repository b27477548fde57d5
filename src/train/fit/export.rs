//! From logits to the units of the evaluation.

use super::descent::logit;
use super::examples::{Example, Examples};
use super::{FitOptions, Losses, Parameters};
use crate::eval::{Family, Pair, Patterns};
use crate::rules::{NoMove, Variant};

/// What a fit came to.
#[derive(Clone, Debug)]
pub struct Fitted {
    /// The variant.
    pub variant: Variant,
    /// What was learned.
    pub model: Model,
    /// Their losses on the positions held out.
    pub losses: Losses,
    /// The losses of each epoch: on the positions of the fit, and on those held out.
    pub course: Vec<(Losses, Losses)>,
    /// How many patterns, or inputs of a network, occurred.
    pub occurring: usize,
}

/// Weights in logits.
#[derive(Clone, Debug)]
pub enum Model {
    /// Those of each pattern in the opening and the ending.
    Patterns(Vec<[f32; 2]>),
    /// The parameters of a network.
    Network(Parameters),
}

/// Logits for a man.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale(pub f32);

impl Scale {
    /// In the losing games a value of 1.0 is half a logit.
    pub const LOSING_GAMES: Scale = Scale(0.5);

    /// The scale by which a man more is worth 1.0, on average over the positions, sidelines included, without kings where one side has just one
    /// man more. In the losing games, where men say too little for that, a value of 1.0 is half a logit. Beside a part that
    /// was not learned, it is the scale of that part.
    pub fn of(fitted: &Fitted, examples: &Examples, options: &FitOptions) -> Scale {
        const LEAST: f32 = 0.1;
        if options.kept(fitted.variant).is_some() {
            return Scale(options.search_slope);
        }
        if fitted.variant.articles().no_move == NoMove::Wins {
            return Scale::LOSING_GAMES;
        }
        let (mut sum, mut positions) = (0.0, 0u32);
        for number in 0..examples.len() {
            let example = examples.example(number);
            if let Some(more) = example.men_more
                && more.abs() == 1
            {
                sum += f32::from(more) * fitted.model.logit(example, examples.indices(number));
                positions += 1;
            }
        }
        Scale((sum / positions.max(1) as f32).max(LEAST))
    }
}

impl Model {
    /// What kind of evaluation it is for.
    pub const fn family(&self) -> Family {
        match self {
            Model::Patterns(_) => Family::Patterns,
            Model::Network(_) => Family::Network,
        }
    }

    /// What it makes of a position, in logits.
    fn logit(&self, example: &Example, indices: &[u32]) -> f32 {
        match self {
            Model::Patterns(weights) => logit(weights, example, indices),
            Model::Network(parameters) => parameters.logit(indices),
        }
    }

    /// The weights in the units of the evaluation, cut to what 16 bits hold.
    pub fn pairs(&self, scale: Scale) -> Box<[Pair]> {
        match self {
            Model::Patterns(weights) => {
                let units = Patterns::UNITS_PER_MAN as f32 / scale.0;
                let unit = |logits: f32| (logits * units).round().clamp(-32767.0, 32767.0) as i16;
                weights.iter().map(|pair| pair.map(unit)).collect()
            }
            Model::Network(parameters) => parameters.pairs(scale),
        }
    }
}
