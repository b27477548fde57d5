//! Tells paragraphs that stand beside a game, such as footnotes and analyses, from its moves.

use std::io::{self, BufRead};

use super::super::super::{Lines, is_dash};
use super::super::lexer::{Lexer, Strictness, Token};
use super::super::meant::{go_on, goes_on, is_first, leading_number};
use super::super::null::is_null;
use super::super::tree::Note;
use super::super::verdict::Verdict;
use super::super::words::{TokenKind, is_and_so_on, is_footnote, is_glyph};
use super::super::{PdnGame, PdnResult};
use super::Reader;
use super::draft::{DEEPEST, Draft};
use super::prose::MOST_WORDS_WITHIN;

impl<B: BufRead> Reader<B> {
    /// Reads a paragraph that begins on this line with `first`, or with a word that is no token, if it stands beside the
    /// game: it tells of moves, and none of them has the number that is due. It becomes a comment, so that it is none of
    /// the game either where it is read again.
    pub(super) fn take_aside(&mut self, draft: &mut Draft, line: u64, first: Option<&Token>) -> io::Result<bool> {
        let has_label = first.map_or_else(|| self.lexer.begins_line(), |first| first.at_line_start)
            && begins_with_label(self.lexer.line().trim_start());
        let is_apart = first.map_or_else(|| self.lexer.is_behind_empty_line(), |first| first.after_empty_line);
        let may_be = (is_apart || has_label) && first.is_none_or(|first| may_begin(&first.kind));
        // What was read ahead has to be of the same line.
        if !may_be || line != self.lexer.line_number() || !draft.open.is_empty() || !draft.is_due() {
            return Ok(false);
        }
        // Words alone are judged with what follows them.
        let is_whole =
            |text: &str| Paragraphs::of(text).is_none_or(|read| read.has_moves || read.has_end || !read.has_words);
        // Behind notes, the game goes on with the number that is due.
        let is_of_game = |text: &str, next: &str| {
            begins_with_label(text.trim_start())
                && Paragraphs::of(next).is_some_and(|next| draft.is_gone_on_with_by(&next.tokens))
        };
        let taken = self.lexer.take_paragraphs(is_whole, is_of_game, |text| draft.has_beside(text, is_apart))?;
        let Some(text) = taken else { return Ok(false) };
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        self.pending.clear();
        self.broken = None;
        draft.game.last_notes().push(Note::Comment(text));
        Ok(true)
    }
}

fn may_begin(kind: &TokenKind) -> bool {
    match kind {
        TokenKind::Tag(_) | TokenKind::Result(_) => false,
        TokenKind::Note(note) => !matches!(note, Note::Setup(_) | Note::Comment(_) | Note::LineComment(_)),
        _ => true,
    }
}

impl Draft {
    /// Whether paragraphs, which can stand apart behind an empty line, go on with this game no more than they begin another
    /// one.
    fn has_beside(&self, text: &str, is_apart: bool) -> bool {
        let Some(Paragraphs { tokens, has_moves, has_words, has_end }) = Paragraphs::of(text) else { return false };
        let begins_with_move =
            matches!(tokens.first(), Some(Token { kind: TokenKind::Number(_) | TokenKind::Move(_), .. }));
        // A brace would end the comment.
        if has_end || (begins_with_move && !has_words) || text.contains(['{', '}']) || Verdict::of(text).is_some() {
            return false;
        }
        if !has_moves {
            return has_words && !PdnResult::ends(text, self.game.tags.get("Result"));
        }
        // A mark behind a move can begin a line.
        if is_apart && names_line(text) {
            return true;
        }
        // Without numbers, any move can be meant to go on.
        self.last_number().is_some() && !self.has_part(&tokens)
    }

    /// Whether one of these moves is of this game, whose moves have numbers, or begins another one.
    fn has_part(&self, tokens: &[Token]) -> bool {
        for (place, token) in tokens.iter().enumerate() {
            let TokenKind::Move(mv) = &token.kind else { continue };
            let behind = &tokens[place + 1..];
            match place.checked_sub(1).map(|before| &tokens[before].kind) {
                Some(TokenKind::Number(number)) if !self.has_style(number) => {}
                Some(TokenKind::Number(number)) if is_first(number) => return true,
                Some(TokenKind::Number(number)) if self.is_due_with(number) && goes_on(&self.game, mv) => {
                    return !self.is_in_sentence(&tokens[..place], mv, behind);
                }
                // A number can have been left out.
                Some(TokenKind::Number(number))
                    if leading_number(number) > self.last_number() && self.goes_on_with(mv, behind) =>
                {
                    return true;
                }
                Some(TokenKind::Number(_)) => {}
                _ if self.is_second_due() && goes_on(&self.game, mv) => return true,
                _ if token.at_line_start && begins_game(mv, behind) => return true,
                _ => {}
            }
        }
        false
    }

    /// Whether these tokens begin with the next move of this game and its number.
    fn is_gone_on_with_by(&self, tokens: &[Token]) -> bool {
        let [Token { kind: TokenKind::Number(number), .. }, mv, ..] = tokens else { return false };
        self.has_style(number) && self.is_due_with(number) && mv.mv().is_some_and(|mv| goes_on(&self.game, mv))
    }

    /// Whether a move, behind these tokens, is of a sentence, and no other one that can be played follows.
    fn is_in_sentence(&self, before: &[Token], mv: &str, behind: &[Token]) -> bool {
        const FEWEST_WORDS: usize = 3;
        let words = behind.iter().map_while(Token::text).collect::<Vec<_>>().join(" ");
        let is_told = match before {
            [before @ .., number] if words.is_empty() => {
                let leading = before.iter().rev().map_while(Token::text).filter(|word| is_word(word));
                !number.at_line_start && leading.count() >= FEWEST_WORDS
            }
            _ => !(is_glyph(&words) || is_and_so_on(&words) || PdnResult::is_stated(&words)),
        };
        is_told && !self.goes_on_with(mv, behind)
    }

    /// Whether a move can be played, and one of these behind it.
    fn goes_on_with(&self, mv: &str, behind: &[Token]) -> bool {
        behind.iter().any(|token| matches!(&token.kind, TokenKind::Move(next) if go_on(&self.game, [mv, next])))
    }

    /// Whether a number ends as those of the game do: notes may count in another way.
    fn has_style(&self, number: &str) -> bool {
        let is_note = |number: &str| number.ends_with(')');
        let first = self.game.moves.iter().find_map(|mv| mv.number.as_deref().filter(|number| !number.is_empty()));
        is_note(number) == first.is_some_and(is_note)
    }
}

/// What stands at no depth of parentheses in paragraphs.
#[derive(Default)]
struct Paragraphs {
    /// The first one can be a parenthesis.
    tokens: Vec<Token>,
    has_moves: bool,
    has_words: bool,
    /// Whether there is a result, or a position.
    has_end: bool,
}

impl Paragraphs {
    /// `None` if the text is too long.
    fn of(text: &str) -> Option<Paragraphs> {
        let mut lexer = Lexer::new(Lines::new(text.as_bytes()));
        let (mut read, mut depth) = (Paragraphs::default(), 0_usize);
        for _ in 0..MOST_WORDS_WITHIN {
            let strictness = if depth == 0 { Strictness::Words } else { Strictness::Lenient };
            let Some(token) = lexer.next(strictness).ok()? else { return Some(read) };
            match &token.kind {
                TokenKind::Open if depth < DEEPEST => depth += 1,
                TokenKind::Close => depth = depth.saturating_sub(1),
                _ if depth > 0 => continue,
                TokenKind::Note(Note::Text(text)) => read.has_words |= is_word(text),
                TokenKind::Move(mv) => read.has_moves |= !is_null(mv),
                TokenKind::Result(_) | TokenKind::Note(Note::Setup(_)) => read.has_end = true,
                _ => {}
            }
            read.tokens.push(token);
        }
        None
    }
}

/// Whether a move and the next token can be the first moves of a game.
fn begins_game(mv: &str, behind: &[Token]) -> bool {
    matches!(behind.first(), Some(Token { kind: TokenKind::Move(next), .. }) if go_on(&PdnGame::default(), [mv, next]))
}

/// Whether a text begins with a word for moves that were not played, or with the letter or the number of a note, as `a)`,
/// `(1)` and `[b]`.
pub(super) fn names_line(text: &str) -> bool {
    const WORDS: [&str; 25] = [
        "analyse",
        "analysis",
        "analiza",
        "análisis",
        "análise",
        "analisi",
        "analýza",
        "анализ",
        "variant",
        "variante",
        "variation",
        "var",
        "варіант",
        "вариант",
        "instead",
        "better",
        "beter",
        "besser",
        "mieux",
        "mejor",
        "meglio",
        "лучше",
        "note",
        "notes",
        "noot",
    ];
    let word = first_name(text.trim_start_matches(['(', '[']));
    begins_with_label(text) || WORDS.contains(&word.to_lowercase().as_str())
}

/// Whether a text begins with the letter or the number of a note.
fn begins_with_label(text: &str) -> bool {
    let label = text.trim_start_matches(['(', '[']);
    if text.starts_with(is_footnote) || is_apart_letter(text) {
        return true;
    }
    let word = first_name(label);
    let is_short = (1..=2).contains(&word.chars().count());
    let is_enclosed = label.len() < text.len() || word.chars().all(char::is_alphabetic);
    is_short && is_enclosed && label[word.len()..].starts_with([')', ']'])
}

/// Whether a text begins with a letter that a dash parts from words.
fn is_apart_letter(text: &str) -> bool {
    let Some(behind) = text.strip_prefix(char::is_alphabetic).and_then(|text| text.strip_prefix(' ')) else {
        return false;
    };
    let words = behind.strip_prefix(is_dash).and_then(|text| text.strip_prefix(' '));
    words.is_some_and(|words| words.starts_with(char::is_alphabetic))
}

/// The letters and digits at the beginning of a text.
fn first_name(text: &str) -> &str {
    &text[..text.find(|c: char| !c.is_alphanumeric()).unwrap_or(text.len())]
}

fn is_word(text: &str) -> bool {
    !is_glyph(text) && text.chars().filter(|c| c.is_alphabetic()).count() > 1
}
