//! Text in a message.
//!
//! The specification asks for ASCII. What comes may be from times when one byte was one letter, so a byte is read as
//! the letter of this number, as in Latin-1, and nothing is lost whatever it is.

use std::fmt;

/// The letters of bytes.
pub(super) fn letters(bytes: &[u8]) -> String {
    bytes.iter().copied().map(char::from).collect()
}

/// A text of at most `MOST` letters that one byte each can hold, the NUL excepted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Text<const MOST: usize>(String);

/// The name of a program.
pub type Name = Text<32>;

/// What CHAT says: a whole message but its first letter.
pub type ChatText = Text<126>;

impl<const MOST: usize> Text<MOST> {
    /// The beginning of `text`, with `?` for the letters that have no byte, and without blanks at its ends: a name is
    /// filled up with blanks in its message.
    pub fn new(text: &str) -> Text<MOST> {
        let letter = |c: char| if c == '\0' || u32::from(c) > 0xff { '?' } else { c };
        let cut: String = text.trim().chars().map(letter).take(MOST).collect();
        Text(cut.trim().to_owned())
    }

    pub(super) fn read(bytes: &[u8]) -> Text<MOST> {
        Text::new(&letters(bytes))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl<const MOST: usize> fmt::Display for Text<MOST> {
    /// Shows the text with escapes for what could disturb a terminal.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            if c.is_control() { write!(f, "{}", c.escape_default())? } else { write!(f, "{c}")? }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_holds_what_a_message_can() {
        assert_eq!(Name::new("  Crownhead \0\u{2658} 1 ").as_str(), "Crownhead ?? 1");
        assert_eq!(Name::new(&"x".repeat(40)).as_str(), "x".repeat(32));
        assert_eq!(Name::read(b"caf\xe9      ").as_str(), "caf\u{e9}");
    }

    #[test]
    fn no_text_disturbs_a_terminal() {
        assert_eq!(ChatText::new("a\u{1b}[2Jb").to_string(), "a\\u{1b}[2Jb");
    }
}
