//! Maximum-likelihood distributions under a constraint: the core of the generalised SPRT.
//!
//! Among all distributions over the given scores that satisfy a hypothesis, one maximises the likelihood (Van den
//! Bergh, *Comments on Normalized Elo*, proposition 1.1 for a given mean, section 4.1 for a given normalised one). The
//! likelihood ratio of two hypotheses compares these.

use arrayvec::ArrayVec;

/// A score and its probability.
pub(super) type Distribution = ArrayVec<(f64, f64), 5>;

/// The maximum number of iterations in the search for a normalised mean. Every iteration adds at least one correct
/// digit, and the strengths used in tests need fewer.
const MOST_ROUNDS: usize = 100;

/// The change of probabilities at which the iteration has converged.
const SETTLED: f64 = 1e-9;

/// The likeliest distribution with the mean `mean`, which must lie strictly between the lowest and highest score. Every
/// score must have a positive weight.
pub(super) fn with_mean(observed: &Distribution, mean: f64) -> Distribution {
    let distances: ArrayVec<f64, 5> = observed.iter().map(|(score, _)| score - mean).collect();
    reweighted(observed, &distances)
}

/// The likeliest distribution whose mean is `t` of its standard deviations above 1/2.
///
/// The constraint is not linear; it is replaced by its tangent at the current distribution, until convergence.
pub(super) fn with_normalised_mean(observed: &Distribution, t: f64) -> Distribution {
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
        if change < SETTLED {
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

    fn distribution(scores: &[f64], probabilities: &[f64]) -> Distribution {
        scores.iter().copied().zip(probabilities.iter().copied()).collect()
    }

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

    const GAMES: [f64; 3] = [0.0, 0.5, 1.0];
    const OBSERVED: [[f64; 3]; 4] = [[0.3, 0.3, 0.4], [0.05, 0.9, 0.05], [0.6, 0.3, 0.1], [0.001, 0.009, 0.99]];

    /// With three scores and their mean given, one share is free: the draws. The best of them is found by trying.
    #[test]
    fn a_given_mean_is_met_in_the_likeliest_way() {
        for (observed, mean) in OBSERVED.into_iter().flat_map(|seen| [0.45, 0.5, 0.53].map(|mean| (seen, mean))) {
            let observed = distribution(&GAMES, &observed);
            let found = with_mean(&observed, mean);
            let probabilities: Vec<f64> = found.iter().map(|(_, p)| *p).collect();
            assert!((probabilities.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            assert!((moments(&found).0 - mean).abs() < 1e-9);
            let trial = |draws: f64| {
                let wins = mean - draws / 2.0;
                likelihood(&observed, &[1.0 - draws - wins, draws, wins])
            };
            let best = highest(1e-12, 2.0 * mean.min(1.0 - mean) - 1e-12, trial);
            assert!((likelihood(&observed, &probabilities) - best).abs() < 1e-7, "{observed:?} {mean}");
        }
    }

    /// The same for a normalised mean t: with the share q of decided games, the lead is t * sqrt(q / (1 + t^2)).
    #[test]
    fn a_given_normalised_mean_is_met_in_the_likeliest_way() {
        for (observed, t) in OBSERVED.into_iter().flat_map(|seen| [-0.02, 0.0, 0.01, 0.1].map(|t| (seen, t))) {
            let observed = distribution(&GAMES, &observed);
            let found = with_normalised_mean(&observed, t);
            let probabilities: Vec<f64> = found.iter().map(|(_, p)| *p).collect();
            let (mean, deviation) = moments(&found);
            assert!((probabilities.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            assert!(((mean - 0.5) / deviation - t).abs() < 1e-7, "{observed:?} {t}");
            let trial = |decided: f64| {
                let lead = t * (decided / (1.0 + t * t)).sqrt();
                likelihood(&observed, &[(decided - lead) / 2.0, 1.0 - decided, (decided + lead) / 2.0])
            };
            let least = t * t / (1.0 + t * t);
            let best = highest(least + 1e-12, 1.0 - 1e-12, trial);
            assert!((likelihood(&observed, &probabilities) - best).abs() < 1e-7, "{observed:?} {t}");
        }
    }
}
