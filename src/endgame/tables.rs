//! The tables that an engine has open, and what they know of a position.

use std::cmp::Reverse;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::builtin;
use super::cache::{BlockId, Cache};
use super::file::{BLOCK, Entry, FileError, Volume};
use super::file_name;
use super::folder::found;
use super::index::Index;
use super::library::{Store, look_up};
use super::placement::Placement;
use super::slice::{MAX_PIECES, Slice};
use super::value::{Known, Outcome, Value};
use crate::rules::{AnyPosition, Move, Position, Rules, Side, Variant, VariantVisitor};

/// Where tables are looked for, and how much memory they may take.
#[derive(Clone, Debug, PartialEq)]
pub struct TablesOptions {
    /// A folder of table files, which go before those in the program.
    pub dir: Option<PathBuf>,
    /// Bytes for unpacked blocks.
    pub cache: u64,
    /// The most pieces on the board; tables of more are not opened.
    pub pieces: usize,
}

impl TablesOptions {
    /// Tables of as many pieces as those in the program.
    pub fn built_in() -> TablesOptions {
        TablesOptions { pieces: builtin::PIECES, ..TablesOptions::default() }
    }

    /// No tables at all.
    pub fn none() -> TablesOptions {
        TablesOptions { pieces: 0, ..TablesOptions::default() }
    }
}

impl Default for TablesOptions {
    /// All tables that there are.
    fn default() -> TablesOptions {
        TablesOptions { dir: None, cache: 64 << 20, pieces: MAX_PIECES }
    }
}

/// A block that is in memory, or that a fast disk has, is there and unpacked far sooner.
const SLOW: Duration = Duration::from_millis(1);

/// What a table holds of a slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SliceCounts {
    /// The slice.
    pub slice: Slice,
    /// Positions that the side to move loses.
    pub losses: u64,
    /// Drawn positions.
    pub draws: u64,
    /// Positions that the side to move wins.
    pub wins: u64,
    /// Positions where a capture must be made, which are among those above but not stored.
    pub captures: u64,
    /// The most plies to the end.
    pub longest: u16,
    /// Compressed bytes.
    pub bytes: u64,
}

impl SliceCounts {
    /// All positions of the slice.
    pub const fn positions(&self) -> u64 {
        self.losses + self.draws + self.wins
    }
}

/// A slice of an open table.
#[derive(Debug)]
struct Shelf {
    index: Index,
    /// The table by its place among the open ones, and the slice by its place in the header.
    volume: usize,
    entry: usize,
    /// The number of its first block among those of all slices.
    first_block: u64,
}

/// The open tables of a variant. It is shared among threads as it is.
#[derive(Debug)]
pub struct Tables {
    variant: Variant,
    volumes: Vec<Volume>,
    shelves: Vec<Option<Shelf>>,
    cache: Cache,
    max_pieces: usize,
    is_damaged: AtomicBool,
    slow_reads: AtomicU64,
}

impl Tables {
    /// Opens the tables of a variant of 2, 3, ... pieces, each from the folder or, if it is not there, from the program, until
    /// there is none of the next number. Files that are not used are reported: those that are no good, and those of
    /// more pieces than a missing table.
    pub fn open(variant: Variant, options: &TablesOptions) -> (Tables, Vec<FileError>) {
        let mut faults = Vec::new();
        let mut volumes = Vec::new();
        if let Some(path) = options.dir.clone().filter(|path| options.pieces > 0 && !path.is_dir()) {
            faults.push(FileError::NoFolder { path });
        }
        for pieces in 2..=options.pieces.min(MAX_PIECES) {
            let earlier_faults = faults.len();
            let from_folder =
                options.dir.as_ref().filter(|dir| dir.is_dir()).map_or(Ok(None), |dir| {
                    found(Volume::open(variant, &dir.join(file_name(variant, pieces)), pieces))
                });
            let from_folder = from_folder.unwrap_or_else(|fault| {
                faults.push(fault);
                None
            });
            let Some(volume) = from_folder.or_else(|| Self::built_in(variant, pieces, &mut faults)) else {
                // Where a damaged file is the gap, it has been reported.
                if faults.len() == earlier_faults {
                    faults.extend(Self::after_gap(variant, options, pieces));
                }
                break;
            };
            volumes.push(volume);
        }
        (Tables::of(variant, volumes, options.cache), faults)
    }

    /// The files of more than `missing` pieces that the folder has.
    fn after_gap(variant: Variant, options: &TablesOptions, missing: usize) -> impl Iterator<Item = FileError> {
        let more = missing + 1..=options.pieces.min(MAX_PIECES);
        let paths = options
            .dir
            .iter()
            .flat_map(move |dir| more.clone().map(move |pieces| dir.join(file_name(variant, pieces))));
        paths.filter(|path| path.exists()).map(move |path| FileError::Gap { path, missing })
    }

    fn built_in(variant: Variant, pieces: usize, faults: &mut Vec<FileError>) -> Option<Volume> {
        let name = file_name(variant, pieces);
        let bytes = builtin::bytes(&name)?;
        Volume::in_memory(variant, &name, bytes, pieces).map_err(|fault| faults.push(fault)).ok()
    }

    /// The tables of these volumes, which must be of 2, 3, ... pieces.
    fn of(variant: Variant, volumes: Vec<Volume>, cache: u64) -> Tables {
        let mut shelves: Vec<_> = (0..Slice::CODES).map(|_| None).collect();
        let mut first_block = 0;
        for (volume, held) in volumes.iter().enumerate() {
            for (entry, described) in held.header.slices.iter().enumerate() {
                let slice = described.slice();
                shelves[slice.code()] =
                    Some(Shelf { index: Index::new(variant.board(), slice), volume, entry, first_block });
                first_block += described.blocks.len() as u64;
            }
        }
        let max_pieces = if volumes.is_empty() { 0 } else { volumes.len() + 1 };
        let cache = Cache::new(cache);
        Tables { variant, volumes, shelves, cache, max_pieces, is_damaged: false.into(), slow_reads: 0.into() }
    }

    /// The variant that they are of.
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// How often a thread has waited for a block for longer than a thousand nodes of a search take.
    pub(crate) fn slow_reads(&self) -> u64 {
        self.slow_reads.load(Ordering::Relaxed)
    }

    /// The most pieces on the board of any position that is known; 0 if there are no tables.
    pub fn max_pieces(&self) -> usize {
        self.max_pieces
    }

    /// What is known of a position. `None` for too many pieces, for pieces of one side only, and once a block has
    /// been found damaged, which is logged.
    ///
    /// # Panics
    /// If the position is of another variant; [`Tables::moves`] too.
    pub fn probe(&self, position: &AnyPosition) -> Option<Known> {
        self.variant.visit(Probe(self, position))
    }

    /// What is known of each move, for the side that makes it, counted from before the move; the best moves first.
    /// `None` unless the position and all that its moves lead to are known.
    pub fn moves(&self, position: &AnyPosition) -> Option<Vec<(Move, Known)>> {
        self.variant.visit(ProbeMoves(self, position))
    }

    /// [`Tables::probe`] where the rules are a type.
    pub(crate) fn probe_of<R: Rules>(&self, position: &Position<R>) -> Option<Known> {
        let value = self.value(position)?;
        Some(value.known(R::ARTICLES.no_move))
    }

    /// [`Tables::moves`] where the rules are a type.
    pub(crate) fn moves_of<R: Rules>(&self, position: &Position<R>) -> Option<Vec<(Move, Known)>> {
        self.value(position)?;
        let no_move = R::ARTICLES.no_move;
        let value = |mv: &Move| Some((*mv, look_up(self, &position.succ(mv))?.before()));
        let mut moves = position.moves().iter().map(value).collect::<Option<Vec<_>>>()?;
        moves.sort_by_key(|(_, value)| Reverse(value.merit(no_move)));
        Some(moves.into_iter().map(|(mv, value)| (mv, value.known(no_move))).collect())
    }

    /// A random position of the table of so many pieces, chosen by a number from all that there are: `chance` is taken
    /// modulo their count. `None` if there is no such table.
    pub fn position(&self, pieces: usize, chance: u64) -> Option<AnyPosition> {
        let slices = self.volume(pieces)?.header.slices.iter().map(Entry::slice);
        let shelves: Vec<_> = slices.filter_map(|slice| self.shelves[slice.code()].as_ref()).collect();
        let total: u64 = shelves.iter().map(|shelf| shelf.index.len()).sum();
        let mut number = chance.checked_rem(total)?;
        for shelf in shelves {
            if number < shelf.index.len() {
                let Placement { ours, theirs } = shelf.index.placement(number);
                return AnyPosition::new(self.variant, [ours, theirs], Side::White).ok();
            }
            number -= shelf.index.len();
        }
        None
    }

    /// The open table of so many pieces.
    pub(super) fn volume(&self, pieces: usize) -> Option<&Volume> {
        self.volumes.iter().find(|volume| volume.header.pieces == pieces)
    }

    fn value<R: Rules>(&self, position: &Position<R>) -> Option<Value> {
        if position.occupied().len() as usize > self.max_pieces {
            return None;
        }
        let [ours, theirs] = [position.side(), !position.side()].map(|side| position.pieces(side));
        if ours.is_empty() || theirs.is_empty() || self.is_damaged.load(Ordering::Relaxed) {
            return None;
        }
        look_up(self, position)
    }

    /// The files, or the names of the tables in the program, with the pieces and bytes of each.
    ///
    /// # Errors
    /// If the length of a file cannot be read.
    pub fn files(&self) -> Result<Vec<(PathBuf, usize, u64)>, FileError> {
        let file = |volume: &Volume| Ok((volume.path().to_owned(), volume.header.pieces, volume.size()?));
        self.volumes.iter().map(file).collect()
    }

    /// What the tables of so many pieces hold, slice by slice.
    pub fn counts(&self, pieces: usize) -> Vec<SliceCounts> {
        let entries = self.volume(pieces).map_or(&[][..], |volume| &volume.header.slices);
        let counts = |entry: &Entry| {
            let by = |outcome: Outcome| entry.outcomes[outcome as usize];
            SliceCounts {
                slice: entry.slice(),
                losses: by(Outcome::Loss),
                draws: by(Outcome::Draw),
                wins: by(Outcome::Win),
                captures: entry.captures,
                longest: entry.longest,
                bytes: entry.bytes(),
            }
        };
        entries.iter().map(counts).collect()
    }

    fn read(&self, shelf: &Shelf, number: u64) -> Result<Option<Value>, FileError> {
        let volume = &self.volumes[shelf.volume];
        let width = volume.header.slices[shelf.entry].width();
        let block = number / BLOCK;
        let load = || {
            let start = Instant::now();
            let symbols = volume.block(shelf.entry, block as usize, &shelf.index);
            self.slow_reads.fetch_add(u64::from(start.elapsed() >= SLOW), Ordering::Relaxed);
            symbols
        };
        let id = BlockId(shelf.first_block + block);
        self.cache.with(id, load, |symbols| width.value(symbols, (number % BLOCK) as usize))
    }
}

impl Store for Tables {
    fn stored(&self, placement: &Placement) -> Option<Value> {
        let shelf = self.shelves[placement.slice().code()].as_ref()?;
        match self.read(shelf, shelf.index.number(placement)) {
            Ok(value) => value,
            Err(fault) => {
                if !self.is_damaged.swap(true, Ordering::Relaxed) {
                    log::error!("no endgame tables from now on: {fault}");
                }
                None
            }
        }
    }
}

/// [`Tables::probe`].
struct Probe<'a>(&'a Tables, &'a AnyPosition);

impl VariantVisitor for Probe<'_> {
    type Output = Option<Known>;

    fn visit<R: Rules>(self) -> Option<Known> {
        self.0.probe_of(&self.1.typed::<R>().expect("the position is of the tables' variant"))
    }
}

/// [`Tables::moves`].
struct ProbeMoves<'a>(&'a Tables, &'a AnyPosition);

impl VariantVisitor for ProbeMoves<'_> {
    type Output = Option<Vec<(Move, Known)>>;

    fn visit<R: Rules>(self) -> Self::Output {
        self.0.moves_of(&self.1.typed::<R>().expect("the position is of the tables' variant"))
    }
}
