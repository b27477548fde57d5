//! Fitting a network: the slopes of its parameters by propagating errors backwards, and steps by Adam.

mod parameters;
mod pass;

pub use parameters::Parameters;

use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::adam::Adam;
use super::descent::chance;
use super::examples::Examples;
use super::temporal::returns;
use super::{FitOptions, Learner, Losses, Model};
use crate::rules::Rules;

/// Positions that follow each other are visited together: they lie together in memory.
const RUN: usize = 8;

/// Steps until they have their full length.
const WARM_UP: f32 = 500.0;

/// A fit under way.
#[derive(Debug)]
pub(super) struct Training<'a, R: Rules> {
    options: &'a FitOptions,
    examples: &'a Examples,
    parameters: Parameters<R>,
    adam: Adam,
    /// What each position is to be worth in this epoch.
    targets: Vec<f32>,
    random: ChaCha8Rng,
}

impl<'a, R: Rules> Training<'a, R> {
    pub(super) fn new(examples: &'a Examples, options: &'a FitOptions) -> Training<'a, R> {
        let mut random = ChaCha8Rng::seed_from_u64(options.seed);
        let parameters = Parameters::<R>::random(&mut random);
        Training {
            options,
            examples,
            adam: Adam::new(parameters.all().len()),
            parameters,
            targets: examples.iter().map(|example| options.target(example)).collect(),
            random,
        }
    }

    /// Has temporal differences look at the network as it is now. The first epoch learns from the results.
    fn renew_targets(&mut self) {
        let Some(decay) = self.options.temporal_decay.filter(|_| self.adam.steps() > 0) else { return };
        let value = |number| self.parameters.logit(self.examples.indices(number));
        let chances: Vec<f32> = (0..self.examples.len()).map(|number| chance(value(number))).collect();
        self.targets = returns(self.examples, &chances, decay);
    }

    /// The sum of the slopes of the positions of these runs. The threads' sums are added in order, so a number of threads
    /// always gives the same.
    fn slopes(&self, runs: &[usize]) -> (Vec<f32>, Losses) {
        let share = runs.len().div_ceil(self.options.threads).max(1);
        let mut parts = if self.options.threads == 1 {
            vec![self.slopes_of_part(runs)]
        } else {
            std::thread::scope(|scope| {
                let start = |runs| scope.spawn(move || self.slopes_of_part(runs));
                let threads: Vec<_> = runs.chunks(share).map(start).collect();
                threads.into_iter().map(|thread| thread.join().expect("the sum does not panic")).collect()
            })
        };
        let (mut slopes, mut losses) = parts.remove(0);
        for (part, of_part) in parts {
            losses.add(&of_part);
            slopes.iter_mut().zip(part).for_each(|(sum, part)| *sum += part);
        }
        (slopes, losses)
    }

    fn slopes_of_part(&self, runs: &[usize]) -> (Vec<f32>, Losses) {
        let mut slopes = vec![0.0; self.parameters.all().len()];
        let mut losses = Losses::default();
        for number in runs.iter().flat_map(|run| run * RUN..((run + 1) * RUN).min(self.examples.len())) {
            let inputs = self.examples.indices(number);
            let activity = self.parameters.forward(inputs);
            let (chance, target) = (chance(activity.logit), self.targets[number]);
            losses.add_position(chance, target, self.examples.example(number).points);
            self.parameters.backward(inputs, &activity, chance - target, &mut slopes);
        }
        (slopes, losses)
    }
}

impl<R: Rules> Learner<R> for Training<'_, R> {
    fn epoch(&mut self, rate: impl Fn(f32) -> f32, mut progress: impl FnMut(u64)) -> Losses {
        self.renew_targets();
        let mut runs: Vec<usize> = (0..self.examples.len().div_ceil(RUN)).collect();
        runs.shuffle(&mut self.random);
        let mut losses = Losses::default();
        let in_batch = (self.options.batch / RUN).max(1);
        let batches = runs.len().div_ceil(in_batch);
        for (batch, runs) in runs.chunks(in_batch).enumerate() {
            let (slopes, of_batch) = self.slopes(runs);
            losses.add(&of_batch);
            let part = (self.adam.steps() as f32 / WARM_UP).min(1.0);
            let rate = part * rate(batch as f32 / batches as f32);
            self.adam.step(self.parameters.all_mut(), &slopes, 1.0 / of_batch.positions as f32, rate);
            progress(of_batch.positions);
        }
        losses
    }

    fn losses_on(&self, examples: &Examples) -> Losses {
        let mut losses = Losses::default();
        for number in 0..examples.len() {
            let example = examples.example(number);
            let chance = chance(self.parameters.logit(examples.indices(number)));
            losses.add_position(chance, self.options.target(example), example.points);
        }
        losses
    }

    fn model(&self) -> Model<R> {
        Model::Network(self.parameters.clone())
    }
}
