//! In what order the slices of a build can be solved, for builds on many machines.

use std::path::Path;

use super::folder::Folder;
use super::index::Index;
use super::slice::Slice;
use crate::rules::Rules;

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

/// The pairs of slices of 2 to `pieces` pieces, each after those that it needs.
pub fn plan<R: Rules>(dir: &Path, pieces: usize) -> Vec<Step> {
    let folder = Folder::new(dir);
    let slices = (2..=pieces).flat_map(Slice::all::<R>).filter(Slice::is_first_of_pair);
    let step = |slice: Slice| {
        let mut needs: Vec<Slice> = slice.destinations().iter().map(Slice::first_of_pair).collect();
        needs.retain(|other| *other != slice);
        needs.sort_unstable();
        needs.dedup();
        // What cannot be read is not done; the build names what is wrong with it.
        let is_done = folder.has::<R>(slice).unwrap_or(false);
        Step { slice, positions: Index::<R>::pair_count(slice), is_done, needs }
    };
    slices.map(step).collect()
}
