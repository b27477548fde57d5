//! A folder of tables, and of the slices of a build that is not complete.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::file::{FileError, Volume};
use super::slice::Slice;
use super::watcher::Watcher;
use crate::rules::Variant;

/// The name of the file of a table.
pub fn file_name(variant: Variant, pieces: usize) -> String {
    format!("{variant}-{pieces}.endgame")
}

/// Where a build keeps its tables, and its slices until they are a table. A slice and its turned one share a file.
#[derive(Clone, Copy)]
pub(super) struct Folder<'a> {
    pub(super) variant: Variant,
    path: &'a Path,
    /// Threads that check what is there.
    threads: usize,
    /// Who follows that. If it is stopped, everything seems to be in order.
    watcher: &'a dyn Watcher,
}

impl<'a> Folder<'a> {
    pub(super) const fn new(variant: Variant, path: &'a Path, threads: usize, watcher: &'a dyn Watcher) -> Folder<'a> {
        Folder { variant, path, threads, watcher }
    }

    /// The file of the table of so many pieces.
    pub(super) fn table(&self, pieces: usize) -> PathBuf {
        self.path.join(file_name(self.variant, pieces))
    }

    /// The folder of the slices of so many pieces.
    pub(super) fn parts(&self, pieces: usize) -> PathBuf {
        self.table(pieces).with_extension("partial")
    }

    /// The file of a slice and its turned one.
    pub(super) fn part(&self, slice: Slice) -> PathBuf {
        self.parts(slice.pieces()).join(format!("{}.part", slice.first_of_pair()))
    }

    /// Whether the table of so many pieces is there.
    ///
    /// # Errors
    /// It is there and not in order: all blocks are read.
    pub(super) fn has_table(&self, pieces: usize) -> Result<bool, FileError> {
        self.is_sound(
            found(Volume::open(self.variant, &self.table(pieces), pieces))?,
            &Slice::all(self.variant, pieces),
        )
    }

    /// Whether the file of a slice and its turned one is there.
    ///
    /// # Errors
    /// It is there and not in order: all blocks are read.
    pub(super) fn has_part(&self, slice: Slice) -> Result<bool, FileError> {
        self.is_sound(found(Volume::open_part(self.variant, &self.part(slice), slice))?, &slice.pair())
    }

    /// Whether a slice is there, in a part or in the table.
    ///
    /// # Errors
    /// The file that holds it is not in order: all blocks of the slice and its turned one are read.
    pub(super) fn has(&self, slice: Slice) -> Result<bool, FileError> {
        self.is_sound(self.open_slice(slice)?, &slice.pair())
    }

    /// Whether there is a file whose blocks of these slices are in order.
    fn is_sound(&self, file: Option<Volume>, slices: &[Slice]) -> Result<bool, FileError> {
        let check = |file: Volume| file.check_blocks(slices, self.threads, self.watcher);
        file.map_or(Ok(false), |file| check(file).map(|()| true))
    }

    /// The file that holds a slice, alone or with all others; `None` if it was not built yet. Its blocks are not read.
    ///
    /// # Errors
    /// The file is there and cannot be read, or its header is not in order.
    pub(super) fn open_slice(&self, slice: Slice) -> Result<Option<Volume>, FileError> {
        let part = found(Volume::open_part(self.variant, &self.part(slice), slice));
        if matches!(part, Ok(Some(_))) {
            return part;
        }
        // A part that is no good does not matter once the table is made.
        let table = found(Volume::open(self.variant, &self.table(slice.pieces()), slice.pieces()))?;
        table.map_or(part, |table| Ok(Some(table)))
    }
}

/// `None` instead of an error if there is no such file.
pub(super) fn found(opened: Result<Volume, FileError>) -> Result<Option<Volume>, FileError> {
    match opened {
        Ok(volume) => Ok(Some(volume)),
        Err(FileError::Io { source, .. }) if source.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}
