//! `crownhead settings`, and the location of the settings file.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::CliError;
use crate::config::Config;

/// The settings file: the given one, or else `engine.toml` next to the program.
///
/// The current directory belongs to the client, so it is not searched.
pub(super) fn file(named: Option<&Path>) -> Option<PathBuf> {
    let beside = || Some(std::env::current_exe().ok()?.with_file_name("engine.toml")).filter(|path| path.is_file());
    named.map(Path::to_owned).or_else(beside)
}

/// Prints the settings.
pub(super) fn run(config: &Config, out: &mut impl Write) -> Result<(), CliError> {
    Ok(out.write_all(config.to_toml().as_bytes())?)
}
