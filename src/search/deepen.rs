//! Iterative deepening: one iteration after another, each a ply deeper.

use std::num::NonZeroUsize;

use super::guesses::Guesses;
use super::node::Search;
use super::root::Root;
use super::supervisor::Stopped;
use super::variation::semi_pv;
use super::{BestMoveRule, BetterMove, Depth, Iteration, Outcome, Task, Tree, Unfinished};

impl<T: Tree> Search<'_, T> {
    /// Searches ply by ply until the last iteration is complete or the supervisor stops it.
    pub(super) fn deepen(&mut self, task: &Task<T::Node, T::Move>) -> Outcome<T::Move> {
        let mut last: Option<Iteration<T::Move>> = None;
        let (mut any_move, mut better) = (None, None);
        if let Some(mut root) = Root::of(self.tree, task) {
            any_move = Some(root.moves[0].mv);
            let mut guesses = vec![Guesses::default(); root.count_of_lines()];
            for depth in (task.first.get()..=task.last.get()).map(Depth::new) {
                self.proven = None;
                match self.iterate(&mut root, depth, last.as_ref(), &mut guesses) {
                    Ok(iteration) => {
                        self.supervisor.completed(&iteration);
                        last = Some(iteration);
                    }
                    Err(Stopped) => {
                        better = self.better_move(&root, depth, last.as_ref());
                        break;
                    }
                }
            }
        }
        let best = last.as_ref().map(|iteration| iteration.best).or(any_move);
        Outcome { best, last, better, counters: self.counters_of_all() }
    }

    /// The better move of the iteration that was interrupted.
    ///
    /// A probe tries the last proven move first, and to the full depth, at the beginning that of the iteration before. So if
    /// it fails high with another, that one has failed low. This does not hold without the ordering that brings such moves forward, nor
    /// under the rule LAST, whose best move can be another, nor where helpers answer with moves in an order of their own; and
    /// the probes of single moves by `mtd-best` leave open what the old move is worth. With several lines, those after the
    /// first would belong to the old move.
    fn better_move(
        &self,
        root: &Root<T::Node, T::Move>,
        depth: Depth,
        last: Option<&Iteration<T::Move>>,
    ) -> Option<BetterMove<T::Move>> {
        let options = self.options;
        let is_alone = self.seat.is_none_or(|seat| !seat.is_answered());
        let is_known = is_alone && options.ordering.table_move && options.best_move == BestMoveRule::Safe;
        let is_wanted = options.unfinished == Unfinished::ProvenMove && root.lines == NonZeroUsize::MIN;
        let (mv, low) = self.proven.filter(|_| is_known && is_wanted)?;
        let is_other = last.is_none_or(|last| last.best != mv);
        is_other.then(|| BetterMove { depth, low, pv: semi_pv(self.tree, self.table, &root.node, mv) })
    }
}
