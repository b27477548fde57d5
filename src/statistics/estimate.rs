//! A figure with its error bars.

use std::fmt;

/// A value and the interval that holds the true one with 95 % confidence. Ends may be infinite; none is NaN.
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

    /// The same estimate on another scale; `scale` must not fall.
    pub(super) fn map(self, scale: impl Fn(f64) -> f64) -> Estimate {
        Estimate { value: scale(self.value), low: scale(self.low), high: scale(self.high) }
    }
}

impl fmt::Display for Estimate {
    /// `7.20 +/- 9.10`; with an infinite value or end, `inf [191.10, inf]`. Two decimals, or as many as are asked for.
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
