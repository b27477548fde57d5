//! `crownhead train`: learning what positions are worth.

mod fit;
mod games;
mod generations;

use std::io::Write;

use clap::{Args, Subcommand};

use super::CliError;

pub(super) use fit::FitError;

/// Learn what positions are worth, from games of the engine against itself
#[derive(Clone, Debug, Args)]
pub(super) struct TrainArgs {
    #[command(subcommand)]
    command: TrainCommand,
}

#[derive(Clone, Debug, Subcommand)]
enum TrainCommand {
    Games(games::GamesArgs),
    Fit(Box<fit::FitArgs>),
    Loop(Box<generations::LoopArgs>),
}

impl TrainArgs {
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        match self.command {
            TrainCommand::Games(games) => games.run(out),
            TrainCommand::Fit(fit) => fit.run(out),
            TrainCommand::Loop(generations) => generations.run(out),
        }
    }
}
