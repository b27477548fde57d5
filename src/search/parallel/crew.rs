//! What the threads of a search know of each other.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};

use super::bisection::Bisection;
use super::scheme::Scheme;
use super::tally::Tally;
use crate::search::{Counters, Task, Tree};

/// The threads of a search: the first, which decides, and its helpers.
#[derive(Debug)]
pub(super) struct Crew {
    scheme: Scheme,
    /// The counts of each.
    tallies: Vec<Tally>,
    /// The iteration that the first thread is at, in plies.
    depth: AtomicU32,
    /// Has the first thread finished?
    is_over: AtomicBool,
    /// The questions that are shared out, if the scheme and the driver are such.
    bisection: Option<Bisection>,
}

impl Crew {
    pub(super) fn new<T: Tree>(task: &Task<'_, T>) -> Crew {
        let (threads, scheme) = (task.options.threads.get(), task.options.scheme);
        let bisects = scheme == Scheme::GammaStaggered && task.driver().asks_for_narrow_windows();
        let reach = task.options.driver_options.aspiration;
        Crew {
            scheme,
            tallies: (0..threads).map(|_| Tally::default()).collect(),
            depth: AtomicU32::new(task.first.get()),
            is_over: AtomicBool::new(false),
            bisection: bisects.then(|| Bisection::new(threads, reach)),
        }
    }

    /// The seat of the thread that decides.
    pub(super) fn first(&self) -> Seat<'_> {
        Seat { crew: self, number: 0 }
    }

    /// The seats of the others.
    pub(super) fn helpers(&self) -> impl Iterator<Item = Seat<'_>> {
        (1..self.tallies.len()).map(|number| Seat { crew: self, number })
    }

    /// What all have counted.
    pub(super) fn counters(&self) -> Counters {
        self.tallies.iter().fold(Counters::default(), |sum, tally| sum.and(&tally.read()))
    }

    /// How many nodes all have visited.
    pub(super) fn nodes(&self) -> u64 {
        self.tallies.iter().map(Tally::nodes).sum()
    }

    pub(super) fn threads(&self) -> usize {
        self.tallies.len()
    }

    pub(super) fn depth(&self) -> u32 {
        self.depth.load(Relaxed)
    }

    /// The first thread goes on to this iteration.
    pub(super) fn set_depth(&self, plies: u32) {
        self.depth.store(plies, Relaxed);
    }

    pub(super) fn is_over(&self) -> bool {
        self.is_over.load(Relaxed)
    }

    pub(super) fn bisection(&self) -> Option<&Bisection> {
        self.bisection.as_ref()
    }
}

/// A thread's place in the crew.
#[derive(Clone, Copy)]
pub(in crate::search) struct Seat<'a> {
    crew: &'a Crew,
    /// 0 for the first thread.
    number: usize,
}

impl std::fmt::Debug for Seat<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "thread {} of {}", self.number + 1, self.crew.threads())
    }
}

impl<'a> Seat<'a> {
    /// Lets the others know what this thread has counted.
    pub(in crate::search) fn publish(self, counters: &Counters) {
        self.crew.tallies[self.number].publish(counters);
    }

    /// What all threads have counted: this one just now, the others when they last told.
    pub(in crate::search) fn counters_of_all(self, own: &Counters) -> Counters {
        self.publish(own);
        self.crew.counters()
    }

    pub(in crate::search) fn bisection(self) -> Option<&'a Bisection> {
        self.crew.bisection()
    }

    pub(super) fn crew(self) -> &'a Crew {
        self.crew
    }

    pub(super) fn number(self) -> usize {
        self.number
    }

    pub(super) fn plies_ahead(self) -> u32 {
        self.crew.scheme.plies_ahead(self.number)
    }
}

/// Sends the helpers home when it is dropped, be it by a panic: nobody waits for them otherwise.
pub(super) struct Dismissal<'a>(&'a Crew);

impl<'a> Dismissal<'a> {
    pub(super) fn of(crew: &'a Crew) -> Dismissal<'a> {
        Dismissal(crew)
    }
}

impl Drop for Dismissal<'_> {
    fn drop(&mut self) {
        self.0.is_over.store(true, Relaxed);
        if let Some(bisection) = &self.0.bisection {
            bisection.close();
        }
    }
}
