//! When an engine plays from a book, and the rule of choice between its moves.

use std::path::PathBuf;

use super::entry::BookMove;
use super::file::Book;
use crate::eval::Score;
use crownhead_rules::Game;

/// When an engine plays from a book.
#[derive(Clone, Debug, PartialEq)]
pub struct BookOptions {
    /// Whether it does at all.
    pub enabled: bool,
    /// A file, for games of its variant; otherwise the book in the program.
    pub file: Option<PathBuf>,
    /// Up to this ply of a game, moves are chosen at random within the margin; later the best one is played.
    pub ply: usize,
    /// What a move may lose against the best one, in men.
    pub margin: f64,
}

impl Default for BookOptions {
    fn default() -> BookOptions {
        BookOptions { enabled: true, file: None, ply: 4, margin: 0.04 }
    }
}

impl BookOptions {
    /// The move that a book plays in a game, at random by a seed; `None` if it has none. A position that was there
    /// before is none of the first moves, and the book would go round with the game.
    pub fn choose(&self, book: &Book, game: &Game, seed: u64) -> Option<BookMove> {
        let position = game.position();
        if game.end().is_some() || game.repeatable().skip(1).any(|earlier| earlier == position.key()) {
            return None;
        }
        let margin = if game.moves().len() < self.ply { self.margin } else { 0.0 };
        book.find(position)?.choose(Score::from_men(margin), seed)
    }
}
