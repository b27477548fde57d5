//! The commands of `enginecommand` and their replies.

/// A known command. The argument reaches to the end of the text: paths can contain blanks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command<'a> {
    /// The name of the engine.
    Name,
    /// Information about the engine.
    About,
    /// The name of the help file.
    Help,
    /// The value of an option.
    Get {
        /// The option.
        name: &'a str,
        /// The rest of the command: the position for `movelist`.
        rest: &'a str,
    },
    /// Set an option.
    Set {
        /// The option.
        name: &'a str,
        /// Its value.
        value: &'a str,
    },
    /// The static evaluation of a position.
    StaticEvaluation(&'a str),
}

impl<'a> Command<'a> {
    /// Parses a command; `None` if it is unknown.
    pub(super) fn read(text: &'a str) -> Option<Command<'a>> {
        let (word, rest) = split(text);
        Some(match word {
            "name" => Command::Name,
            "about" => Command::About,
            "help" => Command::Help,
            "get" => {
                let (name, rest) = split(rest);
                Command::Get { name, rest }
            }
            "set" => {
                let (name, value) = split(rest);
                Command::Set { name, value }
            }
            "staticevaluation" => Command::StaticEvaluation(rest),
            _ => return None,
        })
    }
}

/// The first word, and the rest without the blanks around it.
fn split(text: &str) -> (&str, &str) {
    let text = text.trim();
    text.split_once(char::is_whitespace).map_or((text, ""), |(word, rest)| (word, rest.trim_start()))
}

/// The reply to a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// Whether the command was executed.
    pub is_handled: bool,
    /// The text, in ASCII.
    pub text: String,
}

/// The maximum length of a reply: CheckerBoard receives many in a buffer of 256 bytes, including the terminating zero.
pub(super) const LONGEST: usize = 255;
/// The maximum length of a move list, which CheckerBoard receives in the 1024 bytes that the interface specifies.
pub(super) const LONGEST_LIST: usize = 1023;

impl Reply {
    /// The command was executed.
    pub(super) fn done(text: impl std::fmt::Display) -> Reply {
        Reply { is_handled: true, text: plain(&text.to_string(), LONGEST) }
    }

    /// The command is known but failed.
    pub(super) fn refused(text: impl std::fmt::Display) -> Reply {
        Reply { is_handled: false, text: plain(&text.to_string(), LONGEST) }
    }

    /// The command is unknown: the interface requires a question mark.
    pub(super) fn unknown() -> Reply {
        Reply::refused("?")
    }

    /// A list of moves, unless it is too long.
    pub(super) fn list(text: String) -> Reply {
        if text.len() <= LONGEST_LIST { Reply { is_handled: true, text } } else { Reply::unknown() }
    }
}

/// The beginning of a text, up to a number of bytes. Characters that CheckerBoard cannot show are replaced: it does not
/// support UTF-8.
pub(super) fn plain(text: &str, most: usize) -> String {
    let show = |c: char| if matches!(c, ' '..='~' | '\n') { c } else { '?' };
    text.chars().take(most).map(show).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands() {
        assert_eq!(Command::read("name"), Some(Command::Name));
        assert_eq!(Command::read(" about \r\n"), Some(Command::About));
        let get = |name, rest| Some(Command::Get { name, rest });
        assert_eq!(Command::read("get hashsize"), get("hashsize", ""));
        assert_eq!(Command::read("get movelist B:W1:B"), get("movelist", "B:W1:B"));
        assert_eq!(Command::read("get"), get("", ""));
        let set = |name, value| Some(Command::Set { name, value });
        assert_eq!(Command::read("set  dbpath  C:\\Program Files\\db "), set("dbpath", "C:\\Program Files\\db"));
        assert_eq!(Command::read("set book"), set("book", ""));
        assert_eq!(Command::read("staticevaluation W:W1:B2"), Some(Command::StaticEvaluation("W:W1:B2")));
        assert_eq!(Command::read("help"), Some(Command::Help));
        for text in ["", " ", "NAME", "HELP", "nonsense", "12-16 22-18"] {
            assert_eq!(Command::read(text), None, "{text}");
        }
    }

    #[test]
    fn replies_are_short_and_plain() {
        assert_eq!(Reply::done("ä\tb\nc").text, "??b\nc");
        assert_eq!(Reply::refused("é".repeat(1000)).text, "?".repeat(LONGEST));
        assert!(!Reply::list("x".repeat(LONGEST_LIST + 1)).is_handled);
        assert!(Reply::list("x".repeat(LONGEST_LIST)).is_handled);
    }
}
