//! `crownhead`, `crownhead hub` and `crownhead uci`: the engine itself.

use std::io::{self, IsTerminal, Write};

use super::error::CliError;
use crownhead_engine::config::Config;
use crownhead_engine::protocol::{Protocol, speak};
use crownhead_rules::Variant;

/// Runs a session on standard input and output, in the given protocol or the one that the client selects. On a terminal
/// it first prints a short explanation.
pub(super) fn run(protocol: Option<Protocol>, mut config: Config, out: &mut impl Write) -> Result<(), CliError> {
    if io::stdin().is_terminal() {
        config.hub.variant = config.terminal.variant;
        config.uci.variant = config.terminal.variant;
        out.write_all(greeting(protocol, &config).as_bytes())?;
        out.flush()?;
    }
    Ok(speak(protocol, io::stdin(), io::stdout(), config)?)
}

/// The greeting on a terminal: the name, and commands to try: those of Hub, unless only UCI is accepted.
fn greeting(protocol: Option<Protocol>, config: &Config) -> String {
    let (spoken, proposal, list) = match protocol {
        Some(Protocol::Uci) => ("UCI", uci_proposal(config.uci.variant), "`uci` lists the options"),
        Some(Protocol::Hub) => ("the Hub protocol", hub_proposal(config.hub.variant), "`hub` lists the parameters"),
        None => (
            "the Hub protocol (UCI if `uci` comes first)",
            hub_proposal(config.hub.variant),
            "`hub` lists the parameters",
        ),
    };
    format!(
        "\
Crownhead {version}, a checkers and draughts engine.
It reads lines of {spoken} and answers them.
To play against it, run `crownhead board` (in a browser) or `crownhead play` (on
a terminal). To try the protocol by hand, paste:

{proposal}
{list}, `quit` ends the session.
`crownhead --help` lists the other commands.
",
        version = env!("CARGO_PKG_VERSION"),
    )
}

fn hub_proposal(variant: Variant) -> String {
    format!(
        "  set-param name=variant value={variant}
  pos start
  level move-time=2
  go think
"
    )
}

fn uci_proposal(variant: Variant) -> String {
    format!(
        "  setoption name UCI_Variant value {variant}
  position startpos
  go movetime 2000
"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crownhead_engine::protocol::Transcript;

    /// The answers to the commands in the greeting.
    fn try_proposal(protocol: Option<Protocol>) -> String {
        let config = Config::default();
        let greeting = greeting(protocol, &config);
        let pasted: Vec<_> = greeting.lines().filter_map(|line| line.strip_prefix("  ")).collect();
        let (input, output) = (io::Cursor::new(pasted.join("\n").into_bytes()), Transcript::default());
        speak(protocol, input, output.clone(), config).expect("the engine starts");
        output.text()
    }

    #[test]
    fn what_the_greeting_proposes_works() {
        for (protocol, answer) in
            [(None, "done move="), (Some(Protocol::Hub), "done move="), (Some(Protocol::Uci), "bestmove ")]
        {
            let greeting = greeting(protocol, &Config::default());
            assert!(greeting.lines().all(|line| line.len() <= 80), "{greeting}");
            let text = try_proposal(protocol);
            assert!(text.lines().last().is_some_and(|line| line.starts_with(answer)), "{text}");
        }
    }
}
