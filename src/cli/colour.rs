//! The colours of a board on a terminal.

use std::env;
use std::io::{self, IsTerminal};

/// Black on white for the pieces of White, white on black for those of Black, so that they differ on every background
/// and for every eye; kings are bold. Escape sequences of ECMA-48.
const STYLES: [(char, &str); 4] = [('w', "30;107"), ('W', "1;30;107"), ('b', "97;40"), ('B', "1;97;40")];

/// Whether boards are drawn in colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Colours {
    Off,
    On,
}

impl Colours {
    /// Those of standard output: on if it is a terminal that knows them and `NO_COLOR` (no-color.org) is not set. The
    /// older terminals of Windows would print the escape sequences.
    pub(super) fn of_output() -> Colours {
        let is_unwanted = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let is_dumb = env::var_os("TERM").is_none_or(|value| value == "dumb");
        if cfg!(unix) && io::stdout().is_terminal() && !is_unwanted && !is_dumb {
            Colours::On
        } else {
            Colours::Off
        }
    }

    /// A row of a diagram, in which pieces are the only letters.
    pub(super) fn paint(self, row: &str) -> String {
        let paint = |symbol: char| match STYLES.iter().find(|(piece, _)| *piece == symbol) {
            Some((_, style)) if self == Colours::On => format!("\x1b[{style}m{symbol}\x1b[0m"),
            _ => symbol.to_string(),
        };
        row.chars().map(paint).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_painted_and_nothing_else() {
        let row = "  B     .     w        5  6";
        assert_eq!(Colours::Off.paint(row), row);
        assert_eq!(
            Colours::On.paint(row),
            "  \x1b[1;97;40mB\x1b[0m     .     \x1b[30;107mw\x1b[0m        5  6"
        );
    }
}
