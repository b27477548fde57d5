//! The sequential probability ratio test: play until one of two hypotheses about strength is accepted.
//!
//! It is the generalised SPRT: parameters that the hypotheses leave open, such as the share of draws, are set to their
//! maximum-likelihood values. Among all distributions over the scores that satisfy a hypothesis, one maximises the
//! likelihood; the likelihood ratio of two hypotheses compares these.
//!
//! CITE: A. Wald, "Sequential Tests of Statistical Hypotheses" (1945): the bounds, which keep the error probabilities.
//! CITE: M. Van den Bergh, "Comments on Normalized Elo" (normalized_elo_practical, 2020): proposition 1.1 for a given
//! mean, section 4.1 for a given normalised mean.

use arrayvec::ArrayVec;

use super::{ELO_PER_NORMAL, ScoreSample, score_of_elo};

/// The count of a score that was never observed, so that its probability stays positive.
const NEVER_SEEN: f64 = 1e-3;

/// The maximum difference in a hypothesis, in logistic Elo points,
const MOST_ELO: f64 = 1000.0;
/// and in normalised ones. From 231 on, the search for the likeliest distribution does not begin, since no tangent at
/// the even distribution of pairs has both signs.
const MOST_NORMALISED_ELO: f64 = 200.0;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EloModel {
    Logistic,
    /// Normalised Elo points: the number of games needed does not depend on the share of draws.
    Normalised,
}

/// A test of "the player is at least `elo1` stronger" against "at most `elo0`".
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: EloModel,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtVerdict {
    /// `elo0` was accepted: the improvement is not there.
    AcceptH0,
    /// `elo1` was accepted: the improvement is there.
    AcceptH1,
    /// More games are needed.
    Continue,
}

/// Invalid parameters of a test.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum SprtError {
    #[error("elo0 is {0} and elo1 is {1}: expected two numbers from -{2} to {2}, elo0 the lower one")]
    Hypotheses(f64, f64, f64),
    #[error("alpha is {0} and beta is {1}: expected two numbers above 0 with a sum below 1")]
    ErrorRates(f64, f64),
}

impl Sprt {
    /// A test of `elo1` against `elo0`, in Elo points of the model. It wrongly accepts `elo1` with a chance of `alpha`,
    /// and `elo0` with a chance of `beta`. Fails unless `elo0 < elo1`, both from -1000 to 1000, or from -200 to 200 if
    /// they are normalised, `alpha > 0`, `beta > 0` and `alpha + beta < 1`.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64, model: EloModel) -> Result<Sprt, SprtError> {
        let most = match model {
            EloModel::Logistic => MOST_ELO,
            EloModel::Normalised => MOST_NORMALISED_ELO,
        };
        if !(-most <= elo0 && elo0 < elo1 && elo1 <= most) {
            return Err(SprtError::Hypotheses(elo0, elo1, most));
        }
        if !(alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0) {
            return Err(SprtError::ErrorRates(alpha, beta));
        }
        Ok(Sprt { elo0, elo1, alpha, beta, model })
    }

    /// The two hypotheses, `elo0` first.
    pub const fn hypotheses(&self) -> [f64; 2] {
        [self.elo0, self.elo1]
    }

    pub const fn model(&self) -> EloModel {
        self.model
    }

    /// The log-likelihood ratio at which `elo0` is accepted: ln(beta / (1 - alpha)), below 0.
    pub fn lower(&self) -> f64 {
        (self.beta / (1.0 - self.alpha)).ln()
    }

    /// The log-likelihood ratio at which `elo1` is accepted: ln((1 - beta) / alpha), above 0.
    pub fn upper(&self) -> f64 {
        ((1.0 - self.beta) / self.alpha).ln()
    }

    /// The log-likelihood ratio of the hypotheses: the logarithm of how many times likelier the observations are under
    /// `elo1` than under `elo0`. 0 without observations; always finite.
    pub fn llr(&self, sample: &ScoreSample) -> f64 {
        if sample.observations() == 0 {
            return 0.0;
        }
        let counts = || sample.seen.iter().map(|&(score, count)| (score, (count as f64).max(NEVER_SEEN)));
        let total: f64 = counts().map(|(_, count)| count).sum();
        let observed: Distribution = counts().map(|(score, count)| (score, count / total)).collect();
        let [h0, h1] = self.hypotheses().map(|elo| self.likeliest(&observed, elo, sample.games_each));
        let gains = observed.iter().zip(h0.iter().zip(&h1)).map(|((_, seen), (p0, p1))| seen * (p1.1 / p0.1).ln());
        total * gains.sum::<f64>()
    }

    /// The verdict for a log-likelihood ratio.
    pub fn verdict(&self, llr: f64) -> SprtVerdict {
        if llr >= self.upper() {
            SprtVerdict::AcceptH1
        } else if llr <= self.lower() {
            SprtVerdict::AcceptH0
        } else {
            SprtVerdict::Continue
        }
    }

    /// A log-likelihood ratio relative to the bound on its side, from -1 (lower) to 1 (upper) and beyond.
    pub fn progress(&self, llr: f64) -> f64 {
        if llr >= 0.0 { llr / self.upper() } else { -llr / self.lower() }
    }

    /// The maximum-likelihood distribution if a player is `elo` stronger.
    fn likeliest(&self, observed: &Distribution, elo: f64, games_each: f64) -> Distribution {
        match self.model {
            EloModel::Logistic => with_mean(observed, score_of_elo(elo)),
            // The mean of several games has a smaller standard deviation than one game, so the same lead is a larger
            // multiple of it.
            EloModel::Normalised => with_normalised_mean(observed, games_each.sqrt() * elo / ELO_PER_NORMAL),
        }
    }
}

/// Scores with their probabilities.
type Distribution = ArrayVec<(f64, f64), 5>;

/// The maximum number of iterations in the search for a normalised mean. Every iteration adds at least one correct
/// digit, and the strengths used in tests need fewer.
const MOST_ROUNDS: usize = 100;

/// The change of probabilities at which the iteration has converged.
const CONVERGED: f64 = 1e-9;

/// The likeliest distribution with the mean `mean`, which must lie strictly between the lowest and highest score. Every
/// score must have a positive weight.
fn with_mean(observed: &Distribution, mean: f64) -> Distribution {
    let distances: ArrayVec<f64, 5> = observed.iter().map(|(score, _)| score - mean).collect();
    reweighted(observed, &distances)
}

/// The likeliest distribution whose mean is `t` of its standard deviations above 1/2.
///
/// The constraint is not linear; it is replaced by its tangent at the current distribution, until convergence.
fn with_normalised_mean(observed: &Distribution, t: f64) -> Distribution {
    let even = 1.0 / observed.len() as f64;
    let mut found: Distribution = observed.iter().map(|&(score, _)| (score, even)).collect();
    for _ in 0..MOST_ROUNDS {
        let (mean, deviation) = moments(&found);
        let tangent = |&(score, _): &(f64, f64)| {
            let distance = (score - mean) / deviation;
            score - 0.5 - t * deviation * (1.0 + distance * distance) / 2.0
        };
        let tangents: ArrayVec<f64, 5> = observed.iter().map(tangent).collect();
        let next = reweighted(observed, &tangents);
        let change = next.iter().zip(&found).map(|(new, old)| (new.1 - old.1).abs()).fold(0.0, f64::max);
        found = next;
        if change < CONVERGED {
            break;
        }
    }
    found
}

/// The distribution nearest to the observed one with an average `constraint`, one number per score, of 0.
///
/// It divides each probability by 1 + theta * constraint, with the theta that keeps the sum at 1. Theta lies between
/// the poles and is found by bisection, since the mean falls as theta grows. If all constraints have the same sign, the
/// average cannot be 0: then nothing changes.
fn reweighted(observed: &Distribution, constraint: &[f64]) -> Distribution {
    let least = constraint.iter().copied().fold(f64::INFINITY, f64::min);
    let most = constraint.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if least >= 0.0 || most <= 0.0 {
        return observed.clone();
    }
    let terms = || observed.iter().zip(constraint);
    let mean = |theta: f64| terms().map(|((_, p), c)| p * c / (1.0 + theta * c)).sum::<f64>();
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    loop {
        let theta = low + (high - low) / 2.0;
        // Adjacent floating-point numbers.
        if theta <= low || theta >= high {
            break;
        }
        if mean(theta) > 0.0 { low = theta } else { high = theta }
    }
    let theta = low + (high - low) / 2.0;
    terms().map(|(&(score, p), c)| (score, p / (1.0 + theta * c))).collect()
}

/// The mean and the standard deviation.
fn moments(distribution: &Distribution) -> (f64, f64) {
    let mean: f64 = distribution.iter().map(|(score, p)| score * p).sum();
    let variance: f64 = distribution.iter().map(|(score, p)| p * (score - mean).powi(2)).sum();
    (mean, variance.sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The log-likelihood of the observations under a distribution.
    fn likelihood(observed: &Distribution, assumed: &[f64]) -> f64 {
        observed.iter().zip(assumed).map(|((_, seen), p)| seen * p.ln()).sum()
    }

    /// The highest value of a concave function on an interval, by golden section.
    fn highest(mut low: f64, mut high: f64, value: impl Fn(f64) -> f64) -> f64 {
        let golden = (5f64.sqrt() - 1.0) / 2.0;
        for _ in 0..200 {
            let (left, right) = (high - golden * (high - low), low + golden * (high - low));
            if value(left) < value(right) { low = left } else { high = right }
        }
        value(low + (high - low) / 2.0)
    }

    /// Observed shares of losses, draws and wins, each with each of the figures.
    fn observed_with<const N: usize>(figures: [f64; N]) -> impl Iterator<Item = (Distribution, f64)> {
        let observed = [[0.3, 0.3, 0.4], [0.05, 0.9, 0.05], [0.6, 0.3, 0.1], [0.001, 0.009, 0.99]];
        let distribution = |shares| [0.0, 0.5, 1.0].into_iter().zip(shares).collect::<Distribution>();
        observed.into_iter().flat_map(move |shares| figures.map(|figure| (distribution(shares), figure)))
    }

    /// Checks that the probabilities add up to 1 and are as likely as `best`.
    fn assert_likeliest(found: &Distribution, observed: &Distribution, best: f64) {
        let probabilities: Vec<f64> = found.iter().map(|(_, p)| *p).collect();
        assert!((probabilities.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        assert!((likelihood(observed, &probabilities) - best).abs() < 1e-7, "{observed:?} {found:?}");
    }

    /// With three scores and their mean given, one share is free: the draws. The best of them is found by trying.
    #[test]
    fn a_given_mean_is_met_in_the_likeliest_way() {
        for (observed, mean) in observed_with([0.45, 0.5, 0.53]) {
            let found = with_mean(&observed, mean);
            assert!((moments(&found).0 - mean).abs() < 1e-9);
            let trial = |draws: f64| {
                let wins = mean - draws / 2.0;
                likelihood(&observed, &[1.0 - draws - wins, draws, wins])
            };
            assert_likeliest(&found, &observed, highest(1e-12, 2.0 * mean.min(1.0 - mean) - 1e-12, trial));
        }
    }

    /// The same for a normalised mean t: with the share q of decided games, the lead is t * sqrt(q / (1 + t^2)).
    #[test]
    fn a_given_normalised_mean_is_met_in_the_likeliest_way() {
        for (observed, t) in observed_with([-0.02, 0.0, 0.01, 0.1]) {
            let found = with_normalised_mean(&observed, t);
            let (mean, deviation) = moments(&found);
            assert!(((mean - 0.5) / deviation - t).abs() < 1e-7, "{observed:?} {t}");
            let trial = |decided: f64| {
                let lead = t * (decided / (1.0 + t * t)).sqrt();
                likelihood(&observed, &[(decided - lead) / 2.0, 1.0 - decided, (decided + lead) / 2.0])
            };
            let least = t * t / (1.0 + t * t);
            assert_likeliest(&found, &observed, highest(least + 1e-12, 1.0 - 1e-12, trial));
        }
    }
}
