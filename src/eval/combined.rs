//! The learned evaluation by a network, and by patterns for its residual, what the network leaves over: the sum of both.

use super::network::Accumulator;
use super::{Explanation, Grain, Network, Patterns, Score};
use crate::rules::{Position, Rules};

/// Evaluates the positions of one variant at one grain by a network and by patterns.
#[derive(Clone, Debug)]
pub struct Combined {
    pub(super) network: Network,
    patterns: Patterns,
    grain: Grain,
}

impl Combined {
    /// An evaluation that adds the two.
    pub fn new(network: Network, patterns: Patterns, grain: Grain) -> Combined {
        Combined { network, patterns, grain }
    }

    /// What the position with this accumulator is worth to the side to move.
    #[inline]
    pub fn evaluate<R: Rules>(&self, accumulator: &Accumulator, position: &Position<R>) -> Score {
        let of_network = self.network.millionths(accumulator, position);
        self.grain.round_millionths(of_network + self.patterns.millionths(position))
    }

    /// Where the value comes from: the parts of the patterns, then those of the network.
    pub fn explain<R: Rules>(&self, position: &Position<R>) -> Explanation {
        let of_network = self.network.explain(position);
        let mut explanation = self.patterns.explain(position);
        explanation.value = self.evaluate(&self.network.accumulator(position), position);
        explanation.opening_share = None;
        explanation.parts.extend(of_network.parts);
        explanation.phases.iter_mut().zip(of_network.phases).for_each(|(sum, phase)| *sum += phase);
        explanation
    }
}
