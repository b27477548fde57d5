//! Journals, the files that long runs append to, and files that are written as a whole.
//!
//! The first line of a journal, the header, says what it is the record of, and each other line is an entry, both as
//! JSON. A journal survives a crash of the process, the run resumes from it, and journals of one run can be merged.

use std::fs::{self, File, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tempfile::NamedTempFile;

use crate::support::files;
use crownhead_rules::text::quoted;

/// The first bytes of a file compressed by zstd.
/// CITE: RFC 8878, "Zstandard Compression and the application/zstd Media Type" (2021), section 3.1.1.
const ZSTD_MAGIC: [u8; 4] = [0x28, 0xB5, 0x2F, 0xFD];

/// The most bytes of a journal that are read, unpacked: all of it is held in memory.
const MOST_BYTES: u64 = 512 << 20;

/// The first line of a journal.
pub trait JournalHeader: Serialize + DeserializeOwned {
    /// The subject of the record, for error messages: "a match".
    const OF: &'static str;
    /// The advice if the file is the record of something else, for error messages: "choose another file".
    const OTHERWISE: &'static str;
    /// The contents of the other lines.
    type Entry: Serialize + DeserializeOwned;

    /// The part of the header that two runs must have in common to write one journal.
    fn identity(&self) -> Value {
        json(self)
    }
}

/// A header, or a part of it, as JSON.
pub fn json(value: &impl Serialize) -> Value {
    serde_json::to_value(value).expect("a header has only text as keys")
}

/// A journal that a run appends to. It is locked, so no other process can append to it.
#[derive(Debug)]
pub struct Journal<H> {
    file: File,
    path: PathBuf,
    header: PhantomData<fn() -> H>,
}

/// The contents of a journal.
#[derive(Clone, Debug)]
pub struct Contents<H: JournalHeader> {
    /// The header.
    pub header: H,
    /// The entries, in the order of the file.
    pub entries: Vec<H::Entry>,
}

/// Errors of a journal.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The file cannot be read or written.
    #[error("{file}: {1}", file = .0.display())]
    Io(PathBuf, #[source] io::Error),
    /// A new journal cannot have the name of a file that exists.
    #[error("{file} exists already", file = .0.display())]
    Exists(PathBuf),
    /// Another process writes the file; the second part says what else to do.
    #[error("{path} is being written by another process: wait for it, or {1}", path = .0.display())]
    InUse(PathBuf, &'static str),
    /// The line of this number is invalid; the last part is the cause.
    #[error("{path}:{1}: not the record of {2}: {3}", path = .0.display())]
    Line(PathBuf, usize, &'static str, String),
    /// The settings of two records differ; the text names the file and the settings.
    #[error("{0}")]
    Settings(String),
}

impl<H: JournalHeader> Journal<H> {
    /// Creates a journal. The file must not exist.
    pub fn create(path: &Path, header: &H) -> Result<Journal<H>, JournalError> {
        let file = File::options().read(true).write(true).create_new(true).open(path);
        let file = file.map_err(|source| match source.kind() {
            io::ErrorKind::AlreadyExists => JournalError::Exists(path.to_owned()),
            _ => io_error(path)(source),
        })?;
        let mut journal = Journal::lock(path, file)?;
        journal.write(header)?;
        Ok(journal)
    }

    /// Opens a journal and returns its entries. A last line that is incomplete or no JSON is cut off. If the file does
    /// not exist yet, it is created.
    ///
    /// # Errors
    /// [`JournalError`]. The file is unchanged then.
    pub fn resume(path: &Path, header: &H) -> Result<(Journal<H>, Vec<H::Entry>), JournalError> {
        if !path.exists() {
            return Ok((Journal::create(path, header)?, Vec::new()));
        }
        files::check_regular(path).map_err(io_error(path))?;
        // Not in append mode: on Windows, a file that is opened so cannot be shortened.
        let file = File::options().read(true).write(true).open(path).map_err(io_error(path))?;
        let mut journal = Journal::lock(path, file)?;
        let mut reader = BufReader::new(&journal.file);
        if is_compressed(&mut reader).map_err(io_error(path))? {
            return Err(line_error::<H>(path, 1, "it is compressed by zstd: resume the unpacked file"));
        }
        // Nothing is cut off before the file is known to belong to this run.
        if let Some((found, length)) = read::<H>(path, reader)? {
            let describe = |[place, found, now]: [String; 3]| format!("{place} was {found}, now it is {now}");
            if let Some(differences) = differences(&found.header, header, describe) {
                let (path, of, otherwise) = (path.display(), H::OF, H::OTHERWISE);
                let text = format!("{path} is the record of {of} with other settings: {differences}; {otherwise}");
                return Err(JournalError::Settings(text));
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
    pub fn append(&mut self, entry: &H::Entry) -> Result<(), JournalError> {
        self.write(entry)
    }

    /// Locks the file until it is closed.
    fn lock(path: &Path, file: File) -> Result<Journal<H>, JournalError> {
        let path = path.to_owned();
        match file.try_lock() {
            Ok(()) => Ok(Journal { file, path, header: PhantomData }),
            Err(TryLockError::WouldBlock) => Err(JournalError::InUse(path, H::OTHERWISE)),
            Err(TryLockError::Error(source)) => Err(JournalError::Io(path, source)),
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
            // Nobody would read it.
            if self.file.stream_position()? + bytes.len() as u64 > MOST_BYTES {
                return Err(io::Error::other(format!("it would be longer than {} MiB", MOST_BYTES >> 20)));
            }
            self.file.write_all(&bytes)?;
            self.file.sync_data()
        });
        written.map_err(io_error(&self.path))
    }

    /// Whether the whole file is a prefix of this header: it is empty, or writing the header was interrupted.
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

impl<H: JournalHeader> Contents<H> {
    /// Reads a journal, also one compressed by zstd. A last line that is incomplete, as a killed process leaves it, or
    /// that is no JSON is skipped.
    pub fn read(path: &Path) -> Result<Contents<H>, JournalError> {
        let mut file = BufReader::new(files::open(path).map_err(io_error(path))?);
        let found = if is_compressed(&mut file).map_err(io_error(path))? {
            read(path, BufReader::new(zstd::Decoder::with_buffer(file).map_err(io_error(path))?))?
        } else {
            read(path, file)?
        };
        let (contents, _) = found.ok_or_else(|| line_error::<H>(path, 1, "it has no complete line"))?;
        Ok(contents)
    }

    /// Writes the journal.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        out.write_all(&line(&self.header)?)?;
        self.entries.iter().try_for_each(|entry| out.write_all(&line(entry)?))
    }
}

/// Fails unless the records of two headers, that of `path` and that of `first`, can be merged.
pub fn check_merge<H: JournalHeader>(
    (path, header): (&Path, &H),
    (first, expected): (&Path, &H),
) -> Result<(), JournalError> {
    let describe = |[place, found, expected]: [String; 3]| format!("{place} is {found}, not {expected}");
    let Some(differences) = differences(header, expected, describe) else { return Ok(()) };
    let (path, first) = (path.display(), first.display());
    let text = format!("{path} cannot be merged with {first}, which has other settings: {differences}");
    Err(JournalError::Settings(text))
}

fn io_error(path: &Path) -> impl FnOnce(io::Error) -> JournalError {
    |source| JournalError::Io(path.to_owned(), source)
}

/// Whether the input is compressed by zstd. Nothing is consumed.
fn is_compressed(reader: &mut impl BufRead) -> io::Result<bool> {
    Ok(reader.fill_buf()?.starts_with(&ZSTD_MAGIC))
}

fn line_error<H: JournalHeader>(path: &Path, line: usize, cause: &str) -> JournalError {
    JournalError::Line(path.to_owned(), line, H::OF, cause.to_owned())
}

/// The cause of an error in a line, without its place: the library counts lines too, but sees only this one.
fn cause(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    quoted(text.strip_suffix(&place).unwrap_or(&text))
}

fn line(value: &impl Serialize) -> io::Result<Vec<u8>> {
    let mut bytes = serde_json::to_vec(value)?;
    bytes.push(b'\n');
    Ok(bytes)
}

/// The complete lines of a file and their length in bytes; `None` if there is none. An incomplete line can follow.
fn read<H: JournalHeader>(path: &Path, mut reader: impl BufRead) -> Result<Option<(Contents<H>, u64)>, JournalError> {
    let mut bytes = Vec::new();
    let mut length = files::read_line(&mut reader, &mut bytes).map_err(io_error(path))? as u64;
    if bytes.last() != Some(&b'\n') {
        return Ok(None);
    }
    let header = serde_json::from_slice(&bytes).map_err(|error| line_error::<H>(path, 1, &cause(&error)))?;
    let mut entries = Vec::new();
    loop {
        bytes.clear();
        let line_length = files::read_line(&mut reader, &mut bytes).map_err(io_error(path))?;
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
        if length > MOST_BYTES {
            let cause = format!("more than {} MiB, unpacked", MOST_BYTES >> 20);
            return Err(io_error(path)(io::Error::other(cause)));
        }
    }
    Ok(Some((Contents { header, entries }, length)))
}

/// The differences of the identities of two headers as text; `None` if there are none. `describe` gets the path of a
/// field, such as `engines[0].nodes`, and its found and expected values.
fn differences<H: JournalHeader>(found: &H, expected: &H, describe: fn([String; 3]) -> String) -> Option<String> {
    let mut differences = Vec::new();
    compare("", &found.identity(), &expected.identity(), &mut differences);
    let texts: Vec<_> = differences.into_iter().map(describe).collect();
    (!texts.is_empty()).then(|| texts.join("; "))
}

/// Lists the differences of two values: the path, and what is found and expected there.
fn compare(place: &str, found: &Value, expected: &Value, differences: &mut Vec<[String; 3]>) {
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
            differences.push([place.to_owned(), show(found), show(expected)]);
        }
        _ => {}
    }
}

/// Writes a file beside its place and renames it when it is on disk, so that nobody finds an incomplete file under that
/// name. An existing file is replaced and keeps its permissions; a device such as `/dev/stdout` is written to, and a link
/// to a file stays a link.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if path.metadata().is_ok_and(|found| !found.is_file()) {
        return open_to_append(path)?.write_all(bytes);
    }
    let mut file = NewFile::create(path)?;
    file.write_all(bytes)?;
    file.finish()
}

/// A file that gets its name when it is finished, so that nobody finds an incomplete one under it. An existing file is
/// replaced then, and its permissions are kept; a link to a file stays a link. A file that is not finished is removed.
#[derive(Debug)]
pub struct NewFile {
    file: NamedTempFile,
    path: PathBuf,
}

impl NewFile {
    /// A file that will be at this path, where nothing but a file can be.
    pub fn create(path: &Path) -> io::Result<NewFile> {
        if path.exists() {
            files::check_regular(path)?;
        }
        let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        Ok(NewFile { file: unfinished_beside(&path)?, path })
    }

    /// Gives the file its name.
    pub fn finish(self) -> io::Result<()> {
        let NewFile { file, path } = self;
        if let Ok(found) = path.metadata() {
            file.as_file().set_permissions(found.permissions())?;
        }
        file.as_file().sync_data()?;
        file.persist(path).map(drop).map_err(|failed| failed.error)
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Seek for NewFile {
    fn seek(&mut self, place: SeekFrom) -> io::Result<u64> {
        self.file.seek(place)
    }
}

/// A new file in the folder of this one, under a name that no other file has: neither a file of the user nor one that
/// somebody else writes at the same time is touched. It is removed unless it gets its name.
fn unfinished_beside(path: &Path) -> io::Result<NamedTempFile> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or_else(|| Path::new("."));
    let mut names = tempfile::Builder::new();
    names.prefix(".crownhead-").suffix(".part");
    // By default nobody else could read it.
    #[cfg(unix)]
    names.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    names.tempfile_in(folder)
}

/// Opens a file to append to it, which is created if it is not there. A pipe that nobody reads is an error: to open it
/// would wait for a reader.
pub fn open_to_append(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.create(true).append(true);
    #[cfg(unix)]
    {
        use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
        std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, OFlags::NONBLOCK.bits() as i32);
        let is_pipe = path.metadata().is_ok_and(|found| std::os::unix::fs::FileTypeExt::is_fifo(&found.file_type()));
        let file = options.open(path).map_err(|error| match error.raw_os_error() {
            Some(code) if is_pipe && code == rustix::io::Errno::NXIO.raw_os_error() => {
                io::Error::other("a pipe that nobody reads")
            }
            _ => error,
        })?;
        // What is written may wait again.
        fcntl_setfl(&file, fcntl_getfl(&file)? - OFlags::NONBLOCK)?;
        Ok(file)
    }
    #[cfg(not(unix))]
    options.open(path)
}

/// Writes a file that can be made again, in its place.
pub fn overwrite(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if path.metadata().is_ok_and(|found| !found.is_file()) {
        return open_to_append(path)?.write_all(bytes);
    }
    fs::write(path, bytes)
}

/// Fails if [`overwrite`] would fail, as far as that is known before. Afterwards the file is as before, or not there.
pub fn check_overwritable(path: &Path) -> io::Result<()> {
    let found = path.metadata();
    if found.as_ref().is_ok_and(|found| !found.is_file() && !found.is_dir()) {
        return Ok(());
    }
    File::options().append(true).create(true).open(path)?;
    if found.is_ok() { Ok(()) } else { fs::remove_file(path) }
}

/// Fails if [`write_atomically`] would fail, as far as that is known before.
pub fn check_writable(path: &Path) -> io::Result<()> {
    if path.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    if path.metadata().is_ok_and(|found| !found.is_file()) {
        return Ok(());
    }
    unfinished_beside(&path.canonicalize().unwrap_or_else(|_| path.to_owned())).map(drop)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_link_stays_a_link_and_a_device_a_device() {
        let folder = std::env::temp_dir().join(format!("crownhead-whole-file-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let [file, link, device] = ["file", "link", "device"].map(|name| folder.join(name));
        write_atomically(&file, b"before").expect("a new file");
        std::os::unix::fs::symlink(&file, &link).expect("a link");
        std::os::unix::fs::symlink("/dev/null", &device).expect("a link");
        write_atomically(&link, b"after").expect("it is written");
        write_atomically(&device, b"lost").expect("it is written");
        assert_eq!(fs::read(&file).expect("it is there"), b"after");
        assert!(link.is_symlink() && device.is_symlink() && fs::read(&device).expect("a device").is_empty());
        fs::remove_dir_all(&folder).expect("it is there");
    }

    #[test]
    fn files_beside_the_written_one_are_left_alone() {
        use std::os::unix::fs::PermissionsExt;

        let folder = std::env::temp_dir().join(format!("crownhead-beside-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let [file, own, link, target] = ["file", "file.part", "other.part", "target"].map(|name| folder.join(name));
        fs::write(&own, "mine").expect("a file");
        fs::write(&target, "mine too").expect("a file");
        std::os::unix::fs::symlink(&target, &link).expect("a link");
        for path in [&file, &folder.join("other")] {
            check_writable(path).expect("it can be written");
            write_atomically(path, b"new").expect("it is written");
            assert_eq!(fs::read(path).expect("it is there"), b"new");
        }
        assert_eq!(fs::read(&own).expect("it is there"), b"mine");
        assert_eq!(fs::read(&target).expect("it is there"), b"mine too");
        assert!(link.is_symlink());
        assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 5, "nothing is left beside them");
        // A new file is for everybody whom the mask of the user lets read it; a file that is replaced stays as it was.
        let mode = |path: &Path| fs::metadata(path).expect("it is there").permissions().mode() & 0o777;
        assert_eq!(mode(&file), mode(&own));
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).expect("it is ours");
        write_atomically(&file, b"newer").expect("it is written");
        assert_eq!(mode(&file), 0o640);
        assert!(write_atomically(&folder.join("no/such/folder"), b"new").is_err());
        fs::remove_dir_all(&folder).expect("it is there");
    }
}
