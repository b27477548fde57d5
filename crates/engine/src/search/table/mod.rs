//! The transposition table: what earlier searches found out about positions.

mod bucket;
mod entry;
mod memory;
mod one_slot;
mod packed_entry;

use std::fmt;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

pub use entry::{MoveIndex, TableEntry};
pub(super) use memory::reserve;
pub use memory::{TableError, TableSize};
pub use one_slot::Policy;

use bucket::Bucket;
use packed_entry::Generation;

use super::{Bounds, Depth};
use crownhead_rules::Key;

/// The transposition table, shared by all threads of a search without a lock.
///
/// Its words are atomic and read and written in no order. So a thread may read one half of an entry before, the other
/// after another thread has changed it; each entry carries a check by which it is then rejected. Two threads that store
/// at once may lose both their entries and the one that was there, but nothing false is ever read.
///
/// A position may lie in any of the four slots of its bucket. A new entry takes, in this order, the slot that holds its
/// position, an empty one, or the one with the least depth, an entry being counted eight plies shallower for each
/// search ([`Table::new_search`]) since it was stored. It is always stored: the latest result is worth more in the
/// table than a deeper, older one (Mandziuk and Osman 2004, section 5).
///
/// If the slot holds the same position at the same depth, both their bounds are kept unless they contradict each other,
/// and the move is the new one.
#[derive(Debug)]
pub struct Table {
    slots: Slots,
    generation: AtomicU8,
}

#[derive(Debug)]
enum Slots {
    Buckets(Vec<Bucket>),
    Other(Box<dyn Storage>),
}

/// Another way to store entries than in buckets, for experiments. See the methods of [`Table`].
pub trait Storage: fmt::Debug + Send + Sync {
    /// [`Table::probe`].
    fn probe(&self, key: Key) -> Option<TableEntry>;

    /// [`Table::store`], or [`Table::store_alone`] unless `merges`.
    fn store(&self, key: Key, entry: TableEntry, merges: bool);

    /// [`Table::new_search`].
    fn new_search(&self);

    /// [`Table::clear`].
    fn clear(&self);

    /// [`Table::bytes`].
    fn bytes(&self) -> u64;

    /// [`Table::fill_permille`].
    fn fill_permille(&self) -> u32;

    /// [`Table::home`].
    fn home(&self, key: Key) -> usize;
}

/// The memory of a table, reserved but not yet written to.
#[derive(Debug)]
pub struct ReservedTable {
    buckets: Vec<Bucket>,
    count: usize,
}

impl ReservedTable {
    /// Room for `count` buckets, at least one.
    fn of_buckets(count: usize) -> Result<ReservedTable, TableError> {
        let count = count.max(1);
        Ok(ReservedTable { buckets: reserve(count)?, count })
    }

    /// Writes the empty table, so that the memory is really there before the first search. It asks
    /// after every megabyte whether to go on; if not, there is no table.
    pub fn written_while(mut self, may_go_on: impl Fn() -> bool) -> Option<Table> {
        while self.buckets.len() < self.count {
            if !may_go_on() {
                return None;
            }
            let written = self.buckets.len().saturating_add(memory::PART).min(self.count);
            self.buckets.resize_with(written, Bucket::default);
        }
        Some(Table { slots: Slots::Buckets(self.buckets), generation: AtomicU8::new(0) })
    }

    fn written(self) -> Table {
        self.written_while(|| true).expect("nothing keeps it from being written")
    }
}

impl Table {
    /// An empty table of a size.
    ///
    /// # Errors
    /// If the machine does not have that much memory available.
    pub fn new(size: TableSize) -> Result<Table, TableError> {
        Ok(Table::reserve(size)?.written())
    }

    /// Reserves the memory of a table of a size. This is quick whatever the size; to write the table is what takes
    /// time.
    ///
    /// # Errors
    /// If the machine does not have that much memory available.
    pub fn reserve(size: TableSize) -> Result<ReservedTable, TableError> {
        let buckets = size.bytes() / size_of::<Bucket>() as u64;
        ReservedTable::of_buckets(usize::try_from(buckets).unwrap_or(usize::MAX))
    }

    /// An empty table for this number of entries, rounded up to a multiple of four. The papers state the sizes of their
    /// tables in entries.
    ///
    /// # Errors
    /// If the machine does not have that much memory available.
    pub fn with_entries(entries: usize) -> Result<Table, TableError> {
        Ok(ReservedTable::of_buckets(entries.div_ceil(bucket::WAYS))?.written())
    }

    /// A table that stores its entries in another way.
    pub fn of_storage(storage: Box<dyn Storage>) -> Table {
        Table { slots: Slots::Other(storage), generation: AtomicU8::new(0) }
    }

    /// The memory it takes, in bytes.
    pub fn bytes(&self) -> u64 {
        match &self.slots {
            Slots::Buckets(buckets) => size_of_val(buckets.as_slice()) as u64,
            Slots::Other(storage) => storage.bytes(),
        }
    }

    /// What is known of the position with this key.
    #[inline]
    pub fn probe(&self, key: Key) -> Option<TableEntry> {
        match &self.slots {
            Slots::Buckets(buckets) => home(buckets, key).probe(key),
            Slots::Other(storage) => storage.probe(key),
        }
    }

    /// Has memory fetch what the next probe of this key will read, so that it need not wait.
    #[inline]
    pub fn prefetch(&self, key: Key) {
        if let Slots::Buckets(buckets) = &self.slots {
            memory::prefetch(home(buckets, key));
        }
    }

    /// Stores what a search to `depth` found out about the position with this key.
    ///
    /// The bounds are relative to the position, and are to be what that search alone says: [`Bounds::OPEN`]
    /// tightened by its result.
    #[inline]
    pub fn store(&self, key: Key, depth: Depth, bounds: Bounds, best: Option<MoveIndex>) {
        self.save(key, TableEntry { depth, bounds, best }, true);
    }

    /// The same, but the entry forgets the bounds of earlier searches to the same depth: it holds one bound, as in the
    /// papers, where the search had a null window.
    pub fn store_alone(&self, key: Key, depth: Depth, bounds: Bounds, best: Option<MoveIndex>) {
        self.save(key, TableEntry { depth, bounds, best }, false);
    }

    #[inline]
    fn save(&self, key: Key, entry: TableEntry, merges: bool) {
        match &self.slots {
            Slots::Buckets(buckets) => home(buckets, key).store(key, entry, merges, self.generation()),
            Slots::Other(storage) => storage.store(key, entry, merges),
        }
    }

    /// Begins the search of another move: what was stored before it is older from now on.
    ///
    /// An entry that was not stored again for 256 searches counts as new.
    pub fn new_search(&self) {
        self.generation.fetch_add(1, Relaxed);
        if let Slots::Other(storage) = &self.slots {
            storage.new_search();
        }
    }

    /// Forgets everything.
    pub fn clear(&self) {
        self.clear_together(1, &|| true);
    }

    /// Forgets everything, with up to `threads` threads: fewer if the system cannot start them all.
    ///
    /// Each thread asks now and then whether to go on. If not, the table is left with a part of its entries.
    pub fn clear_together(&self, threads: usize, may_go_on: &(impl Fn() -> bool + Sync)) {
        match &self.slots {
            Slots::Buckets(buckets) => memory::clear_parts(buckets, threads, may_go_on, Bucket::clear),
            Slots::Other(storage) => storage.clear(),
        }
    }

    /// How full it is with entries of this search, in thousandths, by a sample of a thousand slots.
    pub fn fill_permille(&self) -> u32 {
        match &self.slots {
            Slots::Buckets(buckets) => bucket::fill_permille(buckets, self.generation()),
            Slots::Other(storage) => storage.fill_permille(),
        }
    }

    /// Which of its places a position belongs to: positions of one place contend for its slots, and only they.
    pub fn home(&self, key: Key) -> usize {
        match &self.slots {
            Slots::Buckets(buckets) => place_among(key, buckets.len()),
            Slots::Other(storage) => storage.home(key),
        }
    }

    #[inline]
    fn generation(&self) -> Generation {
        Generation(self.generation.load(Relaxed))
    }
}

#[inline]
fn home(buckets: &[Bucket], key: Key) -> &Bucket {
    &buckets[place_among(key, buckets.len())]
}

/// Where among `count` places a key belongs: the upper half of their product.
///
/// It spreads the keys evenly for any count, without a division, and is decided by the upper bits of the key.
/// (D. Lemire, Fast Random Integer Generation in an Interval, 2019.)
#[inline]
pub(super) fn place_among(key: Key, count: usize) -> usize {
    ((u128::from(key.0) * count as u128) >> 64) as usize
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn writing_stops_where_it_may_not_go_on() {
        let parts = Cell::new(0);
        let reserved = ReservedTable::of_buckets(memory::PART * 9).expect("it is there");
        let may_go_on = || parts.replace(parts.get() + 1) < 3;
        assert!(reserved.written_while(may_go_on).is_none());
        assert_eq!(parts.get(), 4, "three parts were written");
    }
}
