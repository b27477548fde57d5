//! Hub position strings: the side to move, then one character per square in PDN order, `w b` for men, `W B` for kings,
//! `e` for none. (Hub protocol version 2, F. Letouzey.)

use super::NotationError;
use crate::rules::{AnyPosition, Army, Side, Variant};

/// Reads a position string of one character for the side to move and one for each square.
///
/// # Errors
/// The first [`NotationError`] found.
pub fn parse(variant: Variant, text: &str) -> Result<AnyPosition, NotationError> {
    let board = variant.board();
    let (found, expected) = (text.chars().count(), 1 + board.size);
    if found != expected {
        return Err(NotationError::Length { found, expected });
    }
    let mut letters = text.chars();
    let side = match letters.next() {
        Some('W') => Side::White,
        Some('B') => Side::Black,
        other => return Err(NotationError::SideToMove(other.map(String::from).unwrap_or_default())),
    };
    let (mut white, mut black) = (Army::default(), Army::default());
    for (letter, square) in letters.zip(board.squares()) {
        let rank = match letter {
            'w' => &mut white.men,
            'W' => &mut white.kings,
            'b' => &mut black.men,
            'B' => &mut black.kings,
            'e' => continue,
            found => return Err(NotationError::Piece { found, square }),
        };
        *rank |= board.bit(square);
    }
    Ok(AnyPosition::new(variant, [white, black], side)?)
}

/// Writes a position string.
pub fn write(position: &AnyPosition) -> String {
    let pieces = position.board().squares().map(|square| match position.piece_at(square) {
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
    use crate::rules::{Fault, Square};

    #[test]
    fn the_start_positions() {
        assert_eq!(write(&Variant::ENGLISH.start()), "Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww");
        let international = "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww";
        assert_eq!(parse(Variant::INTERNATIONAL, international), Ok(Variant::INTERNATIONAL.start()));
    }

    #[test]
    fn every_fault_is_named() {
        let start = "Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";
        let second = Square::from_index(1);
        for (text, error) in [
            ("".to_owned(), NotationError::Length { found: 0, expected: 33 }),
            (start[..32].to_owned(), NotationError::Length { found: 32, expected: 33 }),
            (format!("{start} "), NotationError::Length { found: 34, expected: 33 }),
            (start.replacen('B', "w", 1), NotationError::SideToMove("w".to_owned())),
            (start.replacen("bb", "b?", 1), NotationError::Piece { found: '?', square: second }),
            (start.replacen("bb", "bä", 1), NotationError::Piece { found: 'ä', square: second }),
            (start.replacen("bb", "bw", 1), Fault::ManOnCrownhead { side: Side::White, square: second }.into()),
            (start.replacen("be", "bb", 1), Fault::TooManyPieces { side: Side::Black, count: 13, most: 12 }.into()),
            (format!("W{}", "e".repeat(32)), Fault::Empty.into()),
        ] {
            assert_eq!(parse(Variant::ENGLISH, &text), Err(error), "{text}");
        }
    }
}
