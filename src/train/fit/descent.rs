//! The fit itself: logistic regression of the target on the patterns, by Adam over batches of positions.
//!
//! CITE: Kingma and Ba, Adam: a method for stochastic optimization (2015).

use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::examples::{Example, Examples};
use super::factors::{Factors, Term};
use super::temporal::returns;
use super::{FitOptions, Learner, Losses, Model};
use crate::eval::Shapes;
use crate::rules::Rules;

/// Positions that follow each other are visited together: they lie together in memory.
const RUN: usize = 32;

const MEAN_DECAY: f32 = 0.9;
const SQUARE_DECAY: f32 = 0.999;

/// A weight for the opening and one for the ending, in logits.
pub(super) type Weights = Vec<[f32; 2]>;

/// A fit under way.
#[derive(Debug)]
pub(super) struct Descent<'a, R: Rules> {
    options: &'a FitOptions,
    examples: &'a Examples,
    factors: Factors<R>,
    penalties: Vec<f32>,
    /// The patterns that occur, and where the terms of each begin.
    occurring: Vec<u32>,
    starts: Vec<usize>,
    terms: Vec<Term>,
    parameters: Vec<[f32; 2]>,
    mean: Vec<[f32; 2]>,
    square: Vec<[f32; 2]>,
    weights: Weights,
    /// What each position is to be worth in this epoch.
    targets: Vec<f32>,
    random: ChaCha8Rng,
    steps: i32,
}

impl<'a, R: Rules> Descent<'a, R> {
    pub(super) fn new(examples: &'a Examples, options: &'a FitOptions) -> Descent<'a, R> {
        let factors = Factors::<R>::new(options);
        let occurring = examples.occurring();
        let (mut starts, mut terms, mut of_one) = (vec![0], Vec::new(), Vec::new());
        for &index in &occurring {
            factors.terms(index as usize, &mut of_one);
            terms.append(&mut of_one);
            starts.push(terms.len());
        }
        let parameters = factors.parameters();
        Descent {
            options,
            examples,
            penalties: factors.penalties(),
            factors,
            occurring,
            starts,
            terms,
            parameters: vec![[0.0; 2]; parameters],
            mean: vec![[0.0; 2]; parameters],
            square: vec![[0.0; 2]; parameters],
            weights: vec![[0.0; 2]; Shapes::<R>::LEN],
            targets: examples.iter().map(|example| options.target(example)).collect(),
            random: ChaCha8Rng::seed_from_u64(options.seed),
            steps: 0,
        }
    }

    /// Has temporal differences look at the weights as they are now. The first epoch has no weights yet and learns from
    /// the results.
    fn renew_targets(&mut self) {
        let Some(decay) = self.options.temporal_decay.filter(|_| self.steps > 0) else { return };
        let value =
            |number| logit(&self.weights, self.examples.example(number), self.examples.indices(number));
        let chances: Vec<f32> = (0..self.examples.len()).map(|number| chance(value(number))).collect();
        self.targets = returns(self.examples, &chances, decay);
    }

    /// The sum of the gradients of the positions of these runs, for each weight. The threads' sums are added in order, so
    /// a number of threads always gives the same.
    fn gradient(&self, runs: &[usize]) -> (Weights, Losses) {
        let share = runs.len().div_ceil(self.options.threads).max(1);
        let parts: Vec<_> = std::thread::scope(|scope| {
            let start = |runs| scope.spawn(move || self.part_of_gradient(runs));
            let threads: Vec<_> = runs.chunks(share).map(start).collect();
            threads.into_iter().map(|thread| thread.join().expect("the sum does not panic")).collect()
        });
        let mut parts = parts.into_iter();
        let (mut gradient, mut losses) = parts.next().expect("a batch has a run");
        for (part, of_part) in parts {
            losses.add(&of_part);
            for (sum, part) in gradient.iter_mut().zip(part) {
                sum[0] += part[0];
                sum[1] += part[1];
            }
        }
        (gradient, losses)
    }

    fn part_of_gradient(&self, runs: &[usize]) -> (Weights, Losses) {
        let mut gradient = vec![[0.0; 2]; self.weights.len()];
        let mut losses = Losses::default();
        for run in runs {
            let range = run * RUN..((run + 1) * RUN).min(self.examples.len());
            for number in range {
                let (example, patterns) = (self.examples.example(number), self.examples.indices(number));
                let chance = chance(logit(&self.weights, example, patterns));
                let target = self.targets[number];
                losses.add_position(chance, target, example.points);
                let slope = chance - target;
                let early = slope * example.opening;
                let late = slope - early;
                for &pattern in patterns {
                    let sum = &mut gradient[pattern as usize];
                    sum[0] += early;
                    sum[1] += late;
                }
            }
        }
        (gradient, losses)
    }

    /// Moves all parameters against the gradient, and works out the weights of the patterns that occur.
    fn step(&mut self, gradient: &Weights, positions: u64, rate: f32) {
        let mut slopes = vec![[0.0f32; 2]; self.parameters.len()];
        for (place, &index) in self.occurring.iter().enumerate() {
            let [early, late] = gradient[index as usize];
            for term in &self.terms[self.starts[place]..self.starts[place + 1]] {
                let slope = &mut slopes[term.parameter as usize];
                slope[0] += early * term.factor;
                slope[1] += late * term.factor;
            }
        }
        self.steps += 1;
        let share = 1.0 / positions as f32;
        let of_all = 1.0 / self.examples.len() as f32;
        let mean_part = 1.0 / (1.0 - MEAN_DECAY.powi(self.steps));
        let square_part = 1.0 / (1.0 - SQUARE_DECAY.powi(self.steps));
        for (number, slope) in slopes.iter().enumerate() {
            let penalty = self.penalties[number] * of_all;
            for phase in 0..2 {
                let parameter = &mut self.parameters[number][phase];
                let slope = slope[phase] * share + penalty * *parameter;
                let mean = &mut self.mean[number][phase];
                *mean = MEAN_DECAY * *mean + (1.0 - MEAN_DECAY) * slope;
                let square = &mut self.square[number][phase];
                *square = SQUARE_DECAY * *square + (1.0 - SQUARE_DECAY) * slope * slope;
                *parameter -= rate * (*mean * mean_part) / ((*square * square_part).sqrt() + 1e-8);
            }
        }
        for (place, &index) in self.occurring.iter().enumerate() {
            let terms = &self.terms[self.starts[place]..self.starts[place + 1]];
            self.weights[index as usize] = sum(terms, &self.parameters);
        }
    }

    /// The weights of all patterns, those included that did not occur: they are worth what their shared terms say.
    fn all_weights(&self) -> Weights {
        let mut terms = Vec::new();
        let weight = |index| {
            self.factors.terms(index, &mut terms);
            sum(&terms, &self.parameters)
        };
        (0..Shapes::<R>::LEN).map(weight).collect()
    }
}

impl<R: Rules> Learner<R> for Descent<'_, R> {
    fn epoch(&mut self, rate: impl Fn(f32) -> f32, mut progress: impl FnMut(u64)) -> Losses {
        self.renew_targets();
        let mut runs: Vec<usize> = (0..self.examples.len().div_ceil(RUN)).collect();
        runs.shuffle(&mut self.random);
        let mut losses = Losses::default();
        let batches = runs.len().div_ceil(self.options.batch / RUN);
        for (batch, runs) in runs.chunks(self.options.batch / RUN).enumerate() {
            let (gradient, of_batch) = self.gradient(runs);
            losses.add(&of_batch);
            self.step(&gradient, of_batch.positions, rate(batch as f32 / batches as f32));
            progress(of_batch.positions);
        }
        // Patterns that did not occur get their weights too, so that other positions can be judged.
        self.weights = self.all_weights();
        losses
    }

    fn losses_on(&self, examples: &Examples) -> Losses {
        let mut losses = Losses::default();
        for number in 0..examples.len() {
            let (example, patterns) = (examples.example(number), examples.indices(number));
            let chance = chance(logit(&self.weights, example, patterns));
            losses.add_position(chance, self.options.target(example), example.points);
        }
        losses
    }

    fn model(&self) -> Model<R> {
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
