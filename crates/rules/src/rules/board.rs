//! Squares and the geometry of a board: which bit is which square, and what lies one step away.
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
//!
//! On a full board every square is playable. It has no ghosts: what leaves a row is masked.

use std::fmt;

use super::{Bitboard, Side, Wide, Word};

/// Where square 1 lies, as the player who makes the first move sees the board. Crownhead itself always has it at the
/// top left as White sees the board; PDN states the corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Corner {
    /// Near, on the left.
    LowerLeft,
    /// Near, on the right.
    LowerRight,
    /// Far, on the left.
    UpperLeft,
    /// Far, on the right.
    UpperRight,
}

impl Corner {
    /// The same corner as the other player sees it.
    #[must_use]
    pub const fn opposite(self) -> Corner {
        match self {
            Corner::LowerLeft => Corner::UpperRight,
            Corner::LowerRight => Corner::UpperLeft,
            Corner::UpperLeft => Corner::LowerRight,
            Corner::UpperRight => Corner::LowerLeft,
        }
    }
}

/// A playable square, shown by its number: 1 is at the top left as White sees the board. PDN numbers the squares of some
/// variants from another corner ([`MoveNotation::Numbers`](super::MoveNotation)), as in spanish and thai, and names those
/// of others by letters.
///
/// The index (number - 1) is dense; the [`Board`] says which bit of a [`Bitboard`] stands for the square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// The squares of the largest board.
    pub const MOST: usize = 72;

    /// The square with this index, 0 for PDN square 1.
    pub const fn from_index(index: usize) -> Square {
        debug_assert!(index < Square::MOST);
        Square(index as u8)
    }

    /// The square with this PDN number, if the number is in `1..=squares`.
    pub fn from_number(number: u32, squares: usize) -> Option<Square> {
        let index = usize::try_from(number).ok()?.checked_sub(1)?;
        (index < squares).then(|| Square::from_index(index))
    }

    /// The dense index, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The PDN number, from 1.
    pub const fn number(self) -> u32 {
        self.0 as u32 + 1
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}

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
    pub const ORTHOGONALS: [Direction; 4] = [Direction::Up, Direction::Down, Direction::Left, Direction::Right];

    /// The two directions along diagonals in which the men of `side` move.
    pub const fn forward(side: Side) -> [Direction; 2] {
        match side {
            Side::White => [Direction::UpLeft, Direction::UpRight],
            Side::Black => [Direction::DownLeft, Direction::DownRight],
        }
    }

    /// The direction along columns in which the men of `side` move.
    pub const fn straight(side: Side) -> Direction {
        match side {
            Side::White => Direction::Up,
            Side::Black => Direction::Down,
        }
    }

    /// All eight directions.
    pub const ALL: [Direction; 8] = {
        let [[a, b, c, d], [e, f, g, h]] = [Direction::DIAGONALS, Direction::ORTHOGONALS];
        [a, b, c, d, e, f, g, h]
    };

    /// The directions along rows and columns in which the men of `side` do not go back.
    pub const fn forward_and_sideways(side: Side) -> &'static [Direction] {
        match side {
            Side::White => &[Direction::Up, Direction::Left, Direction::Right],
            Side::Black => &[Direction::Down, Direction::Left, Direction::Right],
        }
    }

    /// The opposite direction.
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

    /// Whether it goes along diagonals.
    pub const fn is_diagonal(self) -> bool {
        matches!(self, Direction::UpLeft | Direction::UpRight | Direction::DownLeft | Direction::DownRight)
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

/// The geometry of a draughts board, as a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Geometry {
    /// Playable squares in a row.
    pub row: usize,
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub columns: usize,
    /// Whether the corner at the top left is a playable square. Then the playable squares are those that usually are
    /// not.
    pub mirrored: bool,
    /// Number of playable squares.
    pub size: usize,
    /// Every playable square.
    pub all: Bitboard,
    /// The diagonal of playable squares from corner to corner; empty on a full board.
    pub long_diagonal: Bitboard,
    /// The first square of each row.
    row_starts: Bitboard,
}

impl Geometry {
    /// The geometry of a chequered board with `rows` rows of `row` playable squares each.
    pub const fn new(row: usize, rows: usize, mirrored: bool) -> Geometry {
        Geometry::with_columns(2 * row, row, rows, mirrored)
    }

    /// The geometry of a full board with as many rows as columns.
    pub const fn full(rows: usize) -> Geometry {
        Geometry::with_columns(rows, rows, rows, false)
    }

    const fn with_columns(columns: usize, row: usize, rows: usize, mirrored: bool) -> Geometry {
        let (size, none) = (row * rows, Bitboard::EMPTY);
        let mut board =
            Geometry { row, rows, columns, mirrored, size, all: none, long_diagonal: none, row_starts: none };
        let mut index = 0;
        while index < size {
            let square = Square::from_index(index);
            let (bit, (down, right)) = (board.bit(square), board.row_and_column(square));
            board.all.0 |= bit.0;
            if !board.is_full() && right == if mirrored { down } else { columns - 1 - down } {
                board.long_diagonal.0 |= bit.0;
            }
            if index.is_multiple_of(row) {
                board.row_starts.0 |= bit.0;
            }
            index += 1;
        }
        board
    }

    /// Whether every square is playable.
    #[inline(always)] // A constant where the board is a type.
    pub const fn is_full(&self) -> bool {
        self.columns == self.row
    }

    /// By how many squares a ghost stands earlier than on the usual board.
    const fn ghost_lead(&self) -> usize {
        if self.mirrored { self.row } else { 0 }
    }

    /// The bits from a square to the next playable one below it: those of two rows and their ghost, or of one full row.
    const fn period(&self) -> usize {
        if self.is_full() { self.row } else { 2 * self.row + 1 }
    }

    /// The number of the bit of `square`.
    #[inline]
    const fn bit_number(&self, square: Square) -> usize {
        let ghosts = if self.is_full() { 0 } else { (square.index() + self.ghost_lead()) / (2 * self.row) };
        square.index() + ghosts
    }

    /// The bits of all squares and the ghosts between them.
    pub const fn bits(&self) -> usize {
        self.all.0.ilog2() as usize + 1
    }

    /// The set that holds just `square`.
    #[inline]
    pub const fn bit(&self, square: Square) -> Bitboard {
        Bitboard(1 << self.bit_number(square))
    }

    /// The square of the lowest bit of a set, which must not be empty.
    #[inline]
    pub fn square<W: Word>(&self, single: Bitboard<W>) -> Square {
        let bit = single.lowest_bit() as usize;
        let ghosts = if self.is_full() { 0 } else { (bit + self.ghost_lead()) / self.period() };
        Square::from_index(bit - ghosts)
    }

    /// All squares of the board in PDN order.
    pub fn squares(&self) -> impl DoubleEndedIterator<Item = Square> + Clone + use<> {
        (0..self.size).map(Square::from_index)
    }

    /// The squares of row `row`, 0 being the row of PDN square 1.
    pub const fn row(&self, row: usize) -> Bitboard {
        let ghosts = if self.is_full() { 0 } else { (row + self.mirrored as usize) / 2 };
        let start = row * self.row + ghosts;
        Bitboard(((1 << self.row) - 1) << start)
    }

    /// The row (from the top) and column (from the left) of a square, as White sees the board.
    pub const fn row_and_column(&self, square: Square) -> (usize, usize) {
        let (row, place) = (square.index() / self.row, square.index() % self.row);
        let is_odd = row.is_multiple_of(2) != self.mirrored;
        (row, if self.is_full() { place } else { 2 * place + is_odd as usize })
    }

    /// Whether two squares lie in one row.
    pub const fn share_row(&self, one: Square, other: Square) -> bool {
        one.index() / self.row == other.index() / self.row
    }

    /// The row where a man of `side` becomes a king.
    #[inline]
    pub const fn crownhead(&self, side: Side) -> Bitboard {
        match side {
            Side::White => self.row(0),
            Side::Black => self.row(self.rows - 1),
        }
    }

    /// The set as it looks from the other end of the board.
    pub fn turned(&self, set: Bitboard) -> Bitboard {
        set.singles().fold(Bitboard::EMPTY, |turned, single| {
            turned | self.bit(Square::from_index(self.size - 1 - self.square(single).index()))
        })
    }

    /// The square whose number in reading order from a corner, as White sees the board, is the number that `square`
    /// usually has. It is its own inverse.
    pub const fn read_from(&self, corner: Corner, square: Square) -> Square {
        let (row, place) = (square.index() / self.row, square.index() % self.row);
        let (is_lower, is_right) = match corner {
            Corner::UpperLeft => (false, false),
            Corner::UpperRight => (false, true),
            Corner::LowerLeft => (true, false),
            Corner::LowerRight => (true, true),
        };
        let row = if is_lower { self.rows - 1 - row } else { row };
        let place = if is_right { self.row - 1 - place } else { place };
        Square::from_index(row * self.row + place)
    }

    /// Every square of `set` moved one step; what leaves the board is dropped.
    #[inline(always)] // A shift and a mask.
    pub fn step(&self, set: Bitboard, direction: Direction) -> Bitboard {
        self.shift(set, direction) & self.all
    }

    /// Every square of `set` moved one step, as [`Geometry::step`] does, but what leaves the board is not dropped: it
    /// lies on ghost bits or above the last square. Intersect the result with a set of squares.
    #[inline(always)] // The directions must fold into constants inside the generator's loops.
    pub fn shift<W: Word>(&self, Bitboard(set): Bitboard<W>, direction: Direction) -> Bitboard<W> {
        let row_starts = W::narrowed(self.row_starts.0);
        debug_assert!(!self.is_full() || !direction.is_diagonal(), "nothing goes along the diagonals of a full board");
        Bitboard(match direction {
            Direction::UpLeft => set >> (self.row + 1),
            Direction::UpRight => set >> self.row,
            Direction::DownLeft => set << self.row,
            Direction::DownRight => set << (self.row + 1),
            Direction::Up => set >> self.period(),
            Direction::Down => set << self.period(),
            // A row is followed by the next one where no ghost lies between them.
            Direction::Left => (set & !row_starts) >> 1,
            Direction::Right => (set << 1) & !row_starts,
        })
    }
}

/// A draughts board as a type, so that its geometry is known at compile time.
pub trait Board: Copy + Default + fmt::Debug + Eq + Send + Sync + 'static {
    /// What holds a set of its squares: `u64` if that has room for them.
    type Word: Word;
    /// The geometry.
    const GEOMETRY: Geometry;

    /// Playable squares in a row.
    const ROW: usize = Self::GEOMETRY.row;
    /// Number of rows.
    const ROWS: usize = Self::GEOMETRY.rows;
    /// See [`Geometry::mirrored`].
    const MIRRORED: bool = Self::GEOMETRY.mirrored;
    /// Number of playable squares.
    const SQUARES: usize = Self::GEOMETRY.size;

    /// Every playable square.
    #[inline(always)] // A constant.
    fn all() -> Bitboard<Self::Word> {
        Self::GEOMETRY.all.narrowed()
    }

    /// See [`Geometry::bit`].
    #[inline]
    fn bit(square: Square) -> Bitboard<Self::Word> {
        Bitboard::of_bit(Self::GEOMETRY.bit_number(square))
    }

    /// See [`Geometry::square`].
    #[inline]
    fn square(single: Bitboard<Self::Word>) -> Square {
        Self::GEOMETRY.square(single)
    }

    /// See [`Geometry::crownhead`].
    #[inline(always)] // A constant for each side.
    fn crownhead(side: Side) -> Bitboard<Self::Word> {
        Self::GEOMETRY.crownhead(side).narrowed()
    }

    /// See [`Geometry::shift`].
    #[inline(always)] // The directions must fold into constants inside the generator's loops.
    fn shift(set: Bitboard<Self::Word>, direction: Direction) -> Bitboard<Self::Word> {
        Self::GEOMETRY.shift(set, direction)
    }
}

/// The 8x8 board with 32 playable squares; a dark square in the left corner nearest to White.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Board8;

impl Board for Board8 {
    type Word = u64;
    const GEOMETRY: Geometry = Geometry::new(4, 8, false);
}

/// The 8x8 board with a light square in the left corner nearest to White, as Italian draughts is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MirroredBoard8;

impl Board for MirroredBoard8 {
    type Word = u64;
    const GEOMETRY: Geometry = Geometry::new(4, 8, true);
}

/// The 10x10 board with 50 playable squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Board10;

impl Board for Board10 {
    type Word = u64;
    const GEOMETRY: Geometry = Geometry::new(5, 10, false);
}

/// The 12x12 board with 72 playable squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Board12;

impl Board for Board12 {
    type Word = Wide;
    const GEOMETRY: Geometry = Geometry::new(6, 12, false);
}

/// The 8x8 board with 64 playable squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FullBoard8;

impl Board for FullBoard8 {
    type Word = u64;
    const GEOMETRY: Geometry = Geometry::full(8);
}
