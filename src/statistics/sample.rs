//! Figures with their 95 % intervals: of observed scores, and of anything else by the bootstrap.

use std::fmt;

use arrayvec::ArrayVec;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::Serialize;

use super::{ELO_PER_NORMAL, elo_of_score};

/// The two-sided 95 % quantile of the normal distribution.
const TWO_SIDED_95: f64 = 1.959_963_984_540_054;

/// The error probability of an exact 95 % interval.
const ERROR_PROBABILITY: f64 = 0.05;

/// A value and its 95 % confidence interval. Ends can be infinite, which is null in JSON, but not NaN.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The likeliest value.
    pub value: f64,
    pub low: f64,
    pub high: f64,
}

impl Estimate {
    /// Half the width of the interval: the figure behind `+/-`. Infinite if an end is.
    pub fn margin(self) -> f64 {
        (self.high - self.low) / 2.0
    }

    pub const fn exact(value: f64) -> Estimate {
        Estimate { value, low: value, high: value }
    }

    /// Whether there is an interval to show: it has a width, and both ends are finite.
    pub fn has_interval(self) -> bool {
        self.low < self.high && self.margin().is_finite()
    }

    /// The same estimate on another scale; `scale` must be monotonically increasing.
    pub fn map(self, scale: impl Fn(f64) -> f64) -> Estimate {
        Estimate { value: scale(self.value), low: scale(self.low), high: scale(self.high) }
    }
}

impl fmt::Display for Estimate {
    /// `7.20 +/- 9.10`; with an infinite value or end, `inf [191.10, inf]`. Two decimals by default.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let decimals = f.precision().unwrap_or(2);
        let Estimate { value, low, high } = self;
        if value.is_finite() && self.margin().is_finite() {
            write!(f, "{value:.decimals$} +/- {:.decimals$}", self.margin())
        } else {
            write!(f, "{value:.decimals$} [{low:.decimals$}, {high:.decimals$}]")
        }
    }
}

/// Observed scores of one player, from 0 to 1, and their counts: of single games (`From<WdlCounts>`) or of pairs of games
/// (`From<PairCounts>`). The figures agree with those of fastchess.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoreSample {
    /// Scores, ascending, with their counts.
    pub(super) seen: ArrayVec<(f64, u64), 5>,
    /// Games per observation.
    pub(super) games_each: f64,
    /// The mean score of all games, if there are others beside those observed: the second games of some pairs are not
    /// finished. The observations then tell the spread alone.
    pub(super) of_all: Option<f64>,
}

impl ScoreSample {
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
        Some(if self.are_alike() {
            let other = most_if_never_seen(observations);
            Estimate { value, low: value * (1.0 - other), high: value + (1.0 - value) * other }
        } else {
            let margin = TWO_SIDED_95 * (self.variance() / observations as f64).sqrt();
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

    /// The mean score; 1/2 without observations.
    fn mean(&self) -> f64 {
        self.of_all.unwrap_or_else(|| self.observed_mean())
    }

    fn observed_mean(&self) -> f64 {
        match self.observations() {
            0 => 0.5,
            n => self.seen.iter().map(|&(score, count)| score * count as f64).sum::<f64>() / n as f64,
        }
    }

    /// The mean square distance from the mean; there must be an observation.
    fn variance(&self) -> f64 {
        let mean = self.observed_mean();
        let squares = self.seen.iter().map(|&(score, count)| count as f64 * (score - mean).powi(2));
        squares.sum::<f64>() / self.observations() as f64
    }

    /// Whether fewer than two different scores were observed.
    fn are_alike(&self) -> bool {
        self.seen.iter().filter(|&&(_, count)| count > 0).count() < 2
    }
}

/// How often the bootstrap draws the units.
const RESAMPLES: usize = 4_000;

/// The same units always make the same interval.
const SEED: u64 = 0;

/// Figures with their 95 % intervals, for figures whose distribution is unknown, such as the ratio of two sums of costs.
/// `figures` are computed from units that do not depend on each other, such as games, each given by its number below
/// `units`. What is compared is drawn together, so that the comparison is paired.
///
/// An interval is unbounded with fewer than two units, and where its figure is undefined for some of the draws.
///
/// CITE: B. Efron and R. Tibshirani, "An Introduction to the Bootstrap" (1993), section 13.3: percentiles as ends.
/// CITE: T. Hesterberg, "What Teachers Should Know About the Bootstrap" (2015): expanded percentiles for few units.
pub fn bootstrap<const N: usize>(units: usize, figures: impl Fn(&[usize]) -> [f64; N]) -> [Estimate; N] {
    let all: Vec<usize> = (0..units).collect();
    let mut estimates = figures(&all).map(|value| Estimate { value, low: f64::NEG_INFINITY, high: f64::INFINITY });
    if units < 2 {
        return estimates;
    }
    let mut random = ChaCha8Rng::seed_from_u64(SEED);
    let mut drawn = all;
    let draw = || {
        drawn.fill_with(|| random.random_range(0..units));
        figures(&drawn)
    };
    let draws: Vec<[f64; N]> = std::iter::repeat_with(draw).take(RESAMPLES).collect();
    let beyond = (RESAMPLES as f64 * probability_beyond(units)) as usize;
    for (place, estimate) in estimates.iter_mut().enumerate() {
        let mut ordered: Vec<f64> = draws.iter().map(|draw| draw[place]).collect();
        if ordered.iter().all(|figure| !figure.is_nan()) {
            ordered.sort_unstable_by(f64::total_cmp);
            (estimate.low, estimate.high) = (ordered[beyond], ordered[RESAMPLES - 1 - beyond]);
        }
    }
    estimates
}

/// The lower quartile, the median and the upper quartile of some figures, interpolated between neighbours; `None` without
/// figures.
pub fn quartiles(mut figures: Vec<f64>) -> Option<[f64; 3]> {
    figures.sort_unstable_by(f64::total_cmp);
    let last = figures.len().checked_sub(1)?;
    Some([0.25, 0.5, 0.75].map(|part| {
        let place = part * last as f64;
        let (below, above) = (figures[place.floor() as usize], figures[place.ceil() as usize]);
        below + (above - below) * place.fract()
    }))
}

/// The sum of the first figures divided by the sum of the second, with its 95 % interval. Each pair is a unit.
pub fn ratio_of_sums(pairs: &[(f64, f64)]) -> Estimate {
    let [ratio] = bootstrap(pairs.len(), |drawn| [ratio_of(pairs, drawn)]);
    ratio
}

fn ratio_of(pairs: &[(f64, f64)], drawn: &[usize]) -> f64 {
    let add = |(above, below): (f64, f64), &unit: &usize| (above + pairs[unit].0, below + pairs[unit].1);
    let (above, below) = drawn.iter().fold((0.0, 0.0), add);
    above / below
}

/// Costs relative to others at the same units, such as positions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CostRatio {
    /// The ratio of the sums. The dearest units decide it.
    pub of_sums: Estimate,
    /// The geometric mean of the units' ratios, in which all count alike; not a number if a cost is zero.
    pub mean: Estimate,
    /// How many units of equal costs would decide the sums as evenly: (sum x)^2 / sum x^2 of the others' costs.
    pub effective_units: f64,
    pub units: usize,
}

impl CostRatio {
    /// The ratios of the first costs to the second. Each pair is a unit.
    pub fn of(pairs: &[(f64, f64)]) -> CostRatio {
        let logarithms: Vec<f64> = pairs.iter().map(|(above, below)| (above / below).ln()).collect();
        let [of_sums, mean] = bootstrap(pairs.len(), |drawn| {
            let sum: f64 = drawn.iter().map(|&unit| logarithms[unit]).sum();
            [ratio_of(pairs, drawn), (sum / drawn.len() as f64).exp()]
        });
        let total = |power| pairs.iter().map(|(_, below)| below.powi(power)).sum::<f64>();
        CostRatio { of_sums, mean, effective_units: total(1).powi(2) / total(2), units: pairs.len() }
    }
}

/// The highest probability of an event that 95 % confidence admits after `trials` without it, about 3 / `trials`.
pub fn most_if_never_seen(trials: u64) -> f64 {
    1.0 - ERROR_PROBABILITY.powf(1.0 / trials as f64)
}

/// The probability that is left out at each end: what lies beyond the quantile of Student's distribution, with the
/// variance corrected for the number of units, under the normal curve.
fn probability_beyond(units: usize) -> f64 {
    let n = units as f64;
    let quantile = student_quantile(n - 1.0) * (n / (n - 1.0)).sqrt();
    libm::erfc(quantile / std::f64::consts::SQRT_2) / 2.0
}

/// The two-sided 95 % quantile of Student's distribution. From seven degrees of freedom on it is within a thousandth.
/// CITE: M. Abramowitz and I. Stegun, "Handbook of Mathematical Functions" (1964), 26.7.5.
fn student_quantile(freedom: f64) -> f64 {
    let z = TWO_SIDED_95;
    let terms = [
        (z.powi(3) + z) / 4.0,
        (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / 96.0,
        (3.0 * z.powi(7) + 19.0 * z.powi(5) + 17.0 * z.powi(3) - 15.0 * z) / 384.0,
    ];
    terms.iter().zip(1..).fold(z, |sum, (term, power)| sum + term / freedom.powi(power))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quartiles_lie_between_their_neighbours() {
        assert_eq!(quartiles(vec![4.0, 1.0, 2.0, 3.0]), Some([1.75, 2.5, 3.25]));
        assert_eq!(quartiles(vec![7.0]), Some([7.0; 3]));
        assert_eq!(quartiles(Vec::new()), None);
    }

    /// Hormone in the blood of eight subjects: a new patch less an old one, and the old one less a placebo (Efron and
    /// Tibshirani, section 10.3).
    const PATCH: [(f64, f64); 8] = [
        (-1200.0, 8406.0),
        (2601.0, 2342.0),
        (-2705.0, 8187.0),
        (1982.0, 8459.0),
        (-1290.0, 4795.0),
        (351.0, 3516.0),
        (-638.0, 4796.0),
        (-2719.0, 10238.0),
    ];

    #[test]
    fn the_patch_has_the_interval_of_all_its_resamples() {
        let ratio = ratio_of_sums(&PATCH);
        assert!((ratio.value - -0.0713).abs() < 1e-4, "the book's estimate: {ratio:?}");
        // The quantiles of 0.575 % and 99.425 % over the 6,435 different resamples of eight, by their probabilities.
        assert!((ratio.low - -0.2600).abs() < 0.012 && (ratio.high - 0.2570).abs() < 0.03, "{ratio:?}");
        assert_eq!(ratio, ratio_of_sums(&PATCH), "the same draws every time");
    }

    /// One dear position and three cheap ones: the first decides the sums, and counts for a quarter of the mean.
    #[test]
    fn costs_are_compared_as_sums_and_position_by_position() {
        let costs = CostRatio::of(&[(200.0, 100.0), (1.0, 2.0), (1.0, 2.0), (1.0, 2.0)]);
        assert_eq!((costs.of_sums.value, costs.units), (203.0 / 106.0, 4));
        assert!((costs.mean.value - 0.25f64.powf(0.25)).abs() < 1e-12 && costs.mean.low < costs.mean.high, "{costs:?}");
        assert!((costs.effective_units - 106.0 * 106.0 / 10_012.0).abs() < 1e-12, "{costs:?}");
        let even = CostRatio::of(&[(2.0, 1.0); 5]);
        assert_eq!((even.of_sums.value, even.effective_units), (2.0, 5.0));
        assert!((most_if_never_seen(240) - 0.0124).abs() < 1e-4, "three in 240, nearly");
    }

    #[test]
    fn quantiles_are_those_of_the_tables() {
        for (freedom, quantile) in [(7.0, 2.365), (19.0, 2.093), (24.0, 2.064), (157.0, 1.975)] {
            assert!((student_quantile(freedom) - quantile).abs() < 2e-3, "{freedom}");
        }
    }

    #[test]
    fn equal_units_have_no_spread_and_a_single_unit_has_no_interval() {
        let twice = ratio_of_sums(&[(2.0, 1.0), (6.0, 3.0), (4.0, 2.0)]);
        assert_eq!((twice.value, twice.low, twice.high), (2.0, 2.0, 2.0));
        let one = ratio_of_sums(&[(3.0, 2.0)]);
        assert_eq!((one.value, one.low, one.high), (1.5, f64::NEG_INFINITY, f64::INFINITY));
        assert_eq!(ratio_of_sums(&[(3.0, 0.0), (1.0, 2.0)]).high, f64::INFINITY, "not a ratio for every draw");
    }
}
