//! The features of the linear evaluation: counts, each White's minus Black's, and the zones of the board that they use.

use crate::named_choice;
use crownhead_rules::{Bitboard, Board, Direction, Geometry, ManCapture, Position, Rules, SetOf, Side, Word};

/// Number of features; a multiple of four, so that the weighted sum runs in four lanes.
pub const FEATURES: usize = Feature::ALL.len();

/// A number for each feature, in the order of [`Feature`].
pub type FeatureVector = [i32; FEATURES];

named_choice! {
    /// A feature by name: its place in a [`FeatureVector`] and in a row of weights.
    Feature("feature") {
        /// Men.
        Men = "men",
        /// Rows that the men have advanced, summed.
        Advancement = "advancement",
        /// Men on their own back row.
        BackRow = "back-row",
        /// The bridge: men on both squares of the back row that together hold it (30 and 32 for White on 8x8).
        Bridge = "bridge",
        /// Men in the centre.
        CentreMen = "centre-men",
        /// Men on the left and right edges.
        EdgeMen = "edge-men",
        /// Men that a man of their own protects from behind, once for each protector.
        Chains = "chains",
        /// The absolute difference between the men of the left and the right half of the board (less is better
        /// balanced).
        Imbalance = "imbalance",
        /// Men with a free square ahead, counted once for each such square.
        ManMobility = "man-mobility",
        /// Free squares that a man could step to, but where a man next to it could capture it.
        Offers = "offers",
        /// Men with no enemy piece in the cone ahead of them.
        Runaways = "runaways",
        /// Rows that the runaways have advanced, summed.
        RunawayRows = "runaway-rows",
        /// Kings.
        Kings = "kings",
        /// Sides that have a king: the first king is worth more than the next.
        FirstKing = "first-king",
        /// Kings in the centre.
        CentreKings = "centre-kings",
        /// Kings on the long diagonal that joins the two players' left corners.
        LongDiagonal = "long-diagonal",
        /// Free squares next to kings.
        KingMobility = "king-mobility",
        /// Sides that have one piece.
        LonePiece = "lone-piece",
        /// With one piece each, who has the move (the opposition): the side to move if an odd number of the pieces
        /// stands in the columns that reach its home row, else the other side.
        Duel = "duel",
        /// The right to move: +1 if White has it, -1 if Black has.
        Tempo = "tempo",
    }
}

/// The features of a position.
pub fn features<R: Rules>(position: &Position<R>, zones: &Zones) -> FeatureVector {
    let white = of_side(position, Side::White, zones);
    let black = of_side(position, Side::Black, zones);
    let mut vector: FeatureVector = std::array::from_fn(|feature| white[feature] - black[feature]);
    vector[Feature::Tempo as usize] = for_white(position.side());
    if position.occupied().len() == 2 {
        vector[Feature::Duel as usize] = duel(position, zones);
    }
    vector
}

const fn for_white(side: Side) -> i32 {
    match side {
        Side::White => 1,
        Side::Black => -1,
    }
}

/// [`Feature::Duel`] of a position with two pieces.
fn duel<R: Rules>(position: &Position<R>, zones: &Zones) -> i32 {
    let side = position.side();
    if position.pieces(side).len() != 1 {
        return 0;
    }
    let in_system = (position.occupied() & zones.system(side).narrowed()).len();
    if in_system == 1 { for_white(side) } else { for_white(!side) }
}

#[inline(always)] // Twice in `features`, so that the side and with it every direction is a constant.
fn of_side<R: Rules>(position: &Position<R>, side: Side, zones: &Zones) -> FeatureVector {
    let (men, kings, empty) = (position.men(side), position.kings(side), position.empty());
    let (mut chains, mut mobility, mut reach) = (0, 0, Bitboard::EMPTY);
    for &direction in R::ARTICLES.steps_of_men(side) {
        let front = R::Board::shift(men, direction);
        chains += (front & men).len();
        mobility += (front & empty).len();
        reach |= front;
    }
    let runaways = men - shadow::<R>(position.pieces(!side), !side);

    let mut vector = [0; FEATURES];
    let mut set = |feature: Feature, count: u32| vector[feature as usize] = count as i32;
    set(Feature::Men, men.len());
    set(Feature::Advancement, zones.rows_advanced(men, side));
    set(Feature::BackRow, (men & R::Board::crownhead(!side)).len());
    set(Feature::Bridge, u32::from(zones.bridge(side).narrowed().is_subset(men)));
    set(Feature::CentreMen, (men & zones.centre.narrowed()).len());
    set(Feature::EdgeMen, (men & zones.edges.narrowed()).len());
    set(Feature::Chains, chains);
    set(Feature::Imbalance, (men & zones.left.narrowed()).len().abs_diff((men - zones.left.narrowed()).len()));
    set(Feature::ManMobility, mobility);
    set(Feature::Offers, (reach & empty & danger(position, side)).len());
    set(Feature::LonePiece, u32::from(position.pieces(side).len() == 1));
    if runaways.any() {
        set(Feature::Runaways, runaways.len());
        set(Feature::RunawayRows, zones.rows_advanced(runaways, side));
    }
    if kings.any() {
        let steps = R::ARTICLES.steps_of_kings().iter();
        let steps = steps.map(|&direction| (R::Board::shift(kings, direction) & empty).len());
        set(Feature::Kings, kings.len());
        set(Feature::FirstKing, 1);
        set(Feature::CentreKings, (kings & zones.centre.narrowed()).len());
        set(Feature::LongDiagonal, (kings & zones.long_diagonal.narrowed()).len());
        set(Feature::KingMobility, steps.sum());
    }
    vector
}

/// The squares where a man of `side` that has just arrived could be captured by an enemy man next to it.
#[inline(always)] // As its caller.
fn danger<R: Rules>(position: &Position<R>, side: Side) -> SetOf<R> {
    let (men, enemies, empty) = (position.men(side), position.men(!side), position.empty());
    let captures = |over: Direction, landings: SetOf<R>| {
        R::Board::shift(enemies, over) & R::Board::shift(landings, over.opposite())
    };
    let mut danger = Bitboard::EMPTY;
    for &forward in R::ARTICLES.steps_of_men(!side) {
        // An enemy that captures forward may land on the square that the man has come from.
        danger |= captures(forward, empty | men);
    }
    if R::ARTICLES.men_capture == ManCapture::BothWays {
        for &backward in R::ARTICLES.steps_of_men(side) {
            danger |= captures(backward, empty);
        }
    }
    danger
}

/// The squares from which a man of the other side would have a piece of `set` in the cone ahead of it: everything in
/// the cones that open from `set` in the direction in which `side` moves.
#[inline(always)] // As its caller.
fn shadow<R: Rules>(set: SetOf<R>, side: Side) -> SetOf<R> {
    let mut shadow = Bitboard::EMPTY;
    let mut front = set;
    for _ in 1..R::Board::ROWS {
        front = if R::ARTICLES.move_lines.has_diagonals() {
            let [left, right] = Direction::forward(side);
            R::Board::shift(front, left) | R::Board::shift(front, right)
        } else {
            let ahead = R::Board::shift(front, Direction::straight(side));
            ahead | R::Board::shift(ahead, Direction::Left) | R::Board::shift(ahead, Direction::Right)
        };
        front = front & R::Board::all();
        shadow |= front;
    }
    shadow
}

/// Sets of squares of a board. Those that differ for the two sides are a pair, White's first.
#[derive(Clone, Debug)]
pub struct Zones {
    /// Three rows off either end and two columns off either edge: 4 squares of 8x8's 32, 12 of 10x10's 50.
    centre: Bitboard,
    /// The leftmost and the rightmost column.
    edges: Bitboard,
    /// The left half as White sees the board.
    left: Bitboard,
    /// See [`Geometry::long_diagonal`].
    long_diagonal: Bitboard,
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
        let (rows, columns) = (board.rows, board.columns);
        let inner = |row, column| (3..rows - 3).contains(&row) && (2..columns - 2).contains(&column);
        Zones {
            centre: squares_where(board, inner),
            edges: squares_where(board, |_, column| column == 0 || column == columns - 1),
            left: squares_where(board, |_, column| column < columns / 2),
            long_diagonal: board.long_diagonal,
            bridges: for_each_side(board, |row, column| row == 0 && (column == 2 || column == 6)),
            systems: for_each_side(board, |_, column| column % 2 == 0),
            row_bits: {
                let of_bit = |bit: usize| for_each_side(board, move |row, _| row >> bit & 1 == 1);
                Side::ALL.map(|side| std::array::from_fn(|bit| of_bit(bit)[side.index()]))
            },
        }
    }

    /// The squares of the bridge of `side`.
    const fn bridge(&self, side: Side) -> Bitboard {
        self.bridges[side.index()]
    }

    /// The columns that reach the home row of `side`.
    const fn system(&self, side: Side) -> Bitboard {
        self.systems[side.index()]
    }

    /// The sum of the rows, counted from the home row of `side`, of all pieces in `set`.
    #[inline]
    fn rows_advanced<W: Word>(&self, set: Bitboard<W>, side: Side) -> u32 {
        let bits = &self.row_bits[side.index()];
        bits.iter().enumerate().map(|(bit, &rows)| (set & rows.narrowed()).len() << bit).sum()
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
    let (last_row, last_column) = (board.rows - 1, board.columns - 1);
    let white = squares_where(board, |row, column| wanted(last_row - row, column));
    let black = squares_where(board, |row, column| wanted(row, last_column - column));
    [white, black]
}
