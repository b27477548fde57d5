//! The losses of a fit as a picture.

use plotters::prelude::*;

use super::Losses;

/// A drawing that did not come about.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CurveError {
    /// There is nothing to draw.
    #[error("no losses to draw: expected at least one epoch")]
    Empty,
    /// The library could not draw it.
    #[error("the curve of losses could not be drawn: {0}")]
    Drawing(String),
}

/// Draws the losses against the results of the games over the epochs: on the positions of the fit, and on those held out.
///
/// # Errors
/// [`CurveError`] if there are no epochs, or the library fails.
pub fn svg(title: &str, course: &[(Losses, Losses)]) -> Result<String, CurveError> {
    let mut drawing = String::new();
    draw(&mut drawing, title, course)?;
    Ok(drawing)
}

fn draw(drawing: &mut String, title: &str, course: &[(Losses, Losses)]) -> Result<(), CurveError> {
    let fault = |error: &dyn std::fmt::Display| CurveError::Drawing(error.to_string());
    let values = course.iter().flat_map(|(trained, held_out)| [trained.target(), held_out.target()]);
    let (low, high) = values
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
    if low > high {
        return Err(CurveError::Empty);
    }
    let room = (high - low).max(1e-4) * 0.06;
    let root = SVGBackend::with_string(drawing, (960, 400)).into_drawing_area();
    root.fill(&WHITE).map_err(|error| fault(&error))?;
    let mut chart = ChartBuilder::on(&root)
        .caption(title, ("sans-serif", 20))
        .margin(12)
        .x_label_area_size(42)
        .y_label_area_size(72)
        .build_cartesian_2d(1.0..course.len().max(2) as f64, low - room..high + room)
        .map_err(|error| fault(&error))?;
    chart
        .configure_mesh()
        .light_line_style(BLACK.mix(0.04))
        .x_desc("epochs")
        .y_desc("mean cross-entropy (nats per position)")
        .x_label_formatter(&|epoch| format!("{epoch:.0}"))
        .y_label_formatter(&|value| format!("{value:.4}"))
        .draw()
        .map_err(|error| fault(&error))?;
    let series = [
        (
            "training, while it goes on",
            RGBColor(0x75, 0x75, 0x75),
            course.iter().map(|pair| pair.0).collect::<Vec<_>>(),
        ),
        ("held out", RGBColor(0x1f, 0x4e, 0x9c), course.iter().map(|pair| pair.1).collect()),
    ];
    for (label, colour, losses) in series {
        let points =
            losses.into_iter().enumerate().map(|(epoch, losses)| (epoch as f64 + 1.0, losses.target()));
        chart
            .draw_series(LineSeries::new(points, colour.stroke_width(2)))
            .map_err(|error| fault(&error))?
            .label(label)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], colour.stroke_width(2)));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperRight)
        .background_style(WHITE.mix(0.85))
        .border_style(BLACK.mix(0.3))
        .draw()
        .map_err(|error| fault(&error))?;
    root.present().map_err(|error| fault(&error))
}
