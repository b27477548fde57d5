//! Rounding of whole millionths to a grain.

use super::{Grain, Score};

/// The range of estimates, as [`Grain::round`] has it.
const MOST_MILLIONTHS: i64 = 79_990_000;

/// Rounds to the multiples of a grain, in whole numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rounding {
    /// In millionths of a man.
    grain: i64,
}

impl Rounding {
    /// Rounding to this grain.
    pub(super) fn to(grain: Grain) -> Rounding {
        Rounding { grain: (grain.men() * 1e6).round() as i64 }
    }

    /// The nearest multiple of the grain, halves away from zero, cut to the range of estimates.
    #[inline]
    pub(super) fn score(self, millionths: i64) -> Score {
        let rounded = match self.grain {
            1 => millionths,
            grain => (millionths + grain / 2 * millionths.signum()) / grain * grain,
        };
        let most = MOST_MILLIONTHS / self.grain * self.grain;
        Score::from_millionths(rounded.clamp(-most, most))
    }
}
