//! The grammar of a line.
//!
//! ```text
//! line := command { arg }    arg := name [ "=" value ]    value := token | '"' any-but-quote '"'
//! ```
//! Any number of blanks can stand around `=`, at both ends and between the parts. A name alone is a flag, which is the
//! same as an empty value.

use std::fmt::{Display, Write as _};

/// A line of Hub: a command with its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<'a> {
    /// The command.
    pub command: &'a str,
    args: Vec<(&'a str, &'a str)>,
}

/// Why a line is malformed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    /// There is no command.
    #[error("an empty line")]
    Empty,
    /// A value begins with a quote and has no other.
    #[error("a quote that is never closed")]
    OpenQuote,
    /// A character where a name begins.
    #[error("{0:?}: expected a name")]
    NoName(char),
}

impl<'a> Line<'a> {
    /// Parses a line.
    ///
    /// Clients do not quote the value of a `set-param` even if it contains blanks. So an unquoted value reaches to the
    /// end of the line.
    pub fn parse(text: &'a str) -> Result<Line<'a>, LineError> {
        let mut rest = text.trim();
        let command = take_name(&mut rest)?;
        let mut args = Vec::new();
        while !rest.is_empty() {
            let name = take_name(&mut rest)?;
            let value = match rest.strip_prefix('=') {
                None => "",
                Some(after) => {
                    rest = after.trim_start();
                    let takes_all = command == "set-param" && name == "value" && !rest.starts_with('"');
                    if takes_all { std::mem::take(&mut rest) } else { take_value(&mut rest)? }
                }
            };
            args.push((name, value));
        }
        Ok(Line { command, args })
    }

    /// The value of an argument: empty for a flag, `None` if it is missing. Of several, the last one counts.
    pub fn get(&self, name: &str) -> Option<&'a str> {
        self.args.iter().rfind(|(its_name, _)| *its_name == name).map(|&(_, value)| value)
    }

    /// The arguments: names and values.
    pub fn args(&self) -> &[(&'a str, &'a str)] {
        &self.args
    }
}

/// Consumes a name and the blanks after it.
fn take_name<'a>(rest: &mut &'a str) -> Result<&'a str, LineError> {
    let (name, after) = rest.split_at(token_length(rest));
    if name.is_empty() {
        return Err(after.chars().next().map_or(LineError::Empty, LineError::NoName));
    }
    *rest = after.trim_start();
    Ok(name)
}

/// Consumes a value and the blanks after it. The line can end right after the `=`.
fn take_value<'a>(rest: &mut &'a str) -> Result<&'a str, LineError> {
    let (value, after) = match rest.strip_prefix('"') {
        Some(quoted) => quoted.split_once('"').ok_or(LineError::OpenQuote)?,
        None => rest.split_at(token_length(rest)),
    };
    *rest = after.trim_start();
    Ok(value)
}

fn token_length(text: &str) -> usize {
    let ends = |c: char| c.is_whitespace() || c.is_control() || c == '=' || c == '"';
    text.find(ends).unwrap_or(text.len())
}

/// A line of Hub that is being written.
#[derive(Clone, Debug)]
pub struct Reply(String);

impl Reply {
    /// A line with this command.
    pub fn new(command: &str) -> Reply {
        Reply(command.to_owned())
    }

    /// Adds an argument. Its value is quoted if and only if it is empty or contains a blank.
    ///
    /// Some readers split a line at every `=`, and no reader supports escaped quotes, so both are replaced, as are
    /// non-ASCII characters. `key = value`, as settings are named, becomes `key: value`.
    #[must_use]
    pub fn arg(mut self, name: &str, value: impl Display) -> Reply {
        let plain: String = value.to_string().replace(" = ", ": ").chars().map(plain).collect();
        let quote = if plain.is_empty() || plain.contains(' ') { "\"" } else { "" };
        // Writing to a string cannot fail.
        let _ = write!(self.0, " {name}={quote}{plain}{quote}");
        self
    }

    /// The line.
    pub fn text(self) -> String {
        self.0
    }
}

const fn plain(c: char) -> char {
    match c {
        '"' => '\'',
        '=' => ' ',
        ' '..='~' => c,
        _ if c.is_ascii() => ' ',
        _ => '?',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, command: &str, args: &[(&str, &str)]) {
        assert_eq!(Line::parse(text), Ok(Line { command, args: args.to_vec() }), "{text:?}");
    }

    #[test]
    fn names_values_flags_and_quotes() {
        check("hub", "hub", &[]);
        check("go think", "go", &[("think", "")]);
        check("level moves=75 time=180", "level", &[("moves", "75"), ("time", "180")]);
        check("pos pos=Wbe moves=\"32-28 19-23\"", "pos", &[("pos", "Wbe"), ("moves", "32-28 19-23")]);
        check("pos pos=Wbe moves=\"\"", "pos", &[("pos", "Wbe"), ("moves", "")]);
        check("a b= c", "a", &[("b", "c")]);
        check("a b=", "a", &[("b", "")]);
        check("a b=\"x=y\"c=d", "a", &[("b", "x=y"), ("c", "d")]);
    }

    #[test]
    fn blanks_do_no_harm() {
        check("  \t level   depth  =\t 3   nodes= 5 \r", "level", &[("depth", "3"), ("nodes", "5")]);
    }

    #[test]
    fn the_value_of_a_parameter_may_go_unquoted() {
        check("set-param name=a value=b c = d ", "set-param", &[("name", "a"), ("value", "b c = d")]);
        check("set-param name=a value=\"b c\" d=e", "set-param", &[("name", "a"), ("value", "b c"), ("d", "e")]);
        check("set-param name=a value=", "set-param", &[("name", "a"), ("value", "")]);
        check("set-param value=\"\" name=a", "set-param", &[("value", ""), ("name", "a")]);
    }

    #[test]
    fn what_is_no_line_is_told() {
        for text in ["", "  \t ", "\r"] {
            assert_eq!(Line::parse(text), Err(LineError::Empty), "{text:?}");
        }
        for text in ["pos moves=\"32-28", "a b=\"", "a b=\"c\" d=\""] {
            assert_eq!(Line::parse(text), Err(LineError::OpenQuote), "{text:?}");
        }
        for (text, found) in [("=", '='), ("\"a\"", '"'), ("a b=c=d", '='), ("a b==c", '='), ("a \u{1}b", '\u{1}')] {
            assert_eq!(Line::parse(text), Err(LineError::NoName(found)), "{text:?}");
        }
    }

    #[test]
    fn the_last_of_several_counts() {
        let line = Line::parse("level depth=3 depth=5").expect("it is a line");
        assert_eq!((line.get("depth"), line.get("nodes")), (Some("5"), None));
    }

    #[test]
    fn what_is_written_is_quoted_if_it_must_be() {
        let reply = Reply::new("id").arg("name", "Crownhead").arg("author", "two words").arg("country", "");
        assert_eq!(reply.text(), "id name=Crownhead author=\"two words\" country=\"\"");
        let reply = Reply::new("error").arg("message", "\"ä=1\"\tis no square");
        assert_eq!(reply.text(), "error message=\"'? 1' is no square\"");
    }
}
