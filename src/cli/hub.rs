//! `crownhead` and `crownhead hub`: the engine itself.

use std::io::{self, IsTerminal};

use super::CliError;
use crate::config::Config;
use crate::protocol::hub;

/// Holds a Hub session on standard input and output. A person gets a word of explanation first.
pub(super) fn run(mut config: Config) -> Result<(), CliError> {
    if io::stdin().is_terminal() {
        config.hub.variant = config.terminal.variant;
        print!("{}", greeting(&config));
    }
    Ok(hub::speak(io::stdin(), io::stdout(), config)?)
}

fn greeting(config: &Config) -> String {
    format!(
        "\
Crownhead {version}, a checkers and draughts engine. It reads lines of the Hub protocol and answers them;
a program that shows a board is the usual way to play it. To try it by hand, paste:

  set-param name=variant value={variant}
  pos start
  level move-time=2
  go think

`quit` ends it, `hub` lists the parameters, `crownhead --help` the other commands.
",
        version = env!("CARGO_PKG_VERSION"),
        variant = config.hub.variant,
    )
}
