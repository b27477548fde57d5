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
        // A tenth of the positions is enough for a single number. Only then the stride: sidelines may be every other one.
        const STRIDE: usize = 10;
        let sample: Vec<_> = with_results(trained, value).step_by(STRIDE).collect();
        let slope = |step: u32| 0.02 * step as f32;
        let loss = |step| Losses::of_slope(slope(step), sample.iter().copied()).result();
        let best_of = |steps: &mut dyn Iterator<Item = u32>| {
            let losses = steps.map(|step| (step, loss(step)));
            losses.min_by(|a, b| a.1.total_cmp(&b.1)).map_or(MOST_STEPS, |(step, _)| step)
        };
        // The loss changes slowly: first every tenth step, then those between.
        let near = best_of(&mut (COARSE..=MOST_STEPS).step_by(COARSE as usize));
        let best = best_of(&mut (near - COARSE + 1..near + COARSE));
        (slope(best), Losses::of_slope(slope(best), with_results(held_out, value)))
    }

    /// The loss of values in men at so many logits for a man, against the points that came.
    fn of_slope(slope: f32, values: impl Iterator<Item = (f32, f32)>) -> Losses {
        let mut losses = Losses::default();
        for (value, points) in values {
            losses.add_position(chance(slope * value), points, Some(points));
        }
        losses
    }
}

/// Slopes are tried in so many steps of 0.02 logits for a man,
const MOST_STEPS: u32 = 300;
/// at first one of so many.
const COARSE: u32 = 10;

/// The values of positions whose result is known, with the points.
fn with_results(examples: &Examples, value: fn(&Example) -> f32) -> impl Iterator<Item = (f32, f32)> {
    examples.iter().filter_map(move |example| Some((value(example), example.points?)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Side;

    /// Positions that were won if their value was positive, each with a sideline of the opposite value.
    fn examples() -> Examples {
        let mut examples = Examples::default();
        examples.begin_game();
        for number in 0..100 {
            let searched = if number % 4 < 2 { 1.0 } else { -1.0 };
            let points = (number % 2 == 1).then_some(if searched > 0.0 { 1.0 } else { 0.0 });
            let searched = if points.is_some() { searched } else { -searched };
            let example =
                Example { side: Side::White, opening: 1.0, points, searched, kept: 0.0, linear: 0.0, men_more: None };
            examples.push([].into_iter(), example);
        }
        examples
    }

    #[test]
    fn positions_beside_the_games_say_nothing_of_results() {
        let examples = examples();
        let (slope, losses) = Losses::of_values(&examples, &examples, |example| example.searched);
        assert!(slope > 2.0, "every result is as the value says, and the slope is {slope}");
        assert_eq!(losses.positions, 50);
        let before = losses.result();
        let mut more = losses;
        more.add_position(0.01, 0.9, None);
        assert_eq!((more.positions, more.result()), (51, before));
        assert!(more.target() > losses.target());
    }
}
