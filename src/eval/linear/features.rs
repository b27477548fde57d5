//! What the evaluation looks at: counts, each White's minus Black's.

use super::Zones;
use crate::rules::{Bitboard, Board, Direction, ManCapture, Position, Rules, Side};

/// Number of features; a multiple of four, so that the weighted sum runs in four lanes.
pub const FEATURES: usize = 20;

/// One number a feature, in the order of [`Feature`].
pub type FeatureVector = [i32; FEATURES];

/// A feature by name: its place in a [`FeatureVector`] and in a row of weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum Feature {
    /// Men.
    Men,
    /// Rows that the men have advanced, summed.
    Advancement,
    /// Men on their own back row.
    BackRow,
    /// The bridge: men on both squares of the back row that together hold it (30 and 32 for White on 8x8).
    Bridge,
    /// Men in the centre.
    CentreMen,
    /// Men on the left and right edges.
    EdgeMen,
    /// Men that a man of their own protects from behind, once for each protector.
    Chains,
    /// Difference between the men of the left and the right half of the board, as a size (less is better balanced).
    Imbalance,
    /// Men with a free square ahead, counted once for each such square.
    ManMobility,
    /// Free squares that a man could step to, but where a man next to it could capture it.
    Offers,
    /// Men that nothing stands in the way of: no enemy piece in the cone ahead of them.
    Runaways,
    /// Rows that the runaways have advanced, summed.
    RunawayRows,
    /// Kings.
    Kings,
    /// Sides that have a king at all: the first king is worth more than the next.
    FirstKing,
    /// Kings in the centre.
    CentreKings,
    /// Kings on the long diagonal that joins the two players' left corners.
    LongDiagonal,
    /// Free squares next to kings.
    KingMobility,
    /// Sides that are down to one piece.
    LonePiece,
    /// With one piece each, who has the move (the opposition): the side to move if an odd number of the pieces stands
    /// in the columns that reach its home row, else the other side.
    Duel,
    /// The right to move: +1 if White has it, -1 if Black has.
    Tempo,
}

impl Feature {
    /// All features, in the order of their places.
    pub const ALL: [Feature; FEATURES] = [
        Feature::Men,
        Feature::Advancement,
        Feature::BackRow,
        Feature::Bridge,
        Feature::CentreMen,
        Feature::EdgeMen,
        Feature::Chains,
        Feature::Imbalance,
        Feature::ManMobility,
        Feature::Offers,
        Feature::Runaways,
        Feature::RunawayRows,
        Feature::Kings,
        Feature::FirstKing,
        Feature::CentreKings,
        Feature::LongDiagonal,
        Feature::KingMobility,
        Feature::LonePiece,
        Feature::Duel,
        Feature::Tempo,
    ];

    /// The name in reports, such as `back-row`.
    pub fn name(self) -> String {
        let mut name = String::new();
        for letter in format!("{self:?}").chars() {
            if letter.is_uppercase() && !name.is_empty() {
                name.push('-');
            }
            name.extend(letter.to_lowercase());
        }
        name
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
    let in_system = (position.occupied() & zones.system(side)).len();
    if in_system == 1 { for_white(side) } else { for_white(!side) }
}

#[inline(always)] // Twice in `features`, so that the side and with it every direction is a constant.
fn of_side<R: Rules>(position: &Position<R>, side: Side, zones: &Zones) -> FeatureVector {
    let (men, kings, empty) = (position.men(side), position.kings(side), position.empty());
    let [left, right] = Direction::forward(side).map(|direction| R::Board::shift(men, direction));
    let runaways = men - shadow::<R::Board>(position.pieces(!side), !side);

    let mut vector = [0; FEATURES];
    let mut set = |feature: Feature, count: u32| vector[feature as usize] = count as i32;
    set(Feature::Men, men.len());
    set(Feature::Advancement, zones.rows_advanced(men, side));
    set(Feature::BackRow, (men & R::Board::crownhead(!side)).len());
    set(Feature::Bridge, u32::from(zones.bridge(side).is_subset(men)));
    set(Feature::CentreMen, (men & zones.centre).len());
    set(Feature::EdgeMen, (men & zones.edges).len());
    set(Feature::Chains, (left & men).len() + (right & men).len());
    set(Feature::Imbalance, (men & zones.left).len().abs_diff((men - zones.left).len()));
    set(Feature::ManMobility, (left & empty).len() + (right & empty).len());
    set(Feature::Offers, ((left | right) & empty & danger(position, side)).len());
    set(Feature::LonePiece, u32::from(position.pieces(side).len() == 1));
    if runaways.any() {
        set(Feature::Runaways, runaways.len());
        set(Feature::RunawayRows, zones.rows_advanced(runaways, side));
    }
    if kings.any() {
        let steps = Direction::DIAGONALS.map(|direction| (R::Board::shift(kings, direction) & empty).len());
        set(Feature::Kings, kings.len());
        set(Feature::FirstKing, 1);
        set(Feature::CentreKings, (kings & zones.centre).len());
        set(Feature::LongDiagonal, (kings & zones.long_diagonal).len());
        set(Feature::KingMobility, steps.into_iter().sum());
    }
    vector
}

/// The squares where a man of `side` that has just arrived could be captured by an enemy man next to it.
#[inline(always)] // As its caller.
fn danger<R: Rules>(position: &Position<R>, side: Side) -> Bitboard {
    let (men, enemies, empty) = (position.men(side), position.men(!side), position.empty());
    let captures = |over: Direction, landings: Bitboard| {
        R::Board::shift(enemies, over) & R::Board::shift(landings, over.opposite())
    };
    // An enemy that captures forward may land on the square that the man has come from.
    let forward = Direction::forward(!side).map(|over| captures(over, empty | men));
    let backward = match R::ARTICLES.men_capture {
        ManCapture::Forward => [Bitboard::EMPTY; 2],
        ManCapture::BothWays => Direction::forward(side).map(|over| captures(over, empty)),
    };
    forward[0] | forward[1] | backward[0] | backward[1]
}

/// The squares from which a man of the other side would have a piece of `set` in the cone ahead of it: everything in
/// the cones that open from `set` in the direction in which `side` moves.
#[inline(always)] // As its caller.
fn shadow<B: Board>(set: Bitboard, side: Side) -> Bitboard {
    let [left, right] = Direction::forward(side);
    let mut shadow = Bitboard::EMPTY;
    let mut front = set;
    for _ in 1..B::ROWS {
        front = (B::shift(front, left) | B::shift(front, right)) & B::ALL;
        shadow |= front;
    }
    shadow
}
