//! The squares that features speak of.

use crate::rules::{Bitboard, Geometry, Side};

/// Sets of squares of a board, worked out once. Those that differ for the two sides come as a pair, White's first.
#[derive(Clone, Debug)]
pub struct Zones {
    /// Three rows off either end and two columns off either edge: 4 squares of 8x8's 32, 12 of 10x10's 50.
    pub(super) centre: Bitboard,
    /// The leftmost and the rightmost column.
    pub(super) edges: Bitboard,
    /// The left half as White sees the board.
    pub(super) left: Bitboard,
    /// The diagonal that joins the two players' left corners.
    pub(super) long_diagonal: Bitboard,
    /// The third and the seventh column of a player's home row, from the left: 30 and 32 for White on 8x8.
    bridges: [Bitboard; 2],
    /// The columns that reach a player's home row on a playable square.
    systems: [Bitboard; 2],
    /// `row_bits[side][k]`: the rows whose number, counted from the home row of the side, has bit `k` set.
    row_bits: [[Bitboard; 4]; 2],
}

impl Zones {
    /// The zones of a board.
    pub fn of(board: &Geometry) -> Zones {
        let (rows, columns) = (board.rows, 2 * board.row);
        let inner = |row, column| (3..rows - 3).contains(&row) && (2..columns - 2).contains(&column);
        Zones {
            centre: squares_where(board, inner),
            edges: squares_where(board, |_, column| column == 0 || column == columns - 1),
            left: squares_where(board, |_, column| column < columns / 2),
            long_diagonal: squares_where(board, |row, column| row + column == columns - 1),
            bridges: for_each_side(board, |row, column| row == 0 && (column == 2 || column == 6)),
            systems: for_each_side(board, |_, column| column % 2 == 0),
            row_bits: {
                let of_bit = |bit: usize| for_each_side(board, move |row, _| row >> bit & 1 == 1);
                Side::ALL.map(|side| std::array::from_fn(|bit| of_bit(bit)[side.index()]))
            },
        }
    }

    /// Where the men stand that make the bridge of `side`.
    pub(super) const fn bridge(&self, side: Side) -> Bitboard {
        self.bridges[side.index()]
    }

    /// The columns that reach the home row of `side`.
    pub(super) const fn system(&self, side: Side) -> Bitboard {
        self.systems[side.index()]
    }

    /// The rows, counted from the home row of `side`, of all pieces in `set`, summed.
    #[inline]
    pub(super) fn rows_advanced(&self, set: Bitboard, side: Side) -> u32 {
        let bits = &self.row_bits[side.index()];
        bits.iter().enumerate().map(|(bit, &rows)| (set & rows).len() << bit).sum()
    }
}

/// The squares whose row (from the top) and column (from the left) are wanted.
fn squares_where(board: &Geometry, wanted: impl Fn(usize, usize) -> bool) -> Bitboard {
    board
        .squares()
        .filter(|&square| {
            let (row, column) = board.row_and_column(square);
            wanted(row, column)
        })
        .fold(Bitboard::EMPTY, |set, square| set | board.bit(square))
}

/// The squares whose row (from the home row) and column (from the left) are wanted, as each side sees the board.
fn for_each_side(board: &Geometry, wanted: impl Fn(usize, usize) -> bool) -> [Bitboard; 2] {
    let (last_row, last_column) = (board.rows - 1, 2 * board.row - 1);
    let white = squares_where(board, |row, column| wanted(last_row - row, column));
    let black = squares_where(board, |row, column| wanted(row, last_column - column));
    [white, black]
}
