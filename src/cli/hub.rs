//! `crownhead` and `crownhead hub`: the engine itself.

use std::io::{self, IsTerminal, Write};

use super::CliError;
use crate::config::Config;
use crate::protocol::hub;

/// Holds a Hub session on standard input and output. A person gets a word of explanation first.
pub(super) fn run(mut config: Config) -> Result<(), CliError> {
    if io::stdin().is_terminal() {
        config.hub.variant = config.terminal.variant;
        io::stdout().write_all(greeting(&config).as_bytes())?;
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

`hub` lists the parameters, `quit` ends it; `crownhead --help` tells of other commands.
",
        version = env!("CARGO_PKG_VERSION"),
        variant = config.hub.variant,
    )
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use parking_lot::Mutex;

    use super::*;

    #[derive(Clone, Default)]
    struct Paper(Arc<Mutex<Vec<u8>>>);

    impl Write for Paper {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().write(bytes)
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn what_the_greeting_proposes_works() {
        let config = Config::default();
        let pasted: Vec<_> =
            greeting(&config).lines().filter_map(|line| line.strip_prefix("  ")).map(str::to_owned).collect();
        let (input, output) = (io::Cursor::new(pasted.join("\n").into_bytes()), Paper::default());
        hub::speak(input, output.clone(), config).expect("the engine starts");
        let text = String::from_utf8(output.0.lock().clone()).expect("the engine writes ASCII");
        assert!(text.lines().last().is_some_and(|line| line.starts_with("done move=")), "{text}");
    }
}
