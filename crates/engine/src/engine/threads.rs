//! The two threads of an engine: one runs its searches, the other allocates and clears its table, which takes seconds
//! for a large one, and the engine must respond meanwhile.

use std::convert::Infallible;
#[cfg(not(target_family = "wasm"))]
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
#[cfg(not(target_family = "wasm"))]
use std::thread::JoinHandle;
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, TryRecvError};

#[cfg(target_family = "wasm")]
pub(super) use super::turns::{SearchThread, TableThread};
use crate::search::{ReservedTable, Table};
use crate::support::pending::{Maker, Pending};

/// A table that is ready, or will be when the work on it has ended. If the work was cancelled, there is none.
pub(super) type PendingTable = Pending<Arc<Table>>;

/// The work on one table.
pub(super) struct Work {
    kind: Kind,
    maker: Maker<Arc<Table>>,
    /// The sequence number of the work.
    number: u64,
}

pub(super) enum Kind {
    /// A new table. The old one is dropped before the new one is written.
    Write { room: ReservedTable, old: Option<PendingTable> },
    /// A used table, cleared by this number of threads once `idle` disconnects: then no search uses it.
    Clear { used: PendingTable, threads: usize, idle: Receiver<Infallible> },
}

/// The interval at which work that waits for a search checks whether it was cancelled.
const BETWEEN_LOOKS: Duration = Duration::from_millis(5);

/// The thread. It does one piece of work at a time and ends when its owner is dropped.
#[cfg(not(target_family = "wasm"))]
pub(super) struct TableThread {
    works: Option<Sender<Work>>,
    /// The sequence number of the latest work.
    latest: u64,
    /// The sequence number of the first work that is not cancelled.
    wanted: Arc<AtomicU64>,
    thread: Option<JoinHandle<()>>,
}

#[cfg(not(target_family = "wasm"))]
impl TableThread {
    pub(super) fn start() -> std::io::Result<TableThread> {
        let (works, queue) = crossbeam_channel::unbounded::<Work>();
        let wanted = Arc::new(AtomicU64::new(0));
        let wanted_there = Arc::clone(&wanted);
        let work = move || queue.into_iter().for_each(|work| work.carry_out(&wanted_there));
        let thread = std::thread::Builder::new().name("table".to_owned()).spawn(work)?;
        Ok(TableThread { works: Some(works), latest: 0, wanted, thread: Some(thread) })
    }

    /// Allocates a new table to replace an old one. Work on older tables is cancelled.
    pub(super) fn write(&mut self, room: ReservedTable, old: Option<PendingTable>) -> PendingTable {
        self.wanted.store(self.latest + 1, Ordering::Relaxed);
        self.begin(Kind::Write { room, old })
    }

    /// Clears a used table with this number of threads, once `idle` disconnects.
    pub(super) fn clear(&mut self, used: PendingTable, threads: usize, idle: Receiver<Infallible>) -> PendingTable {
        self.begin(Kind::Clear { used, threads, idle })
    }

    fn begin(&mut self, kind: Kind) -> PendingTable {
        self.latest += 1;
        let (work, pending) = Work::new(kind, self.latest);
        let works = self.works.as_ref().expect("the queue is open until the thread is dropped");
        works.send(work).expect("the thread lives as long as its queue");
        pending
    }
}

#[cfg(not(target_family = "wasm"))]
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

impl Work {
    pub(super) fn new(kind: Kind, number: u64) -> (Work, PendingTable) {
        let (pending, maker) = Pending::new();
        (Work { kind, maker, number }, pending)
    }

    /// Whether it need not wait for a search.
    #[cfg(target_family = "wasm")]
    pub(super) fn can_begin(&self) -> bool {
        match &self.kind {
            Kind::Write { .. } => true,
            Kind::Clear { idle, .. } => idle.try_recv() == Err(TryRecvError::Disconnected),
        }
    }

    pub(super) fn carry_out(self, wanted: &AtomicU64) {
        let Work { kind, maker, number } = self;
        let is_wanted = || number >= wanted.load(Ordering::Relaxed);
        let done = match kind {
            Kind::Write { room, old } => {
                drop(old);
                room.written_while(is_wanted).map(Arc::new)
            }
            Kind::Clear { used, threads, idle } => cleared(&used, threads, &idle, &is_wanted),
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
        let _ = idle.recv_timeout(BETWEEN_LOOKS);
    }
    let table = Arc::clone(used.get()?);
    table.clear_together(threads, is_wanted);
    is_wanted().then_some(table)
}

/// A piece of work for the search thread. It is called until it is over. With a time of the engine's clock it pauses then,
/// and waits for nothing; without one it does not return before it is over.
pub(super) type Job = Box<dyn FnMut(Option<Duration>) -> JobState + Send>;

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

/// A thread that runs jobs one at a time and ends when its owner is dropped.
#[cfg(not(target_family = "wasm"))]
pub(super) struct SearchThread {
    jobs: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
}

#[cfg(not(target_family = "wasm"))]
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
#[cfg(not(target_family = "wasm"))]
fn run(mut job: Job) {
    if catch_unwind(AssertUnwindSafe(|| job(None))).is_err() {
        log::error!("a search ended by a panic");
    }
}

#[cfg(not(target_family = "wasm"))]
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
    use super::*;
    use crate::search::{Bounds, Depth, TableSize};
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
        pending.wait(3 * BETWEEN_LOOKS);
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
