//! Bootstrap intervals: for figures whose distribution nobody knows, such as the ratio of two sums of costs.
//!
//! Units that do not depend on each other, such as games, are drawn with replacement, as many as there are, and the
//! figure is computed of those; that a few thousand times. The spread of the results stands for the spread over other
//! units of the same kind. What is compared is drawn together, so that the comparison is paired.
//!
//! Sources: B. Efron and R. Tibshirani, *An Introduction to the Bootstrap* (1993), section 13.3, for percentiles as ends;
//! T. Hesterberg, *What Teachers Should Know About the Bootstrap* (2015), for taking them further out where there are
//! few units, for which percentiles alone are too narrow.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::Estimate;
use super::sample::TWO_SIDED_95;

/// How often the units are drawn.
const RESAMPLES: usize = 4_000;

/// The same units always make the same interval.
const SEED: u64 = 0;

/// A figure with its 95 % interval. `figure` is computed of units, each given by its number below `units`.
///
/// The interval is unbounded with fewer than two units, and where the figure is undefined for some of the draws.
pub fn bootstrap(units: usize, figure: impl Fn(&[usize]) -> f64) -> Estimate {
    let all: Vec<usize> = (0..units).collect();
    let unbounded = Estimate { value: figure(&all), low: f64::NEG_INFINITY, high: f64::INFINITY };
    if units < 2 {
        return unbounded;
    }
    let mut random = ChaCha8Rng::seed_from_u64(SEED);
    let mut drawn = all;
    let draw = || {
        drawn.fill_with(|| random.random_range(0..units));
        figure(&drawn)
    };
    let mut figures: Vec<f64> = std::iter::repeat_with(draw).take(RESAMPLES).collect();
    if figures.iter().any(|figure| figure.is_nan()) {
        return unbounded;
    }
    figures.sort_unstable_by(f64::total_cmp);
    let beyond = (RESAMPLES as f64 * probability_beyond(units)) as usize;
    Estimate { value: unbounded.value, low: figures[beyond], high: figures[RESAMPLES - 1 - beyond] }
}

/// The sum of the first figures divided by the sum of the second, with its 95 % interval. Each pair is a unit.
pub fn ratio_of_sums(pairs: &[(f64, f64)]) -> Estimate {
    bootstrap(pairs.len(), |drawn| {
        let add = |(above, below): (f64, f64), &unit: &usize| (above + pairs[unit].0, below + pairs[unit].1);
        let (above, below) = drawn.iter().fold((0.0, 0.0), add);
        above / below
    })
}

/// The probability that is left out at each end: what lies beyond the quantile of Student's distribution, with the
/// variance corrected for the number of units, under the normal curve (Hesterberg's expanded percentiles).
fn probability_beyond(units: usize) -> f64 {
    let n = units as f64;
    let quantile = student_quantile(n - 1.0) * (n / (n - 1.0)).sqrt();
    libm::erfc(quantile / std::f64::consts::SQRT_2) / 2.0
}

/// The two-sided 95 % quantile of Student's distribution (Abramowitz and Stegun, 26.7.5). From seven degrees of freedom
/// on it is within a thousandth.
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

    #[test]
    fn quantiles_are_those_of_the_tables() {
        for (freedom, quantile) in [(7.0, 2.365), (19.0, 2.093), (24.0, 2.064), (157.0, 1.975)] {
            assert!((student_quantile(freedom) - quantile).abs() < 2e-3, "{freedom}");
        }
    }

    #[test]
    fn what_is_equal_for_all_has_no_spread_and_one_unit_says_nothing_of_it() {
        let twice = ratio_of_sums(&[(2.0, 1.0), (6.0, 3.0), (4.0, 2.0)]);
        assert_eq!((twice.value, twice.low, twice.high), (2.0, 2.0, 2.0));
        let one = ratio_of_sums(&[(3.0, 2.0)]);
        assert_eq!((one.value, one.low, one.high), (1.5, f64::NEG_INFINITY, f64::INFINITY));
        assert_eq!(ratio_of_sums(&[(3.0, 0.0), (1.0, 2.0)]).high, f64::INFINITY, "not for every draw a ratio");
    }
}
