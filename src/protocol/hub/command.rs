//! The commands of a client.

use super::level::Level;
use super::line::Line;
use crate::engine::{Purpose, Setup};
use crate::protocol::placement::Placement;

/// A command.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::protocol) enum Command {
    /// Identify yourself and declare the parameters.
    Hub,
    /// Set a parameter.
    SetParam { name: String, value: String },
    /// Get ready.
    Init,
    /// Start a new game.
    NewGame,
    /// Set the position.
    Position(Placement),
    /// Add limits for the next search.
    Level(Level),
    /// Search.
    Go(Purpose),
    /// The pondered move has been played.
    PonderHit,
    /// Answer now.
    Stop,
    /// Reply with `pong`.
    Ping,
    /// Quit. The end of the input means the same.
    Quit,
}

impl Command {
    /// Parses a command; `None` if it is unknown. Unknown arguments are ignored.
    pub(super) fn read(line: &Line<'_>) -> Option<Command> {
        Some(match line.command {
            "hub" => Command::Hub,
            "set-param" => Command::SetParam {
                name: line.get("name")?.to_owned(),
                value: line.get("value").unwrap_or_default().to_owned(),
            },
            "init" => Command::Init,
            "new-game" => Command::NewGame,
            "pos" => Command::Position(placement(line)),
            "level" => Command::Level(Level::read(line)),
            "go" => Command::Go(purpose(line)),
            "ponder-hit" => Command::PonderHit,
            "stop" => Command::Stop,
            "ping" => Command::Ping,
            "quit" => Command::Quit,
            _ => return None,
        })
    }
}

/// Without a position string or FEN, the game begins at the start position.
fn placement(line: &Line<'_>) -> Placement {
    warn_of_others(line, &["start", "pos", "fen", "moves"]);
    let hub = line.get("pos").map(|text| Setup::Hub(text.to_owned()));
    let fen = || line.get("fen").map(|text| Setup::Fen(text.to_owned()));
    let moves = line.get("moves").unwrap_or_default().split_whitespace().map(str::to_owned).collect();
    Placement { setup: hub.or_else(fen).unwrap_or(Setup::Start), moves }
}

/// Logs the arguments that have none of these names, and so are ignored.
fn warn_of_others(line: &Line<'_>, known: &[&str]) {
    for (name, _) in line.args().iter().filter(|(name, _)| !known.contains(name)) {
        log::warn!("ignored {name}: expected one of {}", known.join(", "));
    }
}

/// Every `go` must be answered, so one without a purpose is a `go think`.
fn purpose(line: &Line<'_>) -> Purpose {
    warn_of_others(line, &["think", "ponder", "analyze"]);
    if line.get("analyze").is_some() {
        Purpose::Analyze
    } else if line.get("ponder").is_some() {
        Purpose::Ponder
    } else {
        Purpose::Think
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<Command> {
        Command::read(&Line::parse(text).expect("it is a line"))
    }

    #[test]
    fn positions() {
        let placed = |setup, moves: &[&str]| {
            let moves = moves.iter().map(|&text| text.to_owned()).collect();
            Some(Command::Position(Placement { setup, moves }))
        };
        let hub = || Setup::Hub("Wbe".to_owned());
        assert_eq!(read("pos"), placed(Setup::Start, &[]));
        assert_eq!(read("pos start"), placed(Setup::Start, &[]));
        assert_eq!(read("pos start moves=\"9-13 22-18\""), placed(Setup::Start, &["9-13", "22-18"]));
        assert_eq!(read("pos pos=Wbe moves=\"\""), placed(hub(), &[]));
        assert_eq!(read("pos pos=Wbe wolf=\"W31-2 B20-1\" moves=\" 1-6  7-12 \""), placed(hub(), &["1-6", "7-12"]));
        assert_eq!(read("pos fen=W:W31:B1"), placed(Setup::Fen("W:W31:B1".to_owned()), &[]));
        assert_eq!(read("pos pos="), placed(Setup::Hub(String::new()), &[]));
    }

    #[test]
    fn searches() {
        assert_eq!(read("go think"), Some(Command::Go(Purpose::Think)));
        assert_eq!(read("go ponder"), Some(Command::Go(Purpose::Ponder)));
        assert_eq!(read("go analyze"), Some(Command::Go(Purpose::Analyze)));
        assert_eq!(read("go"), Some(Command::Go(Purpose::Think)));
        assert_eq!(read("go fishing"), Some(Command::Go(Purpose::Think)));
    }

    #[test]
    fn what_is_unknown_is_none() {
        for text in ["HUB", "uci", "set-param value=3"] {
            assert_eq!(read(text), None, "{text}");
        }
        let unset = Command::SetParam { name: "book".to_owned(), value: String::new() };
        assert_eq!(read("set-param name=book"), Some(unset));
    }
}
