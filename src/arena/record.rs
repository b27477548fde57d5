//! The record of a match: a file of JSON lines, the match first, then each game when it ends. It survives a crash of
//! the process, and a match can be resumed from it.

use std::collections::BTreeMap;
use std::fs::{File, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::entrant::Keys;
use super::finished::FinishedGame;
use crate::shard::Shard;

/// The identity of a match. The number of games and the concurrency can change when it is resumed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The variant.
    pub variant: String,
    /// The engines, as described by their keys.
    pub engines: Vec<Keys>,
    /// The pairings.
    pub format: String,
    /// A hash of the openings in their order.
    pub openings: String,
    /// Whether engines ponder.
    pub ponder: bool,
    /// Other parameters of the games: adjudication, the test.
    pub terms: BTreeMap<String, String>,
    /// The version and the commit of the program that began the record; old records have none. Another one may go on,
    /// but not with a shard: only shards of one program are merged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<String>,
    /// The part of the match that the record is for; `None` for all of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
}

impl Header {
    /// The program, which belongs to the identity of a shard's record alone.
    pub(super) fn program_of_shard(&self) -> Option<String> {
        self.shard.and_then(|_| self.program.clone())
    }
}

/// A line of the file.
#[derive(Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub(super) enum Line {
    Match {
        #[serde(rename = "match")]
        header: Header,
    },
    Game(Box<FinishedGame>),
}

/// A record file, appended to during a match.
#[derive(Debug)]
pub struct RecordFile {
    file: File,
    path: PathBuf,
}

/// Errors of a record.
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
    /// The record exists, and --resume was not given.
    #[error("{} exists already: continue that match with --resume, or choose another file", path.display())]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// Another process is writing it.
    #[error("{} is being written by another match: wait for it, or choose another file", path.display())]
    InUse {
        /// The file.
        path: PathBuf,
    },
    /// A line before the last is invalid.
    #[error("{}:{line}: not a record of a match: {cause}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        cause: String,
    },
    /// It belongs to another match.
    #[error("{} is the record of another match: {}", path.display(), differences.join("; "))]
    OtherMatch {
        /// The file.
        path: PathBuf,
        /// The differences.
        differences: Vec<String>,
    },
    /// Records of different matches cannot be merged.
    #[error(
        "{} cannot be merged with {}, the record of another match: {}",
        path.display(), first.display(), differences.join("; ")
    )]
    NoMerge {
        /// The file.
        path: PathBuf,
        /// The first of the files.
        first: PathBuf,
        /// The differences.
        differences: Vec<String>,
    },
}

impl RecordFile {
    /// Creates a record.
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

    /// Opens a record and returns its games. An incomplete last line is cut off. If there is no record yet, it is
    /// created.
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
        // Nothing is cut off before the file is known to belong to this match.
        if let Some((found, games)) = contents(path, lines)? {
            record.check(&found, header)?;
            record.cut(length)?;
            return Ok((record, games));
        }
        let first = Line::Match { header: header.clone() };
        if !record.is_beginning_of(&first)? {
            return Err(bad_line(path, 1, "it does not begin as the record of this match does"));
        }
        record.cut(0)?;
        record.write(&first)?;
        Ok((record, Vec::new()))
    }

    /// Appends a game. When this returns, the game is on disk.
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

    /// Whether the whole file is a prefix of this line. It is if it is empty, or if writing the line was interrupted.
    fn is_beginning_of(&mut self, line: &Line) -> Result<bool, RecordError> {
        let is_beginning = bytes(line).and_then(|line| {
            let mut found = Vec::new();
            self.file.seek(SeekFrom::Start(0))?;
            (&self.file).take(line.len() as u64 + 1).read_to_end(&mut found)?;
            Ok(line.starts_with(&found))
        });
        is_beginning.map_err(|source| RecordError::Io { path: self.path.clone(), source })
    }

    /// Truncates the file to this number of bytes.
    fn cut(&mut self, length: u64) -> Result<(), RecordError> {
        let cut = self.file.set_len(length).and_then(|()| self.file.seek(SeekFrom::End(0)));
        cut.map(|_| ()).map_err(|source| RecordError::Io { path: self.path.clone(), source })
    }

    fn check(&self, found: &Header, expected: &Header) -> Result<(), RecordError> {
        let differences = differences(found, expected);
        if differences.is_empty() {
            return Ok(());
        }
        let tell =
            |Difference { place, found, expected }| format!("{place} was {found}, now it is {expected}");
        let differences = differences.into_iter().map(tell).collect();
        Err(RecordError::OtherMatch { path: self.path.clone(), differences })
    }
}

pub(super) fn bad_line(path: &Path, line: usize, cause: &str) -> RecordError {
    RecordError::Line { path: path.to_owned(), line, cause: cause.to_owned() }
}

/// The match and the games of a record; `None` if it has no lines.
pub(super) fn contents(
    path: &Path,
    lines: Vec<Line>,
) -> Result<Option<(Header, Vec<FinishedGame>)>, RecordError> {
    let mut lines = lines.into_iter();
    let header = match lines.next() {
        None => return Ok(None),
        Some(Line::Match { header }) => header,
        Some(Line::Game(_)) => return Err(bad_line(path, 1, "a game before the match")),
    };
    let mut games = Vec::new();
    for (number, line) in lines.enumerate() {
        match line {
            Line::Game(game) => games.push(*game),
            Line::Match { .. } => return Err(bad_line(path, number + 2, "a second match")),
        }
    }
    Ok(Some((header, games)))
}

/// Locks the file against other processes until it is closed.
fn lock(path: &Path, file: &File) -> Result<(), RecordError> {
    let path = path.to_owned();
    file.try_lock().map_err(|error| match error {
        TryLockError::WouldBlock => RecordError::InUse { path },
        TryLockError::Error(source) => RecordError::Io { path, source },
    })
}

/// The bytes of a line.
pub(super) fn bytes(line: &Line) -> io::Result<Vec<u8>> {
    let mut bytes = serde_json::to_vec(line)?;
    bytes.push(b'\n');
    Ok(bytes)
}

/// The complete lines of a record and their length in bytes; an incomplete line can follow.
pub(super) fn read(path: &Path, file: &File) -> Result<(Vec<Line>, u64), RecordError> {
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
            // After a power failure, the end of the file can contain anything.
            Err(_) if reader.fill_buf().map_err(io_error)?.is_empty() => return Ok((lines, length)),
            Err(error) => {
                let (line, cause) = (lines.len() + 1, error.to_string());
                return Err(RecordError::Line { path: path.to_owned(), line, cause });
            }
        }
        length += read as u64;
    }
}

/// A difference of two headers.
pub(super) struct Difference {
    /// The path of the field, as `engines[0].nodes`.
    pub(super) place: String,
    /// Its value in the file.
    pub(super) found: String,
    /// The expected value.
    pub(super) expected: String,
}

/// The differences of two headers.
pub(super) fn differences(found: &Header, expected: &Header) -> Vec<Difference> {
    let identity = |header: &Header| Header { program: header.program_of_shard(), ..header.clone() };
    let [found, expected] =
        [found, expected].map(|header| serde_json::to_value(identity(header)).unwrap_or_default());
    let mut differences = Vec::new();
    compare("", &found, &expected, &mut differences);
    differences
}

/// Lists the differences of two values.
fn compare(
    place: &str,
    found: &serde_json::Value,
    expected: &serde_json::Value,
    differences: &mut Vec<Difference>,
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
            let (found, expected) = (show(found), show(expected));
            differences.push(Difference { place: place.to_owned(), found, expected });
        }
        _ => {}
    }
}
