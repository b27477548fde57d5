//! The commands for people and scripts.

mod bench;
mod moves;
mod perft;
mod positions;
mod search_flags;
mod selfplay;
mod values;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::notation::NotationError;
use crate::search::TableError;

/// A checkers and draughts engine that searches with the MTD family of drivers
#[derive(Debug, Parser)]
#[command(
    version,
    about,
    after_help = "Each command explains itself: `crownhead help COMMAND`.

Examples:
  crownhead perft --variant international --depth 9
  crownhead bench
  crownhead selfplay --variant giveaway --games 50"
)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Perft(perft::Perft),
    Moves(moves::Moves),
    Bench(bench::BenchArgs),
    Selfplay(selfplay::SelfPlayArgs),
}

/// Why a command could not do its work.
#[derive(Debug, thiserror::Error)]
enum CliError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error(transparent)]
    Notation(#[from] NotationError),
    #[error(transparent)]
    Table(#[from] TableError),
    #[error(transparent)]
    Signature(#[from] bench::SignatureError),
    #[error("{0} of the lines held no position")]
    BadLines(usize),
    #[error("--divide takes one position, not a stream of them")]
    DivideStream,
}

impl Cli {
    /// Does what was asked. Faults are reported on standard error and make the exit code 1.
    pub fn run(self) -> ExitCode {
        let mut out = io::stdout().lock();
        let result = match self.command {
            Command::Perft(perft) => perft.run(&mut out),
            Command::Moves(moves) => moves.run(&mut out),
            Command::Bench(bench) => bench.run(&mut out),
            Command::Selfplay(selfplay) => selfplay.run(&mut out),
        };
        match result {
            Ok(()) => ExitCode::SUCCESS,
            // Whoever reads the output has had enough of it: `crownhead perft ... | head`.
            Err(CliError::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Err(error) => {
                complain(format_args!("{error}"));
                ExitCode::FAILURE
            }
        }
    }
}

/// Tells the user about a fault. If even standard error is gone, nobody is there to be told.
fn complain(fault: std::fmt::Arguments<'_>) {
    let _ = writeln!(io::stderr(), "crownhead: {fault}");
}
