//! `crownhead train`: learning what positions are worth.

mod export;
mod fit;
mod games;
mod generations;
mod search;
mod tuning;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use clap::{Args, Subcommand};

use super::error::CliError;
use crate::train::TrainError;
use crate::train::record::merged;
use crownhead_engine::eval::WeightsFile;
use crownhead_engine::support::journal::write_atomically;

/// Learn what positions are worth, from games of the engine against itself
#[derive(Clone, Debug, Args)]
pub(super) struct TrainArgs {
    #[command(subcommand)]
    command: TrainCommand,
}

#[derive(Clone, Debug, Subcommand)]
enum TrainCommand {
    Games(games::GamesArgs),
    Merge(MergeArgs),
    Export(export::ExportArgs),
    Fit(Box<fit::FitArgs>),
    Loop(Box<generations::LoopArgs>),
    Search(search::SearchArgs),
    Spread(tuning::SpreadArgs),
    Tuning(tuning::TuningArgs),
}

impl TrainArgs {
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        match self.command {
            TrainCommand::Games(games) => games.run(out),
            TrainCommand::Merge(merge) => merge.run(out),
            TrainCommand::Export(export) => export.run(out),
            TrainCommand::Fit(fit) => fit.run(out),
            TrainCommand::Loop(generations) => generations.run(out),
            TrainCommand::Search(search) => search.run(out),
            TrainCommand::Spread(spread) => spread.run(out),
            TrainCommand::Tuning(tuning) => tuning.run(out),
        }
    }
}

/// Merge records of one run of games, such as those of its shards, and write the merged record to standard output
///
/// The records must cover the openings from the first on without a gap. A game that several records have is taken from
/// one of them. Records of other options are rejected, and so are unfinished shards and shards that different versions
/// of the program played. With --nodes, the merged record is that of one process, byte for byte.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Example:
  crownhead train games --variant english --openings 10000 --shard 1/2 --out 1.games
  crownhead train games --variant english --openings 10000 --shard 2/2 --out 2.games
  crownhead train merge 1.games 2.games > english.games")]
struct MergeArgs {
    /// A record
    #[arg(value_name = "RECORD")]
    first: PathBuf,

    /// More records of the same run
    #[arg(value_name = "RECORD")]
    others: Vec<PathBuf>,
}

impl MergeArgs {
    fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let (header, mut games) = merged(&self.first, &self.others).map_err(TrainError::from)?;
        out.write_all(header.text().as_bytes())?;
        games.try_for_each(|game| Ok(out.write_all(&game.map_err(TrainError::from)?.to_bytes())?))
    }
}

/// Parses a number from 0 to 1.
fn share<F: FromStr + PartialOrd + From<u8>>(text: &str) -> Result<F, String> {
    let share = text.parse().ok().filter(|share| (F::from(0)..=F::from(1)).contains(share));
    share.ok_or_else(|| format!("\"{text}\" is not a share: expected a number from 0 to 1"))
}

/// Parses the time of a move, in seconds.
fn move_time(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok().filter(|seconds| (1e-6..=3600.0).contains(seconds));
    seconds
        .map(Duration::from_secs_f64)
        .ok_or_else(|| format!("{text} is not a time: expected seconds between 0.000001 and 3600"))
}

fn write_weights(path: &Path, file: &WeightsFile) -> Result<(), TrainError> {
    let bytes = file.to_bytes().map_err(|error| TrainError::weights(path.display(), error))?;
    write_atomically(path, &bytes).map_err(TrainError::io(path))
}
