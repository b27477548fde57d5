//! The drivers that find the value of the root: which window each asks about next.

use super::DriverOptions;
use crate::eval::Score;
use crate::named_choice;
use crate::search::{Bounds, Verdict, Width, Window};

named_choice! {
    /// A way to find the value of the root, or its best move, by asking about windows.
    DriverKind("driver") {
        /// Everything in one window.
        AlphaBeta = "alpha-beta",
        /// Everything in one window, with scouts.
        NegaScout = "negascout",
        /// A window around the guess, widened on failure, with scouts.
        AspirationNegaScout = "aspiration-negascout",
        /// Null windows at the last result.
        MtdF = "mtd-f",
        /// Null windows from above: Stockman's SSS*.
        Sss = "sss",
        /// Null windows from below: the dual of SSS*.
        Dual = "dual",
        /// Epsilon windows at the last result.
        RealMtdF = "real-mtd-f",
        /// Epsilon windows at a growing distance from the last result.
        MtdStep = "mtd-step",
        /// Epsilon windows in the middle of the bounds.
        MtdBi = "mtd-bi",
        /// Null windows in the middle of the bounds: Coplan's C*.
        CStar = "c-star",
        /// Null windows for single moves, until one is proven best. Its score is only a lower bound of the value.
        MtdBest = "mtd-best",
        /// Epsilon windows at doubling steps from the guess, then in the middle of the bounds.
        MtdGallop = "mtd-gallop",
    }
}

impl DriverKind {
    /// Whether the node search scouts inside the windows.
    pub(super) const fn scouts(self) -> bool {
        matches!(self, DriverKind::NegaScout | DriverKind::AspirationNegaScout)
    }

    /// Whether it asks for null or epsilon windows of the whole root, so that answers about other windows help it.
    pub(in crate::search) const fn asks_for_narrow_windows(self) -> bool {
        match self {
            DriverKind::MtdF
            | DriverKind::Sss
            | DriverKind::Dual
            | DriverKind::RealMtdF
            | DriverKind::MtdStep
            | DriverKind::MtdBi
            | DriverKind::CStar
            | DriverKind::MtdGallop => true,
            DriverKind::AlphaBeta | DriverKind::NegaScout | DriverKind::AspirationNegaScout | DriverKind::MtdBest => {
                false
            }
        }
    }
}

/// How far a driver that seeks the value has come: all that its next window follows from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ValueSearch {
    pub(super) bounds: Bounds,
    /// The last result, or the guess before there is one.
    pub(super) latest: Score,
    /// Which way the last probe failed.
    pub(super) failed: Option<Verdict>,
    /// How many probes have failed that way in a row.
    pub(super) run: u32,
    /// Whether probes have failed both ways, so that the value lies between two results.
    pub(super) bracketed: bool,
}

impl ValueSearch {
    pub(super) const fn new(guess: Score) -> ValueSearch {
        ValueSearch { bounds: Bounds::OPEN, latest: guess, failed: None, run: 0, bracketed: false }
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
    fn span(&self) -> i64 {
        self.bounds.high.millionths_above(self.bounds.low)
    }

    /// The window of this width within the open bounds whose alpha is nearest to the one given; narrower only if
    /// the bounds are.
    ///
    /// It has low <= alpha < beta <= high. So a null window meets the condition of MT, low < beta <= high, and any
    /// answer moves a bound, be it consistent with the earlier ones or not.
    fn window_from(&self, alpha: Score, width: Width) -> Window {
        let Bounds { low, high } = self.bounds;
        let alpha = alpha.min(high.plus(-width.millionths())).max(low);
        Window { alpha, beta: alpha.plus(width.millionths()).min(high) }
    }

    fn middle(&self, width: Width) -> Window {
        let below = (self.span() - width.millionths()).div_euclid(2);
        self.window_from(self.bounds.low.plus(below), width)
    }

    fn around_guess(&self, width: Width) -> Window {
        self.window_from(self.latest.plus(-(width.millionths() + 1) / 2), width)
    }

    /// The window of this width that lies `step` beyond the last result in the direction of the failure.
    fn beyond(&self, step: i64, width: Width) -> Window {
        match self.failed {
            Some(Verdict::FailLow) => self.window_from(self.bounds.high.plus(-step - width.millionths()), width),
            _ => self.window_from(self.bounds.low.plus(step), width),
        }
    }

    /// The next window of a driver, or none if the value is found. It lies within the bounds, so that every answer
    /// moves one.
    pub(super) fn window(&self, driver: DriverKind, options: &DriverOptions) -> Option<Window> {
        if self.bounds.is_closed() {
            return None;
        }
        let DriverOptions { epsilon, aspiration, first_step, .. } = *options;
        Some(match driver {
            DriverKind::AlphaBeta | DriverKind::NegaScout => self.window_from(self.bounds.low, Width::WHOLE),
            DriverKind::AspirationNegaScout => self.aspiration(aspiration),
            // CITE: MTD(f). Is the value at least the last result, or more, if that is what it was shown to be?
            // (Plaat 1997.)
            DriverKind::MtdF => self.window_from(self.latest.next_down(), Width::LEAST),
            // CITE: SSS* as MTD(+inf). Is the value as high as the upper bound? (Plaat et al. 1995, figure 2.)
            DriverKind::Sss => self.window_from(self.bounds.high, Width::LEAST),
            // CITE: DUAL* as MTD(-inf). Is the value more than the lower bound? (Plaat et al. 1995, section 4.)
            DriverKind::Dual => self.window_from(self.bounds.low, Width::LEAST),
            DriverKind::RealMtdF => return self.real_mtd_f(epsilon, options.close_real),
            DriverKind::MtdStep => self.mtd_step(epsilon, first_step),
            // CITE: MTD-bi (Mandziuk and Osman 2004, figure 1b). The figure puts the upper end 2 epsilon above the
            // middle, a scanning error for epsilon / 2. Each failure leaves half of what the window did not cover, so
            // bounds a range apart close within log2(range / (2 epsilon) + 1/2) + 2 probes, rounded down.
            DriverKind::MtdBi => self.middle(epsilon),
            // CITE: C* (K. Coplan, A special-purpose machine for an improved search algorithm for deep chess
            // combinations, 1982).
            DriverKind::CStar => self.middle(Width::LEAST),
            DriverKind::MtdGallop => self.mtd_gallop(epsilon, first_step),
            DriverKind::MtdBest => return None,
        })
    }

    /// CITE: aspiration NegaScout, the baseline of Plaat et al. 1995 (section 5). On failure the next window has its
    /// near edge at the result and is four times as wide as the last.
    fn aspiration(&self, half: Width) -> Window {
        let width = half.doubled(2 * self.run.min(14) + 1);
        if self.run == 0 { self.around_guess(width) } else { self.beyond(0, width) }
    }

    /// CITE: realMTD(f) (Mandziuk and Osman 2004, section 3): MTD(f) with an epsilon window in place of the null
    /// window.
    ///
    /// Once the bounds are no further apart than epsilon, the epsilon window is all that lies between them: the paper's
    /// closing search, which makes the value exact. The published form stops there. From open bounds that never happens
    /// before they meet: after the first probe each window touches the last result, so the value is found inside it, at
    /// that result, or beyond the far end.
    fn real_mtd_f(&self, epsilon: Width, close: bool) -> Option<Window> {
        let is_near_enough = !close && self.span() < epsilon.millionths();
        let alpha = self.latest.plus(-epsilon.millionths());
        (!is_near_enough).then(|| self.window_from(alpha, epsilon))
    }

    /// CITE: MTD-step(f) (Mandziuk and Osman 2004, section 3): steps in the direction of the failure that double every
    /// second probe; after the value has been overstepped, a probe at the result itself (Plaat 1997, Implementation
    /// Tips). Between two results no step takes more than half of what lies between them.
    fn mtd_step(&self, epsilon: Width, first_step: Width) -> Window {
        let step = first_step.doubled(self.run.saturating_sub(1) / 2).millionths();
        match (self.run, self.bracketed) {
            (0, _) => self.around_guess(epsilon),
            (1, true) => self.beyond(0, epsilon),
            (_, true) => self.beyond(step.min(self.span() / 2), epsilon),
            (_, false) => self.beyond(step, epsilon),
        }
    }

    /// MTD-gallop, our own: an epsilon window around the guess, then doubling steps until the value lies between two
    /// results, then MTD-bi between these.
    ///
    /// A value at distance d from the guess takes some log2(d / first step) + log2(first step / epsilon) probes, where
    /// MTD-bi takes log2(range / epsilon) wherever the value is.
    fn mtd_gallop(&self, epsilon: Width, first_step: Width) -> Window {
        match self.run {
            0 => self.around_guess(epsilon),
            _ if self.bracketed => self.middle(epsilon),
            run => self.beyond(first_step.doubled(run - 1).millionths(), epsilon),
        }
    }
}
