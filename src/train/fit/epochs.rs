//! Going through all positions: in batches of runs in random order, the slopes of a batch summed by several threads.

use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use super::temporal::returns;
use super::{Examples, FitOptions, Learner, Losses, chance};

/// What the epochs of a fit have in common.
#[derive(Debug)]
pub(super) struct Epochs<'a> {
    options: &'a FitOptions,
    examples: &'a Examples,
    /// What each position is to be worth in this epoch.
    targets: Vec<f32>,
    /// Decides the order of the positions.
    random: ChaCha8Rng,
}

impl<'a> Epochs<'a> {
    pub(super) fn new(examples: &'a Examples, options: &'a FitOptions, random: ChaCha8Rng) -> Epochs<'a> {
        let targets = examples.iter().map(|example| options.target(example)).collect();
        Epochs { options, examples, targets, random }
    }

    /// Has temporal differences look at what is known by now. The first epoch learns from the results.
    pub(super) fn renew_targets(&mut self, learner: &impl Learner) {
        let Some(decay) = self.options.temporal_decay else { return };
        let value = |number| {
            let example = self.examples.example(number);
            chance(self.options.kept_logits(example) + learner.logit(example, self.examples.indices(number)))
        };
        let chances: Vec<f32> = (0..self.examples.len()).map(value).collect();
        self.targets = returns(self.examples, &chances, decay);
    }

    /// Goes once through all positions; `rate` says how far a step goes at each part of the way, from 0 to 1. Yields the
    /// mean losses on the way. After each step `progress` can end it.
    pub(super) fn go<L: Learner, E>(
        &mut self,
        learner: &mut L,
        rate: impl Fn(f32) -> f32,
        mut progress: impl FnMut(u64) -> Result<(), E>,
    ) -> Result<Losses, E> {
        let mut runs: Vec<usize> = (0..self.examples.len().div_ceil(L::RUN)).collect();
        runs.shuffle(&mut self.random);
        let mut losses = Losses::default();
        let in_batch = (self.options.batch / L::RUN).max(1);
        let batches = runs.len().div_ceil(in_batch);
        for (batch, runs) in runs.chunks(in_batch).enumerate() {
            let (slopes, of_batch) = self.slopes(learner, runs);
            losses.add(&of_batch);
            learner.step(&slopes, of_batch.positions, rate(batch as f32 / batches as f32));
            progress(of_batch.positions)?;
        }
        learner.complete();
        Ok(losses)
    }

    /// The sums of the slopes of the positions of these runs. The threads' sums are added in order, so a number of threads
    /// always gives the same.
    fn slopes<L: Learner>(&self, learner: &L, runs: &[usize]) -> (Vec<f32>, Losses) {
        let share = runs.len().div_ceil(self.options.threads).max(1);
        let (of_this_thread, of_others) = runs.split_at(share.min(runs.len()));
        let (mut slopes, mut losses, parts) = std::thread::scope(|scope| {
            let start = |runs| scope.spawn(move || self.slopes_of_part(learner, runs));
            let threads: Vec<_> = of_others.chunks(share).map(start).collect();
            let (slopes, losses) = self.slopes_of_part(learner, of_this_thread);
            let ended = threads.into_iter().map(|thread| thread.join().expect("the sum does not panic"));
            (slopes, losses, ended.collect::<Vec<_>>())
        });
        for (part, of_part) in parts {
            losses.add(&of_part);
            slopes.iter_mut().zip(part).for_each(|(sum, part)| *sum += part);
        }
        (slopes, losses)
    }

    fn slopes_of_part<L: Learner>(&self, learner: &L, runs: &[usize]) -> (Vec<f32>, Losses) {
        let mut slopes = vec![0.0; learner.slopes()];
        let mut losses = Losses::default();
        for number in runs.iter().flat_map(|run| run * L::RUN..((run + 1) * L::RUN).min(self.examples.len())) {
            let (example, target) = (self.examples.example(number), self.targets[number]);
            let (kept, indices) = (self.options.kept_logits(example), self.examples.indices(number));
            let chance = learner.add_slopes(example, kept, indices, target, &mut slopes);
            losses.add_position(chance, target, example.points);
        }
        (slopes, losses)
    }
}
