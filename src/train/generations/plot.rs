//! Elo by generation, as a picture.

use plotters::prelude::*;

use super::Generation;
use crate::statistics::Estimate;

/// Draws how much stronger each generation is than the linear evaluation, with 95 % intervals, as SVG. The gains of the
/// matches between neighbours are added up, and so are the variances.
///
/// # Errors
/// What the library says.
pub fn elo_plot(title: &str, generations: &[Generation]) -> Result<String, String> {
    let sums = strengths(generations);
    let mut drawing = String::new();
    draw(&mut drawing, title, &sums).map_err(|error| error.to_string())?;
    Ok(drawing)
}

/// The strength of each generation over the linear evaluation; infinite figures count as the last finite ones.
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

fn draw(
    drawing: &mut String,
    title: &str,
    sums: &[Estimate],
) -> Result<(), DrawingAreaErrorKind<std::io::Error>> {
    let low = sums.iter().map(|sum| sum.low).fold(0.0, f64::min);
    let high = sums.iter().map(|sum| sum.high).fold(10.0, f64::max);
    let room = (high - low) * 0.06;
    let root = SVGBackend::with_string(drawing, (760, 420)).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .caption(title, ("sans-serif", 20))
        .margin(12)
        .x_label_area_size(42)
        .y_label_area_size(64)
        .build_cartesian_2d(-0.2..sums.len() as f64 + 0.2, low - room..high + room)?;
    chart
        .configure_mesh()
        .light_line_style(BLACK.mix(0.04))
        .x_desc("generation")
        .y_desc("Elo over the linear evaluation")
        .x_labels(sums.len() + 1)
        .x_label_formatter(&|x| format!("{x:.0}"))
        .y_label_formatter(&|y| format!("{y:.0}"))
        .draw()?;
    let blue = RGBColor(0x1f, 0x4e, 0x9c);
    let points = || sums.iter().enumerate().map(|(index, sum)| (index as f64 + 1.0, sum));
    let line = [(0.0, 0.0)].into_iter().chain(points().map(|(x, sum)| (x, sum.value)));
    chart.draw_series(LineSeries::new(line, blue.stroke_width(2)).point_size(3))?;
    let bar = |(x, sum): (f64, &Estimate)| {
        ErrorBar::new_vertical(x, sum.low, sum.value, sum.high, blue.filled(), 8)
    };
    chart.draw_series(points().map(bar))?;
    root.present()
}
