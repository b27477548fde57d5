//! Splits PDN into tokens, line by line, so that files of any size can be read.

use std::io::{self, BufRead};

use super::super::clipped;
use super::word::{self, Word};
use super::{PdnFault, PdnResult, tags};

/// A token and the line on which it begins, from 1.
#[derive(Debug)]
pub(super) struct Token {
    pub(super) line: u64,
    /// Whether an empty line is before it, after the last token.
    pub(super) after_empty_line: bool,
    pub(super) kind: Kind,
}

/// The kind of a token. Move numbers, ellipses and variations are skipped.
#[derive(Debug)]
pub(super) enum Kind {
    Tag {
        name: String,
        value: String,
    },
    /// Runs of blanks and line ends are single blanks.
    Comment(String),
    /// The FEN of a setup.
    Setup(String),
    Move(String),
    Strength(String),
    Nag(u32),
    Result(PdnResult),
}

/// A lexical error.
#[derive(Debug)]
pub(super) enum LexError {
    Io(io::Error),
    /// The line and the fault. The lexer has skipped the faulty text.
    Fault(u64, PdnFault),
}

impl From<io::Error> for LexError {
    fn from(error: io::Error) -> LexError {
        LexError::Io(error)
    }
}

/// A mark at the beginning of a file in UTF-8.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

#[derive(Debug)]
pub(super) struct Lexer<B> {
    input: B,
    /// The current line, without its line ending.
    line: String,
    /// The number of bytes read from it.
    done: usize,
    /// Its number, from 1.
    number: u64,
    /// Whether there was an empty line since the last token.
    was_empty: bool,
    /// The raw line; a reused buffer.
    raw: Vec<u8>,
}

impl<B: BufRead> Lexer<B> {
    pub(super) fn new(input: B) -> Lexer<B> {
        Lexer { input, line: String::new(), done: 0, number: 0, was_empty: false, raw: Vec::new() }
    }

    /// The next token; `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<Token>, LexError> {
        loop {
            self.skip_blanks();
            let Some(first) = self.rest().chars().next() else {
                if self.read_line()? {
                    continue;
                }
                return Ok(None);
            };
            if first == '%' && self.done == 0 {
                self.done = self.line.len();
                continue;
            }
            let line = self.number;
            let after_empty_line = std::mem::take(&mut self.was_empty);
            if let Some(kind) = self.token(first)? {
                return Ok(Some(Token { line, after_empty_line, kind }));
            }
        }
    }

    /// The token that begins with this character; `None` if it is skipped.
    fn token(&mut self, first: char) -> Result<Option<Kind>, LexError> {
        let is_variation = first == '(' && !matches!(word::first(self.rest()).0, Word::Strength(_));
        match first {
            '[' => self.tag().map(Some),
            '{' => Ok(Some(Kind::Comment(self.enclosed('{', '}')?))),
            ';' => {
                let text = self.rest()[1..].trim().to_owned();
                self.done = self.line.len();
                Ok(Some(Kind::Comment(text)))
            }
            '/' => self.setup().map(Some),
            '(' if is_variation => self.skip_variation().map(|()| None),
            ')' => {
                self.done += 1;
                Err(LexError::Fault(self.number, PdnFault::StrayClosing))
            }
            _ => self.word(),
        }
    }

    fn word(&mut self) -> Result<Option<Kind>, LexError> {
        let (word, length) = word::first(self.rest());
        let kind = match word {
            Word::Number | Word::Ellipsis => None,
            Word::Result(result) => Some(Kind::Result(result)),
            Word::Nag(number) => Some(Kind::Nag(number)),
            Word::Strength(marks) => Some(Kind::Strength(marks.to_owned())),
            Word::Move(text) => Some(Kind::Move(text.split_whitespace().collect())),
            Word::Unknown(token) => {
                let fault = PdnFault::Word { token: clipped(token) };
                self.done += length;
                return Err(LexError::Fault(self.number, fault));
            }
        };
        self.done += length;
        // A star right after a move is an old annotation mark, not the end of the game; after a result it ends no
        // other game.
        if matches!(kind, Some(Kind::Move(_) | Kind::Result(_))) && self.rest().starts_with('*') {
            self.done += 1;
        }
        Ok(kind)
    }

    fn tag(&mut self) -> Result<Kind, LexError> {
        let rest = self.rest();
        let Some((name, value, length)) = tags::parse(rest) else {
            let fault = PdnFault::Tag { token: clipped(rest.trim_end()) };
            self.done = self.line.len();
            return Err(LexError::Fault(self.number, fault));
        };
        let kind = Kind::Tag { name: name.to_owned(), value };
        self.done += length;
        Ok(kind)
    }

    /// Parses `/FEN "..."/`.
    fn setup(&mut self) -> Result<Kind, LexError> {
        let line = self.number;
        let text = self.enclosed('/', '/')?;
        let fen = text.get(..3).filter(|keyword| keyword.eq_ignore_ascii_case("FEN"));
        let quoted = fen.and_then(|_| text[3..].trim().strip_prefix('"')?.strip_suffix('"'));
        match quoted {
            Some(fen) => Ok(Kind::Setup(fen.to_owned())),
            None => Err(LexError::Fault(line, PdnFault::Setup { token: clipped(&format!("/{text}/")) })),
        }
    }

    /// The text between two delimiters, over any number of lines, with single blanks between its words.
    fn enclosed(&mut self, opening: char, closing: char) -> Result<String, LexError> {
        let line = self.number;
        self.done += opening.len_utf8();
        let mut text = String::new();
        loop {
            let rest = self.rest();
            match rest.find(closing) {
                Some(end) => {
                    add_words(&mut text, &rest[..end]);
                    self.done += end + closing.len_utf8();
                    return Ok(text);
                }
                None => {
                    add_words(&mut text, rest);
                    self.read_line_within(line, opening, closing)?;
                }
            }
        }
    }

    /// Skips a variation with everything nested in it.
    fn skip_variation(&mut self) -> Result<(), LexError> {
        let line = self.number;
        let mut depth = 0;
        loop {
            let Some(at) = self.rest().find(['(', ')', '{', ';']) else {
                self.read_line_within(line, '(', ')')?;
                continue;
            };
            let found = self.rest().as_bytes()[at];
            self.done += at;
            match found {
                b'{' => {
                    self.enclosed('{', '}')?;
                    continue;
                }
                b';' => {
                    // Within a sentence it is no comment, which could hide the end of the variation.
                    let is_comment = self.line[..self.done].ends_with(char::is_whitespace) || self.done == 0;
                    self.done = if is_comment { self.line.len() } else { self.done + 1 };
                    continue;
                }
                b'(' => depth += 1,
                _ => depth -= 1,
            }
            self.done += 1;
            if depth == 0 {
                return Ok(());
            }
        }
    }

    /// Reads the next line inside something that was opened on line `since`. The end of the text is a fault, and so is
    /// a line that begins like a tag; that line is kept.
    fn read_line_within(&mut self, since: u64, opening: char, closing: char) -> Result<(), LexError> {
        let goes_on = self.read_line()?;
        if goes_on && !tags::begins(&self.line) {
            Ok(())
        } else {
            Err(LexError::Fault(since, PdnFault::Unclosed { opening, closing }))
        }
    }

    fn rest(&self) -> &str {
        &self.line[self.done..]
    }

    fn skip_blanks(&mut self) {
        let rest = self.rest();
        self.done += rest.len() - rest.trim_start().len();
    }

    /// Goes to the next line; `false` if there is none.
    fn read_line(&mut self) -> io::Result<bool> {
        self.raw.clear();
        self.done = 0;
        self.line.clear();
        if self.input.read_until(b'\n', &mut self.raw)? == 0 {
            return Ok(false);
        }
        self.number += 1;
        let raw = self.raw.strip_prefix(BYTE_ORDER_MARK).filter(|_| self.number == 1).unwrap_or(&self.raw);
        let latin = || raw.iter().map(|&byte| char::from(byte)).collect();
        let text = std::str::from_utf8(raw).map_or_else(|_| latin(), str::to_owned);
        self.line.push_str(text.trim_end_matches(['\n', '\r']));
        self.was_empty |= self.line.trim().is_empty();
        Ok(true)
    }
}

/// Adds words, with a blank between any two.
fn add_words(text: &mut String, words: &str) {
    for word in words.split_whitespace() {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(word);
    }
}
