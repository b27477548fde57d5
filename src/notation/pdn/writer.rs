//! Writes games as PDN 3.0.

use std::fmt;

use super::{PdnGame, PdnMove, PdnResult};
use crate::rules::Variant;

/// The maximum length of a line, in characters, unless a single word is longer.
const LONGEST_LINE: usize = 80;

impl fmt::Display for PdnGame {
    /// Tags, an empty line, the moves, and the result, followed by an empty line, so that games can be concatenated to
    /// a file.
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
        lines.moves(&self.moves, usize::from(self.second_begins()));
        self.afterword.iter().for_each(|comment| lines.comment(comment));
        lines.word(self.last_word());
        writeln!(f, "{}\n", lines.text)
    }
}

impl PdnGame {
    /// The result after the moves: spelled as in the tag, if that has the same meaning.
    fn last_word(&self) -> &str {
        let tag = self.tags.get("Result").map(str::trim);
        match (tag, &self.result) {
            (_, PdnResult::Unknown | PdnResult::Other(_)) => "*",
            (Some(tag), result) if PdnResult::of_word(tag).as_ref() == Some(result) => tag,
            (_, result) => result.text(0),
        }
    }

    /// Whether the side that moves second in the variant begins, which needs a FEN.
    fn second_begins(&self) -> bool {
        let variant = self.tags.variant().ok().flatten().unwrap_or(Variant::INTERNATIONAL);
        let first = variant.articles().first;
        self.fen().is_some_and(|(_, fen)| {
            !fen.trim_start().starts_with([first.letter(), first.letter().to_ascii_lowercase()])
        })
    }
}

/// Wraps words into lines.
#[derive(Default)]
struct Lines {
    text: String,
    /// Characters of the last line.
    column: usize,
    /// The number of open variations, each of which needs a closing parenthesis.
    open: usize,
    /// The prefix of the next word.
    prefix: &'static str,
}

impl Lines {
    /// Adds moves. `first` counts half-moves from move 1 of the side that begins in the variant to the first of them. A
    /// move of the other side gets a number if it does not directly follow the previous one.
    fn moves(&mut self, moves: &[PdnMove], first: usize) {
        let mut stands_apart = true;
        for (half_moves, mv) in (first..).zip(moves) {
            let number = match half_moves % 2 {
                0 => format!("{}. ", half_moves / 2 + 1),
                _ if stands_apart => format!("{}... ", half_moves / 2 + 1),
                _ => String::new(),
            };
            self.mv(&number, mv);
            mv.variations.iter().for_each(|variation| self.variation(variation, half_moves));
            stands_apart = !mv.variations.is_empty();
        }
    }

    fn variation(&mut self, moves: &[PdnMove], first: usize) {
        if moves.is_empty() {
            return;
        }
        self.prefix = "(";
        self.open += 1;
        self.moves(moves, first);
        self.open -= 1;
        self.text.push(')');
        self.column += 1;
    }

    fn mv(&mut self, number: &str, mv: &PdnMove) {
        self.word(&format!("{number}{}{}", mv.text, mv.strength));
        mv.nags.iter().for_each(|nag| self.word(&format!("${nag}")));
        mv.comments.iter().for_each(|comment| self.comment(comment));
    }

    /// A comment can be wrapped between words, but not before one that has a meaning at the start of a line, and not
    /// within a command such as `[%eval 0.07]`.
    fn comment(&mut self, comment: &str) {
        let comment = format!("{{{}}}", comment.replace('}', ")"));
        let mut words = comment.split_whitespace().peekable();
        let mut group = String::new();
        while let Some(word) = words.next() {
            group.push_str(word);
            match words.peek() {
                Some(next) if next.starts_with(['%', '[']) || ends_within_command(&group) => group.push(' '),
                _ => self.word(&std::mem::take(&mut group)),
            }
        }
    }

    /// Adds text that stays on one line.
    fn word(&mut self, word: &str) {
        let prefix = std::mem::take(&mut self.prefix);
        let length = prefix.len() + word.chars().count();
        if self.column > 0 {
            let fits = self.column + 1 + length + self.open <= LONGEST_LINE;
            self.text.push(if fits { ' ' } else { '\n' });
            self.column = if fits { self.column + 1 } else { 0 };
        }
        self.text.push_str(prefix);
        self.text.push_str(word);
        self.column += length;
    }
}

fn ends_within_command(text: &str) -> bool {
    text.rfind("[%").is_some_and(|start| !text[start..].contains(']'))
}
