//! Positions, moves and games as text: FEN and games ([`pdn`]) as in PDN 3.0, Hub position strings, and moves in PDN,
//! full-path and Hub form.
//!
//! All parsers return a [`NotationError`] or, for games, a [`pdn::PdnError`], which names the token and what was
//! expected. No text causes a panic. All written text can be read back with the same meaning.

mod count;
mod error;
pub mod fen;
pub mod hub;
mod moves;
pub mod pdn;
mod route;
mod spelled;

pub use count::counted;
pub use error::NotationError;
pub use moves::{MoveText, parse_move};
pub use spelled::SpelledMove;

use crate::rules::{Geometry, Square};
use error::clipped;

/// Parses the PDN number of a square; leading zeros are allowed.
fn square(board: &Geometry, token: &str) -> Result<Square, NotationError> {
    if token.is_empty() || !token.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(NotationError::Number { token: clipped(token) });
    }
    // A number that overflows is not on the board either.
    let number = token.parse().unwrap_or(u32::MAX);
    Square::from_number(number, board.size)
        .ok_or_else(|| NotationError::OffBoard { token: clipped(token), squares: board.size })
}
