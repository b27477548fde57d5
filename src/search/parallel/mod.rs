//! One search on several threads.
//!
//! The first thread searches as it would alone: it alone asks the supervisor, reports and decides. The others help it by
//! what they leave in the table; what they search is a [`Scheme`]. Each thread has a memory of its own for the order of
//! moves and counts for itself ([`Crew`]). They live as long as the search, no longer.

mod bisection;
mod chief;
mod crew;
mod helper;
mod scheme;
mod tally;

pub(super) use bisection::{Bisection, Lead};
pub(super) use crew::Seat;
pub use scheme::{Scheme, Threads};

use std::thread::{Builder, ScopedJoinHandle};

use chief::Chief;
use crew::{Crew, Dismissal};
use helper::help;

use super::mode::Mode;
use super::node::Search;
use super::ordering::Memory;
use super::table::Table;
use super::{Outcome, Supervisor, Task, Tree};

/// Searches with as many threads as the options say, this one and helpers. Should the system have no more threads to
/// give, it searches with fewer.
pub(super) fn search_together<T: Tree, M: Mode>(
    task: &Task<'_, T>,
    table: &Table,
    memory: &mut Memory,
    supervisor: &mut dyn Supervisor,
) -> Outcome {
    let crew = Crew::new(task);
    let mut memories = std::mem::take(&mut memory.helpers);
    memories.resize_with(memories.len().max(crew.helpers().count()), Memory::default);
    let outcome = std::thread::scope(|scope| {
        let dismissal = Dismissal::of(&crew);
        let start = |(seat, memory)| {
            let work = move || help::<T, M>(task, table, memory, seat);
            let thread = Builder::new().name(format!("helper {}", seat.number())).spawn_scoped(scope, work);
            thread.inspect_err(|error| log::warn!("no thread for {seat:?}: {error}")).ok()
        };
        let helpers: Vec<_> = crew.helpers().zip(&mut memories).filter_map(start).collect();
        let mut chief = Chief::new(supervisor, &crew);
        let outcome = Search::<T, M>::new(task, table, memory, &mut chief, Some(crew.first())).deepen(task);
        drop(dismissal);
        helpers.into_iter().for_each(see_off);
        outcome
    });
    memory.helpers = memories;
    // Now that the helpers have ended, their last counts are in.
    Outcome { counters: crew.counters(), ..outcome }
}

/// Waits for a helper to end. A panic there is a fault of ours that the panic hook has reported; the search does not
/// hang on it.
fn see_off(helper: ScopedJoinHandle<'_, ()>) {
    if helper.join().is_err() {
        log::error!("a helper ended by a panic");
    }
}
