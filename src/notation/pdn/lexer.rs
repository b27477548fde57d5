//! Splits PDN into tokens, line by line, so that files of any size can be read.

use std::io::{self, BufRead};

use super::super::{clipped, is_number};
use super::tags::{begins_like_tag, parse_tag};
use super::{PdnError, PdnFault, PdnResult};

/// A token and the line on which it begins, from 1.
#[derive(Debug)]
pub(super) struct Token {
    pub(super) line: u64,
    /// Whether an empty line is before it, after the last token.
    pub(super) after_empty_line: bool,
    pub(super) kind: TokenKind,
}

/// The kind of a token. Move numbers, ellipses and variations are skipped.
#[derive(Debug, PartialEq)]
pub(super) enum TokenKind {
    Tag {
        name: String,
        value: String,
    },
    /// Runs of blanks and line ends are single blanks.
    Comment(String),
    /// The FEN of a setup.
    Setup(String),
    /// Squares joined by separators, without blanks.
    Move(String),
    /// `!`, `?!`, `(?)`.
    Strength(String),
    /// `$5`.
    Nag(u32),
    /// `1-0` and the like, or `*`.
    Result(PdnResult),
}

/// A fault on a line. The lexer skips the faulty text. The [`Reader`](super::Reader) adds the number of the game.
const fn fault(line: u64, fault: PdnFault) -> PdnError {
    PdnError::Game { game: 0, line, fault }
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
    pub(super) fn next(&mut self) -> Result<Option<Token>, PdnError> {
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
    fn token(&mut self, first: char) -> Result<Option<TokenKind>, PdnError> {
        match first {
            '[' => self.tag().map(Some),
            '{' => Ok(Some(TokenKind::Comment(self.enclosed('{', '}')?))),
            ';' => {
                let text = self.rest()[1..].trim().to_owned();
                self.done = self.line.len();
                Ok(Some(TokenKind::Comment(text)))
            }
            '/' => self.setup().map(Some),
            '(' if strength(self.rest()).is_none() => self.skip_variation().map(|()| None),
            ')' => {
                self.done += 1;
                Err(fault(self.number, PdnFault::StrayClosing))
            }
            _ => self.word(),
        }
    }

    fn word(&mut self) -> Result<Option<TokenKind>, PdnError> {
        let (word, length) = first_word(self.rest());
        self.done += length;
        let kind = word.map_err(|word| fault(self.number, word))?;
        // A star right after a move is an old annotation mark, not the end of the game; after a result it ends no
        // other game.
        if matches!(kind, Some(TokenKind::Move(_) | TokenKind::Result(_))) && self.rest().starts_with('*') {
            self.done += 1;
        }
        Ok(kind)
    }

    fn tag(&mut self) -> Result<TokenKind, PdnError> {
        let rest = self.rest();
        let Some((name, value, length)) = parse_tag(rest) else {
            let tag = PdnFault::Tag(clipped(rest.trim_end()));
            self.done = self.line.len();
            return Err(fault(self.number, tag));
        };
        let kind = TokenKind::Tag { name: name.to_owned(), value };
        self.done += length;
        Ok(kind)
    }

    /// Parses `/FEN "..."/`.
    fn setup(&mut self) -> Result<TokenKind, PdnError> {
        let line = self.number;
        let text = self.enclosed('/', '/')?;
        let fen = text.get(..3).filter(|keyword| keyword.eq_ignore_ascii_case("FEN"));
        let quoted = fen.and_then(|_| text[3..].trim().strip_prefix('"')?.strip_suffix('"'));
        match quoted {
            Some(fen) => Ok(TokenKind::Setup(fen.to_owned())),
            None => Err(fault(line, PdnFault::Setup(clipped(&format!("/{text}/"))))),
        }
    }

    /// The text between two delimiters, over any number of lines, with single blanks between its words.
    fn enclosed(&mut self, opening: char, closing: char) -> Result<String, PdnError> {
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
    fn skip_variation(&mut self) -> Result<(), PdnError> {
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
                    // Within a sentence it does not begin a comment, which could hide the end of the variation.
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
    fn read_line_within(&mut self, since: u64, opening: char, closing: char) -> Result<(), PdnError> {
        let is_inside = self.read_line()? && !begins_like_tag(&self.line);
        if is_inside { Ok(()) } else { Err(fault(since, PdnFault::Unclosed { opening, closing })) }
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

/// The first word of a text and its length in bytes; `None` if it is skipped. The text must not be empty or begin with
/// a blank.
fn first_word(text: &str) -> (Result<Option<TokenKind>, PdnFault>, usize) {
    let end = text.find(|c: char| c.is_whitespace() || "{}[;".contains(c)).unwrap_or(text.len());
    let word = &text[..end];
    if let Some(strength) = strength(word) {
        return (Ok(Some(TokenKind::Strength(strength.to_owned()))), strength.len());
    }
    if let Some(length) = move_number(word) {
        return (Ok(None), length);
    }
    // Parentheses end a word, except within a strength mark.
    let word = &word[..word.find(['(', ')']).unwrap_or(word.len())];
    let dots = word.bytes().take_while(|byte| *byte == b'.').count();
    if dots > 0 {
        return (Ok(None), dots);
    }
    if let Some(result) = PdnResult::of_word(word) {
        return (Ok(Some(TokenKind::Result(result))), word.len());
    }
    if let Some(digits) = word.strip_prefix('$').map(leading_digits).filter(|digits| !digits.is_empty()) {
        return (Ok(Some(TokenKind::Nag(digits.parse().unwrap_or(u32::MAX)))), 1 + digits.len());
    }
    let length = squares(text);
    if length > 0 {
        let squares: String = text[..length].split_whitespace().collect();
        // `0-1*` and `1 - 0` are results too: no square is 0, and no move ends where it began.
        let result = PdnResult::of_word(&squares);
        return (Ok(Some(result.map_or(TokenKind::Move(squares), TokenKind::Result))), length);
    }
    // Of two numbers in a row, at least one is a square of a move that lacks its separator.
    let next = text[word.len()..].split_whitespace().next().unwrap_or_default();
    if is_number(word) && word.len() <= MOST_DIGITS && !is_number(next) {
        return (Ok(None), word.len());
    }
    // At least one character, so that reading makes progress.
    let length = if word.is_empty() { text.chars().next().map_or(0, char::len_utf8) } else { word.len() };
    (Err(PdnFault::Word(clipped(&text[..length]))), length)
}

/// The most digits of a bare move number.
const MOST_DIGITS: usize = 3;

fn leading_digits(text: &str) -> &str {
    &text[..text.bytes().take_while(u8::is_ascii_digit).count()]
}

/// `!`, `?`, `!?` ..., or the same in parentheses. The caller handles a `*` right after a move.
fn strength(word: &str) -> Option<&str> {
    let is_mark = |c: char| c == '!' || c == '?';
    if let Some(inside) = word.strip_prefix('(') {
        let marks = inside.len() - inside.trim_start_matches(is_mark).len();
        return (marks > 0 && inside[marks..].starts_with(')')).then(|| &word[..marks + 2]);
    }
    let marks = word.len() - word.trim_start_matches(is_mark).len();
    (marks > 0).then(|| &word[..marks])
}

/// The length of `12.` or `12...`.
fn move_number(word: &str) -> Option<usize> {
    let digits = leading_digits(word).len();
    let dots = word[digits..].bytes().take_while(|byte| *byte == b'.').count();
    (digits > 0 && dots > 0).then_some(digits + dots)
}

/// The length of squares joined by `-`, `x` or `:`, blanks around these allowed; 0 if there are fewer than two. Squares
/// are numbers, or a letter and a digit as in some other variants.
fn squares(text: &str) -> usize {
    let mut length = square(text);
    let mut is_move = false;
    while length > 0 {
        let rest = text[length..].trim_start();
        let Some(behind) = rest.strip_prefix(['-', 'x', 'X', ':']) else { break };
        let behind = behind.trim_start();
        let next = square(behind);
        if next == 0 {
            break;
        }
        length = text.len() - behind.len() + next;
        is_move = true;
    }
    if is_move { length } else { 0 }
}

fn square(text: &str) -> usize {
    match text.as_bytes() {
        [b'a'..=b'h', b'1'..=b'9', ..] => 2,
        _ => leading_digits(text).len(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_end_where_they_should() {
        let result = |text| Ok(Some(TokenKind::Result(PdnResult::parse(text))));
        let kind = |kind: fn(String) -> TokenKind, text: &str| Ok(Some(kind(text.to_owned())));
        let unknown = |text: &str| Err(PdnFault::Word(text.to_owned()));
        for (text, word, length) in [
            ("12.32-28 19-23", Ok(None), 3),
            ("12... 19-23", Ok(None), 5),
            ("12 19-23", Ok(None), 2),
            ("12", Ok(None), 2),
            ("12 19 23", unknown("12"), 2),
            ("3228 1823", unknown("3228"), 4),
            ("... 19-23", Ok(None), 3),
            ("32-28 19-23", kind(TokenKind::Move, "32-28"), 5),
            ("32 - 28 19-23", kind(TokenKind::Move, "32-28"), 7),
            ("28x19x10x5 1", kind(TokenKind::Move, "28x19x10x5"), 10),
            ("12:23:32!", kind(TokenKind::Move, "12:23:32"), 8),
            ("32-28!?", kind(TokenKind::Move, "32-28"), 5),
            ("32-28(?)", kind(TokenKind::Move, "32-28"), 5),
            ("32-28{a}", kind(TokenKind::Move, "32-28"), 5),
            ("a3-b4 h6", kind(TokenKind::Move, "a3-b4"), 5),
            ("!? 19-23", kind(TokenKind::Strength, "!?"), 2),
            ("(?) 19-23", kind(TokenKind::Strength, "(?)"), 3),
            ("$12 19-23", Ok(Some(TokenKind::Nag(12))), 3),
            ("$99999999999", Ok(Some(TokenKind::Nag(u32::MAX))), 12),
            ("1-0 [Event", result("1-0"), 3),
            ("2-0", result("2-0"), 3),
            ("1-1)", result("1-1"), 3),
            ("1/2-1/2 1.", result("1/2-1/2"), 7),
            ("0-0", result("0-0"), 3),
            ("0-1* 1.", result("0-1"), 3),
            ("1 - 0!", result("1-0"), 5),
            ("1-10*", kind(TokenKind::Move, "1-10"), 4),
            ("* 1.", result("*"), 1),
            ("32- x", unknown("32-"), 3),
            ("hello there", unknown("hello"), 5),
            ("\"x\"", unknown("\"x\""), 3),
            ("}", unknown("}"), 1),
            ("$x", unknown("$x"), 2),
        ] {
            assert_eq!(first_word(text), (word, length), "{text}");
        }
    }
}
