//! What the evaluation looks at: counts, each White's minus Black's.

use crate::rules::{Bitboard, Board, Direction, Position, Rules, Side};

/// Number of features; a multiple of four, so that the weighted sum runs in four lanes.
pub const FEATURES: usize = 16;

/// One number a feature, in the order of [`Feature`].
pub type FeatureVector = [i32; FEATURES];

/// A feature by name: its place in a [`FeatureVector`] and in a row of weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum Feature {
    /// Men.
    Men,
    /// Kings.
    Kings,
    /// Sides that have a king at all: the first king is worth more than the next.
    FirstKing,
    /// Rows that the men have advanced, summed.
    Advancement,
    /// Men on their own back row.
    BackRow,
    /// Men in the centre.
    CentreMen,
    /// Kings in the centre.
    CentreKings,
    /// Men on the left and right edges.
    EdgeMen,
    /// Men that nothing stands in the way of: no enemy piece in the cone ahead of them.
    Runaways,
    /// Rows that the runaways have advanced, summed.
    RunawayRows,
    /// Men with a free square ahead, counted once for each such square.
    ManMobility,
    /// Free squares next to kings.
    KingMobility,
    /// Men that a man of their own protects from behind, once for each protector.
    Chains,
    /// Difference between the men of the left and the right half of the board, as a size (less is better balanced).
    Imbalance,
    /// Kings on the long diagonal that joins the two players' left corners.
    LongDiagonal,
    /// The right to move: +1 if White has it, -1 if Black has.
    Tempo,
}

/// The squares that features speak of, worked out once for a board.
#[derive(Clone, Debug)]
pub struct Zones {
    centre: Bitboard,
    edges: Bitboard,
    left: Bitboard,
    long_diagonal: Bitboard,
    /// `row_bits[k]`: the rows whose number, from the top, has bit `k` set.
    row_bits: [Bitboard; 4],
    /// The same, with rows numbered from the bottom.
    row_bits_from_below: [Bitboard; 4],
}

impl Zones {
    /// The zones of a board.
    pub fn of<B: Board>() -> Zones {
        let (rows, columns) = (B::ROWS, 2 * B::ROW);
        let squares_where = |wanted: &dyn Fn(usize, usize) -> bool| {
            B::squares()
                .filter(|&square| {
                    let (row, column) = B::row_and_column(square);
                    wanted(row, column)
                })
                .fold(Bitboard::EMPTY, |set, square| set | B::bit(square))
        };
        // Two columns off either edge and three rows off either end: 8 squares of 8x8's 32, 12 of 10x10's 50.
        let inner = |row, column| (3..rows - 3).contains(&row) && (2..columns - 2).contains(&column);
        Zones {
            centre: squares_where(&inner),
            edges: squares_where(&|_, column| column == 0 || column == columns - 1),
            left: squares_where(&|_, column| column < columns / 2),
            long_diagonal: squares_where(&|row, column| {
                row + column == columns - 1 || row.abs_diff(column) == 1
            }),
            row_bits: std::array::from_fn(|k| squares_where(&|row, _| row >> k & 1 == 1)),
            row_bits_from_below: std::array::from_fn(|k| {
                squares_where(&|row, _| (rows - 1 - row) >> k & 1 == 1)
            }),
        }
    }

    /// The rows, counted from the home row of `side`, of all pieces in `set`, summed.
    fn advancement(&self, set: Bitboard, side: Side) -> u32 {
        let rows = match side {
            Side::White => &self.row_bits_from_below,
            Side::Black => &self.row_bits,
        };
        rows.iter().enumerate().map(|(bit, &row)| (set & row).len() << bit).sum()
    }
}

/// The features of a position.
pub fn features<R: Rules>(position: &Position<R>, zones: &Zones) -> FeatureVector {
    let white = of_side(position, Side::White, zones);
    let black = of_side(position, Side::Black, zones);
    let mut vector: FeatureVector = std::array::from_fn(|feature| white[feature] - black[feature]);
    vector[Feature::Tempo as usize] = if position.side() == Side::White { 1 } else { -1 };
    vector
}

fn of_side<R: Rules>(position: &Position<R>, side: Side, zones: &Zones) -> FeatureVector {
    let (men, kings, empty) = (position.men(side), position.kings(side), position.empty());
    let home = R::Board::crownhead(!side);
    let [left, right] = Direction::forward(side);
    let ahead = |set: Bitboard, direction| R::Board::step(set, direction);
    let runaways = men - shadow::<R::Board>(position.pieces(!side), !side);

    let mut vector = [0; FEATURES];
    let mut set = |feature: Feature, count: u32| vector[feature as usize] = count as i32;
    set(Feature::Men, men.len());
    set(Feature::Advancement, zones.advancement(men, side));
    set(Feature::BackRow, (men & home).len());
    set(Feature::CentreMen, (men & zones.centre).len());
    set(Feature::EdgeMen, (men & zones.edges).len());
    set(Feature::ManMobility, (ahead(men, left) & empty).len() + (ahead(men, right) & empty).len());
    set(Feature::Chains, (ahead(men, left) & men).len() + (ahead(men, right) & men).len());
    set(Feature::Imbalance, (men & zones.left).len().abs_diff((men - zones.left).len()));
    if runaways.any() {
        set(Feature::Runaways, runaways.len());
        set(Feature::RunawayRows, zones.advancement(runaways, side));
    }
    if kings.any() {
        set(Feature::Kings, kings.len());
        set(Feature::FirstKing, 1);
        set(Feature::CentreKings, (kings & zones.centre).len());
        set(Feature::LongDiagonal, (kings & zones.long_diagonal).len());
        set(Feature::KingMobility, Direction::ALL.into_iter().map(|d| (ahead(kings, d) & empty).len()).sum());
    }
    vector
}

/// The squares from which a man of the other side would have a piece of `set` in the cone ahead of it: everything in
/// the cones that open from `set` in the direction in which `side` moves.
fn shadow<B: Board>(set: Bitboard, side: Side) -> Bitboard {
    let [left, right] = Direction::forward(side);
    let mut shadow = Bitboard::EMPTY;
    let mut front = set;
    for _ in 1..B::ROWS {
        front = B::step(front, left) | B::step(front, right);
        shadow |= front;
    }
    shadow
}
