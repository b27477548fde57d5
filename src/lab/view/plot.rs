//! Plots, as SVG. What their axes are called, each experiment says itself.

use std::ops::Range;

use plotters::coord::Shift;
use plotters::prelude::*;

use super::palette::{Look, look};
use crate::lab::LabError;
use crate::statistics::Estimate;

/// Draws mesh, lines, intervals and marks. A macro, because the two kinds of axes are different types with the same
/// methods.
macro_rules! draw_content {
    ($plot:ident, $chart:ident) => {{
        $chart
            .configure_mesh()
            .x_desc($plot.x.as_str())
            .y_desc($plot.y.as_str())
            .x_labels($plot.whole_numbers() + 1)
            .x_label_formatter(&whole)
            .y_label_formatter(&label)
            .y_labels(12)
            .axis_desc_style(("sans-serif", 15))
            .label_style(("sans-serif", 13))
            .light_line_style(BLACK.mix(0.04))
            .draw()
            .map_err(reason)?;
        for (number, series) in $plot.series.iter().enumerate() {
            let Look { colour, is_dashed } = look(&series.name, number);
            let shift = $plot.shift(number);
            let point = |(x, y): &(f64, Estimate)| (x + shift, y.value);
            let points: Vec<(f64, f64)> = series.points.iter().map(point).collect();
            let bar = |(x, y): &(f64, Estimate)| {
                let style = colour.mix(0.6).stroke_width(1);
                ErrorBar::new_vertical(x + shift, y.low, y.value, y.high, style, 6)
            };
            let bars = series.points.iter().filter(|(_, y)| y.has_interval()).map(bar);
            $chart.draw_series(bars).map_err(reason)?;
            let style = colour.stroke_width(2);
            if is_dashed {
                let line = DashedLineSeries::new(points.iter().copied(), 7, 5, style);
                $chart.draw_series(line).map_err(reason)?;
            } else {
                $chart.draw_series(LineSeries::new(points.iter().copied(), style)).map_err(reason)?;
            }
            let circles = points.iter().map(|&point| Circle::new(point, 3, colour.filled()));
            $chart.draw_series(circles).map_err(reason)?;
        }
        let cross = |mark: &Mark| Cross::new(mark.point, 7, BLACK.stroke_width(3));
        $chart.draw_series($plot.marks.iter().map(cross)).map(|_| ()).map_err(reason)
    }};
}

/// A line of measured points.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// Its name in the legend, which decides its look if it begins with that of a driver.
    pub name: String,
    /// The points, in the order of x.
    pub points: Vec<(f64, Estimate)>,
}

/// A figure that a paper states.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// Its name in the legend.
    pub name: String,
    /// Where it lies.
    pub point: (f64, f64),
}

/// A plot: title, axes with units, lines, and published figures for comparison.
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
    /// Is y drawn by its logarithm, where it spans a decade?
    pub logarithmic: bool,
    /// The measured lines.
    pub series: Vec<Series>,
    /// The published figures.
    pub marks: Vec<Mark>,
}

const SIZE: (u32, u32) = (1000, 600);
/// The width of the legend.
const LEGEND: i32 = 300;
/// The minimum ratio of the greatest to the least value for a logarithmic axis.
const DECADE: f64 = 10.0;
/// The share of the least distance between points that all series together are shifted by.
const MOST_SHIFT: f64 = 0.45;

impl Plot {
    /// Whether there is nothing to draw.
    pub fn is_empty(&self) -> bool {
        self.points().next().is_none()
    }

    /// Every point, the ends of intervals and published ones included.
    fn points(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        let measured = self.series.iter().flat_map(|series| &series.points).flat_map(|&(x, y)| {
            let ends = y.has_interval().then_some([y.low, y.high]);
            std::iter::once(y.value).chain(ends.into_iter().flatten()).map(move |y| (x, y))
        });
        measured.chain(self.marks.iter().map(|mark| mark.point))
    }

    /// How far a series is shifted along x, so that intervals do not lie on each other: all series together take a little
    /// less than half of the least distance between points.
    fn shift(&self, number: usize) -> f64 {
        if !self.series.iter().flat_map(|series| &series.points).any(|(_, y)| y.has_interval()) {
            return 0.0;
        }
        let mut places: Vec<f64> =
            self.series.iter().flat_map(|series| &series.points).map(|point| point.0).collect();
        places.sort_unstable_by(f64::total_cmp);
        let gaps = places.windows(2).map(|pair| pair[1] - pair[0]).filter(|&gap| gap > 0.0);
        let gap = gaps.reduce(f64::min).unwrap_or(0.0);
        let middle = (self.series.len() as f64 - 1.0) / 2.0;
        MOST_SHIFT * gap * (number as f64 - middle) / self.series.len() as f64
    }

    /// The plot as SVG, with its source below the title.
    ///
    /// # Errors
    /// If the plotting library fails.
    pub fn svg(&self, source: &str) -> Result<String, LabError> {
        let mut text = String::new();
        let drawn = self.draw(&mut text, source);
        let fault = |reason| LabError::Plot { path: format!("{}.svg", self.name), reason };
        drawn.map_err(fault)?;
        Ok(text)
    }

    fn draw(&self, text: &mut String, source: &str) -> Result<(), String> {
        let root = SVGBackend::with_string(text, SIZE).into_drawing_area();
        root.fill(&WHITE).map_err(reason)?;
        let (head, body) = root.split_vertically(52);
        let title = ("sans-serif", 20).into_font();
        head.draw(&Text::new(self.title.clone(), (16, 8), title)).map_err(reason)?;
        let small = ("sans-serif", 13).into_font().color(&BLACK.mix(0.6));
        head.draw(&Text::new(source.to_owned(), (16, 34), small)).map_err(reason)?;
        let (chart, legend) = body.split_horizontally(SIZE.0 as i32 - LEGEND);
        self.draw_legend(&legend)?;
        let (x, y) = self.ranges();
        let mut builder = ChartBuilder::on(&chart);
        builder.margin(14).x_label_area_size(44).y_label_area_size(72);
        if self.spans_decades() {
            let mut chart = builder.build_cartesian_2d(x, y.log_scale()).map_err(reason)?;
            draw_content!(self, chart)?;
        } else {
            let mut chart = builder.build_cartesian_2d(x, y).map_err(reason)?;
            draw_content!(self, chart)?;
        }
        root.present().map_err(reason)
    }

    fn draw_legend(&self, area: &Area<'_>) -> Result<(), String> {
        let style = ("sans-serif", 13).into_font();
        let mut y = 20;
        for (number, series) in self.series.iter().enumerate() {
            let Look { colour, is_dashed } = look(&series.name, number);
            let pieces: &[(i32, i32)] = if is_dashed { &[(4, 11), (21, 28)] } else { &[(4, 28)] };
            for &(from, to) in pieces {
                let line = PathElement::new(vec![(from, y), (to, y)], colour.stroke_width(2));
                area.draw(&line).map_err(reason)?;
            }
            area.draw(&Circle::new((16, y), 3, colour.filled())).map_err(reason)?;
            area.draw(&Text::new(series.name.clone(), (36, y - 6), style.clone())).map_err(reason)?;
            y += 22;
        }
        for mark in &self.marks {
            area.draw(&Cross::new((16, y), 6, BLACK.stroke_width(2))).map_err(reason)?;
            area.draw(&Text::new(mark.name.clone(), (36, y - 6), style.clone())).map_err(reason)?;
            y += 22;
        }
        Ok(())
    }

    /// The least and the greatest y.
    fn extremes(&self) -> (f64, f64) {
        span(self.points().map(|point| point.1))
    }

    fn spans_decades(&self) -> bool {
        let (low, high) = self.extremes();
        self.logarithmic && low > 0.0 && high > DECADE * low
    }

    /// How many whole numbers the axis of x passes; only they are labelled.
    fn whole_numbers(&self) -> usize {
        let range = self.ranges().0;
        (range.end.floor() - range.start.ceil()).max(0.0) as usize + 1
    }

    /// The ranges of the axes: all points with a margin.
    fn ranges(&self) -> (Range<f64>, Range<f64>) {
        let (left, right) = span(self.points().map(|point| point.0));
        let (low, high) = self.extremes();
        let margin = (right - left) * 0.04;
        let y = if self.spans_decades() {
            low / 1.2..high * 1.2
        } else {
            let rest = (high - low) * 0.08;
            low - rest..high + rest
        };
        (left - margin..right + margin, y)
    }
}

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

fn reason(error: impl std::fmt::Display) -> String {
    error.to_string()
}

/// The least and the greatest of some values, apart from each other.
fn span(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let empty = (f64::INFINITY, f64::NEG_INFINITY);
    let (low, high) = values.fold(empty, |(low, high), value| (low.min(value), high.max(value)));
    (low, if high > low { high } else { low + 1.0 })
}

/// The label of a whole number, and none for others.
fn whole(value: &f64) -> String {
    let nearest = value.round();
    if (value - nearest).abs() < 1e-6 { format!("{nearest:.0}") } else { String::new() }
}

/// The minimum number of digits that distinguishes the labels of an axis.
fn label(value: &f64) -> String {
    match value.abs() {
        size if size >= 100.0 || value.fract().abs() < 1e-9 => format!("{value:.0}"),
        size if size >= 1.0 => format!("{value:.1}"),
        _ => format!("{value:.3}"),
    }
}
