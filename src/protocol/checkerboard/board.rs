//! CheckerBoard's board: an array of squares, by file and rank.

use super::numbering::{Coordinates, coordinates};
use crate::rules::{AnyPosition, Army, Fault, Side, Variant};

/// The piece on each square: `board[x][y]`, 0 if empty.
pub type BoardArray = [[i32; 8]; 8];

const WHITE: i32 = 1;
const BLACK: i32 = 2;
const MAN: i32 = 4;
const KING: i32 = 8;

/// Why an array is not a valid position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// The side to move is invalid.
    #[error("side to move {0}: expected {WHITE} for White or {BLACK} for Black")]
    SideToMove(i32),
    /// A square contains an invalid number.
    #[error("{found} on file {x}, rank {y}: expected 0, or 5, 6, 9 or 10 for a piece")]
    Piece {
        /// The number.
        found: i32,
        /// The file, from 0.
        x: i32,
        /// The rank, from 0.
        y: i32,
    },
    /// The position is invalid.
    #[error(transparent)]
    Position(#[from] Fault),
}

/// The side of a colour number.
pub(super) const fn side(colour: i32) -> Result<Side, BoardError> {
    match colour {
        WHITE => Ok(Side::White),
        BLACK => Ok(Side::Black),
        other => Err(BoardError::SideToMove(other)),
    }
}

/// The number of a piece.
pub(super) const fn piece(side: Side, is_king: bool) -> i32 {
    let colour = match side {
        Side::White => WHITE,
        Side::Black => BLACK,
    };
    colour | if is_king { KING } else { MAN }
}

/// The position on a board.
pub(super) fn read(variant: Variant, board: &BoardArray, side: Side) -> Result<AnyPosition, BoardError> {
    const PIECES: [(i32, Side, bool); 4] = [
        (piece(Side::White, false), Side::White, false),
        (piece(Side::White, true), Side::White, true),
        (piece(Side::Black, false), Side::Black, false),
        (piece(Side::Black, true), Side::Black, true),
    ];
    let mut armies = [Army::default(); 2];
    for square in variant.board().squares() {
        let Coordinates { x, y } = coordinates(variant, square);
        let found = board[x as usize][y as usize];
        if found == 0 {
            continue;
        }
        let known = PIECES.into_iter().find(|&(number, ..)| number == found);
        let (_, owner, is_king) = known.ok_or(BoardError::Piece { found, x, y })?;
        let army = &mut armies[owner.index()];
        *if is_king { &mut army.kings } else { &mut army.men } |= variant.board().bit(square);
    }
    Ok(AnyPosition::new(variant, armies, side)?)
}

/// Puts the pieces of a position on a board. Light squares stay unchanged: CheckerBoard compares whole boards.
pub(super) fn write(position: &AnyPosition, board: &mut BoardArray) {
    for square in position.board().squares() {
        let Coordinates { x, y } = coordinates(position.variant(), square);
        let stands = position.piece_at(square);
        board[x as usize][y as usize] = stands.map_or(0, |(side, is_king)| piece(side, is_king));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::fen;

    #[test]
    fn the_start_position_has_black_at_the_lower_edge() {
        let mut board = [[0; 8]; 8];
        write(&Variant::ENGLISH.start(), &mut board);
        let rank = |y: usize| board.map(|file| file[y]);
        assert_eq!(rank(0), [6, 0, 6, 0, 6, 0, 6, 0]);
        assert_eq!(rank(2), rank(0));
        assert_eq!(rank(1), [0, 6, 0, 6, 0, 6, 0, 6]);
        assert_eq!([rank(3), rank(4)], [[0; 8]; 2]);
        assert_eq!(rank(5), [0, 5, 0, 5, 0, 5, 0, 5]);
        assert_eq!(rank(6), [5, 0, 5, 0, 5, 0, 5, 0]);
        assert_eq!(read(Variant::GIVEAWAY, &board, Side::Black), Ok(Variant::GIVEAWAY.start()));
    }

    #[test]
    fn what_is_written_reads_back_and_leaves_the_light_squares_alone() {
        let position = fen::parse(Variant::ENGLISH, "W:WK1,21,30:B3,12,K29").expect("the FEN is well formed");
        let mut board = [[77; 8]; 8];
        write(&position, &mut board);
        assert_eq!(read(Variant::ENGLISH, &board, Side::White), Ok(position));
        assert!((0..8).all(|x| (0..8).all(|y| (x + y) % 2 == 0 || board[x][y] == 77)), "{board:?}");
    }

    #[test]
    fn faults_are_named() {
        assert_eq!(side(3), Err(BoardError::SideToMove(3)));
        let mut board = [[0; 8]; 8];
        assert_eq!(read(Variant::ENGLISH, &board, Side::White), Err(Fault::Empty.into()));
        board[3][1] = 7;
        let error = read(Variant::ENGLISH, &board, Side::White).expect_err("7 is no piece");
        assert_eq!(error.to_string(), "7 on file 3, rank 1: expected 0, or 5, 6, 9 or 10 for a piece");
    }
}
