//! Iterative deepening: one iteration after another, each a ply deeper.

use super::mode::{Mode, Paper, Play, Strict};
use super::node::Search;
use super::options::{FirstGuess, ModeKind};
use super::ordering::Memory;
use super::parallel::search_together;
use super::root::Root;
use super::supervisor::{Stopped, Supervisor};
use super::table::Table;
use super::{Depth, Iteration, Outcome, Task, Tree};
use crate::eval::Score;

/// Searches in the mode, and with as many threads, as the options say.
///
/// One thread does the same each time. The values of several depend on what they happen to find in the table of each
/// other, except in mode `strict`, where values depend on nothing of the kind. Threads are started for a search and
/// have ended when it returns.
pub fn search<T: Tree>(
    task: &Task<'_, T>,
    table: &Table,
    memory: &mut Memory,
    supervisor: &mut dyn Supervisor,
) -> Outcome {
    match task.options.mode {
        ModeKind::Play => search_in::<T, Play>(task, table, memory, supervisor),
        ModeKind::Paper => search_in::<T, Paper>(task, table, memory, supervisor),
        ModeKind::Strict => search_in::<T, Strict>(task, table, memory, supervisor),
    }
}

fn search_in<T: Tree, M: Mode>(
    task: &Task<'_, T>,
    table: &Table,
    memory: &mut Memory,
    supervisor: &mut dyn Supervisor,
) -> Outcome {
    table.new_search();
    if task.options.threads.is_one() {
        Search::<T, M>::new(task, table, memory, supervisor, None).deepen(task)
    } else {
        search_together::<T, M>(task, table, memory, supervisor)
    }
}

/// The values of a line in the last two iterations.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Guesses {
    one_ago: Option<Score>,
    two_ago: Option<Score>,
}

impl Guesses {
    pub(super) fn push(&mut self, score: Score) {
        *self = Guesses { one_ago: Some(score), two_ago: self.one_ago };
    }

    /// The first guess for the next iteration: 0 as long as nothing is known (seed 001, section 1).
    pub(super) fn next(&self, rule: FirstGuess) -> Score {
        let guess = match rule {
            FirstGuess::OneAgo => self.one_ago,
            FirstGuess::TwoAgo => self.two_ago.or(self.one_ago),
        };
        guess.unwrap_or(Score::DRAW)
    }
}

impl<T: Tree, M: Mode> Search<'_, T, M> {
    /// Searches ply by ply until the last iteration is complete or the supervisor stops it.
    pub(super) fn deepen(&mut self, task: &Task<'_, T>) -> Outcome {
        let mut last: Option<Iteration> = None;
        let mut any_move = None;
        if let Some(mut root) = Root::of(task) {
            any_move = Some(root.moves[0].mv);
            let mut guesses = vec![Guesses::default(); root.lines(task.lines)];
            for depth in task.first.get()..=task.last.get() {
                match self.iterate(task, &mut root, Depth::new(depth), last.as_ref(), &mut guesses) {
                    Ok(iteration) => {
                        self.supervisor.completed(&iteration);
                        last = Some(iteration);
                    }
                    Err(Stopped) => break,
                }
            }
        }
        let best = last.as_ref().map(|iteration| iteration.best).or(any_move);
        Outcome { best, last, counters: self.counters_of_all() }
    }
}
