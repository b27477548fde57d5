//! The experiments, one file each.

mod common;
mod driver_comparison;
mod epsilon;
mod granularity;
mod real_domain;
mod replacement;

use super::Experiment;

/// Every experiment.
pub const EXPERIMENTS: &[Experiment] = &[
    real_domain::EXPERIMENT,
    replacement::EXPERIMENT,
    granularity::EXPERIMENT,
    epsilon::EXPERIMENT,
    driver_comparison::EXPERIMENT,
];

/// The experiment of this name.
pub fn named(name: &str) -> Option<&'static Experiment> {
    EXPERIMENTS.iter().find(|experiment| experiment.name == name)
}
