//! Plots, as SVG.

use plotters::coord::Shift;
use plotters::prelude::*;

use crate::lab::LabError;

/// A line of measured points.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// What the legend calls it.
    pub name: String,
    /// The points, in the order of x.
    pub points: Vec<(f64, f64)>,
}

/// A figure that a paper states.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// What the legend calls it.
    pub name: String,
    /// Where it lies.
    pub point: (f64, f64),
}

/// A plot: what it shows, its axes with their units, its lines, and the published figures to compare them with.
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    /// The end of the file's name.
    pub name: String,
    /// What it shows, in a line.
    pub title: String,
    /// What runs along x, with its unit.
    pub x: String,
    /// What runs along y, with its unit.
    pub y: String,
    /// Is y drawn by its logarithm?
    pub logarithmic: bool,
    /// The measured lines.
    pub series: Vec<Series>,
    /// The published figures.
    pub marks: Vec<Mark>,
}

const SIZE: (u32, u32) = (960, 600);

impl Plot {
    /// Is there nothing to draw?
    pub fn is_empty(&self) -> bool {
        self.points().next().is_none()
    }

    /// Every point, published ones included.
    fn points(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        let measured = self.series.iter().flat_map(|series| series.points.iter().copied());
        measured.chain(self.marks.iter().map(|mark| mark.point))
    }

    /// The plot as SVG, with a line below the title that says where it comes from.
    ///
    /// # Errors
    /// If the library refuses it.
    pub fn svg(&self, source: &str) -> Result<String, LabError> {
        let mut text = String::new();
        let drawn = self.draw(&mut text, source);
        let fault = |reason| LabError::Plot { path: format!("{}.svg", self.name), reason };
        drawn.map_err(fault)?;
        Ok(text)
    }

    fn draw(&self, text: &mut String, source: &str) -> Result<(), String> {
        let root = SVGBackend::with_string(text, SIZE).into_drawing_area();
        let reason = |error: DrawingAreaErrorKind<_>| error.to_string();
        root.fill(&WHITE).map_err(reason)?;
        let (head, body) = root.split_vertically(52);
        let title = ("sans-serif", 20).into_font();
        head.draw(&Text::new(self.title.clone(), (16, 8), title)).map_err(reason)?;
        let small = ("sans-serif", 13).into_font().color(&BLACK.mix(0.6));
        head.draw(&Text::new(source.to_owned(), (16, 34), small)).map_err(reason)?;
        let drawn = if self.logarithmic { self.draw_logarithmic(&body) } else { self.draw_linear(&body) };
        drawn?;
        root.present().map_err(|error| error.to_string())
    }

    fn draw_linear(&self, area: &Area<'_>) -> Result<(), String> {
        let (x, y) = self.ranges();
        let mut builder = chart(area);
        let mut chart = builder.build_cartesian_2d(x, y).map_err(|error| error.to_string())?;
        draw_content!(self, chart)
    }

    fn draw_logarithmic(&self, area: &Area<'_>) -> Result<(), String> {
        let (x, y) = self.ranges();
        let mut builder = chart(area);
        let mut chart = builder.build_cartesian_2d(x, y.log_scale()).map_err(|error| error.to_string())?;
        draw_content!(self, chart)
    }

    /// What the axes span: all points and a little more; from zero where y is linear and nothing is negative.
    fn ranges(&self) -> (std::ops::Range<f64>, std::ops::Range<f64>) {
        let span = |values: Vec<f64>| {
            let low = values.iter().copied().fold(f64::INFINITY, f64::min);
            let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            (low, if high > low { high } else { low + 1.0 })
        };
        let (left, right) = span(self.points().map(|point| point.0).collect());
        let (low, high) = span(self.points().map(|point| point.1).collect());
        let margin = (right - left) * 0.02;
        let y = if self.logarithmic {
            low.max(1e-9) / 1.2..high * 1.2
        } else {
            let rest = (high - low.min(0.0)) * 0.05;
            (if low < 0.0 { low - rest } else { 0.0 })..high + rest
        };
        (left - margin..right + margin, y)
    }
}

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

fn chart<'a, 'b>(area: &'a Area<'b>) -> ChartBuilder<'a, 'b, SVGBackend<'b>> {
    let mut builder = ChartBuilder::on(area);
    builder.margin(14).x_label_area_size(44).y_label_area_size(72);
    builder
}

/// Draws mesh, lines, marks and legend; the two kinds of axes are different types that offer the same.
macro_rules! draw_content {
    ($plot:ident, $chart:ident) => {{
        let text = |error: DrawingAreaErrorKind<_>| error.to_string();
        $chart
            .configure_mesh()
            .x_desc($plot.x.as_str())
            .y_desc($plot.y.as_str())
            .axis_desc_style(("sans-serif", 15))
            .label_style(("sans-serif", 13))
            .light_line_style(BLACK.mix(0.04))
            .draw()
            .map_err(text)?;
        for (number, series) in $plot.series.iter().enumerate() {
            let colour = Palette99::pick(number).to_rgba();
            let line = LineSeries::new(series.points.iter().copied(), colour.stroke_width(2)).point_size(3);
            let legend = move |(x, y)| PathElement::new(vec![(x, y), (x + 18, y)], colour.stroke_width(2));
            $chart.draw_series(line).map_err(text)?.label(series.name.as_str()).legend(legend);
        }
        for (number, mark) in $plot.marks.iter().enumerate() {
            let colour = Palette99::pick(number).to_rgba();
            let cross = std::iter::once(Cross::new(mark.point, 7, colour.stroke_width(3)));
            let legend = move |(x, y)| Cross::new((x + 9, y), 6, colour.stroke_width(3));
            $chart.draw_series(cross).map_err(text)?.label(mark.name.as_str()).legend(legend);
        }
        $chart
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperLeft)
            .background_style(WHITE.mix(0.85))
            .border_style(BLACK.mix(0.3))
            .label_font(("sans-serif", 13))
            .draw()
            .map_err(text)
    }};
}

use draw_content;
