//! `crownhead train`: learning what a position is worth.

mod games;

use std::io::Write;

use clap::{Args, Subcommand};

use super::CliError;

/// Learn what a position is worth
#[derive(Debug, Args)]
pub(super) struct TrainArgs {
    #[command(subcommand)]
    command: TrainCommand,
}

#[derive(Debug, Subcommand)]
enum TrainCommand {
    Games(games::GamesArgs),
}

impl TrainArgs {
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        match self.command {
            TrainCommand::Games(games) => games.run(out),
        }
    }
}
