//! Views of records: tables, plots, and CSV for other programs.

pub mod document;
mod palette;
mod reports;
mod table;

use std::fs;
use std::path::{Path, PathBuf};

pub use reports::Reports;
pub use table::{Cell, Table, number, percent, ratio};

use super::merge::SEPARATOR;
use super::record::Record;
use super::{LabError, Size};
use crate::notation::counted;
use crate::plot::Plot;

/// The report of a record.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// Its tables.
    pub tables: Vec<Table>,
    /// Its plots.
    pub plots: Vec<Plot>,
}

impl Report {
    /// The tables as Markdown, each with its title and source.
    pub fn markdown(&self, record: &Record) -> String {
        let source = provenance(record);
        self.tables.iter().map(|table| table.markdown(&source)).collect::<Vec<_>>().join("\n")
    }

    /// Writes `NAME.md`, `NAME.csv` and a file for each plot into a folder, and returns their paths.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn write(&self, record: &Record, name: &str, folder: &Path) -> Result<Vec<PathBuf>, LabError> {
        let fault = |path: &Path| {
            let path = path.to_owned();
            move |source| LabError::Report { path, source }
        };
        fs::create_dir_all(folder).map_err(fault(folder))?;
        let mut paths = Vec::new();
        let texts = [("md", self.markdown(record)), ("csv", table::csv(record))];
        for (ending, text) in texts {
            let path = folder.join(format!("{name}.{ending}"));
            fs::write(&path, text).map_err(fault(&path))?;
            paths.push(path);
        }
        for plot in self.plots.iter().filter(|plot| !plot.is_empty()) {
            let path = folder.join(file_name(name, plot));
            fs::write(&path, svg(plot, record)?).map_err(fault(&path))?;
            paths.push(path);
        }
        Ok(paths)
    }

    /// The plot that a report called `name` writes to the file `wanted`, if there is one.
    ///
    /// # Errors
    /// If it cannot be drawn.
    pub fn drawn(&self, record: &Record, name: &str, wanted: &str) -> Result<Option<String>, LabError> {
        let plot = self.plots.iter().find(|plot| !plot.is_empty() && file_name(name, plot) == wanted);
        plot.map(|plot| svg(plot, record)).transpose()
    }
}

fn svg(plot: &Plot, record: &Record) -> Result<String, LabError> {
    Ok(crate::plot::svg(std::slice::from_ref(plot), &provenance(record), &palette::look)?)
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
    let machines = match header.machine.split(SEPARATOR).count() {
        1 => String::new(),
        machines => format!(", times of {machines} machines mixed"),
    };
    format!(
        "{}: scale {}{reduced}, {positions}, depth {depth}, {seeds}, commit {}{machines}{partial}",
        header.experiment, header.scale, header.commit
    )
}
