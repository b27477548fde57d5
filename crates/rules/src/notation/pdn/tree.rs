//! The moves of a game as a tree, with everything that stands among them, in the order in which it was written.

use super::super::{SpelledMove, is_quote};
use super::null::is_null;
use super::numbering::renumbered;

/// Something that stands among the moves of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// A mark such as `!` or `(?)`, or a `*` right after a move.
    Strength(String),
    /// A numeric annotation glyph.
    Nag(u32),
    /// A comment in braces; see [`super::Remark`].
    Comment(String),
    /// A comment to the end of its line, with the `;` or `%` that it begins with.
    LineComment(String),
    /// A setup: what stands between its slashes, such as `FEN "W:W31:B1"`, or a position alone.
    Setup(String),
    /// Moves instead of the last one.
    Variation(Variation),
    /// Text without a meaning here: words in a variation, a number without a move.
    Text(String),
}

impl Note {
    /// The text of a note that is nothing else.
    pub(super) fn text(&self) -> Option<&str> {
        if let Note::Text(text) = self { Some(text) } else { None }
    }

    /// The text of a comment.
    pub fn comment(&self) -> Option<&str> {
        match self {
            Note::Comment(text) => Some(text),
            Note::LineComment(text) => text.strip_prefix(';').map(str::trim),
            _ => None,
        }
    }

    /// The FEN of a setup.
    pub(super) fn setup(&self) -> Option<&str> {
        let Note::Setup(text) = self else { return None };
        let Some(quoted) = behind_keyword(text) else { return Some(text) };
        quoted.trim().strip_prefix(is_quote)?.strip_suffix(is_quote)
    }

    /// Whether it is a position alone.
    pub(super) fn is_position(&self) -> bool {
        matches!(self, Note::Setup(text) if behind_keyword(text).is_none())
    }
}

/// What follows the keyword of a setup.
fn behind_keyword(setup: &str) -> Option<&str> {
    setup.get(..3).filter(|keyword| keyword.eq_ignore_ascii_case("FEN")).map(|_| &setup[3..])
}

/// A setup as it is written.
pub(super) fn written_setup(setup: &str) -> String {
    if behind_keyword(setup).is_some() { format!("/{setup}/") } else { setup.to_owned() }
}

/// The texts of the comments among notes.
pub(super) fn comments(notes: &[Note]) -> Vec<&str> {
    notes.iter().filter_map(Note::comment).collect()
}

/// A line of moves that was not played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Variation {
    /// What stands before its first move.
    pub notes: Vec<Note>,
    /// Its moves.
    pub moves: Vec<PdnMove>,
}

impl From<Vec<PdnMove>> for Variation {
    fn from(moves: Vec<PdnMove>) -> Variation {
        Variation { notes: Vec::new(), moves }
    }
}

/// A move as text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PdnMove {
    /// The number before it as it was read, such as `1.` or `1. ...`, or nothing; `None` for a move that was not read,
    /// to which the writer gives its number.
    pub(super) number: Option<String>,
    /// The squares: `32-28`.
    pub text: String,
    /// What stands after it.
    pub notes: Vec<Note>,
    /// Its line, from 1; 0 for a move that was not read.
    pub line: u64,
}

impl PdnMove {
    /// A move without any comment.
    pub fn new(text: impl Into<String>) -> PdnMove {
        PdnMove { text: text.into(), ..PdnMove::default() }
    }

    /// The comments; see [`super::Remark`].
    pub fn comments(&self) -> Vec<&str> {
        comments(&self.notes)
    }

    /// The numeric annotation glyphs.
    pub fn nags(&self) -> Vec<u32> {
        let nag = |note: &Note| if let Note::Nag(nag) = note { Some(*nag) } else { None };
        self.notes.iter().filter_map(nag).collect()
    }

    /// The variations.
    pub fn variations(&self) -> impl Iterator<Item = &Variation> {
        self.notes.iter().filter_map(|note| if let Note::Variation(variation) = note { Some(variation) } else { None })
    }

    /// Whether it is a null move: `--`, or `0-0` among the moves.
    pub fn is_null(&self) -> bool {
        is_null(&self.text)
    }

    /// Lets the writer number the move if it was read without a number: something stands before it now.
    pub fn number_if_none(&mut self) {
        self.number.take_if(|number| number.is_empty());
    }

    /// Adds a glyph behind the marks that the move has, unless it has this one.
    pub fn add_nag(&mut self, nag: u32) {
        if !self.nags().contains(&nag) {
            let is_mark = |note: &Note| matches!(note, Note::Strength(_) | Note::Nag(_));
            let place = self.notes.iter().take_while(|note| is_mark(note)).count();
            self.notes.insert(place, Note::Nag(nag));
        }
    }

    /// Adds a comment before the variations.
    pub fn add_comment(&mut self, text: impl Into<String>) {
        let place = self.notes.iter().take_while(|note| !matches!(note, Note::Variation(_))).count();
        self.notes.insert(place, Note::Comment(text.into()));
    }

    /// Adds a variation after the others, if it has a move.
    pub fn add_variation(&mut self, moves: Vec<PdnMove>) {
        if !moves.is_empty() {
            self.notes.push(Note::Variation(moves.into()));
        }
    }
}

impl From<&SpelledMove> for PdnMove {
    /// A move without any comment, by the numbers that PDN gives to the squares of its variant.
    fn from(mv: &SpelledMove) -> PdnMove {
        PdnMove::new(with_pdn_numbers(mv).pdn())
    }
}

/// A move with the numbers that PDN gives to the squares of its variant. Text in a PDN names moves by these.
pub fn with_pdn_numbers(mv: &SpelledMove) -> SpelledMove {
    let variant = mv.variant();
    mv.clone().map_squares(|square| renumbered(variant, square))
}

/// Notes and moves as comments: each comment stays one, and all else becomes the text of comments. They can stand where
/// the moves cannot.
pub(super) fn as_comments(notes: Vec<Note>, moves: Vec<PdnMove>) -> Vec<Note> {
    let mut flat = Flat::default();
    flat.add(notes, moves);
    flat.end_text();
    flat.notes
}

/// The words of notes.
pub(super) fn text_of_notes(notes: &[Note]) -> String {
    notes.iter().filter_map(Note::text).collect::<Vec<_>>().join(" ")
}

/// Notes with their text as comments.
pub(super) fn without_text(notes: Vec<Note>) -> Vec<Note> {
    let mut flat = Flat::default();
    for note in notes {
        if let Note::Text(text) = note {
            flat.word(&text);
        } else {
            flat.end_text();
            flat.notes.push(note);
        }
    }
    flat.end_text();
    flat.notes
}

/// Comments, and text that becomes the next one.
#[derive(Default)]
struct Flat {
    notes: Vec<Note>,
    text: String,
}

impl Flat {
    fn add(&mut self, notes: Vec<Note>, moves: Vec<PdnMove>) {
        notes.into_iter().for_each(|note| self.note(note));
        for mv in moves {
            self.word(&mv.number.unwrap_or_default());
            self.word(&mv.text);
            mv.notes.into_iter().for_each(|note| self.note(note));
        }
    }

    fn note(&mut self, note: Note) {
        match note {
            // Its text could be read as moves where what came before it is no longer one.
            Note::LineComment(text) if text.starts_with(';') && !text.contains('}') => {
                self.end_text();
                self.notes.push(Note::Comment(text[1..].trim().to_owned()));
            }
            Note::Comment(_) | Note::LineComment(_) => {
                self.end_text();
                self.notes.push(note);
            }
            Note::Strength(text) | Note::Text(text) => self.word(&text),
            Note::Nag(nag) => self.word(&format!("${nag}")),
            Note::Setup(text) => self.word(&written_setup(&text)),
            Note::Variation(Variation { notes, moves }) => {
                self.word("(");
                self.add(notes, moves);
                self.word(")");
            }
        }
    }

    fn word(&mut self, word: &str) {
        if !self.text.is_empty() && !word.is_empty() {
            self.text.push(' ');
        }
        self.text.push_str(word);
    }

    /// A closing brace would end a comment in braces.
    fn end_text(&mut self) {
        let text = std::mem::take(&mut self.text);
        if text.contains('}') {
            self.notes.push(Note::LineComment(format!("; {text}")));
        } else if !text.is_empty() {
            self.notes.push(Note::Comment(text));
        }
    }
}
