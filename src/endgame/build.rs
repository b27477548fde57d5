//! Building tables: pair of slices by pair of slices, each kept as soon as it is solved, so that a build can go on
//! where it was stopped.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::file::{FileError, Header, LONGEST_HEADER, Volume};
use super::folder::Folder;
use super::index::Index;
use super::library::Library;
use super::pack::pack;
use super::slice::Slice;
use super::solve::{BYTES_PER_POSITION, solve};
use super::watcher::Watcher;
use super::write::write_file;
use crate::rules::Variant;

/// Steps that each position takes: its moves, its analysis, its packing.
const STEPS: u64 = 3;

/// What to build, and with what means.
#[derive(Clone, Debug)]
pub struct BuildOptions {
    /// Threads.
    pub threads: usize,
    /// The most memory for positions, in bytes.
    pub memory: u64,
    /// The folder of the tables; it is made if it is not there.
    pub dir: PathBuf,
}

/// Why a build ended early.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// A table or a folder cannot be written.
    #[error("cannot write {path}: {source}")]
    Write {
        /// Where.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A table that the build goes by cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// A file has the name of one that is to be built, and is something else.
    #[error("{0}; it is left as it is: move it away, or build in another folder")]
    InTheWay(FileError),
    /// The header of the table would be longer than any that is read.
    #[error(
        "no table of {pieces} pieces can be built for {variant}: its header would take up to {needed} MiB, the limit is \
         {} MiB",
        LONGEST_HEADER >> 20
    )]
    TooLarge {
        /// The variant by name.
        variant: &'static str,
        /// Pieces on the board.
        pieces: usize,
        /// The most that its header can take, in MiB.
        needed: u64,
    },
    /// A slice takes more memory than allowed.
    #[error("slice {slice} takes {needed} MiB of memory, the limit is {limit} MiB")]
    Memory {
        /// The slice.
        slice: Slice,
        /// What it takes, in MiB.
        needed: u64,
        /// What is allowed, in MiB.
        limit: u64,
    },
    /// A slice comes before those that its moves lead to.
    #[error("slice {slice} cannot be built before {needed}, to which its moves lead")]
    Early {
        /// The slice.
        slice: Slice,
        /// What has to be built before it.
        needed: Slice,
    },
    /// It was stopped; the same command goes on from there.
    #[error("stopped; the same command goes on from the last slice that was finished")]
    Stopped,
}

/// Builds the tables of 2 to `pieces` pieces that the folder does not have. Those that it has are left as they are.
///
/// # Errors
/// The first [`BuildError`]. What was finished is kept.
pub fn build(variant: Variant, pieces: usize, options: &BuildOptions, watcher: &dyn Watcher) -> Result<(), BuildError> {
    check_size(variant, pieces)?;
    let mut builder = Builder::new(variant, options, watcher)?;
    (2..=pieces).try_for_each(|pieces| builder.build(pieces))
}

/// Builds a slice and its turned one, unless the folder has them, and keeps them there. [`build`] makes tables of such
/// slices when it has all; on several machines, [`plan`](super::plan()) says in what order they can be built.
///
/// # Errors
/// [`BuildError::Early`] if the folder lacks a slice that a move leads to, and all others of [`build`].
pub fn build_slice(
    variant: Variant,
    slice: Slice,
    options: &BuildOptions,
    watcher: &dyn Watcher,
) -> Result<(), BuildError> {
    check_size(variant, slice.pieces())?;
    let slice = slice.first_of_pair();
    let mut builder = Builder::new(variant, options, watcher)?;
    if builder.is_there(builder.folder.has(slice))? {
        return Ok(());
    }
    make_folder(&builder.folder.parts(slice.pieces()))?;
    watcher.begin(slice.pieces(), Index::pair_count(variant.board(), slice) * STEPS);
    builder.build_pair(slice)
}

/// Can a table of so many pieces be read once it is built?
pub(super) fn check_size(variant: Variant, pieces: usize) -> Result<(), BuildError> {
    let needed = Header::most_bytes(variant, &Slice::all(variant, pieces));
    if needed <= LONGEST_HEADER {
        return Ok(());
    }
    Err(BuildError::TooLarge { variant: variant.name(), pieces, needed: needed >> 20 })
}

struct Builder<'a> {
    variant: Variant,
    options: &'a BuildOptions,
    folder: Folder<'a>,
    watcher: &'a dyn Watcher,
    library: Library,
}

impl<'a> Builder<'a> {
    fn new(variant: Variant, options: &'a BuildOptions, watcher: &'a dyn Watcher) -> Result<Builder<'a>, BuildError> {
        make_folder(&options.dir)?;
        let folder = Folder::new(variant, &options.dir, options.threads, watcher);
        Ok(Builder { variant, options, folder, watcher, library: Library::new() })
    }

    /// Builds the table of so many pieces, unless it is there.
    fn build(&mut self, pieces: usize) -> Result<(), BuildError> {
        let parts = self.folder.parts(pieces);
        let pairs: Vec<_> = Slice::all(self.variant, pieces).into_iter().filter(Slice::is_first_of_pair).collect();
        let count = |&slice: &Slice| Index::pair_count(self.variant.board(), slice);
        let positions = |pairs: &[Slice]| pairs.iter().map(count).sum::<u64>();
        self.watcher.begin(pieces, positions(&pairs));
        if !self.is_there(self.folder.has_table(pieces))? {
            make_folder(&parts)?;
            self.watcher.begin(pieces, positions(&pairs));
            let missing = self.missing(&pairs)?;
            self.watcher.begin(pieces, positions(&missing) * STEPS);
            for slice in missing {
                self.build_pair(slice)?;
            }
            self.assemble(pieces)?;
        }
        // The table is there, whatever cannot be removed. Another machine may have left a slice after it was made.
        let _ = fs::remove_dir_all(&parts);
        Ok(())
    }

    /// The pairs of which there is no sound copy, in a part or in the table. Other slices of that table may be damaged.
    fn missing(&self, pairs: &[Slice]) -> Result<Vec<Slice>, BuildError> {
        let mut missing = Vec::new();
        for &slice in pairs {
            let is_there = self.is_there(self.folder.has_part(slice))?
                // What is wrong with the table has been reported.
                || self.is_there(Ok(self.folder.has(slice).unwrap_or(false)))?;
            if !is_there {
                missing.push(slice);
            }
        }
        Ok(missing)
    }

    /// Whether something is there, given what the folder says. What is damaged counts as missing, so that it is built
    /// again. What the build did not make is an error, so that it is not overwritten.
    fn is_there(&self, found: Result<bool, FileError>) -> Result<bool, BuildError> {
        self.go_on()?;
        match found {
            Ok(is_there) => Ok(is_there),
            Err(FileError::Damaged { path, what }) => {
                self.watcher.rebuild(&path, &what);
                Ok(false)
            }
            Err(error @ (FileError::Foreign { .. } | FileError::OtherRules { .. })) => Err(BuildError::InTheWay(error)),
            Err(error) => Err(error.into()),
        }
    }

    /// # Errors
    /// [`BuildError::Stopped`] if it is to stop.
    fn go_on(&self) -> Result<(), BuildError> {
        if self.watcher.is_stopped() { Err(BuildError::Stopped) } else { Ok(()) }
    }

    /// Solves a slice and its turned one and writes them into the folder of parts.
    fn build_pair(&mut self, slice: Slice) -> Result<(), BuildError> {
        self.gather(slice)?;
        let Some(solved) = solve(self.variant, slice, &self.library, self.options.threads, self.watcher) else {
            return Err(BuildError::Stopped);
        };
        let path = self.folder.part(slice);
        let failed = |source| BuildError::Write { path: path.clone(), source };
        let mut header = Header::new(self.variant, slice.pieces());
        let mut blocks = Vec::new();
        let no_move = self.variant.articles().no_move;
        for half in solved {
            let mut packed = pack(half, no_move, self.options.threads, self.watcher).map_err(failed)?;
            header.slices.push(packed.entry);
            blocks.append(&mut packed.blocks);
            self.library.insert(packed.index, packed.symbols);
        }
        let folder = self.folder.parts(slice.pieces());
        // The blocks are read when the slice is used and when the table is made.
        let check = |path: &Path| Ok(Volume::open_part(self.variant, path, slice).map(drop)?);
        write_file(&path, &folder, &header, blocks.into_iter().map(Ok), check)
    }

    /// Sees to it that the library holds what the moves of a pair lead to, and that there is room to solve it.
    fn gather(&mut self, slice: Slice) -> Result<(), BuildError> {
        let board = self.variant.board();
        let needed = slice.destinations();
        let missing = needed.iter().filter(|slice| !self.library.has(**slice));
        let missing: u64 = missing.map(|&slice| Index::count(board, slice)).sum();
        let more = Index::pair_count(board, slice) * BYTES_PER_POSITION + missing;
        if self.library.bytes() + more > self.options.memory {
            self.library.keep_only(&needed);
        }
        let total = self.library.bytes() + more;
        if total > self.options.memory {
            let limit = self.options.memory >> 20;
            return Err(BuildError::Memory { slice, needed: (total >> 20) + 1, limit });
        }
        for &other in &needed {
            if !self.library.has(other) {
                self.go_on()?;
                let volume = self.folder.open_slice(other)?;
                let (index, symbols) = volume.ok_or(BuildError::Early { slice, needed: other })?.load(other)?;
                self.library.insert(index, symbols);
            }
        }
        Ok(())
    }

    /// Makes one file of all slices of so many pieces.
    fn assemble(&self, pieces: usize) -> Result<(), BuildError> {
        let slices = Slice::all(self.variant, pieces);
        let open = |slice: Slice| -> Result<Volume, BuildError> {
            self.go_on()?;
            self.folder.open_slice(slice)?.ok_or(BuildError::Early { slice, needed: slice })
        };
        let mut header = Header::new(self.variant, pieces);
        for &slice in &slices {
            let part = open(slice)?;
            header.slices.push(part.header.slices[part.entry_of(slice)?].clone());
        }
        let packed = |&slice: &Slice| Ok(open(slice)?.packed(slice)?);
        let folder = self.folder.parts(pieces);
        // The parts are removed after this, so the table must be in order by then.
        let check = |path: &Path| {
            let table = Volume::open(self.variant, path, pieces)?;
            table.check_blocks(&slices, self.options.threads, self.watcher)?;
            self.go_on()
        };
        write_file(&self.folder.table(pieces), &folder, &header, slices.iter().map(packed), check)
    }
}

fn make_folder(path: &Path) -> Result<(), BuildError> {
    fs::create_dir_all(path).map_err(|source| BuildError::Write { path: path.to_owned(), source })
}
