//! `crownhead train`: learning what positions are worth.

mod fit;
mod fit_flags;
mod fit_report;
mod games;
mod generations;
mod merge;
mod spread;
mod tuning;

use std::io::Write;

use clap::{Args, Subcommand};

use super::CliError;

pub(super) use fit::FitError;
pub(super) use spread::SpreadError;

/// Learn what positions are worth, from games of the engine against itself
#[derive(Clone, Debug, Args)]
pub(super) struct TrainArgs {
    #[command(subcommand)]
    command: TrainCommand,
}

#[derive(Clone, Debug, Subcommand)]
enum TrainCommand {
    Games(games::GamesArgs),
    Merge(merge::MergeArgs),
    Fit(Box<fit::FitArgs>),
    Loop(Box<generations::LoopArgs>),
    Spread(spread::SpreadArgs),
    Tuning(tuning::TuningArgs),
}

impl TrainArgs {
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        match self.command {
            TrainCommand::Games(games) => games.run(out),
            TrainCommand::Merge(merge) => merge.run(out),
            TrainCommand::Fit(fit) => fit.run(out),
            TrainCommand::Loop(generations) => generations.run(out),
            TrainCommand::Spread(spread) => spread.run(out),
            TrainCommand::Tuning(tuning) => tuning.run(out),
        }
    }
}
