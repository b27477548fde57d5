//! Slots in buckets of one cache line: what play uses.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::clearing::clear_parts;
use super::entry::{Entry, MoveIndex};
use super::prefetch::prefetch;
use super::size::{Reserved, TableError, reserve};
use super::words::{Facts, Generation, Label};
use crate::rules::Key;

/// The slots of a bucket.
const WAYS: usize = 4;

/// How many plies of depth an entry's claim to its slot loses with each search that passes.
const PLIES_PER_SEARCH: i32 = 8;

/// One entry, in two words that are written one after the other.
///
/// The label carries the low 48 bits of the key, and a hash of the facts is XORed into them. So words that belong to
/// two entries, even of the same position, show the key of neither, and a probe rejects them, unless the hashes are
/// equal. Then the facts are equal too, but for a rare collision, and the words are just the entry of the label.
#[derive(Debug, Default)]
struct Slot {
    facts: AtomicU64,
    label: AtomicU64,
}

/// The hash of the facts, in the places of the key bits of a label. It depends on each bit of the facts, so that words
/// of entries which differ only in their depth are rejected too.
#[inline]
fn fold(facts: u64) -> u64 {
    const ODD: u64 = 0x9E37_79B9_7F4A_7C15;
    facts.wrapping_mul(ODD) & u64::MAX << Label::TOP_SHIFT
}

impl Slot {
    #[inline]
    fn read(&self) -> (Facts, Label) {
        let facts = self.facts.load(Relaxed);
        (Facts(facts), Label(self.label.load(Relaxed) ^ fold(facts)))
    }

    #[inline]
    fn write(&self, facts: Facts, label: Label) {
        self.facts.store(facts.0, Relaxed);
        self.label.store(label.0 ^ fold(facts.0), Relaxed);
    }
}

/// The slots that a position may lie in: one cache line, so that looking at all of them costs one access to memory.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([Slot; WAYS]);

const _: () = assert!(size_of::<Bucket>() == 64);

#[derive(Debug)]
pub(super) struct Buckets(Vec<Bucket>);

/// Room for buckets.
#[derive(Debug)]
pub(super) struct ReservedBuckets(Reserved<Bucket>);

impl ReservedBuckets {
    /// The buckets, all empty; see [`Reserved::written`].
    pub(super) fn written(self, may_go_on: impl Fn() -> bool) -> Option<Buckets> {
        self.0.written(may_go_on).map(Buckets)
    }
}

impl Buckets {
    /// Room for `entries`, rounded up to whole buckets.
    pub(super) fn with_entries(entries: usize) -> Result<ReservedBuckets, TableError> {
        reserve(entries.div_ceil(WAYS)).map(ReservedBuckets)
    }

    /// Room for as many whole buckets as fit into `bytes` bytes.
    pub(super) fn with_bytes(bytes: u64) -> Result<ReservedBuckets, TableError> {
        reserve(usize::try_from(bytes / size_of::<Bucket>() as u64).unwrap_or(usize::MAX)).map(ReservedBuckets)
    }

    pub(super) fn bytes(&self) -> u64 {
        size_of_val(self.0.as_slice()) as u64
    }

    #[inline]
    fn bucket(&self, key: Key) -> &Bucket {
        &self.0[self.home(key)]
    }

    #[inline]
    pub(super) fn home(&self, key: Key) -> usize {
        super::place(key, self.0.len())
    }

    #[inline]
    pub(super) fn prefetch(&self, key: Key) {
        prefetch(self.bucket(key));
    }

    #[inline]
    pub(super) fn probe(&self, key: Key) -> Option<Entry> {
        let wanted = checked_bits(key);
        for slot in &self.bucket(key).0 {
            let (facts, label) = slot.read();
            if label.top() == wanted && facts != Facts::NONE {
                return Some(facts.entry(label));
            }
        }
        None
    }

    #[inline]
    pub(super) fn store<const MERGES: bool>(&self, key: Key, facts: Facts, best: Option<MoveIndex>, now: Generation) {
        let (slot, old) = self.bucket(key).slot_for(key, now);
        let facts = old.filter(|_| MERGES).map_or(facts, |old| facts.merged_with(old));
        slot.write(facts, Label::new(checked_bits(key), now, best));
    }

    pub(super) fn clear(&self, threads: usize, may_go_on: &(impl Fn() -> bool + Sync)) {
        clear_parts(&self.0, threads, may_go_on, |bucket| {
            for slot in &bucket.0 {
                slot.facts.store(0, Relaxed);
                slot.label.store(0, Relaxed);
            }
        });
    }

    /// The generations of the first entries of the table, which are as good a sample as any.
    pub(super) fn sample(&self, slots: usize) -> impl Iterator<Item = Option<Generation>> {
        self.0.iter().flat_map(|bucket| &bucket.0).take(slots).map(|slot| {
            let (facts, label) = slot.read();
            (facts != Facts::NONE).then_some(label.generation())
        })
    }
}

/// The low bits of the key; its high ones choose the bucket, so in a table of `2^n` buckets `48 + n` bits of the key
/// (all 64 from 4 MiB on) have to agree before another position is taken for this one.
#[inline]
fn checked_bits(key: Key) -> u64 {
    key.0 & (u64::MAX >> (64 - Label::TOP_BITS))
}

impl Bucket {
    /// The slot that a new entry of `key` goes to, and what it holds of the same position.
    #[inline]
    fn slot_for(&self, key: Key, now: Generation) -> (&Slot, Option<Facts>) {
        let wanted = checked_bits(key);
        let (mut victim, mut least) = (&self.0[0], i32::MAX);
        for slot in &self.0 {
            let (facts, label) = slot.read();
            if label.top() == wanted && facts != Facts::NONE {
                return (slot, Some(facts));
            }
            let worth = worth(facts, label, now);
            if worth < least {
                (victim, least) = (slot, worth);
            }
        }
        (victim, None)
    }
}

/// How much an entry's slot is worth: its depth, less [`PLIES_PER_SEARCH`] for each search since it was saved. An empty
/// slot is worth less than any entry.
#[inline]
fn worth(facts: Facts, label: Label, now: Generation) -> i32 {
    if facts == Facts::NONE {
        i32::MIN
    } else {
        facts.depth().get() as i32 - PLIES_PER_SEARCH * i32::from(now.searches_since(label.generation()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Score;
    use crate::search::{Bounds, Depth};

    const MINE: Key = Key(0x0123_4567_89AB_CDEF);
    const YOURS: Key = Key(0xFEDC_BA98_7654_3210);

    #[test]
    fn words_of_two_positions_are_no_entry_of_either() {
        let facts = |depth, value| Facts::new(Depth::new(depth), Bounds::exact(Score::from_millionths(value)));
        check_mixtures(facts(5, 1), facts(5, 2), YOURS);
        check_mixtures(facts(3, 0), facts(20, 0), YOURS);
    }

    #[test]
    fn words_of_two_entries_of_a_position_are_no_entry_of_it() {
        let facts = |depth, value| Facts::new(Depth::new(depth), Bounds::exact(Score::from_millionths(value)));
        check_mixtures(facts(5, 1), facts(5, 2), MINE);
        check_mixtures(facts(3, 0), facts(20, 0), MINE);
    }

    fn check_mixtures(of_mine: Facts, of_yours: Facts, yours: Key) {
        let mine = MINE;
        let buckets = Buckets::with_entries(WAYS).expect("one bucket").written(|| true).expect("it is written");
        buckets.store::<true>(mine, of_mine, None, Generation(0));
        let [slot, ..] = &buckets.0[0].0;
        let words = || (slot.facts.load(Relaxed), slot.label.load(Relaxed));
        let (facts, label) = words();
        buckets.clear(1, &|| true);
        buckets.store::<true>(yours, of_yours, None, Generation(0));
        let (other_facts, other_label) = words();

        for (facts, label, whose) in [
            (facts, label, Some(mine)),
            (other_facts, other_label, Some(yours)),
            (facts, other_label, None),
            (other_facts, label, None),
            (0, label, None),
        ] {
            slot.facts.store(facts, Relaxed);
            slot.label.store(label, Relaxed);
            for key in [mine, yours] {
                assert_eq!(buckets.probe(key).is_some(), whose == Some(key), "{facts:x} {label:x}");
            }
        }
    }
}
