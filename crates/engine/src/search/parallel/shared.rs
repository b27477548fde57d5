//! What the threads of one search tell each other.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};

use super::bisection::{Bisection, HelperAnswer, Lead};
use crate::search::options::Scheme;
use crate::search::{Bounds, Counters, SearchOptions, Task, Window};
use crownhead_rules::Ply;

/// The threads of a search: the first, which decides, and its helpers.
#[derive(Debug)]
pub(super) struct SharedSearch {
    scheme: Scheme,
    counters_by_thread: Vec<SharedCounters>,
    /// The iteration that the first thread is at, in plies.
    depth: AtomicU32,
    /// Whether the first thread has finished.
    is_over: AtomicBool,
    /// The questions that are shared out, if the scheme and the driver are such.
    bisection: Option<Bisection>,
}

impl SharedSearch {
    pub(super) fn new<N, V>(task: &Task<N, V>, options: &SearchOptions) -> SharedSearch {
        let threads = options.threads.get();
        let scheme = options.scheme.resolve(threads, options.driver_for(task.lines).asks_for_narrow_windows());
        let reach = options.driver_options.aspiration;
        SharedSearch {
            scheme,
            counters_by_thread: (0..threads).map(|_| SharedCounters::default()).collect(),
            depth: AtomicU32::new(task.first.get()),
            is_over: AtomicBool::new(false),
            bisection: (scheme == Scheme::GammaStaggered).then(|| Bisection::new(threads, reach)),
        }
    }

    /// The worker of the thread that decides.
    pub(super) fn first(&self) -> Worker<'_> {
        Worker { shared: self, number: 0 }
    }

    /// The workers of the others.
    pub(super) fn helpers(&self) -> impl Iterator<Item = Worker<'_>> {
        (1..self.counters_by_thread.len()).map(|number| Worker { shared: self, number })
    }

    /// What all have counted.
    pub(super) fn counters(&self) -> Counters {
        self.counters_by_thread.iter().fold(Counters::default(), |sum, counters| sum.and(&counters.read()))
    }

    /// How many nodes all have visited.
    pub(super) fn nodes(&self) -> u64 {
        self.counters_by_thread.iter().map(SharedCounters::nodes).sum()
    }

    pub(super) fn threads(&self) -> usize {
        self.counters_by_thread.len()
    }

    pub(super) fn depth(&self) -> u32 {
        self.depth.load(Relaxed)
    }

    /// The first thread begins this iteration.
    pub(super) fn set_depth(&self, plies: u32) {
        self.depth.store(plies, Relaxed);
    }

    pub(super) fn is_over(&self) -> bool {
        self.is_over.load(Relaxed)
    }

    pub(super) fn bisection(&self) -> Option<&Bisection> {
        self.bisection.as_ref()
    }

    /// The first thread has finished.
    pub(super) fn end(&self) {
        self.is_over.store(true, Relaxed);
        if let Some(bisection) = &self.bisection {
            bisection.close();
        }
    }
}

/// A thread among those of a search.
#[derive(Clone, Copy)]
pub(in crate::search) struct Worker<'a> {
    pub(super) shared: &'a SharedSearch,
    /// 0 for the first thread.
    pub(super) number: usize,
}

impl std::fmt::Debug for Worker<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "thread {} of {}", self.number + 1, self.shared.threads())
    }
}

impl<'a> Worker<'a> {
    /// Lets the others know what this thread has counted.
    pub(in crate::search) fn publish(&self, counters: &Counters) {
        self.shared.counters_by_thread[self.number].publish(counters);
    }

    /// What all threads have counted: this one just now, the others when they last published.
    pub(in crate::search) fn counters_of_all(&self, own: &Counters) -> Counters {
        self.publish(own);
        self.shared.counters()
    }

    /// This thread knows these bounds and this best move, and goes to search this window. The others may search other
    /// windows.
    pub(in crate::search) fn ask(&self, lead: Lead, best: Option<usize>, bounds: Bounds, window: Window) {
        if let Some(bisection) = self.shared.bisection() {
            bisection.ask(lead, best, bounds, window);
        }
    }

    /// Whether answers that wait to be taken have settled the window that was asked last.
    pub(in crate::search) fn is_moot(&self) -> bool {
        self.shared.bisection().is_some_and(Bisection::is_moot)
    }

    /// The answers since they were last taken, in their order.
    pub(in crate::search) fn take_answers(&self) -> Vec<HelperAnswer> {
        self.shared.bisection().map(Bisection::take_answers).unwrap_or_default()
    }

    pub(super) fn plies_ahead(self) -> u32 {
        self.shared.scheme.plies_ahead(self.number)
    }
}

/// The counts of one thread as it last published them. Only that thread writes them. They have two cache lines of their
/// own, since processors fetch lines in pairs, so that no thread waits for another's writing.
#[derive(Debug, Default)]
#[repr(align(128))]
struct SharedCounters {
    nodes: AtomicU64,
    leaves: AtomicU64,
    leaf_plies: AtomicU64,
    deepest: AtomicU64,
    table_hits: AtomicU64,
    known_hits: AtomicU64,
    contradictions: AtomicU64,
}

impl SharedCounters {
    fn publish(&self, counters: &Counters) {
        self.nodes.store(counters.nodes, Relaxed);
        self.leaves.store(counters.leaves, Relaxed);
        self.leaf_plies.store(counters.leaf_plies, Relaxed);
        self.deepest.store(u64::from(counters.deepest.get()), Relaxed);
        self.table_hits.store(counters.table_hits, Relaxed);
        self.known_hits.store(counters.known_hits, Relaxed);
        self.contradictions.store(counters.contradictions, Relaxed);
    }

    fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    fn read(&self) -> Counters {
        Counters {
            nodes: self.nodes(),
            leaves: self.leaves.load(Relaxed),
            leaf_plies: self.leaf_plies.load(Relaxed),
            deepest: Ply::new(self.deepest.load(Relaxed) as u16),
            table_hits: self.table_hits.load(Relaxed),
            known_hits: self.known_hits.load(Relaxed),
            contradictions: self.contradictions.load(Relaxed),
        }
    }
}
