//! Hub position strings: the side to move, then one character per square in PDN order, `w b` for men, `W B` for kings,
//! `e` for none. (Hub protocol version 2, F. Letouzey.)

use super::NotationError;
use crate::rules::{Army, Board, Position, Rules, Side};

/// Reads a position string of 1 + [`Board::SQUARES`] characters.
///
/// # Errors
/// The first [`NotationError`] found.
pub fn parse<R: Rules>(text: &str) -> Result<Position<R>, NotationError> {
    let (found, expected) = (text.chars().count(), 1 + R::Board::SQUARES);
    if found != expected {
        return Err(NotationError::Length { found, expected });
    }
    let mut letters = text.chars();
    let side = match letters.next() {
        Some('W') => Side::White,
        Some('B') => Side::Black,
        other => {
            return Err(NotationError::SideToMove { token: other.map(String::from).unwrap_or_default() });
        }
    };
    let (mut white, mut black) = (Army::default(), Army::default());
    for (letter, square) in letters.zip(R::Board::squares()) {
        let rank = match letter {
            'w' => &mut white.men,
            'W' => &mut white.kings,
            'b' => &mut black.men,
            'B' => &mut black.kings,
            'e' => continue,
            found => return Err(NotationError::Piece { found, square }),
        };
        *rank |= R::Board::bit(square);
    }
    Ok(Position::new([white, black], side)?)
}

/// Writes a position string.
pub fn write<R: Rules>(position: &Position<R>) -> String {
    let pieces = R::Board::squares().map(|square| match position.piece_at(square) {
        Some((Side::White, false)) => 'w',
        Some((Side::White, true)) => 'W',
        Some((Side::Black, false)) => 'b',
        Some((Side::Black, true)) => 'B',
        None => 'e',
    });
    std::iter::once(position.side().letter()).chain(pieces).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{English, Fault, International, Square};

    #[test]
    fn the_start_positions() {
        assert_eq!(write(&Position::<English>::start()), "Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww");
        let international = "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww";
        assert_eq!(parse(international), Ok(Position::<International>::start()));
    }

    #[test]
    fn every_fault_is_named() {
        let start = "Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";
        let second = Square::from_index(1);
        for (text, error) in [
            ("".to_owned(), NotationError::Length { found: 0, expected: 33 }),
            (start[..32].to_owned(), NotationError::Length { found: 32, expected: 33 }),
            (format!("{start} "), NotationError::Length { found: 34, expected: 33 }),
            (start.replacen('B', "w", 1), NotationError::SideToMove { token: "w".to_owned() }),
            (start.replacen("bb", "b?", 1), NotationError::Piece { found: '?', square: second }),
            (start.replacen("bb", "bä", 1), NotationError::Piece { found: 'ä', square: second }),
            (
                start.replacen("bb", "bw", 1),
                Fault::ManOnCrownhead { side: Side::White, square: second }.into(),
            ),
            (
                start.replacen("be", "bb", 1),
                Fault::TooManyPieces { side: Side::Black, count: 13, most: 12 }.into(),
            ),
            (format!("W{}", "e".repeat(32)), Fault::Empty.into()),
        ] {
            assert_eq!(parse::<English>(&text), Err(error), "{text}");
        }
    }
}
