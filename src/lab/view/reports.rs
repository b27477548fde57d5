//! The reports of a folder of records.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::document::{self, Quoted};
use super::{Report, provenance};
use crate::lab::record::Record;
use crate::lab::{Experiment, LabError, experiments};

/// The reports of the records in a folder, `EXPERIMENT.jsonl` each, or packed as `EXPERIMENT.jsonl.zst` if there is no
/// other. A record is read when it is first asked for.
#[derive(Debug)]
pub struct Reports {
    folder: PathBuf,
    made: BTreeMap<&'static str, Made>,
}

/// A record's report, with its tables as they stand in a document.
#[derive(Debug)]
struct Made {
    record: Record,
    report: Report,
    tables: Vec<Quoted>,
}

impl Reports {
    /// The reports of this folder.
    pub fn of(folder: impl Into<PathBuf>) -> Reports {
        Reports { folder: folder.into(), made: BTreeMap::new() }
    }

    /// The current version of a table of a document.
    ///
    /// # Errors
    /// If its record cannot be read, or makes no table of this title.
    pub fn table(&mut self, table: &Quoted) -> Result<Quoted, LabError> {
        let name = table.experiment();
        let experiment = experiments::named(name).ok_or_else(|| LabError::Unknown(name.to_owned()))?;
        let same = self.made(experiment)?.tables.iter().find(|fresh| fresh.title == table.title).cloned();
        same.ok_or_else(|| LabError::NoTable { record: self.record(experiment), title: table.title.clone() })
    }

    /// A plot of a document, as SVG, given the path of its file.
    ///
    /// # Errors
    /// If its record cannot be read, or makes no such plot.
    pub fn plot(&mut self, plot: &str) -> Result<String, LabError> {
        let unknown = || LabError::NoPlot(plot.to_owned());
        let file = plot.rsplit('/').next().unwrap_or(plot);
        let experiment = experiments::of_plot(file).ok_or_else(unknown)?;
        let Made { record, report, .. } = self.made(experiment)?;
        report.drawn(record, experiment.name, file)?.ok_or_else(unknown)
    }

    fn made(&mut self, experiment: &Experiment) -> Result<&Made, LabError> {
        if !self.made.contains_key(experiment.name) {
            let record = Record::read(&self.record(experiment))?;
            let report = (experiment.report)(&record);
            let source = provenance(&record);
            let tables = report.tables.iter().flat_map(|table| document::tables(&table.markdown(&source)));
            let tables = tables.collect();
            self.made.insert(experiment.name, Made { record, report, tables });
        }
        Ok(&self.made[experiment.name])
    }

    fn record(&self, experiment: &Experiment) -> PathBuf {
        let plain = self.folder.join(format!("{}.jsonl", experiment.name));
        let packed = plain.with_extension("jsonl.zst");
        if packed.exists() && !plain.exists() { packed } else { plain }
    }
}
