//! Observations of a score, and the strength computed from them.

use arrayvec::ArrayVec;

use super::{ELO_PER_NORMAL, Estimate, PairCounts, Wdl, elo_of_score};

/// The two-sided 95 % quantile of the normal distribution.
pub(super) const TWO_SIDED_95: f64 = 1.959_963_984_540_054;

/// The error probability of an exact 95 % interval.
const LEFT_TO_CHANCE: f64 = 0.05;

/// Observed scores of one player, from 0 to 1, and their counts: of single games (`From<Wdl>`) or of pairs of games
/// (`From<PairCounts>`).
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// Scores, ascending, with their counts.
    seen: ArrayVec<(f64, u64), 5>,
    /// Games per observation.
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
    /// The number of observations: games or pairs.
    pub fn observations(&self) -> u64 {
        self.seen.iter().map(|(_, count)| count).sum()
    }

    /// The mean score of a game, from 0 to 1; `None` without observations.
    ///
    /// The interval is the normal approximation. If all observations are equal, their variance is zero, and the
    /// interval is exact: with 95 % confidence, any other score has a probability of at most 1 - 0.05^(1/n) (about
    /// 3/n), and it can be better or worse.
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

    /// The difference in strength in (logistic) Elo points. `None` without observations; infinite if one player won
    /// every game.
    pub fn elo(&self) -> Option<Estimate> {
        Some(self.score()?.map(elo_of_score))
    }

    /// The difference in strength in normalised Elo points: the distance of the score from 1/2 in standard deviations
    /// of a single game. The number of games needed to distinguish a value from 0 does not depend on the share of
    /// draws. `None` if the deviation is zero: without observations, or if all are equal.
    pub fn normalised_elo(&self) -> Option<Estimate> {
        if self.are_alike() {
            return None;
        }
        let variance = self.variance();
        let margin = TWO_SIDED_95 * (variance / self.observations() as f64).sqrt();
        let unit = ELO_PER_NORMAL / (self.games_each * variance).sqrt();
        let mean = self.mean();
        Some(Estimate { value: mean, low: mean - margin, high: mean + margin }.map(|score| (score - 0.5) * unit))
    }

    /// The likelihood of superiority: the probability that the player is stronger, from 0 to 1. One half without
    /// observations.
    ///
    /// If all observations are equal but not even, it is the probability that this score is more frequent than not,
    /// with a uniform prior: 1 - 2^-(n+1) for n wins.
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

    /// Games per observation.
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

    /// Whether fewer than two different scores were observed.
    fn are_alike(&self) -> bool {
        self.seen.iter().filter(|&&(_, count)| count > 0).count() < 2
    }
}
