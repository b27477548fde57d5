//! Splits PDN into tokens, line by line, so that files of any size can be read.

use std::io::{self, BufRead};

use super::super::{Lines, clipped};
use super::tags::{Tag, begins_like_tag, parse_tag};
use super::tree::Note;
use super::words::{TokenKind, first_word, is_glyph, is_peculiar, strength};
use super::{PdnFault, PdnResult};

/// A token and the line on which it begins, from 1.
#[derive(Debug)]
pub(super) struct Token {
    pub(super) line: u64,
    /// Whether an empty line is before it, after the last token.
    pub(super) after_empty_line: bool,
    /// Whether nothing is before it on its line.
    pub(super) at_line_start: bool,
    pub(super) kind: TokenKind,
}

/// Whether what is not understood is a fault or is text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Strictness {
    /// A fault. The faulty text is the next token.
    Strict,
    /// Text, as in a variation or after a fault.
    Lenient,
    /// Text, unless an empty line is before it: behind the end of a game.
    Behind,
}

/// Why there is no token.
#[derive(Debug)]
pub(super) enum LexError {
    /// The stream failed.
    Io(io::Error),
    /// The text is faulty on this line.
    Fault(u64, PdnFault),
}

impl From<io::Error> for LexError {
    fn from(error: io::Error) -> LexError {
        LexError::Io(error)
    }
}

/// Whether a character is a blank here too: the mark of UTF-8 within a file, the end mark of DOS, and characters without a width that
/// programs for texts put between words.
fn is_other_blank(letter: char) -> bool {
    matches!(letter, '\u{feff}' | '\u{1a}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}')
        || matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{2066}'..='\u{206f}')
}

/// The most bytes of a game, with what stands before it: ten times what a game of 10,000 moves and a comment on each has.
const LARGEST_GAME: u64 = 8 << 20;

#[derive(Debug)]
pub(super) struct Lexer<B> {
    input: Lines<B>,
    /// The bytes that the current game may still have.
    room: u64,
    /// The current line, without its line ending.
    line: String,
    /// The number of bytes read from it.
    done: usize,
    /// Its number, from 1.
    number: u64,
    /// Whether there was an empty line since the last token.
    was_empty: bool,
    /// Whether the last token is a move that ends here.
    is_behind_move: bool,
    /// Faulty text over several lines, which is the next token, and its first line.
    consumed: Option<(u64, String)>,
    /// The result in the tag of the current game, if it would not be read as a result or as a move where it stands alone.
    ending: Option<String>,
}

impl<B: BufRead> Lexer<B> {
    pub(super) fn new(input: B) -> Lexer<B> {
        Lexer {
            input: Lines::new(input),
            room: LARGEST_GAME,
            line: String::new(),
            done: 0,
            number: 0,
            was_empty: false,
            is_behind_move: false,
            consumed: None,
            ending: None,
        }
    }

    /// Begins to count the bytes of a game, whose result is not known.
    pub(super) fn begin_game(&mut self) {
        self.room = LARGEST_GAME;
        self.forget_ending();
    }

    /// If a tag says the result, the same text among the moves ends the game.
    pub(super) fn learn_ending(&mut self, tag: &Tag) {
        if tag.name.eq_ignore_ascii_case("Result") {
            self.ending = is_peculiar(&tag.value).then(|| tag.value.clone());
        }
    }

    /// Lets no text of its own end the game any more.
    pub(super) fn forget_ending(&mut self) {
        self.ending = None;
    }

    /// The name of the encoding, if it is not UTF-8.
    pub(super) fn encoding(&self) -> Option<&'static str> {
        self.input.encoding()
    }

    /// The next token; `None` at the end.
    pub(super) fn next(&mut self, strictness: Strictness) -> Result<Option<Token>, LexError> {
        if let Some((line, text)) = self.consumed.take() {
            let kind = TokenKind::Note(Note::Text(text));
            return Ok(Some(Token { line, after_empty_line: false, at_line_start: false, kind }));
        }
        let has_star = std::mem::take(&mut self.is_behind_move) && self.rest().starts_with('*');
        loop {
            self.skip_blanks();
            let Some(first) = self.rest().chars().next() else {
                if self.read_line()? {
                    continue;
                }
                return Ok(None);
            };
            let is_strict = match strictness {
                Strictness::Strict => true,
                Strictness::Lenient => false,
                Strictness::Behind => self.was_empty,
            };
            let (line, at_line_start) = (self.number, self.done == 0);
            let after_empty_line = self.was_empty;
            let kind = if has_star {
                // An old annotation mark, not the end of the game.
                self.done += 1;
                TokenKind::Note(Note::Strength("*".to_owned()))
            } else {
                self.token(first, is_strict)?
            };
            self.is_behind_move = matches!(kind, TokenKind::Move(_));
            // Lines within the token do not count.
            self.was_empty = false;
            return Ok(Some(Token { line, after_empty_line, at_line_start, kind }));
        }
    }

    /// The rest of the line, in which a tag is faulty.
    pub(super) fn take_line(&mut self) -> String {
        let text = self.rest().trim_end().to_owned();
        self.done = self.line.len();
        text
    }

    /// The token that begins with this character.
    fn token(&mut self, first: char, is_strict: bool) -> Result<TokenKind, LexError> {
        let is_apart = self.done == 0 || self.line[..self.done].ends_with(char::is_whitespace);
        if is_strict && let Some(ending) = self.take_ending() {
            return Ok(ending);
        }
        match first {
            '[' => match parse_tag(self.rest()) {
                Some((name, value, length)) => {
                    let (name, written) = (name.to_owned(), self.rest()[..length].to_owned());
                    self.done += length;
                    Ok(TokenKind::Tag(Tag { before: Vec::new(), name, value, written }))
                }
                None if is_strict => Err(LexError::Fault(self.number, PdnFault::Tag(clipped(self.rest().trim_end())))),
                None => Ok(self.text()),
            },
            '{' => match self.enclosed('{', '}') {
                Err(LexError::Fault(..)) if !is_strict => Ok(self.take_consumed()),
                enclosed => Ok(TokenKind::Note(Note::Comment(enclosed?))),
            },
            // Within a sentence a semicolon does not begin a comment, which could hide the end of a variation.
            ';' if is_strict || is_apart => Ok(self.line_comment()),
            '%' if is_apart => Ok(self.line_comment()),
            '/' if is_strict || begins_setup(self.rest()) => match self.setup() {
                Err(LexError::Fault(..)) if !is_strict => Ok(self.take_consumed()),
                setup => setup,
            },
            '(' if strength(self.rest()).is_none() => {
                self.done += 1;
                Ok(TokenKind::Open)
            }
            ')' => {
                self.done += 1;
                Ok(TokenKind::Close)
            }
            _ => self.word(is_strict),
        }
    }

    /// The result in the tag, if it stands here.
    fn take_ending(&mut self) -> Option<TokenKind> {
        let length = PdnResult::length_at_start(self.ending.as_deref()?, self.rest())?;
        let text = self.rest()[..length].to_owned();
        self.done += length;
        Some(TokenKind::Result(text))
    }

    fn word(&mut self, is_strict: bool) -> Result<TokenKind, LexError> {
        let (word, length) = first_word(self.rest());
        match word {
            Ok(kind) => {
                self.done += length;
                Ok(kind)
            }
            Err(_) if !is_strict || is_glyph(&self.rest()[..length]) => Ok(self.text()),
            Err(word) => Err(LexError::Fault(self.number, word)),
        }
    }

    /// Text without a meaning: a word, or at least one character.
    fn text(&mut self) -> TokenKind {
        let rest = self.rest();
        let first = rest.chars().next().map_or(0, char::len_utf8);
        let is_end = |c: char| c.is_whitespace() || "(){};".contains(c);
        let length = rest[first..].find(is_end).map_or(rest.len(), |end| first + end);
        let length = if rest.starts_with(is_end) { first } else { length };
        let text = rest[..length].to_owned();
        self.done += length;
        TokenKind::Note(Note::Text(text))
    }

    fn line_comment(&mut self) -> TokenKind {
        TokenKind::Note(Note::LineComment(self.take_line()))
    }

    /// Parses `/FEN "..."/`.
    fn setup(&mut self) -> Result<TokenKind, LexError> {
        let line = self.number;
        let setup = Note::Setup(self.enclosed('/', '/')?);
        match &setup {
            Note::Setup(text) if setup.setup().is_none() => {
                let text = format!("/{text}/");
                let faulty = LexError::Fault(line, PdnFault::Setup(clipped(&text)));
                self.consumed = Some((line, text));
                Err(faulty)
            }
            _ => Ok(TokenKind::Note(setup)),
        }
    }

    /// Faulty text over several lines.
    fn take_consumed(&mut self) -> TokenKind {
        TokenKind::Note(Note::Text(self.consumed.take().map(|(_, text)| text).unwrap_or_default()))
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
                    // A line that begins like a tag is kept.
                    let is_inside = self.read_line()? && !begins_like_tag(&self.line);
                    if !is_inside {
                        self.consumed = Some((line, format!("{opening}{text}")));
                        return Err(LexError::Fault(line, PdnFault::Unclosed { opening, closing }));
                    }
                }
            }
        }
    }

    fn rest(&self) -> &str {
        &self.line[self.done..]
    }

    fn skip_blanks(&mut self) {
        let rest = self.rest();
        self.done += rest.len() - rest.trim_start().len();
    }

    /// Reads the next line; `false` if there is none.
    fn read_line(&mut self) -> io::Result<bool> {
        self.done = 0;
        let read = self.input.read(&mut self.line, self.room)?;
        if read == 0 && self.room > 0 {
            return Ok(false);
        }
        self.number += 1;
        self.room -= read as u64;
        if self.room == 0 {
            let limit = LARGEST_GAME >> 20;
            let text = format!("line {}: a game of {limit} MiB or more: expected PDN", self.number);
            return Err(io::Error::new(io::ErrorKind::InvalidData, text));
        }
        let is_blank = self.line.trim().is_empty();
        self.line.truncate(self.line.trim_end_matches(['\n', '\r']).len());
        if self.line.contains(is_other_blank) {
            self.line = self.line.replace(is_other_blank, " ");
        }
        self.was_empty |= is_blank;
        Ok(true)
    }
}

fn begins_setup(text: &str) -> bool {
    text.get(1..4).is_some_and(|keyword| keyword.eq_ignore_ascii_case("FEN"))
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
