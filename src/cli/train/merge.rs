//! `crownhead train merge`: puts records of games together.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use crate::cli::CliError;
use crate::rules::Variant;
use crate::train::TrainError;
use crate::train::record::{Header, MergedRecord, RecordError};

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
pub(super) struct MergeArgs {
    /// A record
    #[arg(value_name = "RECORD")]
    first: PathBuf,

    /// More records of the same run
    #[arg(value_name = "RECORD")]
    others: Vec<PathBuf>,
}

impl MergeArgs {
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let header = Header::read(&self.first).map_err(TrainError::from)?;
        let variant: Variant = header.variant.parse().map_err(|_| self.unknown(header.variant))?;
        let merged = MergedRecord::read(variant, &self.first, &self.others).map_err(TrainError::from)?;
        out.write_all(merged.header().text().map_err(std::io::Error::from)?.as_bytes())?;
        for game in merged.games() {
            out.write_all(&game.map_err(TrainError::from)?.to_bytes())?;
        }
        Ok(())
    }

    fn unknown(&self, found: String) -> TrainError {
        let (path, expected) = (self.first.clone(), format!("one of {}", Variant::names()));
        RecordError::Other { path, field: "variant", found, expected }.into()
    }
}
