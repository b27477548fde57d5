//! Splits PDN into tokens, line by line, so that files of any size can be read.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::io::{self, BufRead};

use super::super::{Encoding, Lines, clipped, entity, fen, is_dash, is_invisible, names_king, plain_moves};
use super::heading::names_players;
use super::markup::without_markup;
use super::meant::{is_first, leading_number};
use super::tags::{Tag, begins_like_tag, is_cut, joined, parse_loose_tag, parse_tag};
use super::tree::Note;
use super::words::{
    TokenKind, bracketed_glyph, enclosed_words, first_word, is_glyph, is_peculiar, letter_of_note, move_with_letter,
    number_in_list, odd_number, starred_parenthesis, strength, words_between_slashes,
};
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

impl Token {
    /// The text of a token that is nothing else.
    pub(super) fn text(&self) -> Option<&str> {
        if let TokenKind::Note(Note::Text(text)) = &self.kind { Some(text) } else { None }
    }

    /// The text of a move.
    pub(super) fn mv(&self) -> Option<&str> {
        if let TokenKind::Move(text) = &self.kind { Some(text) } else { None }
    }

    pub(super) fn is_comment(&self) -> bool {
        matches!(self.kind, TokenKind::Note(Note::Comment(_) | Note::LineComment(_)))
    }
}

/// Whether what is not understood is a fault or is text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Strictness {
    /// A fault. The faulty text is the next token.
    Strict,
    /// Text, as in a variation or after a fault.
    Lenient,
    /// Text, but for positions: among moves, or before those of a game.
    Words,
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

/// The most words behind a semicolon that are looked at.
const MOST_BEHIND_SEMICOLON: usize = 40;

/// The most lines of a tag that was cut, and of a comment between `/*` and `*/`.
const MOST_LINES_OF_TAG: usize = 16;

/// The most words, and the most lines of them, in which the next move is looked for.
const MOST_WORDS_AHEAD: usize = 100;
const MOST_LINES_AHEAD: usize = 40;

/// The most lines of paragraphs that are judged as a whole.
const MOST_LINES_OF_PARAGRAPHS: usize = 400;

/// The most lines of a heading, and what is not of one.
const MOST_LINES_OF_HEADING: usize = 6;
const NO_WORDS: [char; 7] = ['{', '}', '(', ')', ';', '[', ']'];

/// The most lines behind the first one of a position in words.
const MOST_LINES_OF_POSITION: usize = 3;
/// The most lines of a picture of the board behind its first one.
const MOST_LINES_OF_PICTURE: usize = 32;

/// The most bytes of a game, with what stands before it: ten times what a game of 10,000 moves and a comment on each has.
const LARGEST_GAME: u64 = 8 << 20;

#[derive(Debug)]
pub(super) struct Lexer<B> {
    input: Lines<B>,
    /// The bytes that the current game may still have.
    room: u64,
    /// Lines that were read in advance, and their lengths.
    ahead: VecDeque<(String, usize)>,
    /// The current line, without its line ending.
    line: String,
    /// The number of bytes read from it.
    done: usize,
    /// The number of bytes up to which it has plain characters, or text.
    tidied: usize,
    /// Its number, from 1.
    number: u64,
    /// Whether there was an empty line since the last token.
    was_empty: bool,
    /// Whether the last token is a move that ends here.
    is_behind_move: bool,
    /// Whether the last token is a tag.
    is_behind_tag: bool,
    /// Whether the last token is a move or a mark behind one.
    may_have_letter: bool,
    /// Faulty text over several lines, which is the next token, and its first line.
    consumed: Option<(u64, String)>,
    /// The result in the tag of the current game, if it would not be read as a result or as a move where it stands alone.
    ending: Option<String>,
}

impl<B: BufRead> Lexer<B> {
    pub(super) fn new(input: Lines<B>) -> Lexer<B> {
        Lexer {
            input,
            room: LARGEST_GAME,
            ahead: VecDeque::new(),
            line: String::new(),
            done: 0,
            tidied: 0,
            number: 0,
            was_empty: false,
            is_behind_move: false,
            is_behind_tag: false,
            may_have_letter: false,
            consumed: None,
            ending: None,
        }
    }

    /// Begins to count the bytes of a game, whose result is not known.
    pub(super) fn begin_game(&mut self, pending: &mut VecDeque<Token>) {
        self.room = LARGEST_GAME;
        self.forget_ending(pending);
    }

    /// If a tag says the result, the same text among the moves ends the game.
    pub(super) fn learn_ending(&mut self, tag: &Tag) {
        if tag.name.eq_ignore_ascii_case("Result") {
            self.ending = is_peculiar(&tag.value).then(|| tag.value.clone());
        }
    }

    /// Lets no text of its own end the game any more. If the last token is such a text, it is read again.
    pub(super) fn forget_ending(&mut self, pending: &mut VecDeque<Token>) {
        let Some(ending) = self.ending.take() else { return };
        let Some(Token { kind: TokenKind::Result(text), after_empty_line, .. }) = pending.back() else { return };
        // Its line may be behind already.
        let start = self.line[..self.done].strip_suffix(text.as_str()).map(str::len);
        if let Some(start) = start.filter(|_| PdnResult::is_same(text, &ending)) {
            self.done = start;
            self.was_empty = *after_empty_line;
            pending.pop_back();
        }
    }

    /// The encodings of the text, but for UTF-8.
    pub(super) fn encodings(&self) -> &[Encoding] {
        self.input.encodings()
    }

    /// The next token; `None` at the end.
    pub(super) fn next(&mut self, strictness: Strictness) -> Result<Option<Token>, LexError> {
        if let Some((line, text)) = self.consumed.take() {
            let kind = TokenKind::Note(Note::Text(text));
            return Ok(Some(Token { line, after_empty_line: false, at_line_start: false, kind }));
        }
        let mark = if std::mem::take(&mut self.is_behind_move) { mark_behind_move(self.rest()) } else { None };
        loop {
            self.tidy();
            self.skip_blanks();
            let Some(first) = self.rest().chars().next() else {
                if !self.read_line()? {
                    return Ok(None);
                }
                if let Some(plain) = without_markup(&self.line) {
                    self.was_empty |= plain.trim().is_empty();
                    self.line = plain;
                }
                continue;
            };
            let is_strict = match strictness {
                Strictness::Strict => true,
                Strictness::Lenient | Strictness::Words => false,
                Strictness::Behind => self.was_empty,
            };
            let (line, at_line_start) = (self.number, self.done == 0);
            let after_empty_line = self.was_empty;
            let kind = if let Some(mark) = mark {
                let text = self.rest()[..mark].to_owned();
                self.done += mark;
                TokenKind::Note(Note::Strength(text))
            } else if (is_strict || strictness == Strictness::Words)
                && let Some(position) = self.position()?
            {
                TokenKind::Note(Note::Setup(position))
            } else {
                self.token(first, is_strict, matches!(strictness, Strictness::Behind | Strictness::Words))?
            };
            self.is_behind_move = matches!(kind, TokenKind::Move(_));
            self.is_behind_tag = matches!(kind, TokenKind::Tag(_));
            self.may_have_letter = self.is_behind_move || matches!(kind, TokenKind::Note(Note::Strength(_)));
            // Lines within the token do not count.
            self.was_empty = false;
            return Ok(Some(Token { line, after_empty_line, at_line_start, kind }));
        }
    }

    /// The current line.
    pub(super) fn line(&self) -> &str {
        &self.line
    }

    /// Whether nothing but blanks is before this place on its line.
    pub(super) fn begins_line(&self) -> bool {
        self.line[..self.done].trim_start().is_empty()
    }

    /// The number of the current line, from 1.
    pub(super) fn line_number(&self) -> u64 {
        self.number
    }

    /// Whether there was an empty line since the last token.
    pub(super) fn is_behind_empty_line(&self) -> bool {
        self.was_empty
    }

    /// A semicolon that parts two moves.
    pub(super) fn take_semicolon(&mut self) -> Token {
        self.skip_blanks();
        let line = self.number;
        (self.done, self.is_behind_move) = (self.done + 1, false);
        let kind = TokenKind::Note(Note::Text(";".to_owned()));
        Token { line, after_empty_line: false, at_line_start: false, kind }
    }

    /// The move that stands here with a letter right behind it, if that goes on with the game: then the letter is the next
    /// token.
    pub(super) fn take_move_with_letter(&mut self, goes_on: impl Fn(&str) -> bool) -> Option<(Token, Token)> {
        let (mv, at, end) = move_with_letter(self.rest()).filter(|(mv, ..)| goes_on(mv))?;
        let letter = Note::Strength(self.rest()[at..end].to_owned());
        let (line, after_empty_line) = (self.number, std::mem::take(&mut self.was_empty));
        let at_line_start = self.done == 0;
        self.done += end;
        let mv = Token { line, after_empty_line, at_line_start, kind: TokenKind::Move(mv) };
        Some((mv, Token { line, after_empty_line: false, at_line_start: false, kind: TokenKind::Note(letter) }))
    }

    /// The words that stand here, to the line that begins with a move, if they name players and the game `begins` with
    /// that.
    pub(super) fn take_players(&mut self, begins: impl Fn(&str) -> bool) -> io::Result<Option<Token>> {
        let mut words = self.rest().trim().to_owned();
        for count in 0..MOST_LINES_OF_HEADING {
            let Some(next) = self.any_line_ahead(count)?.map(str::trim) else { break };
            if next.is_empty() {
                continue;
            }
            if next.starts_with(['%', '#']) || words.contains(NO_WORDS) {
                break;
            }
            if let (Ok(TokenKind::Move(mv)), _) = first_word(next) {
                return Ok((names_players(&words) && begins(&mv)).then(|| self.take_lines(count, words)));
            }
            words = format!("{words} {next}");
        }
        Ok(None)
    }

    /// Whether a line among the next ones, behind words alone, `begins` a game; also the current one, where it `is_next`.
    pub(super) fn is_before_game(&mut self, is_next: bool, begins: impl Fn(&str) -> bool) -> io::Result<bool> {
        if is_next && begins(&self.line) {
            return Ok(true);
        }
        if self.rest().contains(['{', '}', '[', ']', ';']) {
            return Ok(false);
        }
        for count in 0..MOST_LINES_OF_HEADING {
            let Some(next) = self.any_line_ahead(count)?.map(str::trim) else { return Ok(false) };
            if begins_like_tag(next) || next.starts_with(['%', '{', '(']) {
                return Ok(false);
            }
            if begins(next) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Words to the end of this line and of the next `count` ones.
    fn take_lines(&mut self, count: usize, words: String) -> Token {
        let (line, after_empty_line, at_line_start) =
            (self.number, std::mem::take(&mut self.was_empty), self.done == 0);
        self.join(count, "");
        Token { line, after_empty_line, at_line_start, kind: TokenKind::Note(Note::Text(words)) }
    }

    /// The rest of the line, in which a tag is faulty.
    pub(super) fn take_line(&mut self) -> String {
        let text = self.rest().trim_end().to_owned();
        self.done = self.line.len();
        text
    }

    /// The token that begins with this character.
    fn token(&mut self, first: char, is_strict: bool, is_outside: bool) -> Result<TokenKind, LexError> {
        let is_apart = self.done == 0 || self.line[..self.done].ends_with(char::is_whitespace);
        if is_strict && let Some(ending) = self.take_ending() {
            return Ok(ending);
        }
        match first {
            '[' | '［' => match self.whole_tag(is_strict)? {
                Some((name, value, length)) => {
                    let written = self.rest()[..length].trim_end().to_owned();
                    self.done += length;
                    Ok(TokenKind::Tag(Tag { before: Vec::new(), name, value, written, line: 0 }))
                }
                None if is_strict && let Some(length) = self.bracketed() => Ok(self.note(length, false)),
                None if is_strict => Err(LexError::Fault(self.number, PdnFault::Tag(clipped(self.rest().trim_end())))),
                None => Ok(self.text()),
            },
            '{' => match self.enclosed('{', '}') {
                Err(LexError::Fault(..)) if !is_strict => Ok(self.take_consumed()),
                enclosed => Ok(TokenKind::Note(Note::Comment(enclosed?))),
            },
            // Within a sentence a semicolon does not begin a comment, which could hide the end of a variation.
            ';' if is_strict || is_apart => Ok(self.line_comment()),
            '%' if is_apart || self.is_behind_tag => Ok(self.line_comment()),
            '#' | '/' if self.begins_remark(is_strict, is_apart) => Ok(self.line_comment()),
            '/' if let Some(length) = self.block_comment()? => Ok(self.note(length, false)),
            '/' if is_strict && let Some(length) = words_between_slashes(self.rest()) => Ok(self.note(length, false)),
            '*' if is_strict && let Some(length) = starred_parenthesis(self.rest()) => Ok(self.note(length, false)),
            '/' if begins_setup(self.rest()) || (is_strict && self.rest()[1..].starts_with(char::is_alphabetic)) => {
                match self.setup() {
                    Err(LexError::Fault(..)) if !is_strict => Ok(self.take_consumed()),
                    setup => setup,
                }
            }
            '(' if strength(self.rest()).is_none() => {
                self.done += 1;
                Ok(TokenKind::Open)
            }
            ')' => {
                self.done += 1;
                Ok(TokenKind::Close)
            }
            _ => self.word(is_strict, is_outside),
        }
    }

    /// The tag that stands here, also if it goes on in the next lines.
    fn whole_tag(&mut self, is_strict: bool) -> io::Result<Option<(String, String, usize)>> {
        let before = self.line[..self.done].trim_end();
        if (before.is_empty() || before.ends_with([']', '］'])) && is_cut(self.rest()) {
            self.join_tag()?;
        }
        Ok(self.tag(is_strict).map(|(name, value, length)| (name.to_owned(), value, length)))
    }

    /// Joins the next lines to this one, if with them a tag is whole.
    fn join_tag(&mut self) -> io::Result<()> {
        let mut whole = self.rest().to_owned();
        for count in 0..MOST_LINES_OF_TAG {
            let is_other = |next: &&str| next.trim_start().starts_with(['[', '［', '%']);
            let Some(next) = self.line_ahead(count)?.filter(|next| !is_other(next)) else { return Ok(()) };
            whole = joined(&whole, next);
            if is_cut(&whole) {
                continue;
            }
            let is_whole = parse_tag(&whole).is_some() || whole.ends_with([']', '］']);
            if is_whole {
                self.join(count + 1, &whole);
            }
            return Ok(());
        }
        Ok(())
    }

    /// The line behind this one and `count` others, unless it is empty.
    fn line_ahead(&mut self, count: usize) -> io::Result<Option<&str>> {
        Ok(self.any_line_ahead(count)?.filter(|next| !next.trim().is_empty()))
    }

    /// The line behind this one and `count` others.
    fn any_line_ahead(&mut self, count: usize) -> io::Result<Option<&str>> {
        if self.ahead.len() == count {
            let mut next = String::new();
            let read = self.input.read(&mut next, self.room)?;
            if read == 0 {
                return Ok(None);
            }
            self.ahead.push_back((next, read));
        }
        Ok(self.ahead.get(count).map(|(next, _)| next.as_str()))
    }

    /// Lets the rest of this line and the next `count` ones be this text.
    fn join(&mut self, count: usize, whole: &str) {
        let read: usize = self.ahead.drain(..count).map(|(_, read)| read).sum();
        self.number += count as u64;
        self.room = self.room.saturating_sub(read as u64).max(1);
        self.line.replace_range(self.done.., whole);
        self.tidied = self.tidied.min(self.done);
    }

    /// The length of the comment between `/*` and `*/` that stands here, also over several lines.
    fn block_comment(&mut self) -> io::Result<Option<usize>> {
        if !self.rest().starts_with("/*") {
            return Ok(None);
        }
        let mut whole = self.rest().to_owned();
        for count in 0..MOST_LINES_OF_TAG {
            if let Some(end) = whole[2..].find("*/") {
                self.join(count, &whole);
                return Ok(Some(end + 4));
            }
            let Some(next) = self.any_line_ahead(count)? else { break };
            whole = format!("{whole} {}", next.trim());
        }
        Ok(None)
    }

    /// The position that stands here, with the stop behind it. One in words or a picture can go on in the next lines.
    fn position(&mut self) -> io::Result<Option<String>> {
        let mut length = fen::length_at_start(self.rest());
        let is_picture = self.begins_line() && fen::is_of_picture(self.rest());
        let is_half = length.is_none() && fen::begins_position(self.rest(), 0);
        if is_picture || (self.done == 0 && (is_half || fen::begins_described(self.rest()))) {
            let (mut whole, mut longest) = (self.rest().trim_end().to_owned(), None);
            let (most, joint) = if is_picture { (MOST_LINES_OF_PICTURE, "\n") } else { (MOST_LINES_OF_POSITION, " ") };
            let is_position = |text: &str| match is_picture {
                true => fen::is_picture(text),
                false => fen::length_at_start(text) == Some(text.len()),
            };
            for count in 0..most {
                let Some(next) = self.line_ahead(count)? else { break };
                let goes_on = !is_picture || fen::is_of_picture(next);
                whole = format!("{whole}{joint}{}", next.trim());
                if is_position(&whole) {
                    longest = Some((count + 1, whole.clone()));
                }
                if !goes_on {
                    break;
                }
            }
            if let Some((count, whole)) = longest {
                self.join(count, &whole);
                length = Some(whole.len());
            }
        }
        Ok(length.map(|length| {
            let end = length + usize::from(self.rest()[length..].starts_with(['.', ',', ';']));
            let text = self.rest()[..end].to_owned();
            self.done += end;
            text
        }))
    }

    /// The tag that stands here: its name, its value and its length in bytes.
    fn tag(&self, is_strict: bool) -> Option<(&str, String, usize)> {
        let before = self.line[..self.done].trim_end();
        let may_be_bare = before.is_empty() || before.ends_with([']', '］']);
        // Within a sentence it would take what follows it with it.
        let may_be_loose = is_strict || self.done == 0;
        let loose = || parse_loose_tag(self.rest(), may_be_bare).filter(|_| may_be_loose);
        parse_tag(self.rest()).or_else(loose)
    }

    /// The length of what stands in brackets here, if it is no tag: words behind moves, or a number before one.
    fn bracketed(&self) -> Option<usize> {
        let (before, rest) = (self.line[..self.done].trim(), self.rest());
        let glyph = bracketed_glyph(rest).filter(|_| self.done > 0);
        let is_behind = !before.is_empty() && !self.is_behind_tag;
        let words = || enclosed_words(rest).filter(|length| is_behind || PdnResult::is_stated(&rest[..*length]));
        let number = || bracketed_glyph(rest).filter(|length| is_before_move(&rest[*length..]));
        glyph.or_else(words).or_else(number)
    }

    /// The result in the tag, if it stands here.
    fn take_ending(&mut self) -> Option<TokenKind> {
        let length = PdnResult::length_at_start(self.ending.as_deref()?, self.rest())?;
        let text = self.rest()[..length].to_owned();
        self.done += length;
        Some(TokenKind::Result(text))
    }

    /// Whether `#` or `//` begins a comment here: at the beginning of a line, or, if `is_strict`, before a word that is none
    /// of PDN. A `#` has to stand apart.
    fn begins_remark(&self, is_strict: bool, is_apart: bool) -> bool {
        let rest = self.rest();
        let Some(text) = rest.strip_prefix('#').or_else(|| rest.strip_prefix("//")).map(str::trim_start) else {
            return false;
        };
        if text.is_empty() {
            // A sharp alone is a sign.
            return rest.starts_with('/') && (is_strict || self.done == 0);
        }
        let is_word = || matches!(first_word(text), (Err(_), length) if !is_glyph(&text[..length]));
        self.done == 0 || (is_strict && (is_apart || rest.starts_with('/')) && is_word())
    }

    /// The first move behind a semicolon that stands right here, if all text up to the next one, or else to the end of the
    /// line, is of moves. One that stands apart begins a comment, as the writer writes it, unless the number `next` is
    /// behind that move, or semicolons are usual in the game: then that number is before it, or it `is_second`.
    pub(super) fn move_behind_semicolon(
        &mut self,
        is_usual: impl Fn() -> bool,
        is_second: bool,
        next: usize,
    ) -> io::Result<Option<String>> {
        let rest = self.rest().trim_start();
        let is_apart = rest.len() < self.rest().len();
        let Some(text) = rest.strip_prefix(';').map(str::trim_start) else { return Ok(None) };
        let Some((first, mut number)) = first_of_moves(text) else { return Ok(None) };
        if !is_apart {
            return Ok(Some(first));
        }
        if !is_second {
            return Ok((leading_number(text) == Some(next) && is_usual()).then_some(first));
        }
        if number.is_none() {
            let first_on_line = self.line_ahead(0)?.map(|line| first_word(line.trim_start()).0);
            number = if let Some(Ok(TokenKind::Number(number))) = first_on_line { Some(number) } else { None };
        }
        let is_before_next = number.as_deref().and_then(leading_number) == Some(next);
        Ok((is_before_next || is_usual()).then_some(first))
    }

    /// The first move behind a `#` or a `%` that stands within the line, if nothing but words is between them.
    pub(super) fn move_behind_sign(&self) -> Option<String> {
        let rest = self.rest().trim_start();
        let text = rest.strip_prefix(['#', '%']).filter(|_| rest.len() < self.line.len())?;
        let end = text.find(['[', '{', '"', '(', ';', '%', '#']).unwrap_or(text.len());
        // A move right behind the sign is of its word.
        let mut rest = text[..end].trim_start_matches(|c: char| !c.is_whitespace()).trim_start();
        while !rest.is_empty() {
            let (word, length) = first_word(rest);
            match word {
                Ok(TokenKind::Move(mv)) => return Some(mv),
                // It ends the game before the move.
                Ok(TokenKind::Result(_)) => return None,
                _ => rest = rest[length..].trim_start(),
            }
        }
        None
    }

    /// The lines from the current one up to a tag, to the end of a paragraph that is whole, or to a line that is of the
    /// game behind the others, if they are wanted: then they have been read.
    pub(super) fn take_paragraphs(
        &mut self,
        is_whole: impl Fn(&str) -> bool,
        is_of_game: impl Fn(&str, &str) -> bool,
        is_wanted: impl FnOnce(&str) -> bool,
    ) -> io::Result<Option<String>> {
        let (mut text, mut count) = (self.line.clone(), 0);
        while count < MOST_LINES_OF_PARAGRAPHS
            && let Some(next) = self.any_line_ahead(count)?.filter(|next| !begins_like_tag(next))
            && !(if next.trim().is_empty() { is_whole(&text) } else { is_of_game(&text, next) })
        {
            text.push('\n');
            text.push_str(next.trim_end());
            count += 1;
        }
        if !is_wanted(&text) {
            return Ok(None);
        }
        self.done = self.line.len();
        self.join(count, "");
        (self.is_behind_move, self.was_empty, self.consumed) = (false, false, None);
        Ok(Some(text))
    }

    /// The first move among the words that follow in this line and in the next ones, but for those in parentheses, and the
    /// number right before it.
    pub(super) fn move_ahead(&mut self) -> io::Result<Option<(Option<usize>, String)>> {
        let (mut depth, mut room) = (0, MOST_WORDS_AHEAD);
        let mut found = first_move(self.rest(), &mut depth, &mut room);
        for count in 0..MOST_LINES_AHEAD {
            if found.is_some() {
                break;
            }
            // Another footnote or game has the first number again.
            let is_other = |next: &str| begins_like_tag(next) || next.split_whitespace().next().is_some_and(is_first);
            let Some(next) = self.any_line_ahead(count)?.filter(|next| !is_other(next)) else { break };
            found = first_move(next, &mut depth, &mut room);
        }
        Ok(found)
    }

    /// The word that stands here, as text.
    pub(super) fn take_text(&mut self) -> Token {
        self.skip_blanks();
        self.is_behind_move = false;
        let line = self.number;
        Token { line, after_empty_line: false, at_line_start: false, kind: self.text() }
    }

    /// The word that stands here. If it `is_outside` of variations, a parenthesis behind it is its own.
    fn word(&mut self, is_strict: bool, is_outside: bool) -> Result<TokenKind, LexError> {
        if is_strict && let Some(length) = odd_number(self.rest(), self.may_have_letter) {
            return Ok(self.note(length, false));
        }
        if (is_strict || is_outside)
            && let Some(length) = number_in_list(self.rest())
        {
            let text = self.rest()[..length].to_owned();
            self.done += length;
            return Ok(TokenKind::Number(text));
        }
        let is_plain = self.rest().starts_with(|first: char| first.is_ascii_alphanumeric());
        if is_strict
            && !is_plain
            && let Some(length) = enclosed_words(self.rest())
            && PdnResult::is_stated(&self.rest()[..length])
        {
            return Ok(self.note(length, false));
        }
        let (word, length) = first_word(self.rest());
        // `W wins` begins with no note.
        let letter =
            || letter_of_note(self.rest()).filter(|_| self.may_have_letter && !PdnResult::is_stated(self.rest()));
        match word {
            Ok(kind) => {
                self.done += length;
                Ok(kind)
            }
            Err(_) if let Some(length) = letter() => Ok(self.note(length, is_strict)),
            Err(_) if is_strict && let Some(length) = enclosed_words(self.rest()) => Ok(self.note(length, false)),
            Err(_) if (is_strict || is_outside) && is_glyph(&self.rest()[..length]) => Ok(self.note(length, true)),
            Err(_) if !is_strict => Ok(self.text()),
            Err(word) => Err(LexError::Fault(self.number, word)),
        }
    }

    /// A note of this length, with the parenthesis right behind it if that is its own.
    fn note(&mut self, length: usize, may_close: bool) -> TokenKind {
        let length = length + usize::from(may_close && self.rest()[length..].starts_with(')'));
        let mut text = String::new();
        add_words(&mut text, &self.rest()[..length]);
        self.done += length;
        TokenKind::Note(Note::Text(text))
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
        let has_keyword = begins_setup(self.rest());
        let setup = Note::Setup(self.enclosed('/', '/')?);
        match &setup {
            Note::Setup(text) if !has_keyword || setup.setup().is_none() => {
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

    /// What follows on the line.
    pub(super) fn rest(&self) -> &str {
        &self.line[self.done..]
    }

    /// Lets the rest of the line have plain characters, up to what has text within.
    fn tidy(&mut self) {
        if self.done < self.tidied {
            return;
        }
        let end = self.decode_entities();
        let rest = &self.line[self.done..];
        let plain = plain_moves(&rest[..end]);
        // What begins here is looked at once.
        self.tidied = self.done + plain.len().max(1);
        if let Cow::Owned(plain) = plain {
            self.line.replace_range(self.done..self.done + end, &plain);
        }
    }

    /// Writes characters of HTML as they are, whose semicolons begin no comment, and returns the length of the text before
    /// the next sign with text within.
    fn decode_entities(&mut self) -> usize {
        let find_end = |rest: &str| rest.find(['{', '[', '［', ';', '%', '/']).unwrap_or(rest.len());
        let rest = self.rest();
        let (mut decoded, mut from, mut end) = (String::new(), 0, find_end(rest));
        while rest[end..].starts_with(';')
            && let Some(at) = rest[from..end].rfind('&').map(|at| from + at)
            && let Some((letter, length)) = entity(&rest[at..])
            && at + length == end + 1
        {
            decoded.push_str(&rest[from..at]);
            decoded.push(letter);
            from = end + 1;
            end = from + find_end(&rest[from..]);
        }
        if from > 0 {
            decoded.push_str(&rest[from..end]);
            self.line.replace_range(self.done..self.done + end, &decoded);
            end = decoded.len();
        }
        end
    }

    fn skip_blanks(&mut self) {
        let rest = self.rest();
        self.done += rest.len() - rest.trim_start().len();
    }

    /// Reads the next line; `false` if there is none.
    fn read_line(&mut self) -> io::Result<bool> {
        (self.done, self.tidied) = (0, 0);
        let read = match self.ahead.pop_front() {
            Some((line, read)) => {
                self.line = line;
                read
            }
            None => self.input.read(&mut self.line, self.room)?,
        };
        if read == 0 && self.room > 0 {
            return Ok(false);
        }
        self.number += 1;
        self.room = self.room.saturating_sub(read as u64);
        if self.room == 0 {
            let limit = LARGEST_GAME >> 20;
            let text = format!("line {}: a game of {limit} MiB or more: expected PDN", self.number);
            return Err(io::Error::new(io::ErrorKind::InvalidData, text));
        }
        let is_blank = self.line.chars().all(|letter| letter.is_whitespace() || is_invisible(letter));
        self.line.truncate(self.line.trim_end_matches(['\n', '\r']).len());
        self.was_empty |= is_blank;
        Ok(true)
    }
}

/// The length of a mark right behind a move: a star, an old annotation mark and not the end of the game; a dash and the
/// letter of a note; that the man becomes a king, as `=K`; a full stop, which ends a sentence or a line.
fn mark_behind_move(text: &str) -> Option<usize> {
    match text.chars().next()? {
        '*' => Some(text.len() - text.trim_start_matches('*').len()),
        '.' if text[1..].chars().next().is_none_or(|next| next.is_whitespace() || next == ')') => Some(1),
        '.' | '…' => {
            let dots = text.len() - text.trim_start_matches(['.', '…']).len();
            text[dots..].trim_start().is_empty().then_some(dots)
        }
        '=' => {
            let rest = text[1..].trim_start_matches(char::is_alphabetic);
            names_king(&text[1..text.len() - rest.len()]).then_some(text.len() - rest.len())
        }
        dash if is_dash(dash) => letter_of_note(text),
        _ => None,
    }
}

/// Whether nothing but a number stands between this place and a move.
fn is_before_move(text: &str) -> bool {
    let text = text.trim_start();
    let length = if let (Ok(TokenKind::Number(_)), length) = first_word(text) { length } else { 0 };
    let rest = text[length..].trim_start();
    !rest.is_empty() && matches!(first_word(rest), (Ok(TokenKind::Move(_)), _))
}

fn begins_setup(text: &str) -> bool {
    text.get(1..4).is_some_and(|keyword| keyword.eq_ignore_ascii_case("FEN"))
}

/// The first word of a text, also if it is a number as in a list.
fn word_of_moves(text: &str) -> (Result<TokenKind, PdnFault>, usize) {
    match number_in_list(text) {
        Some(length) => (Ok(TokenKind::Number(text[..length].to_owned())), length),
        None => first_word(text),
    }
}

/// The first move of a text of moves up to a semicolon, or else to its end, and the number right behind it.
fn first_of_moves(text: &str) -> Option<(String, Option<String>)> {
    let (mut rest, mut first, mut number, mut place) = (text.trim_start(), None, None, 0);
    for _ in 0..MOST_BEHIND_SEMICOLON {
        // A closing brace would belong to no comment.
        let has_comments = rest.matches('{').count() == rest.matches('}').count();
        if rest.is_empty() || rest.starts_with(';') || (rest.starts_with('{') && has_comments) {
            return first.map(|first| (first, number));
        }
        let (word, length) = word_of_moves(rest);
        match word {
            Ok(TokenKind::Move(text)) => _ = first.get_or_insert(text),
            Ok(TokenKind::Number(text)) if place == 1 && first.is_some() => number = Some(text),
            Ok(TokenKind::Number(_)) => {}
            // Behind the end of a game, none goes on.
            Ok(TokenKind::Result(_)) if first.is_some() && rest[length..].trim().is_empty() => {}
            Ok(TokenKind::Note(_)) if first.is_some() => {}
            Err(_) if is_glyph(&rest[..length]) => {}
            _ => return None,
        }
        (rest, place) = (rest[length..].trim_start(), place + 1);
    }
    None
}

/// The first move of a line at no depth of parentheses, if it is among as many words as there is room for, and its number.
fn first_move(line: &str, depth: &mut usize, room: &mut usize) -> Option<(Option<usize>, String)> {
    let (mut rest, mut number) = (line.trim_start(), None);
    while let Some(first) = rest.chars().next().filter(|_| *room > 0) {
        let (word, length) = word_of_moves(rest);
        match (&word, first) {
            (Ok(TokenKind::Move(mv)), _) if *depth == 0 => return Some((number, mv.clone())),
            (Err(_), '(') => *depth += 1,
            (Err(_), ')') => *depth = depth.saturating_sub(1),
            _ => {}
        }
        number = if let Ok(TokenKind::Number(text)) = &word { leading_number(text) } else { None };
        (rest, *room) = (rest[length..].trim_start(), *room - 1);
    }
    None
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
