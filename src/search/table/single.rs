//! One slot for each position, and a law for who gets it: the papers' tables, for the laboratory.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::clearing::clear_parts;
use super::entry::{Entry, MoveIndex};
use super::policy::{Claim, Law};
use super::prefetch::prefetch;
use super::size::{Reserved, TableError, reserve};
use super::words::{Facts, Generation, Label};
use crate::rules::Key;

/// One entry, in three words that are written one after the other. The label carries its timestamp; the check is the
/// whole key with the other two folded in, so that words of different entries do not pass for one.
#[derive(Debug, Default)]
struct Slot {
    check: AtomicU64,
    facts: AtomicU64,
    label: AtomicU64,
}

impl Slot {
    #[inline]
    fn read(&self) -> (Key, Facts, Label) {
        let (facts, label) = (self.facts.load(Relaxed), self.label.load(Relaxed));
        (Key(self.check.load(Relaxed) ^ facts ^ label), Facts(facts), Label(label))
    }

    #[inline]
    fn write(&self, key: Key, facts: Facts, label: Label) {
        self.check.store(key.0 ^ facts.0 ^ label.0, Relaxed);
        self.facts.store(facts.0, Relaxed);
        self.label.store(label.0, Relaxed);
    }
}

/// Room for slots.
pub(super) struct ReservedSingles {
    slots: Reserved<Slot>,
    law: Law,
}

impl ReservedSingles {
    /// The slots, all empty; see [`Reserved::written`].
    pub(super) fn written(self, may_go_on: impl Fn() -> bool) -> Option<Singles> {
        let slots = self.slots.written(may_go_on)?;
        Some(Singles { slots, law: self.law, savings: AtomicU64::new(0) })
    }
}

pub(super) struct Singles {
    slots: Vec<Slot>,
    law: Law,
    /// How many entries were saved: the next timestamp. Its 48 bits last for a year at ten million savings a second.
    savings: AtomicU64,
}

impl Singles {
    /// Room for this number of slots.
    pub(super) fn with_entries(entries: usize, law: Law) -> Result<ReservedSingles, TableError> {
        Ok(ReservedSingles { slots: reserve(entries)?, law })
    }

    /// Room for as many slots as fit into `bytes` bytes.
    pub(super) fn with_bytes(bytes: u64, law: Law) -> Result<ReservedSingles, TableError> {
        Singles::with_entries(usize::try_from(bytes / size_of::<Slot>() as u64).unwrap_or(usize::MAX), law)
    }

    pub(super) fn bytes(&self) -> u64 {
        size_of_val(self.slots.as_slice()) as u64
    }

    #[inline]
    fn slot(&self, key: Key) -> &Slot {
        &self.slots[self.home(key)]
    }

    #[inline]
    pub(super) fn home(&self, key: Key) -> usize {
        super::place(key, self.slots.len())
    }

    #[inline]
    pub(super) fn prefetch(&self, key: Key) {
        prefetch(self.slot(key));
    }

    #[inline]
    pub(super) fn probe(&self, key: Key) -> Option<Entry> {
        let (whose, facts, label) = self.slot(key).read();
        (whose == key && facts != Facts::NONE).then(|| facts.entry(label))
    }

    #[inline]
    pub(super) fn store<const MERGES: bool>(&self, key: Key, facts: Facts, best: Option<MoveIndex>, now: Generation) {
        let slot = self.slot(key);
        let (whose, old, label) = slot.read();
        let timestamp = self.savings.load(Relaxed);
        let is_taken = old != Facts::NONE;
        if is_taken {
            let new_claim = Claim { depth: facts.depth(), timestamp };
            let old_claim = Claim { depth: old.depth(), timestamp: label.top() };
            if !(self.law)(new_claim, old_claim) {
                return;
            }
        }
        let facts = if MERGES && is_taken && whose == key { facts.merged_with(old) } else { facts };
        slot.write(key, facts, Label::new(timestamp, now, best));
        self.savings.fetch_add(1, Relaxed);
    }

    pub(super) fn clear(&self, threads: usize, may_go_on: &(impl Fn() -> bool + Sync)) {
        clear_parts(&self.slots, threads, may_go_on, |slot| slot.write(Key(0), Facts::NONE, Label(0)));
        self.savings.store(0, Relaxed);
    }

    /// The generations of the first entries of the table, which are as good a sample as any.
    pub(super) fn sample(&self, slots: usize) -> impl Iterator<Item = Option<Generation>> {
        self.slots.iter().take(slots).map(|slot| {
            let (_, facts, label) = slot.read();
            (facts != Facts::NONE).then_some(label.generation())
        })
    }
}

impl fmt::Debug for Singles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Singles").field("slots", &self.slots.len()).field("savings", &self.savings).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Score;
    use crate::search::{Bounds, Depth};

    #[test]
    fn words_of_two_positions_are_no_entry_of_either() {
        let of = |n: i64| Facts::new(Depth::new(5), Bounds::exact(Score::from_millionths(n)));
        let slot = Slot::default();
        let words_of = |key, facts, timestamp| {
            slot.write(key, facts, Label::new(timestamp, Generation(0), MoveIndex::new(0)));
            [&slot.check, &slot.facts, &slot.label].map(|word| word.load(Relaxed))
        };
        let (mine, yours) = (Key(0x0123_4567_89AB_CDEF), Key(0xFEDC_BA98_7654_3210));
        let entries = [words_of(mine, of(1), 10), words_of(yours, of(2), 11)];

        for mixture in 0..8 {
            let from = [0, 1, 2].map(|word| mixture >> word & 1);
            slot.check.store(entries[from[0]][0], Relaxed);
            slot.facts.store(entries[from[1]][1], Relaxed);
            slot.label.store(entries[from[2]][2], Relaxed);
            let whose = [mine, yours].into_iter().find(|&key| slot.read().0 == key);
            let expected = [(0, mine), (7, yours)].into_iter().find(|&(whole, _)| whole == mixture);
            assert_eq!(whose, expected.map(|(_, key)| key), "mixture {mixture:03b}");
        }
    }
}
