//! The games of Plaat et al. 1995, as trees for the comparison of drivers: checkers, Othello and chess.
//!
//! The evaluations are simple. Neither tree is that of Keyano or Phoenix, and results may differ from theirs.

mod chess;
mod disc_board;
mod english;
mod othello;
mod perft;
mod positions;

use super::{LabError, Method, Workbench};
use crate::choice::named_choice;
use crate::eval::Grain;
use crate::search::Tree;

pub use chess::{Chess, ChessMove};
pub use disc_board::DiscBoard;
pub use othello::{Othello, OthelloMove};
pub use perft::perft;
pub use positions::{GameTask, balanced_positions};

named_choice! {
    /// A game that only the laboratory knows.
    OtherGame("game") {
        /// Othello.
        Othello = "othello",
        /// Chess.
        Chess = "chess",
    }
}

impl OtherGame {
    /// The numbers of lines of 1, 2 and so on up to `depth` moves from the start.
    pub fn counts(self, depth: u32) -> Box<dyn Iterator<Item = u64>> {
        match self {
            OtherGame::Othello => counts::<Othello>(depth),
            OtherGame::Chess => counts::<Chess>(depth),
        }
    }
}

fn counts<G: LabGame>(depth: u32) -> Box<dyn Iterator<Item = u64>> {
    let tree = G::at_grain(Grain::REAL);
    Box::new((1..=depth).map(move |depth| perft(&tree, &G::start(), depth)))
}

/// A game in which drivers are compared. Its values are in a unit of its own.
pub trait LabGame: Tree + Sized + 'static {
    /// Its name.
    const NAME: &'static str;
    /// The name of the unit of its values, in the plural.
    const UNIT: &'static str;
    /// The grain of its values in the comparison.
    const GRAIN: f64;
    /// How far the first window of `aspiration-negascout` reaches to either side of the guess.
    const ASPIRATION: f64;
    /// A position is balanced if its value is at most this far from 0.
    const BALANCED: f64;

    /// The tree, its evaluation rounded to this grain.
    fn at_grain(grain: Grain) -> Self;

    /// The start position.
    fn start() -> Self::Node;
}

impl<G: LabGame> Workbench<G> {
    /// A bench for a game, with an empty table and values of the method's grain.
    ///
    /// # Errors
    /// If the table cannot be allocated.
    pub fn of_game(method: &Method) -> Result<Workbench<G>, LabError> {
        Ok(Workbench::over(G::at_grain(method.evaluation.grain), method, method.table()?))
    }
}
