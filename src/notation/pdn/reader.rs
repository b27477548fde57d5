//! Reads games from a stream, one by one.

use std::io::BufRead;
use std::iter::FusedIterator;

use super::lexer::{Lexer, Token, TokenKind};
use super::{PdnError, PdnFault, PdnGame, PdnMove, PdnResult};

/// Reads games from a stream; an iterator that holds one game at a time.
///
/// After a fault in a game, the rest of that game is skipped and the next one is read. After an error of the stream
/// itself, the iterator ends.
#[derive(Debug)]
pub struct Reader<B> {
    lexer: Lexer<B>,
    /// What was read after the previous game.
    pending: Option<Result<Option<Token>, PdnError>>,
    /// The number of games so far, including those with faults.
    games: usize,
    is_over: bool,
}

impl<B: BufRead> Reader<B> {
    /// A reader of the games of `input`.
    pub fn new(input: B) -> Reader<B> {
        Reader { lexer: Lexer::new(input), pending: None, games: 0, is_over: false }
    }

    fn token(&mut self) -> Result<Option<Token>, PdnError> {
        match self.pending.take() {
            Some(next) => next,
            None => self.lexer.next(),
        }
    }

    /// Reads to the end of `game`. Returns whether there was a game.
    fn fill(&mut self, game: &mut PdnGame) -> Result<bool, PdnError> {
        let mut has_begun = false;
        while let Some(token) = self.token()? {
            if !has_begun {
                game.line = token.line;
            }
            has_begun = true;
            match token.kind {
                TokenKind::Tag { ref name, .. }
                    if game.has_body() || (token.after_empty_line && game.is_ended_by_tag(name)) =>
                {
                    self.pending = Some(Ok(Some(token)));
                    return Ok(true);
                }
                TokenKind::Tag { name, value } => game.tags.set(&name, value),
                // An extra separator after the end of a game.
                TokenKind::Result(_) if game.is_empty() => has_begun = false,
                TokenKind::Result(result) => {
                    game.result = result;
                    self.take_last_words(game);
                    return Ok(true);
                }
                kind => game.take(token.line, kind),
            }
        }
        Ok(game.has_body() || !game.tags.is_empty())
    }

    /// Adds the comments right after the result, which say how the game ended.
    fn take_last_words(&mut self, game: &mut PdnGame) {
        loop {
            match self.lexer.next() {
                Ok(Some(Token { line, after_empty_line: false, kind: kind @ TokenKind::Comment(_) })) => {
                    game.take(line, kind);
                }
                next => {
                    self.pending = Some(next);
                    return;
                }
            }
        }
    }

    /// Skips the rest of a game with a fault. If the fault was in its tags, the rest of them is skipped first.
    fn recover(&mut self, mut in_moves: bool) -> Result<(), PdnError> {
        loop {
            match self.lexer.next() {
                Ok(None) => return Ok(()),
                Ok(Some(Token { kind: TokenKind::Result(_), .. })) => return Ok(()),
                Ok(Some(token @ Token { kind: TokenKind::Tag { .. }, .. })) => {
                    if in_moves || token.begins_game() {
                        self.pending = Some(Ok(Some(token)));
                        return Ok(());
                    }
                }
                Ok(Some(_)) | Err(PdnError::Game { .. }) => in_moves = true,
                Err(error) => return Err(error),
            }
        }
    }
}

impl<B: BufRead> Iterator for Reader<B> {
    type Item = Result<PdnGame, PdnError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let mut game = PdnGame { number: self.games + 1, ..PdnGame::default() };
        let filled = self.fill(&mut game);
        let is_game = !matches!(filled, Ok(false));
        self.is_over = !is_game;
        self.games += usize::from(is_game);
        let mut error = match filled {
            Ok(true) => {
                game.settle_result();
                return Some(Ok(game));
            }
            Ok(false) => return None,
            Err(error) => error,
        };
        match &mut error {
            PdnError::Io(_) => self.is_over = true,
            PdnError::Game { game: number, fault, .. } => {
                *number = self.games;
                let in_moves = game.has_body() || !matches!(fault, PdnFault::Tag(_));
                // The fault is returned first; an error of the stream occurs again with the next game.
                let _ = self.recover(in_moves);
            }
        }
        Some(Err(error))
    }
}

impl<B: BufRead> FusedIterator for Reader<B> {}

impl Token {
    /// Whether it is the tag `Event` after an empty line, with which a game always begins.
    fn begins_game(&self) -> bool {
        self.after_empty_line && matches!(&self.kind, TokenKind::Tag { name, .. } if is_event(name))
    }
}

fn is_event(name: &str) -> bool {
    name.eq_ignore_ascii_case("Event")
}

impl PdnGame {
    /// Whether there is a move or a position.
    fn has_body(&self) -> bool {
        !self.moves.is_empty() || self.setup.is_some()
    }

    /// Whether a tag after an empty line belongs to the next game, though this one has only tags so far.
    fn is_ended_by_tag(&self, name: &str) -> bool {
        !self.tags.is_empty() && (is_event(name) || self.tags.get(name).is_some())
    }

    /// Whether there is nothing, not even a comment.
    fn is_empty(&self) -> bool {
        !self.has_body() && self.tags.is_empty() && self.comments.is_empty()
    }

    /// Adds a token that is neither a tag nor a result. Annotation marks before the first move are dropped.
    fn take(&mut self, line: u64, kind: TokenKind) {
        let last = self.moves.last_mut();
        match (kind, last) {
            (TokenKind::Move(text), _) => self.moves.push(PdnMove { line, ..PdnMove::new(text) }),
            (TokenKind::Comment(text), Some(last)) => last.comments.push(text),
            (TokenKind::Comment(text), None) => self.comments.push(text),
            (TokenKind::Setup(fen), Some(_)) => self.late_setup = self.late_setup.take().or(Some((line, fen))),
            (TokenKind::Setup(fen), None) => self.setup = Some((line, fen)),
            (TokenKind::Nag(number), Some(last)) => last.nags.push(number),
            (TokenKind::Strength(marks), Some(last)) => last.strength.push_str(&marks),
            (TokenKind::Nag(_) | TokenKind::Strength(_), None) | (TokenKind::Tag { .. } | TokenKind::Result(_), _) => {}
        }
    }

    /// If the end of the moves does not state the result, the tag does.
    fn settle_result(&mut self) {
        if self.result == PdnResult::Unknown {
            self.result = self.tags.get("Result").map(PdnResult::parse).unwrap_or_default();
        }
    }
}
