//! Checking tables: each value against those of the positions that the moves lead to.
//!
//! Values that agree everywhere are right: wins and losses by induction over their plies, draws since neither side then
//! has a move to something better.

use std::marker::PhantomData;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use parking_lot::Mutex;

use super::file::{Entry, FileError};
use super::index::Index;
use super::library::{Library, Store, look_up};
use super::parallel::{CHUNK, share_out};
use super::slice::Slice;
use super::tables::Tables;
use super::value::Value;
use super::watcher::Watcher;
use crate::notation::fen;
use crate::rules::{AnyPosition, Board, Position, Rules, VariantVisitor};

/// Why tables are not in order.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// A block cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// A value does not follow from those after it.
    #[error("{fen}: the table says {found}, its moves say {expected}")]
    Wrong {
        /// The position.
        fen: String,
        /// What the table holds.
        found: String,
        /// What it should hold.
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
    /// There is no table of so many pieces.
    #[error("there is no table of {0} pieces")]
    Missing(usize),
    /// It was stopped.
    #[error("stopped")]
    Stopped,
}

/// Checks every position of a table, or every `every`th one, on so many threads, and says how many that were.
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
    let volume = tables.volume(pieces).ok_or(VerifyError::Missing(pieces))?;
    let positions: u64 =
        volume.header.slices.iter().map(|entry| Index::count(tables.variant().board(), entry.slice())).sum();
    watcher.begin(pieces, positions);
    let mut library = Library::new();
    let mut checked = 0;
    for entry in &volume.header.slices {
        gather(tables, &mut library, entry.slice())?;
        checked += tables.variant().visit(Inspection { library: &library, entry, every, threads, watcher })?;
    }
    Ok(checked)
}

/// Sees to it that the library holds a slice, its turned one, and what their moves lead to.
fn gather(tables: &Tables, library: &mut Library, slice: Slice) -> Result<(), VerifyError> {
    let mut needed = slice.destinations();
    needed.extend([slice, slice.turned()]);
    library.keep_only(&needed);
    for slice in needed {
        if !library.has(slice) {
            let volume = tables.volume(slice.pieces()).ok_or(VerifyError::Missing(slice.pieces()))?;
            let (index, symbols) = volume.load(slice)?;
            library.insert(index, symbols);
        }
    }
    Ok(())
}

/// The check of a slice.
struct Inspection<'a> {
    library: &'a Library,
    entry: &'a Entry,
    every: u64,
    threads: usize,
    watcher: &'a dyn Watcher,
}

impl VariantVisitor for Inspection<'_> {
    type Output = Result<u64, VerifyError>;

    /// Checks the positions, and says how many that were.
    fn visit<R: Rules>(self) -> Result<u64, VerifyError> {
        let Inspection { library, entry, every, threads, watcher } = self;
        let findings = Findings::<R>::new(library, entry.slice());
        share_out(threads, findings.index.len(), CHUNK, &|| watcher.is_stopped(), |range| {
            watcher.advance(range.end - range.start);
            range.filter(|number| number % every == 0).for_each(|number| findings.check(number));
        });
        if watcher.is_stopped() { Err(VerifyError::Stopped) } else { findings.finish(entry, every == 1) }
    }
}

/// What the check of a slice has found so far.
struct Findings<'a, R> {
    library: &'a Library,
    index: Index,
    checked: AtomicU64,
    outcomes: [AtomicU64; 3],
    fault: Mutex<Option<VerifyError>>,
    rules: PhantomData<R>,
}

impl<'a, R: Rules> Findings<'a, R> {
    fn new(library: &'a Library, slice: Slice) -> Findings<'a, R> {
        Findings {
            library,
            index: Index::new(&<R::Board as Board>::GEOMETRY, slice),
            checked: AtomicU64::new(0),
            outcomes: Default::default(),
            fault: Mutex::new(None),
            rules: PhantomData,
        }
    }

    fn check(&self, number: u64) {
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
    fn by_moves(&self, position: &Position<R>) -> Option<Value> {
        let moves = position.moves();
        let mut best = if moves.is_empty() { Some(Value::END) } else { None };
        for mv in &moves {
            let value = look_up(self.library, &position.succ(mv))?.before();
            best = Some(best.map_or(value, |best: Value| best.better(value, R::ARTICLES.no_move)));
        }
        best
    }

    /// How many positions were right, unless one was not.
    fn finish(self, entry: &Entry, is_complete: bool) -> Result<u64, VerifyError> {
        if let Some(fault) = self.fault.into_inner() {
            return Err(fault);
        }
        let found = self.outcomes.map(AtomicU64::into_inner);
        if is_complete && found != entry.outcomes {
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
