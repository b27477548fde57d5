//! The drawing.

use std::ops::Range;

use plotters::coord::Shift;
use plotters::prelude::*;

use super::PlayedMatch;
use super::course::{Point, course};
use crate::statistics::EloModel;

/// Width of the drawing and height of each of its panels, in pixels.
const WIDTH: u32 = 960;
const PANEL: u32 = 360;

/// The colour of the figures and their error bars.
const FIGURE: RGBColor = RGBColor(0x1f, 0x4e, 0x9c);

/// The colours of the lines that they are measured by: what would be good for the first player, bad, and neither.
const GOOD: RGBColor = RGBColor(0x2e, 0x7d, 0x32);
const BAD: RGBColor = RGBColor(0xb0, 0x30, 0x30);
const EVEN: RGBColor = RGBColor(0x75, 0x75, 0x75);

/// A drawing that did not come about.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChartError {
    /// There is nothing to draw.
    #[error("no games to draw: expected one at least")]
    NoGames,
    /// The library could not draw it.
    #[error("the chart could not be drawn: {0}")]
    Drawing(String),
}

/// What the library complains about.
type Fault<'a> = DrawingAreaErrorKind<<SVGBackend<'a> as DrawingBackend>::ErrorType>;

impl From<Fault<'_>> for ChartError {
    fn from(fault: Fault<'_>) -> ChartError {
        ChartError::Drawing(fault.to_string())
    }
}

/// Draws the score of the first player over the games with its 95 % band and, if there was a test, its log-likelihood
/// ratio over the games with its bounds.
///
/// # Errors
/// [`ChartError`] if there are no games, or the library fails.
pub fn svg(played: &PlayedMatch) -> Result<String, ChartError> {
    let points = course(played);
    if points.is_empty() {
        return Err(ChartError::NoGames);
    }
    let panels = if played.sprt.is_some() { 2 } else { 1 };
    let mut drawing = String::new();
    {
        let root = SVGBackend::with_string(&mut drawing, (WIDTH, panels * PANEL)).into_drawing_area();
        root.fill(&WHITE)?;
        let areas = root.split_evenly((panels as usize, 1));
        draw_score(&areas[0], played, &points)?;
        if let Some(area) = areas.get(1) {
            draw_llr(area, played, &points)?;
        }
        root.present()?;
    }
    Ok(drawing)
}

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Chart<'a, 'b> = ChartContext<
    'b,
    SVGBackend<'a>,
    Cartesian2d<plotters::coord::types::RangedCoordf64, plotters::coord::types::RangedCoordf64>,
>;

fn draw_score(area: &Area<'_>, played: &PlayedMatch, points: &[Point]) -> Result<(), ChartError> {
    let title = format!("Score of {} against {}", played.first, played.second);
    let shown = points.iter().flat_map(|point| [point.score.low, point.score.high, 0.5]);
    let mut chart = panel(area, &title, points, padded(shown), "score (points per game)")?;
    let upper = points.iter().map(|point| (point.games as f64, point.score.high));
    let lower = points.iter().rev().map(|point| (point.games as f64, point.score.low));
    let band: Vec<_> = upper.chain(lower).collect();
    chart
        .draw_series([Polygon::new(band, FIGURE.mix(0.18))])?
        .label("95 % interval")
        .legend(|(x, y)| Rectangle::new([(x, y - 5), (x + 18, y + 5)], FIGURE.mix(0.18).filled()));
    line(&mut chart, points.iter().map(|point| (point.games as f64, point.score.value)), FIGURE, "score")?;
    level(&mut chart, points, 0.5, EVEN, "even")?;
    legend(&mut chart)
}

fn draw_llr(area: &Area<'_>, played: &PlayedMatch, points: &[Point]) -> Result<(), ChartError> {
    let Some(test) = &played.sprt else { return Ok(()) };
    let [elo0, elo1] = test.hypotheses();
    let scale = match test.model() {
        EloModel::Logistic => "Elo",
        EloModel::Normalised => "normalised Elo",
    };
    let title = format!("Test of {elo1} against {elo0} {scale}");
    let llr = |point: &Point| point.llr.unwrap_or_default();
    let shown = points.iter().map(llr).chain([test.lower(), test.upper(), 0.0]);
    let mut chart = panel(area, &title, points, padded(shown), "log-likelihood ratio")?;
    line(&mut chart, points.iter().map(|point| (point.games as f64, llr(point))), FIGURE, "LLR")?;
    level(&mut chart, points, test.upper(), GOOD, &format!("{elo1} Elo accepted at {:.2}", test.upper()))?;
    level(&mut chart, points, test.lower(), BAD, &format!("{elo0} Elo accepted at {:.2}", test.lower()))?;
    legend(&mut chart)
}

/// Title, axes and grid.
fn panel<'a, 'b>(
    area: &'b Area<'a>,
    title: &str,
    points: &[Point],
    values: Range<f64>,
    unit: &str,
) -> Result<Chart<'a, 'b>, ChartError> {
    let mut chart = ChartBuilder::on(area)
        .caption(title, ("sans-serif", 20))
        .margin(12)
        .x_label_area_size(42)
        .y_label_area_size(64)
        .build_cartesian_2d(0.0..last_game(points), values)?;
    chart
        .configure_mesh()
        .light_line_style(BLACK.mix(0.04))
        .x_desc("games played")
        .y_desc(unit)
        .x_label_formatter(&|games| format!("{games:.0}"))
        .y_label_formatter(&|value| format!("{value:.2}"))
        .draw()?;
    Ok(chart)
}

fn line(
    chart: &mut Chart<'_, '_>,
    points: impl Iterator<Item = (f64, f64)>,
    colour: RGBColor,
    label: &str,
) -> Result<(), ChartError> {
    chart
        .draw_series(LineSeries::new(points, colour.stroke_width(2)))?
        .label(label)
        .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], colour.stroke_width(2)));
    Ok(())
}

/// A horizontal line that the figure is measured by.
fn level(
    chart: &mut Chart<'_, '_>,
    points: &[Point],
    value: f64,
    colour: RGBColor,
    label: &str,
) -> Result<(), ChartError> {
    line(chart, [(0.0, value), (last_game(points), value)].into_iter(), colour, label)
}

fn legend<'a: 'b, 'b>(chart: &mut Chart<'a, 'b>) -> Result<(), ChartError> {
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperRight)
        .background_style(WHITE.mix(0.85))
        .border_style(BLACK.mix(0.3))
        .draw()?;
    Ok(())
}

fn last_game(points: &[Point]) -> f64 {
    points.last().map_or(1.0, |point| point.games as f64)
}

/// A range that holds all values, with room above and below.
fn padded(values: impl Iterator<Item = f64>) -> Range<f64> {
    let (low, high) = values
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
    let room = (high - low).max(0.01) * 0.06;
    low - room..high + room
}
