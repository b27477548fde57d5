//! What `enginecommand` is asked, and how it replies.

/// A command that is understood. What stands behind the words of a command is taken to the end: paths may hold blanks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command<'a> {
    /// What is the engine called?
    Name,
    /// What is to be said of it?
    About,
    /// What is an option set to?
    Get {
        /// The option.
        name: &'a str,
        /// What stands behind it: the position for `movelist`.
        rest: &'a str,
    },
    /// Set an option.
    Set {
        /// The option.
        name: &'a str,
        /// Its value.
        value: &'a str,
    },
    /// What is a position worth without a search?
    StaticEvaluation(&'a str),
}

impl<'a> Command<'a> {
    /// Reads a command; none if it is not one of ours.
    pub(super) fn read(text: &'a str) -> Option<Command<'a>> {
        let (word, rest) = split(text);
        Some(match word {
            "name" => Command::Name,
            "about" => Command::About,
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
    /// Was the command carried out?
    pub is_handled: bool,
    /// What is said, in ASCII.
    pub text: String,
}

/// The longest reply: CheckerBoard receives many in 256 bytes, the closing zero included.
pub(super) const LONGEST: usize = 255;
/// The longest move list, which CheckerBoard receives in the 1024 bytes that the interface promises.
pub(super) const LONGEST_LIST: usize = 1023;

impl Reply {
    /// It was carried out.
    pub(super) fn done(text: impl std::fmt::Display) -> Reply {
        Reply { is_handled: true, text: plain(&text.to_string(), LONGEST) }
    }

    /// It was understood but could not be carried out.
    pub(super) fn refused(text: impl std::fmt::Display) -> Reply {
        Reply { is_handled: false, text: plain(&text.to_string(), LONGEST) }
    }

    /// It means nothing: the interface asks for a question mark.
    pub(super) fn unknown() -> Reply {
        Reply::refused("?")
    }

    /// A list of moves, unless it is too long.
    pub(super) fn list(text: String) -> Reply {
        if text.len() <= LONGEST_LIST { Reply { is_handled: true, text } } else { Reply::unknown() }
    }
}

/// The beginning of a text, so many bytes of it at most. What CheckerBoard cannot show is replaced: it knows no UTF-8.
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
        assert_eq!(
            Command::read("set  dbpath  C:\\Program Files\\db "),
            set("dbpath", "C:\\Program Files\\db")
        );
        assert_eq!(Command::read("set book"), set("book", ""));
        assert_eq!(Command::read("staticevaluation W:W1:B2"), Some(Command::StaticEvaluation("W:W1:B2")));
        for text in ["", " ", "NAME", "help", "nonsense", "12-16 22-18"] {
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
