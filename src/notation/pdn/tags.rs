//! The tags of a game.

use std::fmt;

/// Names and values: those of the roster in its order, then the others in the order in which they were set. Names are
/// unique; the last value counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tags(Vec<(String, String)>);

impl Tags {
    /// The value of a tag; its name is compared without regard to case.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter().find(|(own, _)| own.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    /// The value of a tag; `None` also if it is empty or `?`, by which PDN says that it is not known.
    pub fn known(&self, name: &str) -> Option<&str> {
        self.get(name).filter(|value| !matches!(value.trim(), "" | "?"))
    }

    /// Sets a tag, in its place if it exists. Line ends in the value become blanks. A tag with
    /// an invalid name (see [`is_name`]) is dropped.
    pub fn set(&mut self, name: &str, value: impl fmt::Display) {
        debug_assert!(is_name(name), "{name:?}");
        if !is_name(name) {
            return;
        }
        let value = value.to_string().replace(['\r', '\n'], " ");
        match self.0.iter_mut().find(|(own, _)| own.eq_ignore_ascii_case(name)) {
            Some((_, old)) => *old = value,
            None => {
                let place = self.0.iter().position(|(own, _)| rank(own) > rank(name));
                self.0.insert(place.unwrap_or(self.0.len()), (name.to_owned(), value));
            }
        }
    }

    /// Names and values.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Whether there are no tags.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// The order in which PDN 3.0 writes the tags of the roster, and the type of the game behind them.
const ROSTER: [&str; 8] = ["Event", "Site", "Date", "Round", "White", "Black", "Result", "GameType"];

/// The place of a tag among the others: the same for all that are not of the roster.
fn rank(name: &str) -> usize {
    ROSTER.iter().position(|own| own.eq_ignore_ascii_case(name)).unwrap_or(ROSTER.len())
}

impl fmt::Display for Tags {
    /// A line for each tag.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|(name, value)| {
            writeln!(f, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""))
        })
    }
}

/// Whether this is a valid name: letters, digits and `_`, a letter first. (PDN requires a capital; files do not
/// comply.)
fn is_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Parses a tag at the beginning of a text: its name, its value and its length in bytes; `None` if it is not a tag.
/// `\"` and `\\` are escapes. A quote without a following `]` is part of the value too, since many programs do not
/// escape quotes.
pub(super) fn parse(text: &str) -> Option<(&str, String, usize)> {
    let inside = text.strip_prefix('[')?.trim_start();
    let name = &inside[..inside.find(|c: char| !c.is_ascii_alphanumeric() && c != '_')?];
    let quoted = inside[name.len()..].trim_start().strip_prefix('"')?;
    let start = text.len() - quoted.len();
    let mut value = String::new();
    let mut letters = quoted.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\\' => match letters.clone().next() {
                Some((_, escaped @ ('"' | '\\'))) => {
                    value.push(escaped);
                    letters.next();
                }
                _ => value.push('\\'),
            },
            '"' => {
                let rest = &quoted[at + 1..];
                if let Some(behind) = rest.trim_start().strip_prefix(']') {
                    let end = start + quoted.len() - behind.len();
                    return is_name(name).then_some((name, value, end));
                }
                value.push('"');
            }
            _ => value.push(letter),
        }
    }
    None
}

/// Whether a line begins like a tag.
pub(super) fn begins(line: &str) -> bool {
    let Some(inside) = line.strip_prefix('[') else { return false };
    let name: usize = inside.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count();
    is_name(&inside[..name]) && inside[name..].trim_start().starts_with('"')
}
