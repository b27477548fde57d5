//! First guesses: what earlier iterations say of the next one's value.

use super::options::FirstGuess;
use crate::eval::Score;

/// The values of a line in the last two iterations.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Guesses {
    one_ago: Option<Score>,
    two_ago: Option<Score>,
}

impl Guesses {
    pub(super) fn push(&mut self, score: Score) {
        *self = Guesses { one_ago: Some(score), two_ago: self.one_ago };
    }

    /// The first guess for the next iteration: 0 as long as nothing is known (van Horssen 2018, section 1).
    pub(super) fn next(&self, rule: FirstGuess) -> Score {
        let guess = match rule {
            FirstGuess::OneAgo => self.one_ago,
            FirstGuess::TwoAgo => self.two_ago.or(self.one_ago),
        };
        guess.unwrap_or(Score::DRAW)
    }
}
