//! `crownhead report`: what a report of a fault needs.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use super::error::CliError;
use super::version;
use crate::origin;
use crownhead_engine::config::{Access, Config, SETTINGS};
use crownhead_engine::support::files;

/// The lines of a log that are shown: its last ones.
const LOG_LINES: usize = 50;

/// Print what a report of a fault needs: version, machine, settings, the end of a log
///
/// It names no file and no folder of yours. Settings are shown where they differ from the defaults.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Example, with what led to the fault:
  crownhead --log debug hub 2> crownhead.log
  crownhead report --log-file crownhead.log")]
pub(super) struct ReportArgs {
    /// The log of a run, whose last 50 lines are shown
    #[arg(long, value_name = "FILE")]
    log_file: Option<PathBuf>,
}

impl ReportArgs {
    pub(super) fn run(self, settings: Option<&Path>, out: &mut impl Write) -> Result<(), CliError> {
        let log = self.log_file.as_deref().map(|path| files::read_text(path).map_err(CliError::of_file(path)));
        let log = log.transpose()?;
        writeln!(out, "program: crownhead {}", version())?;
        writeln!(out, "compiler: {}", origin::COMPILER)?;
        writeln!(out, "machine: {}", origin::machine())?;
        write_settings(settings, out)?;
        if let Some(log) = log {
            let lines: Vec<&str> = log.lines().collect();
            let last = &lines[lines.len().saturating_sub(LOG_LINES)..];
            writeln!(out, "log, the last {} of {} lines:", last.len(), lines.len())?;
            last.iter().try_for_each(|line| writeln!(out, "  {}", without_home(line)))?;
        }
        Ok(())
    }
}

/// A faulty file is what the report may be about, so it does not end it.
fn write_settings(file: Option<&Path>, out: &mut impl Write) -> io::Result<()> {
    let config = match Config::load(file) {
        Ok(config) => config,
        Err(fault) => return writeln!(out, "settings: {}", without_home(&fault.to_string())),
    };
    let default = Config::default();
    let changed = SETTINGS.iter().filter(|setting| setting.get(&config) != setting.get(&default));
    let changed: Vec<String> = changed
        .map(|setting| match (&setting.access, setting.get(&config)) {
            (Access::Path { .. }, _) => format!("{} = (a path)", setting.key),
            (_, value) => format!("{} = {value}", setting.key),
        })
        .collect();
    let origin = if file.is_some() { "of a file" } else { "no file" };
    match &changed[..] {
        [] => writeln!(out, "settings: {origin}, all at their defaults"),
        changed => writeln!(out, "settings: {origin}, changed: {}", changed.join(", ")),
    }
}

/// A text with `~` for the user's folder, whose name is often the user's.
fn without_home(text: &str) -> String {
    match directories::BaseDirs::new() {
        Some(folders) => text.replace(&*folders.home_dir().to_string_lossy(), "~"),
        None => text.to_owned(),
    }
}
