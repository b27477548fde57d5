//! Elo by generation, as a plot.

use super::Generation;
use crate::plot::{self, Plot, PlotError, Series, plain};
use crate::statistics::Estimate;

/// Draws how much stronger each generation is than generation 0, with 95 % intervals, as SVG. The gains of the
/// matches between neighbours are added up, and so are the variances.
///
/// # Errors
/// [`PlotError`].
pub fn elo_plot(title: &str, generations: &[Generation]) -> Result<String, PlotError> {
    let known = strengths(generations).into_iter().map_while(|sum| sum);
    let sums = [Estimate::exact(0.0)].into_iter().chain(known);
    let points = sums.enumerate().map(|(number, sum)| (number as f64, sum)).collect();
    let plot = Plot {
        name: "the generations".to_owned(),
        title: title.to_owned(),
        x: "generation".to_owned(),
        y: "Elo over generation 0".to_owned(),
        logarithmic: false,
        series: vec![Series { name: "Elo and its 95 % interval".to_owned(), points }],
        marks: Vec::new(),
    };
    plot::svg(&[plot], "", &plain)
}

/// The strength of each generation over generation 0. It is unknown from a generation on whose match, or its interval, was
/// too one-sided for a finite figure.
pub fn strengths(generations: &[Generation]) -> Vec<Option<Estimate>> {
    let mut known = Some((0.0, 0.0f64));
    let sum = |generation: &Generation| {
        let is_finite = |elo: &Estimate| elo.value.is_finite() && elo.margin().is_finite();
        let elo = generation.standing.elo().filter(is_finite);
        known = known.zip(elo).map(|((value, variance), elo)| (value + elo.value, variance + elo.margin().powi(2)));
        let (value, variance) = known?;
        let margin = variance.sqrt();
        Some(Estimate { value, low: value - margin, high: value + margin })
    };
    generations.iter().map(sum).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::{EloModel, Outcome, PairCounts, Sprt};
    use crate::train::generations::Standing;

    #[test]
    fn a_strength_is_unknown_after_a_match_that_was_lost_altogether() {
        let sprt = Sprt::new(0.0, 10.0, 0.05, 0.05, EloModel::Logistic).expect("a test");
        let generation = |number, outcomes: &[[Outcome; 2]]| {
            let mut pairs = PairCounts::default();
            outcomes.iter().for_each(|&pair| pairs.add(pair));
            Generation { number, games: 1, positions: 1, held_out_loss: 0.6, standing: Standing::of(pairs, &sprt) }
        };
        let mixed = [[Outcome::Win, Outcome::Win], [Outcome::Loss, Outcome::Draw]].repeat(20);
        let lost = [[Outcome::Loss; 2]; 3];
        let generations = [generation(1, &mixed), generation(2, &lost), generation(3, &mixed)];
        let [first, second, third] = strengths(&generations)[..] else { panic!("three generations") };
        assert_eq!(first.map(|sum| sum.value), generations[0].standing.elo().map(|elo| elo.value));
        assert_eq!((second, third), (None, None));
    }
}
