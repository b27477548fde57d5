//! The table file: a header of text, then compressed blocks.
//!
//! ```text
//! crownhead-endgame 1\n
//! {"variant":"english", ... "slices":[{"ours":[1,2], ... "blocks":[817,560]}]}\n
//! 16 hexadecimal digits: the checksum of all before them\n
//! the blocks of the first slice, of the second, ...
//! ```
//!
//! The checksum is FNV-1a with 64 bits. A block is a zstd frame, with a checksum of its own, of the symbols of
//! [`BLOCK`] positions; the last of a slice may hold fewer.

use std::fs::File;
use std::hash::Hasher;
use std::io;
use std::path::{Path, PathBuf};

use fnv::FnvHasher;
use serde::{Deserialize, Serialize};

use super::fingerprint::fingerprint;
use super::index::Index;
use super::slice::{Force, Slice};
use super::symbols::{Symbols, Width};
use super::watcher::Watcher;
use crate::rules::Variant;
use crate::workers::share;

/// The first line of a file; the number is the version of the format.
const MAGIC: &str = "crownhead-endgame 1\n";
/// Positions in a block.
pub(super) const BLOCK: u64 = 1 << 16;
/// Digits and end of line of the checksum.
const CHECKSUM: usize = 17;
/// No header is longer. It has room for the block lengths of 8 pieces on the 8x8 board and of 7 on the 10x10 board.
pub(super) const LONGEST_HEADER: u64 = 1 << 28;
/// The most characters that the length of a block takes in the header, with its comma.
const LENGTH_CHARACTERS: u64 = 7;
/// The most characters of a slice without its block lengths.
const ENTRY_CHARACTERS: u64 = 256;

/// What is wrong with a table file.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// It cannot be read.
    #[error("cannot read {path}: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The folder that should have it is none.
    #[error("{path} is not a folder: expected a folder of endgame tables")]
    NoFolder {
        /// What was given as the folder.
        path: PathBuf,
    },
    /// It is not used, since the table of fewer pieces is missing.
    #[error("{path} is not used: expected the table of {missing} pieces beside it")]
    Gap {
        /// The file.
        path: PathBuf,
        /// The pieces of the missing table.
        missing: usize,
    },
    /// It is something else.
    #[error("{path} is not an endgame table of this version: expected it to begin with \"{}\"", MAGIC.trim_end())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// It belongs to other rules.
    #[error("{path} holds {found}, expected {expected}")]
    OtherRules {
        /// The file.
        path: PathBuf,
        /// What it holds.
        found: String,
        /// What it should hold.
        expected: String,
    },
    /// Its bytes have changed since it was written, or some are missing.
    #[error("{path} is damaged: {what}; build it again with `crownhead endgame build`")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What does not fit.
        what: String,
    },
}

/// The header of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Header {
    /// The variant by name.
    pub(super) variant: String,
    /// Pieces on the board.
    pub(super) pieces: usize,
    /// See [`fingerprint`]; in hexadecimal, since JSON has no whole numbers of 64 bits.
    pub(super) fingerprint: String,
    /// What the slices hold, in the order of the blocks.
    pub(super) slices: Vec<Entry>,
}

/// What the header says of a slice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Entry {
    /// Men and kings of the side to move.
    ours: [u8; 2],
    /// Men and kings of the other side.
    theirs: [u8; 2],
    /// Positions by outcome: losses, draws, wins. Positions with a capture are counted too.
    pub(super) outcomes: [u64; 3],
    /// Positions where a capture must be made, which are not stored.
    pub(super) captures: u64,
    /// The most plies to the end of any position.
    pub(super) longest: u16,
    /// The compressed bytes of each block.
    pub(super) blocks: Vec<u32>,
}

impl Header {
    /// A header without slices.
    pub(super) fn new(variant: Variant, pieces: usize) -> Header {
        let fingerprint = format!("{:016x}", fingerprint(variant));
        Header { variant: variant.name().to_owned(), pieces, fingerprint, slices: Vec::new() }
    }

    /// The most bytes that the header of these slices can take.
    pub(super) fn most_bytes(variant: Variant, slices: &[Slice]) -> u64 {
        let blocks = |slice| Index::count(variant.board(), slice).div_ceil(BLOCK);
        let bytes = |&slice| ENTRY_CHARACTERS + blocks(slice) * LENGTH_CHARACTERS;
        ENTRY_CHARACTERS + slices.iter().map(bytes).sum::<u64>()
    }

    /// The text of the header with its checksum, as it begins a file.
    pub(super) fn text(&self) -> io::Result<String> {
        let text = format!("{MAGIC}{}\n", serde_json::to_string(self)?);
        let checksum = checksum(text.as_bytes());
        Ok(format!("{text}{checksum:016x}\n"))
    }
}

impl Entry {
    pub(super) const fn new(slice: Slice, outcomes: [u64; 3], captures: u64, longest: u16, blocks: Vec<u32>) -> Entry {
        let ours = [slice.ours.men, slice.ours.kings];
        let theirs = [slice.theirs.men, slice.theirs.kings];
        Entry { ours, theirs, outcomes, captures, longest, blocks }
    }

    pub(super) const fn slice(&self) -> Slice {
        let [our_men, our_kings] = self.ours;
        let [their_men, their_kings] = self.theirs;
        let ours = Force { men: our_men, kings: our_kings };
        Slice { ours, theirs: Force { men: their_men, kings: their_kings } }
    }

    pub(super) const fn width(&self) -> Width {
        Width::for_plies(self.longest)
    }

    /// The compressed bytes of all blocks.
    pub(super) fn bytes(&self) -> u64 {
        self.blocks.iter().map(|&bytes| u64::from(bytes)).sum()
    }
}

fn checksum(bytes: &[u8]) -> u64 {
    let mut hasher = FnvHasher::default();
    hasher.write(bytes);
    hasher.finish()
}

/// Where the bytes of a table lie.
#[derive(Debug)]
enum Source {
    Memory(&'static [u8]),
    File(File),
}

impl Source {
    fn len(&self) -> io::Result<u64> {
        match self {
            Source::Memory(bytes) => Ok(bytes.len() as u64),
            Source::File(file) => Ok(file.metadata()?.len()),
        }
    }

    fn read(&self, start: u64, buffer: &mut [u8]) -> io::Result<()> {
        match self {
            Source::Memory(bytes) => {
                let start = usize::try_from(start).unwrap_or(usize::MAX);
                let end = start.saturating_add(buffer.len());
                let part = bytes.get(start..end).ok_or(io::ErrorKind::UnexpectedEof)?;
                buffer.copy_from_slice(part);
                Ok(())
            }
            Source::File(file) => read_from(file, start, buffer),
        }
    }
}

/// Fills the buffer from a place of a file. Threads do not wait for each other.
#[cfg(unix)]
fn read_from(file: &File, start: u64, buffer: &mut [u8]) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, buffer, start)
}

/// Fills the buffer from a place of a file. Windows has one thread after another read.
#[cfg(windows)]
fn read_from(file: &File, mut start: u64, mut buffer: &mut [u8]) -> io::Result<()> {
    while !buffer.is_empty() {
        match std::os::windows::fs::FileExt::seek_read(file, buffer, start) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(read) => (start, buffer) = (start + read as u64, &mut buffer[read..]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// An open table file.
#[derive(Debug)]
pub(super) struct Volume {
    variant: Variant,
    path: PathBuf,
    source: Source,
    /// What it holds.
    pub(super) header: Header,
    /// Where the blocks of each slice begin, and the last ones end.
    starts: Vec<u64>,
}

impl Volume {
    /// Opens the table of so many pieces and checks its header.
    pub(super) fn open(variant: Variant, path: &Path, pieces: usize) -> Result<Volume, FileError> {
        Volume::of_slices(variant, path, &Slice::all(variant, pieces), pieces)
    }

    /// Opens the part of a build that has a slice and its turned one, and checks its header.
    pub(super) fn open_part(variant: Variant, path: &Path, slice: Slice) -> Result<Volume, FileError> {
        Volume::of_slices(variant, path, &slice.first_of_pair().pair(), slice.pieces())
    }

    fn of_slices(variant: Variant, path: &Path, slices: &[Slice], pieces: usize) -> Result<Volume, FileError> {
        let file = File::open(path).map_err(|source| FileError::Io { path: path.to_owned(), source })?;
        Volume::new(variant, path, Source::File(file), slices, pieces)
    }

    /// A table that lies in memory; `name` stands for its path in messages.
    pub(super) fn in_memory(
        variant: Variant,
        name: &str,
        bytes: &'static [u8],
        pieces: usize,
    ) -> Result<Volume, FileError> {
        let slices = Slice::all(variant, pieces);
        Volume::new(variant, Path::new(name), Source::Memory(bytes), &slices, pieces)
    }

    /// The volume that must hold exactly `slices`, in this order.
    fn new(
        variant: Variant,
        path: &Path,
        source: Source,
        slices: &[Slice],
        pieces: usize,
    ) -> Result<Volume, FileError> {
        let (header, start) = read_header(path, &source)?;
        check_rules(variant, path, &header, pieces)?;
        check_slices(variant, path, &header, slices)?;
        let mut starts = vec![start];
        for entry in &header.slices {
            starts.push(starts[starts.len() - 1] + entry.bytes());
        }
        let volume = Volume { variant, path: path.to_owned(), source, header, starts };
        let (expected, found) = (volume.starts[volume.starts.len() - 1], volume.size()?);
        if found != expected {
            return Err(volume.damaged(format!("{found} bytes long, expected {expected}")));
        }
        Ok(volume)
    }

    /// The length of the file in bytes.
    pub(super) fn size(&self) -> Result<u64, FileError> {
        self.source.len().map_err(|source| self.unreadable(source))
    }

    /// The file.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// The place in the header of a slice that the file holds.
    pub(super) fn entry_of(&self, slice: Slice) -> Result<usize, FileError> {
        let entry = self.header.slices.iter().position(|entry| entry.slice() == slice);
        entry.ok_or_else(|| self.damaged(format!("it has no slice {slice}")))
    }

    /// A slice with all its symbols.
    pub(super) fn load(&self, slice: Slice) -> Result<(Index, Symbols), FileError> {
        let index = Index::new(self.variant.board(), slice);
        let symbols = self.symbols(self.entry_of(slice)?, &index)?;
        Ok((index, symbols))
    }

    /// Unpacks all blocks of these slices, on so many threads: [`Volume::open`] reads none of them, so it cannot see damage
    /// there. If it is stopped, it leaves out the rest.
    pub(super) fn check_blocks(
        &self,
        slices: &[Slice],
        threads: usize,
        watcher: &dyn Watcher,
    ) -> Result<(), FileError> {
        let held = slices.iter().map(|&slice| Ok((self.entry_of(slice)?, Index::new(self.variant.board(), slice))));
        let held: Vec<_> = held.collect::<Result<_, FileError>>()?;
        let blocks = held.iter().flat_map(|(entry, index)| {
            (0..self.header.slices[*entry].blocks.len()).map(move |block| (*entry, block, index))
        });
        let wanted = blocks.take_while(|_| !watcher.is_stopped());
        let check = |(): &mut (), (entry, block, index): (usize, usize, &Index)| {
            let symbols = self.block(entry, block, index)?;
            watcher.advance((symbols.len() / self.header.slices[entry].width().bytes()) as u64);
            Ok(())
        };
        share(threads, wanted, |_| Ok(()), check)
    }

    /// The symbols of a block: `entry` is the place of its slice in the header.
    pub(super) fn block(&self, entry: usize, block: usize, index: &Index) -> Result<Vec<u8>, FileError> {
        let slice = &self.header.slices[entry];
        let before: u64 = slice.blocks[..block].iter().map(|&bytes| u64::from(bytes)).sum();
        let mut packed = vec![0; slice.blocks[block] as usize];
        self.source.read(self.starts[entry] + before, &mut packed).map_err(|source| self.unreadable(source))?;
        let positions = (index.len() - block as u64 * BLOCK).min(BLOCK) as usize;
        let bytes = positions * slice.width().bytes();
        match zstd::bulk::decompress(&packed, bytes) {
            Ok(symbols) if symbols.len() == bytes => Ok(symbols),
            _ => Err(self.damaged(format!("block {block} of slice {} cannot be unpacked", slice.slice()))),
        }
    }

    /// All symbols of a slice.
    fn symbols(&self, entry: usize, index: &Index) -> Result<Symbols, FileError> {
        let slice = &self.header.slices[entry];
        let mut bytes = Vec::with_capacity(index.len() as usize * slice.width().bytes());
        for block in 0..slice.blocks.len() {
            bytes.append(&mut self.block(entry, block, index)?);
        }
        Ok(Symbols::from_bytes(bytes, slice.width()))
    }

    /// The compressed bytes of a slice.
    pub(super) fn packed(&self, slice: Slice) -> Result<Vec<u8>, FileError> {
        let entry = self.entry_of(slice)?;
        let mut packed = vec![0; self.header.slices[entry].bytes() as usize];
        self.source.read(self.starts[entry], &mut packed).map_err(|source| self.unreadable(source))?;
        Ok(packed)
    }

    fn unreadable(&self, source: io::Error) -> FileError {
        FileError::Io { path: self.path.clone(), source }
    }

    fn damaged(&self, what: String) -> FileError {
        FileError::Damaged { path: self.path.clone(), what }
    }
}

/// The header, and where it ends.
fn read_header(path: &Path, source: &Source) -> Result<(Header, u64), FileError> {
    let path = path.to_owned();
    let io = |source| FileError::Io { path: path.clone(), source };
    let len = source.len().map_err(io)?;
    let mut bytes = Vec::new();
    let mut wanted = 1 << 12;
    // The header ends with the third line.
    let end = loop {
        bytes.resize(len.min(wanted) as usize, 0);
        source.read(0, &mut bytes).map_err(io)?;
        if !bytes.starts_with(MAGIC.as_bytes()) {
            let is_cut_off = MAGIC.as_bytes().starts_with(&bytes);
            let what = "it ends in its first line".to_owned();
            return Err(if is_cut_off { FileError::Damaged { path, what } } else { FileError::Foreign { path } });
        }
        let line = bytes[MAGIC.len()..].iter().position(|&byte| byte == b'\n');
        if let Some(end) = line.map(|end| MAGIC.len() + end + 1)
            && end + CHECKSUM <= bytes.len()
        {
            break end;
        }
        if wanted >= len.min(LONGEST_HEADER) {
            return Err(FileError::Damaged { path, what: "the header has no end".to_owned() });
        }
        wanted *= 16;
    };
    let (text, rest) = bytes.split_at(end);
    if format!("{:016x}\n", checksum(text)).as_bytes() != &rest[..CHECKSUM] {
        return Err(FileError::Damaged { path, what: "the checksum of the header is wrong".to_owned() });
    }
    let header = serde_json::from_slice(&text[MAGIC.len()..])
        .map_err(|error| FileError::Damaged { path, what: error.to_string() })?;
    Ok((header, (end + CHECKSUM) as u64))
}

fn check_rules(variant: Variant, path: &Path, header: &Header, pieces: usize) -> Result<(), FileError> {
    let expected = Header::new(variant, pieces);
    let describe =
        |header: &Header| format!("{} of {} pieces, rules {}", header.variant, header.pieces, header.fingerprint);
    if describe(header) == describe(&expected) {
        return Ok(());
    }
    let (found, expected) = (describe(header), describe(&expected));
    Err(FileError::OtherRules { path: path.to_owned(), found, expected })
}

/// The header must describe exactly `slices`, in this order, each with as many positions as its index has.
fn check_slices(variant: Variant, path: &Path, header: &Header, slices: &[Slice]) -> Result<(), FileError> {
    let is_sound = header.slices.iter().map(Entry::slice).eq(slices.iter().copied())
        && header.slices.iter().all(|entry| {
            let len = Index::count(variant.board(), entry.slice());
            // Any counts can stand there, also some whose sum is beyond its type.
            let sum = entry.outcomes.iter().try_fold(0u64, |sum, &count| sum.checked_add(count));
            entry.blocks.len() as u64 == len.div_ceil(BLOCK) && sum == Some(len)
        });
    if is_sound {
        return Ok(());
    }
    let what = "its slices do not fit the index".to_owned();
    Err(FileError::Damaged { path: path.to_owned(), what })
}
