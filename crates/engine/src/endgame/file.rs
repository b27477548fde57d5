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

use super::index::{Index, Placement};
use super::slice::{Force, Slice};
use super::value::{Symbols, Width};
use super::watcher::Watcher;
use crate::support::files;
use crate::support::packed::unpack_block;
use crate::support::workers::share;
use crownhead_rules::perft::Counting;
use crownhead_rules::{AnyPosition, NoMove, Side, Variant, Wide};

/// The first line of a file; the number is the version of the format.
const MAGIC: &str = "crownhead-endgame 1\n";
/// Positions in a block.
pub(super) const BLOCK: u64 = 1 << 16;
/// Digits and end of line of the checksum.
const CHECKSUM: usize = 17;
/// The limit on the bytes of a header. The block lengths of 8 pieces on the 8x8 board and of 7 on the 10x10 board fit.
pub(super) const MAX_HEADER: u64 = 1 << 28;

/// Why a table file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// It cannot be read.
    #[error("cannot read {0}: {1}")]
    Io(PathBuf, #[source] io::Error),
    /// The folder of the tables is not a folder.
    #[error("{0} is not a folder: expected a folder of endgame tables")]
    NoFolder(PathBuf),
    /// It is not used because the table of fewer pieces is missing.
    #[error("{path} is not used: expected the table of {missing} pieces beside it")]
    Gap {
        /// The file.
        path: PathBuf,
        /// The pieces of the missing table.
        missing: usize,
    },
    /// It is something else.
    #[error(
        "{0} is not an endgame table of this version: expected it to begin with \"{magic}\"", magic = MAGIC.trim_end()
    )]
    Foreign(PathBuf),
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
    /// Some of its bytes are changed or missing.
    #[error("{0} is damaged: {1}; build it again with `crownhead endgame build`")]
    Damaged(PathBuf, String),
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct TableHeader {
    pub(super) variant: String,
    pub(super) pieces: usize,
    /// See [`rules_fingerprint`]; in hexadecimal, because JSON has no whole numbers of 64 bits.
    pub(super) fingerprint: String,
    /// The slices, in the order of the blocks.
    pub(super) slices: Vec<SliceEntry>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct SliceEntry {
    /// Men and kings of the side to move.
    ours: [u8; 2],
    /// Men and kings of the other side.
    theirs: [u8; 2],
    /// Positions by outcome: losses, draws, wins. Positions with a capture are included.
    pub(super) outcomes: [u64; 3],
    /// Positions where a capture must be made; they are not stored.
    pub(super) captures: u64,
    /// The most plies to the end of any position.
    pub(super) longest: u16,
    /// The compressed bytes of each block.
    pub(super) blocks: Vec<u32>,
}

impl TableHeader {
    /// A header without slices.
    pub(super) fn new(variant: Variant, pieces: usize) -> TableHeader {
        let fingerprint = format!("{:016x}", rules_fingerprint(variant));
        TableHeader { variant: variant.name().to_owned(), pieces, fingerprint, slices: Vec::new() }
    }

    /// The most bytes that the header of these slices can take.
    pub(super) fn most_bytes(variant: Variant, slices: &[Slice]) -> u64 {
        // A block length has up to six digits and a comma; the rest of an entry, or of the header, is shorter than
        // this.
        const REST: u64 = 256;
        let blocks = |slice| Index::count(variant.board(), slice).div_ceil(BLOCK);
        REST + slices.iter().map(|&slice| REST + 7 * blocks(slice)).sum::<u64>()
    }

    /// The text of the header with its checksum, as it begins a file.
    pub(super) fn text(&self) -> io::Result<String> {
        let text = format!("{MAGIC}{}\n", serde_json::to_string(self)?);
        let checksum = files::checksum(text.as_bytes());
        Ok(format!("{text}{checksum:016x}\n"))
    }
}

impl SliceEntry {
    /// An entry without blocks.
    pub(super) const fn new(slice: Slice, outcomes: [u64; 3], captures: u64, longest: u16) -> SliceEntry {
        let [ours, theirs] = [[slice.ours.men, slice.ours.kings], [slice.theirs.men, slice.theirs.kings]];
        SliceEntry { ours, theirs, outcomes, captures, longest, blocks: Vec::new() }
    }

    pub(super) const fn slice(&self) -> Slice {
        let ([men, kings], [their_men, their_kings]) = (self.ours, self.theirs);
        Slice { ours: Force { men, kings }, theirs: Force { men: their_men, kings: their_kings } }
    }

    pub(super) const fn width(&self) -> Width {
        Width::for_plies(self.longest)
    }

    /// The compressed bytes of all blocks.
    pub(super) fn bytes(&self) -> u64 {
        self.blocks.iter().map(|&bytes| u64::from(bytes)).sum()
    }
}

/// The bytes of a table: in the program or in a file.
#[derive(Debug)]
enum TableBytes {
    Memory(&'static [u8]),
    File(File),
}

impl TableBytes {
    fn len(&self) -> io::Result<u64> {
        match self {
            TableBytes::Memory(bytes) => Ok(bytes.len() as u64),
            TableBytes::File(file) => Ok(file.metadata()?.len()),
        }
    }

    fn read(&self, start: u64, buffer: &mut [u8]) -> io::Result<()> {
        match self {
            TableBytes::Memory(bytes) => {
                let start = usize::try_from(start).unwrap_or(usize::MAX);
                let end = start.saturating_add(buffer.len());
                let part = bytes.get(start..end).ok_or(io::ErrorKind::UnexpectedEof)?;
                buffer.copy_from_slice(part);
                Ok(())
            }
            TableBytes::File(file) => read_from(file, start, buffer),
        }
    }
}

/// Fills the buffer from a place in a file. Threads do not wait for each other.
#[cfg(unix)]
fn read_from(file: &File, start: u64, buffer: &mut [u8]) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, buffer, start)
}

/// Fills the buffer from a place in a file. Windows lets one thread read at a time.
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

/// Elsewhere, as in a browser, all tables are in the program.
#[cfg(not(any(unix, windows)))]
fn read_from(_: &File, _: u64, _: &mut [u8]) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

#[derive(Debug)]
pub(super) struct TableFile {
    /// The variant that it was made for; another one may share it.
    pub(super) variant: Variant,
    path: PathBuf,
    bytes: TableBytes,
    pub(super) header: TableHeader,
    /// Where the blocks of each slice begin.
    starts: Vec<u64>,
}

impl TableFile {
    /// Opens a file that must hold exactly `slices`, in this order, and checks its header.
    pub(super) fn open(variant: Variant, path: &Path, slices: &[Slice]) -> Result<TableFile, FileError> {
        let file = files::open(path).map_err(|source| FileError::Io(path.to_owned(), source))?;
        TableFile::new(variant, path, TableBytes::File(file), slices)
    }

    /// The same for a table in memory; `name` stands for its path in messages.
    pub(super) fn in_memory(
        variant: Variant,
        name: &str,
        bytes: &'static [u8],
        slices: &[Slice],
    ) -> Result<TableFile, FileError> {
        TableFile::new(variant, Path::new(name), TableBytes::Memory(bytes), slices)
    }

    fn new(variant: Variant, path: &Path, bytes: TableBytes, slices: &[Slice]) -> Result<TableFile, FileError> {
        let (header, mut end) = read_header(path, &bytes)?;
        check_rules(variant, path, &header, slices.first().map_or(0, Slice::pieces))?;
        check_slices(variant, path, &header, slices)?;
        let mut starts = Vec::new();
        for entry in &header.slices {
            starts.push(end);
            end += entry.bytes();
        }
        let file = TableFile { variant, path: path.to_owned(), bytes, header, starts };
        let found = file.size()?;
        if found != end {
            return Err(file.damaged(format!("{found} bytes long, expected {end}")));
        }
        Ok(file)
    }

    /// The length of the file in bytes.
    pub(super) fn size(&self) -> Result<u64, FileError> {
        self.bytes.len().map_err(|source| self.unreadable(source))
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// The place of a slice in the header.
    pub(super) fn entry_of(&self, slice: Slice) -> Result<usize, FileError> {
        let entry = self.header.slices.iter().position(|entry| entry.slice() == slice);
        entry.ok_or_else(|| self.damaged(format!("it has no slice {slice}")))
    }

    pub(super) fn load(&self, slice: Slice) -> Result<(Index, Symbols), FileError> {
        let (entry, index) = (self.entry_of(slice)?, Index::new(self.variant.board(), slice));
        let (width, blocks) = (self.header.slices[entry].width(), self.header.slices[entry].blocks.len());
        let mut bytes = Vec::with_capacity(index.len() as usize * width.bytes());
        for block in 0..blocks {
            bytes.append(&mut self.block(entry, block, &index)?);
        }
        Ok((index, Symbols::from_bytes(bytes, width)))
    }

    /// Unpacks all blocks of these slices on `threads` threads: [`TableFile::open`] does not read them, so it cannot
    /// find damage there. Once the watcher is stopped, the rest is left out.
    pub(super) fn check_blocks(
        &self,
        slices: &[Slice],
        threads: usize,
        watcher: &dyn Watcher,
    ) -> Result<(), FileError> {
        let place = |&slice: &Slice| Ok((self.entry_of(slice)?, Index::new(self.variant.board(), slice)));
        let places = slices.iter().map(place).collect::<Result<Vec<_>, FileError>>()?;
        let blocks = places.iter().flat_map(|(entry, index)| {
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

    /// The symbols of a block of the slice at the place `entry` in the header.
    pub(super) fn block(&self, entry: usize, block: usize, index: &Index) -> Result<Vec<u8>, FileError> {
        let slice = &self.header.slices[entry];
        let before: u64 = slice.blocks[..block].iter().map(|&bytes| u64::from(bytes)).sum();
        let mut packed = vec![0; slice.blocks[block] as usize];
        self.bytes.read(self.starts[entry] + before, &mut packed).map_err(|source| self.unreadable(source))?;
        let positions = (index.len() - block as u64 * BLOCK).min(BLOCK) as usize;
        let bytes = positions * slice.width().bytes();
        match unpack_block(&packed, bytes) {
            Ok(symbols) if symbols.len() == bytes => Ok(symbols),
            _ => Err(self.damaged(format!("block {block} of slice {} cannot be unpacked", slice.slice()))),
        }
    }

    /// The compressed bytes of a slice.
    pub(super) fn packed(&self, slice: Slice) -> Result<Vec<u8>, FileError> {
        let entry = self.entry_of(slice)?;
        let mut packed = vec![0; self.header.slices[entry].bytes() as usize];
        self.bytes.read(self.starts[entry], &mut packed).map_err(|source| self.unreadable(source))?;
        Ok(packed)
    }

    fn unreadable(&self, source: io::Error) -> FileError {
        FileError::Io(self.path.clone(), source)
    }

    fn damaged(&self, what: String) -> FileError {
        FileError::Damaged(self.path.clone(), what)
    }
}

/// The header, and the place where it ends.
fn read_header(path: &Path, table: &TableBytes) -> Result<(TableHeader, u64), FileError> {
    let path = path.to_owned();
    let io = |source| FileError::Io(path.clone(), source);
    let len = table.len().map_err(io)?;
    let mut bytes = Vec::new();
    let mut wanted = 1 << 12;
    // The header ends with the third line.
    let end = loop {
        bytes.resize(len.min(wanted) as usize, 0);
        table.read(0, &mut bytes).map_err(io)?;
        if !bytes.starts_with(MAGIC.as_bytes()) {
            let is_cut_off = MAGIC.as_bytes().starts_with(&bytes);
            let what = "it ends in its first line".to_owned();
            return Err(if is_cut_off { FileError::Damaged(path, what) } else { FileError::Foreign(path) });
        }
        let line = bytes[MAGIC.len()..].iter().position(|&byte| byte == b'\n');
        if let Some(end) = line.map(|end| MAGIC.len() + end + 1)
            && end + CHECKSUM <= bytes.len()
        {
            break end;
        }
        if wanted >= len.min(MAX_HEADER) {
            return Err(FileError::Damaged(path, "the header has no end".to_owned()));
        }
        wanted *= 16;
    };
    let (text, rest) = bytes.split_at(end);
    if format!("{:016x}\n", files::checksum(text)).as_bytes() != &rest[..CHECKSUM] {
        return Err(FileError::Damaged(path, "the checksum of the header is wrong".to_owned()));
    }
    let header =
        serde_json::from_slice(&text[MAGIC.len()..]).map_err(|error| FileError::Damaged(path, error.to_string()))?;
    Ok((header, (end + CHECKSUM) as u64))
}

fn check_rules(variant: Variant, path: &Path, header: &TableHeader, pieces: usize) -> Result<(), FileError> {
    let describe =
        |header: &TableHeader| format!("{} of {} pieces, rules {}", header.variant, header.pieces, header.fingerprint);
    let (found, expected) = (describe(header), describe(&TableHeader::new(variant, pieces)));
    if found == expected { Ok(()) } else { Err(FileError::OtherRules { path: path.to_owned(), found, expected }) }
}

/// The header must describe exactly `slices`, in this order, each with as many positions as its index has.
fn check_slices(variant: Variant, path: &Path, header: &TableHeader, slices: &[Slice]) -> Result<(), FileError> {
    let is_sound = header.slices.iter().map(SliceEntry::slice).eq(slices.iter().copied())
        && header.slices.iter().all(|entry| {
            let len = Index::count(variant.board(), entry.slice());
            // The file may state any counts, also some whose sum overflows its type.
            let sum = entry.outcomes.iter().try_fold(0u64, |sum, &count| sum.checked_add(count));
            entry.blocks.len() as u64 == len.div_ceil(BLOCK) && sum == Some(len)
        });
    let damaged = || FileError::Damaged(path.to_owned(), "its slices do not fit the index".to_owned());
    if is_sound { Ok(()) } else { Err(damaged()) }
}

/// The fingerprint of the rules: a hash of the size of the board, of the meaning of having no move, and of perft counts
/// from the start and from positions spread over the slices of 2 to 4 pieces. It changes with every change of the rules
/// that affects the tables.
pub fn rules_fingerprint(variant: Variant) -> u64 {
    /// Positions of each slice, and the depth of their counts.
    const SAMPLES: u64 = 32;
    const SAMPLE_DEPTH: u32 = 2;
    const START_DEPTH: u32 = 5;

    let board = variant.board();
    let mut hasher = FnvHasher::default();
    hasher.write_u64(board.row as u64);
    hasher.write_u64(board.rows as u64);
    hasher.write_u8(u8::from(variant.articles().no_move == NoMove::Wins));
    hasher.write_u64(variant.start().perft(START_DEPTH, Counting::Merged));
    for slice in (2..=4).flat_map(|pieces| Slice::all(variant, pieces)) {
        let index = Index::new(board, slice);
        hasher.write_u64(index.len());
        for sample in 0..SAMPLES {
            let Placement::<Wide> { ours, theirs } = index.placement(index.len() / SAMPLES * sample);
            let position = AnyPosition::new(variant, [ours, theirs], Side::White);
            let count = position.map_or(0, |position| position.perft(SAMPLE_DEPTH, Counting::Merged));
            hasher.write_u64(count);
        }
    }
    hasher.finish()
}
