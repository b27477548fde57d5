//! Tables in which a position has one slot only, with the replacement policies of Mandziuk and Osman 2004 (sections 3
//! and 5).

use parking_lot::Mutex;

use super::{Storage, Table, TableEntry, TableError, place_among, reserve};
use crate::named_choice;
use crownhead_rules::Key;

named_choice! {
    /// Which entry gives way to which.
    ///
    /// Those with one slot are the papers', and make no difference between another position's entry and an older one of
    /// the same position.
    Policy("replacement policy") {
        /// The new entry is always stored.
        Newer = "newer",
        /// The new entry is stored if it is at least as deep. An entry of the same position stays if it is deeper.
        Deeper = "deeper",
        /// The new entry is stored if its depth plus timestamp are at least those of the old one.
        ///
        /// The timestamp is, to the letter, the number of stores made in the whole table before. It outgrows any
        /// difference in depth within a few hundred stores, so a deeper entry is safe only that long, and the policy
        /// is nearly [`Policy::Newer`]; the paper found the two equally good.
        DeeperTimestamp = "deeper-timestamp",
        /// The new entry is stored only if it is deeper.
        ///
        /// Not even the other bound of the same position at the same depth is let in. That hurts the MTD drivers, which
        /// correct their guess of one and the same value again and again, and it is what the paper shows by it.
        SharplyDeeper = "sharply-deeper",
        /// Four slots to a bucket, of which the least worthy gives way: the engine's [`Table`].
        Bucket = "bucket",
    }
}

impl Policy {
    /// An empty table with this policy and number of entries, at least one.
    ///
    /// # Errors
    /// If the machine does not have that much memory available.
    pub fn table(self, entries: usize) -> Result<Table, TableError> {
        if self == Policy::Bucket {
            return Table::with_entries(entries);
        }
        let entries = entries.max(1);
        let mut slots = reserve(entries)?;
        slots.resize(entries, None);
        Ok(Table::of_storage(Box::new(OneSlot {
            policy: self,
            slots: Mutex::new(Slots { slots, ..Slots::default() }),
        })))
    }
}

#[derive(Debug)]
struct OneSlot {
    policy: Policy,
    slots: Mutex<Slots>,
}

#[derive(Debug, Default)]
struct Slots {
    slots: Vec<Option<Slot>>,
    /// How many entries were stored: the next timestamp.
    stores: u64,
    search: u64,
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    key: Key,
    entry: TableEntry,
    timestamp: u64,
    search: u64,
}

impl OneSlot {
    /// Whether a new entry takes the slot from an old one.
    fn lets_in(&self, new: TableEntry, timestamp: u64, old: &Slot) -> bool {
        match self.policy {
            Policy::Deeper => new.depth >= old.entry.depth,
            Policy::DeeperTimestamp => {
                u64::from(new.depth.get()) + timestamp >= u64::from(old.entry.depth.get()) + old.timestamp
            }
            Policy::SharplyDeeper => new.depth > old.entry.depth,
            Policy::Newer | Policy::Bucket => true,
        }
    }
}

impl Storage for OneSlot {
    fn probe(&self, key: Key) -> Option<TableEntry> {
        let slots = &self.slots.lock().slots;
        slots[place_among(key, slots.len())].filter(|slot| slot.key == key).map(|slot| slot.entry)
    }

    fn store(&self, key: Key, entry: TableEntry, merges: bool) {
        let Slots { slots, stores, search } = &mut *self.slots.lock();
        let place = place_among(key, slots.len());
        let old = slots[place];
        if old.is_some_and(|old| !self.lets_in(entry, *stores, &old)) {
            return;
        }
        let same = old.filter(|old| merges && old.key == key);
        let entry = same.map_or(entry, |old| entry.merged_with(old.entry));
        slots[place] = Some(Slot { key, entry, timestamp: *stores, search: *search });
        *stores += 1;
    }

    fn new_search(&self) {
        self.slots.lock().search += 1;
    }

    fn clear(&self) {
        let mut slots = self.slots.lock();
        slots.slots.fill(None);
        slots.stores = 0;
    }

    fn bytes(&self) -> u64 {
        size_of_val(self.slots.lock().slots.as_slice()) as u64
    }

    fn fill_permille(&self) -> u32 {
        let slots = self.slots.lock();
        let sample = &slots.slots[..slots.slots.len().min(1000)];
        let current = sample.iter().flatten().filter(|slot| slot.search == slots.search).count();
        (current * 1000 / sample.len()) as u32
    }

    fn home(&self, key: Key) -> usize {
        place_among(key, self.slots.lock().slots.len())
    }
}
