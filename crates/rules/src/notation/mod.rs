//! Positions, moves and games as text: FEN and games ([`pdn`]) as in PDN 3.0, Hub position strings, and moves in PDN,
//! full-path and Hub form.
//!
//! All parsers return a [`NotationError`] or, for games, a [`pdn::PdnError`], which names the token and what was
//! expected. No text causes a panic. All text that is written can be read back with the same meaning.

mod characters;
mod described;
mod drawn;
mod encoding;
mod error;
pub mod fen;
mod guess;
pub mod hub;
mod lines;
mod moves;
pub mod pdn;
mod route;
mod spelled;

pub use encoding::{Encoding, UnknownEncoding};
pub use error::NotationError;
pub use guess::{Guess, Guesser};
pub use lines::{Lines, decoded};
use moves::parse_move_at;
pub use moves::{MoveText, parse_move, parse_move_by};
pub use spelled::SpelledMove;

use crate::rules::{Corner, Geometry, MoveNotation, Square, Variant};
use characters::{
    LETTERS_OF_KING, as_written, entity, is_dash, is_invisible, is_quote, joins_squares, plain, plain_moves,
    raised_digit,
};
use described::{AGAINST, names_king, names_move, side_lettered, side_named};
use error::clipped;

/// A number with the singular or plural of a noun: `1 ply`, `2 plies`.
pub fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// Where the numbers and the letters of squares begin to count, as White sees the board: the corners of square 1 and of
/// `a1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coordinates {
    /// The corner of square 1, from which the rows count.
    pub numbers: Corner,
    /// The corner of `a1`.
    pub letters: Corner,
}

impl Coordinates {
    /// Those of every command and protocol: square 1 at the top left, and `a1` where PDN has it, or at the lower left in
    /// variants that PDN writes with numbers.
    pub const fn own(variant: Variant) -> Coordinates {
        let letters = match variant.articles().notation {
            MoveNotation::Letters { .. } => variant.articles().corner_of_white(),
            MoveNotation::Numbers => Corner::LowerLeft,
        };
        Coordinates { numbers: Corner::UpperLeft, letters }
    }

    /// The square that a number, or a letter with a number, names.
    fn square(self, board: &Geometry, token: &str) -> Result<Square, NotationError> {
        if let Some(square) = self.lettered(board, token) {
            return Ok(square);
        }
        if !is_number(token) {
            return Err(NotationError::Number(clipped(token)));
        }
        // A number that overflows is not on the board either.
        let number = token.parse().unwrap_or(u32::MAX);
        let square = Square::from_number(number, board.size)
            .ok_or_else(|| NotationError::OffBoard { token: clipped(token), squares: board.size })?;
        Ok(board.read_from(self.numbers, square))
    }

    /// The square with a letter and a number, in any case.
    fn lettered(self, board: &Geometry, token: &str) -> Option<Square> {
        let letter = token.chars().next()?;
        let number = token.strip_prefix(letter).filter(|number| is_number(number))?;
        let (column, row) = (column(letter)?, number.parse::<usize>().ok()?.checked_sub(1)?);
        board.squares().find(|&square| self.place(board, square) == (column, row))
    }

    /// The name that they give to a square.
    pub fn name(self, variant: Variant, square: Square) -> String {
        square_name(variant, self.namesake(variant, square))
    }

    /// The square whose own name is the one that these coordinates give to `square`.
    fn namesake(self, variant: Variant, square: Square) -> Square {
        let board = variant.board();
        match variant.articles().notation {
            MoveNotation::Numbers => board.read_from(self.numbers, square),
            MoveNotation::Letters { .. } => {
                let (own, place) = (Coordinates::own(variant), self.place(board, square));
                board.squares().find(|&other| own.place(board, other) == place).unwrap_or(square)
            }
        }
    }

    /// The column and the row of a square, from the corner of `a1`.
    fn place(self, board: &Geometry, square: Square) -> (usize, usize) {
        let (row, column) = board.row_and_column(square);
        let (is_lower, is_right) = match self.letters {
            Corner::UpperLeft => (false, false),
            Corner::UpperRight => (false, true),
            Corner::LowerLeft => (true, false),
            Corner::LowerRight => (true, true),
        };
        let column = if is_right { board.columns - 1 - column } else { column };
        (column, if is_lower { board.rows - 1 - row } else { row })
    }
}

/// A square as PDN writes it for a variant: `17`, or `a4`, where `a1` is at the lower left as White sees the board.
pub fn square_name(variant: Variant, square: Square) -> String {
    match variant.articles().notation {
        MoveNotation::Numbers => square.to_string(),
        MoveNotation::Letters { .. } => {
            let (column, row) = Coordinates::own(variant).place(variant.board(), square);
            format!("{}{}", char::from(b'a' + column as u8), row + 1)
        }
    }
}

/// The square that a text names: its number, or a letter with a number.
///
/// # Errors
/// [`NotationError::Number`] or [`NotationError::OffBoard`].
pub fn parse_square(variant: Variant, text: &str) -> Result<Square, NotationError> {
    Coordinates::own(variant).square(variant.board(), text)
}

/// The column that a letter names, from 0: in Latin, or the Cyrillic letter that looks or sounds like it. `х` joins squares
/// too.
fn column(letter: char) -> Option<usize> {
    Some(match letter {
        'a'..='l' => letter as usize - 'a' as usize,
        'A'..='L' => letter as usize - 'A' as usize,
        'а' | 'А' => 0,
        'б' | 'Б' | 'в' | 'В' => 1,
        'с' | 'С' | 'ц' | 'Ц' => 2,
        'д' | 'Д' => 3,
        'е' | 'Е' => 4,
        'ф' | 'Ф' => 5,
        'г' | 'Г' => 6,
        'н' | 'Н' | 'х' | 'Х' => 7,
        _ => return None,
    })
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
