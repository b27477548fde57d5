//! Windows that a search asks about, and bounds that its answers leave.

use super::Width;
use crate::eval::Score;
use crate::rules::Ply;

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

    /// The window `(gamma - 1, gamma)`, in millionths, that asks: is the value at least `gamma`?
    pub const fn null(gamma: Score) -> Window {
        Window { alpha: gamma.next_down(), beta: gamma }
    }

    /// Is there no score between alpha and beta?
    pub fn is_null(self) -> bool {
        self.alpha.next_up() >= self.beta
    }

    /// How far apart its ends are.
    pub const fn width(self) -> Width {
        Width::from_millionths(self.beta.millionths() as i64 - self.alpha.millionths() as i64)
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

    /// Is `score` inside?
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

    /// Is there nothing left to ask?
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
