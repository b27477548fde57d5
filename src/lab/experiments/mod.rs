//! The experiments, one file each.

mod best_move;
mod common;
mod consistency;
mod distances;
mod driver_comparison;
mod epsilon;
mod first_guess;
mod granularity;
mod memory;
mod move_choice;
mod ordering;
mod ponder;
mod real_domain;
mod relative_plot;
mod replacement;
mod speedup;
mod three_games;
mod tt_move;

use super::Experiment;

/// Every experiment.
pub const EXPERIMENTS: &[Experiment] = &[
    real_domain::EXPERIMENT,
    replacement::EXPERIMENT,
    granularity::EXPERIMENT,
    epsilon::EXPERIMENT,
    memory::EXPERIMENT,
    driver_comparison::EXPERIMENT,
    first_guess::EXPERIMENT,
    tt_move::EXPERIMENT,
    ponder::EXPERIMENT,
    ponder::BY_TIME,
    best_move::EXPERIMENT,
    consistency::EXPERIMENT,
    ordering::EXPERIMENT,
    three_games::EXPERIMENT,
    speedup::EXPERIMENT,
];

/// The experiment of a plot file.
pub fn of_plot(file: &str) -> Option<&'static Experiment> {
    let draws = |experiment: &&Experiment| file.strip_prefix(experiment.name).is_some_and(|rest| rest.starts_with('-'));
    EXPERIMENTS.iter().find(draws)
}

/// The experiment of this name.
pub fn named(name: &str) -> Option<&'static Experiment> {
    EXPERIMENTS.iter().find(|experiment| experiment.name == name)
}
