//! The measurements, in memory and in a file from which they can be resumed.

use std::fs::{File, OpenOptions};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{Effort, Setting};
use crate::search::{Depth, Threads};

/// A measurement, and a line of the file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Measurement {
    pub(super) variant: String,
    /// Counted from 0.
    pub(super) position: usize,
    repetition: usize,
    pub(super) threads: usize,
    pub(super) scheme: String,
    depth: u32,
    /// Of all threads.
    pub(super) nodes: u64,
    pub(super) microseconds: u64,
    driver: String,
    mode: String,
    mib: u32,
    /// The value of `--nodes`.
    least_nodes: u64,
}

/// The key of a measurement.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place<'a> {
    pub(super) variant: &'a str,
    pub(super) position: usize,
    pub(super) repetition: usize,
    pub(super) setting: Setting,
}

/// Errors of a file of measurements.
#[derive(Debug, thiserror::Error)]
pub(in crate::cli) enum RecordError {
    #[error("cannot open the measurements {}: {source}", file.display())]
    Unusable { file: PathBuf, source: std::io::Error },
    #[error("the measurements {}: {source}", file.display())]
    Malformed { file: PathBuf, source: csv::Error },
    #[error(
        "the measurements {} were made with {found}: expected {expected}; use another file, or the same options",
        file.display()
    )]
    OtherOptions { file: PathBuf, found: String, expected: String },
}

/// All measurements.
#[derive(Debug)]
pub(super) struct Records {
    all: Vec<Measurement>,
    /// The options of every measurement.
    blank: Measurement,
    file: Option<(PathBuf, csv::Writer<File>)>,
}

impl Measurement {
    fn blank(effort: &Effort<'_>) -> Measurement {
        Measurement {
            variant: String::new(),
            position: 0,
            repetition: 0,
            threads: 0,
            scheme: String::new(),
            depth: 0,
            nodes: 0,
            microseconds: 0,
            driver: effort.options.driver.to_string(),
            mode: effort.options.mode.to_string(),
            mib: effort.table_size.mib(),
            least_nodes: effort.nodes,
        }
    }

    fn options(&self) -> String {
        let Measurement { driver, mode, mib, least_nodes, .. } = self;
        format!("{driver} in mode {mode}, {mib} MiB and {least_nodes} nodes")
    }

    pub(super) fn is_with(&self, setting: Setting) -> bool {
        self.threads == setting.threads.get() && self.scheme == scheme_of(setting)
    }
}

/// One thread has no scheme.
fn scheme_of(setting: Setting) -> &'static str {
    if setting.threads == Threads::ONE { "none" } else { setting.scheme.name() }
}

impl Records {
    /// The measurements of a file, if it exists.
    pub(super) fn open(file: Option<&Path>, effort: &Effort<'_>) -> Result<Records, RecordError> {
        let mut records = Records { all: Vec::new(), blank: Measurement::blank(effort), file: None };
        if let Some(path) = file {
            let unusable = |source| RecordError::Unusable { file: path.to_owned(), source };
            let opened =
                OpenOptions::new().create(true).append(true).read(true).open(path).map_err(unusable)?;
            records.read(path, &opened)?;
            let is_new = records.all.is_empty();
            let writer = csv::WriterBuilder::new().has_headers(is_new).from_writer(opened);
            records.file = Some((path.to_owned(), writer));
        }
        Ok(records)
    }

    fn read(&mut self, path: &Path, opened: &File) -> Result<(), RecordError> {
        for line in csv::Reader::from_reader(opened).deserialize() {
            let found: Measurement =
                line.map_err(|source| RecordError::Malformed { file: path.to_owned(), source })?;
            let (found_options, expected) = (found.options(), self.blank.options());
            if found_options != expected {
                let file = path.to_owned();
                return Err(RecordError::OtherOptions { file, found: found_options, expected });
            }
            self.all.push(found);
        }
        Ok(())
    }

    pub(super) fn has(&self, place: &Place<'_>) -> bool {
        self.of(place.variant, place.setting)
            .any(|found| (found.position, found.repetition) == (place.position, place.repetition))
    }

    /// The depth of the searches of a position.
    pub(super) fn depth(&self, variant: &str, position: usize) -> Option<Depth> {
        let of_it = |found: &&Measurement| (found.variant.as_str(), found.position) == (variant, position);
        self.all.iter().find(of_it).map(|found| Depth::new(found.depth))
    }

    /// All measurements of a variant with a setting.
    pub(super) fn of(&self, variant: &str, setting: Setting) -> impl Iterator<Item = &Measurement> {
        self.all.iter().filter(move |found| found.variant == variant && found.is_with(setting))
    }

    /// Adds a measurement and writes it to the file at once.
    pub(super) fn add(
        &mut self,
        place: &Place<'_>,
        depth: Depth,
        nodes: u64,
        time: Duration,
    ) -> Result<(), RecordError> {
        let made = Measurement {
            variant: place.variant.to_owned(),
            position: place.position,
            repetition: place.repetition,
            threads: place.setting.threads.get(),
            scheme: scheme_of(place.setting).to_owned(),
            depth: depth.get(),
            nodes,
            microseconds: time.as_micros() as u64,
            ..self.blank.clone()
        };
        if let Some((path, writer)) = &mut self.file {
            let written = writer.serialize(&made).and_then(|()| Ok(writer.flush()?));
            written.map_err(|source| RecordError::Malformed { file: path.clone(), source })?;
        }
        self.all.push(made);
        Ok(())
    }
}

#[cfg(test)]
impl Records {
    /// Measurements of a list of positions: the microseconds of all repetitions with one thread and with a setting.
    pub(super) fn for_test(variant: &str, setting: Setting, positions: &[(&[u64], &[u64])]) -> Records {
        let options = crate::search::SearchOptions::default();
        let effort = Effort { nodes: 1, table_size: crate::search::TableSize::MIN, options: &options };
        let mut records = Records::open(None, &effort).expect("without a file nothing can fail");
        for (position, (alone, together)) in positions.iter().enumerate() {
            for (setting, times) in [(Setting::ALONE, alone), (setting, together)] {
                for (repetition, &time) in times.iter().enumerate() {
                    let place = Place { variant, position, repetition, setting };
                    let nodes = 100 * setting.threads.get() as u64;
                    let added = records.add(&place, Depth::new(9), nodes, Duration::from_micros(time));
                    added.expect("without a file nothing can fail");
                }
            }
        }
        records
    }
}
