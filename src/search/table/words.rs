//! Entries as the 64-bit words that a slot is made of.
//!
//! ```text
//! 63            36 35             8 7       0
//! +---------------+----------------+---------+
//! |  lower bound  |  upper bound   |  depth  |   Facts
//! +---------------+----------------+---------+
//! 63                      16 15     8 7      0
//! +-------------------------+--------+-------+
//! |  key bits or timestamp  | search |  move |   Label
//! +-------------------------+--------+-------+
//! ```

use super::entry::{Entry, MoveIndex, merge};
use crate::eval::Score;
use crate::search::{Bounds, Depth};

/// Which search of the game saved an entry, counted modulo 256.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Generation(pub(super) u8);

impl Generation {
    /// How many searches ago `then` was.
    pub(super) fn searches_since(self, then: Generation) -> u8 {
        self.0.wrapping_sub(then.0)
    }
}

/// Bounds and depth in one word, so that they are always read as they were written together.
///
/// A bound is held as its distance from a score far below [`Score::MIN`], so no entry is the word zero: that one says
/// that there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Facts(pub(super) u64);

const BOUND_BITS: u32 = 28;
const BOUND_MASK: u64 = (1 << BOUND_BITS) - 1;
const BOUND_OFFSET: i32 = 1 << (BOUND_BITS - 1);
const DEPTH_BITS: u32 = 8;

const _: () = assert!(-BOUND_OFFSET < Score::MIN.millionths() && Score::MAX.millionths() < BOUND_OFFSET);
const _: () = assert!(Depth::MAX.get() < 1 << DEPTH_BITS);

impl Facts {
    pub(super) const NONE: Facts = Facts(0);

    #[inline]
    pub(super) fn new(depth: Depth, bounds: Bounds) -> Facts {
        let coded = |bound: Score| (bound.millionths() + BOUND_OFFSET) as u64;
        let bounds = coded(bounds.low) << BOUND_BITS | coded(bounds.high);
        Facts(bounds << DEPTH_BITS | u64::from(depth.get()))
    }

    #[inline]
    pub(super) fn depth(self) -> Depth {
        Depth::new(self.0 as u32 & ((1 << DEPTH_BITS) - 1))
    }

    #[inline]
    pub(super) fn bounds(self) -> Bounds {
        let decoded = |word: u64| Score::from_millionths((word & BOUND_MASK) as i64 - i64::from(BOUND_OFFSET));
        Bounds { low: decoded(self.0 >> (DEPTH_BITS + BOUND_BITS)), high: decoded(self.0 >> DEPTH_BITS) }
    }

    /// What a slot holds of a position once `self` was found and `old` was there.
    #[inline]
    pub(super) fn merged_with(self, old: Facts) -> Facts {
        if self.depth() == old.depth() { Facts::new(self.depth(), merge(old.bounds(), self.bounds())) } else { self }
    }

    #[inline]
    pub(super) fn entry(self, label: Label) -> Entry {
        Entry { depth: self.depth(), bounds: self.bounds(), best: label.best() }
    }
}

/// What a slot says of its entry besides the facts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Label(pub(super) u64);

impl Label {
    /// The bits above move and generation.
    pub(super) const TOP_BITS: u32 = 48;
    /// Where they begin.
    pub(super) const TOP_SHIFT: u32 = 64 - Label::TOP_BITS;

    /// A label with the low 48 bits of `top`.
    #[inline]
    pub(super) fn new(top: u64, generation: Generation, best: Option<MoveIndex>) -> Label {
        let low = u64::from(generation.0) << 8 | u64::from(MoveIndex::to_byte(best));
        Label(top << Label::TOP_SHIFT | low)
    }

    #[inline]
    pub(super) fn top(self) -> u64 {
        self.0 >> Label::TOP_SHIFT
    }

    #[inline]
    pub(super) fn generation(self) -> Generation {
        Generation((self.0 >> 8) as u8)
    }

    #[inline]
    pub(super) fn best(self) -> Option<MoveIndex> {
        MoveIndex::from_byte(self.0 as u8)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Scores with their extremes often among them.
    fn score() -> impl Strategy<Value = Score> {
        prop_oneof![
            Just(Score::MIN),
            Just(Score::MAX),
            Just(Score::DRAW),
            (-101_000_000..=101_000_000i64).prop_map(Score::from_millionths),
        ]
    }

    proptest! {
        #[test]
        fn every_field_comes_back(
            low in score(),
            high in score(),
            depth in prop_oneof![Just(0), Just(Depth::MAX.get()), 0..=Depth::MAX.get()],
            best in prop_oneof![Just(None), (0..=254usize).prop_map(MoveIndex::new)],
            generation in any::<u8>(),
            top in prop_oneof![Just(0), Just((1 << 48) - 1), 0..1u64 << 48],
        ) {
            let (depth, bounds) = (Depth::new(depth), Bounds { low, high });
            let facts = Facts::new(depth, bounds);
            let label = Label::new(top, Generation(generation), best);
            prop_assert_ne!(facts, Facts::NONE);
            prop_assert_eq!(facts.entry(label), Entry { depth, bounds, best });
            prop_assert_eq!((label.top(), label.generation()), (top, Generation(generation)));
        }
    }

    #[test]
    fn generations_are_counted_round_the_clock() {
        assert_eq!(Generation(7).searches_since(Generation(5)), 2);
        assert_eq!(Generation(1).searches_since(Generation(254)), 3);
    }
}
