//! Reads what stands behind the result of a game.

use std::io::BufRead;

use super::super::PdnGame;
use super::super::lexer::{Strictness, Token};
use super::super::tree::{Note, Variation, as_comments};
use super::super::words::TokenKind;
use super::Reader;
use super::draft::{DEEPEST, is_lone_dash};

impl<B: BufRead> Reader<B> {
    /// Adds what is right after the result, which says how the game ended, and comments that no game follows.
    pub(super) fn read_epilogue(&mut self, game: &mut PdnGame) {
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
}

/// Whether it can stand behind the result of a game.
fn is_remark(kind: &TokenKind) -> bool {
    matches!(kind, TokenKind::Note(note) if !matches!(note, Note::Setup(_)))
}

/// Adds a note to the innermost open variation, or else to the epilogue.
fn push(open: &mut [Variation], game: &mut PdnGame, note: Note) {
    open.last_mut().map_or(&mut game.epilogue, |variation| &mut variation.notes).push(note);
}
