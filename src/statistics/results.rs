//! Games and pairs of games, counted side by side.

use super::{Outcome, PairCounts, Sample, Wdl};

/// The results of one player against one other, or against all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// Its games.
    pub games: Wdl,
    /// Its pairs of games of which both are finished.
    pub pairs: PairCounts,
}

impl Results {
    /// Counts one more pair of which both games are finished, and its games.
    pub fn add(&mut self, pair: [Outcome; 2]) {
        pair.into_iter().for_each(|outcome| self.games.add(outcome));
        self.pairs.add(pair);
    }

    /// Counts one more pair, of which each game may be unfinished.
    pub fn add_unfinished(&mut self, pair: [Option<Outcome>; 2]) {
        match pair {
            [Some(first), Some(second)] => self.add([first, second]),
            pair => pair.into_iter().flatten().for_each(|outcome| self.games.add(outcome)),
        }
    }

    /// As the opponent sees them.
    #[must_use]
    pub const fn reversed(self) -> Results {
        Results { games: self.games.reversed(), pairs: self.pairs.reversed() }
    }

    /// What the figures of strength are computed from: the pairs; or the games, while no pair is complete.
    pub fn sample(&self) -> Sample {
        if self.pairs.pairs() > 0 { self.pairs.into() } else { self.games.into() }
    }
}

impl std::ops::AddAssign for Results {
    fn add_assign(&mut self, other: Results) {
        self.games += other.games;
        self.pairs += other.pairs;
    }
}
