//! Reads games from a stream, one by one.

mod aside;
mod draft;
mod epilogue;
mod parting;
mod prose;

use std::collections::VecDeque;
use std::io::{self, BufRead};
use std::iter::FusedIterator;

use draft::{Draft, Place, is_lone_dash};
use parting::Parting;
use prose::Words;

use super::super::{Encoding, Lines, is_dash, is_number};
use super::lexer::{LexError, Lexer, Strictness, Token};
use super::meant::{goes_on, is_first, leading_number};
use super::null::is_null;
use super::tree::{Note, PdnMove};
use super::words::{TokenKind, is_board_size};
use super::{PdnFault, PdnGame};

/// Reads games from a stream; an iterator that holds one game at a time.
///
/// ```
/// use std::collections::BTreeMap;
///
/// use crownhead_rules::notation::pdn::{PdnResult, Reader};
///
/// let file = "[White \"Ann\"]\n\n1. 32-28 2-0\n\n[White \"Bob\"]\n\n1. 33-28 1-1\n\n1. 34-29 2-0\n";
/// let mut results = BTreeMap::new();
/// for game in Reader::new(file.as_bytes()) {
///     *results.entry(game?.result).or_insert(0) += 1;
/// }
/// assert_eq!(results, BTreeMap::from([(PdnResult::FirstWins, 2), (PdnResult::Draw, 1)]));
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// A game with a fault is kept up to the fault, with a comment about it and the rest as comments; what is done with its
/// moves then fails. Only an error of the stream itself is an error here, and ends the iterator.
#[derive(Debug)]
pub struct Reader<B> {
    lexer: Lexer<B>,
    /// What was read after the previous game.
    pending: VecDeque<Token>,
    /// An error of the stream, or a fault of the text, after the previous game.
    broken: Option<LexError>,
    /// The number of games so far.
    games: usize,
    /// Games that were read and follow.
    ready: VecDeque<PdnGame>,
    /// What parts games without tags and results, once that is known.
    parting: Option<Parting>,
    /// Whether each line is a game, if its moves can be.
    has_lines: bool,
    is_over: bool,
}

impl<B: BufRead> Reader<B> {
    /// A reader of the games of `input`.
    pub fn new(input: B) -> Reader<B> {
        Reader::in_encoding(input, None)
    }

    /// Reads each line of moves without tags as a game if they can be played from the start, also if they can go on with
    /// the line before.
    #[must_use]
    pub fn with_lines(self) -> Reader<B> {
        Reader { has_lines: true, ..self }
    }

    /// A reader of the games of `input`. What is not in UTF-8 is in this encoding, or else in the likeliest one, which is
    /// guessed for each game.
    pub fn in_encoding(input: B, encoding: Option<Encoding>) -> Reader<B> {
        Reader {
            lexer: Lexer::new(Lines::of_file(input, encoding)),
            pending: VecDeque::new(),
            broken: None,
            games: 0,
            ready: VecDeque::new(),
            parting: None,
            has_lines: false,
            is_over: false,
        }
    }

    /// The encodings that were guessed so far, but for whole UTF-8. Games are written in UTF-8.
    pub fn encodings(&self) -> &[Encoding] {
        self.lexer.encodings()
    }

    fn token(&mut self, strictness: Strictness) -> Result<Option<Token>, LexError> {
        match (self.pending.pop_front(), self.broken.take()) {
            (Some(token), broken) => {
                self.broken = broken;
                Ok(Some(token))
            }
            (None, Some(error)) => Err(error),
            (None, None) => self.lexer.next(strictness),
        }
    }

    /// The next token where no text is faulty, also if it was read ahead as a fault; `None` at the end.
    fn lenient_token(&mut self, strictness: Strictness) -> io::Result<Option<Token>> {
        let token = match self.token(strictness) {
            Err(LexError::Fault(..)) => self.lexer.next(strictness),
            token => token,
        };
        match token {
            Ok(token) => Ok(token),
            Err(LexError::Io(error)) => Err(error),
            Err(LexError::Fault(..)) => Ok(None),
        }
    }

    /// Reads to the end of a game; `None` if there is none.
    fn read_game(&mut self) -> io::Result<Option<PdnGame>> {
        if let Some(game) = self.ready.pop_front() {
            return Ok(Some(PdnGame { number: self.games + 1, ..game }));
        }
        self.lexer.begin_game(&mut self.pending);
        let mut draft = Draft::new(self.games + 1);
        let mut has_begun = false;
        loop {
            let strictness = if draft.open.is_empty() { Strictness::Strict } else { Strictness::Lenient };
            let token = match self.token_of(&draft, strictness) {
                Ok(Some(token)) => token,
                Ok(None) => break,
                Err(LexError::Fault(line, fault)) => {
                    draft.begin(&mut has_begun, line);
                    match self.read_fault(&mut draft, line, fault)? {
                        Words::Within => continue,
                        Words::OfNext => break,
                        Words::Faulty => return Ok(Some(draft.finish())),
                    }
                }
                Err(LexError::Io(error)) => return Err(error),
            };
            draft.begin(&mut has_begun, token.line);
            if self.take_aside(&mut draft, token.line, Some(&token))? {
                continue;
            }
            let is_ended = draft.is_ended_by(&token) && !self.goes_on_behind(&token, &draft);
            if is_ended || self.is_first_number(&token, &draft, strictness) {
                self.pending.push_front(token);
                break;
            }
            if self.begins_line(&token, &draft) {
                self.pending.push_front(token);
                return Ok(Some(self.part(draft)));
            }
            let token = self.as_meant(token, &draft);
            if let (TokenKind::Tag(tag), []) = (&token.kind, &draft.open[..]) {
                self.lexer.learn_ending(tag);
            }
            let goes_on = self.game_goes_on(&token, &draft);
            let token_place = Place { line: token.line, at_line_start: token.at_line_start || token.after_empty_line };
            match token.kind {
                TokenKind::Result(text) if goes_on => {
                    let kind = if draft.lacks_move(&text, &self.pending) {
                        TokenKind::Move(text)
                    } else {
                        TokenKind::Note(Note::Text(text))
                    };
                    draft.take(&token_place, kind).unwrap_or_default();
                }
                TokenKind::Result(text) if draft.open.is_empty() && !draft.is_empty() => {
                    draft.game.last_word = Some(text);
                    self.read_epilogue(&mut draft.game);
                    return Ok(Some(draft.finish()));
                }
                kind => {
                    if let Err((fault, text)) = draft.take(&token_place, kind) {
                        self.set_rest_aside(&mut draft, token.line, fault, Some(Note::Text(text)))?;
                        return Ok(Some(draft.finish()));
                    }
                }
            }
        }
        if let Some(&(line, _)) = draft.open.first() {
            let unclosed = draft.unclosed();
            draft.set_aside(line, PdnFault::Unclosed { opening: '(', closing: ')' }, unclosed);
        }
        draft.set_numbers_aside();
        let is_game = draft.game.has_body() || !draft.game.tags.is_empty() || draft.game.fault.is_some();
        Ok(is_game.then(|| draft.finish()))
    }

    /// Reads what is no token of PDN: words beside the game or of it, or a fault, behind which the game may go on.
    fn read_fault(&mut self, draft: &mut Draft, line: u64, fault: PdnFault) -> io::Result<Words> {
        if self.take_aside(draft, line, None)? {
            return Ok(Words::Within);
        }
        if matches!(fault, PdnFault::Word(_)) {
            if let Some(players) = self.players(draft)? {
                self.pending.push_front(players);
                return Ok(Words::Within);
            }
            // What looks like the number of a move is one of a list.
            if !draft.game.has_body() && !draft.numbers.is_empty() && self.is_above_game()? {
                draft.end_numbers();
            }
            let words = self.words(draft)?;
            if words != Words::Faulty {
                return Ok(words);
            }
        }
        if matches!(fault, PdnFault::Tag(_)) && !draft.game.has_body() {
            draft.keep_faulty_tag(line, fault, self.lexer.take_line());
            return Ok(Words::Within);
        }
        Ok(if self.set_rest_aside(draft, line, fault, None)? { Words::Within } else { Words::Faulty })
    }

    /// The next token of a game. A semicolon before a move that can be played next parts two moves.
    fn token_of(&mut self, draft: &Draft, strictness: Strictness) -> Result<Option<Token>, LexError> {
        let may_part = strictness == Strictness::Strict && self.pending.is_empty() && self.broken.is_none();
        if may_part
            && draft.may_have_semicolon()
            && let (is_second, number) = (draft.is_second_due(), draft.next_number())
            && let Some(next) = self.lexer.move_behind_semicolon(|| draft.has_semicolons(), is_second, number)?
            && draft.has_notation_of(&next)
            && goes_on(&draft.game, &next)
        {
            return Ok(Some(self.lexer.take_semicolon()));
        }
        // Such a sign behind a move begins a comment, unless the game goes on behind it.
        if may_part
            && draft.is_due()
            && !draft.is_behind_text()
            && let Some(next) = self.lexer.move_behind_sign()
            && goes_on(&draft.game, &next)
        {
            return Ok(Some(self.lexer.take_text()));
        }
        self.token(strictness)
    }

    /// The players above the moves, which words alone name.
    fn players(&mut self, draft: &Draft) -> io::Result<Option<Token>> {
        if !draft.game.moves.is_empty() || !draft.numbers.is_empty() || !draft.open.is_empty() {
            return Ok(None);
        }
        self.lexer.take_players(|mv| goes_on(&draft.game, mv))
    }

    /// A token as its place tells it: digits that are a move rather than a number, and a dash that parts moves.
    fn as_meant(&mut self, token: Token, draft: &Draft) -> Token {
        if !draft.open.is_empty() {
            return token;
        }
        match &token.kind {
            TokenKind::Number(text) if self.is_move_of_digits(text, draft) => {
                Token { kind: TokenKind::Move(text.clone()), ..token }
            }
            // A full stop behind the last move of a line is not a number of the next one.
            TokenKind::Number(text) if text == "." && draft.is_due() && self.ends_line() => {
                Token { kind: TokenKind::Note(Note::Text(text.clone())), ..token }
            }
            TokenKind::Move(text)
                if (draft.has_clock(text) || (draft.numbers.is_empty() && is_board_size(text)))
                    && !goes_on(&draft.game, text) =>
            {
                Token { kind: TokenKind::Note(Note::Text(text.clone())), ..token }
            }
            TokenKind::Move(text) if is_lone_dash(text) && (draft.is_unnumbered_start() || self.parts_moves(draft)) => {
                let text = text.clone();
                let is_number = !draft.numbers.is_empty();
                Token {
                    kind: if is_number { TokenKind::Number(text) } else { TokenKind::Note(Note::Text(text)) },
                    ..token
                }
            }
            _ => token,
        }
    }

    /// Whether nothing follows on the line.
    fn ends_line(&mut self) -> bool {
        self.look_ahead(1, Strictness::Strict);
        self.broken.is_none() && self.pending.front().is_none_or(|next| next.at_line_start)
    }

    /// Whether two or three digits are the squares of a move, as `59` and `913`: where the moves have no separators, or
    /// where a number has been read.
    fn is_move_of_digits(&mut self, text: &str, draft: &Draft) -> bool {
        let is_digits = text.bytes().all(|byte| byte.is_ascii_digit()) && (2..=3).contains(&text.len());
        if !is_digits || text.starts_with('0') || (text.len() == 2 && text.ends_with('0')) {
            return false;
        }
        let is_run = |text: &str| text.len() > 1 && text.bytes().all(|byte| byte.is_ascii_digit());
        let value = leading_number(text);
        match draft.game.moves.last() {
            Some(last) if is_run(&last.text) => {
                // The number of the next move.
                let is_number = draft.numbers.is_empty() && value == Some(draft.next_number());
                !is_number || draft.is_second_due()
            }
            Some(_) => false,
            None => {
                self.look_ahead(1, Strictness::Strict);
                let next = self.pending.front().map(|token| &token.kind);
                let is_before_run = matches!(next, Some(TokenKind::Move(next) | TokenKind::Number(next)) if is_run(next) || next.split(' ').all(is_run));
                is_before_run && goes_on(&draft.game, text)
            }
        }
    }

    /// Whether a dash stands between two moves, or between a number and its move, rather than instead of a move.
    fn parts_moves(&mut self, draft: &Draft) -> bool {
        let number = draft.numbers.rsplit(' ').next().unwrap_or_default();
        let is_second = number.matches('.').count() > 1 || number.contains('…');
        let has_dash = |mv: &PdnMove| mv.number.as_deref().is_some_and(|number| number.ends_with(is_dash));
        let one_is_enough =
            number.is_empty() || is_second || is_number(number) || draft.game.moves.iter().any(has_dash);
        let wanted = if one_is_enough { 1 } else { 2 };
        self.look_ahead(wanted, Strictness::Strict);
        let is_move = |token: &Token| matches!(&token.kind, TokenKind::Move(text) if !is_null(text));
        let are_moves = self.pending.len() >= wanted && self.pending.iter().take(wanted).all(is_move);
        let is_before_words =
            self.pending.is_empty() && matches!(self.broken, Some(LexError::Fault(_, PdnFault::Word(_))));
        if is_before_words {
            return !draft.game.moves.is_empty();
        }
        let is_before_number = matches!(self.pending.front(), Some(Token { kind: TokenKind::Number(_), .. }));
        are_moves || (number.is_empty() && is_before_number && !draft.is_second_due() && !draft.game.moves.is_empty())
    }

    /// Reads this many tokens in advance, as far as there are as many.
    fn look_ahead(&mut self, count: usize, strictness: Strictness) {
        while self.pending.len() < count && self.broken.is_none() {
            match self.lexer.next(strictness) {
                Ok(Some(next)) => self.pending.push_back(next),
                Ok(None) => return,
                Err(error) => self.broken = Some(error),
            }
        }
    }

    /// Whether a token is a result after which the game goes on: a move follows that takes the place of which the number
    /// has been read, or whose number goes on with those of the game.
    fn game_goes_on(&mut self, token: &Token, draft: &Draft) -> bool {
        let TokenKind::Result(text) = &token.kind else { return false };
        let is_before_moves = draft.game.moves.is_empty() && draft.numbers.is_empty();
        // A star before the first move is the sign of a list.
        let is_sign = text == "*" && draft.has_comments_alone();
        if !draft.open.is_empty() || (is_before_moves && !is_sign) {
            return false;
        }
        self.look_ahead(1, Strictness::Behind);
        if is_before_moves {
            let is_number = |next: &Token| matches!(&next.kind, TokenKind::Number(number) if is_first(number));
            return self.pending.front().is_some_and(|next| !next.at_line_start && is_number(next));
        }
        if matches!(self.pending.front(), Some(Token { kind: TokenKind::Number(_), .. })) {
            self.look_ahead(2, Strictness::Strict);
        }
        let is_same_line = self.pending.front().is_some_and(|token| !token.at_line_start);
        let mut next = self.pending.iter().map(|token| (&token.kind, token.after_empty_line));
        match (next.next(), next.next()) {
            (Some((TokenKind::Move(_), false)), _) => {
                let is_mark = || text == "*" && draft.last_number().is_none() && draft.game.tags.is_empty();
                let next = self.pending.front().and_then(Token::mv);
                let goes_on = || is_mark() && next.is_some_and(|next| goes_on(&draft.game, next));
                !draft.numbers.is_empty() || (is_same_line && (draft.is_second_due() || goes_on()))
            }
            (Some((TokenKind::Number(number), false)), Some((TokenKind::Move(_), _))) => {
                let is_second = number.matches('.').count() > 1 || number.contains('…');
                let next = leading_number(number).filter(|&next| next > 1 || is_second);
                draft.last_number().zip(next).is_some_and(|(last, next)| (last..=last + 1).contains(&next))
            }
            _ => false,
        }
    }
}

impl<B: BufRead> Iterator for Reader<B> {
    type Item = io::Result<PdnGame>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let game = self.read_game();
        self.is_over = !matches!(game, Ok(Some(_)));
        self.games += usize::from(!self.is_over);
        game.transpose()
    }
}

impl<B: BufRead> FusedIterator for Reader<B> {}
