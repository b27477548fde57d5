//! Building tables: pair of slices by pair of slices, each kept as soon as it is solved, so that a build can go on
//! where it was stopped.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::file::{FileError, Header, Volume};
use super::index::Index;
use super::library::Library;
use super::pack::pack;
use super::slice::Slice;
use super::solve::{BYTES_PER_POSITION, solve};
use super::watcher::Watcher;
use crate::rules::Rules;

/// Steps that each position takes: its moves, its analysis, its packing.
const STEPS: u64 = 3;

/// What to build, and with what means.
#[derive(Clone, Debug)]
pub struct BuildOptions {
    /// The most pieces on the board.
    pub pieces: usize,
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
    /// It was stopped; the same command goes on from there.
    #[error("stopped; the same command goes on from the last slice that was finished")]
    Stopped,
}

/// The name of the file of a table.
pub fn file_name<R: Rules>(pieces: usize) -> String {
    format!("{}-{pieces}.endgame", R::NAME)
}

/// Builds the tables of 2 to so many pieces that the folder does not have, and names their files. Those that the
/// folder has are left as they are.
///
/// # Errors
/// The first [`BuildError`]. What was finished is kept.
pub fn build<R: Rules>(options: &BuildOptions, watcher: &dyn Watcher) -> Result<Vec<PathBuf>, BuildError> {
    make_folder(&options.dir)?;
    let mut builder = Builder::<R> { options, watcher, library: Library::new(), finished: Vec::new() };
    let mut paths = Vec::new();
    for pieces in 2..=options.pieces {
        let path = options.dir.join(file_name::<R>(pieces));
        let volume = match Volume::open::<R>(&path, pieces) {
            Ok(volume) => volume,
            Err(error) => {
                log::info!("building {}: {error}", path.display());
                builder.build(pieces, &path)?;
                Volume::open::<R>(&path, pieces)?
            }
        };
        builder.finished.push(volume);
        paths.push(path);
    }
    Ok(paths)
}

struct Builder<'a, R: Rules> {
    options: &'a BuildOptions,
    watcher: &'a dyn Watcher,
    library: Library<R>,
    /// The tables of 2, 3, ... pieces.
    finished: Vec<Volume>,
}

impl<R: Rules> Builder<'_, R> {
    /// Builds the table of so many pieces.
    fn build(&mut self, pieces: usize, path: &Path) -> Result<(), BuildError> {
        let partial = path.with_extension("partial");
        make_folder(&partial)?;
        let slices = Slice::all::<R>(pieces);
        let is_missing = |slice: &Slice| open_part::<R>(&partial, *slice).is_none();
        let missing: Vec<Slice> = slices.iter().copied().filter(is_missing).collect();
        let positions: u64 = missing.iter().map(|&slice| Index::<R>::new(slice).len()).sum();
        self.watcher.begin(pieces, positions * STEPS);
        for &slice in missing.iter().filter(|slice| slice.is_first_of_pair()) {
            self.build_pair(slice, &partial)?;
        }
        assemble::<R>(pieces, &slices, &partial, path)?;
        fs::remove_dir_all(&partial).map_err(|source| BuildError::Write { path: partial, source })
    }

    /// Solves a slice and its turned one and writes them into the folder of parts.
    fn build_pair(&mut self, slice: Slice, partial: &Path) -> Result<(), BuildError> {
        self.gather(slice, partial)?;
        let Some(solved) = solve(slice, &self.library, self.options.threads, self.watcher) else {
            return Err(BuildError::Stopped);
        };
        let path = partial.join(part_name(slice));
        let failed = |source| BuildError::Write { path: path.clone(), source };
        let mut header = Header::new::<R>(slice.pieces());
        let mut blocks = Vec::new();
        for half in solved {
            let mut packed = pack(half, self.options.threads, self.watcher).map_err(failed)?;
            header.slices.push(packed.entry);
            blocks.append(&mut packed.blocks);
            self.library.insert(packed.index, packed.symbols);
        }
        write_file(&path, &header, blocks.into_iter().map(Ok))
    }

    /// Sees to it that the library holds what the moves of a pair lead to, and that there is room to solve it.
    fn gather(&mut self, slice: Slice, partial: &Path) -> Result<(), BuildError> {
        let needed = slice.destinations();
        let positions = |slice: &Slice| Index::<R>::new(*slice).len();
        let pair = positions(&slice) + positions(&slice.turned());
        let missing = needed.iter().filter(|slice| !self.library.has(**slice));
        let more = pair * BYTES_PER_POSITION + missing.map(positions).sum::<u64>();
        if self.library.bytes() + more > self.options.memory {
            self.library.keep_only(&needed);
        }
        let total = self.library.bytes() + more;
        if total > self.options.memory {
            let limit = self.options.memory >> 20;
            return Err(BuildError::Memory { slice, needed: (total >> 20) + 1, limit });
        }
        for &slice in &needed {
            if !self.library.has(slice) {
                self.load(slice, partial)?;
            }
        }
        Ok(())
    }

    fn load(&mut self, slice: Slice, partial: &Path) -> Result<(), BuildError> {
        let part = open_part::<R>(partial, slice);
        let volume = part.as_ref().or_else(|| self.finished.get(slice.pieces() - 2));
        let volume = volume.expect("slices are built after those that they lead to");
        let entry = volume.header.slices.iter().position(|entry| entry.slice() == slice);
        let entry = entry.expect("a table holds all slices of its number of pieces");
        let index = Index::new(slice);
        let symbols = volume.symbols(entry, &index)?;
        self.library.insert(index, symbols);
        Ok(())
    }
}

fn make_folder(path: &Path) -> Result<(), BuildError> {
    fs::create_dir_all(path).map_err(|source| BuildError::Write { path: path.to_owned(), source })
}

/// The name of the file of a pair of slices.
fn part_name(slice: Slice) -> String {
    let first = if slice.is_first_of_pair() { slice } else { slice.turned() };
    format!("{first}.part")
}

/// The file of a slice and its turned one, if it is there and in order.
fn open_part<R: Rules>(partial: &Path, slice: Slice) -> Option<Volume> {
    let volume = Volume::open::<R>(&partial.join(part_name(slice)), slice.pieces()).ok()?;
    volume.header.slices.iter().any(|entry| entry.slice() == slice).then_some(volume)
}

/// Makes one file of all parts.
fn assemble<R: Rules>(
    pieces: usize,
    slices: &[Slice],
    partial: &Path,
    path: &Path,
) -> Result<(), BuildError> {
    let mut header = Header::new::<R>(pieces);
    for &slice in slices {
        let part = Volume::open::<R>(&partial.join(part_name(slice)), pieces)?;
        header.slices.extend(part.header.slices.into_iter().filter(|entry| entry.slice() == slice));
    }
    let packed = |&slice: &Slice| {
        let part = Volume::open::<R>(&partial.join(part_name(slice)), pieces)?;
        let entry = part.header.slices.iter().position(|entry| entry.slice() == slice).unwrap_or(0);
        Ok(part.packed(entry)?)
    };
    write_file(path, &header, slices.iter().map(packed))
}

/// Writes a file under a temporary name, and gives it its own when everything is on the disk.
fn write_file(
    path: &Path,
    header: &Header,
    blocks: impl Iterator<Item = Result<Vec<u8>, BuildError>>,
) -> Result<(), BuildError> {
    let temporary = path.with_extension("tmp");
    let failed = |source| BuildError::Write { path: path.to_owned(), source };
    let mut file = BufWriter::new(File::create(&temporary).map_err(failed)?);
    file.write_all(header.text().map_err(failed)?.as_bytes()).map_err(failed)?;
    for block in blocks {
        file.write_all(&block?).map_err(failed)?;
    }
    let file = file.into_inner().map_err(|error| failed(error.into_error()))?;
    file.sync_all().map_err(failed)?;
    fs::rename(&temporary, path).map_err(failed)
}
