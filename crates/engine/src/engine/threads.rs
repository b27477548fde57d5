//! The two threads of an engine: one runs its searches, the other allocates and clears its table, which takes seconds
//! for a large one, and the engine must respond meanwhile.

use std::convert::Infallible;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::JoinHandle;

use crossbeam_channel::{Receiver, Sender};

use super::work::{Job, PendingTable, TableWork, TableWorkKind};
use crate::search::ReservedTable;

/// The thread of the table. It does one piece of work at a time and ends when its owner is dropped.
pub(super) struct TableThread {
    works: Option<Sender<TableWork>>,
    /// The sequence number of the latest work.
    latest: u64,
    /// The sequence number of the first work that is not cancelled.
    wanted: Arc<AtomicU64>,
    thread: Option<JoinHandle<()>>,
}

impl TableThread {
    pub(super) fn start() -> std::io::Result<TableThread> {
        let (works, queue) = crossbeam_channel::unbounded::<TableWork>();
        let wanted = Arc::new(AtomicU64::new(0));
        let wanted_there = Arc::clone(&wanted);
        let work = move || queue.into_iter().for_each(|work| work.carry_out(&wanted_there));
        let thread = std::thread::Builder::new().name("table".to_owned()).spawn(work)?;
        Ok(TableThread { works: Some(works), latest: 0, wanted, thread: Some(thread) })
    }

    /// Allocates a new table to replace an old one. Work on older tables is cancelled.
    pub(super) fn write(&mut self, room: ReservedTable, old: Option<PendingTable>) -> PendingTable {
        self.wanted.store(self.latest + 1, Ordering::Relaxed);
        self.begin(TableWorkKind::Write { room, old })
    }

    /// Clears a used table with this number of threads, once `idle` disconnects.
    pub(super) fn clear(&mut self, used: PendingTable, threads: usize, idle: Receiver<Infallible>) -> PendingTable {
        self.begin(TableWorkKind::Clear { used, threads, idle })
    }

    fn begin(&mut self, kind: TableWorkKind) -> PendingTable {
        self.latest += 1;
        let (work, pending) = TableWork::new(kind, self.latest);
        let works = self.works.as_ref().expect("the queue is open until the thread is dropped");
        works.send(work).expect("the thread lives as long as its queue");
        pending
    }
}

impl Drop for TableThread {
    fn drop(&mut self) {
        self.wanted.store(u64::MAX, Ordering::Relaxed);
        self.works = None;
        if let Some(thread) = self.thread.take() {
            // If it panicked, the panic hook has reported that.
            let _ = thread.join();
        }
    }
}

/// A thread that runs jobs one at a time and ends when its owner is dropped.
pub(super) struct SearchThread {
    jobs: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
}

impl SearchThread {
    pub(super) fn start() -> std::io::Result<SearchThread> {
        let (jobs, queue) = crossbeam_channel::unbounded::<Job>();
        let work = move || queue.into_iter().for_each(run);
        let thread = std::thread::Builder::new().name("search".to_owned()).spawn(work)?;
        Ok(SearchThread { jobs: Some(jobs), thread: Some(thread) })
    }

    pub(super) fn hand_over(&self, job: Job) {
        let jobs = self.jobs.as_ref().expect("the queue is open until the thread is dropped");
        jobs.send(job).expect("the search thread lives as long as its queue");
    }
}

/// Runs a job. If it panics, the panic hook reports the bug, and the thread continues with the next job, so that the
/// game is not lost.
fn run(mut job: Job) {
    if catch_unwind(AssertUnwindSafe(|| job(None))).is_err() {
        log::error!("a search ended by a panic");
    }
}

impl Drop for SearchThread {
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            // A job cannot end the thread, so there is nothing to report.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::engine::work::{CANCEL_CHECK_INTERVAL, JobState};
    use crate::search::{Bounds, Depth, Table, TableSize};
    use crownhead_rules::Key;

    const KEY: Key = Key(0x0123_4567_89AB_CDEF);

    fn room() -> ReservedTable {
        Table::reserve(TableSize::MIN).expect("there is 1 MiB")
    }

    fn finished(pending: &PendingTable) -> Option<Arc<Table>> {
        assert!(pending.over().recv().is_err());
        pending.get().cloned()
    }

    #[test]
    fn a_table_is_emptied_only_when_no_search_uses_it() {
        let mut tables = TableThread::start().expect("a thread can be had");
        let used = tables.write(room(), None);
        let table = finished(&used).expect("it is written");
        table.store(KEY, Depth::new(3), Bounds::OPEN, None);
        let (searching, idle) = crossbeam_channel::bounded(0);
        let pending = tables.clear(used, 2, idle);
        pending.wait(3 * CANCEL_CHECK_INTERVAL);
        assert!(!pending.is_over() && table.probe(KEY).is_some());
        drop(searching);
        assert!(finished(&pending).is_some_and(|cleared| Arc::ptr_eq(&cleared, &table)));
        assert!(table.probe(KEY).is_none());
    }

    #[test]
    fn a_new_table_ends_the_work_on_older_ones() {
        let mut tables = TableThread::start().expect("a thread can be had");
        let used = tables.write(room(), None);
        let (_searching, idle) = crossbeam_channel::bounded(0);
        let pending = tables.clear(used, 1, idle);
        let new = tables.write(room(), Some(pending.clone()));
        assert!(finished(&new).is_some());
        assert!(finished(&pending).is_none(), "it was given up, for a search still used its table");
    }

    #[test]
    fn it_ends_with_its_owner_whatever_it_waits_for() {
        let mut tables = TableThread::start().expect("a thread can be had");
        let used = tables.write(room(), None);
        let (_searching, idle) = crossbeam_channel::bounded(0);
        let pending = tables.clear(used, 1, idle);
        drop(tables);
        assert!(finished(&pending).is_none());
    }

    #[test]
    fn a_panic_does_not_end_the_thread() {
        let thread = SearchThread::start().expect("a thread can be had");
        let (done, jobs_done) = crossbeam_channel::unbounded();
        thread.hand_over(Box::new(|_| panic!("on purpose")));
        thread.hand_over(Box::new(move |_| {
            done.send(()).expect("the test waits for it");
            JobState::Over
        }));
        assert!(jobs_done.recv_timeout(Duration::from_secs(10)).is_ok());
    }
}
