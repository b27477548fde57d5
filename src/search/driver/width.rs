//! How far apart two scores are.

use crate::eval::Score;

/// A distance between scores, in millionths of a man: at least one, at most from [`Score::MIN`] to [`Score::MAX`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Width(i64);

impl Width {
    /// A millionth of a man: the width of a null window.
    pub const LEAST: Width = Width(1);
    /// The width of everything.
    pub const WHOLE: Width = Width(Score::MAX.millionths() as i64 - Score::MIN.millionths() as i64);

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
