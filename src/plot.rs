//! Plots, as SVG.

use std::ops::Range;

use plotters::coord::Shift;
use plotters::prelude::*;

use crate::statistics::Estimate;

/// Draws mesh, lines, intervals and marks. A macro, because the two kinds of axes are different types with the same
/// methods.
macro_rules! draw_content {
    ($plot:ident, $chart:ident, $look:ident) => {{
        $chart
            .configure_mesh()
            .x_desc($plot.x.as_str())
            .y_desc($plot.y.as_str())
            .x_labels($plot.most_labels())
            .x_label_formatter(&whole)
            .y_label_formatter(&|y| label(*y, $plot.is_fine()))
            .y_labels(12)
            .axis_desc_style(("sans-serif", 15))
            .label_style(("sans-serif", 13))
            .light_line_style(BLACK.mix(0.04))
            .draw()
            .map_err(reason)?;
        for (number, series) in $plot.series.iter().enumerate() {
            let Look { colour, is_dashed } = ($look)(&series.name, number);
            let shift = $plot.shift(number);
            let upper = series.points.iter().map(|(x, y)| (*x, y.high));
            let lower = series.points.iter().rev().map(|(x, y)| (*x, y.low));
            if series.is_dense() && series.has_intervals() {
                let band = Polygon::new(upper.chain(lower).collect::<Vec<_>>(), colour.mix(0.18));
                $chart.draw_series([band]).map_err(reason)?;
            }
            let point = |(x, y): &(f64, Estimate)| (x + shift, y.value);
            let points: Vec<(f64, f64)> = series.points.iter().map(point).collect();
            let bar = |(x, y): &(f64, Estimate)| {
                let style = colour.mix(0.6).stroke_width(1);
                ErrorBar::new_vertical(x + shift, y.low, y.value, y.high, style, 6)
            };
            let single: &[_] = if series.is_dense() { &[] } else { &series.points };
            let bars = single.iter().filter(|(_, y)| y.has_interval()).map(bar);
            $chart.draw_series(bars).map_err(reason)?;
            let style = colour.stroke_width(2);
            if is_dashed {
                let line = DashedLineSeries::new(points.iter().copied(), 7, 5, style);
                $chart.draw_series(line).map_err(reason)?;
            } else {
                $chart.draw_series(LineSeries::new(points.iter().copied(), style)).map_err(reason)?;
            }
            let circles = single.iter().map(point).map(|point| Circle::new(point, 3, colour.filled()));
            $chart.draw_series(circles).map_err(reason)?;
        }
        let cross = |mark: &Mark| Cross::new(mark.point, 7, BLACK.stroke_width(3));
        $chart.draw_series($plot.marks.iter().map(cross)).map(|_| ()).map_err(reason)
    }};
}

/// A line of measured points.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    pub name: String,
    /// The points, in the order of x. Their intervals are drawn as bars, or as a band where there are many points.
    pub points: Vec<(f64, Estimate)>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// The colour, dark enough for a white background.
    pub colour: RGBColor,
    pub is_dashed: bool,
}

/// The colours of the lines, by their number in the plot.
pub const COLOURS: [RGBColor; 6] = [
    RGBColor(30, 90, 200),
    RGBColor(215, 95, 0),
    RGBColor(0, 130, 50),
    RGBColor(120, 50, 170),
    RGBColor(215, 25, 30),
    RGBColor(0, 140, 150),
];

/// Chooses the look of a line by its name, and its number in the plot.
pub type Looks<'a> = &'a dyn Fn(&str, usize) -> Look;

/// The look of a line by its number alone.
pub fn plain(_: &str, number: usize) -> Look {
    Look { colour: COLOURS[number % COLOURS.len()], is_dashed: false }
}

/// A single figure for comparison, such as one that a paper states.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    pub name: String,
    pub point: (f64, f64),
}

/// A plot: title, axes with units, lines, and figures for comparison.
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    /// Its name in error messages; in the laboratory also the end of the file's name.
    pub name: String,
    pub title: String,
    /// The label of the x axis, with its unit.
    pub x: String,
    /// The label of the y axis, with its unit.
    pub y: String,
    /// Whether the y axis is logarithmic, if the values span a decade.
    pub logarithmic: bool,
    pub series: Vec<Series>,
    pub marks: Vec<Mark>,
}

/// Why a plot was not drawn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlotError {
    #[error("cannot draw {0}: there are no points")]
    Empty(String),
    #[error("cannot draw {0}: {1}")]
    Drawing(String, String),
}

/// Width of a drawing and height of a single plot, in pixels.
const SIZE: (u32, u32) = (1000, 600);
/// The height of each of several plots.
const PANEL: u32 = 420;
const LEGEND: i32 = 300;
/// With more points, a line is drawn without circles, and its intervals are a band.
const DENSE: usize = 60;
/// The maximum number of whole numbers along x that are all labelled.
const MOST_LABELS: usize = 40;
/// The range along y below which labels have four decimals.
const FINE: f64 = 0.01;
/// The minimum ratio of the greatest to the least value for a logarithmic axis.
const DECADE: f64 = 10.0;
/// The maximum shift of all series together, as a share of the least distance between points.
const MOST_SHIFT: f64 = 0.45;

impl Plot {
    /// Whether there is nothing to draw.
    pub fn is_empty(&self) -> bool {
        self.points().next().is_none()
    }

    /// Every point, the ends of intervals and the figures for comparison included.
    fn points(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        let measured = self.series.iter().flat_map(|series| &series.points).flat_map(|&(x, y)| {
            let ends = y.has_interval().then_some([y.low, y.high]);
            std::iter::once(y.value).chain(ends.into_iter().flatten()).map(move |y| (x, y))
        });
        measured.chain(self.marks.iter().map(|mark| mark.point))
    }

    /// The shift of a series along x, so that intervals do not cover each other: all series together take a little less
    /// than half of the least distance between points.
    fn shift(&self, number: usize) -> f64 {
        if !self.series.iter().any(Series::has_intervals) {
            return 0.0;
        }
        let mut places: Vec<f64> = self.series.iter().flat_map(|series| &series.points).map(|point| point.0).collect();
        places.sort_unstable_by(f64::total_cmp);
        let gaps = places.windows(2).map(|pair| pair[1] - pair[0]).filter(|&gap| gap > 0.0);
        let gap = gaps.reduce(f64::min).unwrap_or(0.0);
        let middle = (self.series.len() as f64 - 1.0) / 2.0;
        MOST_SHIFT * gap * (number as f64 - middle) / self.series.len() as f64
    }

    fn draw(&self, area: &Area<'_>, source: &str, look: Looks<'_>) -> Result<(), String> {
        let (head, body) = area.split_vertically(52);
        let title = ("sans-serif", 20).into_font();
        head.draw(&Text::new(self.title.clone(), (16, 8), title)).map_err(reason)?;
        let small = ("sans-serif", 13).into_font().color(&BLACK.mix(0.6));
        head.draw(&Text::new(source.to_owned(), (16, 34), small)).map_err(reason)?;
        let (chart, legend) = body.split_horizontally(SIZE.0 as i32 - LEGEND);
        self.draw_legend(&legend, look)?;
        let (x, y) = self.ranges();
        let mut builder = ChartBuilder::on(&chart);
        builder.margin(14).x_label_area_size(44).y_label_area_size(72);
        if self.spans_decades() {
            let mut chart = builder.build_cartesian_2d(x, y.log_scale()).map_err(reason)?;
            draw_content!(self, chart, look)
        } else {
            let mut chart = builder.build_cartesian_2d(x, y).map_err(reason)?;
            draw_content!(self, chart, look)
        }
    }

    fn draw_legend(&self, area: &Area<'_>, look: Looks<'_>) -> Result<(), String> {
        let style = ("sans-serif", 13).into_font();
        let mut y = 20;
        for (number, series) in self.series.iter().enumerate() {
            let Look { colour, is_dashed } = look(&series.name, number);
            let pieces: &[(i32, i32)] = if is_dashed { &[(4, 11), (21, 28)] } else { &[(4, 28)] };
            for &(from, to) in pieces {
                let line = PathElement::new(vec![(from, y), (to, y)], colour.stroke_width(2));
                area.draw(&line).map_err(reason)?;
            }
            if !series.is_dense() {
                area.draw(&Circle::new((16, y), 3, colour.filled())).map_err(reason)?;
            }
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

    /// Whether the labels along y need four decimals.
    fn is_fine(&self) -> bool {
        let (low, high) = self.extremes();
        high - low < FINE
    }

    fn spans_decades(&self) -> bool {
        let (low, high) = self.extremes();
        self.logarithmic && low > 0.0 && high > DECADE * low
    }

    /// The maximum number of labels of the x axis. Only whole numbers have one: all of them, or some if they are many.
    fn most_labels(&self) -> usize {
        let range = self.ranges().0;
        let all = (range.end.floor() - range.start.ceil()).max(0.0) as usize + 1;
        let labels = if all > MOST_LABELS { MOST_LABELS / 4 } else { all };
        labels + 1 // The library stays below it.
    }

    /// The ranges of the axes: all points, with a margin for the shifts.
    fn ranges(&self) -> (Range<f64>, Range<f64>) {
        let (left, right) = span(self.points().map(|point| point.0));
        let (low, high) = self.extremes();
        let last = self.series.len().saturating_sub(1);
        let margin = ((right - left) * 0.04).max(1.5 * self.shift(last));
        let y = if self.spans_decades() {
            low / 1.2..high * 1.2
        } else {
            let rest = (high - low) * 0.08;
            low - rest..high + rest
        };
        (left - margin..right + margin, y)
    }
}

impl Series {
    /// Whether the points lie too close for circles and bars.
    fn is_dense(&self) -> bool {
        self.points.len() > DENSE
    }

    fn has_intervals(&self) -> bool {
        self.points.iter().any(|(_, y)| y.has_interval())
    }
}

/// Draws plots below each other as SVG, each with its source below the title.
pub fn svg(plots: &[Plot], source: &str, look: Looks<'_>) -> Result<String, PlotError> {
    let height = if plots.len() == 1 { SIZE.1 } else { PANEL };
    let mut text = String::new();
    {
        let size = (SIZE.0, height * plots.len() as u32);
        let root = SVGBackend::with_string(&mut text, size).into_drawing_area();
        let areas = root.split_evenly((plots.len(), 1));
        for (plot, area) in plots.iter().zip(&areas) {
            if plot.is_empty() {
                return Err(PlotError::Empty(plot.name.clone()));
            }
            let drawn = area.fill(&WHITE).map_err(reason).and_then(|()| plot.draw(area, source, look));
            drawn.map_err(|reason| PlotError::Drawing(plot.name.clone(), reason))?;
        }
        let name = || plots.iter().map(|plot| plot.name.as_str()).collect::<Vec<_>>().join(", ");
        root.present().map_err(|error| PlotError::Drawing(name(), reason(error)))?;
    }
    Ok(legal_xml(&text))
}

/// A text without the characters that no document of XML may have; names of players and events can have them.
/// CITE: W3C, "Extensible Markup Language (XML) 1.0", fifth edition (2008), section 2.2.
pub(crate) fn legal_xml(text: &str) -> String {
    let is_illegal = |c: char| (c < ' ' && !matches!(c, '\t' | '\n' | '\r')) || matches!(c, '\u{fffe}' | '\u{ffff}');
    text.replace(is_illegal, "\u{fffd}")
}

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

fn reason(error: impl std::fmt::Display) -> String {
    error.to_string()
}

/// The least and the greatest of some values; if they are equal, one more than that as the greatest.
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

/// A label of the y axis, with more decimals for small values and small ranges.
fn label(value: f64, is_fine: bool) -> String {
    match value.abs() {
        _ if is_fine => format!("{value:.4}"),
        size if size >= 100.0 || value.fract().abs() < 1e-9 => format!("{value:.0}"),
        size if size >= 1.0 => format!("{value:.1}"),
        _ => format!("{value:.3}"),
    }
}
