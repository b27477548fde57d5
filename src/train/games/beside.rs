//! Positions beside a game. A search asks the evaluation above all about positions that no good player lets come up, and
//! games of good players do not show what those are worth.
//!
//! CITE: Veness, Silver, Uther and Blair, Bootstrapping from Game Tree Search (2009), who learn from all positions of a
//! search rather than from those of the game alone.

use std::ops::RangeInclusive;

use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::Share;
use crate::rules::Game;

/// The random moves of a sideline. Captures that they lead to follow.
const PLIES: RangeInclusive<usize> = 1..=3;

/// Which positions beside a game are recorded with it. They change nothing in the game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Beside {
    /// The share of the positions of a game that have a sideline: a position after a few random moves.
    pub sidelines: Share,
    /// The share of the positions of a game that have a leaf: a position that the search of the game's move has
    /// evaluated, each as likely as the others.
    pub leaves: Share,
}

impl Beside {
    /// Is there anything to record?
    pub(super) fn is_any(self) -> bool {
        self.sidelines.above_zero().or(self.leaves.above_zero()).is_some()
    }

    /// The random numbers of a game, others than those of its opening.
    pub(super) fn random(seed: u64, game_number: u64) -> ChaCha8Rng {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        random.set_stream(!game_number);
        random
    }

    /// The end of a sideline from where the game stands: a few random moves, then random captures as long as there is one
    /// to make. `None` if there is to be no sideline, or if it would end the game.
    pub(super) fn sideline(self, game: &Game, random: &mut impl Rng) -> Option<Game> {
        if !self.sidelines.includes_next(random) {
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
