//! A figure with its error bars. [`Sample`](super::Sample) computes those of a match.

use std::fmt;

/// A value and its 95 % confidence interval. Ends can be infinite, but not NaN.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The likeliest value.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Estimate {
    /// Half the width of the interval: the figure behind `+/-`. Infinite if an end is.
    pub fn margin(self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// A value that is known exactly.
    pub const fn exact(value: f64) -> Estimate {
        Estimate { value, low: value, high: value }
    }

    /// Whether there is an interval to show: it has a width, and both ends are finite.
    pub fn has_interval(self) -> bool {
        self.low < self.high && self.margin().is_finite()
    }

    /// The same estimate on another scale; `scale` must be monotonically increasing.
    pub fn map(self, scale: impl Fn(f64) -> f64) -> Estimate {
        Estimate { value: scale(self.value), low: scale(self.low), high: scale(self.high) }
    }
}

impl fmt::Display for Estimate {
    /// `7.20 +/- 9.10`; with an infinite value or end, `inf [191.10, inf]`. Two decimals by default.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let decimals = f.precision().unwrap_or(2);
        let Estimate { value, low, high } = self;
        if value.is_finite() && self.margin().is_finite() {
            write!(f, "{value:.decimals$} +/- {:.decimals$}", self.margin())
        } else {
            write!(f, "{value:.decimals$} [{low:.decimals$}, {high:.decimals$}]")
        }
    }
}
