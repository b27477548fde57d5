//! Retrograde analysis of a slice and its turned one.
//!
//! A position's moves lead within the pair of slices, or to slices that are solved: captures to fewer pieces,
//! promotions to fewer men. A first pass works out what the moves out of the pair are worth and counts the others.
//! Then the positions are gone through by their distance to the end, from 0 plies up: a position that loses makes
//! every quiet move to it win, and one that wins takes a hope from every position with a quiet move to it; a position
//! without hope loses. A position in which a side must capture has no quiet moves, and its value is known after the
//! first pass. (K. Thompson, Retrograde analysis of certain endgames, 1986.)

use std::marker::PhantomData;
use std::ops::Range;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU64, Ordering::Relaxed};

use super::index::Index;
use super::library::{Library, look_up};
use super::parallel::{CHUNK, share_out};
use super::placement::Placement;
use super::retreat::retreats;
use super::slice::Slice;
use super::value::{CAPTURE, Outcome, Value};
use super::watcher::Watcher;
use crate::rules::{Board, Geometry, MoveList, Position, Rules, Variant, VariantVisitor};

/// Memory for each position under analysis.
pub(super) const BYTES_PER_POSITION: u64 = 3;
/// An undecided position that loses as soon as no hope is left; the bits below hold the plies in which it then loses
/// by its moves out of the pair, 0 if it has none.
const HOPEFUL: u16 = Value::MOST_PLIES;
const DRAW: u16 = Value::DRAW.bits();

/// A solved slice: the bits of the [`Value`] of each placement, with [`CAPTURE`] set where a capture must be made.
pub(super) struct Solved {
    pub(super) index: Index,
    pub(super) values: Vec<u16>,
}

/// One slice of the pair, under analysis.
struct Half {
    index: Index,
    /// A [`Value`], or [`HOPEFUL`] and more; with [`CAPTURE`] if that must be made.
    values: Vec<AtomicU16>,
    /// Moves within the pair that are not known to lose. Meaningless unless the value is hopeful.
    hopes: Vec<AtomicU8>,
}

/// The pair under analysis; one half if the slice is its own turned one.
struct Pair<'a, R> {
    halves: Vec<Half>,
    library: &'a Library,
    /// The greatest number of plies given to any position so far.
    longest: AtomicU64,
    rules: PhantomData<R>,
}

/// Solves `slice` and its turned one.
///
/// `library` must hold all slices of fewer pieces and those of as many pieces and fewer men that its moves lead to.
/// Returns `None` if it was stopped.
pub(super) fn solve(
    variant: Variant,
    slice: Slice,
    library: &Library,
    threads: usize,
    watcher: &dyn Watcher,
) -> Option<Vec<Solved>> {
    variant.visit(Solve { slice, library, threads, watcher })
}

struct Solve<'a> {
    slice: Slice,
    library: &'a Library,
    threads: usize,
    watcher: &'a dyn Watcher,
}

impl VariantVisitor for Solve<'_> {
    type Output = Option<Vec<Solved>>;

    fn visit<R: Rules>(self) -> Self::Output {
        let Solve { slice, library, threads, watcher } = self;
        let halves = slice.pair().into_iter().map(|slice| Half::new(&<R::Board as Board>::GEOMETRY, slice));
        let pair = Pair::<R> { halves: halves.collect(), library, longest: AtomicU64::new(0), rules: PhantomData };
        pair.analyse(threads, watcher)?;
        Some(pair.halves.into_iter().map(Half::finish).collect())
    }
}

impl Half {
    fn new(board: &Geometry, slice: Slice) -> Half {
        let index = Index::new(board, slice);
        let len = index.len() as usize;
        let values = (0..len).map(|_| AtomicU16::new(DRAW)).collect();
        let hopes = (0..len).map(|_| AtomicU8::new(0)).collect();
        Half { index, values, hopes }
    }

    fn finish(self) -> Solved {
        let settle = |bits: u16| {
            let value = Value::from_bits(bits & !CAPTURE).unwrap_or(Value::DRAW);
            value.bits() | (bits & CAPTURE)
        };
        let values = self.values.into_iter().map(|value| settle(value.into_inner())).collect();
        Solved { index: self.index, values }
    }
}

impl<R: Rules> Pair<'_, R> {
    /// Works out all values; `None` if it was stopped.
    fn analyse(&self, threads: usize, watcher: &dyn Watcher) -> Option<()> {
        let is_stopped = || watcher.is_stopped();
        for half in &self.halves {
            share_out(threads, half.index.len(), CHUNK, &is_stopped, |range| {
                watcher.advance(range.end - range.start);
                self.look_forward(half, range);
            });
        }
        let mut plies = 0;
        while u64::from(plies) <= self.longest.load(Relaxed) {
            for (number, half) in self.halves.iter().enumerate() {
                let before = &self.halves[self.halves.len() - 1 - number];
                share_out(threads, half.index.len(), CHUNK, &is_stopped, |range| {
                    self.look_back(half, before, plies, range);
                });
            }
            plies += 1;
        }
        if watcher.is_stopped() {
            return None;
        }
        self.halves.iter().for_each(|half| watcher.advance(half.index.len()));
        Some(())
    }

    /// Gives the positions of a range the values of their moves out of the pair.
    fn look_forward(&self, half: &Half, range: Range<u64>) {
        let turned = half.index.slice().turned();
        let mut moves = MoveList::new();
        for number in range {
            let position = half.index.placement(number).position::<R>();
            moves.clear();
            position.list_moves(&mut moves);
            let (value, hopes) = self.first_value(&position, &moves, turned);
            half.values[number as usize].store(value, Relaxed);
            half.hopes[number as usize].store(hopes, Relaxed);
        }
    }

    /// The first value of a position, and its moves within the pair.
    fn first_value(&self, position: &Position<R>, moves: &MoveList, turned: Slice) -> (u16, u8) {
        if moves.is_empty() {
            return (self.reached(Value::END), 0);
        }
        let (mut best, mut hopes) = (None, 0);
        for mv in moves {
            let after = position.succ(mv);
            if !mv.is_capture() && Placement::of(&after).slice() == turned {
                hopes += 1;
                continue;
            }
            let value = look_up(self.library, &after).expect("the library holds what moves lead to").before();
            best = Some(best.map_or(value, |best: Value| best.better(value, R::ARTICLES.no_move)));
        }
        if moves[0].is_capture() {
            return (CAPTURE | best.map_or(DRAW, |best| self.reached(best)), 0);
        }
        (self.open_value(best, hopes), hopes)
    }

    /// The first value of a position without captures whose best move out of the pair has the value `best`.
    fn open_value(&self, best: Option<Value>, hopes: u8) -> u16 {
        let Some(best) = best else { return HOPEFUL };
        match best.outcome(R::ARTICLES.no_move) {
            Outcome::Loss if hopes > 0 => HOPEFUL | best.bits(),
            _ => self.reached(best),
        }
    }

    /// Notes that a position has this value.
    fn reached(&self, value: Value) -> u16 {
        if let Some(plies) = value.plies() {
            self.longest.fetch_max(u64::from(plies), Relaxed);
        }
        value.bits()
    }

    /// Tells the positions before those of a range that are decided in exactly so many plies.
    fn look_back(&self, half: &Half, before: &Half, plies: u16, range: Range<u64>) {
        let value = Value::decided(plies);
        let is_loss = value.outcome(R::ARTICLES.no_move) == Outcome::Loss;
        let start = range.start;
        for (offset, bits) in half.values[range.start as usize..range.end as usize].iter().enumerate() {
            if bits.load(Relaxed) & !CAPTURE != plies {
                continue;
            }
            let placement = half.index.placement(start + offset as u64);
            retreats::<R>(&placement.turned::<R::Board>(), |earlier| {
                let number = before.index.number(earlier) as usize;
                if is_loss {
                    self.wins(before, number, value.before());
                } else {
                    self.loses_hope(before, number, value.before());
                }
            });
        }
    }

    /// The position has a quiet move that wins with this value, unless it must capture.
    fn wins(&self, half: &Half, number: usize, value: Value) {
        let bits = half.values[number].load(Relaxed);
        if bits & CAPTURE == 0 && bits > value.bits() {
            half.values[number].fetch_min(self.reached(value), Relaxed);
        }
    }

    /// The position has a quiet move that loses with this value, unless it must capture. The quick losses come first,
    /// so the last hope gives the plies, unless a move out of the pair resists longer.
    fn loses_hope(&self, half: &Half, number: usize, value: Value) {
        let bits = half.values[number].load(Relaxed);
        if !(HOPEFUL..DRAW).contains(&bits) || half.hopes[number].fetch_sub(1, Relaxed) > 1 {
            return;
        }
        let value = Value::decided(value.bits().max(bits - HOPEFUL));
        half.values[number].store(self.reached(value), Relaxed);
    }
}
