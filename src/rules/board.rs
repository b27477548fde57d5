//! The geometry of a board: which bit is which square, and what lies one diagonal step away.
//!
//! Two rows of playable squares take `2 * ROW + 1` bits: the odd bit is a ghost. With it, each of the four
//! diagonal steps is the same shift from every square, and a step off the edge lands on a ghost or outside the word:
//!
//! ```text
//!    0   1   2   3        ROW = 4: a step down-left is +4, down-right +5,
//!  4   5   6   7          and the bits 8, 17, 26 are the ghosts.
//!    9  10  11  12
//! 13  14  15  16
//! ```
//!
//! On a mirrored board the corner at the top left is a playable square, and each ghost stands one row earlier: bit 4 is
//! the first. A step along a row or a column, to the next playable square on it, is two diagonal steps in one.

use super::{Bitboard, Side, Square};

/// A step to the next playable square on a line, as White sees the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Towards Black's home row and the left edge.
    UpLeft,
    /// Towards Black's home row and the right edge.
    UpRight,
    /// Towards White's home row and the left edge.
    DownLeft,
    /// Towards White's home row and the right edge.
    DownRight,
    /// Along the column, towards Black's home row.
    Up,
    /// Along the column, towards White's home row.
    Down,
    /// Along the row, towards the left edge.
    Left,
    /// Along the row, towards the right edge.
    Right,
}

impl Direction {
    /// The four directions along diagonals.
    pub const DIAGONALS: [Direction; 4] =
        [Direction::UpLeft, Direction::UpRight, Direction::DownLeft, Direction::DownRight];

    /// The four directions along rows and columns.
    pub const ORTHOGONALS: [Direction; 4] =
        [Direction::Up, Direction::Down, Direction::Left, Direction::Right];

    /// The two directions in which the men of `side` move.
    pub const fn forward(side: Side) -> [Direction; 2] {
        match side {
            Side::White => [Direction::UpLeft, Direction::UpRight],
            Side::Black => [Direction::DownLeft, Direction::DownRight],
        }
    }

    /// The way back.
    pub const fn opposite(self) -> Direction {
        match self {
            Direction::UpLeft => Direction::DownRight,
            Direction::UpRight => Direction::DownLeft,
            Direction::DownLeft => Direction::UpRight,
            Direction::DownRight => Direction::UpLeft,
            Direction::Up => Direction::Down,
            Direction::Down => Direction::Up,
            Direction::Left => Direction::Right,
            Direction::Right => Direction::Left,
        }
    }

    /// The two directions at right angles.
    pub const fn aside(self) -> [Direction; 2] {
        match self {
            Direction::UpLeft | Direction::DownRight => [Direction::UpRight, Direction::DownLeft],
            Direction::UpRight | Direction::DownLeft => [Direction::UpLeft, Direction::DownRight],
            Direction::Up | Direction::Down => [Direction::Left, Direction::Right],
            Direction::Left | Direction::Right => [Direction::Up, Direction::Down],
        }
    }

    /// The four directions at half a right angle.
    pub const fn askew(self) -> [Direction; 4] {
        match self {
            Direction::UpLeft | Direction::UpRight | Direction::DownLeft | Direction::DownRight => {
                Direction::ORTHOGONALS
            }
            Direction::Up | Direction::Down | Direction::Left | Direction::Right => Direction::DIAGONALS,
        }
    }
}

/// The geometry of a draughts board, all of it known at compile time.
pub trait Board: Copy + Default + std::fmt::Debug + Eq + Send + Sync + 'static {
    /// Playable squares in a row.
    const ROW: usize;
    /// Number of rows.
    const ROWS: usize;
    /// Is the corner at the top left a playable square, and with it all of the other colour than usual?
    const MIRRORED: bool = false;

    /// Number of playable squares.
    const SQUARES: usize = Self::ROW * Self::ROWS;
    /// Bits taken by two rows and their ghost.
    const PERIOD: usize = 2 * Self::ROW + 1;
    /// Every playable square.
    const ALL: Bitboard = {
        let mut bits = 0;
        let mut index = 0;
        while index < Self::SQUARES {
            bits |= 1 << (index + (index + Self::GHOST_LEAD) / (2 * Self::ROW));
            index += 1;
        }
        Bitboard(bits)
    };
    /// How many squares earlier than on the usual board a ghost stands.
    const GHOST_LEAD: usize = if Self::MIRRORED { Self::ROW } else { 0 };
    /// The first square of each row.
    const ROW_STARTS: Bitboard = {
        let mut bits = 0;
        let mut row = 0;
        while row < Self::ROWS {
            bits |= 1 << (row * Self::ROW + (row + Self::MIRRORED as usize) / 2);
            row += 1;
        }
        Bitboard(bits)
    };

    /// The set that holds just `square`.
    fn bit(square: Square) -> Bitboard {
        Bitboard(1 << (square.index() + (square.index() + Self::GHOST_LEAD) / (2 * Self::ROW)))
    }

    /// The square of the lowest bit of a set, which must not be empty.
    fn square(single: Bitboard) -> Square {
        let bit = single.lowest_bit() as usize;
        Square::from_index(bit - (bit + Self::GHOST_LEAD) / Self::PERIOD)
    }

    /// All squares of the board in PDN order.
    fn squares() -> impl DoubleEndedIterator<Item = Square> {
        (0..Self::SQUARES).map(Square::from_index)
    }

    /// The squares of row `row`, 0 being the row of PDN square 1.
    fn row(row: usize) -> Bitboard {
        let start = row * Self::ROW + (row + usize::from(Self::MIRRORED)) / 2;
        Bitboard(((1 << Self::ROW) - 1) << start)
    }

    /// The row (from the top) and column (from the left) of a square, as White sees the board.
    fn row_and_column(square: Square) -> (usize, usize) {
        let row = square.index() / Self::ROW;
        let is_odd = row.is_multiple_of(2) != Self::MIRRORED;
        let column = 2 * (square.index() % Self::ROW) + usize::from(is_odd);
        (row, column)
    }

    /// The row where a man of `side` becomes a king.
    fn crownhead(side: Side) -> Bitboard {
        match side {
            Side::White => Self::row(0),
            Side::Black => Self::row(Self::ROWS - 1),
        }
    }

    /// Every square of `set` moved one step; what leaves the board is dropped.
    #[inline(always)] // A shift and a mask.
    fn step(set: Bitboard, direction: Direction) -> Bitboard {
        Self::shift(set, direction) & Self::ALL
    }

    /// Every square of `set` moved one step; what leaves the board lies on ghost bits or above the last square, so
    /// meet the result with a set of squares. The bare shift of [`Board::step`], for where such a meeting follows.
    #[inline(always)] // The directions must fold into constants inside the generator's loops.
    fn shift(set: Bitboard, direction: Direction) -> Bitboard {
        Bitboard(match direction {
            Direction::UpLeft => set.0 >> (Self::ROW + 1),
            Direction::UpRight => set.0 >> Self::ROW,
            Direction::DownLeft => set.0 << Self::ROW,
            Direction::DownRight => set.0 << (Self::ROW + 1),
            Direction::Up => set.0 >> Self::PERIOD,
            Direction::Down => set.0 << Self::PERIOD,
            // A row is followed by the next one where no ghost lies between them.
            Direction::Left => (set.0 & !Self::ROW_STARTS.0) >> 1,
            Direction::Right => (set.0 << 1) & !Self::ROW_STARTS.0,
        })
    }
}

/// The 8x8 board with 32 playable squares; a dark square in the left corner nearest to White.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Board8;

impl Board for Board8 {
    const ROW: usize = 4;
    const ROWS: usize = 8;
}

/// The 8x8 board with a light square in the left corner nearest to White, as Italian draughts is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MirroredBoard8;

impl Board for MirroredBoard8 {
    const ROW: usize = 4;
    const ROWS: usize = 8;
    const MIRRORED: bool = true;
}

/// The 10x10 board with 50 playable squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Board10;

impl Board for Board10 {
    const ROW: usize = 5;
    const ROWS: usize = 10;
}
