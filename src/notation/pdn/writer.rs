//! Games as PDN 3.0.

use std::fmt;

use super::game_type::told;
use super::{PdnGame, PdnMove, PdnResult};
use crate::rules::{Rules, Side, Variant, VariantVisitor};

/// The longest line, in characters, where words allow it.
const LONGEST_LINE: usize = 80;

impl fmt::Display for PdnGame {
    /// Tags, an empty line, the moves, and `*`, with a line end and an empty line behind it: games written one after
    /// another make a file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.tags)?;
        if !self.tags.is_empty() {
            writeln!(f)?;
        }
        let mut lines = Lines::default();
        if let Some((_, fen)) = &self.setup {
            lines.word(&format!("/FEN \"{fen}\"/"));
        }
        self.comments.iter().for_each(|comment| lines.comment(comment));
        let begins_late = self.second_begins();
        for (index, mv) in self.moves.iter().enumerate() {
            let half_moves = index + usize::from(begins_late);
            let number = match half_moves % 2 {
                0 => format!("{}. ", half_moves / 2 + 1),
                _ if index == 0 => "1... ".to_owned(),
                _ => String::new(),
            };
            lines.mv(&number, mv);
        }
        let is_told = self.tags.get("Result").is_some() || self.result == PdnResult::Unknown;
        lines.word(if is_told { "*" } else { self.result.text(0) });
        writeln!(f, "{}\n", lines.text)
    }
}

impl PdnGame {
    /// Does the side begin that is second in the variant? It does only by a FEN.
    fn second_begins(&self) -> bool {
        let first = match told(&self.tags) {
            Ok(Some(variant)) => variant.visit(FirstSide),
            _ => Variant::International.visit(FirstSide),
        };
        self.fen().is_some_and(|(_, fen)| {
            !fen.trim_start().starts_with([first.letter(), first.letter().to_ascii_lowercase()])
        })
    }
}

struct FirstSide;

impl VariantVisitor for FirstSide {
    type Output = Side;

    fn visit<R: Rules>(self) -> Side {
        R::FIRST
    }
}

/// Words, broken into lines.
#[derive(Default)]
struct Lines {
    text: String,
    /// Characters of the last line.
    column: usize,
}

impl Lines {
    fn mv(&mut self, number: &str, mv: &PdnMove) {
        self.word(&format!("{number}{}{}", mv.text, mv.strength));
        mv.nags.iter().for_each(|nag| self.word(&format!("${nag}")));
        mv.comments.iter().for_each(|comment| self.comment(comment));
    }

    /// A comment may be broken between words, but not before one that would mean something at the start of a line.
    fn comment(&mut self, comment: &str) {
        let comment = format!("{{{}}}", comment.replace('}', ")"));
        let mut words = comment.split_whitespace().peekable();
        let mut group = String::new();
        while let Some(word) = words.next() {
            group.push_str(word);
            match words.peek() {
                Some(next) if next.starts_with(['%', '[']) => group.push(' '),
                _ => self.word(&std::mem::take(&mut group)),
            }
        }
    }

    /// Adds text that stays on one line.
    fn word(&mut self, word: &str) {
        let length = word.chars().count();
        if self.column > 0 {
            let fits = self.column + 1 + length <= LONGEST_LINE;
            self.text.push(if fits { ' ' } else { '\n' });
            self.column = if fits { self.column + 1 } else { 0 };
        }
        self.text.push_str(word);
        self.column += length;
    }
}
