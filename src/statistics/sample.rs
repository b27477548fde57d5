//! Observations of a score, and what they say about strength.

use arrayvec::ArrayVec;

use super::{ELO_PER_NORMAL, Estimate, PairCounts, Wdl, elo_of_score};

/// How many standard deviations off the mean a normal variable is in 5 % of the cases.
const TWO_SIDED_95: f64 = 1.959_963_984_540_054;

/// What an exact 95 % interval leaves to chance.
const LEFT_TO_CHANCE: f64 = 0.05;

/// Observed scores of one player, each between 0 and 1, and how often each was seen: of single games (`From<Wdl>`) or
/// of pairs of games (`From<PairCounts>`).
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// Scores, ascending, with their counts.
    seen: ArrayVec<(f64, u64), 5>,
    /// Games that make one observation.
    games_each: f64,
}

impl From<Wdl> for Sample {
    fn from(counts: Wdl) -> Sample {
        let seen = [(0.0, counts.losses), (0.5, counts.draws), (1.0, counts.wins)];
        Sample { seen: seen.into_iter().collect(), games_each: 1.0 }
    }
}

impl From<PairCounts> for Sample {
    fn from(counts: PairCounts) -> Sample {
        let scores = [0.0, 0.25, 0.5, 0.75, 1.0];
        Sample { seen: scores.into_iter().zip(counts.pentanomial()).collect(), games_each: 2.0 }
    }
}

impl Sample {
    /// How many observations there are: games or pairs.
    pub fn observations(&self) -> u64 {
        self.seen.iter().map(|(_, count)| count).sum()
    }

    /// The mean score of a game, from 0 to 1; `None` without observations.
    ///
    /// The interval is the normal approximation. Where all observations are alike there is no spread to go by; then
    /// it is exact: with 95 % confidence anything else happens with a chance of at most 1 - 0.05^(1/n) (about 3/n), and
    /// all of it may be for the better or for the worse.
    pub fn score(&self) -> Option<Estimate> {
        let observations = self.observations();
        if observations == 0 {
            return None;
        }
        let value = self.mean();
        let n = observations as f64;
        Some(if self.are_alike() {
            let otherwise = 1.0 - LEFT_TO_CHANCE.powf(1.0 / n);
            Estimate { value, low: value * (1.0 - otherwise), high: value + (1.0 - value) * otherwise }
        } else {
            let margin = TWO_SIDED_95 * (self.variance() / n).sqrt();
            Estimate { value, low: (value - margin).max(0.0), high: (value + margin).min(1.0) }
        })
    }

    /// The difference in strength in (logistic) Elo points: what the score would be explained by. `None` without
    /// observations; infinite where a player scored everything.
    pub fn elo(&self) -> Option<Estimate> {
        Some(self.score()?.map(elo_of_score))
    }

    /// The difference in strength in normalised Elo points: the distance of the score from 1/2, measured by the spread
    /// of a single game, so that equal values take equally many games to be told from 0 whatever the share of draws.
    /// `None` where there is no spread to measure by: without observations, or with all of them alike.
    pub fn normalised_elo(&self) -> Option<Estimate> {
        if self.are_alike() {
            return None;
        }
        let variance = self.variance();
        let margin = TWO_SIDED_95 * (variance / self.observations() as f64).sqrt();
        let unit = ELO_PER_NORMAL / (self.games_each * variance).sqrt();
        let mean = self.mean();
        Some(
            Estimate { value: mean, low: mean - margin, high: mean + margin }
                .map(|score| (score - 0.5) * unit),
        )
    }

    /// The likelihood of superiority: how likely the player is the stronger one, from 0 to 1. One half without
    /// observations.
    ///
    /// Where all observations are alike and not even, it is the chance that their like is the rule rather than the
    /// exception, all chances being equally likely beforehand: 1 - 2^-(n+1) for n wins.
    pub fn los(&self) -> f64 {
        let observations = self.observations() as f64;
        let lead = self.mean() - 0.5;
        if lead == 0.0 {
            return 0.5;
        }
        if self.are_alike() {
            let exception = 0.5f64.powf(observations + 1.0);
            return if lead > 0.0 { 1.0 - exception } else { exception };
        }
        let error = (self.variance() / observations).sqrt();
        libm::erfc(-lead / error / std::f64::consts::SQRT_2) / 2.0
    }

    /// Scores with their counts, ascending.
    pub(super) fn seen(&self) -> &[(f64, u64)] {
        &self.seen
    }

    /// Games that make one observation.
    pub(super) fn games_each(&self) -> f64 {
        self.games_each
    }

    /// The mean score; 1/2 without observations.
    fn mean(&self) -> f64 {
        match self.observations() {
            0 => 0.5,
            n => self.seen.iter().map(|&(score, count)| score * count as f64).sum::<f64>() / n as f64,
        }
    }

    /// The mean square distance from the mean; there must be an observation.
    fn variance(&self) -> f64 {
        let mean = self.mean();
        let squares = self.seen.iter().map(|&(score, count)| count as f64 * (score - mean).powi(2));
        squares.sum::<f64>() / self.observations() as f64
    }

    /// Were fewer than two different scores seen?
    fn are_alike(&self) -> bool {
        self.seen.iter().filter(|&&(_, count)| count > 0).count() < 2
    }
}
