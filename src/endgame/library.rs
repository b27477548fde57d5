//! Solved slices as flat arrays in memory, for the builder and for the verification.

use super::index::Index;
use super::placement::Placement;
use super::slice::Slice;
use super::symbols::Symbols;
use super::value::Value;
use crate::rules::{Position, Rules};

/// Something that holds the values of the positions without a capture.
pub(super) trait Store {
    /// The value of a placement of pieces on both sides, where no capture can be made; `None` if it is not held.
    fn stored(&self, placement: &Placement) -> Option<Value>;
}

/// The value of a position: what is stored, or the best of the captures, since those must be made.
///
/// `None` if the store lacks a value that this takes.
pub(super) fn look_up<R: Rules>(store: &impl Store, position: &Position<R>) -> Option<Value> {
    if position.pieces(position.side()).is_empty() {
        return Some(Value::END);
    }
    if !position.has_capture() {
        return store.stored(&Placement::of(position));
    }
    let mut best = None;
    for mv in &position.moves() {
        let value = look_up(store, &position.succ(mv))?.before();
        best = Some(best.map_or(value, |best: Value| best.better(value, R::ARTICLES.no_move)));
    }
    best
}

/// A slice in memory.
#[derive(Debug)]
struct Shelf {
    index: Index,
    symbols: Symbols,
}

/// The slices at hand.
#[derive(Debug)]
pub(super) struct Library {
    shelves: Vec<Option<Shelf>>,
}

impl Library {
    pub(super) fn new() -> Library {
        Library { shelves: (0..Slice::CODES).map(|_| None).collect() }
    }

    pub(super) fn insert(&mut self, index: Index, symbols: Symbols) {
        let code = index.slice().code();
        self.shelves[code] = Some(Shelf { index, symbols });
    }

    pub(super) fn has(&self, slice: Slice) -> bool {
        self.shelves[slice.code()].is_some()
    }

    /// Puts away all slices that `needed` does not name.
    pub(super) fn keep_only(&mut self, needed: &[Slice]) {
        let codes: Vec<usize> = needed.iter().map(Slice::code).collect();
        for (code, shelf) in self.shelves.iter_mut().enumerate() {
            if !codes.contains(&code) {
                *shelf = None;
            }
        }
    }

    /// Bytes in use.
    pub(super) fn bytes(&self) -> u64 {
        self.shelves.iter().flatten().map(|shelf| shelf.symbols.bytes().len() as u64).sum()
    }
}

impl Store for Library {
    fn stored(&self, placement: &Placement) -> Option<Value> {
        let shelf = self.shelves[placement.slice().code()].as_ref()?;
        shelf.symbols.value(shelf.index.number(placement))
    }
}
