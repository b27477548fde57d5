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
mod route;

pub use error::NotationError;
pub use moves::{MoveText, SpelledMove, parse_move};

use crate::rules::{Geometry, MoveNotation, Square, Variant};
use error::clipped;

/// A number with the singular or plural of a noun: `1 ply`, `2 plies`.
pub fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// Parses the number of a square, in which leading zeros are allowed, or, where PDN has them, a letter and a digit.
fn square(variant: Variant, token: &str) -> Result<Square, NotationError> {
    let board = variant.board();
    if let MoveNotation::Letters { .. } = variant.articles().notation
        && let Some(square) = lettered(board, token)
    {
        return Ok(square);
    }
    if !is_number(token) {
        return Err(NotationError::Number(clipped(token)));
    }
    // A number that overflows is not on the board either.
    let number = token.parse().unwrap_or(u32::MAX);
    Square::from_number(number, board.size)
        .ok_or_else(|| NotationError::OffBoard { token: clipped(token), squares: board.size })
}

/// A square as PDN writes it for a variant: `17`, or `a4`, where `a1` is at the lower left as White sees the board.
pub fn square_name(variant: Variant, square: Square) -> String {
    match variant.articles().notation {
        MoveNotation::Numbers => square.to_string(),
        MoveNotation::Letters { .. } => {
            let (row, column) = variant.board().row_and_column(square);
            format!("{}{}", char::from(b'a' + column as u8), variant.board().rows - row)
        }
    }
}

/// The square with a letter and a digit, in any case.
fn lettered(board: &Geometry, token: &str) -> Option<Square> {
    let &[letter, digit] = token.as_bytes() else { return None };
    let column = letter.to_ascii_lowercase().checked_sub(b'a')?;
    let row = board.rows.checked_sub(usize::from(digit.checked_sub(b'0')?))?;
    board.squares().find(|&square| board.row_and_column(square) == (row, usize::from(column)))
}

/// Whether this is a dash, as word processors make them too.
fn is_dash(letter: char) -> bool {
    matches!(letter, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}')
}

/// Whether this joins the squares of a move: a dash, a colon, a cross (of multiplication), or the letter that looks like
/// one, in Latin or Cyrillic.
fn joins_squares(letter: char) -> bool {
    let is_cross = matches!(letter, 'x' | 'X' | '×' | '✕' | '✖' | '⨯' | 'х' | 'Х' | '\u{ff58}');
    is_dash(letter) || is_cross || matches!(letter, ':' | '∶')
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
