//! What a fit asks of that which learns.

use super::{Example, Model};

/// An evaluation that learns.
pub(super) trait Learner: Sync {
    /// So many positions that follow each other are visited together: they lie together in memory.
    const RUN: usize;

    /// What it makes of a position with these indices, in logits.
    fn logit(&self, example: &Example, indices: &[u32]) -> f32;

    /// How many slopes a batch has.
    fn slopes(&self) -> usize;

    /// Adds to `slopes` what a position says that is expected to give `target` points, and that is worth `kept` logits by
    /// what is not learned. Returns the points that it is expected to give by now.
    fn add_slopes(&self, example: &Example, kept: f32, indices: &[u32], target: f32, slopes: &mut [f32]) -> f32;

    /// Goes a step, given the slopes of a batch, which are sums over so many positions.
    fn step(&mut self, slopes: &[f32], positions: u64, rate: f32);

    /// Gets ready to judge other positions than those learned from.
    fn complete(&mut self) {}

    /// What has been learned so far.
    fn model(&self) -> Model;
}
