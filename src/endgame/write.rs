//! Writing files of slices: a file gets its name when it is complete, on the disk, and in order.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use super::build::BuildError;
use super::file::Header;

/// Writes a file under a temporary name in `folder`, and gives it its own when `check` has read it back. On failure the
/// temporary file is removed.
pub(super) fn write_file(
    path: &Path,
    folder: &Path,
    header: &Header,
    blocks: impl Iterator<Item = Result<Vec<u8>, BuildError>>,
    check: impl FnOnce(&Path) -> Result<(), BuildError>,
) -> Result<(), BuildError> {
    let temporary = temporary(path, folder);
    let written = write(&temporary, header, blocks).and_then(|()| {
        check(&temporary)?;
        fs::rename(&temporary, path).map_err(|source| failed(path, source))
    });
    if written.is_err() {
        // What has failed is reported; that nothing could be removed adds nothing.
        let _ = fs::remove_file(&temporary);
    }
    written
}

/// A name that no other process uses, also on another machine that shares the folder.
fn temporary(path: &Path, folder: &Path) -> PathBuf {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos());
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    folder.join(format!("{name}-{}-{now}.tmp", std::process::id()))
}

fn write(
    path: &Path,
    header: &Header,
    blocks: impl Iterator<Item = Result<Vec<u8>, BuildError>>,
) -> Result<(), BuildError> {
    let failed = |source| failed(path, source);
    let mut file = BufWriter::new(File::create(path).map_err(failed)?);
    file.write_all(header.text().map_err(failed)?.as_bytes()).map_err(failed)?;
    for block in blocks {
        file.write_all(&block?).map_err(failed)?;
    }
    let file = file.into_inner().map_err(|error| failed(error.into_error()))?;
    file.sync_all().map_err(failed)
}

fn failed(path: &Path, source: io::Error) -> BuildError {
    BuildError::Write { path: path.to_owned(), source }
}
