//! Retrograde analysis of a slice and its turned one.
//!
//! A position's moves lead within the pair of slices, or to slices that are solved: captures to fewer pieces,
//! promotions to fewer men. A first pass computes the values of the moves out of the pair and counts the others. Then
//! the positions are visited by their distance to the end, from 0 plies up: a position that loses makes every quiet
//! move to it win, and one that wins closes a move of every position with a quiet move to it; a position without open
//! moves loses. A position in which a side must capture has no quiet moves, and its value is known after the first
//! pass.
//!
//! CITE: K. Thompson, Retrograde analysis of certain endgames (1986).

use std::ops::Range;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU64, Ordering::Relaxed};

use super::index::{Index, Placement};
use super::library::{Library, look_up};
use super::slice::Slice;
use super::value::{CAPTURE, Value, Wdl};
use super::watcher::{CHUNK, Watcher, share_out};
use crownhead_rules::{
    Army, Board, Geometry, KingMove, MoveList, NoMove, Position, Rules, Side, Variant, VariantVisitor, WordOf,
};

/// The memory for each position under analysis.
pub(super) const BYTES_PER_POSITION: u64 = 3;
/// An undecided position that loses as soon as no move is open; the bits below hold the plies in which it then loses by
/// its moves out of the pair, 0 if it has none.
const UNDECIDED: u16 = Value::MOST_PLIES;
const DRAW: u16 = Value::DRAW.bits();

/// Solves `slice` and its turned one: the bits of the [`Value`] of each placement, with [`CAPTURE`] set where a capture
/// must be made; `None` if the watcher was stopped.
///
/// `library` must hold all slices of fewer pieces and those of equally many pieces and fewer men that its moves lead
/// to.
pub(super) fn solve(
    variant: Variant,
    slice: Slice,
    library: &Library,
    threads: usize,
    watcher: &dyn Watcher,
) -> Option<Vec<(Index, Vec<u16>)>> {
    let halves = slice.pair().into_iter().map(|slice| Half::new(variant.board(), slice)).collect();
    let pair = SlicePair { halves, library, threads, watcher, longest: AtomicU64::new(0) };
    variant.visit(&pair);
    if watcher.is_stopped() {
        return None;
    }
    pair.halves.iter().for_each(|half| watcher.advance(half.index.len()));
    Some(pair.halves.into_iter().map(Half::finish).collect())
}

/// One slice of the pair under analysis.
struct Half {
    index: Index,
    /// A [`Value`], or [`UNDECIDED`] and the bits below it; with [`CAPTURE`] where a capture must be made.
    values: Vec<AtomicU16>,
    /// The number of moves within the pair that are not known to lose. It has a meaning only while the value is
    /// undecided.
    open_moves: Vec<AtomicU8>,
}

impl Half {
    fn new(board: &Geometry, slice: Slice) -> Half {
        let index = Index::new(board, slice);
        let len = index.len() as usize;
        let values = (0..len).map(|_| AtomicU16::new(DRAW)).collect();
        let open_moves = (0..len).map(|_| AtomicU8::new(0)).collect();
        Half { index, values, open_moves }
    }

    fn finish(self) -> (Index, Vec<u16>) {
        // An undecided position is a draw.
        let settle = |bits: u16| {
            let value = Value::from_bits(bits & !CAPTURE).unwrap_or(Value::DRAW);
            value.bits() | (bits & CAPTURE)
        };
        let values = self.values.into_iter().map(|value| settle(value.into_inner())).collect();
        (self.index, values)
    }
}

/// The pair under analysis; one half if the slice is its own turned one.
struct SlicePair<'a> {
    halves: Vec<Half>,
    library: &'a Library,
    threads: usize,
    watcher: &'a dyn Watcher,
    /// The most plies given to any position so far.
    longest: AtomicU64,
}

impl VariantVisitor for &SlicePair<'_> {
    type Output = ();

    /// Computes all values, unless the watcher is stopped.
    fn visit<R: Rules>(self) {
        for half in &self.halves {
            share_out(self.threads, half.index.len(), CHUNK, self.watcher, |range| {
                self.watcher.advance(range.end - range.start);
                self.look_forward::<R>(half, range);
            });
        }
        let mut plies = 0;
        while u64::from(plies) <= self.longest.load(Relaxed) {
            for (number, half) in self.halves.iter().enumerate() {
                let before = &self.halves[self.halves.len() - 1 - number];
                share_out(self.threads, half.index.len(), CHUNK, self.watcher, |range| {
                    self.look_back::<R>(half, before, plies, range);
                });
            }
            plies += 1;
        }
    }
}

impl SlicePair<'_> {
    /// Gives the positions of a range the values of their moves out of the pair.
    fn look_forward<R: Rules>(&self, half: &Half, range: Range<u64>) {
        let turned = half.index.slice().turned();
        let mut moves = MoveList::new();
        for number in range {
            let position = half.index.placement(number).position::<R>();
            moves.clear();
            position.list_moves(&mut moves);
            let (value, open_moves) = self.first_value(&position, &moves, turned);
            half.values[number as usize].store(value, Relaxed);
            half.open_moves[number as usize].store(open_moves, Relaxed);
        }
    }

    /// The first value of a position, and its moves within the pair.
    fn first_value<R: Rules>(&self, position: &Position<R>, moves: &MoveList, turned: Slice) -> (u16, u8) {
        if moves.is_empty() {
            return (self.reached(Value::END), 0);
        }
        let (mut best, mut open_moves) = (None, 0);
        for mv in moves {
            let after = position.succ(mv);
            if !mv.is_capture() && Placement::of(&after).slice() == turned {
                open_moves += 1;
                continue;
            }
            let value = look_up(self.library, &after).expect("the library holds what moves lead to").before();
            best = Some(best.map_or(value, |best: Value| best.better(value, R::ARTICLES.no_move)));
        }
        if moves[0].is_capture() {
            return (CAPTURE | best.map_or(DRAW, |best| self.reached(best)), 0);
        }
        (self.open_value(best, open_moves, R::ARTICLES.no_move), open_moves)
    }

    /// The first value of a position without captures whose best move out of the pair has the value `best`.
    fn open_value(&self, best: Option<Value>, open_moves: u8, no_move: NoMove) -> u16 {
        let Some(best) = best else { return UNDECIDED };
        match best.outcome(no_move) {
            Wdl::Loss if open_moves > 0 => UNDECIDED | best.bits(),
            _ => self.reached(best),
        }
    }

    /// The bits of a value that a position gets; its plies are recorded.
    fn reached(&self, value: Value) -> u16 {
        if let Some(plies) = value.plies() {
            self.longest.fetch_max(u64::from(plies), Relaxed);
        }
        value.bits()
    }

    /// Updates the positions before those of a range that are decided in exactly `plies` plies.
    fn look_back<R: Rules>(&self, half: &Half, before: &Half, plies: u16, range: Range<u64>) {
        let value = Value::decided(plies);
        let is_loss = value.outcome(R::ARTICLES.no_move) == Wdl::Loss;
        let start = range.start;
        for (offset, bits) in half.values[range.start as usize..range.end as usize].iter().enumerate() {
            if bits.load(Relaxed) & !CAPTURE != plies {
                continue;
            }
            let placement = half.index.placement(start + offset as u64);
            retreats::<R>(&placement.turned::<R::Board>(), |earlier| {
                let number = before.index.number(earlier) as usize;
                if is_loss {
                    self.move_wins(before, number, value.before());
                } else {
                    self.move_loses(before, number, value.before());
                }
            });
        }
    }

    /// The position has a quiet move that wins with this value, unless it must capture.
    fn move_wins(&self, half: &Half, number: usize, value: Value) {
        let bits = half.values[number].load(Relaxed);
        if bits & CAPTURE == 0 && bits > value.bits() {
            half.values[number].fetch_min(self.reached(value), Relaxed);
        }
    }

    /// The position has a quiet move that loses with this value, unless it must capture. Quick losses come first, so
    /// the last open move gives the plies, unless a move out of the pair resists longer.
    fn move_loses(&self, half: &Half, number: usize, value: Value) {
        let bits = half.values[number].load(Relaxed);
        if !(UNDECIDED..DRAW).contains(&bits) || half.open_moves[number].fetch_sub(1, Relaxed) > 1 {
            return;
        }
        let value = Value::decided(value.bits().max(bits - UNDECIDED));
        half.values[number].store(self.reached(value), Relaxed);
    }
}

/// Takes back quiet moves: calls `found` with each placement from which a quiet move leads to `after`, seen by the side
/// that has moved, `ours` of `after`. Promotions are not taken back. The earlier position may be one that must capture.
#[inline]
fn retreats<R: Rules>(after: &Placement<WordOf<R>>, mut found: impl FnMut(&Placement<WordOf<R>>)) {
    let empty = R::Board::all() - after.occupied();
    let Army { men, kings } = after.ours;
    for direction in R::ARTICLES.steps_of_men(Side::White).iter().map(|direction| direction.opposite()) {
        for from in men.singles() {
            let to = R::Board::shift(from, direction) & empty;
            if to.any() {
                found(&Placement::new(Army { men: (men - from) | to, kings }, after.theirs));
            }
        }
    }
    for from in kings.singles() {
        for &direction in R::ARTICLES.steps_of_kings() {
            let mut to = R::Board::shift(from, direction) & empty;
            while to.any() {
                found(&Placement::new(Army { men, kings: (kings - from) | to }, after.theirs));
                if R::ARTICLES.kings == KingMove::Short {
                    break;
                }
                to = R::Board::shift(to, direction) & empty;
            }
        }
    }
}
