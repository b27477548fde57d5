//! A folder of tables, and of the slices of a build that is not complete.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::file::{FileError, Volume};
use super::slice::Slice;
use crate::rules::Rules;

/// The name of the file of a table.
pub fn file_name<R: Rules>(pieces: usize) -> String {
    format!("{}-{pieces}.endgame", R::NAME)
}

/// Where a build keeps its tables, and its slices until they are a table. A slice and its turned one share a file.
#[derive(Clone, Debug)]
pub(super) struct Folder {
    path: PathBuf,
}

impl Folder {
    pub(super) fn new(path: &Path) -> Folder {
        Folder { path: path.to_owned() }
    }

    /// The file of the table of so many pieces.
    pub(super) fn table<R: Rules>(&self, pieces: usize) -> PathBuf {
        self.path.join(file_name::<R>(pieces))
    }

    /// The folder of the slices of so many pieces.
    pub(super) fn parts<R: Rules>(&self, pieces: usize) -> PathBuf {
        self.table::<R>(pieces).with_extension("partial")
    }

    /// The file of a slice and its turned one.
    pub(super) fn part<R: Rules>(&self, slice: Slice) -> PathBuf {
        self.parts::<R>(slice.pieces()).join(format!("{}.part", slice.first_of_pair()))
    }

    /// The file of a slice and its turned one, if it is there and in order: a damaged one is built again.
    ///
    /// # Errors
    /// It is there, and cannot be read.
    pub(super) fn open_part<R: Rules>(&self, slice: Slice) -> Result<Option<Volume>, FileError> {
        match Volume::open::<R>(&self.part::<R>(slice), slice.pieces()) {
            Ok(volume) => {
                Ok(volume.header.slices.iter().any(|entry| entry.slice() == slice).then_some(volume))
            }
            Err(FileError::Io { source, .. }) if source.kind() == ErrorKind::NotFound => Ok(None),
            Err(error @ FileError::Io { .. }) => Err(error),
            Err(_) => Ok(None),
        }
    }

    /// The file that holds a slice, alone or with all others; `None` if it was not built yet.
    ///
    /// # Errors
    /// The slice cannot be read, or the table is there and is no good.
    pub(super) fn open_slice<R: Rules>(&self, slice: Slice) -> Result<Option<Volume>, FileError> {
        if let Some(part) = self.open_part::<R>(slice)? {
            return Ok(Some(part));
        }
        match Volume::open::<R>(&self.table::<R>(slice.pieces()), slice.pieces()) {
            Ok(table) => Ok(Some(table)),
            Err(FileError::Io { source, .. }) if source.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Whether a slice is there.
    pub(super) fn has<R: Rules>(&self, slice: Slice) -> bool {
        matches!(self.open_slice::<R>(slice), Ok(Some(_)))
    }
}
