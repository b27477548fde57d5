//! What a fit asks of that which learns.

use super::{Examples, Losses, Model};
use crate::rules::Rules;

/// An evaluation that learns.
pub(super) trait Learner<R: Rules> {
    /// Goes once through all positions; `rate` says how far a step goes at each part of the way, from 0 to 1. Yields the
    /// mean losses on the way.
    fn epoch(&mut self, rate: impl Fn(f32) -> f32, progress: impl FnMut(u64)) -> Losses;

    /// The mean losses on other positions.
    fn losses_on(&self, examples: &Examples) -> Losses;

    /// What has been learned so far.
    fn model(&self) -> Model<R>;
}
