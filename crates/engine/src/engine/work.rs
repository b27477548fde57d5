//! The work of an engine's threads: on its table, and of its searches.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crossbeam_channel::{Receiver, TryRecvError};

use crate::search::{ReservedTable, Table};
use crate::support::pending::{Maker, Pending};

/// A table that is ready, or will be when the work on it has ended. If the work was cancelled, there is none.
pub(super) type PendingTable = Pending<Arc<Table>>;

pub(super) struct TableWork {
    kind: TableWorkKind,
    maker: Maker<Arc<Table>>,
    number: u64,
}

pub(super) enum TableWorkKind {
    /// A new table. The old one is dropped before the new one is written.
    Write { room: ReservedTable, old: Option<PendingTable> },
    /// A used table, cleared by this number of threads once `idle` disconnects: then no search uses it.
    Clear { used: PendingTable, threads: usize, idle: Receiver<Infallible> },
}

/// The interval at which work that waits for a search checks whether it was cancelled.
pub(super) const CANCEL_CHECK_INTERVAL: Duration = Duration::from_millis(5);

impl TableWork {
    pub(super) fn new(kind: TableWorkKind, number: u64) -> (TableWork, PendingTable) {
        let (pending, maker) = Pending::new();
        (TableWork { kind, maker, number }, pending)
    }

    /// Whether it need not wait for a search.
    #[cfg(target_family = "wasm")]
    pub(super) fn can_begin(&self) -> bool {
        match &self.kind {
            TableWorkKind::Write { .. } => true,
            TableWorkKind::Clear { idle, .. } => idle.try_recv() == Err(TryRecvError::Disconnected),
        }
    }

    pub(super) fn carry_out(self, wanted: &AtomicU64) {
        let TableWork { kind, maker, number } = self;
        let is_wanted = || number >= wanted.load(Ordering::Relaxed);
        let done = match kind {
            TableWorkKind::Write { room, old } => {
                drop(old);
                room.written_while(is_wanted).map(Arc::new)
            }
            TableWorkKind::Clear { used, threads, idle } => cleared(&used, threads, &idle, &is_wanted),
        };
        if let Some(done) = done {
            maker.end(done);
        }
    }
}

/// The cleared table; `None` if there is no such table or the work was cancelled.
fn cleared(
    used: &PendingTable,
    threads: usize,
    idle: &Receiver<Infallible>,
    is_wanted: &(impl Fn() -> bool + Sync),
) -> Option<Arc<Table>> {
    while idle.try_recv() != Err(TryRecvError::Disconnected) {
        if !is_wanted() {
            return None;
        }
        // This channel never receives a message either.
        let _ = idle.recv_timeout(CANCEL_CHECK_INTERVAL);
    }
    let table = Arc::clone(used.get()?);
    table.clear_together(threads, is_wanted);
    is_wanted().then_some(table)
}

/// A piece of work for the search thread. It is called until it is over. With a number of nodes it pauses after those,
/// and waits for nothing; without one it does not return before it is over.
pub(super) type Job = Box<dyn FnMut(Option<u64>) -> JobState + Send>;

/// How far a job has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobState {
    /// It has ended.
    Over,
    /// It would go on at once.
    Paused,
    /// It waits for a signal or for the table.
    Waiting,
}
