//! The experiments, one file each.

mod real_domain;

use super::Experiment;

/// Every experiment.
pub const EXPERIMENTS: &[Experiment] = &[real_domain::EXPERIMENT];

/// The experiment of this name.
pub fn named(name: &str) -> Option<&'static Experiment> {
    EXPERIMENTS.iter().find(|experiment| experiment.name == name)
}
