//! Files that have their name only when they are whole.

use std::fs;
use std::io;
use std::path::Path;

/// Writes a file beside its place and then gives it its name, in place of a file that has it already. So whatever happens,
/// nobody finds half a file under that name.
///
/// # Errors
/// What the system says.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut unfinished = path.as_os_str().to_owned();
    unfinished.push(".part");
    fs::write(&unfinished, bytes)?;
    fs::rename(&unfinished, path)
}
