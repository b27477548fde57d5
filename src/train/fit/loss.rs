//! How far expected points are from what came.

use super::descent::chance;
use super::examples::{Example, Examples};

/// Cross-entropies, in natural logarithms, summed over positions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Losses {
    /// How many positions.
    pub positions: u64,
    /// How many of them have a result.
    results: u64,
    target: f64,
    result: f64,
}

impl Losses {
    /// Counts a position, with the points of its game if these say something of it.
    pub fn add_position(&mut self, chance: f32, target: f32, points: Option<f32>) {
        let chance = f64::from(chance).clamp(1e-6, 1.0 - 1e-6);
        let (win, loss) = (-chance.ln(), -(1.0 - chance).ln());
        let mean = |target: f32| f64::from(target) * win + (1.0 - f64::from(target)) * loss;
        self.positions += 1;
        self.target += mean(target);
        if let Some(points) = points {
            self.results += 1;
            self.result += mean(points);
        }
    }

    /// Adds the losses of other positions.
    pub fn add(&mut self, other: &Losses) {
        self.positions += other.positions;
        self.results += other.results;
        self.target += other.target;
        self.result += other.result;
    }

    /// The mean against the target of the fit.
    pub fn target(&self) -> f64 {
        self.target / self.positions.max(1) as f64
    }

    /// The mean against the results of the games.
    pub fn result(&self) -> f64 {
        self.result / self.results.max(1) as f64
    }

    /// How well a value in men tells the results on `held_out`, with the logits for a man that tell those of `trained` best.
    pub fn of_values(trained: &Examples, held_out: &Examples, value: fn(&Example) -> f32) -> (f32, Losses) {
        // A tenth of the positions is enough for a single number.
        const STRIDE: usize = 10;
        let losses = |examples: &Examples, slope: f32, stride| {
            let mut losses = Losses::default();
            for example in examples.iter().step_by(stride) {
                if let Some(points) = example.points {
                    losses.add_position(chance(slope * value(example)), points, example.points);
                }
            }
            losses
        };
        let loss = |slope: f32| losses(trained, slope, STRIDE).result();
        let slopes = (1..=150).map(|step| 0.02 * step as f32);
        let best = slopes.min_by(|&a, &b| loss(a).total_cmp(&loss(b))).unwrap_or(1.0);
        (best, losses(held_out, best, 1))
    }
}
