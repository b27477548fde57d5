//! The cross-entropy of expected points and those of the games, and its plot.

use super::LOGITS_PER_MAN_IN_LOSING_GAMES;
use super::chance;
use super::data::{Data, Example, Examples};
use crate::plot::{self, Plot, PlotError, Series, plain};
use crate::statistics::Estimate;
use crownhead_rules::NoMove;

/// Cross-entropies, in natural logarithms, summed over positions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Losses {
    pub positions: u64,
    results: u64,
    target: f64,
    result: f64,
}

impl Losses {
    /// Adds a position. It has the points of its game only if these are its result.
    pub(super) fn add_position(&mut self, chance: f32, target: f32, points: Option<f32>) {
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

    pub(super) fn add(&mut self, other: &Losses) {
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

    /// How well a value in men predicts the results held out, with the logits for a man that predict the results of the
    /// positions to learn from best. Returns these logits too.
    pub fn of_values(data: &Data, value: fn(&Example) -> f32) -> (f32, Losses) {
        // A tenth of the positions is enough for a single number. Only then the stride: sidelines may be every other
        // one.
        const STRIDE: usize = 10;
        let sample: Vec<_> = with_results(&data.trained, value).step_by(STRIDE).collect();
        let slope = |step: u32| 0.02 * step as f32;
        let loss = |step| Losses::of_slope(slope(step), sample.iter().copied()).result();
        let best_of = |steps: &mut dyn Iterator<Item = u32>| {
            let losses = steps.map(|step| (step, loss(step)));
            losses.min_by(|a, b| a.1.total_cmp(&b.1)).map_or(MOST_STEPS, |(step, _)| step)
        };
        // The loss changes slowly: first every tenth step, then those between.
        let near = best_of(&mut (COARSE..=MOST_STEPS).step_by(COARSE as usize));
        let best = best_of(&mut (near - COARSE + 1..near + COARSE));
        (slope(best), Losses::of_slope(slope(best), with_results(&data.held_out, value)))
    }

    /// The loss of values in men with this number of logits for a man, against the points of their games.
    fn of_slope(slope: f32, values: impl Iterator<Item = (f32, f32)>) -> Losses {
        let mut losses = Losses::default();
        values.for_each(|(value, points)| losses.add_position(chance(slope * value), points, Some(points)));
        losses
    }
}

/// Slopes are tried in steps of 0.02 logits for a man, up to this number of steps...
const MOST_STEPS: u32 = 300;
/// ... and at first only one of this number.
const COARSE: u32 = 10;

/// The values of positions whose result is known, with the points.
fn with_results(examples: &Examples, value: fn(&Example) -> f32) -> impl Iterator<Item = (f32, f32)> {
    examples.iter().filter_map(move |(example, _)| Some((value(example), example.points?)))
}

/// Draws the losses over the epochs, as SVG: on the positions of the fit, and on those held out. Fails also if there
/// are no epochs.
pub fn loss_plot(title: &str, course: &[(Losses, Losses)]) -> Result<String, PlotError> {
    let series = |name: &str, losses: fn(&(Losses, Losses)) -> &Losses| {
        let point = |(number, pair)| (number as f64 + 1.0, Estimate::exact(losses(pair).target()));
        Series { name: name.to_owned(), points: course.iter().enumerate().map(point).collect() }
    };
    let plot = Plot {
        name: "the curve of losses".to_owned(),
        title: title.to_owned(),
        x: "epochs".to_owned(),
        y: "mean cross-entropy (nats per position)".to_owned(),
        logarithmic: false,
        series: vec![series("held out", |pair| &pair.1), series("training, while it goes on", |pair| &pair.0)],
        marks: Vec::new(),
    };
    plot::svg(&[plot], "", &plain)
}

impl Data {
    /// Logits for a man in the search values of the records, by which they predict the results best. In the losing
    /// games it is half a logit, as in the weights, so that values do not grow or shrink from
    /// generation to generation.
    pub(super) fn search_logits_per_man(&self) -> f32 {
        match self.variant.articles().no_move {
            NoMove::Wins => LOGITS_PER_MAN_IN_LOSING_GAMES,
            NoMove::Loses => Losses::of_values(self, |example| example.searched).0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crownhead_rules::{Side, Variant};

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
            examples.push(&[], example);
        }
        examples
    }

    #[test]
    fn positions_beside_the_games_say_nothing_of_results() {
        let data = Data::of(Variant::ENGLISH, examples(), examples());
        let (slope, losses) = Losses::of_values(&data, |example| example.searched);
        assert!(slope > 2.0, "every result is as the value says, and the slope is {slope}");
        assert_eq!(losses.positions, 50);
        let before = losses.result();
        let mut more = losses;
        more.add_position(0.01, 0.9, None);
        assert_eq!((more.positions, more.result()), (51, before));
        assert!(more.target() > losses.target());
    }
}
