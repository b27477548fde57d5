//! What goes on at a table: what is thrown away, and how often it is asked for again.

use std::collections::HashMap;

use fnv::FnvBuildHasher;
use parking_lot::Mutex;

use super::Row;
use crate::rules::Key;
use crate::search::{Depth, Entry, Policy, Table, TableWatcher};

type Map<K, V> = HashMap<K, V, FnvBuildHasher>;

/// Watches a table and keeps account of what it forgets.
#[derive(Debug, Default)]
pub struct Traffic(Mutex<Account>);

#[derive(Debug, Default)]
struct Account {
    /// What the table holds, by the place that it contends for.
    held: Map<usize, Vec<(Key, Depth)>>,
    /// What it was told and does not hold: the greatest depth for each position.
    lost: Map<u64, Depth>,
    counts: Counts,
}

/// What has happened so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Questions.
    pub probes: u64,
    /// Questions about positions that the table held.
    pub found: u64,
    /// Findings handed to the table.
    pub stores: u64,
    /// Findings that were not let in because of another position.
    pub refused: u64,
    /// Findings that were not let in because of a finding about the same position.
    pub stale: u64,
    /// Findings about other positions that gave way.
    pub evicted: u64,
    /// The depths of the findings refused and evicted, summed.
    pub lost_depth: u64,
    /// Questions about a position whose finding had been refused or evicted.
    pub asked_again: u64,
    /// The depths of the findings so asked for, summed.
    pub asked_depth: u64,
    /// Findings no deeper than one about the same position that had been lost: work done twice.
    pub redone: u64,
}

impl Traffic {
    /// What has happened so far.
    pub fn counts(&self) -> Counts {
        self.0.lock().counts
    }
}

impl Counts {
    /// The row with all this in figures.
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
