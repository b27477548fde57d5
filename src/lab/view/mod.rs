//! Views of records: tables, plots, and CSV for other programs.

pub mod document;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use plotters::style::{BLACK, RGBColor};

pub use document::Reports;

use super::record::Record;
use super::{LabError, Row, Rows, Size};
use crate::plot::{self, COLOURS, Look, Plot};
use crate::statistics::{CostRatio, Estimate, most_if_never_seen, ratio_of_sums};
use crownhead_rules::notation::counted;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct LabReport {
    pub tables: Vec<TextTable>,
    pub plots: Vec<Plot>,
}

impl LabReport {
    /// The tables as Markdown, each with its title and source.
    pub fn markdown(&self, record: &Record) -> String {
        let source = provenance(record);
        self.tables.iter().map(|table| table.markdown(&source)).collect::<Vec<_>>().join("\n")
    }

    /// Writes `NAME.md`, `NAME.csv` and a file for each plot into a folder, and returns their paths.
    pub fn write(&self, record: &Record, name: &str, folder: &Path) -> Result<Vec<PathBuf>, LabError> {
        fs::create_dir_all(folder).map_err(|source| LabError::Report(folder.to_owned(), source))?;
        let mut files = vec![(format!("{name}.md"), self.markdown(record)), (format!("{name}.csv"), csv(record))];
        for plot in self.plots.iter().filter(|plot| !plot.is_empty()) {
            files.push((file_name(name, plot), svg(plot, record)?));
        }
        let write = |(file, text): (String, String)| {
            let path = folder.join(file);
            fs::write(&path, text).map_err(|source| LabError::Report(path.clone(), source))?;
            Ok(path)
        };
        files.into_iter().map(write).collect()
    }

    /// The plot that a report with this name writes to the file `wanted`, if there is one.
    pub fn drawn(&self, record: &Record, name: &str, wanted: &str) -> Result<Option<String>, LabError> {
        let plot = self.plots.iter().find(|plot| !plot.is_empty() && file_name(name, plot) == wanted);
        plot.map(|plot| svg(plot, record)).transpose()
    }
}

fn svg(plot: &Plot, record: &Record) -> Result<String, LabError> {
    Ok(plot::svg(std::slice::from_ref(plot), &provenance(record), &look)?)
}

fn file_name(report: &str, plot: &Plot) -> String {
    format!("{report}-{}.svg", plot.name)
}

/// Scale, commit and size in a line.
pub fn provenance(record: &Record) -> String {
    let header = &record.header;
    let Size { depth, seeds, .. } = header.size;
    let positions = counted(record.positions() as u64, "position", "positions");
    let seeds = match seeds {
        0 | 1 => format!("seed {}", header.seed),
        seeds => format!("seeds {} to {}", header.seed, header.seed.wrapping_add(seeds as u64 - 1)),
    };
    let reduced = if header.whole { "" } else { ", of a size of its own" };
    let missing = header.jobs - record.jobs.len().min(header.jobs);
    let partial =
        if record.is_complete() { String::new() } else { format!(", {missing} of {} jobs missing", header.jobs) };
    let machines = match header.machines().count() {
        1 => String::new(),
        machines => format!(", times of {machines} machines mixed"),
    };
    format!(
        "{}: scale {}{reduced}, {positions}, depth {depth}, {seeds}, commit {}{machines}{partial}",
        header.experiment, header.scale, header.commit
    )
}

/// A cell's text; empty if nothing was measured.
pub type Cell = String;

/// A table: title, column names and cells.
#[derive(Clone, Debug, PartialEq)]
pub struct TextTable {
    pub title: String,
    pub columns: Vec<String>,
    /// The cells, row by row, one per column.
    pub rows: Vec<Vec<Cell>>,
}

impl TextTable {
    /// A table without rows yet.
    pub fn new(title: impl Into<String>, columns: &[&str]) -> TextTable {
        let columns = columns.iter().map(|&column| column.to_owned()).collect();
        TextTable { title: title.into(), columns, rows: Vec::new() }
    }

    pub fn push(&mut self, row: Vec<Cell>) {
        debug_assert_eq!(row.len(), self.columns.len(), "{}", self.title);
        self.rows.push(row);
    }

    /// Adds a column before the one at `place`; `cells` has one for each row.
    pub fn insert_column(&mut self, place: usize, heading: &str, cells: Vec<Cell>) {
        debug_assert_eq!(cells.len(), self.rows.len(), "{}", self.title);
        self.columns.insert(place, heading.to_owned());
        self.rows.iter_mut().zip(cells).for_each(|(row, cell)| row.insert(place, cell));
    }

    fn markdown(&self, source: &str) -> String {
        let mut text = format!("**{}**\n({source})\n\n", self.title);
        let mut line = |cells: &[String]| {
            let _ = writeln!(text, "| {} |", cells.join(" | "));
        };
        line(&self.columns);
        let rule = |index: usize| if index == 0 { "---".to_owned() } else { "---:".to_owned() };
        line(&(0..self.columns.len()).map(rule).collect::<Vec<_>>());
        self.rows.iter().for_each(|row| line(row));
        text
    }
}

/// A number with a number of decimals, or an empty cell.
pub fn number(value: Option<f64>, decimals: usize) -> Cell {
    value.map_or(String::new(), |value| format!("{value:.decimals$}"))
}

/// A share as a percentage with one decimal, or an empty cell.
pub fn percent(share: Option<f64>) -> Cell {
    share.map_or(String::new(), |share| format!("{:.1} %", 100.0 * share))
}

/// Costs against others as a difference in per cent, or an empty cell: `-5.1 % (-7.0 to -3.2); mean -4.8 % (-6.9 to
/// -2.8); 53 of 100`. The first is that of the sums, the second the geometric mean over games or positions; the last is
/// how many of these, if all cost the same, would decide the sums as evenly.
pub fn ratio(costs: Option<CostRatio>) -> Cell {
    relative(costs, change)
}

/// The same as factors: `1.62 (1.46 to 1.79); mean 1.58 (1.44 to 1.73); 31 of 40`.
pub fn factor(costs: Option<CostRatio>) -> Cell {
    relative(costs, plain)
}

/// A figure with two decimals and its interval, `9.94 (7.65 to 12.44)`; empty if it is undefined.
pub fn plain(figure: Estimate) -> Cell {
    let Estimate { value, low, high } = figure;
    let interval = if figure.has_interval() { format!(" ({low:.2} to {high:.2})") } else { String::new() };
    if value.is_finite() { format!("{value:.2}{interval}") } else { Cell::new() }
}

fn relative(costs: Option<CostRatio>, shown: impl Fn(Estimate) -> String) -> Cell {
    let Some(CostRatio { of_sums, mean, effective_units, units }) = costs else { return Cell::new() };
    let sums = shown(of_sums);
    if !of_sums.has_interval() {
        return sums;
    }
    let mean = if mean.has_interval() { format!("; mean {}", shown(mean)) } else { String::new() };
    format!("{sums}{mean}; {effective_units:.0} of {units}")
}

/// The difference of a ratio from 1 as a signed percentage with its interval: `-5.1 % (-7.0 to -3.2)`.
pub fn change(ratio: Estimate) -> String {
    let Estimate { value, low, high } = ratio.map(|ratio| 100.0 * (ratio - 1.0));
    let interval = if ratio.has_interval() { format!(" ({low:+.1} to {high:+.1})") } else { String::new() };
    format!("{value:+.1} %{interval}")
}

/// A figure as a share of the positions with a choice, with its interval over games: `9.7 % (8.5 to 11.0)`. Where there
/// is none, resampling has no interval; what 95 % confidence admits by the number of games is stated: `0 of 4893, at most
/// 4.9 %`. Each row must be a game.
pub fn share(rows: &Rows<'_>, figure: impl Fn(&Row) -> f64) -> Cell {
    let mut games: BTreeMap<&str, (f64, f64)> = BTreeMap::new();
    for row in rows.iter() {
        let game = games.entry(row.unit()).or_default();
        *game = (game.0 + figure(row), game.1 + row.count("positions"));
    }
    let pairs: Vec<(f64, f64)> = games.into_values().collect();
    let positions: f64 = pairs.iter().map(|pair| pair.1).sum();
    if positions == 0.0 {
        return Cell::new();
    }
    if rows.iter().all(|row| figure(row) == 0.0) {
        let most = 100.0 * most_if_never_seen(rows.len() as u64);
        return format!("0 of {positions}, at most {most:.1} %");
    }
    let estimate = ratio_of_sums(&pairs).map(|share| 100.0 * share);
    let Estimate { value, low, high } = estimate;
    let interval = if estimate.has_interval() { format!(" ({low:.1} to {high:.1})") } else { String::new() };
    format!("{value:.1} %{interval}").replace("-0.0", "0.0")
}

/// All rows of a record as CSV: the job, every label, every figure.
fn csv(record: &Record) -> String {
    let labels: BTreeSet<&str> = record.rows().flat_map(|row| row.labels.keys()).map(String::as_str).collect();
    let figures: BTreeSet<&str> = record.rows().flat_map(|row| row.figures.keys()).map(String::as_str).collect();
    let mut writer = csv::Writer::from_writer(Vec::new());
    let heading = std::iter::once("job").chain(labels.iter().copied()).chain(figures.iter().copied());
    let mut lines = vec![heading.map(str::to_owned).collect::<Vec<_>>()];
    for (job, rows) in &record.jobs {
        lines.extend(rows.iter().map(|row| {
            let labels = labels.iter().map(|name| row.get(name).to_owned());
            let figures = figures.iter().map(|&name| row.figures.get(name).map_or(String::new(), f64::to_string));
            std::iter::once(job.to_string()).chain(labels).chain(figures).collect()
        }));
    }
    for line in lines {
        writer.write_record(&line).expect("memory takes everything");
    }
    let bytes = writer.into_inner().expect("memory takes everything");
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The colours of the drivers, the same in every plot, all dark enough for a white background.
const DRIVERS: [(&str, RGBColor); 12] = [
    ("aspiration-negascout", BLACK),
    ("alpha-beta", RGBColor(120, 120, 120)),
    ("negascout", RGBColor(150, 90, 60)),
    ("mtd-f", RGBColor(30, 90, 200)),
    ("real-mtd-f", RGBColor(215, 25, 30)),
    ("mtd-bi", RGBColor(0, 130, 50)),
    ("mtd-step", RGBColor(215, 95, 0)),
    ("mtd-gallop", RGBColor(120, 50, 170)),
    ("c-star", RGBColor(0, 140, 150)),
    ("mtd-best", RGBColor(225, 40, 140)),
    ("sss", RGBColor(125, 125, 0)),
    ("dual", RGBColor(90, 15, 60)),
];

/// The look of a line by its name, a driver's and perhaps a comma and a variation, or by its number.
///
/// Variations of a driver are dashed, and so is realMTD(f), so that MTD(f) shows where the two are the same.
fn look(name: &str, number: usize) -> Look {
    let (method, variation) = name.split_once(',').map_or((name, None), |(method, rest)| (method, Some(rest)));
    let driver = if method == "TTHH" { "alpha-beta" } else { method };
    let known = DRIVERS.iter().find(|(name, _)| *name == driver);
    let colour = known.map_or(COLOURS[number % COLOURS.len()], |(_, colour)| *colour);
    Look { colour, is_dashed: variation.is_some() || driver == "real-mtd-f" }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crownhead_engine::search::DriverKind;

    /// The relative luminance of a colour, from 0 to 1 (Web Content Accessibility Guidelines 2.2).
    fn luminance(RGBColor(red, green, blue): RGBColor) -> f64 {
        let linear = |channel: u8| {
            let share = f64::from(channel) / 255.0;
            if share <= 0.04045 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    #[test]
    fn each_driver_has_a_colour_of_its_own_that_white_does_not_swallow() {
        let colours: Vec<_> = DriverKind::ALL.iter().map(|driver| look(driver.name(), 0).colour).collect();
        for (number, colour) in colours.iter().enumerate() {
            assert!(!colours[..number].contains(colour), "{}", DriverKind::ALL[number]);
        }
        for colour in colours.into_iter().chain(COLOURS) {
            let contrast = 1.05 / (luminance(colour) + 0.05);
            assert!(contrast >= 3.0, "{colour:?}: {contrast}");
        }
    }

    #[test]
    fn a_method_looks_like_its_driver() {
        assert_eq!(look("TTHH", 3), look("alpha-beta", 0));
        let (fine, real) = (look("mtd-f, integer", 1), look("mtd-f", 2));
        assert!(fine.colour == real.colour && fine.is_dashed && !real.is_dashed);
        assert_ne!(look("mtd-f", 0).colour, look("real-mtd-f", 0).colour);
    }
}
