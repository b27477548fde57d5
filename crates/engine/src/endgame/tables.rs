//! The open tables of an engine, and what they know of a position.

use std::cmp::Reverse;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use super::file::{BLOCK, FileError, SliceEntry, TableFile};
use super::folder::{file_name, found};
use super::index::{Index, Placement};
use super::library::{Cache, Store, look_up};
use super::slice::{MAX_PIECES, Slice};
use super::value::{Known, KnownMove, Value, Wdl};
use crate::support::instant::Instant;
use crownhead_rules::{
    AnyPosition, Game, GameEnd, Geometry, Move, Pieces, Position, Rules, Side, State, Variant, VariantVisitor, Wide,
    Word,
};

/// The place of the tables, and the memory that they may take.
#[derive(Clone, Debug, PartialEq)]
pub struct TablesOptions {
    /// A folder of table files, which are used before those in the program.
    pub dir: Option<PathBuf>,
    /// Bytes for unpacked blocks.
    pub cache: u64,
    /// The most pieces on the board; tables of more pieces are not opened.
    pub pieces: usize,
}

impl TablesOptions {
    /// Tables of up to four pieces, as those in the program.
    pub fn built_in() -> TablesOptions {
        TablesOptions { pieces: 4, ..TablesOptions::default() }
    }

    /// No tables at all.
    pub fn none() -> TablesOptions {
        TablesOptions { pieces: 0, ..TablesOptions::default() }
    }
}

impl Default for TablesOptions {
    fn default() -> TablesOptions {
        TablesOptions { dir: None, cache: 64 << 20, pieces: MAX_PIECES }
    }
}

/// The duration of a slow read. A block in memory or on a fast disk is read and unpacked far sooner.
const SLOW: Duration = Duration::from_millis(1);

/// The numbers of positions of a slice in a table.
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
    /// Positions where a capture must be made, which are included above but not stored.
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

#[derive(Debug)]
struct OpenSlice {
    index: Index,
    /// The table by its place among the open ones, and the slice by its place in the header.
    file: usize,
    entry: usize,
    /// The number of its first block among those of all slices.
    first_block: u64,
}

/// The open tables of a variant. It is shared among threads as it is.
#[derive(Debug)]
pub struct Tables {
    variant: Variant,
    files: Vec<TableFile>,
    /// By [`Slice::code`].
    slices: Vec<Option<OpenSlice>>,
    cache: Cache,
    max_pieces: usize,
    is_damaged: AtomicBool,
    slow_reads: AtomicU64,
}

impl Tables {
    /// Opens the tables of a variant of 2, 3, ... pieces, each from the folder or, if it is not there, from the
    /// program, until one is missing. Returns the files that are not used too: damaged ones, and those of more pieces
    /// than a missing table.
    pub fn open(variant: Variant, options: &TablesOptions) -> (Tables, Vec<FileError>) {
        let mut faults = Vec::new();
        let mut files = Vec::new();
        if let Some(path) = options.dir.clone().filter(|path| options.pieces > 0 && !path.is_dir()) {
            faults.push(FileError::NoFolder(path));
        }
        for pieces in 2..=options.pieces.min(MAX_PIECES) {
            let earlier_faults = faults.len();
            let folder = options.dir.as_ref().filter(|dir| dir.is_dir());
            let from_folder = folder.map_or(Ok(None), |dir| {
                let path = dir.join(file_name(variant, pieces));
                found(TableFile::open(variant, &path, &Slice::all(variant, pieces)))
            });
            let from_folder = from_folder.unwrap_or_else(|fault| {
                faults.push(fault);
                None
            });
            let Some(file) = from_folder.or_else(|| built_in(variant, pieces, &mut faults)) else {
                // A damaged file that is the gap has been reported.
                if faults.len() == earlier_faults {
                    faults.extend(after_gap(variant, options, pieces));
                }
                break;
            };
            files.push(file);
        }
        (Tables::of(variant, files, options.cache), faults)
    }

    /// The tables of these files, which must be of 2, 3, ... pieces.
    fn of(variant: Variant, files: Vec<TableFile>, cache: u64) -> Tables {
        let mut slices: Vec<_> = (0..Slice::CODES).map(|_| None).collect();
        let mut first_block = 0;
        for (file, table) in files.iter().enumerate() {
            for (entry, held) in table.header.slices.iter().enumerate() {
                let index = Index::new(table.variant.board(), held.slice());
                slices[held.slice().code()] = Some(OpenSlice { index, file, entry, first_block });
                first_block += held.blocks.len() as u64;
            }
        }
        let max_pieces = if files.is_empty() { 0 } else { files.len() + 1 };
        let cache = Cache::new(cache);
        Tables { variant, files, slices, cache, max_pieces, is_damaged: false.into(), slow_reads: 0.into() }
    }

    /// Their variant.
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// The number of blocks for which a thread has waited longer than a thousand nodes of a search take.
    pub fn slow_reads(&self) -> u64 {
        self.slow_reads.load(Ordering::Relaxed)
    }

    /// The most pieces of any position that is known; 0 without tables.
    pub fn max_pieces(&self) -> usize {
        self.max_pieces
    }

    /// What is known of a position. `None` for too many pieces, for pieces of one side only, for pieces that the tables
    /// of the variant leave out ([`Slice::all`]), for a position of another variant, and once a damaged block has been
    /// found, which is logged.
    pub fn probe(&self, position: &AnyPosition) -> Option<Known> {
        let is_probed = position.variant() == self.variant && self.is_probed(position);
        let value = if is_probed { self.variant.visit(LookUp(self, position)) } else { None };
        Some(value?.known(self.variant.articles().no_move))
    }

    /// [`Tables::probe`] where the rules are a type.
    pub fn probe_of<R: Rules>(&self, position: &Position<R>) -> Option<Known> {
        let value = if self.is_probed(position) { look_up(self, position) } else { None };
        Some(value?.known(R::ARTICLES.no_move))
    }

    /// Whether the tables may know a position. One that the side to move has won by its kings is no position of a game,
    /// and no value says so.
    fn is_probed<W: Word, S: State>(&self, pieces: &Pieces<W, S>) -> bool {
        let enough = self.variant.articles().kings_to_win;
        let has_won = enough.is_some_and(|enough| pieces.kings(pieces.side()).len() >= enough);
        !has_won
            && pieces.occupied().len() as usize <= self.max_pieces
            && Side::ALL.into_iter().all(|side| pieces.pieces(side).any())
            && !self.is_damaged()
    }

    /// Whether a damaged block has been met: nothing is known from then on.
    pub fn is_damaged(&self) -> bool {
        self.is_damaged.load(Ordering::Relaxed)
    }

    /// What is known of each move, for the side that makes it, counted from before the move; the best moves first.
    /// `None` unless the position and all that its moves lead to are known.
    pub fn moves(&self, position: &AnyPosition) -> Option<Vec<(Move, Known)>> {
        self.probe(position)?;
        let no_move = self.variant.articles().no_move;
        let value = |mv: &Move| Some((*mv, self.variant.visit(LookUp(self, &position.succ(mv)))?.before()));
        let mut moves = position.moves().iter().map(value).collect::<Option<Vec<_>>>()?;
        moves.sort_by_key(|(_, value)| Reverse(value.merit(no_move)));
        Some(moves.into_iter().map(|(mv, value)| (mv, value.known(no_move))).collect())
    }

    /// What is known of each move where a game stands: as [`Tables::moves`], and whether the draw articles leave enough
    /// plies for it.
    pub fn moves_of(&self, game: &Game) -> Option<Vec<KnownMove>> {
        let draws = &self.variant.articles().draws;
        let known_move = |(mv, known): (Move, Known)| {
            let mut after = game.clone();
            after.play(mv).expect("it is a legal move");
            let left = match after.end() {
                Some(GameEnd::Draw(_)) => Some(0),
                Some(GameEnd::Win(_)) => None,
                None => after.clock().plies_left(draws),
            };
            let is_late = |left: &u16| known.plies.is_some_and(|plies| plies > *left);
            KnownMove { mv, known, left: left.map(|left| left.saturating_add(1)).filter(is_late) }
        };
        Some(self.moves(game.position())?.into_iter().map(known_move).collect())
    }

    /// The position with the number `chance`, modulo their count, of the table of `pieces` pieces; `None` if there is
    /// no such table.
    pub fn position(&self, pieces: usize, chance: u64) -> Option<AnyPosition> {
        let slices = self.table(pieces)?.header.slices.iter().map(SliceEntry::slice);
        let open: Vec<_> = slices.filter_map(|slice| self.slices[slice.code()].as_ref()).collect();
        let total: u64 = open.iter().map(|slice| slice.index.len()).sum();
        let mut number = chance.checked_rem(total)?;
        for slice @ OpenSlice { index, .. } in open {
            if number < index.len() {
                let Placement::<Wide> { ours, theirs } = match self.mirror(slice) {
                    None => index.placement(number),
                    Some((own, held)) => index.placement(number).mirrored(held, own),
                };
                return AnyPosition::new(self.variant, [ours, theirs], Side::White).ok();
            }
            number -= index.len();
        }
        None
    }

    pub(super) fn table(&self, pieces: usize) -> Option<&TableFile> {
        self.files.iter().find(|file| file.header.pieces == pieces)
    }

    /// The files, or the names of the tables in the program, with the pieces and bytes of each.
    ///
    /// # Errors
    /// If the length of a file cannot be read.
    pub fn files(&self) -> Result<Vec<(PathBuf, usize, u64)>, FileError> {
        let file = |file: &TableFile| Ok((file.path().to_owned(), file.header.pieces, file.size()?));
        self.files.iter().map(file).collect()
    }

    /// The numbers of positions in the table of `pieces` pieces, slice by slice.
    pub fn counts(&self, pieces: usize) -> Vec<SliceCounts> {
        let entries = self.table(pieces).map_or(&[][..], |table| &table.header.slices);
        let counts = |entry: &SliceEntry| {
            let by = |outcome: Wdl| entry.outcomes[outcome as usize];
            SliceCounts {
                slice: entry.slice(),
                losses: by(Wdl::Loss),
                draws: by(Wdl::Draw),
                wins: by(Wdl::Win),
                captures: entry.captures,
                longest: entry.longest,
                bytes: entry.bytes(),
            }
        };
        entries.iter().map(counts).collect()
    }

    /// The boards of the variant and of the table, if one is the mirror image of the other.
    fn mirror(&self, slice: &OpenSlice) -> Option<(&'static Geometry, &'static Geometry)> {
        let (own, held) = (self.variant.board(), self.files[slice.file].variant.board());
        (own.mirrored != held.mirrored).then_some((own, held))
    }

    fn read(&self, slice: &OpenSlice, number: u64) -> Result<Option<Value>, FileError> {
        let file = &self.files[slice.file];
        let width = file.header.slices[slice.entry].width();
        let block = number / BLOCK;
        let load = || {
            let start = Instant::now();
            let symbols = file.block(slice.entry, block as usize, &slice.index);
            self.slow_reads.fetch_add(u64::from(start.elapsed() >= SLOW), Ordering::Relaxed);
            symbols
        };
        let read = |symbols: &[u8]| width.value(symbols, (number % BLOCK) as usize);
        self.cache.with(slice.first_block + block, load, read)
    }
}

impl Store for Tables {
    fn stored<W: Word>(&self, placement: &Placement<W>) -> Option<Value> {
        let slice = self.slices[placement.slice().code()].as_ref()?;
        let number = match self.mirror(slice) {
            None => slice.index.number(placement),
            Some((own, held)) => slice.index.number(&placement.mirrored(own, held)),
        };
        self.read(slice, number).unwrap_or_else(|fault| {
            if !self.is_damaged.swap(true, Ordering::Relaxed) {
                log::error!("no endgame tables from now on: {fault}");
            }
            None
        })
    }
}

/// The value of a position of any variant.
struct LookUp<'a>(&'a Tables, &'a AnyPosition);

impl VariantVisitor for LookUp<'_> {
    type Output = Option<Value>;

    fn visit<R: Rules>(self) -> Option<Value> {
        look_up(self.0, &self.1.typed::<R>()?)
    }
}

/// The table of `pieces` pieces that is part of the program, if there is one, perhaps that of a variant whose tables this
/// one shares. `crownhead endgame build --variant NAME --pieces 4 --dir crates/tables-8/data` makes those of a variant.
fn built_in(variant: Variant, pieces: usize, faults: &mut Vec<FileError>) -> Option<TableFile> {
    use crownhead_tables_8 as small;
    use crownhead_tables_10 as large;
    use crownhead_tables_losing as losing;
    // A page in a browser has no room for most tables of 4 pieces.
    let lists: &[&[(&str, &[u8])]] = match pieces {
        4 if cfg!(target_family = "wasm") => &[small::FOUR_PIECES_OF_A_PAGE],
        4 => &[small::FOUR_PIECES_OF_A_PAGE, small::FOUR_PIECES, large::FOUR_PIECES, losing::FOUR_PIECES],
        _ => &[small::THREE_PIECES, large::THREE_PIECES, losing::THREE_PIECES],
    };
    let owner = variant.owner();
    let name = file_name(owner, pieces);
    let (_, bytes) = lists.iter().copied().flatten().find(|(table, _)| *table == name)?;
    let table = TableFile::in_memory(owner, &name, bytes, &Slice::all(owner, pieces));
    table.map_err(|fault| faults.push(fault)).ok()
}

/// The files of more than `missing` pieces in the folder.
fn after_gap(variant: Variant, options: &TablesOptions, missing: usize) -> impl Iterator<Item = FileError> {
    let path = move |pieces| Some(options.dir.as_ref()?.join(file_name(variant, pieces)));
    let paths = (missing + 1..=options.pieces.min(MAX_PIECES)).filter_map(path);
    paths.filter(|path| path.exists()).map(move |path| FileError::Gap { path, missing })
}
