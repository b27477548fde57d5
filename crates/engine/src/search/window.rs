//! Windows that a search asks about, and bounds that its answers leave.

use crate::eval::Score;
use crownhead_rules::Ply;

/// An open interval `(alpha, beta)`: a search finds a value inside it exactly, and of one outside a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// Of values up to this an upper bound is found.
    pub alpha: Score,
    /// Of values from this on a lower bound is found.
    pub beta: Score,
}

/// What the result of a fail-soft search says about the value searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is at most the result.
    FailLow,
    /// It is the result.
    Exact,
    /// It is at least the result.
    FailHigh,
}

impl Window {
    /// Everything.
    pub const FULL: Window = Window { alpha: Score::MIN, beta: Score::MAX };

    /// The window `(gamma - 1, gamma)`, in millionths, which asks whether the value is at least `gamma`.
    pub const fn null(gamma: Score) -> Window {
        Window { alpha: gamma.next_down(), beta: gamma }
    }

    /// Whether there is no score between alpha and beta.
    pub fn is_null(self) -> bool {
        self.alpha.next_up() >= self.beta
    }

    /// How far apart its ends are.
    pub const fn width(self) -> Width {
        Width::from_millionths(self.beta.millionths_above(self.alpha))
    }

    /// The same window for the other side.
    pub fn turned(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// The window with its lower end raised to `score` if that is higher.
    pub fn raised(self, score: Score) -> Window {
        Window { alpha: self.alpha.max(score), ..self }
    }

    /// The part of the window that `bounds` leave open; they must not settle it.
    pub fn narrowed(self, bounds: Bounds) -> Window {
        Window { alpha: self.alpha.max(bounds.low), beta: self.beta.min(bounds.high) }
    }

    /// Whether `score` is inside.
    pub fn contains(self, score: Score) -> bool {
        self.alpha < score && score < self.beta
    }

    /// What `result` says.
    pub fn verdict(self, result: Score) -> Verdict {
        if result <= self.alpha {
            Verdict::FailLow
        } else if result >= self.beta {
            Verdict::FailHigh
        } else {
            Verdict::Exact
        }
    }
}

/// What is known of a value: it is at least `low` and at most `high`.
///
/// Inconsistent answers (from reductions, or deeper entries of the table) can cross the bounds; they count as closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The value is at least this.
    pub low: Score,
    /// The value is at most this.
    pub high: Score,
}

impl Bounds {
    /// Nothing is known.
    pub const OPEN: Bounds = Bounds { low: Score::MIN, high: Score::MAX };

    /// The value is known.
    pub const fn exact(score: Score) -> Bounds {
        Bounds { low: score, high: score }
    }

    /// Whether nothing is left to ask.
    pub fn is_closed(self) -> bool {
        self.low >= self.high
    }

    /// The bounds after a search over `window` returned `result`.
    pub fn tightened(self, window: Window, result: Score) -> Bounds {
        match window.verdict(result) {
            Verdict::FailLow => Bounds { high: self.high.min(result), ..self },
            Verdict::Exact => Bounds::exact(result),
            Verdict::FailHigh => Bounds { low: self.low.max(result), ..self },
        }
    }

    /// The result of a search over `window`, if the bounds already tell it.
    pub fn settle(self, window: Window) -> Option<Score> {
        if self.low >= window.beta || self.is_closed() {
            Some(self.low)
        } else if self.high <= window.alpha {
            Some(self.high)
        } else {
            None
        }
    }

    /// A node's own bounds as they look from a root `plies` above it; see [`Score::seen_from_above`].
    pub const fn seen_from_above(self, plies: Ply) -> Bounds {
        Bounds { low: self.low.seen_from_above(plies), high: self.high.seen_from_above(plies) }
    }

    /// The inverse of [`Bounds::seen_from_above`].
    pub const fn seen_from_below(self, plies: Ply) -> Bounds {
        Bounds { low: self.low.seen_from_below(plies), high: self.high.seen_from_below(plies) }
    }

    /// The same bounds for the other side.
    pub fn turned(self) -> Bounds {
        Bounds { low: -self.high, high: -self.low }
    }
}

/// A distance between scores, in millionths of a man: at least one, at most from [`Score::MIN`] to [`Score::MAX`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Width(i64);

impl Width {
    /// A millionth of a man: the width of a null window.
    pub const LEAST: Width = Width(1);
    /// The width of everything.
    pub const WHOLE: Width = Width(Score::MAX.millionths_above(Score::MIN));

    /// A width of `millionths`, or the nearest valid one.
    pub const fn from_millionths(millionths: i64) -> Width {
        if millionths < Width::LEAST.0 {
            Width::LEAST
        } else if millionths > Width::WHOLE.0 {
            Width::WHOLE
        } else {
            Width(millionths)
        }
    }

    /// A width of `men`, rounded to a millionth.
    ///
    /// Returns `None` unless it is between a millionth and the width of everything.
    pub fn from_men(men: f64) -> Option<Width> {
        let millionths = (men * 1e6).round();
        (Width::LEAST.0 as f64..=Width::WHOLE.0 as f64).contains(&millionths).then_some(Width(millionths as i64))
    }

    /// In millionths of a man.
    pub const fn millionths(self) -> i64 {
        self.0
    }

    /// In men.
    pub fn men(self) -> f64 {
        self.0 as f64 / 1e6
    }

    /// The width after this number of doublings, at most [`Width::WHOLE`].
    pub fn doubled(self, times: u32) -> Width {
        // Twenty-eight doublings of the least width exceed the greatest.
        Width::from_millionths(self.0 << times.min(28))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_stay_in_their_range() {
        assert_eq!(Width::from_men(0.01), Some(Width(10_000)));
        assert_eq!(Width::from_men(202.0), Some(Width::WHOLE));
        for men in [0.0, 1e-9, -1.0, 203.0, f64::NAN, f64::INFINITY] {
            assert_eq!(Width::from_men(men), None, "{men} men");
        }
        assert_eq!(Width::LEAST.doubled(10), Width(1024));
        assert_eq!(Width::LEAST.doubled(u32::MAX), Width::WHOLE);
        assert_eq!(Width::WHOLE.doubled(u32::MAX), Width::WHOLE);
        assert_eq!(Width::from_millionths(-5), Width::LEAST);
    }
}
