//! Journals: the files that long runs append to. The first line, the header, says what the journal is the record of, and
//! each other line is an entry, both as JSON. A journal survives a crash of the process, the run resumes from it, and
//! journals of one thing can be merged.

use std::fs::{File, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// The first bytes of what zstd has packed (RFC 8878, section 3.1.1).
const ZSTD_MAGIC: [u8; 4] = [0x28, 0xB5, 0x2F, 0xFD];

/// The first line of a journal.
pub trait Header: Serialize + DeserializeOwned {
    /// What the journal is the record of, such as "a match".
    const OF: &'static str;
    /// What to do if the file is the record of something else, for error messages: "choose another file".
    const OTHERWISE: &'static str;
    /// What the other lines hold.
    type Entry: Serialize + DeserializeOwned;

    /// What two runs must have in common to write one journal.
    fn identity(&self) -> Value {
        json(self)
    }
}

/// A header, or a part of it, as JSON.
pub fn json(value: &impl Serialize) -> Value {
    serde_json::to_value(value).expect("a header has only text as keys")
}

/// A journal that a run appends to. No other process can do so meanwhile.
#[derive(Debug)]
pub struct Journal<H> {
    file: File,
    path: PathBuf,
    header: PhantomData<fn() -> H>,
}

/// What a journal holds.
#[derive(Clone, Debug)]
pub struct Contents<H: Header> {
    /// The header.
    pub header: H,
    /// The entries, in the order of the file.
    pub entries: Vec<H::Entry>,
}

/// Errors of a journal.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The file cannot be read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A new journal cannot have the name of a file that exists.
    #[error("{} exists already", path.display())]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// Another process writes it.
    #[error("{} is being written by another process: wait for it, or {otherwise}", path.display())]
    InUse {
        /// The file.
        path: PathBuf,
        /// What else to do.
        otherwise: &'static str,
    },
    /// A line is invalid.
    #[error("{}:{line}: not the record of {of}: {cause}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What the journal would be the record of.
        of: &'static str,
        /// What is wrong with the line.
        cause: String,
    },
    /// It is the record of something else.
    #[error("{} is the record of {of} with other settings: {}; {otherwise}", path.display(), differences.join("; "))]
    Other {
        /// The file.
        path: PathBuf,
        /// What it is the record of.
        of: &'static str,
        /// How the settings differ.
        differences: Vec<String>,
        /// What else to do.
        otherwise: &'static str,
    },
    /// Records of different things cannot be merged.
    #[error(
        "{} cannot be merged with {}, which has other settings: {}", path.display(), first.display(), differences.join("; ")
    )]
    NoMerge {
        /// The file.
        path: PathBuf,
        /// The first of the files.
        first: PathBuf,
        /// How the settings differ.
        differences: Vec<String>,
    },
}

impl<H: Header> Journal<H> {
    /// Creates a journal.
    ///
    /// # Errors
    /// [`JournalError::Exists`] if the file exists, [`JournalError::Io`].
    pub fn create(path: &Path, header: &H) -> Result<Journal<H>, JournalError> {
        let file = File::options().read(true).write(true).create_new(true).open(path);
        let file = file.map_err(|source| match source.kind() {
            io::ErrorKind::AlreadyExists => JournalError::Exists { path: path.to_owned() },
            _ => io_error(path)(source),
        })?;
        let mut journal = Journal::lock(path, file)?;
        journal.write(header)?;
        Ok(journal)
    }

    /// Opens a journal and returns its entries. A last line that is incomplete or no JSON is cut off. If there is no
    /// journal yet, it is created.
    ///
    /// # Errors
    /// [`JournalError`]. The file is unchanged then.
    pub fn resume(path: &Path, header: &H) -> Result<(Journal<H>, Vec<H::Entry>), JournalError> {
        if !path.exists() {
            return Ok((Journal::create(path, header)?, Vec::new()));
        }
        // Not in append mode: on Windows, a file that is opened so cannot be shortened.
        let file = File::options().read(true).write(true).open(path).map_err(io_error(path))?;
        let mut journal = Journal::lock(path, file)?;
        let mut reader = BufReader::new(&journal.file);
        if is_packed(&mut reader).map_err(io_error(path))? {
            let cause = "it is packed by zstd, and can be gone on with once unpacked";
            return Err(line_error::<H>(path, 1, cause));
        }
        // Nothing is cut off before the file is known to belong to this run.
        if let Some((found, length)) = read::<H>(path, reader)? {
            let differences = differences(&found.header, header);
            if !differences.is_empty() {
                let differences = differences.iter().map(Difference::since).collect();
                let path = path.to_owned();
                return Err(JournalError::Other { path, of: H::OF, differences, otherwise: H::OTHERWISE });
            }
            journal.cut(length)?;
            return Ok((journal, found.entries));
        }
        if !journal.is_beginning_of(header)? {
            return Err(line_error::<H>(path, 1, "it does not begin as this one does"));
        }
        journal.cut(0)?;
        journal.write(header)?;
        Ok((journal, Vec::new()))
    }

    /// Appends an entry. When this returns, the entry is on disk.
    ///
    /// # Errors
    /// [`JournalError::Io`].
    pub fn append(&mut self, entry: &H::Entry) -> Result<(), JournalError> {
        self.write(entry)
    }

    /// Locks the file until it is closed.
    fn lock(path: &Path, file: File) -> Result<Journal<H>, JournalError> {
        let path = path.to_owned();
        match file.try_lock() {
            Ok(()) => Ok(Journal { file, path, header: PhantomData }),
            Err(TryLockError::WouldBlock) => Err(JournalError::InUse { path, otherwise: H::OTHERWISE }),
            Err(TryLockError::Error(source)) => Err(JournalError::Io { path, source }),
        }
    }

    /// Shortens the file to `length` bytes; writing goes on there.
    fn cut(&mut self, length: u64) -> Result<(), JournalError> {
        let cut = self.file.set_len(length).and_then(|()| self.file.seek(SeekFrom::Start(length)));
        cut.map(drop).map_err(io_error(&self.path))
    }

    fn write(&mut self, value: &impl Serialize) -> Result<(), JournalError> {
        // A line is written in one call, so that only the last one can be incomplete.
        let written = line(value).and_then(|bytes| {
            self.file.write_all(&bytes)?;
            self.file.sync_data()
        });
        written.map_err(io_error(&self.path))
    }

    /// Whether the whole file is a prefix of this header. It is if it is empty, or if writing the header was interrupted.
    fn is_beginning_of(&mut self, header: &H) -> Result<bool, JournalError> {
        let is_beginning = line(header).and_then(|line| {
            let mut found = Vec::new();
            self.file.seek(SeekFrom::Start(0))?;
            (&self.file).take(line.len() as u64 + 1).read_to_end(&mut found)?;
            Ok(line.starts_with(&found))
        });
        is_beginning.map_err(io_error(&self.path))
    }
}

impl<H: Header> Contents<H> {
    /// Reads a journal, also one that was packed by zstd. A last line that is incomplete, as a killed
    /// process leaves it, or no JSON is skipped.
    ///
    /// # Errors
    /// [`JournalError`].
    pub fn read(path: &Path) -> Result<Contents<H>, JournalError> {
        let mut file = BufReader::new(File::open(path).map_err(io_error(path))?);
        let found = if is_packed(&mut file).map_err(io_error(path))? {
            read(path, BufReader::new(zstd::Decoder::with_buffer(file).map_err(io_error(path))?))?
        } else {
            read(path, file)?
        };
        let (contents, _) = found.ok_or_else(|| line_error::<H>(path, 1, "it has no complete line"))?;
        Ok(contents)
    }

    /// Writes the journal.
    ///
    /// # Errors
    /// If `out` cannot be written.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        out.write_all(&line(&self.header)?)?;
        self.entries.iter().try_for_each(|entry| out.write_all(&line(entry)?))
    }
}

/// Fails unless the records of two headers, that of `path` and that of `first`, can be merged.
///
/// # Errors
/// [`JournalError::NoMerge`].
pub fn check_merge<H: Header>((path, header): (&Path, &H), (first, expected): (&Path, &H)) -> Result<(), JournalError> {
    let differences: Vec<_> = differences(header, expected).iter().map(Difference::between).collect();
    if differences.is_empty() {
        return Ok(());
    }
    Err(JournalError::NoMerge { path: path.to_owned(), first: first.to_owned(), differences })
}

fn io_error(path: &Path) -> impl FnOnce(io::Error) -> JournalError {
    |source| JournalError::Io { path: path.to_owned(), source }
}

/// Whether zstd has packed what is read. Nothing of it is taken.
fn is_packed(reader: &mut impl BufRead) -> io::Result<bool> {
    Ok(reader.fill_buf()?.starts_with(&ZSTD_MAGIC))
}

fn line_error<H: Header>(path: &Path, line: usize, cause: &str) -> JournalError {
    JournalError::Line { path: path.to_owned(), line, of: H::OF, cause: cause.to_owned() }
}

/// What is wrong with a line. The library counts lines too, and sees only this one.
fn cause(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    text.strip_suffix(&place).unwrap_or(&text).to_owned()
}

/// The bytes of a line.
fn line(value: &impl Serialize) -> io::Result<Vec<u8>> {
    let mut bytes = serde_json::to_vec(value)?;
    bytes.push(b'\n');
    Ok(bytes)
}

/// The complete lines of a file and their length in bytes; `None` if there is none. The beginning of another can follow.
fn read<H: Header>(path: &Path, mut reader: impl BufRead) -> Result<Option<(Contents<H>, u64)>, JournalError> {
    let mut bytes = Vec::new();
    let mut length = reader.read_until(b'\n', &mut bytes).map_err(io_error(path))? as u64;
    if bytes.last() != Some(&b'\n') {
        return Ok(None);
    }
    let header = serde_json::from_slice(&bytes).map_err(|error| line_error::<H>(path, 1, &cause(&error)))?;
    let mut entries = Vec::new();
    loop {
        bytes.clear();
        let line_length = reader.read_until(b'\n', &mut bytes).map_err(io_error(path))?;
        if bytes.last() != Some(&b'\n') {
            break;
        }
        match serde_json::from_slice(&bytes) {
            Ok(entry) => entries.push(entry),
            // After a power failure, the end of the file can contain anything; but JSON was written on purpose.
            Err(error) if !error.is_data() && reader.fill_buf().map_err(io_error(path))?.is_empty() => break,
            Err(error) => return Err(line_error::<H>(path, entries.len() + 2, &cause(&error))),
        }
        length += line_length as u64;
    }
    Ok(Some((Contents { header, entries }, length)))
}

/// A difference of two headers.
struct Difference {
    /// The path of the field, as `engines[0].nodes`.
    place: String,
    found: String,
    expected: String,
}

impl Difference {
    /// In words, where the run that is resumed has another setting than before.
    fn since(&self) -> String {
        let Difference { place, found, expected } = self;
        format!("{place} was {found}, now it is {expected}")
    }

    /// In words, where two records have different settings.
    fn between(&self) -> String {
        let Difference { place, found, expected } = self;
        format!("{place} is {found}, not {expected}")
    }
}

/// The differences of what two headers should have in common.
fn differences<H: Header>(found: &H, expected: &H) -> Vec<Difference> {
    let mut differences = Vec::new();
    compare("", &found.identity(), &expected.identity(), &mut differences);
    differences
}

/// Lists the differences of two values.
fn compare(place: &str, found: &Value, expected: &Value, differences: &mut Vec<Difference>) {
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
