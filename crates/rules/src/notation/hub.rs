//! Hub position strings: the side to move, then one character per square in PDN order, `w b` for men, `W B` for kings,
//! `e` for none. (Hub protocol version 2, F. Letouzey.) After a blank, the moves of kings may follow, as lidraughts'
//! clients write them beside the position where they are limited: `W31-2 B20-1` for two moves by the king on 31.

use super::{NotationError, plain};
use crate::rules::{AnyPosition, Army, KingRuns, Side, Square, Variant};

/// Reads a position string of one character for the side to move and one for each square. Moves of kings that are
/// malformed, or do not count, are ignored.
///
/// # Errors
/// The first [`NotationError`] found.
pub fn parse(variant: Variant, text: &str) -> Result<AnyPosition, NotationError> {
    let board = variant.board();
    let text = plain(text);
    let (text, moves) = text.split_once(' ').filter(|(_, moves)| !moves.is_empty()).unwrap_or((&text, ""));
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
    let position = AnyPosition::new(variant, [white, black], side)?;
    let runs = moves.split_whitespace().filter_map(king_run);
    let runs = runs.filter_map(|(side, number, moves)| Some((side, Square::from_number(number, board.size)?, moves)));
    let runs = runs.fold(KingRuns::default(), |runs, (side, king, moves)| runs.with(side, board.bit(king), moves));
    Ok(position.with_king_runs(runs))
}

/// Reads `W31-2`: the side, the number of its king's square, and the moves of that king.
fn king_run(token: &str) -> Option<(Side, u32, u8)> {
    let side = Side::ALL.into_iter().find(|side| token.starts_with(side.letter()))?;
    let (square, moves) = token[1..].split_once(|c: char| !c.is_ascii_digit())?;
    Some((side, square.parse().ok()?, moves.parse().ok()?))
}

/// Writes the moves of kings; `None` if none counts.
pub fn write_king_moves(position: &AnyPosition) -> Option<String> {
    let run = |side: Side| {
        let (king, moves) = position.state().of(side)?;
        Some(format!("{}{}-{moves}", side.letter(), position.board().square(king)))
    };
    let runs: Vec<_> = Side::ALL.into_iter().filter_map(run).collect();
    (!runs.is_empty()).then(|| runs.join(" "))
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
    fn moves_of_kings_follow_the_position() {
        let text = format!("Wb{}B{}wW{} W32-2 B20-1", "e".repeat(18), "e".repeat(10), "e".repeat(18));
        let position = parse(Variant::FRISIAN, &text).expect("it is well formed");
        assert_eq!(write_king_moves(&position).as_deref(), Some("W32-2 B20-1"));
        assert_eq!(
            parse(Variant::FRISIAN, &text.replace(" B20-1", " B19-1 x W W1")).map(|at| write_king_moves(&at)),
            Ok(Some("W32-2".to_owned()))
        );
        assert_eq!(parse(Variant::INTERNATIONAL, &text).map(|at| write_king_moves(&at)), Ok(None));
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
