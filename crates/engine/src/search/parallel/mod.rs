//! One search on several threads.
//!
//! The first thread searches as it would alone: it alone asks the control, reports and decides. The others help it by
//! what they leave in the table; what they search is a [`Scheme`](super::Scheme). Each thread has a history of its own
//! for the order of moves and counts for itself ([`SharedSearch`]). They live as long as the search, no longer.
//!
//! CITE: shared hash table search, now called Lazy SMP: threads that share nothing but the table.

pub(super) mod bisection;
pub(super) mod shared;

use std::cell::RefCell;
use std::thread::{Builder, ScopedJoinHandle};

use bisection::{Bisection, HelperQuestion};
use shared::{SharedSearch, Worker};

use super::context::SearchContext;
use super::control::CHECK_INTERVAL;
use super::node::Search;
use super::ordering::History;
use super::root::Root;
use super::task::Guesses;
use super::{Depth, Iteration, Probe, Progress, SearchControl, SearchResult, Stopped, Task, Tree, Verdict};
use crate::eval::Score;

/// Searches with as many threads as the options say: this one and helpers. If the system cannot start them all, it
/// searches with fewer.
pub(super) fn search_together<T: Tree>(
    tree: &T,
    context: SearchContext<'_, T::Node>,
    task: &Task<T::Node, T::Move>,
    histories: &mut [History<T::Move>],
    control: &mut dyn SearchControl<T::Move>,
) -> SearchResult<T::Move> {
    let shared = SharedSearch::new(task, context.options);
    let (own, others) = histories.split_first_mut().expect("there is a history for each thread");
    let outcome = std::thread::scope(|scope| {
        let guard = HelperGuard(&shared);
        let start = |(worker, history)| {
            let work = move || help::<T>(tree, context, task, history, worker);
            let thread = Builder::new().name(format!("helper {}", worker.number)).spawn_scoped(scope, work);
            thread.inspect_err(|error| log::warn!("no thread for {worker:?}: {error}")).ok()
        };
        let helpers: Vec<_> = shared.helpers().zip(others).filter_map(start).collect();
        let mut control = MainControl::new(control, &shared);
        let worker = shared.first();
        let outcome = Search::<T>::new(tree, context, task, own, &mut control, Some(worker)).deepen(task);
        drop(guard);
        helpers.into_iter().for_each(join);
        outcome
    });
    // Now that the helpers have ended, their last counts are in.
    SearchResult { counters: shared.counters(), ..outcome }
}

/// Waits for a helper to end. A panic there is a fault of the program that the panic hook has reported; the search goes
/// on without it.
fn join(helper: ScopedJoinHandle<'_, ()>) {
    if helper.join().is_err() {
        log::error!("a helper ended by a panic");
    }
}

/// Ends the helpers when it is dropped, even by a panic: otherwise the search would wait for them without end.
struct HelperGuard<'a>(&'a SharedSearch);

impl Drop for HelperGuard<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}

/// The first thread checks what its helpers have found once in [`CHECK_INTERVAL`] nodes of its own, or sooner if the
/// control wants to be asked, but not sooner than this: with many threads each check reads many counts.
const LEAST_INTERVAL: u64 = 256;

/// The control of the first thread.
struct MainControl<'a, M> {
    control: &'a mut dyn SearchControl<M>,
    shared: &'a SharedSearch,
    /// Whether the control has stopped the search. A probe may also end because it has become needless.
    is_stopped: bool,
}

impl<'a, M> MainControl<'a, M> {
    fn new(control: &'a mut dyn SearchControl<M>, shared: &'a SharedSearch) -> MainControl<'a, M> {
        MainControl { control, shared, is_stopped: false }
    }
}

impl<M> SearchControl<M> for MainControl<'_, M> {
    fn check(&mut self, own: u64) -> Result<u64, Stopped> {
        let all = self.shared.nodes();
        let next = self.control.check(all).inspect_err(|Stopped| self.is_stopped = true)?;
        if self.shared.bisection().is_some_and(|bisection| bisection.is_moot()) {
            return Err(Stopped);
        }
        // Until then every thread visits its share.
        let share = next.saturating_sub(all) / self.shared.threads() as u64;
        Ok(own + share.clamp(LEAST_INTERVAL, CHECK_INTERVAL))
    }

    fn may_start_probe(&mut self, progress: Progress) -> bool {
        !self.is_stopped && self.control.may_start_probe(progress)
    }

    fn first_guess(&mut self, depth: Depth) -> Option<Score> {
        self.control.first_guess(depth)
    }

    fn probed(&mut self, probe: &Probe<M>) {
        self.control.probed(probe);
    }

    fn completed(&mut self, iteration: &Iteration<M>) {
        self.shared.set_depth(iteration.depth.get() + 1);
        self.control.completed(iteration);
    }
}

/// Helps until the first thread has finished or there is nothing left to help with.
fn help<T: Tree>(
    tree: &T,
    context: SearchContext<'_, T::Node>,
    task: &Task<T::Node, T::Move>,
    history: &mut History<T::Move>,
    worker: Worker<'_>,
) {
    let Some(mut root) = Root::of(tree, task) else { return };
    let assignment = RefCell::new(Assignment::Iteration(task.first.get()));
    let mut control = HelperControl { shared: worker.shared, assignment: &assignment };
    let mut search = Search::<T>::new(tree, context, task, history, &mut control, Some(worker));
    // Unlike that of the first thread, a helper's first iteration is not left alone.
    search.next_check = 0;
    match worker.shared.bisection() {
        Some(bisection) => search.answer_questions(&mut root, bisection, worker.number, &assignment),
        None => search.keep_ahead(task.last.get(), &mut root, worker, &assignment),
    }
    worker.publish(&search.counters);
}

enum Assignment {
    /// An iteration of this depth, in plies.
    Iteration(u32),
    /// A question of the first thread's iteration.
    Question(HelperQuestion),
}

/// The control of a helper: it stops what has become needless.
struct HelperControl<'a> {
    shared: &'a SharedSearch,
    assignment: &'a RefCell<Assignment>,
}

impl HelperControl<'_> {
    fn is_worth_while(&self) -> bool {
        let is_open = match (&*self.assignment.borrow(), self.shared.bisection()) {
            (Assignment::Question(question), Some(bisection)) => bisection.is_open(question),
            (Assignment::Iteration(plies), _) => self.shared.depth() <= *plies,
            (Assignment::Question(_), None) => false,
        };
        is_open && !self.shared.is_over()
    }
}

impl<M> SearchControl<M> for HelperControl<'_> {
    fn check(&mut self, nodes: u64) -> Result<u64, Stopped> {
        if self.is_worth_while() { Ok(nodes + CHECK_INTERVAL) } else { Err(Stopped) }
    }

    fn may_start_probe(&mut self, _: Progress) -> bool {
        self.is_worth_while()
    }
}

impl<T: Tree> Search<'_, T> {
    /// Deepens like the first thread, or ahead of it by the plies of the scheme. An iteration that the first thread has
    /// finished is given up.
    fn keep_ahead(
        &mut self,
        last_depth: u32,
        root: &mut Root<T::Node, T::Move>,
        worker: Worker<'_>,
        assignment: &RefCell<Assignment>,
    ) {
        let mut guesses = vec![Guesses::default(); root.count_of_lines()];
        let mut last: Option<Iteration<T::Move>> = None;
        let shared = worker.shared;
        while !shared.is_over() && shared.depth() <= last_depth {
            let done = last.as_ref().map_or(0, |iteration| iteration.depth.get());
            let plies = (done + 1).max(shared.depth() + worker.plies_ahead()).min(last_depth);
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
        worker: usize,
        assignment: &RefCell<Assignment>,
    ) {
        while let Some(question) = bisection.question_for(worker) {
            root.exclude_places(&question.lead.excluded);
            if let Some(best) = question.best.filter(|_| self.options.ordering.table_move) {
                root.bring_forward(best);
            }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Counters, SearchOptions, Threads};
    use crownhead_rules::{Game, Move, Variant};

    /// Keeps the number of nodes that it was last asked at.
    struct Asked(u64);

    impl SearchControl<Move> for Asked {
        fn check(&mut self, nodes: u64) -> Result<u64, Stopped> {
            self.0 = nodes;
            if nodes < 2_000_000 { Ok(2_000_000) } else { Err(Stopped) }
        }
    }

    #[test]
    fn the_control_is_asked_at_the_nodes_of_all_threads() {
        let task = Task::of(&Game::start(Variant::ENGLISH));
        let options = SearchOptions { threads: Threads::new(2).expect("a few"), ..SearchOptions::default() };
        let shared = SharedSearch::new(&task, &options);
        let publish = |worker: &Worker<'_>, nodes| worker.publish(&Counters { nodes, ..Counters::default() });
        let helper = shared.helpers().next().expect("there are two threads");
        let mut asked = Asked(0);
        let mut first = MainControl::new(&mut asked, &shared);

        publish(&shared.first(), 10);
        publish(&helper, 1_000_000);
        assert_eq!(first.check(10), Ok(10 + CHECK_INTERVAL), "the limit is far");
        publish(&helper, 1_998_990);
        assert_eq!(first.check(10), Ok(10 + 500), "each thread visits its share of the last thousand");
        publish(&helper, 1_999_990);
        assert_eq!(first.check(10), Err(Stopped));
        assert!(!first.may_start_probe(Progress::WithinIteration));
        assert_eq!(asked.0, 2_000_000);
    }
}
