//! The statistics of a setting.

use std::fmt;

use super::Setting;
use super::record::{Measurement, Records};
use crate::rules::Variant;

/// A setting compared with one thread in a variant.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Summary {
    variant: Variant,
    setting: Setting,
    /// The speed-up of each position.
    speedups: Vec<f64>,
    /// The ratio of nodes of each position.
    nodes: Vec<f64>,
}

impl Summary {
    pub(super) const HEADING: &'static str =
        "variant         threads  scheme            positions  speed-up   95 % interval  faster   nodes";

    /// `None` if no position was measured with both.
    pub(super) fn of(records: &Records, variant: Variant, setting: Setting) -> Option<Summary> {
        let measurements = |setting| records.of(variant.name(), setting).collect::<Vec<_>>();
        let (alone, together) = (measurements(Setting::ALONE), measurements(setting));
        let last = alone.iter().chain(&together).map(|found| found.position).max()?;
        let mut summary = Summary { variant, setting, speedups: Vec::new(), nodes: Vec::new() };
        for position in 0..=last {
            let ratio = |value: fn(&Measurement) -> u64| {
                Some(median(&alone, position, value)? / median(&together, position, value)?)
            };
            // A search of zero measured time is ignored.
            let time = ratio(|found| found.microseconds.max(1));
            let nodes = ratio(|found| found.nodes.max(1));
            if let Some((time, nodes)) = time.zip(nodes) {
                summary.speedups.push(time);
                summary.nodes.push(1.0 / nodes);
            }
        }
        (!summary.speedups.is_empty()).then_some(summary)
    }

    /// The geometric mean of the speed-ups, and the factor of its 95 % interval: 1.96 standard errors of the mean
    /// logarithm.
    fn speedup(&self) -> (f64, f64) {
        let logarithms: Vec<_> = self.speedups.iter().map(|ratio| ratio.ln()).collect();
        let count = logarithms.len() as f64;
        let mean = logarithms.iter().sum::<f64>() / count;
        let squares: f64 = logarithms.iter().map(|value| (value - mean).powi(2)).sum();
        let error = (squares / (count - 1.0).max(1.0) / count).sqrt();
        (mean.exp(), (1.96 * error).exp())
    }
}

/// The median over the repetitions at a position; the mean of the middle two if they are even in number.
fn median(found: &[&Measurement], position: usize, value: fn(&Measurement) -> u64) -> Option<f64> {
    let of_it = found.iter().filter(|found| found.position == position);
    let mut values: Vec<_> = of_it.map(|found| value(found)).collect();
    values.sort_unstable();
    let (low, high) = (values.get(values.len().checked_sub(1)? / 2)?, values.get(values.len() / 2)?);
    Some((*low as f64 + *high as f64) / 2.0)
}

/// A line under [`Summary::HEADING`].
impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (speedup, factor) = self.speedup();
        let faster = self.speedups.iter().filter(|&&ratio| ratio > 1.0).count();
        let nodes = self.nodes.iter().map(|ratio| ratio.ln()).sum::<f64>() / self.nodes.len() as f64;
        write!(
            f,
            "{:<16}{:>7}  {:<16}{:>11}{:>10.2}{:>16}{:>8}{:>8.2}",
            self.variant.name(),
            self.setting.threads.get(),
            self.setting.scheme.name(),
            self.speedups.len(),
            speedup,
            format!("{:.2} .. {:.2}", speedup / factor, speedup * factor),
            faster,
            nodes.exp(),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Scheme, Threads};

    #[test]
    fn speedups_are_geometric_means_of_medians() {
        let setting = Setting { threads: Threads::new(2).expect("two"), scheme: Scheme::Identical };
        // Twice as fast, then half as fast; a repetition that was disturbed counts no more than any other.
        let positions: [(&[u64], &[u64]); 2] =
            [(&[400, 9000, 390], &[200, 190, 210]), (&[100, 100, 100], &[50, 200, 800])];
        let records = Records::for_test("english", setting, &positions);
        let summary = Summary::of(&records, Variant::English, setting).expect("it was measured");
        assert_eq!(
            (summary.speedups.as_slice(), summary.nodes.as_slice()),
            (&[2.0, 0.5][..], &[2.0, 2.0][..])
        );
        let (mean, factor) = summary.speedup();
        assert!((mean - 1.0).abs() < 1e-9, "{mean}");
        // Two logarithms ln 2 to either side of their mean: the standard error is ln 2.
        assert!((factor - 2.0_f64.powf(1.96)).abs() < 1e-9, "{factor}");
        let line = summary.to_string();
        assert!(line.starts_with("english ") && line.ends_with("1    2.00"), "{line}");
        assert_eq!(line.len(), Summary::HEADING.len(), "{line}");
        assert_eq!(Summary::of(&records, Variant::Losing, setting), None);
    }

    #[test]
    fn what_was_not_measured_both_ways_tells_nothing() {
        let setting = Setting { threads: Threads::new(4).expect("four"), scheme: Scheme::GammaStaggered };
        let positions: [(&[u64], &[u64]); 3] = [(&[10], &[]), (&[], &[10]), (&[10, 20], &[5])];
        let records = Records::for_test("losing", setting, &positions);
        let summary = Summary::of(&records, Variant::Losing, setting).expect("one was");
        assert_eq!(summary.speedups, [3.0], "the median of two is their mean");
    }
}
