//! How far a driver that seeks the value has come.

use super::Width;
use crate::eval::Score;
use crate::search::{Bounds, Verdict, Window};

/// All that such a driver goes by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Course {
    /// What is known of the value.
    pub(super) bounds: Bounds,
    /// The last result, or the guess before there is one.
    pub(super) latest: Score,
    /// Which way the last probe failed.
    pub(super) failed: Option<Verdict>,
    /// How many probes have failed that way in a row.
    pub(super) run: u32,
    /// Have probes failed both ways, so that the value lies between two results?
    pub(super) bracketed: bool,
}

impl Course {
    pub(super) const fn new(guess: Score) -> Course {
        Course { bounds: Bounds::OPEN, latest: guess, failed: None, run: 0, bracketed: false }
    }

    /// Begins with these bounds instead of none.
    pub(super) fn confine(&mut self, bounds: Bounds) {
        self.bounds = bounds;
        self.latest = self.latest.min(bounds.high).max(bounds.low);
    }

    /// Takes in the result of a search over `window`.
    pub(super) fn learn(&mut self, window: Window, result: Score) {
        let verdict = Some(window.verdict(result));
        let turned = self.failed.is_some() && self.failed != verdict;
        self.bounds = self.bounds.tightened(window, result);
        self.latest = result;
        self.run = if turned { 1 } else { self.run + 1 };
        self.bracketed |= turned;
        self.failed = verdict;
    }

    /// How far apart the bounds are, in millionths.
    pub(super) fn span(&self) -> i64 {
        i64::from(self.bounds.high.millionths()) - i64::from(self.bounds.low.millionths())
    }

    /// The window of this width within the open bounds whose alpha is nearest to the one given; narrower only if
    /// the bounds are.
    ///
    /// It has low <= alpha < beta <= high. So a null window meets the condition of MT, low < beta <= high, and any
    /// answer moves a bound, be it consistent with the earlier ones or not.
    pub(super) fn window_from(&self, alpha: Score, width: Width) -> Window {
        let Bounds { low, high } = self.bounds;
        let alpha = alpha.min(high.plus(-width.millionths())).max(low);
        Window { alpha, beta: alpha.plus(width.millionths()).min(high) }
    }

    /// The window of this width in the middle of the bounds.
    pub(super) fn middle(&self, width: Width) -> Window {
        let below = (self.span() - width.millionths()).div_euclid(2);
        self.window_from(self.bounds.low.plus(below), width)
    }

    /// The window of this width around the guess.
    pub(super) fn around_guess(&self, width: Width) -> Window {
        self.window_from(self.latest.plus(-(width.millionths() + 1) / 2), width)
    }

    /// The window of this width that lies `step` beyond the last result in the direction of the failure.
    pub(super) fn beyond(&self, step: i64, width: Width) -> Window {
        match self.failed {
            Some(Verdict::FailLow) => self.window_from(self.bounds.high.plus(-step - width.millionths()), width),
            _ => self.window_from(self.bounds.low.plus(step), width),
        }
    }
}
