//! Positions, moves and games as text: FEN and games ([`pdn`]) as in PDN 3.0, Hub position strings, and moves in PDN,
//! full-path and Hub form.
//!
//! All parsers return a [`NotationError`] or, for games, a [`pdn::PdnError`], which names the token and what was
//! expected. No text causes a panic. All text that is written can be read back with the same meaning.

mod error;
pub mod fen;
pub mod hub;
mod moves;
pub mod pdn;

pub use error::NotationError;
pub use moves::{MoveText, SpelledMove, parse_move};

use crate::rules::{Geometry, Square};
use error::clipped;

/// A number with the singular or plural of a noun: `1 ply`, `2 plies`.
pub fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// Parses the PDN number of a square; leading zeros are allowed.
fn square(board: &Geometry, token: &str) -> Result<Square, NotationError> {
    if !is_number(token) {
        return Err(NotationError::Number(clipped(token)));
    }
    // A number that overflows is not on the board either.
    let number = token.parse().unwrap_or(u32::MAX);
    Square::from_number(number, board.size)
        .ok_or_else(|| NotationError::OffBoard { token: clipped(token), squares: board.size })
}

/// Whether a token consists of digits alone.
fn is_number(token: &str) -> bool {
    !token.is_empty() && token.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::counted;

    #[test]
    fn only_one_is_singular() {
        assert_eq!(counted(0, "ply", "plies"), "0 plies");
        assert_eq!(counted(1, "ply", "plies"), "1 ply");
        assert_eq!(counted(2, "ply", "plies"), "2 plies");
    }
}
