//! The games played in parallel, and their processors.

use std::num::NonZeroUsize;

use super::MatchCommandError;
use super::settings::Settings;
use crate::arena::{Entrant, Processors};

/// The games played in parallel.
pub(super) struct Parallel {
    /// Their number.
    pub(super) games: usize,
    /// The processors of each; empty if the system chooses.
    pub(super) processors: Vec<Processors>,
    /// A warning, if they disturb each other.
    pub(super) warning: Option<String>,
}

/// As many games as requested, or else as many as there are processors for.
///
/// # Errors
/// [`MatchCommandError::Affinity`].
pub(super) fn parallel(settings: &Settings, entrants: &[Entrant]) -> Result<Parallel, MatchCommandError> {
    let list = settings.affinity.as_deref().map(Processors::read).transpose()?;
    let of_machine = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let processors = list.as_ref().map_or_else(of_machine, Processors::count);
    let threads = busy_threads(entrants, settings.ponder);
    let asked = settings.concurrency.map(NonZeroUsize::get);
    let games = asked.unwrap_or((processors / threads).max(1));
    let shares = list.map(|list| list.shared_out(games, threads)).transpose()?.unwrap_or_default();
    let warning = asked.and_then(|asked| crowding(asked, threads, processors, entrants));
    Ok(Parallel { games, processors: shares, warning })
}

/// A warning if games with clocks have to wait for a processor.
fn crowding(asked: usize, threads: usize, processors: usize, entrants: &[Entrant]) -> Option<String> {
    let is_clocked = entrants.iter().any(Entrant::is_clocked) && entrants.iter().all(Entrant::is_many);
    let busy = asked.saturating_mul(threads);
    (is_clocked && busy > processors).then(|| {
        format!(
            "--concurrency {asked} runs {busy} threads on {processors} processors: engines wait for a processor \
             while their clocks run, so the results say less about their strength"
        )
    })
}

/// Does any engine ponder? Those of this process cannot.
pub(super) fn is_pondering(entrants: &[Entrant], ponder: bool) -> bool {
    ponder && !entrants.iter().all(Entrant::is_local)
}

/// The maximum number of threads that run in a game at the same time: those of the engine to move, and of the other one
/// if it ponders.
fn busy_threads(entrants: &[Entrant], ponder: bool) -> usize {
    let mut threads: Vec<_> = entrants.iter().map(Entrant::thread_count).collect();
    threads.sort_unstable();
    threads.iter().rev().take(if is_pondering(entrants, ponder) { 2 } else { 1 }).sum::<usize>().max(1)
}
