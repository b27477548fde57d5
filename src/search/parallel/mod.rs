//! One search on several threads.
//!
//! The first thread searches as it would alone: it alone asks the supervisor, reports and decides. The others help it by
//! what they leave in the table; what they search is a [`Scheme`](super::Scheme). Each thread has a history of its own
//! for the order of moves and counts for itself ([`Crew`]). They live as long as the search, no longer.

mod bisection;
mod crew;
mod first_thread;
mod helper;
mod tally;

use std::thread::{Builder, ScopedJoinHandle};

use crew::{Crew, Dismissal};
use first_thread::FirstThread;
use helper::help;

use super::node::Search;
use super::ordering::History;
use super::searcher::Tools;
use super::{Outcome, Supervisor, Task, Tree};

/// Searches with as many threads as the options say, this one and helpers. Should the system have no more threads to
/// give, it searches with fewer.
pub(super) fn search_together<T: Tree>(
    tools: Tools<'_, T>,
    task: &Task<T::Node, T::Move>,
    histories: &mut [History<T::Move>],
    supervisor: &mut dyn Supervisor<T::Move>,
) -> Outcome<T::Move> {
    let crew = Crew::new(task, tools.options);
    let (own, others) = histories.split_first_mut().expect("there is a history for each thread");
    let outcome = std::thread::scope(|scope| {
        let dismissal = Dismissal::of(&crew);
        let start = |(seat, history)| {
            let work = move || help::<T>(tools, task, history, seat);
            let thread = Builder::new().name(format!("helper {}", seat.number())).spawn_scoped(scope, work);
            thread.inspect_err(|error| log::warn!("no thread for {seat:?}: {error}")).ok()
        };
        let helpers: Vec<_> = crew.helpers().zip(others).filter_map(start).collect();
        let mut supervisor = FirstThread::new(supervisor, &crew);
        let seat = crew.first();
        let outcome = Search::<T>::new(tools, task, own, &mut supervisor, Some(&seat)).deepen(task);
        drop(dismissal);
        helpers.into_iter().for_each(join);
        outcome
    });
    // Now that the helpers have ended, their last counts are in.
    Outcome { counters: crew.counters(), ..outcome }
}

/// Waits for a helper to end. A panic there is a fault of ours that the panic hook has reported; the search does not
/// hang on it.
fn join(helper: ScopedJoinHandle<'_, ()>) {
    if helper.join().is_err() {
        log::error!("a helper ended by a panic");
    }
}
