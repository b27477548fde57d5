//! Arguments to mode to exit code, nothing else.

use std::process::ExitCode;

use crownhead::cli::Cli;

fn main() -> ExitCode {
    Cli::run()
}
