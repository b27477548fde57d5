//! When an engine plays from a book, and the rule of choice between its moves.

use std::path::PathBuf;

use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::entry::{BookEntry, BookMove};
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

impl BookEntry {
    /// The move that the book plays: one of those whose values are within `margin` of the best, all alike likely. Where
    /// no move has a value, that of most games with no margin, and otherwise any, as often as games have it. The seed
    /// and the position decide.
    pub fn choose(&self, margin: Score, seed: u64) -> Option<BookMove> {
        let best = *self.moves.first()?;
        if margin <= Score::DRAW {
            return Some(best);
        }
        let mut random = ChaCha8Rng::seed_from_u64(seed ^ self.position.key().0);
        let Some(value) = best.value else {
            let mut left = random.random_range(0..self.games().max(1));
            let chosen = self.moves.iter().find(|known| {
                let is_here = left < known.games.count();
                left = left.saturating_sub(known.games.count());
                is_here
            });
            return Some(*chosen.unwrap_or(&best));
        };
        let least = value.plus(-i64::from(margin.millionths()));
        let good: Vec<_> = self.moves.iter().filter(|known| known.value.is_some_and(|value| value >= least)).collect();
        good.choose(&mut random).map(|known| **known)
    }
}
