//! Reads games from a stream, one by one.

use std::collections::VecDeque;
use std::io::{self, BufRead};
use std::iter::FusedIterator;

use super::super::{Encoding, Lines, is_dash, is_number};
use super::game::fault_comment;
use super::lexer::{LexError, Lexer, Strictness, Token};
use super::meant::{begins_anew, goes_on, may_go_on, parted_by_lines, with_replies};
use super::null::is_null;
use super::tree::{Note, PdnMove, Variation, as_comments};
use super::verdict::Verdict;
use super::words::{TokenKind, enclosed_words, ends_where_begins, is_and_so_on, is_glyph, is_time};
use super::{PdnFault, PdnGame, PdnResult};

/// The most words of a remark before a result, or between one and the tags of the next game.
const MOST_WORDS: usize = 12;

/// The deepest nesting of variations. They are read, written and dropped by recursion.
const DEEPEST: usize = 100;

/// The most words and other tokens among moves, behind which the game may go on.
const MOST_WORDS_WITHIN: usize = 400;

/// The most moves among them of which it is asked whether they are of the game.
const MOST_TRIED: usize = 20;

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

/// What words are that stand outside comments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Words {
    /// The game goes on behind them.
    Within,
    /// They stand before the first move of the next game.
    OfNext,
    Faulty,
}

/// What parts two games that have neither a tag nor a result between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Parting {
    Line,
    EmptyLine,
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
                    let words =
                        if matches!(fault, PdnFault::Word(_)) { self.words(&mut draft)? } else { Words::Faulty };
                    match words {
                        Words::Within => continue,
                        Words::OfNext => break,
                        Words::Faulty => {}
                    }
                    if matches!(fault, PdnFault::Tag(_)) && !draft.game.has_body() {
                        draft.keep_faulty_tag(line, fault, self.lexer.take_line());
                        continue;
                    }
                    if self.set_rest_aside(&mut draft, line, fault, None)? {
                        continue;
                    }
                    return Ok(Some(draft.finish()));
                }
                Err(LexError::Io(error)) => return Err(error),
            };
            draft.begin(&mut has_begun, token.line);
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

    /// The next token of a game. A semicolon before a move that can be played next parts two moves.
    fn token_of(&mut self, draft: &Draft, strictness: Strictness) -> Result<Option<Token>, LexError> {
        let may_part = strictness == Strictness::Strict && self.pending.is_empty() && self.broken.is_none();
        if may_part
            && draft.may_have_semicolon()
            && let Some(next) = self.lexer.move_behind_semicolon()
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

    /// Whether a token is the number of the first move of another game, which has no tags: behind an empty line, or at
    /// the beginning of one where the numbers of this game have gone on. Reads the token behind it.
    fn is_first_number(&mut self, token: &Token, draft: &Draft, strictness: Strictness) -> bool {
        let is_number = matches!(&token.kind, TokenKind::Number(text) if is_first(text));
        let has_moves = draft.open.is_empty() && !draft.game.moves.is_empty();
        let goes_on = draft.last_number().is_some_and(|last| last > 1);
        let is_anew = if draft.game.tags.is_empty() {
            token.after_empty_line || (token.at_line_start && (goes_on || draft.game.moves.len() > 1))
        } else {
            token.after_empty_line && goes_on && draft.game.fen().is_none()
        };
        if !is_number || !has_moves || !is_anew {
            return false;
        }
        self.look_ahead(1, strictness);
        matches!(self.pending.front(), Some(Token { kind: TokenKind::Move(_), .. }))
    }

    /// Whether the game goes on behind a position, with the number that is due, or behind a second FEN, with its moves.
    /// Reads two tokens behind it.
    fn goes_on_behind(&mut self, token: &Token, draft: &Draft) -> bool {
        let is_second = match &token.kind {
            TokenKind::Note(note) => note.is_position() && draft.last_number().is_some(),
            TokenKind::Tag(tag) => {
                let is_fen = tag.name.eq_ignore_ascii_case("FEN");
                is_fen && !token.after_empty_line && !draft.game.has_body() && !draft.game.tags.begin_with("FEN")
            }
            _ => false,
        };
        if !is_second || !draft.open.is_empty() {
            return false;
        }
        self.look_ahead(1, Strictness::Strict);
        if matches!(self.pending.front(), Some(Token { kind: TokenKind::Number(_), .. })) {
            self.look_ahead(2, Strictness::Strict);
        }
        let is_tag = matches!(token.kind, TokenKind::Tag(_));
        let mut next = self.pending.iter().map(|next| &next.kind);
        match (next.next(), next.next()) {
            (Some(TokenKind::Move(_)), _) | (Some(TokenKind::Number(_)), Some(TokenKind::Move(_))) if is_tag => true,
            (Some(TokenKind::Number(number)), Some(TokenKind::Move(_))) => {
                let is_second = number.matches('.').count() > 1 || number.contains('…');
                let due = if is_second { draft.last_number() } else { Some(draft.next_number()) };
                leading_number(number) == due && !is_first(number)
            }
            _ => false,
        }
    }

    /// Whether a token begins a line that is a game of its own. Reads the rest of its moves.
    fn begins_line(&mut self, token: &Token, draft: &Draft) -> bool {
        let is_placed = token.at_line_start && draft.is_of_lines();
        let number = match &token.kind {
            TokenKind::Move(_) if is_placed && draft.last_number().is_none() => None,
            // A row of a table goes on with its game.
            TokenKind::Number(text) if is_placed && !text.ends_with(';') => leading_number(text),
            _ => return false,
        };
        // Such a number is that of a game: those of its moves go on from it.
        let is_of_game = number.is_some_and(|number| draft.last_number().is_some_and(|last| number == last + 1));
        if number.is_some() && !is_of_game {
            return false;
        }
        let parting = if token.after_empty_line { Parting::EmptyLine } else { Parting::Line };
        let has_own_number = draft.first_number().is_some_and(|first| first > 1);
        let is_known = self.parting == Some(Parting::Line) || self.parting == Some(parting);
        if is_known && (number.is_none() || has_own_number) {
            return true;
        }
        let mut texts: Vec<&str> = Vec::new();
        if let TokenKind::Move(text) = &token.kind {
            texts.push(text);
        }
        let mut count = 1;
        loop {
            self.look_ahead(count, Strictness::Strict);
            match self.pending.get(count - 1) {
                Some(Token { kind: TokenKind::Move(_), at_line_start: false, .. }) if count < MOST_ON_LINE => {
                    count += 1
                }
                _ => break,
            }
        }
        let behind = self.pending.iter().take(count).take_while(|token| !token.at_line_start);
        texts.extend(
            behind.map_while(|token| if let TokenKind::Move(text) = &token.kind { Some(&**text) } else { None }),
        );
        let is_list = number.is_none() && (token.after_empty_line || self.has_lines);
        if begins_anew(&draft.game, &texts, false) {
            self.parting.get_or_insert(parting);
            return true;
        }
        is_list && begins_anew(&draft.game, &texts, true)
    }

    /// The first of the games that a draft consists of, if it has lines that are games. The others follow.
    fn part(&mut self, draft: Draft) -> PdnGame {
        let is_parted = self.parting == Some(Parting::Line) && draft.last_number().is_none();
        let game = draft.finish();
        if !is_parted {
            return game;
        }
        let mut games = parted_by_lines(game.clone());
        if games.len() < 2 {
            return game;
        }
        if let Some(last) = games.last_mut() {
            (last.result, last.last_word, last.epilogue) = (game.result, game.last_word, game.epilogue);
        }
        self.ready.extend(games.drain(1..));
        games.pop().unwrap_or_default()
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
            TokenKind::Move(text) if draft.has_clock(text) && !goes_on(&draft.game, text) => {
                Token { kind: TokenKind::Note(Note::Text(text.clone())), ..token }
            }
            TokenKind::Move(text) if is_lone_dash(text) && self.parts_moves(draft) => {
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
        let is_placed = matches!(token.kind, TokenKind::Result(_))
            && draft.open.is_empty()
            && (!draft.game.moves.is_empty() || !draft.numbers.is_empty());
        if !is_placed {
            return false;
        }
        self.look_ahead(1, Strictness::Behind);
        if matches!(self.pending.front(), Some(Token { kind: TokenKind::Number(_), .. })) {
            self.look_ahead(2, Strictness::Strict);
        }
        let is_same_line = self.pending.front().is_some_and(|token| !token.at_line_start);
        let mut next = self.pending.iter().map(|token| (&token.kind, token.after_empty_line));
        match (next.next(), next.next()) {
            (Some((TokenKind::Move(_), false)), _) => {
                !draft.numbers.is_empty() || (draft.is_second_due() && is_same_line)
            }
            (Some((TokenKind::Number(number), false)), Some((TokenKind::Move(_), _))) => {
                let is_second = number.matches('.').count() > 1 || number.contains('…');
                let next = leading_number(number).filter(|&next| next > 1 || is_second);
                draft.last_number().zip(next).is_some_and(|(last, next)| (last..=last + 1).contains(&next))
            }
            _ => false,
        }
    }

    /// Adds what is right after the result, which says how the game ended, and comments that no game follows.
    fn read_epilogue(&mut self, game: &mut PdnGame) {
        self.lexer.forget_ending(&mut self.pending);
        let mut open: Vec<Variation> = Vec::new();
        loop {
            let strictness = if open.is_empty() { Strictness::Behind } else { Strictness::Lenient };
            let token = match self.token(strictness) {
                Ok(Some(token)) => token,
                Ok(None) => break,
                // The next game begins with it.
                Err(error) => {
                    self.broken = Some(error);
                    break;
                }
            };
            if token.after_empty_line && is_remark(&token.kind) && open.is_empty() {
                return self.hold_comments(token, game);
            }
            let is_mid_line = !token.at_line_start;
            match token.kind {
                TokenKind::Tag(tag) if is_mid_line && !open.is_empty() => {
                    push(&mut open, game, Note::Text(tag.written))
                }
                TokenKind::Note(note) if !matches!(note, Note::Setup(_)) => push(&mut open, game, note),
                TokenKind::Result(text) => push(&mut open, game, Note::Text(text)),
                TokenKind::Move(text) if is_lone_dash(&text) && !token.after_empty_line => {
                    push(&mut open, game, Note::Text(text));
                }
                // A full stop, rather than the dots before a move.
                TokenKind::Number(text) if text == "." && !token.after_empty_line => {
                    push(&mut open, game, Note::Text(text));
                }
                TokenKind::Number(text) | TokenKind::Move(text) if !open.is_empty() => {
                    push(&mut open, game, Note::Text(text));
                }
                TokenKind::Open if open.len() < DEEPEST => open.push(Variation::default()),
                TokenKind::Open => push(&mut open, game, Note::Text("(".to_owned())),
                TokenKind::Close => match open.pop() {
                    Some(closed) => push(&mut open, game, Note::Variation(closed)),
                    None => push(&mut open, game, Note::Text(")".to_owned())),
                },
                kind => {
                    self.pending.push_front(Token { kind, ..token });
                    break;
                }
            }
        }
        while let Some(unclosed) = open.pop() {
            let notes = std::iter::once(Note::Text("(".to_owned())).chain(unclosed.notes);
            open.last_mut()
                .map_or(&mut game.epilogue, |outer| &mut outer.notes)
                .extend(as_comments(notes.collect(), Vec::new()));
        }
    }

    /// Reads comments after an empty line: they belong to the next game, if there is one.
    fn hold_comments(&mut self, first: Token, game: &mut PdnGame) {
        let mut held = vec![first];
        loop {
            match self.token(Strictness::Strict) {
                Ok(Some(token)) => {
                    let is_comment = is_remark(&token.kind);
                    held.push(token);
                    if !is_comment {
                        break;
                    }
                }
                Ok(None) => {
                    let notes = held.into_iter().filter_map(|token| match token.kind {
                        TokenKind::Note(note) => Some(note),
                        _ => None,
                    });
                    return game.epilogue.extend(notes);
                }
                Err(error) => {
                    self.broken = Some(error);
                    break;
                }
            }
        }
        held.into_iter().rev().for_each(|token| self.pending.push_front(token));
    }

    /// Reads words that stand among the moves, or before them, without being a comment. If the game goes on behind them,
    /// they are notes; so is a letter behind a move.
    fn words(&mut self, draft: &mut Draft) -> io::Result<Words> {
        if let Some((mv, letter)) = self.lexer.take_move_with_letter(|mv| goes_on(&draft.game, mv)) {
            self.pending.extend([mv, letter]);
            return Ok(Words::Within);
        }
        let (mut words, found) = self.scan_words(draft)?;
        // What is no word is read again.
        let behind = match (found, &words[..]) {
            (Words::Faulty, _) => 0,
            (_, [.., Token { kind: TokenKind::Number(_), .. }, _]) => words.len() - 2,
            _ => words.len() - 1,
        };
        words.drain(behind..).rev().for_each(|token| self.pending.push_front(token));
        let words = as_words(words);
        if found == Words::OfNext {
            words.into_iter().rev().for_each(|token| self.pending.push_front(token));
        } else {
            for Token { line, at_line_start, kind, .. } in words {
                draft.take(&Place { line, at_line_start }, kind).unwrap_or_default();
            }
        }
        Ok(found)
    }

    /// The tokens up to the first move or result of which it is clear what the words before it are.
    fn scan_words(&mut self, draft: &Draft) -> io::Result<(Vec<Token>, Words)> {
        let (mut words, mut depth, mut tries) = (Vec::new(), 0_usize, 0);
        // Dots are fields of a diagram.
        let has_number = draft.numbers.contains(|c: char| c != '.' && c != ' ') || draft.numbers.contains("..");
        while !has_number && words.len() < MOST_WORDS_WITHIN && tries < MOST_TRIED {
            let token = match self.token(Strictness::Words) {
                Ok(Some(token)) => token,
                // Leniently read, no text is faulty.
                Ok(None) | Err(LexError::Fault(..)) => break,
                Err(LexError::Io(error)) => return Err(error),
            };
            let mut found = Words::Faulty;
            let is_end = match &token.kind {
                TokenKind::Note(note) if note.is_position() && depth == 0 => {
                    let is_apart = words.first().is_some_and(|first: &Token| first.after_empty_line);
                    let is_next = is_apart && draft.game.has_body();
                    found = if is_next { Words::OfNext } else { Words::Within };
                    true
                }
                TokenKind::Tag(_) => true,
                TokenKind::Open => {
                    depth += 1;
                    depth >= DEEPEST
                }
                TokenKind::Close => {
                    depth = depth.wrapping_sub(1);
                    depth == usize::MAX
                }
                TokenKind::Move(mv) if depth == 0 => {
                    tries += 1;
                    found = draft.before_move(&words, mv);
                    // What another game begins with ends this one.
                    let is_first = |last: &Token| matches!(&last.kind, TokenKind::Number(text) if is_first(text));
                    !draft.game.moves.is_empty() && words.last().is_some_and(is_first)
                }
                TokenKind::Result(_) if depth == 0 && draft.is_empty() && self.is_heading(&words) => {
                    words.push(token);
                    words.extend(self.pending.drain(..2));
                    return Ok((words, Words::Within));
                }
                TokenKind::Result(_) if depth == 0 => {
                    found = if is_and_so_on(&text_of(&words)) { Words::Within } else { Words::Faulty };
                    true
                }
                _ => false,
            };
            words.push(token);
            if is_end || found != Words::Faulty {
                return Ok((words, found));
            }
        }
        Ok((words, Words::Faulty))
    }

    /// Whether these words and a result are the heading of the game that begins behind them.
    fn is_heading(&mut self, words: &[Token]) -> bool {
        let is_word = |word: &Token| match &word.kind {
            TokenKind::Note(_) => true,
            TokenKind::Move(text) => is_lone_dash(text),
            _ => false,
        };
        if !words.iter().all(is_word) {
            return false;
        }
        self.look_ahead(1, Strictness::Behind);
        if !matches!(self.pending.front(), Some(Token { kind: TokenKind::Number(text), .. }) if is_first(text)) {
            return false;
        }
        self.look_ahead(2, Strictness::Strict);
        matches!(self.pending.get(1), Some(Token { kind: TokenKind::Move(_), .. }))
    }

    /// Reads the rest of a game with a fault, of which `first` was read already. If it is a few words that read as a
    /// result, they are one, and there is no fault. Words alone before the tags of a game are a remark on it, or on the one
    /// before, and the game goes on: then it returns `true`.
    fn set_rest_aside(
        &mut self,
        draft: &mut Draft,
        line: u64,
        fault: PdnFault,
        first: Option<Note>,
    ) -> io::Result<bool> {
        let mut rest = draft.unclosed();
        rest.extend(first);
        let mut is_words = rest.is_empty() && matches!(fault, PdnFault::Word(_));
        let mut has_moves = draft.game.moves.is_empty();
        let mut is_remark = is_words && draft.has_comments_alone();
        let mut depth = 0_usize;
        loop {
            let token = match self.token(Strictness::Lenient) {
                Ok(Some(token)) => token,
                // Leniently read, no text is faulty.
                Ok(None) | Err(LexError::Fault(..)) => break,
                Err(LexError::Io(error)) => return Err(error),
            };
            // A bare number may belong to a sentence here.
            let has_dot = matches!(&token.kind, TokenKind::Number(text) if text == "1.");
            if depth == 0 && has_dot && self.is_first_number(&token, draft, Strictness::Lenient) {
                self.pending.push_front(token);
                break;
            }
            let text = match token.kind {
                TokenKind::Tag(_) if depth == 0 || token.at_line_start => {
                    self.pending.push_front(token);
                    if is_remark {
                        draft.game.notes.extend(rest);
                        return Ok(true);
                    }
                    break;
                }
                TokenKind::Result(text) if depth == 0 && !(is_remark && self.goes_on_to_tags()) => {
                    draft.game.last_word = Some(text);
                    break;
                }
                TokenKind::Note(note) => {
                    is_words &= matches!(note, Note::Text(_) | Note::Strength(_));
                    is_remark &= !matches!(note, Note::Setup(_));
                    rest.push(note);
                    continue;
                }
                TokenKind::Tag(tag) => tag.written,
                TokenKind::Result(text) | TokenKind::Number(text) => text,
                TokenKind::Move(text) => {
                    has_moves = true;
                    // A year, or a dash between words, is none of a game.
                    is_remark &= is_number(&text) || is_lone_dash(&text);
                    text
                }
                TokenKind::Open => {
                    depth += 1;
                    "(".to_owned()
                }
                TokenKind::Close => {
                    depth = depth.saturating_sub(1);
                    ")".to_owned()
                }
            };
            rest.push(Note::Text(text));
        }
        if draft.game.last_word.is_some() {
            self.read_epilogue(&mut draft.game);
        }
        if is_words && !draft.is_empty() && draft.end_with(&rest) {
            return Ok(false);
        }
        if is_words && !has_moves && draft.ends_behind(&rest) {
            draft.end_numbers();
            draft.game.last_notes().extend(rest);
            return Ok(false);
        }
        draft.set_aside(line, fault, rest);
        Ok(false)
    }

    /// Whether only words, with no empty line between them, are between a result and the tags of the next game: then it is
    /// of a remark. Reads them.
    fn goes_on_to_tags(&mut self) -> bool {
        for count in 1..=MOST_WORDS {
            self.look_ahead(count, Strictness::Behind);
            let next = self.pending.get(count - 1);
            match next.map(|token| &token.kind) {
                Some(TokenKind::Tag(_)) => return true,
                _ if next.is_some_and(|next| next.after_empty_line) => return false,
                Some(TokenKind::Note(note)) if !matches!(note, Note::Setup(_)) => {}
                // The same as behind the end of a game: another number begins the next one.
                Some(TokenKind::Number(text)) if text == "." => {}
                Some(TokenKind::Move(text)) if is_lone_dash(text) => {}
                Some(TokenKind::Result(_)) => {}
                _ => return false,
            }
        }
        false
    }
}

/// The most moves of a line without numbers that are looked at together.
const MOST_ON_LINE: usize = 20;

/// Whether this is the number of the first move of a game.
fn is_first(number: &str) -> bool {
    let sign = number.strip_prefix('1').filter(|sign| !sign.starts_with(|c: char| c.is_ascii_digit()));
    sign.is_some_and(|sign| sign.matches('.').count() <= 1 && !sign.contains('…'))
}

/// Words without a meaning: moves with their marks, numbers and results among them are text, but for those of variations.
fn as_words(tokens: Vec<Token>) -> Vec<Token> {
    let mut words: Vec<Token> = Vec::new();
    let (mut depth, mut is_behind_move) = (0_usize, false);
    for token in tokens {
        match &token.kind {
            TokenKind::Open => depth += 1,
            TokenKind::Close => depth = depth.saturating_sub(1),
            _ => {}
        }
        let was_behind_move = std::mem::replace(&mut is_behind_move, matches!(token.kind, TokenKind::Move(_)));
        let kind = match token.kind {
            TokenKind::Number(text) | TokenKind::Move(text) | TokenKind::Result(text) if depth == 0 => {
                TokenKind::Note(Note::Text(text))
            }
            kind => kind,
        };
        match (words.last_mut().map(|last| &mut last.kind), &kind) {
            // A star apart from its move would be a result.
            (Some(TokenKind::Note(Note::Text(mv))), TokenKind::Note(Note::Strength(mark)))
                if was_behind_move && mark.starts_with('*') =>
            {
                mv.push_str(mark);
            }
            _ => words.push(Token { kind, ..token }),
        }
    }
    words
}

/// Whether words say that moves follow.
fn is_label(words: &str) -> bool {
    words.ends_with([':', '=']) || words.ends_with("moves")
}

/// Whether words say whose move follows: `Black`, `Wit:`, `B:`.
fn is_of_side(words: &str) -> bool {
    let letter = words.strip_suffix(':').is_some_and(|letter| letter.chars().count() == 1);
    letter || Verdict::names_side(words)
}

/// The text of words, if they are nothing else.
fn text_of(words: &[Token]) -> String {
    let texts = words.iter().map(|word| match &word.kind {
        TokenKind::Note(Note::Text(text) | Note::Strength(text)) => Some(text.as_str()),
        TokenKind::Move(text) if is_lone_dash(text) => Some(text.as_str()),
        _ => None,
    });
    texts.collect::<Option<Vec<_>>>().unwrap_or_default().join(" ")
}

fn is_lone_dash(text: &str) -> bool {
    text.chars().count() == 1 && is_null(text)
}

/// The number at the beginning of a text.
fn leading_number(text: &str) -> Option<usize> {
    text[..text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len()].parse().ok()
}

/// Whether it can stand behind the result of a game.
fn is_remark(kind: &TokenKind) -> bool {
    matches!(kind, TokenKind::Note(note) if !matches!(note, Note::Setup(_)))
}

/// Adds a note to the innermost open variation, or else to the epilogue.
fn push(open: &mut [Variation], game: &mut PdnGame, note: Note) {
    open.last_mut().map_or(&mut game.epilogue, |variation| &mut variation.notes).push(note);
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

/// Where a token stands.
struct Place {
    line: u64,
    at_line_start: bool,
}

/// A game while it is read.
struct Draft {
    game: PdnGame,
    /// The open variations with their lines, the innermost last.
    open: Vec<(u64, Variation)>,
    /// Numbers of which the move has not come yet.
    numbers: String,
}

impl Draft {
    fn new(number: usize) -> Draft {
        Draft { game: PdnGame { number, ..PdnGame::default() }, open: Vec::new(), numbers: String::new() }
    }

    fn begin(&mut self, has_begun: &mut bool, line: u64) {
        if !*has_begun {
            self.game.line = line;
        }
        *has_begun = true;
    }

    /// Whether nothing was read that a result could be of.
    fn is_empty(&self) -> bool {
        self.game.moves.is_empty() && self.game.tags.is_empty() && self.game.notes.is_empty()
    }

    /// Whether nothing but comments was read.
    fn has_comments_alone(&self) -> bool {
        let is_comment = |note: &Note| matches!(note, Note::Comment(_) | Note::LineComment(_));
        let is_bare = self.game.tags.is_empty() && self.game.moves.is_empty() && self.numbers.is_empty();
        is_bare && self.game.notes.iter().all(is_comment)
    }

    /// Whether a token is the first tag of the next game, or its position.
    fn is_ended_by(&self, token: &Token) -> bool {
        if matches!(&token.kind, TokenKind::Note(note) if note.is_position()) {
            let is_apart = token.after_empty_line || (token.at_line_start && self.game.moves.is_empty());
            return self.open.is_empty() && self.game.has_body() && is_apart;
        }
        let TokenKind::Tag(tag) = &token.kind else { return false };
        if !self.open.is_empty() {
            return token.at_line_start;
        }
        self.game.has_body()
            || (token.after_empty_line && self.game.is_ended_by_tag(&tag.name))
            || self.game.tags.begin_again_with(tag)
    }

    /// The last number among the moves, also without a move yet.
    fn last_number(&self) -> Option<usize> {
        let of_moves = self.game.moves.iter().rev().filter_map(|mv| leading_number(mv.number.as_deref()?));
        leading_number(&self.numbers).or_else(|| of_moves.into_iter().next())
    }

    /// Whether `0-0` stands where a move is due: behind its number, or instead of the second one of a number.
    fn lacks_move(&self, result: &str, next: &VecDeque<Token>) -> bool {
        let is_numbered = matches!(next.front(), Some(Token { kind: TokenKind::Number(_), .. }));
        is_null(result) && (!self.numbers.is_empty() || (self.is_second_due() && is_numbered))
    }

    /// What words are that stand before this move: the game goes on with a move that can be played and has the number that is
    /// due, or needs none, and begins also behind the names of both sides.
    fn before_move(&self, words: &[Token], mv: &str) -> Words {
        let has_moves = !self.game.moves.is_empty();
        let is_sign = |word: &&Token| matches!(&word.kind, TokenKind::Note(Note::Text(text)) if is_glyph(text));
        let last = words.iter().rev().find(|word| !is_sign(word)).map(|last| &last.kind);
        let Some(TokenKind::Number(number)) = last else {
            let is_digit = |c: char| c.is_ascii_digit();
            let text = text_of(words);
            let is_header = !has_moves && (Verdict::names_both_sides(&text) || is_label(&text));
            let is_place = self.is_second_due() || self.last_number().is_none();
            let is_sentence = has_moves && is_place && !is_null(mv) && !text.is_empty() && !text.contains(is_digit);
            let is_told = is_header || is_of_side(&text) || is_sentence;
            return if is_told && may_go_on(&self.game, mv) { Words::Within } else { Words::Faulty };
        };
        let is_second = number.matches('.').count() > 1 || number.contains('…');
        let due = if self.is_second_due() { self.last_number() } else { Some(self.next_number()) };
        let is_due = is_second == self.is_second_due() && leading_number(number) == due;
        if (is_due || !(has_moves || is_null(mv))) && may_go_on(&self.game, mv) {
            return Words::Within;
        }
        let has_gone_on = self.last_number().is_some_and(|last| last > 1) && self.game.fen().is_none();
        let is_apart = words.first().is_some_and(|first| first.after_empty_line);
        let may_end = has_moves && is_apart && (self.game.tags.is_empty() || has_gone_on);
        let is_next = may_end && is_first(number) && begins_anew(&self.game, &[mv], true);
        if is_next { Words::OfNext } else { Words::Faulty }
    }

    /// Whether what looks like a move is a time, as no square begins with a zero, or if there is one behind another move.
    fn has_clock(&self, text: &str) -> bool {
        let is_clock = |note: &Note| matches!(note, Note::Text(text) if is_time(text));
        is_time(text) && (text.contains(":0") || self.game.moves.iter().any(|mv| mv.notes.iter().any(is_clock)))
    }

    /// Whether the second move of a number is due.
    fn is_second_due(&self) -> bool {
        let number = self.game.moves.last().and_then(|last| last.number.as_deref()).unwrap_or_default();
        let is_of_second = number.matches('.').count() > 1 || number.contains('…');
        !number.is_empty() && !is_of_second
    }

    /// Whether moves were read, and no number of the next one.
    fn is_due(&self) -> bool {
        self.numbers.is_empty() && !self.game.moves.is_empty()
    }

    /// Whether the last thing behind a move is text.
    fn is_behind_text(&self) -> bool {
        matches!(self.game.moves.last().and_then(|last| last.notes.last()), Some(Note::Text(_)))
    }

    /// The number that the next move has, or by its place would have.
    fn next_number(&self) -> usize {
        self.last_number().map_or(self.game.moves.len() / 2 + 1, |last| last + 1)
    }

    /// The first number of a move.
    fn first_number(&self) -> Option<usize> {
        self.game.moves.iter().find_map(|mv| leading_number(mv.number.as_deref()?))
    }

    /// Whether lines can be games: the game has moves, and neither tags nor a position.
    fn is_of_lines(&self) -> bool {
        let is_bare = self.game.tags.is_empty() && self.game.fen().is_none() && self.numbers.is_empty();
        is_bare && self.open.is_empty() && !self.game.moves.is_empty()
    }

    /// Whether a semicolon can part the last move from another one.
    fn may_have_semicolon(&self) -> bool {
        let last = self.game.moves.last().map(|last| &last.notes);
        let has_one = |notes: &Vec<Note>| matches!(notes.last(), Some(Note::Text(text)) if text == ";");
        self.open.is_empty() && self.numbers.is_empty() && last.is_some_and(|notes| !has_one(notes))
    }

    /// The notes and the moves of the innermost open variation, or of the game.
    fn innermost(&mut self) -> (&mut Vec<Note>, &mut Vec<PdnMove>) {
        match self.open.last_mut() {
            Some((_, variation)) => (&mut variation.notes, &mut variation.moves),
            None => (&mut self.game.notes, &mut self.game.moves),
        }
    }

    fn note(&mut self, note: Note) {
        self.end_numbers();
        let (notes, moves) = self.innermost();
        moves.last_mut().map_or(notes, |last| &mut last.notes).push(note);
    }

    /// Numbers that no move follows are text.
    fn end_numbers(&mut self) {
        let numbers = std::mem::take(&mut self.numbers);
        if !numbers.is_empty() {
            self.note(Note::Text(numbers));
        }
    }

    /// At the end of the text, numbers and variations without a game are one with a fault, so that they are kept.
    fn set_numbers_aside(&mut self) {
        if !self.game.tags.is_empty() || self.game.has_body() {
            return;
        }
        self.end_numbers();
        let text = self.game.notes.iter().find_map(|note| match note {
            Note::Text(text) => Some(text.clone()),
            Note::Variation(_) => Some("(".to_owned()),
            _ => None,
        });
        if let Some(text) = text {
            let rest = std::mem::take(&mut self.game.notes);
            self.set_aside(self.game.line, PdnFault::Word(text), rest);
        }
    }

    /// Adds a token that does not end the game.
    ///
    /// # Errors
    /// The fault and its text.
    fn take(&mut self, place: &Place, kind: TokenKind) -> Result<(), (PdnFault, String)> {
        let line = place.line;
        match kind {
            TokenKind::Tag(tag) if !self.open.is_empty() => self.note(Note::Text(tag.written)),
            TokenKind::Tag(mut tag) => {
                self.end_numbers();
                (tag.before, tag.line) = (std::mem::take(&mut self.game.notes), line);
                self.game.tags.add(tag);
            }
            TokenKind::Note(note) => self.note(note),
            TokenKind::Result(text) => self.note(Note::Text(text)),
            TokenKind::Number(text) => {
                if !self.numbers.is_empty() {
                    self.numbers.push(' ');
                }
                self.numbers.push_str(&text);
            }
            TokenKind::Move(text) if self.goes_on_jumping(&text, place) => {
                if let Some(last) = self.innermost().1.last_mut() {
                    let comma = if last.notes.is_empty() { "" } else { "," };
                    last.text = format!("{}{comma} {text}", last.text);
                    last.notes.clear();
                }
            }
            TokenKind::Move(text) if self.are_two_moves(&text) => {
                for text in text.split(' ') {
                    let number = Some(std::mem::take(&mut self.numbers));
                    self.innermost().1.push(PdnMove { number, line, ..PdnMove::new(text) });
                }
            }
            TokenKind::Move(text) => {
                let number = Some(std::mem::take(&mut self.numbers));
                self.innermost().1.push(PdnMove { number, line, ..PdnMove::new(text) });
            }
            TokenKind::Open if self.open.len() >= DEEPEST => {
                return Err((PdnFault::TooDeep(DEEPEST), "(".to_owned()));
            }
            TokenKind::Open => {
                self.end_numbers();
                self.open.push((line, Variation::default()));
            }
            TokenKind::Close => {
                self.end_numbers();
                let (_, variation) = self.open.pop().ok_or_else(|| (PdnFault::StrayClosing, ")".to_owned()))?;
                self.note(Note::Variation(variation));
            }
        }
        Ok(())
    }

    /// Whether a move begins where the last one has ended: then it is the next jump of the same capture, since a piece
    /// stands there that the other side cannot move. A comma may part the jumps. Another line goes on with a capture only
    /// in a game whose moves have numbers.
    fn goes_on_jumping(&mut self, text: &str, place: &Place) -> bool {
        let is_apart = !self.numbers.is_empty() || (place.at_line_start && self.last_number().is_none());
        let (_, moves) = self.innermost();
        let is_comma = |notes: &[Note]| match notes {
            [] => true,
            [Note::Text(text)] => text == ",",
            _ => false,
        };
        moves.last().is_some_and(|last| !is_apart && is_comma(&last.notes) && ends_where_begins(&last.text, text))
    }

    /// Whether two numbers with a blank between them are two moves of two squares with one digit each: where the moves
    /// have no separators, and where they cannot be squares.
    fn are_two_moves(&mut self, text: &str) -> bool {
        const LARGEST_SQUARE: usize = 72;
        let numbers: Vec<_> = text.split(' ').map(|text| text.parse::<usize>().unwrap_or_default()).collect();
        let last = self.innermost().1.last().map(|last| last.text.clone());
        let is_run = last.is_some_and(|text| text.len() > 1 && text.bytes().all(|byte| byte.is_ascii_digit()));
        let [first, second] = numbers[..] else { return false };
        let are_digits = |number: usize| number > 10 && !number.is_multiple_of(10) && number < 100;
        are_digits(first)
            && are_digits(second)
            && (is_run || first.max(second) > LARGEST_SQUARE || self.is_first_run(text))
    }

    /// Whether the first move is the first of these two.
    fn is_first_run(&self, text: &str) -> bool {
        let first = text.split(' ').next().unwrap_or_default();
        self.game.moves.is_empty() && !goes_on(&self.game, text) && goes_on(&self.game, first)
    }

    /// Keeps a line among the tags that is not one. The tags and moves after it are read.
    fn keep_faulty_tag(&mut self, line: u64, fault: PdnFault, text: String) {
        self.end_numbers();
        let comment = fault_comment(line, &fault);
        self.game.fault.get_or_insert((line, fault));
        self.game.notes.push(comment);
        self.game.notes.extend(as_comments(vec![Note::Text(text)], Vec::new()));
    }

    /// Ends the variations that are open, and returns what they contain as comments.
    fn unclosed(&mut self) -> Vec<Note> {
        self.end_numbers();
        let mut unclosed = Vec::new();
        for (_, Variation { mut notes, moves }) in self.open.drain(..) {
            notes.insert(0, Note::Text("(".to_owned()));
            unclosed.extend(as_comments(notes, moves));
        }
        unclosed
    }

    /// Adds a comment about a fault, and the rest of the game as comments.
    fn set_aside(&mut self, line: u64, fault: PdnFault, rest: Vec<Note>) {
        let comment = fault_comment(line, &fault);
        self.game.fault.get_or_insert((line, fault));
        let notes = self.game.last_notes();
        notes.push(comment);
        notes.extend(as_comments(rest, Vec::new()));
        self.game.end_if_bare();
    }

    /// Ends the game with these words, if they are a result. Whether they were.
    fn end_with(&mut self, words: &[Note]) -> bool {
        let words =
            words.iter().filter_map(|note| if let Note::Text(text) = note { Some(text.as_str()) } else { None });
        // Behind a blank, a semicolon would begin a comment.
        let words = words.collect::<Vec<_>>().join(" ").replace(" ;", ";");
        let tag = self.game.tags.known("Result");
        let is_as_in_tag = tag.is_some_and(|tag| PdnResult::is_same(tag, &words));
        // Where another word ends the game, these are not its end.
        let is_last = match self.game.last_word.as_deref() {
            None => true,
            // A star says nothing of its own.
            Some(word) => word == "*" && Verdict::of(&words).is_some(),
        };
        // Between quotation marks, they are no result of their own where they are read again.
        let is_of_game =
            self.game.has_body() || !self.game.tags.is_empty() || enclosed_words(&words) != Some(words.len());
        let is_result = is_of_game && !words.is_empty() && (is_as_in_tag || (is_last && PdnResult::ends(&words, tag)));
        if is_result {
            let last = self.game.last_word.take().unwrap_or_default();
            self.game.last_word = Some(format!("{words} {last}").trim_end().to_owned());
        }
        is_result
    }

    /// Whether words before a result are a remark on it: `Black resigned`, `Drawn by agreement on move 40`.
    fn ends_behind(&self, words: &[Note]) -> bool {
        let is_word = |note: &Note| {
            let Note::Text(text) = note else { return true };
            let text = text.trim_matches(|c: char| ".,!:'’\"-".contains(c));
            if text == "=" {
                return true;
            }
            let is_name = text.chars().all(|c| c.is_alphabetic() || "'’-".contains(c));
            !text.is_empty() && (is_name || is_number(text.trim_end_matches('.')))
        };
        let has_result = self.game.last_word.as_deref().is_some_and(|word| word != "*");
        has_result && words.len() <= MOST_WORDS && words.iter().all(is_word)
    }

    /// The game, with its result.
    fn finish(mut self) -> PdnGame {
        self.end_numbers();
        let mut game = with_replies(self.game);
        let tag = game.tags.get("Result").map(str::trim).unwrap_or_default().to_owned();
        if game.last_word.is_none() {
            // A last move that equals the result in the tag is one.
            let is_result = |last: &mut PdnMove| !tag.is_empty() && PdnResult::is_same(&last.text, &tag);
            if let Some(PdnMove { number, text, notes, .. }) = game.moves.pop_if(is_result) {
                let number = number.filter(|number| !number.is_empty());
                game.last_notes().extend(number.map(Note::Text));
                (game.last_word, game.epilogue) = (Some(text), notes);
            }
        }
        // A sign at the end is the result, as `=` for a draw.
        if game.last_word.is_none() && !game.moves.is_empty() {
            let is_result = |note: &mut Note| match note {
                Note::Text(text) => PdnResult::ends(text, Some(&tag)),
                Note::Variation(variation) => PdnResult::is_stated(&text_within(variation)),
                _ => false,
            };
            let stop = game.last_notes().pop_if(|note| matches!(note, Note::Text(text) if text == "."));
            let stop_text = if stop.is_some() { "." } else { "" };
            game.last_word = match game.last_notes().pop_if(is_result) {
                Some(Note::Text(text)) => Some(text + stop_text),
                Some(Note::Variation(variation)) => Some(format!("({}){stop_text}", text_within(&variation))),
                _ => {
                    game.last_notes().extend(stop);
                    None
                }
            };
        }
        if game.fault.is_some() {
            game.end_if_bare();
            game.text_to_comments();
        }
        let word = game.last_word.get_or_insert_default();
        let result = PdnResult::parse(word.trim_end_matches('*').trim_end());
        game.result = PdnResult::between(result, PdnResult::parse(&tag));
        game
    }
}

/// The words of a variation, if it has nothing else.
fn text_within(variation: &Variation) -> String {
    let texts = variation.notes.iter().map(|note| match note {
        Note::Text(text) | Note::Strength(text) => Some(text.as_str()),
        _ => None,
    });
    let texts = texts.collect::<Option<Vec<_>>>().filter(|_| variation.moves.is_empty());
    texts.unwrap_or_default().join(" ")
}

fn is_event(name: &str) -> bool {
    name.eq_ignore_ascii_case("Event")
}

impl PdnGame {
    /// Whether there is a move or a position.
    fn has_body(&self) -> bool {
        !self.moves.is_empty() || self.notes.iter().any(|note| matches!(note, Note::Setup(_)))
    }

    /// Whether a tag after an empty line belongs to the next game, though this one has only tags so far.
    fn is_ended_by_tag(&self, name: &str) -> bool {
        let has_tags = !self.tags.is_empty() || self.fault.is_some();
        has_tags && (is_event(name) || self.tags.get(name).is_some())
    }
}
