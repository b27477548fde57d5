//! What a helping thread does.

use std::cell::RefCell;

use super::bisection::{Bisection, Question};
use super::crew::{Crew, CrewSeat};
use crate::search::guesses::Guesses;
use crate::search::node::Search;
use crate::search::ordering::History;
use crate::search::root::Root;
use crate::search::searcher::Tools;
use crate::search::seat::Seat;
use crate::search::supervisor::CHECK_INTERVAL;
use crate::search::{Depth, Iteration, Progress, Stopped, Supervisor, Task, Tree, Verdict};

/// Helps until the first thread has finished or there is nothing left to help with.
pub(super) fn help<T: Tree>(
    tools: Tools<'_, T>,
    task: &Task<T::Node, T::Move>,
    history: &mut History<T::Move>,
    seat: CrewSeat<'_>,
) {
    let Some(mut root) = Root::of(tools.tree, task) else { return };
    let assignment = RefCell::new(Assignment::Iteration(task.first.get()));
    let mut supervisor = HelperSupervisor { crew: seat.crew(), assignment: &assignment };
    let mut search = Search::<T>::new(tools, task, history, &mut supervisor, Some(&seat));
    // Unlike that of the first thread, a helper's first iteration is not left alone.
    search.next_check = 0;
    match seat.crew().bisection() {
        Some(bisection) => search.answer_questions(&mut root, bisection, seat.number(), &assignment),
        None => search.keep_ahead(task.last.get(), &mut root, seat, &assignment),
    }
    seat.publish(&search.counters);
}

/// What a helper is searching.
enum Assignment {
    /// An iteration of this depth, in plies.
    Iteration(u32),
    /// A question of the first thread's iteration.
    Question(Question),
}

/// The supervisor of a helper: it stops what has become needless.
struct HelperSupervisor<'a> {
    crew: &'a Crew,
    assignment: &'a RefCell<Assignment>,
}

impl HelperSupervisor<'_> {
    fn is_worth_while(&self) -> bool {
        let is_open = match (&*self.assignment.borrow(), self.crew.bisection()) {
            (Assignment::Question(question), Some(bisection)) => bisection.is_open(question),
            (Assignment::Iteration(plies), _) => self.crew.depth() <= *plies,
            (Assignment::Question(_), None) => false,
        };
        is_open && !self.crew.is_over()
    }
}

impl<M> Supervisor<M> for HelperSupervisor<'_> {
    fn check(&mut self, nodes: u64) -> Result<u64, Stopped> {
        if self.is_worth_while() { Ok(nodes + CHECK_INTERVAL) } else { Err(Stopped) }
    }

    fn may_start_probe(&mut self, _: Progress) -> bool {
        self.is_worth_while()
    }

    fn completed(&mut self, _: &Iteration<M>) {}
}

impl<T: Tree> Search<'_, T> {
    /// Deepens like the first thread, or ahead of it by the plies of the scheme. An iteration that the first thread has
    /// finished is given up.
    fn keep_ahead(
        &mut self,
        last_depth: u32,
        root: &mut Root<T::Node, T::Move>,
        seat: CrewSeat<'_>,
        assignment: &RefCell<Assignment>,
    ) {
        let mut guesses = vec![Guesses::default(); root.count_of_lines()];
        let mut last: Option<Iteration<T::Move>> = None;
        let crew = seat.crew();
        while !crew.is_over() && crew.depth() <= last_depth {
            let done = last.as_ref().map_or(0, |iteration| iteration.depth.get());
            let plies = (done + 1).max(crew.depth() + seat.plies_ahead()).min(last_depth);
            if plies <= done {
                return;
            }
            assignment.replace(Assignment::Iteration(plies));
            if let Ok(iteration) = self.iterate(root, Depth::new(plies), last.as_ref(), &mut guesses) {
                last = Some(iteration);
            }
        }
    }

    /// Answers questions of the first thread's iterations.
    fn answer_questions(
        &mut self,
        root: &mut Root<T::Node, T::Move>,
        bisection: &Bisection,
        seat: usize,
        assignment: &RefCell<Assignment>,
    ) {
        while let Some(question) = bisection.question_for(seat) {
            root.settle_places(&question.lead.settled);
            let (window, depth) = (question.window, question.lead.depth);
            assignment.replace(Assignment::Question(question.clone()));
            if let Ok(result) = self.probe_root(root, window, false, depth) {
                if result.verdict != Verdict::FailLow && self.options.ordering.table_move {
                    root.bring_forward(result.best);
                }
                bisection.answer(&question, result);
            }
        }
    }
}
