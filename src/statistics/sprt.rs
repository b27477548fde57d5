//! The sequential probability ratio test: play until one of two hypotheses about strength is accepted.

use super::likelihood::{Distribution, with_mean, with_normalised_mean};
use super::{ELO_PER_NORMAL, Sample, score_of_elo};

/// The count of a score that was never observed, so that its probability stays positive.
const NEVER_SEEN: f64 = 1e-3;

/// The maximum difference in a hypothesis, in logistic Elo points,
const MOST_ELO: f64 = 1000.0;
/// and in normalised ones. From 231 on, the search for the likeliest distribution does not begin, since no tangent at the even
/// distribution of pairs has both signs.
const MOST_NORMALISED_ELO: f64 = 200.0;

/// The scale of the hypotheses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EloModel {
    /// Logistic Elo points.
    Logistic,
    /// Normalised Elo points: the number of games needed does not depend on the share of draws.
    Normalised,
}

/// A test of "the player is at least `elo1` stronger" against "at most `elo0`".
///
/// It is the generalised SPRT: parameters that the hypotheses leave open, such as the share of draws, are set to their
/// maximum-likelihood values. Wald's bounds keep the error probabilities near `alpha` and `beta`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: EloModel,
}

/// The verdict of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
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
    /// The hypotheses are equal, in the wrong order, or out of range.
    #[error("elo0 is {elo0} and elo1 is {elo1}: expected two numbers from -{most} to {most}, elo0 the lower one")]
    Hypotheses {
        /// The lower hypothesis.
        elo0: f64,
        /// The higher hypothesis.
        elo1: f64,
        /// The most of the model.
        most: f64,
    },
    /// An error rate is not a probability, or their sum is 1 or more.
    #[error("alpha is {alpha} and beta is {beta}: expected two numbers above 0 with a sum below 1")]
    ErrorRates {
        /// The rate of wrong acceptances of `elo1`.
        alpha: f64,
        /// The rate of wrong acceptances of `elo0`.
        beta: f64,
    },
}

impl Sprt {
    /// A test of `elo1` against `elo0`, in Elo points of the model, that wrongly accepts `elo1` with a chance of `alpha`
    /// and `elo0` with a chance of `beta`.
    ///
    /// # Errors
    /// [`SprtError`] unless `elo0 < elo1`, both from -1000 to 1000, or to 200 if they are normalised, `alpha > 0`, `beta > 0` and `alpha + beta < 1`.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64, model: EloModel) -> Result<Sprt, SprtError> {
        let most = match model {
            EloModel::Logistic => MOST_ELO,
            EloModel::Normalised => MOST_NORMALISED_ELO,
        };
        if !(-most <= elo0 && elo0 < elo1 && elo1 <= most) {
            return Err(SprtError::Hypotheses { elo0, elo1, most });
        }
        if !(alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0) {
            return Err(SprtError::ErrorRates { alpha, beta });
        }
        Ok(Sprt { elo0, elo1, alpha, beta, model })
    }

    /// The two hypotheses, `elo0` first.
    pub const fn hypotheses(&self) -> [f64; 2] {
        [self.elo0, self.elo1]
    }

    /// The scale of the hypotheses.
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
    pub fn llr(&self, sample: &Sample) -> f64 {
        if sample.observations() == 0 {
            return 0.0;
        }
        let counts = || sample.seen().iter().map(|&(score, count)| (score, (count as f64).max(NEVER_SEEN)));
        let total: f64 = counts().map(|(_, count)| count).sum();
        let observed: Distribution = counts().map(|(score, count)| (score, count / total)).collect();
        let [h0, h1] = self.hypotheses().map(|elo| self.likeliest(&observed, elo, sample.games_each()));
        let gains = observed.iter().zip(h0.iter().zip(&h1)).map(|((_, seen), (p0, p1))| seen * (p1.1 / p0.1).ln());
        total * gains.sum::<f64>()
    }

    /// The verdict for a log-likelihood ratio.
    pub fn verdict(&self, llr: f64) -> Verdict {
        if llr >= self.upper() {
            Verdict::AcceptH1
        } else if llr <= self.lower() {
            Verdict::AcceptH0
        } else {
            Verdict::Continue
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
            EloModel::Normalised => {
                // The mean of several games has a smaller standard deviation than one game, so the same lead is a
                // larger multiple of it.
                with_normalised_mean(observed, games_each.sqrt() * elo / ELO_PER_NORMAL)
            }
        }
    }
}
