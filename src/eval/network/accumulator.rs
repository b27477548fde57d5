//! The first layer of a network: what all pieces add together, as each side sees them.

use super::shape::WIDTH;

/// What a piece adds to an accumulator.
pub(super) type Row = [i16; WIDTH];

/// The sums of the rows of all pieces, as White sees them and as Black does. Sums wrap, so that whatever the parameters
/// are, pieces that are taken away leave what was there without them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[repr(align(64))] // The lines of the fastest cache.
pub struct Accumulator {
    views: [Row; 2],
}

impl Accumulator {
    /// That of the board without pieces.
    pub(super) const fn new(bias: Row) -> Accumulator {
        Accumulator { views: [bias; 2] }
    }

    /// What one side sees.
    pub(super) const fn view(&self, side: usize) -> &Row {
        &self.views[side]
    }

    pub(super) const fn view_mut(&mut self, side: usize) -> &mut Row {
        &mut self.views[side]
    }
}

/// Adds a piece.
#[inline(always)] // A few instructions of the widest kind.
pub(super) fn add(sums: &mut Row, piece: &Row) {
    for (sum, weight) in sums.iter_mut().zip(piece) {
        *sum = sum.wrapping_add(*weight);
    }
}

/// Takes a piece away.
#[inline(always)]
pub(super) fn remove(sums: &mut Row, piece: &Row) {
    for (sum, weight) in sums.iter_mut().zip(piece) {
        *sum = sum.wrapping_sub(*weight);
    }
}

/// The sums after a piece has moved.
#[inline(always)]
pub(super) fn moved(before: &Row, from: &Row, to: &Row) -> Row {
    let mut after = *before;
    for ((sum, from), to) in after.iter_mut().zip(from).zip(to) {
        *sum = sum.wrapping_add(to.wrapping_sub(*from));
    }
    after
}
