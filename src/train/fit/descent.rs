//! Learning weights of patterns: logistic regression of the target on the patterns, by Adam over batches of positions.

use super::adam::Adam;
use super::examples::{Example, Examples};
use super::factors::{Factors, Term};
use super::{FitOptions, Learner, Model};
use crate::rules::Variant;

/// A weight for the opening and one for the ending, in logits.
pub(super) type Weights = Vec<[f32; 2]>;

/// A fit under way.
#[derive(Debug)]
pub(super) struct Descent {
    factors: Factors,
    /// The penalty on the square of each parameter, as a part of the mean loss of a position.
    penalties: Vec<f32>,
    /// The patterns that occur, and where the terms of each begin.
    occurring: Vec<u32>,
    starts: Vec<usize>,
    terms: Vec<Term>,
    parameters: Vec<[f32; 2]>,
    adam: Adam,
    weights: Weights,
}

impl Descent {
    pub(super) fn new(variant: Variant, examples: &Examples, options: &FitOptions) -> Descent {
        let factors = Factors::new(variant, options);
        let occurring = examples.occurring();
        let (mut starts, mut terms, mut of_one) = (vec![0], Vec::new(), Vec::new());
        for &index in &occurring {
            factors.terms(index as usize, &mut of_one);
            terms.append(&mut of_one);
            starts.push(terms.len());
        }
        let parameters = factors.parameters();
        let of_all = 1.0 / examples.len() as f32;
        Descent {
            weights: vec![[0.0; 2]; factors.patterns()],
            penalties: factors.penalties().into_iter().map(|penalty| penalty * of_all).collect(),
            factors,
            occurring,
            starts,
            terms,
            parameters: vec![[0.0; 2]; parameters],
            adam: Adam::new(2 * parameters),
        }
    }

    /// The weights of all patterns, those included that did not occur: they are worth what their shared terms say.
    fn all_weights(&self) -> Weights {
        let mut terms = Vec::new();
        let weight = |index| {
            self.factors.terms(index, &mut terms);
            sum(&terms, &self.parameters)
        };
        (0..self.weights.len()).map(weight).collect()
    }
}

impl Learner for Descent {
    const RUN: usize = 32;

    fn logit(&self, example: &Example, patterns: &[u32]) -> f32 {
        logit(&self.weights, example, patterns)
    }

    fn slopes(&self) -> usize {
        2 * self.weights.len()
    }

    fn add_slopes(&self, example: &Example, kept: f32, patterns: &[u32], target: f32, slopes: &mut [f32]) -> f32 {
        let chance = chance(kept + self.logit(example, patterns));
        let slope = chance - target;
        let early = slope * example.opening;
        let late = slope - early;
        let (pairs, _) = slopes.as_chunks_mut();
        for &pattern in patterns {
            let [of_opening, of_ending] = &mut pairs[pattern as usize];
            *of_opening += early;
            *of_ending += late;
        }
        chance
    }

    /// Moves all parameters, and works out the weights of the patterns that occur.
    fn step(&mut self, slopes: &[f32], positions: u64, rate: f32) {
        let share = 1.0 / positions as f32;
        let mut of_parameters = vec![[0.0f32; 2]; self.parameters.len()];
        let (pairs, _) = slopes.as_chunks::<2>();
        for (place, &index) in self.occurring.iter().enumerate() {
            let [early, late] = pairs[index as usize];
            for term in &self.terms[self.starts[place]..self.starts[place + 1]] {
                let slope = &mut of_parameters[term.parameter as usize];
                slope[0] += early * term.factor;
                slope[1] += late * term.factor;
            }
        }
        for ((slope, parameter), penalty) in of_parameters.iter_mut().zip(&self.parameters).zip(&self.penalties) {
            for phase in 0..2 {
                slope[phase] = slope[phase] * share + penalty * parameter[phase];
            }
        }
        self.adam.step(self.parameters.as_flattened_mut(), of_parameters.as_flattened(), rate);
        for (place, &index) in self.occurring.iter().enumerate() {
            let terms = &self.terms[self.starts[place]..self.starts[place + 1]];
            self.weights[index as usize] = sum(terms, &self.parameters);
        }
    }

    /// Gives patterns that did not occur their weights too.
    fn complete(&mut self) {
        self.weights = self.all_weights();
    }

    fn model(&self) -> Model {
        Model::Patterns(self.weights.clone())
    }
}

fn sum(terms: &[Term], parameters: &[[f32; 2]]) -> [f32; 2] {
    terms.iter().fold([0.0; 2], |sum, term| {
        let [early, late] = parameters[term.parameter as usize];
        [sum[0] + early * term.factor, sum[1] + late * term.factor]
    })
}

/// What the weights make of a position, in logits.
pub(super) fn logit(weights: &[[f32; 2]], example: &Example, patterns: &[u32]) -> f32 {
    let [early, late] = patterns.iter().fold([0.0; 2], |sum: [f32; 2], &pattern| {
        let [early, late] = weights[pattern as usize];
        [sum[0] + early, sum[1] + late]
    });
    late + (early - late) * example.opening
}

/// The points to be expected at so many logits.
pub(super) fn chance(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}
