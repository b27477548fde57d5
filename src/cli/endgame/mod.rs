//! `crownhead endgame`: tables of solved positions, built, checked and asked.

mod build;
mod error;
mod plan;
mod probe;
mod stats;
mod verify;
mod watch;

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, Subcommand};

pub(super) use error::EndgameError;

use super::CliError;
use super::complain;
use super::values::variant_help;
use crate::endgame::{Tables, TablesOptions};
use crate::rules::Variant;

/// Build, check and ask tables of positions with few pieces, which know how each ends
#[derive(Clone, Debug, Args)]
pub(super) struct EndgameArgs {
    #[command(subcommand)]
    command: Command,
}

#[derive(Clone, Debug, Subcommand)]
enum Command {
    Build(build::Build),
    Plan(plan::Plan),
    Verify(verify::Verify),
    Probe(probe::Probe),
    Stats(stats::Stats),
}

impl EndgameArgs {
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        match self.command {
            Command::Build(build) => build.run(out),
            Command::Plan(plan) => plan.run(out),
            Command::Verify(verify) => verify.run(out),
            Command::Probe(probe) => probe.run(out),
            Command::Stats(stats) => stats.run(out),
        }
    }
}

/// Which tables a command reads.
#[derive(Clone, Debug, Args)]
struct TableFlags {
    #[arg(long, value_name = "NAME", help = variant_help())]
    variant: Variant,

    /// A folder of tables, which go before those in the program
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

impl TableFlags {
    /// Opens the tables. Files that are no good are reported.
    fn open(&self) -> Result<Tables, EndgameError> {
        let options = TablesOptions { dir: self.dir.clone(), ..TablesOptions::default() };
        let (tables, faults) = Tables::open(self.variant, &options);
        for fault in &faults {
            complain(format_args!("{fault}"));
        }
        if tables.max_pieces() == 0 {
            return Err(EndgameError::NoTables(self.variant.name()));
        }
        Ok(tables)
    }

    /// Opens the tables, all of which must be in order.
    fn open_sound(&self) -> Result<Tables, EndgameError> {
        let options = TablesOptions { dir: self.dir.clone(), ..TablesOptions::default() };
        let (tables, faults) = Tables::open(self.variant, &options);
        match faults.into_iter().next() {
            Some(fault) => Err(fault.into()),
            None if tables.max_pieces() == 0 => Err(EndgameError::NoTables(self.variant.name())),
            None => Ok(tables),
        }
    }
}

/// The tables that a command works on: all that are open, or those of so many pieces.
fn chosen(tables: &Tables, pieces: Option<usize>) -> Result<Vec<usize>, EndgameError> {
    match pieces {
        None => Ok((2..=tables.max_pieces()).collect()),
        Some(pieces) if (2..=tables.max_pieces()).contains(&pieces) => Ok(vec![pieces]),
        Some(pieces) => Err(EndgameError::NoSuchTable { pieces, most: tables.max_pieces() }),
    }
}

/// As many threads as the machine has processors.
fn processors() -> NonZeroUsize {
    std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}
