//! Records: a header, then a line of JSON for each finished job.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::{Row, Size};
use crate::shard::Shard;

/// The header of a record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The experiment's name.
    pub experiment: String,
    /// The scale's name.
    pub scale: String,
    /// The size of the experiment.
    pub size: Size,
    /// Whether that is the standard size of the scale.
    pub whole: bool,
    /// The seed of positions and openings.
    pub seed: u64,
    /// The number of jobs of the complete experiment.
    pub jobs: usize,
    /// The configuration of the experiment.
    pub configuration: String,
    /// The version of the program.
    pub version: String,
    /// The commit of the program.
    pub commit: String,
    /// The machine.
    pub machine: String,
    /// The part of the jobs that the record is for; `None` for all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
}

/// A job's rows as a line of the record: labels shared by all rows are stored once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    job: usize,
    #[serde(default)]
    labels: BTreeMap<String, String>,
    rows: Vec<Row>,
}

impl Entry {
    /// The entry of the job with this number.
    pub fn new(job: usize, mut rows: Vec<Row>) -> Entry {
        let mut labels = rows.first().map_or(BTreeMap::new(), |row| row.labels.clone());
        labels.retain(|name, value| rows.iter().all(|row| row.labels.get(name) == Some(value)));
        for row in &mut rows {
            row.labels.retain(|name, _| !labels.contains_key(name));
        }
        Entry { job, labels, rows }
    }

    /// The rows with all their labels.
    fn into_rows(self) -> Vec<Row> {
        let mut rows = self.rows;
        for row in &mut rows {
            row.labels.extend(self.labels.clone());
        }
        rows
    }
}

/// A record read from a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The header.
    pub header: Header,
    /// The finished jobs.
    pub jobs: BTreeMap<usize, Vec<Row>>,
}

/// Errors of a record.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The file cannot be read or written.
    #[error("the record {}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
    /// A line is invalid.
    #[error("the record {}, line {line}: {source}", path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// What is wrong with it.
        source: serde_json::Error,
    },
    /// There is no header.
    #[error("the record {} has no header", path.display())]
    Empty {
        /// The file.
        path: PathBuf,
    },
    /// The file is the record of another run.
    #[error(
        "the record {} is of {field} {found}, not {expected}: choose another file (a run takes one with --record)",
        path.display()
    )]
    Other {
        /// The file.
        path: PathBuf,
        /// What differs.
        field: &'static str,
        /// The value in the file.
        found: String,
        /// The requested value.
        expected: String,
    },
}

impl Record {
    /// Reads a record. An incomplete last line is ignored.
    ///
    /// # Errors
    /// If the file cannot be read or is not a record.
    pub fn read(path: &Path) -> Result<Record, RecordError> {
        Ok(Record::read_whole(path)?.0)
    }

    /// Reads a record. Also returns the number of bytes up to the end of the last complete line.
    fn read_whole(path: &Path) -> Result<(Record, u64), RecordError> {
        let io = |source| RecordError::Io { path: path.to_owned(), source };
        let bytes = fs::read(path).map_err(io)?;
        let whole_bytes = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let text = String::from_utf8_lossy(&bytes[..whole_bytes]);
        let mut lines = text.lines().enumerate();
        let (_, first) = lines.next().ok_or_else(|| RecordError::Empty { path: path.to_owned() })?;
        let malformed = |index: usize| {
            move |source| RecordError::Malformed { path: path.to_owned(), line: index + 1, source }
        };
        let header = serde_json::from_str(first).map_err(malformed(0))?;
        let mut jobs = BTreeMap::new();
        for (index, line) in lines {
            let entry: Entry = serde_json::from_str(line).map_err(malformed(index))?;
            jobs.insert(entry.job, entry.into_rows());
        }
        Ok((Record { header, jobs }, whole_bytes as u64))
    }

    /// All rows, in the order of the jobs.
    pub fn rows(&self) -> impl Iterator<Item = &Row> {
        self.jobs.values().flatten()
    }

    /// Writes the record, with the jobs in the order of their numbers.
    ///
    /// # Errors
    /// If `out` cannot be written.
    pub fn write(self, out: &mut impl Write) -> io::Result<()> {
        out.write_all(line(&self.header)?.as_bytes())?;
        for (job, rows) in self.jobs {
            out.write_all(line(&Entry::new(job, rows))?.as_bytes())?;
        }
        Ok(())
    }

    /// Whether every job is finished.
    pub fn is_complete(&self) -> bool {
        self.jobs.len() == self.header.jobs
    }
}

/// A record file, appended to during a run.
#[derive(Debug)]
pub struct Writer {
    path: PathBuf,
    file: File,
}

impl Writer {
    /// Opens the record at `path`, or creates it. Also returns the finished jobs.
    ///
    /// # Errors
    /// If the file cannot be used, or is the record of another run.
    pub fn open(path: &Path, header: &Header) -> Result<(Writer, BTreeMap<usize, Vec<Row>>), RecordError> {
        let io = |source| RecordError::Io { path: path.to_owned(), source };
        let is_new = !path.exists();
        if is_new && let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(io)?;
        }
        let file = OpenOptions::new().create(true).append(true).open(path).map_err(io)?;
        let mut writer = Writer { path: path.to_owned(), file };
        if is_new {
            writer.write_line(header)?;
            return Ok((writer, BTreeMap::new()));
        }
        let (record, whole_bytes) = Record::read_whole(path)?;
        record.header.check(header, path)?;
        writer.file.set_len(whole_bytes).map_err(io)?;
        Ok((writer, record.jobs))
    }

    /// Appends the rows of a job.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn append(&mut self, entry: &Entry) -> Result<(), RecordError> {
        self.write_line(entry)
    }

    /// Writes a line in one call, so that only the last line can be incomplete.
    fn write_line(&mut self, value: &impl Serialize) -> Result<(), RecordError> {
        let write = |line: String| self.file.write_all(line.as_bytes()).and_then(|()| self.file.flush());
        line(value).and_then(write).map_err(|source| RecordError::Io { path: self.path.clone(), source })
    }
}

/// A line of a record.
fn line(value: &impl Serialize) -> io::Result<String> {
    Ok(serde_json::to_string(value)? + "\n")
}

impl Header {
    /// The numbers of the jobs that the record is for.
    pub fn own_jobs(&self) -> Range<usize> {
        let all = 0..self.jobs as u64;
        let Range { start, end } = self.shard.map_or(all, |shard| shard.range(self.jobs as u64));
        start as usize..end as usize
    }

    /// Fails unless rows of `wanted` may be added to a record with this header.
    pub(super) fn check(&self, wanted: &Header, path: &Path) -> Result<(), RecordError> {
        let part = |shard: Option<Shard>| shard.map_or("all jobs".to_owned(), |shard| shard.to_string());
        let fields: [(&'static str, String, String); 9] = [
            ("the experiment", self.experiment.clone(), wanted.experiment.clone()),
            ("the scale", self.scale.clone(), wanted.scale.clone()),
            ("the size", self.size.to_string(), wanted.size.to_string()),
            ("the seed", self.seed.to_string(), wanted.seed.to_string()),
            ("the number of jobs", self.jobs.to_string(), wanted.jobs.to_string()),
            ("the shard", part(self.shard), part(wanted.shard)),
            ("the configuration", self.configuration.clone(), wanted.configuration.clone()),
            ("version", self.version.clone(), wanted.version.clone()),
            ("commit", self.commit.clone(), wanted.commit.clone()),
        ];
        match fields.into_iter().find(|(_, found, expected)| found != expected) {
            None => Ok(()),
            Some((field, found, expected)) => {
                Err(RecordError::Other { path: path.to_owned(), field, found, expected })
            }
        }
    }
}
