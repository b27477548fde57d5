//! `crownhead completions` and `crownhead man`: what packages install beside the program.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use clap::{Args, Command};
use clap_complete::Shell;
use clap_mangen::Man;

use super::error::CliError;

/// Print what a shell completes after `crownhead`
///
/// Packages install the output where the shell looks for it.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  crownhead completions bash > ~/.local/share/bash-completion/completions/crownhead
  crownhead completions zsh > ~/.zfunc/_crownhead
  crownhead completions fish > ~/.config/fish/completions/crownhead.fish")]
pub(super) struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

impl CompletionsArgs {
    pub(super) fn run(self, mut program: Command, out: &mut impl Write) -> Result<(), CliError> {
        // Generated as a whole first, for the generator takes an output that cannot be written for a fault of its own.
        let mut text = Vec::new();
        clap_complete::generate(self.shell, &mut program, "crownhead", &mut text);
        Ok(out.write_all(&text)?)
    }
}

/// Print the page of the manual
///
/// It is what `--help` says, as troff: `crownhead man | man -l -` shows it.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Example, crownhead.1, crownhead-analyze.1 and so on for all commands:
  crownhead man --out /usr/share/man/man1")]
pub(super) struct ManArgs {
    /// Write the pages of all commands into this folder instead
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

impl ManArgs {
    pub(super) fn run(self, program: Command, out: &mut impl Write) -> Result<(), CliError> {
        // As in a folder, where `help` has no page.
        let Some(folder) = self.out else { return Ok(Man::new(program.disable_help_subcommand(true)).render(out)?) };
        let in_folder = |error| CliError::of_file(&folder)(error);
        fs::create_dir_all(&folder).map_err(in_folder)?;
        clap_mangen::generate_to(program, &folder).map_err(in_folder)
    }
}
