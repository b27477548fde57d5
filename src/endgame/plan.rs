//! In what order the slices of a build can be solved, for builds on many machines.

use std::path::Path;

use super::build::{BuildError, check_size};
use super::file::FileError;
use super::folder::Folder;
use super::index::Index;
use super::slice::Slice;
use super::watcher::Unwatched;
use crate::rules::Variant;

/// A slice and its turned one, which are solved together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The first of both.
    pub slice: Slice,
    /// The positions of both.
    pub positions: u64,
    /// Whether the folder has them.
    pub is_done: bool,
    /// The pairs that must be there before, each by the first of both.
    pub needs: Vec<Slice>,
}

/// The pairs of slices of 2 to `pieces` pieces, each after those that it needs. What the folder has is read on so many
/// threads.
///
/// # Errors
/// [`BuildError::TooLarge`] if no table of so many pieces can be built, and [`BuildError::File`] for a file that cannot be
/// read or is something else.
pub fn plan(variant: Variant, dir: &Path, pieces: usize, threads: usize) -> Result<Vec<Step>, BuildError> {
    check_size(variant, pieces)?;
    let folder = Folder::new(variant, dir, threads, &Unwatched);
    let mut steps = Vec::new();
    for pieces in 2..=pieces {
        let has_table = is_sound(folder.has_table(pieces))?;
        for slice in Slice::all(variant, pieces).into_iter().filter(Slice::is_first_of_pair) {
            let mut needs: Vec<Slice> = slice.destinations().iter().map(Slice::first_of_pair).collect();
            needs.sort_unstable();
            needs.dedup();
            let is_done = has_table || is_sound(folder.has(slice))?;
            steps.push(Step { slice, positions: Index::pair_count(variant.board(), slice), is_done, needs });
        }
    }
    Ok(steps)
}

/// What is damaged is not done; the build says what is wrong with it.
fn is_sound(found: Result<bool, FileError>) -> Result<bool, FileError> {
    if matches!(found, Err(FileError::Damaged { .. })) { Ok(false) } else { found }
}
