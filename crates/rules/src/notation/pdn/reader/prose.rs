//! Reads words that stand among the moves, or before them.

use std::io::{self, BufRead};

use super::super::super::{Lines, is_number};
use super::super::heading::{lists_players, names_players};
use super::super::lexer::{LexError, Lexer, Strictness, Token};
use super::super::meant::{begins_anew, go_on, goes_on, is_first, may_go_on};
use super::super::null::is_null;
use super::super::tree::{Note, text_of_notes, without_text};
use super::super::verdict::Verdict;
use super::super::words::{TokenKind, is_and_so_on, is_glyph, is_time};
use super::super::{PdnFault, PdnGame};
use super::Reader;
use super::draft::{DEEPEST, Draft, MOST_WORDS, Place, is_lone_dash};

/// The most words and other tokens among moves, behind which the game may go on.
pub(super) const MOST_WORDS_WITHIN: usize = 400;

/// The most moves among them of which it is asked whether they are of the game.
const MOST_TRIED: usize = 20;

/// What words are that stand outside comments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Words {
    /// The game goes on behind them.
    Within,
    /// They stand before the first move of the next game.
    OfNext,
    Faulty,
}

impl<B: BufRead> Reader<B> {
    /// Reads words that stand among the moves, or before them, without being a comment. If the game goes on behind them,
    /// they are notes; so is a letter behind a move.
    pub(super) fn words(&mut self, draft: &mut Draft) -> io::Result<Words> {
        if let Some((mv, letter)) = self.lexer.take_move_with_letter(|mv| goes_on(&draft.game, mv)) {
            self.pending.extend([mv, letter]);
            return Ok(Words::Within);
        }
        let (mut words, found) = self.scan_words(draft)?;
        // What is no word is read again.
        let behind = match (found, &words[..]) {
            (Words::Faulty, _) => 0,
            (_, [.., number, mv]) if is_number_of(number, mv) => words.len() - 2,
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
        let (mut words, mut depth, mut tries, mut otherwise) = (Vec::new(), 0_usize, 0, Words::Faulty);
        // Dots are fields of a diagram.
        let has_number = draft.numbers.contains(|c: char| c != '.' && c != ' ') || draft.numbers.contains("..");
        while !has_number && words.len() < MOST_WORDS_WITHIN && tries < MOST_TRIED {
            let strictness = if depth == 0 { Strictness::Words } else { Strictness::Lenient };
            let Some(token) = self.lenient_token(strictness)? else { break };
            // Without numbers, a move behind the end of a game could go on with it.
            let comment = words.iter().position(Token::is_comment).unwrap_or(words.len());
            if token.after_empty_line && draft.is_ended_with(&text_of(&words[..comment])) {
                words.push(token);
                return Ok((words, Words::Faulty));
            }
            let (mut found, mut is_title) = (Words::Faulty, false);
            let is_end = match &token.kind {
                TokenKind::Note(note) if note.is_position() => {
                    // Behind an empty line it is of the next game, unless this one goes on.
                    // So is one with words before it on its line, as of problems in a list.
                    let is_of_list = |first: &Token| first.at_line_start && draft.game.fen().is_some();
                    let is_apart = words.first().is_some_and(|first| first.after_empty_line || is_of_list(first));
                    if is_apart && draft.game.has_body() {
                        otherwise = Words::OfNext;
                    } else {
                        found = Words::Within;
                    }
                    found == Words::Within
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
                    if token.at_line_start && !draft.game.has_body() && draft.numbers.is_empty() {
                        is_title = !are_sides(&words)
                            && self.next_move().is_some_and(|next| go_on(&PdnGame::default(), [mv, next]));
                    }
                    found = if is_title { Words::Within } else { draft.before_move(&words, mv) };
                    // What another game begins with ends this one.
                    let is_first = |last: &Token| matches!(&last.kind, TokenKind::Number(text) if is_first(text));
                    otherwise == Words::OfNext || (!draft.game.moves.is_empty() && words.last().is_some_and(is_first))
                }
                TokenKind::Result(text) if depth == 0 && is_score(text) && self.is_heading(draft, &words)? => {
                    words.push(token);
                    let has_number = matches!(self.pending.front(), Some(Token { kind: TokenKind::Number(_), .. }));
                    words.extend(self.pending.drain(..1 + usize::from(has_number)));
                    let found = if draft.game.has_body() { Words::OfNext } else { Words::Within };
                    return Ok((words, found));
                }
                // A result among the words above a game.
                TokenKind::Result(text)
                    if depth == 0 && is_score(text) && self.is_in_heading(draft, &words, text)? =>
                {
                    otherwise = if draft.game.has_body() { Words::OfNext } else { Words::Within };
                    false
                }
                TokenKind::Result(_) if depth == 0 => {
                    found = if is_and_so_on(&text_of(&words)) { Words::Within } else { Words::Faulty };
                    true
                }
                _ => false,
            };
            words.push(token);
            if is_end || found != Words::Faulty {
                return Ok((words, if found == Words::Faulty { otherwise } else { found }));
            }
        }
        Ok((words, otherwise))
    }

    /// The move that is next, perhaps behind comments and marks on another one.
    fn next_move(&mut self) -> Option<&str> {
        const MOST_NOTES: usize = 4;
        let is_about_move = |note: &Note| !matches!(note, Note::Text(_) | Note::Setup(_) | Note::Variation(_));
        let is_skipped = |token: &Token| matches!(&token.kind, TokenKind::Note(note) if is_about_move(note));
        let mut place = 0;
        self.look_ahead(1, Strictness::Strict);
        while place < MOST_NOTES && self.pending.get(place).is_some_and(is_skipped) {
            place += 1;
            self.look_ahead(place + 1, Strictness::Strict);
        }
        let next = self.pending.get(place).map(|next| &next.kind);
        if let Some(TokenKind::Move(next)) = next { Some(next) } else { None }
    }

    /// Whether these words, a result and what follows on its line are of the heading of the game behind them.
    fn is_in_heading(&mut self, draft: &Draft, words: &[Token], result: &str) -> io::Result<bool> {
        let is_apart = words.first().is_some_and(|first| first.after_empty_line);
        let before = || format!("{} {}", heading_of(words), result.split_whitespace().collect::<String>());
        let is_of_line = self.pending.iter().all(|next| !next.at_line_start);
        let behind =
            || self.pending.iter().filter_map(Token::text).chain([self.lexer.rest()]).collect::<Vec<_>>().join(" ");
        let names = || names_players(&before()) || (is_of_line && names_players(&format!("{} {}", before(), behind())));
        let may_be = !draft.game.has_body() || (is_apart && names());
        Ok(may_be && self.is_above_game()?)
    }

    /// Whether a game begins behind words that follow.
    pub(super) fn is_above_game(&mut self) -> io::Result<bool> {
        let is_next = self.pending.iter().any(|next| next.at_line_start);
        self.lexer.is_before_game(is_next, begins_line_of_game)
    }

    /// Whether these words and a result are the heading of the game that begins behind them.
    fn is_heading(&mut self, draft: &Draft, words: &[Token]) -> io::Result<bool> {
        let is_apart = words
            .first()
            .is_some_and(|first| first.after_empty_line || (first.at_line_start && names_players(&heading_of(words))));
        let begins = |word: &Token| matches!(&word.kind, TokenKind::Move(mv) if !is_null(mv) && goes_on(&PdnGame::default(), mv));
        if (draft.game.has_body() && !is_apart) || words.iter().any(begins) {
            return Ok(false);
        }
        self.look_ahead(1, Strictness::Behind);
        self.begins_game(true, false)
    }

    /// Reads the rest of a game with a fault, of which `first` was read already. If it is a few words that read as a
    /// result, they are one, and there is no fault. Words alone before the tags of a game are a remark on it, or on the one
    /// before, and the game goes on: then it returns `true`.
    pub(super) fn set_rest_aside(
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
        while let Some(token) = self.lenient_token(Strictness::Lenient)? {
            // The paragraph that says how the game ended is its last one, and comments can stand behind it.
            let may_follow =
                token.is_comment() || (token.after_empty_line && !matches!(token.kind, TokenKind::Result(_)));
            if may_follow && is_words && !draft.game.moves.is_empty() && draft.end_with_verdict(&rest) {
                self.pending.push_front(token);
                self.read_epilogue(&mut draft.game);
                // In the same paragraph, text would be words of the end.
                draft.game.epilogue = without_text(std::mem::take(&mut draft.game.epilogue));
                return Ok(false);
            }
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
                TokenKind::Result(text)
                    if depth == 0
                        && !draft.has_other_players(&rest, &text)
                        && !(is_remark && self.goes_on_to_tags()) =>
                {
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
                    // A year, a version, a time, or a dash between words, is none of a game.
                    let is_decimal = text.split('.').count() == 2 && text.split('.').all(is_number);
                    is_remark &= is_number(&text) || is_decimal || is_time(&text) || is_lone_dash(&text);
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

impl Draft {
    /// Whether words and a result are of another board, since this game has a heading with its own players.
    fn has_other_players(&self, words: &[Note], result: &str) -> bool {
        lists_players(&self.game.notes) && names_players(&format!("{} {result}", text_of_notes(words)))
    }

    /// Whether words say how this game ended, whose moves have no numbers.
    fn is_ended_with(&self, words: &str) -> bool {
        self.last_number().is_none() && !self.game.moves.is_empty() && Verdict::of(words).is_some()
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
        // Behind words at the start position, only the first move is told from a date or a list.
        let begins = !has_moves && !is_null(mv) && (is_first(number) || self.game.fen().is_some());
        if (self.is_due_with(number) || begins) && may_go_on(&self.game, mv) {
            return Words::Within;
        }
        let has_gone_on = self.last_number().is_some_and(|last| last > 1) && self.game.fen().is_none();
        let is_apart = words.first().is_some_and(|first| first.after_empty_line);
        let may_end = has_moves && is_apart && (self.game.tags.is_empty() || has_gone_on);
        let is_next = may_end && is_first(number) && begins_anew(&self.game, &[mv], true);
        if is_next { Words::OfNext } else { Words::Faulty }
    }
}

/// Words without a meaning: moves with their marks, numbers and results among them are text, but for those of variations.
/// So is a parenthesis without its other one.
pub(super) fn as_words(mut tokens: Vec<Token>) -> Vec<Token> {
    let mut alone = Vec::new();
    let mut open = Vec::new();
    for (place, token) in tokens.iter().enumerate() {
        match token.kind {
            TokenKind::Open => open.push(place),
            TokenKind::Close if open.pop().is_none() => alone.push((place, ")")),
            _ => {}
        }
    }
    alone.extend(open.into_iter().map(|place| (place, "(")));
    for (place, sign) in alone {
        tokens[place].kind = TokenKind::Note(Note::Text(sign.to_owned()));
    }
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
            (Some(TokenKind::Note(Note::Text(mv))), TokenKind::Note(Note::Strength(mark)))
                if was_behind_move && joins_move(mark) =>
            {
                mv.push_str(mark);
            }
            _ => words.push(Token { kind, ..token }),
        }
    }
    words
}

/// Whether a mark has to stand right behind its move: apart, a star is a result, and dots are the number of a move.
pub(super) fn joins_move(mark: &str) -> bool {
    mark.starts_with(['*', '…']) || mark.starts_with("..")
}

/// Whether a token is the number of a move. A bare one that ends a line of words is one of a title: `GAME No. 112`.
fn is_number_of(number: &Token, mv: &Token) -> bool {
    let TokenKind::Number(text) = &number.kind else { return false };
    !(is_number(text) && mv.at_line_start && !number.at_line_start)
}

/// Whether a line begins with the first two moves of a game, perhaps with comments and marks on them, or with the number
/// of the first one, that move, and a comment that can go on in the next line.
fn begins_line_of_game(line: &str) -> bool {
    // A line of moves without an end begins as a short one does.
    const LONGEST_LINE: usize = 400;
    let line = line.char_indices().nth(LONGEST_LINE).map_or(line, |(end, _)| &line[..end]);
    let mut lexer = Lexer::new(Lines::new(line.as_bytes()));
    let (mut moves, mut number, mut is_cut) = (Vec::new(), None, false);
    while moves.len() < 2 {
        match lexer.next(Strictness::Strict) {
            Ok(Some(Token { kind: TokenKind::Move(mv), .. })) => moves.push(mv),
            Ok(Some(Token { kind: TokenKind::Number(first), .. })) if moves.is_empty() && number.is_none() => {
                number = Some(first);
            }
            Ok(Some(Token { kind: TokenKind::Note(note), .. })) if !moves.is_empty() && note.text().is_none() => {}
            Err(LexError::Fault(_, PdnFault::Unclosed { .. })) => {
                is_cut = true;
                break;
            }
            _ => break,
        }
    }
    let is_whole = moves.len() == 2 || (moves.len() == 1 && number.is_some() && is_cut);
    is_whole && number.as_deref().is_none_or(is_first) && go_on(&PdnGame::default(), moves.iter().map(String::as_str))
}

/// Whether words are the names of sides alone, as those above columns.
fn are_sides(words: &[Token]) -> bool {
    let text = text_of(words);
    !text.is_empty() && text.split_whitespace().all(|word| Verdict::side_named(word).is_some())
}

/// Whether a result says more than that the game is over.
pub(super) fn is_score(result: &str) -> bool {
    result.contains(char::is_numeric)
}

/// Whether words say that moves follow.
pub(super) fn is_label(words: &str) -> bool {
    words.ends_with([':', '=']) || words.ends_with("moves")
}

/// Whether words say whose move follows: `Black`, `Wit:`, `B:`.
fn is_of_side(words: &str) -> bool {
    let letter = words.strip_suffix(':').is_some_and(|letter| letter.chars().count() == 1);
    letter || Verdict::side_named(words).is_some()
}

/// The text of words with the numbers among them.
fn heading_of(words: &[Token]) -> String {
    let texts = words.iter().filter_map(|word| match &word.kind {
        TokenKind::Note(Note::Text(text)) | TokenKind::Number(text) | TokenKind::Move(text) => Some(text.as_str()),
        _ => None,
    });
    texts.collect::<Vec<_>>().join(" ")
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
