//! Building tables: pair of slices by pair of slices, each kept as soon as it is solved, so that a build can be
//! resumed; and the order in which many machines can build.

use std::fs::{self, File, TryLockError};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use parking_lot::Mutex;

use super::file::{BLOCK, FileError, MAX_HEADER, SliceEntry, TableFile, TableHeader};
use super::folder::Folder;
use super::index::Index;
use super::library::Library;
use super::slice::Slice;
use super::solve::{BYTES_PER_POSITION, solve};
use super::value::{CAPTURE, Symbols, Value, Width};
use super::watcher::{Unwatched, Watcher, share_out};
use crownhead_rules::{NoMove, Variant};

/// The steps of each position: its moves, its analysis, its packing.
const STEPS: u64 = 3;

/// How to build.
#[derive(Clone, Debug)]
pub struct BuildOptions {
    /// Threads.
    pub threads: usize,
    /// The most memory for positions, in bytes.
    pub memory: u64,
    /// The folder of the tables; it is made if it does not exist.
    pub dir: PathBuf,
}

/// Why a build ended early.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// A table or a folder cannot be written.
    #[error("cannot write {0}: {1}")]
    Write(PathBuf, #[source] io::Error),
    /// A table that the build needs cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// A file has the name of a table to build, but is something else.
    #[error("{0}; it is left as it is: move it away, or build in another folder")]
    InTheWay(FileError),
    /// The header of the table would exceed the limit.
    #[error(
        "no table of {pieces} pieces can be built for {variant}: its header would take up to {needed} MiB, the limit is \
         {} MiB",
        MAX_HEADER >> 20
    )]
    TooLarge {
        /// The variant by name.
        variant: &'static str,
        /// Pieces on the board.
        pieces: usize,
        /// The most MiB that its header can take.
        needed: u64,
    },
    /// A slice takes more memory than allowed.
    #[error("slice {slice} takes {needed} MiB of memory, the limit is {limit} MiB")]
    Memory {
        /// The slice.
        slice: Slice,
        /// The MiB it takes.
        needed: u64,
        /// The MiB allowed.
        limit: u64,
    },
    /// A slice comes before those that its moves lead to.
    #[error("slice {slice} cannot be built before {needed}, to which its moves lead")]
    Early {
        /// The slice.
        slice: Slice,
        /// The slice to build first.
        needed: Slice,
    },
    /// Another process builds the table.
    #[error("{} is being built by another process: wait for it, or build in another folder", .0.display())]
    InUse(PathBuf),
    /// It was stopped; the same command resumes it.
    #[error("stopped; the same command goes on from the last slice that was finished")]
    Stopped,
}

/// Builds the tables of 2 to `pieces` pieces that the folder lacks. Existing tables stay as they are.
///
/// # Errors
/// The first [`BuildError`]. What was finished is kept.
pub fn build(variant: Variant, pieces: usize, options: &BuildOptions, watcher: &dyn Watcher) -> Result<(), BuildError> {
    check_size(variant, pieces)?;
    let mut builder = Builder::new(variant, options, watcher)?;
    (2..=pieces).try_for_each(|pieces| builder.build(pieces))
}

/// Builds a slice and its turned one, unless the folder has them, and keeps them there. [`build`] makes tables of such
/// slices when all are there; on several machines, [`plan`] gives the order in which they can be built.
///
/// # Errors
/// [`BuildError::Early`] if the folder lacks a slice that a move leads to, and those of [`build`].
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

/// Fails unless a table of `pieces` pieces can be read once it is built.
fn check_size(variant: Variant, pieces: usize) -> Result<(), BuildError> {
    let needed = TableHeader::most_bytes(variant, &Slice::all(variant, pieces));
    if needed <= MAX_HEADER {
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

    /// Builds the table of `pieces` pieces, unless it exists.
    fn build(&mut self, pieces: usize) -> Result<(), BuildError> {
        let parts = self.folder.parts(pieces);
        let pairs: Vec<_> = Slice::all(self.variant, pieces).into_iter().filter(Slice::is_first_of_pair).collect();
        let count = |&slice: &Slice| Index::pair_count(self.variant.board(), slice);
        let positions = |pairs: &[Slice]| pairs.iter().map(count).sum::<u64>();
        self.watcher.begin(pieces, positions(&pairs));
        if !self.is_there(self.folder.has_table(pieces))? {
            make_folder(&parts)?;
            let lock = self.lock(pieces)?;
            self.watcher.begin(pieces, positions(&pairs));
            let missing = self.missing(&pairs)?;
            self.watcher.begin(pieces, positions(&missing) * STEPS);
            for slice in missing {
                self.build_pair(slice)?;
            }
            self.assemble(pieces)?;
            drop(lock);
        }
        // The table exists even if something cannot be removed. Another machine may have left a slice after it was
        // made.
        let _ = fs::remove_dir_all(&parts);
        Ok(())
    }

    /// Keeps other processes from building the same table until the file is closed.
    fn lock(&self, pieces: usize) -> Result<File, BuildError> {
        let path = self.folder.parts(pieces).join("lock");
        let file = File::create(&path).map_err(|source| failed(&path, source))?;
        match file.try_lock() {
            Ok(()) => Ok(file),
            Err(TryLockError::WouldBlock) => Err(BuildError::InUse(self.folder.table(pieces))),
            Err(TryLockError::Error(source)) => Err(failed(&path, source)),
        }
    }

    /// The pairs without a sound copy, in a part or in the table. Other slices of that table may be damaged.
    fn missing(&self, pairs: &[Slice]) -> Result<Vec<Slice>, BuildError> {
        let mut missing = Vec::new();
        for &slice in pairs {
            let is_there = self.is_there(self.folder.has_part(slice))?
                // Damage to the table has been reported.
                || self.is_there(Ok(self.folder.has(slice).unwrap_or(false)))?;
            if !is_there {
                missing.push(slice);
            }
        }
        Ok(missing)
    }

    /// Whether a file is there, given what the folder found. A damaged file counts as missing, so that it is built
    /// again. A file that the build did not make is an error, so that it is not overwritten.
    fn is_there(&self, found: Result<bool, FileError>) -> Result<bool, BuildError> {
        self.check_stop()?;
        match found {
            Ok(is_there) => Ok(is_there),
            Err(FileError::Damaged(path, what)) => {
                self.watcher.rebuild(&path, &what);
                Ok(false)
            }
            Err(error @ (FileError::Foreign(..) | FileError::OtherRules { .. })) => Err(BuildError::InTheWay(error)),
            Err(error) => Err(error.into()),
        }
    }

    /// Fails if the watcher is stopped.
    fn check_stop(&self) -> Result<(), BuildError> {
        if self.watcher.is_stopped() { Err(BuildError::Stopped) } else { Ok(()) }
    }

    /// Solves a slice and its turned one and writes them into the folder of parts.
    fn build_pair(&mut self, slice: Slice) -> Result<(), BuildError> {
        self.gather(slice)?;
        let Some(solved) = solve(self.variant, slice, &self.library, self.options.threads, self.watcher) else {
            return Err(BuildError::Stopped);
        };
        let path = self.folder.part(slice);
        let mut header = TableHeader::new(self.variant, slice.pieces());
        let mut blocks = Vec::new();
        let no_move = self.variant.articles().no_move;
        for (index, values) in solved {
            let (mut entry, symbols) = count_values(index.slice(), &values, no_move);
            drop(values);
            let packed = pack(&symbols, entry.width(), self.options.threads, self.watcher);
            let mut packed = packed.map_err(|source| failed(&path, source))?;
            entry.blocks = packed.iter().map(|block| block.len() as u32).collect();
            header.slices.push(entry);
            blocks.append(&mut packed);
            self.library.insert(index, symbols);
        }
        let folder = self.folder.parts(slice.pieces());
        // The blocks are read when the slice is used and when the table is made.
        let check = |path: &Path| Ok(TableFile::open(self.variant, path, &slice.pair()).map(drop)?);
        write_file(&path, &folder, &header, blocks.into_iter().map(Ok), check)
    }

    /// Loads into the library what the moves of a pair lead to. Fails if there is no memory to solve it.
    fn gather(&mut self, slice: Slice) -> Result<(), BuildError> {
        let board = self.variant.board();
        let needed = slice.destinations(self.variant.articles());
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
                self.check_stop()?;
                let file = self.folder.open_slice(other)?;
                let (index, symbols) = file.ok_or(BuildError::Early { slice, needed: other })?.load(other)?;
                self.library.insert(index, symbols);
            }
        }
        Ok(())
    }

    /// Makes one file of all slices of `pieces` pieces.
    fn assemble(&self, pieces: usize) -> Result<(), BuildError> {
        let slices = Slice::all(self.variant, pieces);
        let open = |slice: Slice| -> Result<TableFile, BuildError> {
            self.check_stop()?;
            self.folder.open_slice(slice)?.ok_or(BuildError::Early { slice, needed: slice })
        };
        let mut header = TableHeader::new(self.variant, pieces);
        for &slice in &slices {
            let part = open(slice)?;
            header.slices.push(part.header.slices[part.entry_of(slice)?].clone());
        }
        let packed = |&slice: &Slice| Ok(open(slice)?.packed(slice)?);
        let folder = self.folder.parts(pieces);
        // The parts are removed after this, so the table is checked first.
        let check = |path: &Path| {
            let table = TableFile::open(self.variant, path, &slices)?;
            table.check_blocks(&slices, self.options.threads, self.watcher)?;
            self.check_stop()
        };
        write_file(&self.folder.table(pieces), &folder, &header, slices.iter().map(packed), check)
    }
}

fn make_folder(path: &Path) -> Result<(), BuildError> {
    fs::create_dir_all(path).map_err(|source| failed(path, source))
}

/// The entry in the header, without the lengths of blocks, and the symbols of a slice with these values.
fn count_values(slice: Slice, values: &[u16], no_move: NoMove) -> (SliceEntry, Symbols) {
    let (mut outcomes, mut captures, mut longest) = ([0; 3], 0, 0);
    for &bits in values {
        let value = Value::from_bits(bits & !CAPTURE).unwrap_or(Value::DRAW);
        outcomes[value.outcome(no_move) as usize] += 1;
        captures += u64::from(bits & CAPTURE != 0);
        longest = longest.max(value.plies().unwrap_or(0));
    }
    let entry = SliceEntry::new(slice, outcomes, captures, longest);
    let symbols = Symbols::new(values, entry.width());
    (entry, symbols)
}

/// Compresses symbols into blocks on `threads` threads. The only known error of zstd is a lack of memory.
fn pack(symbols: &Symbols, width: Width, threads: usize, watcher: &dyn Watcher) -> io::Result<Vec<Vec<u8>>> {
    let chunks: Vec<&[u8]> = symbols.bytes().chunks(BLOCK as usize * width.bytes()).collect();
    let packed: Vec<Mutex<io::Result<Vec<u8>>>> = chunks.iter().map(|_| Mutex::new(Ok(Vec::new()))).collect();
    share_out(threads, chunks.len() as u64, 1, &Unwatched, |range| {
        for number in range {
            let chunk = chunks[number as usize];
            *packed[number as usize].lock() = pack_block(chunk);
            watcher.advance((chunk.len() / width.bytes()) as u64);
        }
    });
    packed.into_iter().map(Mutex::into_inner).collect()
}

/// A zstd frame with a checksum, so that damage is found when the block is read.
fn pack_block(symbols: &[u8]) -> io::Result<Vec<u8>> {
    /// The highest level that takes no more memory to unpack.
    const LEVEL: i32 = 19;
    let mut compressor = zstd::bulk::Compressor::new(LEVEL)?;
    compressor.include_checksum(true)?;
    compressor.compress(symbols)
}

/// Writes a file under a temporary name in `folder`, and renames it when it is on the disk and `check` has read it
/// back. On failure the temporary file is removed.
fn write_file(
    path: &Path,
    folder: &Path,
    header: &TableHeader,
    blocks: impl Iterator<Item = Result<Vec<u8>, BuildError>>,
    check: impl FnOnce(&Path) -> Result<(), BuildError>,
) -> Result<(), BuildError> {
    let temporary = temporary(path, folder);
    let written = write(&temporary, header, blocks).and_then(|()| {
        check(&temporary)?;
        fs::rename(&temporary, path).map_err(|source| failed(path, source))
    });
    if written.is_err() {
        // The failure is reported; that the file cannot be removed adds nothing.
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
    header: &TableHeader,
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
    BuildError::Write(path.to_owned(), source)
}

/// A slice and its turned one, which are solved together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The first of the two.
    pub slice: Slice,
    /// The positions of the two.
    pub positions: u64,
    /// Whether the folder has them.
    pub is_done: bool,
    /// The pairs that must be built before, each by its first slice.
    pub needs: Vec<Slice>,
}

/// The pairs of slices of 2 to `pieces` pieces, each after those that it needs. The files in the folder are read on
/// `threads` threads.
///
/// # Errors
/// [`BuildError::TooLarge`] if no table of `pieces` pieces can be built, and [`BuildError::File`] for a file that
/// cannot be read or is something else.
pub fn plan(variant: Variant, dir: &Path, pieces: usize, threads: usize) -> Result<Vec<Step>, BuildError> {
    check_size(variant, pieces)?;
    let folder = Folder::new(variant, dir, threads, &Unwatched);
    let mut steps = Vec::new();
    for pieces in 2..=pieces {
        let has_table = is_sound(folder.has_table(pieces))?;
        for slice in Slice::all(variant, pieces).into_iter().filter(Slice::is_first_of_pair) {
            let mut needs: Vec<Slice> =
                slice.destinations(variant.articles()).iter().map(Slice::first_of_pair).collect();
            needs.sort_unstable();
            needs.dedup();
            let is_done = has_table || is_sound(folder.has(slice))?;
            steps.push(Step { slice, positions: Index::pair_count(variant.board(), slice), is_done, needs });
        }
    }
    Ok(steps)
}

/// A damaged file is not done; the build reports the damage.
fn is_sound(found: Result<bool, FileError>) -> Result<bool, FileError> {
    if matches!(found, Err(FileError::Damaged(..))) { Ok(false) } else { found }
}
