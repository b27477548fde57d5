//! What the two threads of an engine do, where there are no threads: a little at a time, when the engine is told to
//! work.

use std::collections::VecDeque;
use std::sync::atomic::AtomicU64;

use crossbeam_channel::Receiver;
use parking_lot::Mutex;

use super::work::{Job, JobState, PendingTable, TableWork, TableWorkKind};
use crate::search::ReservedTable;

#[derive(Default)]
pub(super) struct TableThread {
    works: VecDeque<TableWork>,
    latest: u64,
    wanted: AtomicU64,
}

impl TableThread {
    pub(super) fn start() -> std::io::Result<TableThread> {
        Ok(TableThread::default())
    }

    /// Allocates a new table to replace an old one. Work on older tables is cancelled.
    pub(super) fn write(&mut self, room: ReservedTable, old: Option<PendingTable>) -> PendingTable {
        *self.wanted.get_mut() = self.latest + 1;
        self.begin(TableWorkKind::Write { room, old })
    }

    /// Clears a used table once `idle` disconnects.
    pub(super) fn clear(
        &mut self,
        used: PendingTable,
        threads: usize,
        idle: Receiver<std::convert::Infallible>,
    ) -> PendingTable {
        self.begin(TableWorkKind::Clear { used, threads, idle })
    }

    fn begin(&mut self, kind: TableWorkKind) -> PendingTable {
        self.latest += 1;
        let (work, pending) = TableWork::new(kind, self.latest);
        self.works.push_back(work);
        self.work();
        pending
    }

    /// Does what can be done.
    pub(super) fn work(&mut self) {
        while self.works.front().is_some_and(TableWork::can_begin)
            && let Some(work) = self.works.pop_front()
        {
            work.carry_out(&self.wanted);
        }
    }
}

#[derive(Default)]
pub(super) struct SearchThread {
    jobs: Mutex<VecDeque<Job>>,
}

impl SearchThread {
    pub(super) fn start() -> std::io::Result<SearchThread> {
        Ok(SearchThread::default())
    }

    pub(super) fn hand_over(&self, job: Job) {
        self.jobs.lock().push_back(job);
    }

    /// Works on the first job until it is over, or for about this number of nodes.
    pub(super) fn work(&self, slice: u64) -> JobState {
        let mut jobs = self.jobs.lock();
        let Some(job) = jobs.front_mut() else { return JobState::Over };
        let state = job(Some(slice));
        if state == JobState::Over {
            jobs.pop_front();
        }
        // The next one can begin at once.
        if state == JobState::Over && !jobs.is_empty() { JobState::Paused } else { state }
    }
}
