//! A thread's place among the threads of a search, as the search on that thread sees it.

use super::root_result::RootResult;
use super::{Bounds, Counters, Depth, Window};
use crate::eval::Score;

/// What the first thread is searching.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Lead {
    /// The depth of its iteration.
    pub(super) depth: Depth,
    /// The value that its driver expects.
    pub(super) guess: Score,
    /// The generation places of the root moves that are left out.
    pub(super) settled: Vec<usize>,
}

/// The answer of another thread to a question about the same root at the same depth.
#[derive(Clone, Debug)]
pub(super) struct Answer {
    pub(super) window: Window,
    pub(super) result: RootResult,
}

/// A thread's place among the threads of a search.
pub(super) trait Seat {
    /// Lets the others know what this thread has counted.
    fn publish(&self, counters: &Counters);

    /// What all threads have counted: this one just now, the others when they last published.
    fn counters_of_all(&self, own: &Counters) -> Counters;

    /// Do others answer what this thread asks?
    fn is_answered(&self) -> bool;

    /// This thread knows these bounds and goes to search this window. The others may search other windows.
    fn ask(&self, lead: Lead, bounds: Bounds, window: Window);

    /// Has the window that was asked last been settled by answers that wait to be taken?
    fn is_moot(&self) -> bool;

    /// The answers since they were last taken, in their order.
    fn take_answers(&self) -> Vec<Answer>;
}
