//! The coordinates of squares on CheckerBoard's board.
//!
//! CheckerBoard has one board for all its games and numbers its squares by the game type, as PDN does for that game
//! (CheckerBoard, cb_interface.h, `coorstonumber`).

use crate::rules::{Square, Variant};

/// A square of the board: its file from a to h and its rank from 1 to 8, both counted from 0.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Coordinates {
    /// The file.
    pub x: i32,
    /// The rank.
    pub y: i32,
}

/// Squares in a row of the board.
const ROW: usize = 4;

const ITALIAN: u32 = 22;
const SPANISH: u32 = 24;
const CZECH: u32 = 29;

/// The coordinates of a square in a variant.
pub(super) fn coordinates(variant: Variant, square: Square) -> Coordinates {
    place(variant.articles().game_type, square)
}

/// The coordinates of a square in games of a PDN game type. In English draughts and every game not listed here, square
/// 1 is at the lower right.
const fn place(game_type: u32, square: Square) -> Coordinates {
    let (row, place) = (square.index() / ROW, square.index() % ROW);
    let (rank, pair) = match game_type {
        ITALIAN => (row, place),
        SPANISH | CZECH => (7 - row, 3 - place),
        _ => (row, 3 - place),
    };
    Coordinates { x: (2 * pair + rank % 2) as i32, y: rank as i32 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The published number of a square (cb_interface.h, `coorstonumber`).
    fn number(game_type: u32, Coordinates { x, y }: Coordinates) -> i32 {
        match game_type {
            ITALIAN => 1 + 4 * y + x / 2,
            SPANISH => 1 + 4 * (7 - y) + (7 - x) / 2,
            CZECH => 33 - (1 + 4 * y + x / 2),
            _ => 4 * (y + 1) - x / 2,
        }
    }

    #[test]
    fn each_game_type_has_the_published_numbers() {
        for game_type in [21, ITALIAN, SPANISH, 25, 26, CZECH] {
            for index in 0..32 {
                let square = Square::from_index(index);
                let Coordinates { x, y } = place(game_type, square);
                assert!((0..8).contains(&x) && (0..8).contains(&y), "{game_type}, {square}");
                assert_eq!(number(game_type, Coordinates { x, y }), index as i32 + 1, "{game_type}, {x}, {y}");
                assert_eq!((x + y) % 2, 0, "the squares that are played on are those of the colour of a1");
            }
        }
    }

    #[test]
    fn english_squares_begin_at_the_lower_right() {
        let place = |number: usize| place(21, Square::from_index(number - 1));
        assert_eq!(place(1), Coordinates { x: 6, y: 0 });
        assert_eq!(place(4), Coordinates { x: 0, y: 0 });
        assert_eq!(place(5), Coordinates { x: 7, y: 1 });
        assert_eq!(place(32), Coordinates { x: 1, y: 7 });
    }
}
