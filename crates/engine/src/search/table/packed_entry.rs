//! An entry as the two 64-bit words of a slot.
//!
//! ```text
//! 63            36 35             8 7       0
//! +---------------+----------------+---------+
//! |  lower bound  |  upper bound   |  depth  |   Data
//! +---------------+----------------+---------+
//! 63                      16 15     8 7      0
//! +-------------------------+--------+-------+
//! |        key bits         | search |  move |   Tag
//! +-------------------------+--------+-------+
//! ```

use super::entry::{MoveIndex, TableEntry};
use crate::eval::Score;
use crate::search::{Bounds, Depth};
use crownhead_rules::Key;

/// Which search of the game stored an entry, counted modulo 256.
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
pub(super) struct Data(pub(super) u64);

const BOUND_BITS: u32 = 28;
const BOUND_MASK: u64 = (1 << BOUND_BITS) - 1;
const BOUND_OFFSET: i32 = 1 << (BOUND_BITS - 1);
const DEPTH_BITS: u32 = 8;

/// The bits of the key in a tag, which are its highest.
const KEY_BITS: u32 = 48;
pub(super) const KEY_SHIFT: u32 = 64 - KEY_BITS;

const _: () = assert!(-BOUND_OFFSET < Score::MIN.millionths() && Score::MAX.millionths() < BOUND_OFFSET);
const _: () = assert!(DEPTH_BITS == u8::BITS);

impl Data {
    pub(super) const NONE: Data = Data(0);

    #[inline]
    pub(super) fn new(depth: Depth, bounds: Bounds) -> Data {
        let coded = |bound: Score| (bound.millionths() + BOUND_OFFSET) as u64;
        let bounds = coded(bounds.low) << BOUND_BITS | coded(bounds.high);
        Data(bounds << DEPTH_BITS | u64::from(depth.get()))
    }

    #[inline]
    pub(super) fn depth(self) -> Depth {
        Depth::from_byte(self.0 as u8)
    }

    #[inline]
    pub(super) fn bounds(self) -> Bounds {
        let decoded = |word: u64| Score::from_millionths((word & BOUND_MASK) as i64 - i64::from(BOUND_OFFSET));
        Bounds { low: decoded(self.0 >> (DEPTH_BITS + BOUND_BITS)), high: decoded(self.0 >> DEPTH_BITS) }
    }
}

/// The key bits of an entry, the search that stored it, and its move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tag(pub(super) u64);

impl Tag {
    #[inline]
    pub(super) fn new(key: u64, generation: Generation, best: Option<MoveIndex>) -> Tag {
        let low = u64::from(generation.0) << 8 | u64::from(MoveIndex::to_byte(best));
        Tag(key << KEY_SHIFT | low)
    }

    #[inline]
    pub(super) fn key(self) -> u64 {
        self.0 >> KEY_SHIFT
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

/// The low bits of the key; its high ones choose the bucket, so in a table of `2^n` buckets `48 + n` bits of the key
/// (all 64 from 4 MiB on) have to agree before another position is taken for this one.
#[inline]
pub(super) fn key_bits(key: Key) -> u64 {
    key.0 & (u64::MAX >> (64 - KEY_BITS))
}

#[inline]
pub(super) fn entry_of(data: Data, tag: Tag) -> TableEntry {
    TableEntry { depth: data.depth(), bounds: data.bounds(), best: tag.best() }
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
            depth in any::<u8>().prop_map(Depth::from_byte),
            best in prop_oneof![Just(None), (0..=254usize).prop_map(MoveIndex::new)],
            generation in any::<u8>(),
            key in prop_oneof![Just(0), Just((1 << 48) - 1), 0..1u64 << 48],
        ) {
            let bounds = Bounds { low, high };
            let data = Data::new(depth, bounds);
            let tag = Tag::new(key, Generation(generation), best);
            prop_assert_ne!(data, Data::NONE);
            prop_assert_eq!((data.depth(), data.bounds()), (depth, bounds));
            prop_assert_eq!((tag.key(), tag.generation(), tag.best()), (key, Generation(generation), best));
        }
    }

    #[test]
    fn generations_are_counted_round_the_clock() {
        assert_eq!(Generation(7).searches_since(Generation(5)), 2);
        assert_eq!(Generation(1).searches_since(Generation(254)), 3);
    }
}
