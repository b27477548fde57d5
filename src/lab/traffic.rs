//! Observes a table: which entries are lost, and how often they are probed again.

use std::collections::HashMap;

use fnv::FnvBuildHasher;
use parking_lot::Mutex;

use super::Row;
use crate::rules::Key;
use crate::search::{Depth, Entry, Policy, Table, TableWatcher};

type Map<K, V> = HashMap<K, V, FnvBuildHasher>;

/// Observes a table and counts the lost entries.
#[derive(Debug, Default)]
pub struct Traffic(Mutex<Account>);

#[derive(Debug, Default)]
struct Account {
    /// The contents of the table, by slot.
    held: Map<usize, Vec<(Key, Depth)>>,
    /// Lost entries: the greatest depth for each position.
    lost: Map<u64, Depth>,
    counts: Counts,
}

/// The counts so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Probes.
    pub probes: u64,
    /// Probes that found an entry.
    pub found: u64,
    /// Stores.
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

impl Traffic {
    /// The counts so far.
    pub fn counts(&self) -> Counts {
        self.0.lock().counts
    }
}

impl Counts {
    /// Adds all counts to a row as figures.
    pub fn onto(&self, row: Row) -> Row {
        row.figure("table_probes", self.probes as f64)
            .figure("found", self.found as f64)
            .figure("stores", self.stores as f64)
            .figure("refused", self.refused as f64)
            .figure("stale", self.stale as f64)
            .figure("evicted", self.evicted as f64)
            .figure("lost_depth", self.lost_depth as f64)
            .figure("asked_again", self.asked_again as f64)
            .figure("asked_depth", self.asked_depth as f64)
            .figure("redone", self.redone as f64)
    }
}

impl TableWatcher for Traffic {
    fn probed(&self, key: Key, found: Option<Entry>) {
        let mut account = self.0.lock();
        account.counts.probes += 1;
        if found.is_some() {
            account.counts.found += 1;
        } else if let Some(&depth) = account.lost.get(&key.0) {
            account.counts.asked_again += 1;
            account.counts.asked_depth += u64::from(depth.get());
        }
    }

    fn stored(&self, table: &Table, key: Key, depth: Depth) {
        self.0.lock().store(table, key, depth);
    }

    fn cleared(&self) {
        let mut account = self.0.lock();
        account.held.clear();
        account.lost.clear();
    }
}

impl Account {
    fn store(&mut self, table: &Table, key: Key, depth: Depth) {
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
        let is_same_again = held_before == Some(depth) && table.policy() == Policy::SharplyDeeper;
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
