//! A table that is observed: which entries are lost, and how often they are probed again.

use std::collections::HashMap;
use std::sync::Arc;

use fnv::FnvBuildHasher;
use parking_lot::Mutex;
use serde::Serialize;

use crownhead_engine::search::Policy;
use crownhead_engine::search::{Depth, Storage, Table, TableEntry, TableError};
use crownhead_rules::Key;

type Map<K, V> = HashMap<K, V, FnvBuildHasher>;

/// A table that counts the entries it loses.
#[derive(Debug)]
pub struct ObservedTable {
    table: Table,
    policy: Policy,
    tracker: Mutex<Tracker>,
}

#[derive(Debug, Default)]
struct Tracker {
    /// The contents of the table, by slot.
    held: Map<usize, Vec<(Key, Depth)>>,
    /// Lost entries: the greatest depth for each position.
    lost: Map<u64, Depth>,
    counts: Counts,
}

/// The counts so far. They are figures of rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    #[serde(rename = "table_probes")]
    pub probes: u64,
    pub found: u64,
    pub stores: u64,
    /// Stores rejected in favour of another position.
    pub refused: u64,
    /// Stores rejected in favour of an entry of the same position.
    pub stale: u64,
    /// Evicted entries of other positions.
    pub evicted: u64,
    /// The sum of the depths of rejected and evicted entries.
    pub lost_depth: u64,
    /// Probes of a position whose entry was rejected or evicted.
    pub asked_again: u64,
    /// The sum of the depths of these lost entries.
    pub asked_depth: u64,
    /// Stores at most as deep as a lost entry of the same position: repeated work.
    pub redone: u64,
}

impl ObservedTable {
    /// Observes an empty table with this policy and number of entries.
    pub fn observe(policy: Policy, entries: usize) -> Result<Arc<ObservedTable>, TableError> {
        Ok(Arc::new(ObservedTable { table: policy.table(entries)?, policy, tracker: Mutex::default() }))
    }

    pub fn table(self: &Arc<ObservedTable>) -> Table {
        Table::of_storage(Box::new(SharedObservedTable(Arc::clone(self))))
    }

    pub fn counts(&self) -> Counts {
        self.tracker.lock().counts
    }
}

#[derive(Debug)]
struct SharedObservedTable(Arc<ObservedTable>);

impl std::ops::Deref for SharedObservedTable {
    type Target = ObservedTable;

    fn deref(&self) -> &ObservedTable {
        &self.0
    }
}

impl Storage for SharedObservedTable {
    fn probe(&self, key: Key) -> Option<TableEntry> {
        let found = self.table.probe(key);
        let mut tracker = self.tracker.lock();
        tracker.counts.probes += 1;
        if found.is_some() {
            tracker.counts.found += 1;
        } else if let Some(&depth) = tracker.lost.get(&key.0) {
            tracker.counts.asked_again += 1;
            tracker.counts.asked_depth += u64::from(depth.get());
        }
        found
    }

    fn store(&self, key: Key, entry: TableEntry, merges: bool) {
        let TableEntry { depth, bounds, best } = entry;
        if merges {
            self.table.store(key, depth, bounds, best);
        } else {
            self.table.store_alone(key, depth, bounds, best);
        }
        self.tracker.lock().store(&self.table, self.policy, key, depth);
    }

    fn new_search(&self) {
        self.table.new_search();
    }

    fn clear(&self) {
        self.table.clear();
        let mut tracker = self.tracker.lock();
        tracker.held.clear();
        tracker.lost.clear();
    }

    fn bytes(&self) -> u64 {
        self.table.bytes()
    }

    fn fill_permille(&self) -> u32 {
        self.table.fill_permille()
    }

    fn home(&self, key: Key) -> usize {
        self.table.home(key)
    }
}

impl Tracker {
    fn store(&mut self, table: &Table, policy: Policy, key: Key, depth: Depth) {
        self.counts.stores += 1;
        if self.lost.get(&key.0).is_some_and(|&lost| lost >= depth) {
            self.counts.redone += 1;
        }
        let home = self.held.entry(table.home(key)).or_default();
        let held_before = home.iter().find(|(held, _)| *held == key).map(|&(_, depth)| depth);
        let mut given_way = Vec::new();
        home.retain(|&(held, depth)| {
            let stays = held == key || table.probe(held).is_some();
            if !stays {
                given_way.push((held, depth));
            }
            stays && held != key
        });
        self.counts.evicted += given_way.len() as u64;
        for (held, depth) in given_way {
            self.lose(held, depth);
        }
        let Some(entry) = table.probe(key) else {
            self.counts.refused += 1;
            self.lose(key, depth);
            return;
        };
        let is_same_again = held_before == Some(depth) && policy == Policy::SharplyDeeper;
        self.counts.stale += u64::from(entry.depth != depth || is_same_again);
        self.lost.remove(&key.0);
        self.held.entry(table.home(key)).or_default().push((key, entry.depth));
    }

    fn lose(&mut self, key: Key, depth: Depth) {
        self.counts.lost_depth += u64::from(depth.get());
        let lost = self.lost.entry(key.0).or_insert(depth);
        *lost = depth.max(*lost);
    }
}
