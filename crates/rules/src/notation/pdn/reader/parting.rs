//! Parts games that have neither tags nor results between them.

use std::io::BufRead;

use super::super::PdnGame;
use super::super::lexer::{Strictness, Token};
use super::super::meant::{begins_anew, is_first, leading_number, parted_by_lines};
use super::super::words::TokenKind;
use super::Reader;
use super::draft::Draft;

/// The most moves of a line without numbers that are looked at together.
const MOST_ON_LINE: usize = 20;

/// What parts two games that have neither a tag nor a result between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Parting {
    Line,
    EmptyLine,
}

impl<B: BufRead> Reader<B> {
    /// Whether a token is the number of the first move of another game, which has no tags: behind an empty line, or at
    /// the beginning of one where the numbers of this game have gone on. Reads the token behind it.
    pub(super) fn is_first_number(&mut self, token: &Token, draft: &Draft, strictness: Strictness) -> bool {
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
    pub(super) fn goes_on_behind(&mut self, token: &Token, draft: &Draft) -> bool {
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
    pub(super) fn begins_line(&mut self, token: &Token, draft: &Draft) -> bool {
        let is_placed = token.at_line_start && draft.is_of_lines() && !draft.has_semicolons();
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
    pub(super) fn part(&mut self, draft: Draft) -> PdnGame {
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
}
