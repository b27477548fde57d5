//! The number of games played in parallel.

use std::num::NonZeroUsize;

use crate::arena::Entrant;

/// The number of games played in parallel, as requested or else as many as there are processors for, and a warning.
pub(super) fn concurrency(
    asked: Option<NonZeroUsize>,
    entrants: &[Entrant],
    ponder: bool,
) -> (usize, Option<String>) {
    let processors = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let threads = busy_threads(entrants, ponder);
    let Some(asked) = asked.map(NonZeroUsize::get) else { return ((processors / threads).max(1), None) };
    let is_clocked = entrants.iter().any(Entrant::is_clocked) && entrants.iter().all(Entrant::is_many);
    let busy = asked.saturating_mul(threads);
    let warning = (is_clocked && busy > processors).then(|| {
        format!(
            "--concurrency {asked} runs {busy} threads on {processors} processors: engines wait for a processor \
             while their clocks run, so the results say less about their strength"
        )
    });
    (asked, warning)
}

/// The maximum number of threads that run in a game at the same time: those of the engine to move, and of the other one
/// if it ponders.
fn busy_threads(entrants: &[Entrant], ponder: bool) -> usize {
    let mut threads: Vec<_> = entrants.iter().map(Entrant::thread_count).collect();
    threads.sort_unstable();
    let is_pondering = ponder && !entrants.iter().all(Entrant::is_local);
    threads.iter().rev().take(if is_pondering { 2 } else { 1 }).sum::<usize>().max(1)
}
