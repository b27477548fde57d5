//! The record of a match: a file of JSON lines, the match first, then each game when it ends. It survives whatever
//! happens to the process, and a match can be resumed from it.

use std::collections::BTreeMap;
use std::fs::{File, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::entrant::Keys;
use super::finished::FinishedGame;

/// What makes a match the one it is. How many games are played, and how many at a time, may change when it is resumed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The variant.
    pub variant: String,
    /// The engines, as their keys describe them.
    pub engines: Vec<Keys>,
    /// Who meets whom.
    pub format: String,
    /// The openings, as a hash of them in their order.
    pub openings: String,
    /// Do engines think on their opponent's time?
    pub ponder: bool,
    /// What else decides about games: adjudication, the test.
    pub terms: BTreeMap<String, String>,
}

/// A line of the file.
#[derive(Debug, Serialize, Deserialize)]
#[serde(untagged)]
enum Line {
    Match {
        #[serde(rename = "match")]
        header: Header,
    },
    Game(Box<FinishedGame>),
}

/// A record that grows.
#[derive(Debug)]
pub struct RecordFile {
    file: File,
    path: PathBuf,
}

/// Why a record cannot be kept.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// What the system says.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// There is a record, and nobody said that it is to be continued.
    #[error("{} exists already: continue that match with --resume, or name another file", path.display())]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// Another process writes it.
    #[error("{} is being written by another match: wait for it, or name another file", path.display())]
    InUse {
        /// The file.
        path: PathBuf,
    },
    /// A line before the last is no part of a record.
    #[error("{}:{line}: this is no record of a match: {cause}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        cause: String,
    },
    /// It is the record of another match.
    #[error("{} is the record of another match: {}", path.display(), differences.join("; "))]
    OtherMatch {
        /// The file.
        path: PathBuf,
        /// What differs.
        differences: Vec<String>,
    },
}

impl RecordFile {
    /// Begins a record.
    ///
    /// # Errors
    /// [`RecordError::Exists`] if there is one already, [`RecordError::Io`].
    pub fn create(path: &Path, header: &Header) -> Result<RecordFile, RecordError> {
        let file = File::options().append(true).create_new(true).open(path).map_err(|source| {
            let path = path.to_owned();
            match source.kind() {
                io::ErrorKind::AlreadyExists => RecordError::Exists { path },
                _ => RecordError::Io { path, source },
            }
        })?;
        lock(path, &file)?;
        let mut record = RecordFile { file, path: path.to_owned() };
        record.write(&Line::Match { header: header.clone() })?;
        Ok(record)
    }

    /// Continues a record, and returns the games that it holds. A last line that was being written when the process was
    /// killed is cut off. If there is no record yet, it is begun.
    ///
    /// # Errors
    /// [`RecordError`].
    pub fn resume(path: &Path, header: &Header) -> Result<(RecordFile, Vec<FinishedGame>), RecordError> {
        let io_error = |source| RecordError::Io { path: path.to_owned(), source };
        if !path.exists() {
            return Ok((RecordFile::create(path, header)?, Vec::new()));
        }
        let file = File::options().read(true).append(true).open(path).map_err(io_error)?;
        lock(path, &file)?;
        let (lines, length) = read(path, &file)?;
        let mut record = RecordFile { file, path: path.to_owned() };
        let mut lines = lines.into_iter();
        // Nothing is cut off before the file is known to be this match's.
        let first = Line::Match { header: header.clone() };
        match lines.next() {
            None if record.is_beginning_of(&first)? => {
                record.cut(0)?;
                record.write(&first)?;
            }
            None => return Err(record.bad_line(1, "it does not begin as the record of this match does")),
            Some(Line::Match { header: found }) => {
                record.check(&found, header)?;
                record.cut(length)?;
            }
            Some(Line::Game(_)) => return Err(record.bad_line(1, "a game before the match")),
        }
        let mut games = Vec::new();
        for (number, line) in lines.enumerate() {
            match line {
                Line::Game(game) => games.push(*game),
                Line::Match { .. } => return Err(record.bad_line(number + 2, "a second match")),
            }
        }
        Ok((record, games))
    }

    /// Adds a game. When this returns, it is on the disk.
    ///
    /// # Errors
    /// [`RecordError::Io`].
    pub fn add(&mut self, game: &FinishedGame) -> Result<(), RecordError> {
        self.write(&Line::Game(Box::new(game.clone())))
    }

    fn write(&mut self, line: &Line) -> Result<(), RecordError> {
        let written = bytes(line).and_then(|bytes| {
            self.file.write_all(&bytes)?;
            self.file.sync_data()
        });
        written.map_err(|source| RecordError::Io { path: self.path.clone(), source })
    }

    /// Is the whole file the beginning of this line? So it is if it is empty, or if writing the line was cut short.
    fn is_beginning_of(&mut self, line: &Line) -> Result<bool, RecordError> {
        let is_beginning = bytes(line).and_then(|line| {
            let mut found = Vec::new();
            self.file.seek(SeekFrom::Start(0))?;
            (&self.file).take(line.len() as u64 + 1).read_to_end(&mut found)?;
            Ok(line.starts_with(&found))
        });
        is_beginning.map_err(|source| RecordError::Io { path: self.path.clone(), source })
    }

    /// Keeps so many bytes of the file.
    fn cut(&mut self, length: u64) -> Result<(), RecordError> {
        let cut = self.file.set_len(length).and_then(|()| self.file.seek(SeekFrom::End(0)));
        cut.map(|_| ()).map_err(|source| RecordError::Io { path: self.path.clone(), source })
    }

    fn check(&self, found: &Header, expected: &Header) -> Result<(), RecordError> {
        let [found, expected] =
            [found, expected].map(|header| serde_json::to_value(header).unwrap_or_default());
        let mut differences = Vec::new();
        compare("", &found, &expected, &mut differences);
        if differences.is_empty() {
            return Ok(());
        }
        Err(RecordError::OtherMatch { path: self.path.clone(), differences })
    }

    fn bad_line(&self, line: usize, cause: &str) -> RecordError {
        RecordError::Line { path: self.path.clone(), line, cause: cause.to_owned() }
    }
}

/// Keeps other processes from writing the file until it is closed.
fn lock(path: &Path, file: &File) -> Result<(), RecordError> {
    let path = path.to_owned();
    file.try_lock().map_err(|error| match error {
        TryLockError::WouldBlock => RecordError::InUse { path },
        TryLockError::Error(source) => RecordError::Io { path, source },
    })
}

/// A line as it is written.
fn bytes(line: &Line) -> io::Result<Vec<u8>> {
    let mut bytes = serde_json::to_vec(line)?;
    bytes.push(b'\n');
    Ok(bytes)
}

/// The lines of a record, and how many bytes they are: what follows is a line that was not finished.
fn read(path: &Path, file: &File) -> Result<(Vec<Line>, u64), RecordError> {
    let io_error = |source| RecordError::Io { path: path.to_owned(), source };
    let mut reader = BufReader::new(file);
    let (mut lines, mut length, mut bytes) = (Vec::new(), 0, Vec::new());
    loop {
        bytes.clear();
        let read = reader.read_until(b'\n', &mut bytes).map_err(io_error)?;
        if bytes.last() != Some(&b'\n') {
            return Ok((lines, length));
        }
        match serde_json::from_slice(&bytes) {
            Ok(line) => lines.push(line),
            // After a loss of power the end of the file may be anything.
            Err(_) if reader.fill_buf().map_err(io_error)?.is_empty() => return Ok((lines, length)),
            Err(error) => {
                let (line, cause) = (lines.len() + 1, error.to_string());
                return Err(RecordError::Line { path: path.to_owned(), line, cause });
            }
        }
        length += read as u64;
    }
}

/// Names the places where two values differ.
fn compare(
    place: &str,
    found: &serde_json::Value,
    expected: &serde_json::Value,
    differences: &mut Vec<String>,
) {
    use serde_json::Value;
    let null = Value::Null;
    match (found, expected) {
        (Value::Object(found), Value::Object(expected)) => {
            let mut keys: Vec<_> = found.keys().chain(expected.keys()).collect();
            keys.sort_unstable();
            keys.dedup();
            for key in keys {
                let place = if place.is_empty() { key.clone() } else { format!("{place}.{key}") };
                let [found, expected] = [found, expected].map(|object| object.get(key).unwrap_or(&null));
                compare(&place, found, expected, differences);
            }
        }
        (Value::Array(found), Value::Array(expected)) => {
            for index in 0..found.len().max(expected.len()) {
                let [found, expected] = [found, expected].map(|array| array.get(index).unwrap_or(&null));
                compare(&format!("{place}[{index}]"), found, expected, differences);
            }
        }
        (found, expected) if found != expected => {
            let show = |value: &Value| if value.is_null() { "nothing".to_owned() } else { value.to_string() };
            differences.push(format!("{place} was {}, now it is {}", show(found), show(expected)));
        }
        _ => {}
    }
}
