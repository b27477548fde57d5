//! Iterative deepening: one iteration after another, each a ply deeper.

use super::guesses::Guesses;
use super::mode::Mode;
use super::node::Search;
use super::root::Root;
use super::supervisor::Stopped;
use super::{Depth, Iteration, Outcome, Task, Tree};

impl<T: Tree, M: Mode> Search<'_, T, M> {
    /// Searches ply by ply until the last iteration is complete or the supervisor stops it.
    pub(super) fn deepen(&mut self, task: &Task<T::Node, T::Move>) -> Outcome<T::Move> {
        let mut last: Option<Iteration<T::Move>> = None;
        let mut any_move = None;
        if let Some(mut root) = Root::of(self.tree, task) {
            any_move = Some(root.moves[0].mv);
            let mut guesses = vec![Guesses::default(); root.count_of_lines()];
            for depth in task.first.get()..=task.last.get() {
                match self.iterate(&mut root, Depth::new(depth), last.as_ref(), &mut guesses) {
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
