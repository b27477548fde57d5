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
    let sums = [Estimate::exact(0.0)].into_iter().chain(strengths(generations));
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

/// The strength of each generation over generation 0; infinite figures count as the last finite ones.
pub fn strengths(generations: &[Generation]) -> Vec<Estimate> {
    let (mut value, mut variance) = (0.0, 0.0f64);
    let mut sums = Vec::new();
    for generation in generations {
        if let Some(elo) =
            generation.standing.elo().filter(|elo| elo.value.is_finite() && elo.margin().is_finite())
        {
            value += elo.value;
            variance += elo.margin().powi(2);
        }
        let margin = variance.sqrt();
        sums.push(Estimate { value, low: value - margin, high: value + margin });
    }
    sums
}
