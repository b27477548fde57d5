//! What a helping thread does.

use std::cell::RefCell;

use super::bisection::{Bisection, Question};
use super::crew::{Crew, Seat};
use crate::search::deepen::Guesses;
use crate::search::mode::Mode;
use crate::search::node::Search;
use crate::search::ordering::Memory;
use crate::search::root::Root;
use crate::search::table::Table;
use crate::search::{Depth, Iteration, Progress, Stopped, Supervisor, Task, Tree, Verdict};

/// Helps until the first thread has finished or there is nothing left to help with.
pub(super) fn help<T: Tree, M: Mode>(task: &Task<'_, T>, table: &Table, memory: &mut Memory, seat: Seat<'_>) {
    let Some(mut root) = Root::of(task) else { return };
    let errand = RefCell::new(Errand::Iteration(task.first.get()));
    let mut lookout = Lookout { crew: seat.crew(), errand: &errand };
    let mut search = Search::<T, M>::new(task, table, memory, &mut lookout, Some(seat));
    // Unlike that of the first thread, a helper's first iteration is not left alone.
    search.next_check = 0;
    match seat.bisection() {
        Some(bisection) => search.answer_questions(&mut root, bisection, seat.number(), &errand),
        None => search.keep_ahead(task, &mut root, seat, &errand),
    }
    seat.publish(&search.counters);
}

/// What a helper is at.
enum Errand {
    /// An iteration of so many plies.
    Iteration(u32),
    /// A question of the first thread's iteration.
    Question(Question),
}

/// Nodes between two looks whether the errand is still worth while: a tenth of a millisecond or so.
const NODES_BETWEEN_LOOKS: u64 = 1024;

/// The supervisor of a helper: it stops what has become needless.
struct Lookout<'a> {
    crew: &'a Crew,
    errand: &'a RefCell<Errand>,
}

impl Lookout<'_> {
    fn is_worth_while(&self) -> bool {
        let is_open = match (&*self.errand.borrow(), self.crew.bisection()) {
            (Errand::Question(question), Some(bisection)) => bisection.is_open(question),
            (Errand::Iteration(plies), _) => self.crew.depth() <= *plies,
            (Errand::Question(_), None) => false,
        };
        is_open && !self.crew.is_over()
    }
}

impl Supervisor for Lookout<'_> {
    fn check(&mut self, nodes: u64) -> Result<u64, Stopped> {
        if self.is_worth_while() { Ok(nodes + NODES_BETWEEN_LOOKS) } else { Err(Stopped) }
    }

    fn may_start_probe(&mut self, _: Progress) -> bool {
        self.is_worth_while()
    }

    fn completed(&mut self, _: &Iteration) {}
}

impl<T: Tree, M: Mode> Search<'_, T, M> {
    /// Deepens like the first thread, or so many plies ahead of it; an iteration that the first thread has finished is
    /// given up.
    fn keep_ahead(
        &mut self,
        task: &Task<'_, T>,
        root: &mut Root<T::Node>,
        seat: Seat<'_>,
        errand: &RefCell<Errand>,
    ) {
        let mut guesses = vec![Guesses::default(); root.lines(task.lines)];
        let mut last: Option<Iteration> = None;
        let crew = seat.crew();
        while !crew.is_over() && crew.depth() <= task.last.get() {
            let done = last.as_ref().map_or(0, |iteration| iteration.depth.get());
            let plies = (done + 1).max(crew.depth() + seat.plies_ahead()).min(task.last.get());
            if plies <= done {
                return;
            }
            errand.replace(Errand::Iteration(plies));
            if let Ok(iteration) = self.iterate(task, root, Depth::new(plies), last.as_ref(), &mut guesses) {
                last = Some(iteration);
            }
        }
    }

    /// Answers questions of the first thread's iterations.
    fn answer_questions(
        &mut self,
        root: &mut Root<T::Node>,
        bisection: &Bisection,
        seat: usize,
        errand: &RefCell<Errand>,
    ) {
        while let Some(question) = bisection.question_for(seat) {
            root.settle_places(&question.lead.settled);
            let (window, depth) = (question.window, question.lead.depth);
            errand.replace(Errand::Question(question.clone()));
            if let Ok(result) = self.probe_root(root, window, depth) {
                if result.verdict != Verdict::FailLow && self.options.ordering.table_move {
                    root.bring_forward(result.best);
                }
                bisection.answer(&question, result);
            }
        }
    }
}
