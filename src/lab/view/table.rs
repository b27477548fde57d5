//! Tables.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::lab::record::Record;
use crate::statistics::Estimate;

/// A cell's text; empty if nothing was measured.
pub type Cell = String;

/// A table: title, column names and cells.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// What it shows, in a line.
    pub title: String,
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The cells, row by row, one per column.
    pub rows: Vec<Vec<Cell>>,
}

impl Table {
    /// A table without rows yet.
    pub fn new(title: impl Into<String>, columns: &[&str]) -> Table {
        let columns = columns.iter().map(|&column| column.to_owned()).collect();
        Table { title: title.into(), columns, rows: Vec::new() }
    }

    /// Adds a row.
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

    /// As Markdown, with its title and source.
    pub(super) fn markdown(&self, source: &str) -> String {
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

/// The difference of a ratio from 1 as a signed percentage with its interval, or an empty cell: `-5.1 % (-7.0 to -3.2)`.
pub fn ratio(ratio: Option<Estimate>) -> Cell {
    let Some(ratio) = ratio else { return String::new() };
    let Estimate { value, low, high } = ratio.map(|ratio| 100.0 * (ratio - 1.0));
    let interval = if ratio.has_interval() { format!(" ({low:+.1} to {high:+.1})") } else { String::new() };
    format!("{value:+.1} %{interval}")
}

/// All rows of a record as CSV: the job, every label, every figure.
pub(super) fn csv(record: &Record) -> String {
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
