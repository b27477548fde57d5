//! How many of the positions of a game something is done for.

use std::fmt;
use std::str::FromStr;

use rand::{Rng, RngExt};

/// A share of the positions of a game, from 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Share(f64);

/// A text that is no share.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not a share of positions: expected a number from 0 to 1")]
pub struct BadShare(String);

impl FromStr for Share {
    type Err = BadShare;

    fn from_str(text: &str) -> Result<Share, BadShare> {
        let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
        share.map(Share).ok_or_else(|| BadShare(text.to_owned()))
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Share {
    /// The number, unless it is 0.
    pub(super) fn above_zero(self) -> Option<f64> {
        (self.0 > 0.0).then_some(self.0)
    }

    /// Is it to be done for this position? A share of 0 draws no random number.
    pub(super) fn includes_next(self, random: &mut impl Rng) -> bool {
        self.above_zero().is_some_and(|share| random.random_bool(share))
    }
}
