//! Reading of files that users and settings name, with limits of size and kind, so that it always ends.

use std::fs::File;
use std::hash::Hasher;
use std::io::{self, BufRead, Read};
use std::path::Path;

use fnv::FnvHasher;

/// The longest text of settings or of a document that is read, in bytes.
const LONGEST_TEXT: u64 = 16 << 20;

/// The longest line of a record that is read, in bytes: thousands of times the longest that is written.
const LONGEST_LINE: u64 = 64 << 20;

/// The FNV-1a hash of some bytes, which shows that a file was changed or cut off.
pub fn checksum(bytes: &[u8]) -> u64 {
    let mut hasher = FnvHasher::default();
    hasher.write(bytes);
    hasher.finish()
}

/// Opens a regular file for reading. Anything else is not opened: a pipe can block, and a device may never end.
///
/// # Errors
/// That of the system, or that it is no regular file.
pub fn open(path: &Path) -> io::Result<File> {
    check_regular(path)?;
    File::open(path)
}

/// Fails unless this is a regular file.
///
/// # Errors
/// That of the system, or that it is no regular file.
pub fn check_regular(path: &Path) -> io::Result<()> {
    if path.metadata()?.is_file() { Ok(()) } else { Err(io::Error::other("not a regular file")) }
}

/// Reads a regular file of at most `most` bytes.
///
/// # Errors
/// That of the system, that it is no regular file, or that it is larger.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // One byte more shows that the file is too large. It can grow while it is read.
    open(path)?.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(io::Error::other(format!("larger than {} MiB", most >> 20)));
    }
    Ok(bytes)
}

/// Reads a text of at most 16 MiB from a regular file.
///
/// # Errors
/// As [`read`], or that it is not UTF-8.
pub fn read_text(path: &Path) -> io::Result<String> {
    String::from_utf8(read(path, LONGEST_TEXT)?).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

/// Appends the next line, with its end, to `line`; returns its number of bytes, 0 at the end of the input.
///
/// # Errors
/// That of the system, or that the line has more than 64 MiB.
pub fn read_line(reader: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<usize> {
    let read = reader.by_ref().take(LONGEST_LINE).read_until(b'\n', line)?;
    if read as u64 == LONGEST_LINE && line.last() != Some(&b'\n') {
        return Err(io::Error::other(format!("a line of more than {} MiB", LONGEST_LINE >> 20)));
    }
    Ok(read)
}
