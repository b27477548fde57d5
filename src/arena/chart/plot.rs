//! The plots of a chart.

use super::PlayedMatch;
use super::course::{Point, course};
use crate::plot::{self, Look, Plot, PlotError, Series, plain};
use crate::statistics::{EloModel, Estimate, Sprt};

/// Draws the score of the first player over the games with its 95 % band and, if there was a test, its log-likelihood
/// ratio over the games with its bounds.
///
/// # Errors
/// [`PlotError`], also if there are no games.
pub fn svg(played: &PlayedMatch) -> Result<String, PlotError> {
    let points = course(played);
    let mut plots = vec![score(played, &points)];
    plots.extend(played.sprt.as_ref().map(|test| llr(test, &points)));
    // The first line of a plot is measured, and the others are for reference.
    plot::svg(&plots, "", &|name, number| Look { is_dashed: number > 0, ..plain(name, number) })
}

fn score(played: &PlayedMatch, points: &[Point]) -> Plot {
    let title = format!("Score of {} against {}", played.first, played.second);
    let scores = points.iter().map(|point| (point.games, point.score));
    over_games(title, "score (points per game)", "score and its 95 % interval", scores, &[(0.5, "even".to_owned())])
}

/// The unit of the hypotheses of a test.
pub(super) const fn scale(test: &Sprt) -> &'static str {
    match test.model() {
        EloModel::Logistic => "Elo",
        EloModel::Normalised => "normalised Elo",
    }
}

fn llr(test: &Sprt, points: &[Point]) -> Plot {
    let [elo0, elo1] = test.hypotheses();
    let scale = scale(test);
    let title = format!("Test of {elo1} against {elo0} {scale}");
    let ratios = points.iter().map(|point| (point.games, Estimate::exact(point.llr.unwrap_or_default())));
    let bounds = [(test.upper(), elo1), (test.lower(), elo0)];
    let bounds = bounds.map(|(bound, elo)| (bound, format!("{elo} {scale} accepted at {bound:.2}")));
    over_games(title, "log-likelihood ratio", "LLR", ratios, &bounds)
}

/// A figure over the games, and horizontal lines for reference.
fn over_games(
    title: String,
    y: &str,
    name: &str,
    figures: impl Iterator<Item = (usize, Estimate)>,
    levels: &[(f64, String)],
) -> Plot {
    let points: Vec<_> = figures.map(|(games, figure)| (games as f64, figure)).collect();
    let last = points.last().map(|&(games, _)| games);
    let level = |(value, name): &(f64, String)| {
        let ends = last.into_iter().flat_map(|last| [0.0, last]);
        let points = ends.map(|games| (games, Estimate::exact(*value))).collect();
        Series { name: name.clone(), points }
    };
    let mut series = vec![Series { name: name.to_owned(), points }];
    series.extend(levels.iter().map(level));
    let (x, y, name) = ("games played".to_owned(), y.to_owned(), "the chart".to_owned());
    Plot { name, title, x, y, logarithmic: false, series, marks: Vec::new() }
}
