//! The transposition table: what earlier searches found out about positions.

mod bucket;
mod clearing;
mod entry;
mod pages;
mod policy;
mod prefetch;
mod single;
mod size;
mod watched;
mod words;

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

pub use entry::{Entry, MoveIndex};
pub use policy::Policy;
pub use size::{TableError, TableSize};
pub use watched::TableWatcher;

use bucket::{Buckets, ReservedBuckets};
use single::{ReservedSingles, Singles};
use watched::Watched;
use words::{Facts, Generation};

use super::{Bounds, Depth};
use crate::rules::Key;

/// The transposition table, shared by all threads of a search without a lock.
///
/// Its words are atomic and read and written without any order between them. So a thread may read one half of an
/// entry just before, the other just after another thread has changed it; each entry carries a check by which it is
/// then rejected. Two threads that save at once may lose both their entries and the one that was there, but nothing false
/// is ever read.
///
/// Under [`Policy::Bucket`] a position may lie in any of the four slots of its bucket. A new entry takes, in this
/// order, the slot that holds its position, an empty one, or the one with the least depth, an entry being counted eight
/// plies shallower for each search ([`Table::new_search`]) that has passed since it was saved. It always takes one:
/// that the latest finding is there counts for more than what a deeper one cost (Mandziuk and Osman 2004, section 5).
///
/// Under every policy, if the slot holds the same position at the same depth and the new entry is let in, both their
/// bounds are kept unless they contradict each other, and the move is the new one.
#[derive(Debug)]
pub struct Table {
    slots: Slots,
    policy: Policy,
    generation: AtomicU8,
}

#[derive(Debug)]
enum Slots {
    Buckets(Buckets),
    Singles(Singles),
    Watched(Watched),
}

/// Room for a table, not yet written to.
pub struct ReservedTable {
    slots: ReservedSlots,
    policy: Policy,
}

enum ReservedSlots {
    Buckets(ReservedBuckets),
    Singles(ReservedSingles),
}

impl ReservedTable {
    /// The empty table.
    pub fn written(self) -> Table {
        self.written_while(|| true).expect("nothing keeps it from being written")
    }

    /// The empty table, or none if it may not go on, which it asks now and then.
    pub fn written_while(self, may_go_on: impl Fn() -> bool) -> Option<Table> {
        let slots = match self.slots {
            ReservedSlots::Buckets(slots) => Slots::Buckets(slots.written(may_go_on)?),
            ReservedSlots::Singles(slots) => Slots::Singles(slots.written(may_go_on)?),
        };
        Some(Table::of(slots, self.policy))
    }
}

impl std::fmt::Debug for ReservedTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ReservedTable").field("policy", &self.policy).finish_non_exhaustive()
    }
}

impl Table {
    /// An empty table of a size.
    ///
    /// # Errors
    /// If the machine does not have that much memory available.
    pub fn new(size: TableSize, policy: Policy) -> Result<Table, TableError> {
        Ok(Table::reserve(size, policy)?.written())
    }

    /// Room for a table of a size. This is quick whatever the size; to write the table is what takes time.
    ///
    /// # Errors
    /// If the machine does not have that much memory available.
    pub fn reserve(size: TableSize, policy: Policy) -> Result<ReservedTable, TableError> {
        let slots = match policy.law() {
            None => ReservedSlots::Buckets(Buckets::with_bytes(size.bytes())?),
            Some(law) => ReservedSlots::Singles(Singles::with_bytes(size.bytes(), law)?),
        };
        Ok(ReservedTable { slots, policy })
    }

    /// An empty table for this number of entries, at least one. Under [`Policy::Bucket`] the number is rounded up to a
    /// multiple of four. The papers state the sizes of their tables in entries.
    ///
    /// # Errors
    /// If the machine does not have that much memory available.
    pub fn with_entries(entries: usize, policy: Policy) -> Result<Table, TableError> {
        let slots = match policy.law() {
            None => ReservedSlots::Buckets(Buckets::with_entries(entries)?),
            Some(law) => ReservedSlots::Singles(Singles::with_entries(entries, law)?),
        };
        Ok(ReservedTable { slots, policy }.written())
    }

    /// The same table, now watched: the laboratory sees what is asked of it and what it forgets.
    pub fn watched(self, watcher: Arc<dyn TableWatcher>) -> Table {
        let policy = self.policy;
        Table::of(Slots::Watched(Watched::new(self, watcher)), policy)
    }

    fn of(slots: Slots, policy: Policy) -> Table {
        Table { slots, policy, generation: AtomicU8::new(0) }
    }

    /// Which entry gives way to which.
    pub fn policy(&self) -> Policy {
        self.policy
    }

    /// The memory it takes, in bytes.
    pub fn bytes(&self) -> u64 {
        match &self.slots {
            Slots::Buckets(slots) => slots.bytes(),
            Slots::Singles(slots) => slots.bytes(),
            Slots::Watched(watched) => watched.table.bytes(),
        }
    }

    /// What is known of the position with this key.
    #[inline]
    pub fn probe(&self, key: Key) -> Option<Entry> {
        match &self.slots {
            Slots::Buckets(slots) => slots.probe(key),
            Slots::Singles(slots) => slots.probe(key),
            Slots::Watched(watched) => watched.probe(key),
        }
    }

    /// Has memory fetch what the next probe of this key will read, so that it need not wait.
    #[inline]
    pub fn prefetch(&self, key: Key) {
        match &self.slots {
            Slots::Buckets(slots) => slots.prefetch(key),
            Slots::Singles(slots) => slots.prefetch(key),
            Slots::Watched(watched) => watched.table.prefetch(key),
        }
    }

    /// Saves what a search to `depth` found out about the position with this key, if the policy lets it in.
    ///
    /// The bounds are relative to the position, and are to be what that search alone says: [`Bounds::OPEN`]
    /// tightened by its result.
    #[inline]
    pub fn store(&self, key: Key, depth: Depth, bounds: Bounds, best: Option<MoveIndex>) {
        self.save::<true>(key, depth, bounds, best);
    }

    /// The same, but the entry forgets the bounds of earlier searches to the same depth: it holds one bound, as in the
    /// papers, where the search had a null window.
    pub fn store_alone(&self, key: Key, depth: Depth, bounds: Bounds, best: Option<MoveIndex>) {
        self.save::<false>(key, depth, bounds, best);
    }

    #[inline]
    fn save<const MERGES: bool>(&self, key: Key, depth: Depth, bounds: Bounds, best: Option<MoveIndex>) {
        let facts = Facts::new(depth, bounds);
        match &self.slots {
            Slots::Buckets(slots) => slots.store::<MERGES>(key, facts, best, self.generation()),
            Slots::Singles(slots) => slots.store::<MERGES>(key, facts, best, self.generation()),
            Slots::Watched(watched) => watched.store::<MERGES>(key, depth, bounds, best),
        }
    }

    /// Begins the search of another move: what was saved before it is older from now on.
    ///
    /// An entry that was not saved again for 256 searches counts as new.
    pub fn new_search(&self) {
        self.generation.fetch_add(1, Relaxed);
        if let Slots::Watched(watched) = &self.slots {
            watched.table.new_search();
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
            Slots::Buckets(slots) => slots.clear(threads, may_go_on),
            Slots::Singles(slots) => slots.clear(threads, may_go_on),
            Slots::Watched(watched) => watched.clear(threads, may_go_on),
        }
    }

    /// How full it is with entries of this search, in thousandths, by a sample of a thousand slots.
    pub fn fill_permille(&self) -> u32 {
        let now = self.generation();
        match &self.slots {
            Slots::Buckets(slots) => permille(slots.sample(SAMPLE), now),
            Slots::Singles(slots) => permille(slots.sample(SAMPLE), now),
            Slots::Watched(watched) => watched.table.fill_permille(),
        }
    }

    /// Which of its places a position belongs to: positions of one place contend for its slots, and only they.
    pub fn home(&self, key: Key) -> usize {
        match &self.slots {
            Slots::Buckets(slots) => slots.home(key),
            Slots::Singles(slots) => slots.home(key),
            Slots::Watched(watched) => watched.table.home(key),
        }
    }

    #[inline]
    fn generation(&self) -> Generation {
        Generation(self.generation.load(Relaxed))
    }
}

/// How many slots tell how full the table is.
const SAMPLE: usize = 1000;

/// How many of a sample belong to the search of `now`, in thousandths.
fn permille(sample: impl Iterator<Item = Option<Generation>>, now: Generation) -> u32 {
    let (seen, current) =
        sample.fold((0, 0), |(seen, current), slot| (seen + 1, current + u32::from(slot == Some(now))));
    current * 1000 / seen
}

/// Where among `count` places a key belongs: the upper half of their product.
///
/// It spreads the keys evenly for any count, without a division, and is decided by the upper bits of the key.
/// (D. Lemire, Fast Random Integer Generation in an Interval, 2019.)
#[inline]
fn place(key: Key, count: usize) -> usize {
    ((u128::from(key.0) * count as u128) >> 64) as usize
}
