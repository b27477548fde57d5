//! A table wrapper that reports every access to an observer.

use std::fmt;
use std::sync::Arc;

use super::Table;
use super::entry::{Entry, MoveIndex};
use crate::rules::Key;
use crate::search::{Bounds, Depth};

/// Observes a table. It may probe the table, which it gets without the wrapper, but must not change it.
pub trait TableWatcher: Send + Sync {
    /// The table was asked about a position and knew this much.
    fn probed(&self, key: Key, found: Option<Entry>);

    /// What a search to `depth` found out about a position was handed to the table, which has dealt with it.
    fn stored(&self, table: &Table, key: Key, depth: Depth);

    /// The table has forgotten everything.
    fn cleared(&self);
}

/// A table and its observer.
pub(super) struct Watched {
    pub(super) table: Box<Table>,
    watcher: Arc<dyn TableWatcher>,
}

impl Watched {
    pub(super) fn new(table: Table, watcher: Arc<dyn TableWatcher>) -> Watched {
        Watched { table: Box::new(table), watcher }
    }

    // Kept out of the way of the tables that play.
    #[cold]
    pub(super) fn probe(&self, key: Key) -> Option<Entry> {
        let found = self.table.probe(key);
        self.watcher.probed(key, found);
        found
    }

    #[cold]
    pub(super) fn store<const MERGES: bool>(&self, key: Key, depth: Depth, bounds: Bounds, best: Option<MoveIndex>) {
        self.table.save::<MERGES>(key, depth, bounds, best);
        self.watcher.stored(&self.table, key, depth);
    }

    pub(super) fn clear(&self, threads: usize, may_go_on: &(impl Fn() -> bool + Sync)) {
        self.table.clear_together(threads, may_go_on);
        self.watcher.cleared();
    }
}

impl fmt::Debug for Watched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watched").field("table", &self.table).finish_non_exhaustive()
    }
}
