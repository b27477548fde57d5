//! The losses of a fit as a plot.

use super::Losses;
use crate::plot::{self, Plot, PlotError, Series, plain};
use crate::statistics::Estimate;

/// Draws the losses over the epochs: on the positions of the fit, and on those held out.
///
/// # Errors
/// [`PlotError`], also if there are no epochs.
pub fn svg(title: &str, course: &[(Losses, Losses)]) -> Result<String, PlotError> {
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
