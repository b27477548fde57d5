//! Runs the command line and returns its exit code.

use std::process::ExitCode;

use crownhead::cli::Cli;

fn main() -> ExitCode {
    Cli::run()
}
