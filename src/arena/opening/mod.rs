//! Openings: the start positions of the games of a match.
//!
//! They are generated ([`sequences()`], from which [`without_losses`] removes those that lose a man and [`distinct()`]
//! removes transpositions), or read from a file ([`read_pdn`], [`read_positions`]). An [`OpeningSuite`] assigns one to
//! each pair of games.

mod distinct;
mod file;
mod material;
mod sequences;
mod suite;

pub use distinct::distinct;
pub use file::{OpeningError, read_pdn, read_positions};
pub use material::without_losses;
pub use sequences::sequences;
pub use suite::{NoOpenings, OpeningSuite, Order};

use crate::notation::SpelledMove;
use crate::rules::{AnyPosition, Game, Move};

/// The beginning of a game: a position, some moves, and a name.
#[derive(Clone, Debug)]
pub struct Opening {
    name: String,
    game: Game,
}

impl Opening {
    /// The opening that consists of a game so far.
    pub fn new(name: impl Into<String>, game: Game) -> Opening {
        Opening { name: name.into(), game }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The game so far; the players continue with a copy of it.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The position before its moves.
    pub fn start(&self) -> &AnyPosition {
        self.game.positions().next().expect("a game has a position")
    }

    /// Its moves.
    pub fn moves(&self) -> &[Move] {
        self.game.moves()
    }
}

/// The moves of a game as PDN, with blanks between them: `32-28 19-23`.
pub fn move_text(game: &Game) -> String {
    let spell = |(position, mv)| SpelledMove::new(position, mv).pdn();
    game.positions().zip(game.moves()).map(spell).collect::<Vec<_>>().join(" ")
}
