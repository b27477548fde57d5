//! The record of an experiment: a journal with an entry for each finished job.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::hash::Hasher;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::{Path, PathBuf};

use fnv::FnvHasher;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{LabError, Row, Size};
use crownhead_engine::support::journal::{Contents, Journal, JournalError, JournalHeader, check_merge, json};
use crownhead_engine::support::shard::Shard;

/// Between the machines of a merged record.
const SEPARATOR: &str = "; ";

/// The figures that are never the same.
pub(super) const TIMES: [&str; 2] = ["seconds", "elapsed"];

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExperimentHeader {
    pub experiment: String,
    pub scale: String,
    pub size: Size,
    /// Whether that is the standard size of the scale.
    pub whole: bool,
    /// The seed of positions and openings; the first, if the size has several.
    pub seed: u64,
    pub jobs: usize,
    pub configuration: String,
    pub version: String,
    pub commit: String,
    /// The compiler of the program. Records of earlier versions state neither this nor the next two.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub compiler: String,
    /// The number of jobs that ran at a time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threads: Option<NonZeroUsize>,
    /// The settings of the searches, by their names in `engine.toml`, with all values of each: `alpha-beta, mtd-bi`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub settings: BTreeMap<String, String>,
    /// The fingerprint of the learned weights of each variant that was valued by them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub weights: BTreeMap<String, String>,
    /// The rows that a later version of the program is known to count otherwise.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub superseded: Vec<Superseded>,
    pub machine: String,
    /// The part of the jobs that the record is for; `None` for all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
}

/// Rows of a record that come out otherwise today.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Superseded {
    pub why: String,
    /// The labels of the rows; the value of each begins with this.
    pub rows: BTreeMap<String, String>,
}

impl Superseded {
    pub(super) fn has(&self, row: &Row) -> bool {
        let begins = |(name, value): (&String, &String)| row.labels.get(name).is_some_and(|of| of.starts_with(value));
        self.rows.iter().all(begins)
    }
}

/// A job's rows as a line of the record: labels shared by all rows are stored once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JobEntry {
    job: usize,
    #[serde(default)]
    labels: BTreeMap<String, String>,
    rows: Vec<Row>,
}

pub type Jobs = BTreeMap<usize, Vec<Row>>;

#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    pub header: ExperimentHeader,
    pub jobs: Jobs,
}

impl JournalHeader for ExperimentHeader {
    const OF: &'static str = "an experiment";
    const OTHERWISE: &'static str = "choose another file with --record";
    type Entry = JobEntry;

    /// A merged record names several machines, and any of them can continue it; see
    /// [`ExperimentHeader::check_machine`].
    fn identity(&self) -> Value {
        json(&ExperimentHeader { machine: String::new(), whole: false, ..self.clone() })
    }
}

impl ExperimentHeader {
    /// Fails unless the record at `path`, which exists, names the machine of this header.
    pub(super) fn check_machine(&self, path: &Path) -> Result<(), LabError> {
        let header = Contents::<ExperimentHeader>::read(path)?.header;
        if header.machines().any(|machine| machine == self.machine) {
            return Ok(());
        }
        Err(LabError::OtherMachine { path: path.to_owned(), begun: header.machine, here: self.machine.clone() })
    }

    pub(super) fn machines(&self) -> impl Iterator<Item = &str> {
        self.machine.split(SEPARATOR)
    }

    pub fn own_jobs(&self) -> Range<usize> {
        let all = 0..self.jobs as u64;
        let Range { start, end } = self.shard.map_or(all, |shard| shard.range(self.jobs as u64));
        start as usize..end as usize
    }
}

impl JobEntry {
    pub fn new(job: usize, mut rows: Vec<Row>) -> JobEntry {
        let mut labels = rows.first().map_or(BTreeMap::new(), |row| row.labels.clone());
        labels.retain(|name, value| rows.iter().all(|row| row.labels.get(name) == Some(value)));
        for row in &mut rows {
            row.labels.retain(|name, _| !labels.contains_key(name));
        }
        JobEntry { job, labels, rows }
    }

    /// The number of the job, and the rows with all their labels.
    fn into_job(self) -> (usize, Vec<Row>) {
        let mut rows = self.rows;
        for row in &mut rows {
            row.labels.extend(self.labels.clone());
        }
        (self.job, rows)
    }
}

/// Opens the record at `path`, or creates it with its folder. Also returns the finished jobs. Fails also if it is the
/// record of another run.
pub fn resume(path: &Path, header: &ExperimentHeader) -> Result<(Journal<ExperimentHeader>, Jobs), JournalError> {
    if let Some(folder) = path.parent() {
        let io = |source| JournalError::Io(folder.to_owned(), source);
        fs::create_dir_all(folder).map_err(io)?;
    }
    let (journal, entries) = Journal::resume(path, header)?;
    Ok((journal, entries.into_iter().map(JobEntry::into_job).collect()))
}

impl Record {
    /// Reads a record. An incomplete last line is ignored. Fails also if it is not a record of an experiment.
    pub fn read(path: &Path) -> Result<Record, JournalError> {
        let Contents { header, entries } = Contents::<ExperimentHeader>::read(path)?;
        Ok(Record { header, jobs: entries.into_iter().map(JobEntry::into_job).collect() })
    }

    /// All rows, in the order of the jobs.
    pub fn rows(&self) -> impl Iterator<Item = &Row> {
        self.jobs.values().flatten()
    }

    /// Writes the record, with the jobs in the order of their numbers.
    pub fn write(self, out: &mut impl Write) -> io::Result<()> {
        let entries = self.jobs.into_iter().map(|(job, rows)| JobEntry::new(job, rows)).collect();
        Contents { header: self.header, entries }.write(out)
    }

    /// The number of positions, or of openings or games, by the size. A complete record has fewer where no more exist.
    pub fn positions(&self) -> usize {
        let numbers: BTreeSet<&str> = self.rows().map(Row::unit).filter(|unit| !unit.is_empty()).collect();
        let has_all = self.is_complete() && !numbers.is_empty();
        if has_all { numbers.len().min(self.header.size.positions) } else { self.header.size.positions }
    }

    /// A checksum of all labels and figures but times: two runs with the same one have counted the same.
    pub fn checksum(&self) -> u64 {
        let mut hasher = FnvHasher::default();
        for row in self.rows() {
            let mut timeless = row.clone();
            timeless.figures.retain(|name, _| !TIMES.contains(&name.as_str()));
            hasher.write(json(&timeless).to_string().as_bytes());
        }
        hasher.finish()
    }

    /// Whether every job is finished.
    pub fn is_complete(&self) -> bool {
        self.jobs.len() == self.header.jobs
    }
}

/// Reads records of one experiment, such as those of its shards, and merges them as the record of all its jobs. Of a
/// job that several records have, the first one is taken. If the records come from several machines, the merged one
/// names them all: its times are not comparable then. Fails also for records of different runs, and of different
/// programs.
pub fn merged(first: &Path, others: &[PathBuf]) -> Result<Record, JournalError> {
    let mut merged = Record::read(first)?;
    merged.header.shard = None;
    let names = |header: &ExperimentHeader| header.machines().map(str::to_owned).collect::<BTreeSet<_>>();
    let mut machines = names(&merged.header);
    for path in others {
        let mut record = Record::read(path)?;
        record.header.shard = None;
        check_merge((path, &record.header), (first, &merged.header))?;
        machines.append(&mut names(&record.header));
        for (job, rows) in record.jobs {
            merged.jobs.entry(job).or_insert(rows);
        }
    }
    merged.header.machine = Vec::from_iter(machines).join(SEPARATOR);
    Ok(merged)
}
