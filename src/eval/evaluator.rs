//! The evaluation: a weighted sum of features, rounded once.

use std::marker::PhantomData;

use super::{FEATURES, FeatureVector, Grain, Score, Weights, Zones, features};
use crate::rules::{Position, Rules, Side};

/// Evaluates the positions of one variant at one grain.
#[derive(Clone, Debug)]
pub struct Evaluator<R: Rules> {
    zones: Zones,
    /// A row of weights for each number of pieces on the board.
    rows: Box<[[f64; FEATURES]]>,
    grain: Grain,
    rules: PhantomData<R>,
}

impl<R: Rules> Evaluator<R> {
    /// An evaluator with the weights of the variant.
    pub fn new(grain: Grain) -> Evaluator<R> {
        Evaluator::with_weights(Weights::of(R::VARIANT), grain)
    }

    /// An evaluator with weights of one's own.
    pub fn with_weights(weights: &Weights, grain: Grain) -> Evaluator<R> {
        let full = 2 * R::MAX_PIECES;
        Evaluator {
            zones: Zones::of::<R::Board>(),
            rows: (0..=full).map(|pieces| weights.blended(pieces, full)).collect(),
            grain,
            rules: PhantomData,
        }
    }

    /// What the position is worth to the side to move.
    pub fn evaluate(&self, position: &Position<R>) -> Score {
        let features = features(position, &self.zones);
        let white_men = self.men_for_white(&features, position.occupied().len() as usize);
        let men = if position.side() == Side::White { white_men } else { -white_men };
        self.grain.round(men)
    }

    /// The weighted sum, in men, in double precision: a product of a weight with a count is exact in it but for the
    /// blend, and the order of the sum is fixed, so the result is the same everywhere.
    fn men_for_white(&self, features: &FeatureVector, pieces: usize) -> f64 {
        let row = &self.rows[pieces];
        let mut lanes = [0.0; 4];
        for (counts, weights) in features.chunks_exact(4).zip(row.chunks_exact(4)) {
            for lane in 0..4 {
                lanes[lane] += f64::from(counts[lane]) * weights[lane];
            }
        }
        (lanes[0] + lanes[1]) + (lanes[2] + lanes[3])
    }
}
