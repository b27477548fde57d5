//! Fitting a network: the slopes of its parameters by propagating errors backwards, and steps by Adam.

mod parameters;
mod pass;

pub use parameters::Parameters;

use super::adam::Adam;
use super::descent::chance;
use super::{Example, Examples, Learner, Model};
use crate::eval::network::BUCKETS;

/// Steps until they have their full length.
const WARM_UP: f32 = 500.0;

/// A fit under way.
#[derive(Debug)]
pub(super) struct Training {
    parameters: Parameters,
    adam: Adam,
    /// Which buckets the positions are of.
    occurred: [bool; BUCKETS],
}

impl Training {
    /// A fit to these positions that begins with these parameters.
    pub(super) fn new(parameters: Parameters, trained: &Examples) -> Training {
        let mut occurred = [false; BUCKETS];
        // Each piece is an input.
        let pieces = (0..trained.len()).map(|number| trained.indices(number).len());
        pieces.for_each(|pieces| occurred[parameters.shape().bucket(pieces)] = true);
        Training { adam: Adam::new(parameters.all().len()), parameters, occurred }
    }
}

impl Learner for Training {
    const RUN: usize = 8;

    fn logit(&self, _: &Example, inputs: &[u32]) -> f32 {
        self.parameters.logit(inputs)
    }

    fn slopes(&self) -> usize {
        self.parameters.all().len()
    }

    fn add_slopes(&self, _: &Example, kept: f32, inputs: &[u32], target: f32, slopes: &mut [f32]) -> f32 {
        let activity = self.parameters.forward(inputs);
        let chance = chance(kept + activity.logit);
        self.parameters.backward(inputs, &activity, chance - target, slopes);
        chance
    }

    fn step(&mut self, slopes: &[f32], positions: u64, rate: f32) {
        let share = 1.0 / positions as f32;
        let slopes: Vec<f32> = slopes.iter().map(|slope| slope * share).collect();
        let part = (self.adam.steps() as f32 / WARM_UP).min(1.0);
        self.adam.step(self.parameters.all_mut(), &slopes, part * rate);
    }

    fn model(&self) -> Model {
        Model::Network(self.parameters.clone().with_output_of_nearest(&self.occurred))
    }
}
