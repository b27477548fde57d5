//! Writes games as PDN 3.0.

use std::fmt;

use super::tags::is_cut;
use super::tree::written_setup;
use super::words::{TokenKind, bracketed_glyph, first_word, is_glyph, odd_number};
use super::{Note, PdnGame, PdnMove, PdnResult, Variation};
use crate::rules::Variant;

/// The maximum length of a line, in characters, unless a single word is longer.
const LONGEST_LINE: usize = 80;

impl fmt::Display for PdnGame {
    /// Tags, an empty line, the moves, and the result, followed by an empty line, so that games can be concatenated to
    /// a file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut was_cut = false;
        for tag in self.tags.written() {
            let mut lines = Lines::default();
            lines.notes(&tag.before, 0);
            lines.end_line();
            // What is behind a tag that the end of its line ends would be of it.
            let apart = if was_cut && !tag.before.is_empty() { "\n" } else { "" };
            writeln!(f, "{apart}{}{}", lines.text, tag.written)?;
            was_cut = is_cut(&tag.written);
        }
        let is_bare = self.tags.written().next().is_none();
        if !is_bare {
            writeln!(f)?;
        }
        let mut lines = Lines { is_bare, ..Lines::default() };
        let first = self.first_half_move();
        lines.notes(&self.notes, first);
        if self.begins_behind_words() {
            lines.end_line();
        }
        lines.moves(&self.moves, first);
        lines.word(self.last_word());
        // Behind the result, a move that begins a line could be the first one of another game.
        lines.is_bare |=
            self.epilogue.iter().any(|note| matches!(note, Note::Text(text) if text.contains(char::is_numeric)));
        lines.notes(&self.epilogue, first);
        writeln!(f, "{}\n", lines.text.trim_end())
    }
}

impl PdnGame {
    /// The result after the moves: as it was read, or spelled as in the tag, if that has the same meaning.
    fn last_word(&self) -> &str {
        let tag = self.tags.get("Result").map(str::trim);
        match (&self.last_word, tag, &self.result) {
            (Some(word), ..) => word,
            (_, _, PdnResult::Unknown | PdnResult::Other(_)) => "*",
            (_, Some(tag), result) if PdnResult::of_word(tag).as_ref() == Some(result) => tag,
            (_, _, result) => result.text(Variant::DEFAULT),
        }
    }

    /// Whether the first move has to begin a line: it stands behind words with a result among them, or has no number behind
    /// text.
    fn begins_behind_words(&self) -> bool {
        let Some(first) = self.moves.first() else { return false };
        let texts = || self.notes.iter().filter_map(Note::text);
        let has_words = texts().any(|text| text.contains(char::is_alphabetic));
        let has_score = texts().any(|text| PdnResult::of_word(text).is_some());
        let last = self.notes.last().and_then(Note::text).unwrap_or_default();
        let is_numbered = odd_number(&format!("{last} {}", first.text), false).is_some();
        // What stands in brackets can be the number of the move, and is read as such on its line alone.
        let is_word = |text: &str| first_word(text).0.is_err() && !is_glyph(text) && bracketed_glyph(text).is_none();
        (has_words && has_score) || (first.number.as_deref() == Some("") && !is_numbered && texts().any(is_word))
    }

    /// The half-moves from move 1 of the side that begins in the variant to the first move: as the game counts itself,
    /// or 1 if the other side begins, which needs a FEN.
    fn first_half_move(&self) -> usize {
        let numbers = self.moves.iter().enumerate().filter_map(|(ply, mv)| Some((ply, mv.number.as_deref()?)));
        let counted = numbers.filter_map(|(ply, number)| half_move(number)?.checked_sub(ply)).next();
        counted.unwrap_or_else(|| usize::from(self.second_begins()))
    }

    /// Whether the side that moves second in the variant begins.
    fn second_begins(&self) -> bool {
        let stated = self.tags.variants(None).ok().and_then(|stated| stated.first());
        let variant = stated.unwrap_or(Variant::INTERNATIONAL);
        let second = variant.articles().first.opponent().letter();
        self.fen().is_some_and(|fen| fen.trim_start().starts_with([second, second.to_ascii_lowercase()]))
    }
}

/// The half-moves before a move with this number: 4 for `3.`, 5 for `3...` or `3. ...`.
fn half_move(number: &str) -> Option<usize> {
    let digits = number.len() - number.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let full = number[..digits].parse::<u32>().ok()?.checked_sub(1)? as usize;
    let is_second = number.matches('.').count() > 1 || number.contains('…');
    number[digits..].chars().all(|c| c == ' ' || c == '.' || c == '…').then_some(2 * full + usize::from(is_second))
}

/// Wraps words into lines.
#[derive(Default)]
struct Lines {
    text: String,
    /// Characters of the last line.
    column: usize,
    /// The number of open variations, each of which needs a closing parenthesis.
    open: usize,
    /// The prefix of the next word: parentheses that open.
    prefix: String,
    /// Whether the last word goes on to the end of its line.
    is_full: bool,
    /// Whether the next word has to stand on the same line, as its last one: behind a semicolon.
    is_glued: bool,
    /// Whether the last word was such a one.
    was_glued: bool,
    /// Whether what begins a line could be the first move of another game, as where a game has no tags.
    is_bare: bool,
}

impl Lines {
    /// Adds moves. `first` counts half-moves from move 1 of the side that begins to the first of them. A move without a
    /// number of its own gets one, if it is of the other side only if it does not directly follow the previous one.
    fn moves(&mut self, moves: &[PdnMove], first: usize) {
        let mut stands_apart = true;
        for (place, (half_moves, mv)) in (first..).zip(moves).enumerate() {
            let number = match (&mv.number, half_moves % 2) {
                (Some(number), _) if number.is_empty() => String::new(),
                (Some(number), _) => format!("{number} "),
                (None, 0) => format!("{}. ", half_moves / 2 + 1),
                (None, _) if stands_apart => format!("{}... ", half_moves / 2 + 1),
                (None, _) => String::new(),
            };
            let marks =
                mv.notes.iter().map_while(|note| if let Note::Strength(mark) = note { Some(mark) } else { None });
            let marks: Vec<_> = marks.map(String::as_str).collect();
            self.word(&format!("{number}{}{}", mv.text, marks.concat()));
            // Dots behind a move end its line.
            self.is_full |= marks.first().is_some_and(|mark| *mark != "." && mark.starts_with(['.', '…']));
            let notes = &mv.notes[marks.len()..];
            let is_semicolon = |note: &Note| self.open == 0 && matches!(note, Note::Text(text) if text == ";");
            let is_followed = place + 1 < moves.len();
            match notes.iter().rposition(is_semicolon) {
                Some(last) => self.parted(notes, last, half_moves, is_followed),
                None => self.notes(notes, half_moves),
            }
            stands_apart = mv.variations().next().is_some();
        }
    }

    /// Adds notes of which the one at `place` is a semicolon that parts a move from the next one. Where none follows, it would
    /// begin a comment.
    fn parted(&mut self, notes: &[Note], place: usize, half_moves: usize, is_followed: bool) {
        let (signs, others): (Vec<_>, Vec<_>) =
            notes[place + 1..].iter().cloned().partition(|note| is_followed && matches!(note, Note::Text(_)));
        self.notes(&notes[..place], half_moves);
        if !is_followed {
            self.comment(";");
        }
        self.notes(&others, half_moves);
        if is_followed {
            // What is behind the next one is not of the line of this one.
            self.is_full &= !std::mem::take(&mut self.was_glued);
            self.joined(";");
            self.notes(&signs, half_moves);
            self.is_glued = true;
        }
    }

    /// Adds notes after the move with this number of half-moves before it.
    fn notes(&mut self, notes: &[Note], half_moves: usize) {
        for note in notes {
            match note {
                // Behind a move it is joined by `moves`; behind another word it would be part of that.
                Note::Strength(text) => self.word(text),
                // These would begin a comment behind a blank or at the beginning of a line.
                Note::Text(text) if text.starts_with([';', '%', '#']) => {
                    // A sharp at the beginning of a line is a sign if it stands alone.
                    let is_sharp = text == "#" && self.column == 0;
                    self.joined(text);
                    self.is_full |= is_sharp;
                }
                Note::Text(text) => {
                    if self.column == 0 && text.starts_with("//") {
                        self.text.push(' ');
                    }
                    self.word(text);
                    // Dots behind a move end its line.
                    self.is_full |= (text.ends_with("..") || text.ends_with('…'))
                        && matches!(first_word(text).0, Ok(TokenKind::Move(_)));
                }
                Note::Nag(nag) => self.word(&format!("${nag}")),
                Note::Comment(text) => self.comment(text),
                Note::LineComment(text) => self.line_comment(text),
                // Each row of a picture has a line of its own.
                Note::Setup(text) if text.contains('\n') => {
                    self.end_line();
                    self.word(text);
                    self.is_full = true;
                }
                Note::Setup(text) => {
                    self.word(&written_setup(text));
                    // Words of a position would go on with what follows.
                    self.is_full |= note.is_position();
                }
                Note::Variation(variation) => self.variation(variation, half_moves),
            }
        }
    }

    fn variation(&mut self, variation: &Variation, first: usize) {
        self.prefix.push('(');
        self.open += 1;
        self.notes(&variation.notes, first);
        self.moves(&variation.moves, first);
        if !self.prefix.is_empty() {
            self.word("");
        }
        self.open -= 1;
        self.joined(")");
    }

    /// A comment to the end of its line. One with `%` has a line of its own, as the standard wants it.
    fn line_comment(&mut self, comment: &str) {
        // Within a variation only a blank before it makes it a comment.
        if !self.prefix.is_empty() {
            self.word("");
        }
        if comment.starts_with(['%', '#', '/']) {
            self.end_line();
        }
        self.word(comment);
        self.is_full = true;
    }

    fn end_line(&mut self) {
        if self.column > 0 {
            self.text.push('\n');
        }
        (self.column, self.is_full) = (0, false);
    }

    /// A comment can be wrapped between words, but not before one that has a meaning at the start of a line, and not
    /// within a command such as `[%eval 0.07]`.
    fn comment(&mut self, comment: &str) {
        let comment = format!("{{{}}}", comment.replace('}', ")"));
        let is_bare = std::mem::take(&mut self.is_bare);
        let mut words = comment.split_whitespace().peekable();
        let mut group = String::new();
        while let Some(word) = words.next() {
            group.push_str(word);
            match words.peek() {
                Some(next)
                    if next.starts_with(['%', '[', '#']) || next.starts_with("//") || ends_within_command(&group) =>
                {
                    group.push(' ')
                }
                _ => self.word(&std::mem::take(&mut group)),
            }
        }
        self.is_bare = is_bare;
    }

    /// Adds text that stays on one line. One with a meaning at the beginning of a line is not put there.
    fn word(&mut self, word: &str) {
        let prefix = std::mem::take(&mut self.prefix);
        let length = prefix.chars().count() + word.chars().count();
        self.was_glued = std::mem::take(&mut self.is_glued);
        if length > 0 && self.column > 0 {
            let fits = self.column + 1 + length + self.open <= LONGEST_LINE || self.was_glued;
            let may_break = !(prefix.is_empty() && (word.starts_with(['%', '[', '#']) || word.starts_with("//")));
            let is_like_first =
                self.is_bare && self.open == 0 && word.starts_with(|c: char| c.is_alphanumeric() || ".…*".contains(c));
            let stays = (fits || !may_break) && !self.is_full;
            // Where the line has to end, a blank takes the meaning away.
            let between = if stays {
                " "
            } else if may_break && !is_like_first {
                "\n"
            } else {
                "\n "
            };
            self.text.push_str(between);
            self.column = if stays { self.column + 1 } else { between.len() - 1 };
            self.is_full = false;
        }
        self.text.push_str(&prefix);
        self.text.push_str(word);
        self.column += length;
        self.is_full |= self.was_glued;
    }

    /// Adds text right behind the last word.
    fn joined(&mut self, text: &str) {
        if self.is_full || !self.prefix.is_empty() {
            return self.word(text);
        }
        self.text.push_str(text);
        self.column += text.chars().count();
    }
}

fn ends_within_command(text: &str) -> bool {
    text.rfind("[%").is_some_and(|start| !text[start..].contains(']'))
}
