//! The linear evaluation: a weighted sum of twenty features.

mod features;
mod weights;

pub use features::{FEATURES, Feature, FeatureVector, Zones, features};
pub use weights::Weights;

use super::{Explanation, Part, Score};
use crownhead_rules::{Position, Rules, Side, Variant};

/// The linear evaluation of one variant.
#[derive(Clone, Debug)]
pub(super) struct Linear {
    zones: Zones,
    /// A row of weights for each number of pieces on the board.
    rows: Box<[[f64; FEATURES]]>,
}

impl Linear {
    pub(super) fn new(variant: Variant, weights: &Weights) -> Linear {
        let full = 2 * variant.max_pieces();
        Linear {
            zones: Zones::of(variant.board()),
            rows: (0..=full).map(|pieces| weights.blended(pieces, full)).collect(),
        }
    }

    /// The value of the position for the side to move, in men.
    pub(super) fn men<R: Rules>(&self, position: &Position<R>) -> f64 {
        let features = features(position, &self.zones);
        let white_men = self.men_for_white(&features, position.occupied().len() as usize);
        if position.side() == Side::White { white_men } else { -white_men }
    }

    /// The parts of `value`, the value of the position: one for each feature that is not zero.
    pub(super) fn explain<R: Rules>(&self, position: &Position<R>, value: Score) -> Explanation {
        let counts = features(position, &self.zones);
        let pieces = position.occupied().len() as usize;
        let full = self.rows.len() - 1;
        let sign = if position.side() == Side::White { 1.0 } else { -1.0 };
        let share = |row: &[f64; FEATURES], place: usize| sign * f64::from(counts[place]) * row[place];
        let sum = |row: &[f64; FEATURES]| (0..FEATURES).map(|place| share(row, place)).sum();
        let parts = Feature::ALL.iter().filter(|&&feature| counts[feature as usize] != 0).map(|&feature| {
            let place = feature as usize;
            let men = share(&self.rows[pieces], place);
            Part { name: feature.name().to_owned(), squares: Vec::new(), count: Some(counts[place]), men }
        });
        Explanation {
            value,
            parts: parts.collect(),
            opening_share: Some(Weights::opening_share(pieces, full)),
            phases: [sum(&self.rows[full]), sum(&self.rows[2])],
        }
    }

    /// The weighted sum in men, in double precision. The order of the sum is fixed, so the result is the same on every
    /// machine.
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
