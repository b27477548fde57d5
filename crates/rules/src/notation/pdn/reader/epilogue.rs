//! Reads what stands behind the result of a game: how it ended, and words that no other game follows.

use std::io::{self, BufRead};

use super::super::super::is_number;
use super::super::heading::names_players;
use super::super::lexer::{LexError, Strictness, Token};
use super::super::meant::{go_on, goes_on, is_first};
use super::super::null::is_null;
use super::super::tree::{Note, Variation, as_comments};
use super::super::words::{TokenKind, first_word, is_glyph, page_number};
use super::super::{PdnFault, PdnGame, PdnResult};
use super::Reader;
use super::aside::names_line;
use super::draft::DEEPEST;
use super::prose::{MOST_WORDS_WITHIN, as_words, is_label, is_score, joins_move};

/// What was read behind a result.
#[derive(Default)]
struct Behind {
    tokens: Vec<Token>,
    /// The number of open parentheses.
    depth: usize,
    /// The place of the first words or comments behind an empty line. If another game follows, they are of that.
    apart: Option<usize>,
    /// The place of the first token of the last paragraph.
    paragraph: usize,
    /// Whether words are in this paragraph, outside parentheses.
    has_words: bool,
    /// Whether words, numbers or moves that are of no game are among what stands apart.
    is_prose: bool,
}

impl<B: BufRead> Reader<B> {
    /// Adds what stands behind the result, up to the next game. Words and comments behind an empty line are of that, if
    /// there is one.
    pub(super) fn read_epilogue(&mut self, game: &mut PdnGame) {
        self.lexer.forget_ending(&mut self.pending);
        let mut behind = Behind::default();
        let is_followed = self.read_behind(&mut behind).unwrap_or_else(|error| {
            self.broken = Some(error);
            true
        });
        let of_next =
            behind.apart.filter(|_| is_followed).map(|apart| behind.first_of_next(apart, self.pending.front()));
        let of_next = of_next.unwrap_or(behind.tokens.len());
        let words = as_words(behind.tokens.split_off(of_next));
        words.into_iter().rev().for_each(|token| self.pending.push_front(token));
        game.epilogue.extend(as_epilogue(behind.tokens));
    }

    /// Reads up to the first token of another game. Whether there is one.
    fn read_behind(&mut self, behind: &mut Behind) -> Result<bool, LexError> {
        loop {
            // Behind the first token, faults are those that were read ahead.
            let was_ahead = !behind.tokens.is_empty() && self.pending.is_empty() && self.broken.is_some();
            let (token, is_word) = match self.token(behind.strictness()) {
                Err(LexError::Fault(_, fault)) if was_ahead || matches!(fault, PdnFault::Word(_)) => {
                    (self.lexer.next(Strictness::Words)?, true)
                }
                token => (token?, false),
            };
            let Some(token) = token else { return Ok(false) };
            behind.has_words &= !token.after_empty_line;
            behind.is_prose |= is_word && (token.after_empty_line || behind.apart.is_some());
            self.pending.push_front(token);
            if self.begins_next(behind)? {
                return Ok(true);
            }
            behind.tokens.extend(self.pending.pop_front());
            behind.learn_last();
        }
    }

    /// Whether the next token is the first one of another game.
    fn begins_next(&mut self, behind: &Behind) -> io::Result<bool> {
        let Some(token) = self.pending.front() else { return Ok(false) };
        match &token.kind {
            TokenKind::Tag(_) => Ok(behind.depth == 0 || token.at_line_start),
            TokenKind::Note(Note::Setup(_)) => Ok(true),
            // Behind comments alone, these are of a game.
            TokenKind::Result(_) | TokenKind::Open | TokenKind::Close => {
                Ok(behind.apart.is_some() && !behind.is_prose && behind.depth == 0)
            }
            // A full stop, rather than the dots before a move.
            TokenKind::Number(text) if text == "." && !token.after_empty_line => Ok(false),
            TokenKind::Move(text) if is_null(text) => Ok(false),
            TokenKind::Number(_) | TokenKind::Move(_) if !token.after_empty_line && behind.has_name_of_line() => {
                Ok(false)
            }
            TokenKind::Number(_) | TokenKind::Move(_) if behind.depth == 0 => {
                self.begins_game(behind.has_words, behind.announces_moves())
            }
            _ => Ok(false),
        }
    }

    /// Reads the first two moves from this place with the marks on them, and one token behind them. The place of that.
    fn look_behind_moves(&mut self, place: usize) -> usize {
        let (mut end, mut count) = (place, 0);
        loop {
            self.look_ahead(end + 1, Strictness::Strict);
            let next = self.pending.get(end);
            match next.map(|next| &next.kind) {
                Some(TokenKind::Move(_)) if count < 2 => count += 1,
                // A star apart from its move would be a result.
                Some(TokenKind::Note(Note::Strength(mark))) if count > 0 && !mark.starts_with('*') => {}
                _ => return end,
            }
            end += 1;
            // With the moves before it, a semicolon may part two of them.
            if self.pending.len() == end && self.lexer.rest().trim_start().starts_with(';') {
                return end;
            }
        }
    }

    /// Whether a game begins with the number or the move that is next. One that words follow, which tell of other moves
    /// than those that can be played behind it, is of a sentence. Behind words, a game begins with its first number, or
    /// with a move that can be the first one, if that begins a line or is announced.
    pub(super) fn begins_game(&mut self, has_words: bool, is_announced: bool) -> io::Result<bool> {
        let place = match self.pending.front().map(|first| &first.kind) {
            Some(TokenKind::Number(_)) => 1,
            Some(TokenKind::Move(_)) => 0,
            _ => return Ok(false),
        };
        let end = self.look_behind_moves(place);
        let is_before_word = |place: usize| {
            let is_next = self.pending.len() == place && !self.lexer.is_behind_empty_line();
            let broken = self.broken.as_ref().filter(|_| is_next);
            let word = if let Some(LexError::Fault(_, PdnFault::Word(word))) = broken { Some(word) } else { None };
            word.is_some_and(|word| !word.contains(|c: char| c.is_ascii_digit()))
        };
        let number = self.pending.front().and_then(|first| match &first.kind {
            TokenKind::Number(number) => Some(number.as_str()),
            _ => None,
        });
        let at_line_start = self.pending.front().is_some_and(|first| first.at_line_start);
        let mv = self.pending.get(place).and_then(Token::mv).filter(|mv| !is_null(mv));
        let Some(mv) = mv else {
            let is_bare = number.is_some_and(is_number);
            return Ok(!has_words && !is_bare && !is_before_word(place));
        };
        let is_candidate = number.map_or(at_line_start || is_announced, is_first);
        let is_legal = goes_on(&PdnGame::default(), mv);
        let next = self.pending.get(place + 1);
        let reply = self.pending.range(place..end).filter_map(Token::mv).nth(1);
        if is_before_word(end) && !PdnResult::is_stated(self.lexer.rest()) {
            let ahead = if is_candidate && is_legal { self.lexer.move_ahead()? } else { None };
            // Behind two moves with a number, another line can begin without one.
            let due = number.map(|_| 2);
            let ahead = ahead.filter(|(next, _)| reply.is_none() || *next == due).map(|(_, next)| next);
            let moves = [Some(mv), reply, ahead.as_deref()].into_iter().flatten();
            return Ok(ahead.is_some() && go_on(&PdnGame::default(), moves));
        }
        let has_next = matches!(next, Some(Token { kind: TokenKind::Move(_), after_empty_line: false, .. }));
        // The fault of a first move with its number is that of a game, and a move with a mark alone is none.
        let is_mark =
            |kind: &TokenKind| matches!(kind, TokenKind::Note(Note::Strength(mark)) if mark.contains(['!', '?']));
        let is_marked = next.is_some_and(|next| is_mark(&next.kind));
        let is_alone = number.is_none() && !has_next && (!is_legal || is_marked);
        let is_meant = if number.is_some() { is_legal || has_next } else { is_legal && (at_line_start || has_next) };
        Ok(!is_alone && (!has_words || (is_candidate && is_meant)))
    }
}

impl Behind {
    fn strictness(&self) -> Strictness {
        match self.apart {
            _ if self.depth > 0 => Strictness::Lenient,
            Some(_) if self.is_prose => Strictness::Words,
            Some(_) => Strictness::Strict,
            None => Strictness::Behind,
        }
    }

    /// The place of the first word of the next game, which begins with this token, among those from `apart`: behind the
    /// paragraphs with what could be read as the moves or the end of a game there, but for the result in its heading.
    fn first_of_next(&self, apart: usize, first: Option<&Token>) -> usize {
        if !self.is_prose {
            return apart;
        }
        let first = first.map(|first| &first.kind);
        let end = self.tokens.len();
        let is_of_moves = matches!(first, Some(TokenKind::Number(_) | TokenKind::Move(_)));
        let last = self.tokens.last().map(|last| &last.kind);
        let is_heading = is_of_moves && matches!(last, Some(TokenKind::Result(text)) if is_score(text));
        // Words are of no game that begins with another number or with a fault, and need to tell of a move without one.
        let is_told = match first {
            None => false,
            Some(TokenKind::Move(_)) => is_heading || self.announces_moves() || self.ends_with_players(),
            Some(TokenKind::Number(number)) => is_first(number),
            Some(_) => true,
        };
        if !is_told && !self.tokens[apart..].iter().all(Token::is_comment) {
            return end;
        }
        let (mut depth, mut place, mut has_word, mut names) = (0_usize, apart, false, false);
        for (at, token) in self.tokens.iter().enumerate().take(end - usize::from(is_heading)).skip(apart) {
            if at < place {
                continue;
            }
            if at == apart || token.after_empty_line {
                names = is_of_moves && names_players(&self.paragraph_from(at));
            }
            has_word |= is_word(token);
            match &token.kind {
                TokenKind::Open => depth += 1,
                TokenKind::Close => depth = depth.saturating_sub(1),
                _ => {}
            }
            let is_safe = match &token.kind {
                _ if token.is_comment() => true,
                kind if depth == 0 && names && !matches!(kind, TokenKind::Move(_)) => true,
                TokenKind::Result(_) if depth == 0 => false,
                _ if !has_word => false,
                TokenKind::Move(mv) if depth == 0 => {
                    is_null(mv) || is_number(mv) || (is_of_moves && !goes_on(&PdnGame::default(), mv))
                }
                _ => true,
            };
            if !is_safe {
                let next = self.tokens.iter().skip(at + 1).position(|next| next.after_empty_line);
                (place, depth, has_word) = (next.map_or(end, |next| at + 1 + next), 0, false);
            }
        }
        place
    }

    /// The words of the paragraph that begins at this place, as far as a heading goes.
    fn paragraph_from(&self, place: usize) -> String {
        const MOST_TOKENS: usize = 40;
        let tokens = self.tokens.iter().skip(place).take(MOST_TOKENS).enumerate();
        let paragraph = tokens.take_while(|(at, token)| *at == 0 || !token.after_empty_line);
        let words = paragraph.filter_map(|(_, token)| match &token.kind {
            TokenKind::Note(Note::Text(text)) | TokenKind::Move(text) => Some(text.clone()),
            // A score is one word, as it stands in a heading.
            TokenKind::Result(text) => Some(text.split_whitespace().collect()),
            _ => None,
        });
        words.collect::<Vec<_>>().join(" ")
    }

    /// Whether the only text of this paragraph is the word for a line that was not played.
    fn has_name_of_line(&self) -> bool {
        let mut words = self.tokens[self.paragraph..].iter().filter_map(Token::text);
        words.next().is_some_and(names_line) && words.next().is_none()
    }

    /// Whether the last paragraph names players, with a result.
    fn ends_with_players(&self) -> bool {
        let mut last = self.tokens[self.paragraph..].iter();
        let has_score = last.any(|token| matches!(&token.kind, TokenKind::Result(text) if is_score(text)));
        has_score && names_players(&self.paragraph_from(self.paragraph))
    }

    /// Whether the last words say that the moves of a game follow.
    fn announces_moves(&self) -> bool {
        let first = self.tokens.get(self.paragraph);
        let is_of_line = first.and_then(Token::text).is_some_and(names_line);
        !is_of_line && self.tokens.last().and_then(Token::text).is_some_and(is_label)
    }

    /// Takes the last token into account.
    fn learn_last(&mut self) {
        let Some(last) = self.tokens.last() else { return };
        if last.after_empty_line {
            self.paragraph = self.tokens.len() - 1;
        }
        let is_outside = self.depth == 0;
        match &last.kind {
            TokenKind::Open if self.depth < DEEPEST => self.depth += 1,
            TokenKind::Close => {
                self.depth = self.depth.saturating_sub(1);
                self.has_words = true;
            }
            TokenKind::Number(_) | TokenKind::Move(_) => {
                if last.after_empty_line && is_outside {
                    self.apart.get_or_insert(self.tokens.len() - 1);
                }
                self.is_prose |= self.apart.is_some();
            }
            TokenKind::Note(note) if is_outside => {
                if last.after_empty_line {
                    self.apart.get_or_insert(self.tokens.len() - 1);
                }
                self.has_words |= matches!(note, Note::Text(text) if text.contains(char::is_alphabetic));
                // The number of a page is of what it ends.
                self.is_prose |= matches!(note, Note::Text(text) if page_number(text).is_some());
            }
            _ => {}
        }
        // Of many words, the last ones alone can be those of the next game.
        if let Some(apart) = self.apart.filter(|apart| self.tokens.len() - apart > MOST_WORDS_WITHIN) {
            let later = self.tokens.iter().skip(apart + 1).rposition(|token| token.after_empty_line);
            self.apart = Some(later.map_or(self.tokens.len(), |later| apart + 1 + later));
        }
    }
}

/// Whether a token is a word, and neither a sign nor the letter of a note.
fn is_word(token: &Token) -> bool {
    let is_long = |text: &str| text.starts_with(char::is_alphanumeric) && text.chars().count() > 1;
    let is_word = |text: &str| is_long(text) && first_word(text).0.is_err() && !is_glyph(text);
    matches!(&token.kind, TokenKind::Note(Note::Text(text)) if is_word(text))
}

/// Tokens as the notes behind a result: numbers, moves and results are text there.
fn as_epilogue(tokens: Vec<Token>) -> Vec<Note> {
    let mut notes = Vec::new();
    let mut open: Vec<Variation> = Vec::new();
    let mut is_behind_move = false;
    for token in tokens {
        let was_behind_move = std::mem::replace(&mut is_behind_move, token.mv().is_some());
        let last = open.last_mut().map_or(&mut notes, |variation| &mut variation.notes).last_mut();
        if let (Some(Note::Text(mv)), TokenKind::Note(Note::Strength(mark))) = (last, &token.kind)
            && was_behind_move
            && joins_move(mark)
        {
            mv.push_str(mark);
            continue;
        }
        let note = match token.kind {
            TokenKind::Note(note) => note,
            TokenKind::Tag(tag) => Note::Text(tag.written),
            TokenKind::Number(text) | TokenKind::Move(text) | TokenKind::Result(text) => Note::Text(text),
            TokenKind::Open if open.len() < DEEPEST => {
                open.push(Variation::default());
                continue;
            }
            TokenKind::Open => Note::Text("(".to_owned()),
            TokenKind::Close => open.pop().map_or_else(|| Note::Text(")".to_owned()), Note::Variation),
        };
        open.last_mut().map_or(&mut notes, |variation| &mut variation.notes).push(note);
    }
    while let Some(unclosed) = open.pop() {
        let inside = std::iter::once(Note::Text("(".to_owned())).chain(unclosed.notes);
        let outer = open.last_mut().map_or(&mut notes, |outer| &mut outer.notes);
        outer.extend(as_comments(inside.collect(), Vec::new()));
    }
    notes
}
