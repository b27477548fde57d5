//! Slots in buckets of one cache line.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::entry::TableEntry;
use super::packed_entry::{Data, Generation, KEY_SHIFT, Tag, entry_of, key_bits};
use crownhead_rules::Key;

pub(super) const WAYS: usize = 4;

/// How many plies of depth an entry's claim to its slot loses with each search that passes.
const PLIES_PER_SEARCH: i32 = 8;

/// One entry, in two words that are written one after the other.
///
/// A hash of the data is XORed into the key bits of the tag. So words that belong to two entries, even of the same
/// position, show the key of neither, and a probe rejects them, unless the hashes are equal. Then the data are equal
/// too, but for a rare collision, and the words are just the entry of the tag.
// CITE: lockless hashing. R. Hyatt and T. Mann, A Lock-less Transposition Table Implementation for Parallel Search,
// ICGA Journal 25(1), 2002; there the data themselves are XORed into the key.
#[derive(Debug, Default)]
struct Slot {
    data: AtomicU64,
    tag: AtomicU64,
}

/// The hash of the data, in the places of the key bits of a tag. It depends on each bit of the data, so that words of
/// entries which differ only in their depth are rejected too.
#[inline]
fn fold(data: u64) -> u64 {
    const ODD: u64 = 0x9E37_79B9_7F4A_7C15;
    data.wrapping_mul(ODD) & u64::MAX << KEY_SHIFT
}

impl Slot {
    #[inline]
    fn read(&self) -> (Data, Tag) {
        let data = self.data.load(Relaxed);
        (Data(data), Tag(self.tag.load(Relaxed) ^ fold(data)))
    }

    #[inline]
    fn write(&self, data: Data, tag: Tag) {
        self.data.store(data.0, Relaxed);
        self.tag.store(tag.0 ^ fold(data.0), Relaxed);
    }
}

/// The slots that a position may lie in: one cache line, so that looking at all of them costs one access to memory.
#[derive(Debug, Default)]
#[repr(align(64))]
pub(super) struct Bucket([Slot; WAYS]);

const _: () = assert!(size_of::<Bucket>() == 64);

impl Bucket {
    #[inline]
    pub(super) fn probe(&self, key: Key) -> Option<TableEntry> {
        let wanted = key_bits(key);
        self.0.iter().find_map(|slot| {
            let (data, tag) = slot.read();
            (tag.key() == wanted && data != Data::NONE).then(|| entry_of(data, tag))
        })
    }

    #[inline]
    pub(super) fn store(&self, key: Key, entry: TableEntry, merges: bool, now: Generation) {
        let (slot, old) = self.slot_for(key, now);
        let entry = old.filter(|_| merges).map_or(entry, |old| entry.merged_with(old));
        slot.write(Data::new(entry.depth, entry.bounds), Tag::new(key_bits(key), now, entry.best));
    }

    pub(super) fn clear(&self) {
        for slot in &self.0 {
            slot.data.store(0, Relaxed);
            slot.tag.store(0, Relaxed);
        }
    }

    /// The slot that a new entry of `key` goes to, and what it holds of the same position.
    #[inline]
    fn slot_for(&self, key: Key, now: Generation) -> (&Slot, Option<TableEntry>) {
        let wanted = key_bits(key);
        let (mut victim, mut least) = (&self.0[0], i32::MAX);
        for slot in &self.0 {
            let (data, tag) = slot.read();
            if tag.key() == wanted && data != Data::NONE {
                return (slot, Some(entry_of(data, tag)));
            }
            let worth = worth(data, tag, now);
            if worth < least {
                (victim, least) = (slot, worth);
            }
        }
        (victim, None)
    }
}

/// How much an entry's slot is worth: its depth, less [`PLIES_PER_SEARCH`] for each search since it was stored. An
/// empty slot is worth less than any entry.
#[inline]
fn worth(data: Data, tag: Tag, now: Generation) -> i32 {
    if data == Data::NONE {
        i32::MIN
    } else {
        data.depth().get() as i32 - PLIES_PER_SEARCH * i32::from(now.searches_since(tag.generation()))
    }
}

/// How many of the first thousand slots, which are as good a sample as any, hold an entry of `now`, in thousandths.
pub(super) fn fill_permille(buckets: &[Bucket], now: Generation) -> u32 {
    let sample = buckets.iter().flat_map(|bucket| &bucket.0).take(1000);
    let (seen, current) = sample.fold((0, 0), |(seen, current), slot| {
        let (data, tag) = slot.read();
        (seen + 1, current + u32::from(data != Data::NONE && tag.generation() == now))
    });
    current * 1000 / seen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Score;
    use crate::search::{Bounds, Depth};

    const MINE: Key = Key(0x0123_4567_89AB_CDEF);
    const YOURS: Key = Key(0xFEDC_BA98_7654_3210);

    fn exact(depth: u32, value: i64) -> TableEntry {
        TableEntry { depth: Depth::new(depth), bounds: Bounds::exact(Score::from_millionths(value)), best: None }
    }

    #[test]
    fn words_of_two_positions_are_no_entry_of_either() {
        check_mixtures(exact(5, 1), exact(5, 2), YOURS);
        check_mixtures(exact(3, 0), exact(20, 0), YOURS);
    }

    #[test]
    fn words_of_two_entries_of_a_position_are_no_entry_of_it() {
        check_mixtures(exact(5, 1), exact(5, 2), MINE);
        check_mixtures(exact(3, 0), exact(20, 0), MINE);
    }

    fn check_mixtures(of_mine: TableEntry, of_yours: TableEntry, yours: Key) {
        let bucket = Bucket::default();
        let [slot, ..] = &bucket.0;
        let stored = |key, entry| {
            bucket.clear();
            bucket.store(key, entry, true, Generation(0));
            (slot.data.load(Relaxed), slot.tag.load(Relaxed))
        };
        let (data, tag) = stored(MINE, of_mine);
        let (other_data, other_tag) = stored(yours, of_yours);

        for (data, tag, whose) in [
            (data, tag, Some(MINE)),
            (other_data, other_tag, Some(yours)),
            (data, other_tag, None),
            (other_data, tag, None),
            (0, tag, None),
        ] {
            slot.data.store(data, Relaxed);
            slot.tag.store(tag, Relaxed);
            for key in [MINE, yours] {
                assert_eq!(bucket.probe(key).is_some(), whose == Some(key), "{data:x} {tag:x}");
            }
        }
    }
}
