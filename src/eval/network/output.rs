//! The last layer of a network, in whole numbers.

use super::accumulator::Row;
use super::shape::{READ, WIDTH};

/// What 1.0 is in an accumulator: the largest number whose square 16 bits hold.
pub const ONE: i16 = 181;

/// The output comes in such parts of a unit.
pub(super) const PARTS: i64 = ONE as i64 * ONE as i64;

/// The weights of one bucket.
#[derive(Clone, Debug)]
#[repr(align(64))] // The lines of the fastest cache.
pub(super) struct Output {
    pub(super) weights: [i16; READ],
    pub(super) bias: i16,
}

impl Output {
    /// The output in [`PARTS`] of a unit, from what the side to move and its opponent see: each sum is cut to 0..1,
    /// squared and weighted. The sum of all wraps, beyond 65,000 units: no trained network comes near.
    #[inline]
    pub(super) fn parts(&self, own: &Row, other: &Row) -> i64 {
        let (of_own, of_other) = self.weights.split_at(WIDTH);
        let sum = weighted(own, of_own).wrapping_add(weighted(other, of_other));
        i64::from(sum) + i64::from(self.bias) * PARTS
    }
}

/// The weighted sum of the squares, in the form for which processors have an instruction.
#[inline(always)] // A few instructions of the widest kind.
fn weighted(sums: &Row, weights: &[i16]) -> i32 {
    sums.iter().zip(weights).fold(0, |total, (&sum, &weight)| {
        let value = sum.clamp(0, ONE);
        total.wrapping_add(i32::from(value * value) * i32::from(weight))
    })
}
