//! What a thread lets the others know of its counts.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::rules::Ply;
use crate::search::Counters;

/// The counts of one thread as it last told them. Only that thread writes it; it has cache lines of its own, two since
/// processors fetch them in pairs, so that no thread waits for another's writing.
#[derive(Debug, Default)]
#[repr(align(128))]
pub(super) struct Tally {
    nodes: AtomicU64,
    leaves: AtomicU64,
    leaf_plies: AtomicU64,
    deepest: AtomicU64,
    table_hits: AtomicU64,
    known_hits: AtomicU64,
}

impl Tally {
    pub(super) fn publish(&self, counters: &Counters) {
        self.nodes.store(counters.nodes, Relaxed);
        self.leaves.store(counters.leaves, Relaxed);
        self.leaf_plies.store(counters.leaf_plies, Relaxed);
        self.deepest.store(u64::from(counters.deepest.get()), Relaxed);
        self.table_hits.store(counters.table_hits, Relaxed);
        self.known_hits.store(counters.known_hits, Relaxed);
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    pub(super) fn read(&self) -> Counters {
        Counters {
            nodes: self.nodes(),
            leaves: self.leaves.load(Relaxed),
            leaf_plies: self.leaf_plies.load(Relaxed),
            deepest: Ply::new(self.deepest.load(Relaxed) as u16),
            table_hits: self.table_hits.load(Relaxed),
            known_hits: self.known_hits.load(Relaxed),
        }
    }
}
