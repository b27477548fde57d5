//! The commands of a client.

use super::go::Go;
use crate::engine::Setup;
use crate::protocol::placement::Placement;

/// A command.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::protocol) enum Command {
    /// Identify yourself and declare the options.
    Uci,
    /// Reply with `readyok` when ready.
    IsReady,
    /// Set an option, or press a button.
    SetOption { name: String, value: String },
    /// Start a new game.
    NewGame,
    /// Set the position.
    Position(Placement),
    /// Set the position, which is given by this word in place of `startpos` or `fen`.
    UnknownPosition(String),
    /// Search.
    Go(Go),
    /// The pondered move has been played.
    PonderHit,
    /// Answer now.
    Stop,
    /// Quit. The end of the input means the same.
    Quit,
}

impl Command {
    /// Parses a line; `None` if it is not a command. Unknown arguments are ignored.
    pub(super) fn read(line: &str) -> Option<Command> {
        let mut tokens = line.split_whitespace();
        Some(match tokens.next()? {
            "uci" => Command::Uci,
            "isready" => Command::IsReady,
            "setoption" => option(tokens)?,
            "ucinewgame" => Command::NewGame,
            "position" => position(tokens)?,
            "go" => Command::Go(Go::read(tokens)),
            "ponderhit" => Command::PonderHit,
            "stop" => Command::Stop,
            "quit" => Command::Quit,
            _ => return None,
        })
    }
}

/// `name N [value V]`. Both can contain blanks.
fn option<'a>(mut tokens: impl Iterator<Item = &'a str>) -> Option<Command> {
    (tokens.next()? == "name").then_some(())?;
    let name = joined(tokens.by_ref().take_while(|&token| token != "value"), " ");
    Some(Command::SetOption { name, value: joined(tokens, " ") })
}

/// `startpos|fen F [moves ...]`. Blanks in the FEN are removed.
fn position<'a>(mut tokens: impl Iterator<Item = &'a str>) -> Option<Command> {
    let kind = tokens.next().unwrap_or("nothing");
    let fen = joined(tokens.by_ref().take_while(|&token| token != "moves"), "");
    let setup = match kind {
        "startpos" => Setup::Start,
        "fen" => Setup::Fen(fen),
        _ => return Some(Command::UnknownPosition(kind.to_owned())),
    };
    Some(Command::Position(Placement { setup, moves: tokens.map(str::to_owned).collect() }))
}

fn joined<'a>(tokens: impl Iterator<Item = &'a str>, separator: &str) -> String {
    tokens.collect::<Vec<_>>().join(separator)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions() {
        let placed = |setup, moves: &[&str]| {
            let moves = moves.iter().map(|&text| text.to_owned()).collect();
            Some(Command::Position(Placement { setup, moves }))
        };
        let fen = || Setup::Fen("W:W21,K30:B1-4".to_owned());
        assert_eq!(Command::read("position startpos"), placed(Setup::Start, &[]));
        assert_eq!(Command::read("position  startpos moves"), placed(Setup::Start, &[]));
        assert_eq!(Command::read("position startpos moves 11-15 23x19\r"), placed(Setup::Start, &["11-15", "23x19"]));
        assert_eq!(Command::read("position fen W:W21,K30:B1-4 moves 21-17"), placed(fen(), &["21-17"]));
        assert_eq!(Command::read("position fen W: W21, K30 :B1 - 4"), placed(fen(), &[]));
        assert_eq!(Command::read("position fen"), placed(Setup::Fen(String::new()), &[]));
        let unknown = Command::UnknownPosition("W:W1:B2".to_owned());
        assert_eq!(Command::read("position W:W1:B2 moves 1-5"), Some(unknown));
    }

    #[test]
    fn names_and_values_of_options_may_hold_blanks() {
        let set = |name: &str, value: &str| Some(Command::SetOption { name: name.to_owned(), value: value.to_owned() });
        assert_eq!(Command::read("setoption name Hash value 32"), set("Hash", "32"));
        assert_eq!(Command::read(" setoption  name Clear  Hash "), set("Clear Hash", ""));
        assert_eq!(Command::read("setoption name Move Overhead value 3 0"), set("Move Overhead", "3 0"));
        assert_eq!(Command::read("setoption name value value"), set("", "value"));
    }

    #[test]
    fn what_is_unknown_is_none() {
        for text in ["", "  \r", "UCI", "hub", "setoption", "setoption Hash 3", "pos"] {
            assert_eq!(Command::read(text), None, "{text:?}");
        }
    }
}
