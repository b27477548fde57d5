//! Positions beside a game. A search asks the evaluation above all about positions that no good player lets come up, and
//! games of good players do not show what those are worth.
//!
//! CITE: Veness, Silver, Uther and Blair, Bootstrapping from Game Tree Search (2009), who learn from all positions of a
//! search rather than from those of the game alone.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::rules::{Game, Rules};

/// The random moves of a sideline. Captures that they lead to follow.
const PLIES: RangeInclusive<usize> = 1..=3;

/// The share of the positions of a game that have a sideline, from 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sidelines(f64);

/// A text that is no share.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not a share of positions: expected a number from 0 to 1")]
pub struct BadSidelines(String);

impl FromStr for Sidelines {
    type Err = BadSidelines;

    fn from_str(text: &str) -> Result<Sidelines, BadSidelines> {
        let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
        share.map(Sidelines).ok_or_else(|| BadSidelines(text.to_owned()))
    }
}

impl fmt::Display for Sidelines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Sidelines {
    /// The share, if there are any.
    pub(super) fn share(self) -> Option<f64> {
        (self.0 > 0.0).then_some(self.0)
    }

    /// The random numbers of a game, others than those of its opening.
    pub(super) fn random(seed: u64, game_number: u64) -> ChaCha8Rng {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        random.set_stream(!game_number);
        random
    }

    /// The end of a sideline from where the game stands: a few random moves, then random captures as long as there is one
    /// to make. `None` if there is to be no sideline, or if it would end the game.
    pub(super) fn draw<R: Rules>(self, game: &Game<R>, random: &mut impl Rng) -> Option<Game<R>> {
        if !random.random_bool(self.0) {
            return None;
        }
        let plies = random.random_range(PLIES);
        let mut line = game.clone();
        let mut played = 0;
        while played < plies || line.position().has_capture() {
            if line.end().is_some() {
                return None;
            }
            let moves = line.position().moves();
            line.play(*moves.choose(random)?).expect("a listed move is legal");
            played += 1;
        }
        line.end().is_none().then_some(line)
    }
}
