//! What the threads of a search know of each other.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};

use super::bisection::Bisection;
use super::tally::Tally;
use crate::search::options::Scheme;
use crate::search::seat::{Answer, Lead, Seat};
use crate::search::{Bounds, Counters, SearchOptions, Task, Window};

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
    pub(super) fn new<N, V>(task: &Task<N, V>, options: &SearchOptions) -> Crew {
        let (threads, scheme) = (options.threads.get(), options.scheme);
        let driver = options.driver_for(task.lines);
        let bisects = scheme == Scheme::GammaStaggered && driver.asks_for_narrow_windows();
        let reach = options.driver_options.aspiration;
        Crew {
            scheme,
            tallies: (0..threads).map(|_| Tally::default()).collect(),
            depth: AtomicU32::new(task.first.get()),
            is_over: AtomicBool::new(false),
            bisection: bisects.then(|| Bisection::new(threads, reach)),
        }
    }

    /// The seat of the thread that decides.
    pub(super) fn first(&self) -> CrewSeat<'_> {
        CrewSeat { crew: self, number: 0 }
    }

    /// The seats of the others.
    pub(super) fn helpers(&self) -> impl Iterator<Item = CrewSeat<'_>> {
        (1..self.tallies.len()).map(|number| CrewSeat { crew: self, number })
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
pub(super) struct CrewSeat<'a> {
    crew: &'a Crew,
    /// 0 for the first thread.
    number: usize,
}

impl std::fmt::Debug for CrewSeat<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "thread {} of {}", self.number + 1, self.crew.threads())
    }
}

impl Seat for CrewSeat<'_> {
    fn publish(&self, counters: &Counters) {
        self.crew.tallies[self.number].publish(counters);
    }

    fn counters_of_all(&self, own: &Counters) -> Counters {
        self.publish(own);
        self.crew.counters()
    }

    fn is_answered(&self) -> bool {
        self.crew.bisection().is_some()
    }

    fn ask(&self, lead: Lead, bounds: Bounds, window: Window) {
        if let Some(bisection) = self.crew.bisection() {
            bisection.ask(lead, bounds, window);
        }
    }

    fn is_moot(&self) -> bool {
        self.crew.bisection().is_some_and(Bisection::is_moot)
    }

    fn take_answers(&self) -> Vec<Answer> {
        self.crew.bisection().map(Bisection::take_answers).unwrap_or_default()
    }
}

impl<'a> CrewSeat<'a> {
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

/// Ends the helpers when it is dropped, even by a panic: otherwise the search would wait for them without end.
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
