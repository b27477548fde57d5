//! A folder of tables, and of the slices of a build that is not complete.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::file::{FileError, TableFile};
use super::slice::Slice;
use super::watcher::Watcher;
use crownhead_rules::Variant;

/// The name of the file of a table.
pub fn file_name(variant: Variant, pieces: usize) -> String {
    format!("{variant}-{pieces}.endgame")
}

/// The folder where a build keeps its tables, and its slices until they are a table. A slice and its turned one share a
/// file.
#[derive(Clone, Copy)]
pub(super) struct Folder<'a> {
    pub(super) variant: Variant,
    path: &'a Path,
    threads: usize,
    /// The watcher of the checks. Once it is stopped, all files seem to be in order.
    watcher: &'a dyn Watcher,
}

impl<'a> Folder<'a> {
    pub(super) const fn new(variant: Variant, path: &'a Path, threads: usize, watcher: &'a dyn Watcher) -> Folder<'a> {
        Folder { variant, path, threads, watcher }
    }

    pub(super) fn table(&self, pieces: usize) -> PathBuf {
        self.path.join(file_name(self.variant, pieces))
    }

    pub(super) fn parts(&self, pieces: usize) -> PathBuf {
        self.table(pieces).with_extension("partial")
    }

    /// The file of a slice and its turned one.
    pub(super) fn part(&self, slice: Slice) -> PathBuf {
        self.parts(slice.pieces()).join(format!("{}.part", slice.first_of_pair()))
    }

    /// Whether the table of `pieces` pieces exists. All its blocks are read; damage is an error.
    pub(super) fn has_table(&self, pieces: usize) -> Result<bool, FileError> {
        self.is_sound(self.open_table(pieces)?, &Slice::all(self.variant, pieces))
    }

    /// Whether the file of a slice and its turned one exists. All its blocks are read; damage is an error.
    pub(super) fn has_part(&self, slice: Slice) -> Result<bool, FileError> {
        self.is_sound(self.open_part(slice)?, &slice.pair())
    }

    /// Whether a slice exists, in a part or in the table. All blocks of the slice and its turned one are read; damage
    /// is an error.
    pub(super) fn has(&self, slice: Slice) -> Result<bool, FileError> {
        self.is_sound(self.open_slice(slice)?, &slice.pair())
    }

    fn open_table(&self, pieces: usize) -> Result<Option<TableFile>, FileError> {
        found(TableFile::open(self.variant, &self.table(pieces), &Slice::all(self.variant, pieces)))
    }

    fn open_part(&self, slice: Slice) -> Result<Option<TableFile>, FileError> {
        found(TableFile::open(self.variant, &self.part(slice), &slice.first_of_pair().pair()))
    }

    /// Whether there is a file; its blocks of these slices are checked.
    fn is_sound(&self, file: Option<TableFile>, slices: &[Slice]) -> Result<bool, FileError> {
        let check = |file: TableFile| file.check_blocks(slices, self.threads, self.watcher);
        file.map_or(Ok(false), |file| check(file).map(|()| true))
    }

    /// The file that holds a slice, alone or with all others; `None` if it is not built yet. Its blocks are not read;
    /// damage to the header is an error.
    pub(super) fn open_slice(&self, slice: Slice) -> Result<Option<TableFile>, FileError> {
        let part = self.open_part(slice);
        if matches!(part, Ok(Some(_))) {
            return part;
        }
        // A damaged part does not matter once the table is made.
        let table = self.open_table(slice.pieces())?;
        table.map_or(part, |table| Ok(Some(table)))
    }
}

/// `None` instead of an error if there is no such file.
pub(super) fn found(opened: Result<TableFile, FileError>) -> Result<Option<TableFile>, FileError> {
    match opened {
        Ok(volume) => Ok(Some(volume)),
        Err(FileError::Io(_, source)) if source.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}
