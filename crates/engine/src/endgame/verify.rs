//! The verification of tables: each value is compared with those of the positions that the moves lead to.
//!
//! Values that agree everywhere are right: wins and losses by induction over their plies, draws because neither side
//! then has a better move.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use parking_lot::Mutex;

use super::file::{FileError, SliceEntry};
use super::index::Index;
use super::library::{Library, Store, best_move_value};
use super::slice::Slice;
use super::tables::Tables;
use super::value::Value;
use super::watcher::{CHUNK, Watcher, share_out};
use crownhead_rules::notation::fen;
use crownhead_rules::{AnyPosition, Position, Rules, Variant, VariantVisitor};

/// Why a verification fails.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// A block cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// A value disagrees with those of the moves.
    #[error("{fen}: the table says {found}, its moves say {expected}")]
    Wrong {
        /// The position.
        fen: String,
        /// By the table.
        found: String,
        /// By the moves.
        expected: String,
    },
    /// The numbers of wins, draws and losses are not those of the header.
    #[error("slice {slice}: the header counts {header:?} losses, draws and wins, the table holds {found:?}")]
    Counts {
        /// The slice.
        slice: Slice,
        /// By the header.
        header: [u64; 3],
        /// By counting.
        found: [u64; 3],
    },
    /// There is no table of this number of pieces.
    #[error("there is no table of {0} pieces")]
    Missing(usize),
    /// It was stopped.
    #[error("stopped")]
    Stopped,
}

/// Checks every position of a table, or every `every`th one, on `threads` threads, and returns their number.
///
/// # Errors
/// The first fault found.
pub fn verify(
    tables: &Tables,
    pieces: usize,
    every: u64,
    threads: usize,
    watcher: &dyn Watcher,
) -> Result<u64, VerifyError> {
    let table = tables.table(pieces).ok_or(VerifyError::Missing(pieces))?;
    // A table that is shared is checked by the rules that it was made for.
    let (variant, board) = (table.variant, table.variant.board());
    let slices = &table.header.slices;
    watcher.begin(pieces, slices.iter().map(|entry| Index::count(board, entry.slice())).sum());
    let mut library = Library::new();
    let mut checked = 0;
    for entry in slices {
        gather(tables, variant, &mut library, entry.slice())?;
        let check = SliceCheck {
            library: &library,
            index: Index::new(board, entry.slice()),
            every,
            checked: AtomicU64::new(0),
            outcomes: Default::default(),
            fault: Mutex::new(None),
            threads,
            watcher,
        };
        variant.visit(&check);
        checked += check.finish(entry)?;
    }
    Ok(checked)
}

/// Loads into the library a slice, its turned one, and what their moves lead to.
fn gather(tables: &Tables, variant: Variant, library: &mut Library, slice: Slice) -> Result<(), VerifyError> {
    let mut needed = slice.destinations(variant.articles());
    needed.extend([slice, slice.turned()]);
    library.keep_only(&needed);
    for slice in needed {
        if !library.has(slice) {
            let table = tables.table(slice.pieces()).filter(|table| table.variant == variant);
            let table = table.ok_or(VerifyError::Missing(slice.pieces()))?;
            let (index, symbols) = table.load(slice)?;
            library.insert(index, symbols);
        }
    }
    Ok(())
}

/// The check of a slice and what it has found so far.
struct SliceCheck<'a> {
    library: &'a Library,
    index: Index,
    every: u64,
    checked: AtomicU64,
    outcomes: [AtomicU64; 3],
    fault: Mutex<Option<VerifyError>>,
    threads: usize,
    watcher: &'a dyn Watcher,
}

impl VariantVisitor for &SliceCheck<'_> {
    type Output = ();

    fn visit<R: Rules>(self) {
        share_out(self.threads, self.index.len(), CHUNK, self.watcher, |range| {
            self.watcher.advance(range.end - range.start);
            range.filter(|number| number % self.every == 0).for_each(|number| self.check::<R>(number));
        });
    }
}

impl SliceCheck<'_> {
    fn check<R: Rules>(&self, number: u64) {
        let placement = self.index.placement(number);
        let position = placement.position::<R>();
        let expected = self.by_moves(&position);
        let is_stored = !position.has_capture();
        let found = if is_stored { self.library.stored(&placement) } else { expected };
        if found != expected {
            self.fault.lock().get_or_insert_with(|| wrong(&position, found, expected));
        }
        self.checked.fetch_add(1, Relaxed);
        if let Some(value) = expected {
            self.outcomes[value.outcome(R::ARTICLES.no_move) as usize].fetch_add(1, Relaxed);
        }
    }

    /// The value that follows from those of the moves.
    fn by_moves<R: Rules>(&self, position: &Position<R>) -> Option<Value> {
        let moves = position.moves();
        if moves.is_empty() { Some(Value::END) } else { best_move_value(self.library, position, &moves) }
    }

    /// The number of positions checked, unless one is wrong.
    fn finish(self, entry: &SliceEntry) -> Result<u64, VerifyError> {
        if self.watcher.is_stopped() {
            return Err(VerifyError::Stopped);
        }
        if let Some(fault) = self.fault.into_inner() {
            return Err(fault);
        }
        let found = self.outcomes.map(AtomicU64::into_inner);
        if self.every == 1 && found != entry.outcomes {
            return Err(VerifyError::Counts { slice: entry.slice(), header: entry.outcomes, found });
        }
        Ok(self.checked.into_inner())
    }
}

fn wrong<R: Rules>(position: &Position<R>, found: Option<Value>, expected: Option<Value>) -> VerifyError {
    let no_move = R::ARTICLES.no_move;
    let text = |value: Option<Value>| value.map_or("nothing".to_owned(), |value| value.known(no_move).to_string());
    let fen = fen::write(&AnyPosition::from(*position));
    VerifyError::Wrong { fen, found: text(found), expected: text(expected) }
}
