//! ProbCut: a shallow search that fails by a wide margin stands in for the deep one.
//!
//! (M. Buro, ProbCut: an effective selective extension of the alpha-beta algorithm, ICCA Journal 18(2), 1995.) Where
//! little can happen in a few plies, the values of a deep and a shallow search differ by little. So a shallow search
//! with a null window that lies a margin beyond the one asked about tells, at a known risk, on which side of it the
//! deep value is. The drivers of the MTD family ask about hardly anything but null windows, and so can be answered
//! nearly everywhere. A side is tried only where the static value lies beyond the window by a lead already, or where a
//! capture must be made and the static value says little: elsewhere the search would seldom find what it looks for.

use super::mode::Mode;
use super::node::{Search, Visit};
use super::table::MoveIndex;
use super::tree::Horizon;
use super::{Bounds, Depth, SearchOptions, Stopped, Tree, Width, Window};
use crate::eval::{Score, ScoreClass, Tuning};

/// So much shallower is the shallow search. An even number, since values swing with the parity of the depth; and the
/// number that [`Tuning::spread`] speaks of.
const PLIES_LESS: u32 = 4;
/// The shallow search is to be a search.
const LEAST_DEPTH: u32 = PLIES_LESS + 1;

/// What ProbCut needs to know of a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct ProbCut {
    margin: Width,
    /// A side is tried where the static value lies at least so many millionths beyond the window.
    lead: i64,
}

impl ProbCut {
    /// `None` if there is to be none or if no margin is known to be safe.
    pub(super) fn new(options: &SearchOptions, tuning: &Tuning) -> Option<ProbCut> {
        let spread = tuning.spread.filter(|_| options.prob_cut)?;
        let margin = Width::from_men(spread * options.prob_cut_margin)?;
        let lead = (margin.millionths() as f64 * options.prob_cut_lead).round() as i64;
        Some(ProbCut { margin, lead })
    }
}

impl<T: Tree, M: Mode> Search<'_, T, M> {
    /// The bound that shallow searches set to the value of `node`, if it lies outside the window.
    ///
    /// Whether it does or not, a search leaves the visit with a table move. A wide window wants to know the value rather
    /// than its side and is left alone.
    pub(super) fn prob_cut(&mut self, node: &T::Node, visit: &mut Visit) -> Result<Option<Score>, Stopped> {
        let Some(ProbCut { margin, lead }) = self.prob_cut else { return Ok(None) };
        if visit.depth.get() < LEAST_DEPTH || visit.window.width() > margin {
            return Ok(None);
        }
        let shallow = visit.depth.less(PLIES_LESS);
        // Where a capture is to be made, the static value says little.
        let value = (self.tree.horizon(node) == Horizon::Quiet).then(|| self.static_value(node, visit.ply));
        let tries_above = value.is_none_or(|value| value >= visit.window.beta.plus(lead));
        let tries_below = value.is_none_or(|value| value <= visit.window.alpha.plus(-lead));
        if !tries_above && !tries_below {
            return Ok(None);
        }
        let mut bound = None;
        if tries_above {
            bound = self.shallow_fail_high(node, visit, shallow, margin)?;
        }
        if tries_below && bound.is_none() {
            bound = self.shallow_fail_low(node, visit, shallow, margin)?;
        }
        let found = self.table.probe(visit.key).and_then(|entry| entry.best);
        visit.table_move = found.map(MoveIndex::place).or(visit.table_move);
        if let Some(bound) = bound {
            let bounds = Bounds::OPEN.tightened(visit.window, bound).seen_from_below(visit.ply);
            self.save(visit, bounds, found);
        }
        Ok(bound)
    }

    fn shallow_fail_high(
        &mut self,
        node: &T::Node,
        visit: &Visit,
        shallow: Depth,
        margin: Width,
    ) -> Result<Option<Score>, Stopped> {
        let enough = visit.window.beta.plus(margin.millionths());
        if !is_estimate(visit.window.beta) || !is_estimate(enough) {
            return Ok(None);
        }
        let score = self.node(node, Window::null(enough), shallow, visit.ply)?;
        Ok((score >= enough).then(|| moved(score, -margin.millionths())))
    }

    fn shallow_fail_low(
        &mut self,
        node: &T::Node,
        visit: &Visit,
        shallow: Depth,
        margin: Width,
    ) -> Result<Option<Score>, Stopped> {
        let enough = visit.window.alpha.plus(-margin.millionths());
        if !is_estimate(visit.window.alpha) || !is_estimate(enough) {
            return Ok(None);
        }
        let score = self.node(node, Window::null(enough.next_up()), shallow, visit.ply)?;
        Ok((score <= enough).then(|| moved(score, margin.millionths())))
    }
}

/// What a shallow score promises of the deep one. A win or loss that it has seen stays one.
fn moved(score: Score, millionths: i64) -> Score {
    if is_estimate(score) { score.plus(millionths) } else { score }
}

/// A margin says something about estimates only.
fn is_estimate(score: Score) -> bool {
    score.class() == ScoreClass::Heuristic
}
