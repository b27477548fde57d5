//! Reads games from a stream, one by one.

use std::collections::VecDeque;
use std::io::{self, BufRead};
use std::iter::FusedIterator;

use super::game::fault_comment;
use super::lexer::{LexError, Lexer, Strictness, Token};
use super::null::is_null;
use super::tree::{Note, PdnMove, Variation, as_comments};
use super::words::TokenKind;
use super::words::ends_where_begins;
use super::{PdnFault, PdnGame, PdnResult};

/// The deepest nesting of variations. They are read, written and dropped by recursion.
const DEEPEST: usize = 100;

/// Reads games from a stream; an iterator that holds one game at a time.
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
    is_over: bool,
}

impl<B: BufRead> Reader<B> {
    /// A reader of the games of `input`.
    pub fn new(input: B) -> Reader<B> {
        Reader { lexer: Lexer::new(input), pending: VecDeque::new(), broken: None, games: 0, is_over: false }
    }

    /// The name of the encoding of the stream, if anything so far was not in UTF-8. Games are written in UTF-8.
    pub fn encoding(&self) -> Option<&'static str> {
        self.lexer.encoding()
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
        self.lexer.begin_game();
        let mut draft = Draft::new(self.games + 1);
        let mut has_begun = false;
        loop {
            let strictness = if draft.open.is_empty() { Strictness::Strict } else { Strictness::Lenient };
            let token = match self.token(strictness) {
                Ok(Some(token)) => token,
                Ok(None) => break,
                Err(LexError::Fault(line, fault)) => {
                    draft.begin(&mut has_begun, line);
                    if matches!(fault, PdnFault::Tag(_)) && !draft.game.has_body() {
                        draft.keep_faulty_tag(line, fault, self.lexer.take_line());
                        continue;
                    }
                    self.set_rest_aside(&mut draft, line, fault, None)?;
                    return Ok(Some(draft.finish()));
                }
                Err(LexError::Io(error)) => return Err(error),
            };
            draft.begin(&mut has_begun, token.line);
            if draft.is_ended_by(&token) || self.is_first_number(&token, &draft, strictness) {
                self.pending.push_front(token);
                break;
            }
            if let (TokenKind::Tag(tag), []) = (&token.kind, &draft.open[..]) {
                self.lexer.learn_ending(tag);
            }
            let goes_on = self.game_goes_on(&token, &draft);
            match token.kind {
                TokenKind::Result(text) if goes_on => {
                    let kind = if draft.lacks_move(&text, &self.pending) {
                        TokenKind::Move(text)
                    } else {
                        TokenKind::Note(Note::Text(text))
                    };
                    draft.take(token.line, kind).unwrap_or_default();
                }
                TokenKind::Result(text) if draft.open.is_empty() && !draft.is_empty() => {
                    draft.game.last_word = Some(text);
                    self.read_epilogue(&mut draft.game);
                    return Ok(Some(draft.finish()));
                }
                kind => {
                    if let Err((fault, text)) = draft.take(token.line, kind) {
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

    /// Whether a token is the number of the first move of another game, where neither has tags. Reads the token behind it.
    fn is_first_number(&mut self, token: &Token, draft: &Draft, strictness: Strictness) -> bool {
        let is_number = matches!(&token.kind, TokenKind::Number(text) if text == "1." || text == "1");
        let is_behind_moves = token.after_empty_line && draft.open.is_empty() && !draft.game.moves.is_empty();
        if !is_number || !is_behind_moves || !draft.game.tags.is_empty() {
            return false;
        }
        self.look_ahead(1, strictness);
        matches!(self.pending.front(), Some(Token { kind: TokenKind::Move(_), .. }))
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
        let is_placed =
            text != "*" && draft.open.is_empty() && (!draft.game.moves.is_empty() || !draft.numbers.is_empty());
        if !is_placed {
            return false;
        }
        self.look_ahead(1, Strictness::Behind);
        if matches!(self.pending.front(), Some(Token { kind: TokenKind::Number(_), .. })) {
            self.look_ahead(2, Strictness::Strict);
        }
        let mut next = self.pending.iter().map(|token| (&token.kind, token.after_empty_line));
        match (next.next(), next.next()) {
            (Some((TokenKind::Move(_), false)), _) => !draft.numbers.is_empty(),
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
        self.lexer.forget_ending();
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

    /// Reads the rest of a game with a fault, of which `first` was read already. If it is a few words that read as a
    /// result, they are one, and there is no fault.
    fn set_rest_aside(&mut self, draft: &mut Draft, line: u64, fault: PdnFault, first: Option<Note>) -> io::Result<()> {
        let mut rest = draft.unclosed();
        rest.extend(first);
        let mut is_words = rest.is_empty() && matches!(fault, PdnFault::Word(_));
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
                    self.pending.push_back(token);
                    break;
                }
                TokenKind::Result(text) if depth == 0 => {
                    draft.game.last_word = Some(text);
                    break;
                }
                TokenKind::Note(note) => {
                    is_words &= matches!(note, Note::Text(_));
                    rest.push(note);
                    continue;
                }
                TokenKind::Tag(tag) => tag.written,
                TokenKind::Result(text) | TokenKind::Number(text) | TokenKind::Move(text) => text,
                TokenKind::Open => {
                    (depth, is_words) = (depth + 1, false);
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
            return Ok(());
        }
        draft.set_aside(line, fault, rest);
        Ok(())
    }
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

    /// Whether a token is the first tag of the next game.
    fn is_ended_by(&self, token: &Token) -> bool {
        let TokenKind::Tag(tag) = &token.kind else { return false };
        if !self.open.is_empty() {
            return token.at_line_start;
        }
        self.game.has_body() || (token.after_empty_line && self.game.is_ended_by_tag(&tag.name))
    }

    /// The last number among the moves, also without a move yet.
    fn last_number(&self) -> Option<usize> {
        let of_moves = self.game.moves.iter().rev().filter_map(|mv| leading_number(mv.number.as_deref()?));
        leading_number(&self.numbers).or_else(|| of_moves.into_iter().next())
    }

    /// Whether `0-0` stands where a move is due: behind its number, or instead of the second one of a number.
    fn lacks_move(&self, result: &str, next: &VecDeque<Token>) -> bool {
        let last = self.game.moves.iter().rposition(|mv| mv.number.as_ref().is_some_and(|number| !number.is_empty()));
        let is_second_due = last.is_some_and(|last| {
            let number = self.game.moves[last].number.as_deref().unwrap_or_default();
            let is_of_second = number.matches('.').count() > 1 || number.contains('…');
            last + 1 == self.game.moves.len() && !is_of_second
        });
        let is_numbered = matches!(next.front(), Some(Token { kind: TokenKind::Number(_), .. }));
        is_null(result) && (!self.numbers.is_empty() || (is_second_due && is_numbered))
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

    /// At the end of the text, numbers without a game are one with a fault, so that they are kept.
    fn set_numbers_aside(&mut self) {
        if !self.game.tags.is_empty() || self.game.has_body() {
            return;
        }
        self.end_numbers();
        let text = self.game.notes.iter().find_map(|note| if let Note::Text(text) = note { Some(text) } else { None });
        if let Some(text) = text.cloned() {
            let rest = std::mem::take(&mut self.game.notes);
            self.set_aside(self.game.line, PdnFault::Word(text), rest);
        }
    }

    /// Adds a token that does not end the game.
    ///
    /// # Errors
    /// The fault and its text.
    fn take(&mut self, line: u64, kind: TokenKind) -> Result<(), (PdnFault, String)> {
        match kind {
            TokenKind::Tag(tag) if !self.open.is_empty() => self.note(Note::Text(tag.written)),
            TokenKind::Tag(mut tag) => {
                self.end_numbers();
                tag.before = std::mem::take(&mut self.game.notes);
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
            TokenKind::Move(text) if self.goes_on_jumping(&text) => {
                if let Some(last) = self.innermost().1.last_mut() {
                    last.text = format!("{} {text}", last.text);
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
    /// stands there that the other side cannot move.
    fn goes_on_jumping(&mut self, text: &str) -> bool {
        let is_numbered = !self.numbers.is_empty();
        let (_, moves) = self.innermost();
        moves.last().is_some_and(|last| !is_numbered && last.notes.is_empty() && ends_where_begins(&last.text, text))
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
        let words = words.collect::<Vec<_>>().join(" ");
        let tag = self.game.tags.known("Result");
        let is_as_in_tag = tag.is_some_and(|tag| PdnResult::is_same(tag, &words));
        // Where another word ends the game, these are not its end.
        let is_last = self.game.last_word.is_none();
        let is_result = !words.is_empty() && (is_as_in_tag || (is_last && PdnResult::ends(&words, tag)));
        if is_result {
            let last = self.game.last_word.take().unwrap_or_default();
            self.game.last_word = Some(format!("{words} {last}").trim_end().to_owned());
        }
        is_result
    }

    /// The game, with its result.
    fn finish(mut self) -> PdnGame {
        self.end_numbers();
        let mut game = self.game;
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
            let is_result = |note: &mut Note| matches!(note, Note::Text(text) if PdnResult::ends(text, Some(&tag)));
            if let Some(Note::Text(text)) = game.last_notes().pop_if(is_result) {
                game.last_word = Some(text);
            }
        }
        if game.fault.is_some() {
            game.end_if_bare();
        }
        let word = game.last_word.get_or_insert_default();
        let result = PdnResult::parse(word.trim_end_matches('*').trim_end());
        game.result = if result == PdnResult::Unknown { PdnResult::parse(&tag) } else { result };
        game
    }
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
