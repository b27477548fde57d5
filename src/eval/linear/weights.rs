//! The weights of the evaluation, in men: data, one pair of rows for each rule set.

use super::{FEATURES, Feature};
use crate::rules::NoMove;

/// What each feature is worth, in men, at both ends of the game; [`Weights::blended`] says what it is between.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// With all pieces on the board.
    pub opening: [f32; FEATURES],
    /// With two pieces.
    pub ending: [f32; FEATURES],
}

impl Weights {
    /// The weights that were fitted for the variant of this name. For any other one, material alone, with negative values
    /// where the side without a move wins.
    pub fn of(variant: &str, no_move: NoMove) -> &'static Weights {
        match variant {
            "english" => &ENGLISH,
            "giveaway" => &GIVEAWAY,
            "international" => &INTERNATIONAL,
            "losing" => &LOSING,
            _ if no_move == NoMove::Wins => &LITTLE_MATERIAL,
            _ => &MATERIAL,
        }
    }

    /// All weights, the opening's first.
    pub(in crate::eval) fn all(&self) -> impl Iterator<Item = f32> {
        self.opening.into_iter().chain(self.ending)
    }

    /// The weights with so many of `full` pieces on the board. Each halving of the pieces goes an equal part of the
    /// way from the opening to the ending, since the fewer pieces there are, the more another one changes. Between two
    /// powers of two it goes in a straight line: a logarithm may differ in its last digit from machine to machine.
    pub(super) fn blended(&self, pieces: usize, full: usize) -> [f64; FEATURES] {
        let opening = Weights::opening_share(pieces, full);
        std::array::from_fn(|feature| {
            opening * f64::from(self.opening[feature]) + (1.0 - opening) * f64::from(self.ending[feature])
        })
    }

    /// The share of the opening in that blend, from 0 to 1.
    pub(super) fn opening_share(pieces: usize, full: usize) -> f64 {
        let halvings_left = |pieces: usize| {
            let whole = pieces.max(2).ilog2();
            f64::from(whole - 1) + pieces.max(2) as f64 / f64::from(1 << whole) - 1.0
        };
        halvings_left(pieces) / halvings_left(full)
    }
}

/// A row of weights from a list that names each feature, so that the data cannot slip out of order.
const fn row<const N: usize>(named: [(Feature, f32); N]) -> [f32; FEATURES] {
    let mut row = [0.0; FEATURES];
    let mut i = 0;
    while i < N {
        row[named[i].0 as usize] = named[i].1;
        i += 1;
    }
    row
}

use Feature::{
    Advancement, BackRow, Bridge, CentreKings, CentreMen, Chains, Duel, EdgeMen, FirstKing, Imbalance, KingMobility,
    Kings, LonePiece, LongDiagonal, ManMobility, Men, Offers, RunawayRows, Runaways, Tempo,
};

/// A man is worth one man, a king two.
const MATERIAL: Weights = {
    let row = row([(Men, 1.0), (Kings, 2.0)]);
    Weights { opening: row, ending: row }
};

/// A man less is worth one man, a king two.
const LITTLE_MATERIAL: Weights = {
    let row = row([(Men, -1.0), (Kings, -2.0)]);
    Weights { opening: row, ending: row }
};

const ENGLISH: Weights = Weights {
    opening: row([
        (Men, 0.922),
        (BackRow, 0.335),
        (Bridge, 0.070),
        (CentreMen, -0.149),
        (EdgeMen, 0.092),
        (Chains, 0.182),
        (Imbalance, -0.054),
        (ManMobility, 0.131),
        (Offers, -0.060),
        (Runaways, -0.772),
        (RunawayRows, 0.117),
        (Kings, 0.871),
        (FirstKing, 0.580),
        (CentreKings, 0.315),
        (KingMobility, 0.034),
        (LonePiece, -2.083),
        (Tempo, 0.057),
    ]),
    ending: row([
        (Men, 0.561),
        (BackRow, -0.086),
        (Bridge, 0.814),
        (CentreMen, 0.153),
        (EdgeMen, -0.192),
        (Chains, 0.030),
        (Imbalance, -0.061),
        (Offers, -0.223),
        (Runaways, 0.575),
        (Kings, 0.593),
        (FirstKing, 0.648),
        (CentreKings, -0.007),
        (LonePiece, -0.301),
        (Duel, 0.180),
        (Tempo, -0.066),
    ]),
};

const INTERNATIONAL: Weights = Weights {
    opening: row([
        (Men, 0.945),
        (Advancement, 0.004),
        (BackRow, 0.036),
        (Bridge, -0.022),
        (CentreMen, 0.036),
        (EdgeMen, 0.090),
        (Chains, 0.119),
        (Imbalance, -0.004),
        (ManMobility, 0.086),
        (Offers, 0.043),
        (Runaways, -0.196),
        (RunawayRows, 0.169),
        (Kings, 1.813),
        (FirstKing, 1.178),
        (CentreKings, -0.023),
        (LongDiagonal, 0.256),
        (KingMobility, 0.007),
        (LonePiece, 0.138),
        (Tempo, 0.024),
    ]),
    ending: row([
        (Men, 0.708),
        (Advancement, 0.026),
        (BackRow, 0.112),
        (Bridge, 0.046),
        (CentreMen, -0.007),
        (EdgeMen, -0.158),
        (Chains, -0.025),
        (Imbalance, -0.089),
        (ManMobility, 0.005),
        (Offers, -0.103),
        (Runaways, -0.038),
        (RunawayRows, 0.040),
        (Kings, 1.516),
        (FirstKing, 1.122),
        (CentreKings, -0.017),
        (LongDiagonal, 0.139),
        (KingMobility, 0.010),
        (LonePiece, 0.183),
        (Duel, 0.018),
        (Tempo, 0.015),
    ]),
};

const GIVEAWAY: Weights = Weights {
    opening: row([
        (Men, 0.880),
        (Advancement, -0.047),
        (BackRow, -0.105),
        (Bridge, 0.055),
        (CentreMen, -0.104),
        (EdgeMen, -0.607),
        (Chains, -0.550),
        (Imbalance, 0.036),
        (ManMobility, -0.499),
        (Offers, -0.081),
        (Runaways, 0.645),
        (RunawayRows, -0.179),
        (Kings, -0.111),
        (FirstKing, -0.141),
        (CentreKings, -1.972),
        (LongDiagonal, -0.230),
        (KingMobility, -0.205),
        (LonePiece, 2.906),
        (Tempo, 0.163),
    ]),
    ending: row([
        (Men, 0.271),
        (Advancement, 0.044),
        (BackRow, 0.321),
        (Bridge, -0.014),
        (CentreMen, 0.418),
        (EdgeMen, -0.109),
        (Chains, 0.334),
        (Imbalance, 0.152),
        (ManMobility, 0.207),
        (Offers, 0.038),
        (Runaways, -0.588),
        (RunawayRows, 0.138),
        (Kings, 0.700),
        (FirstKing, -1.085),
        (CentreKings, 1.601),
        (LongDiagonal, 0.179),
        (KingMobility, 0.260),
        (LonePiece, -3.213),
        (Duel, -13.383),
        (Tempo, 0.102),
    ]),
};

const LOSING: Weights = Weights {
    opening: row([
        (Men, 1.731),
        (Advancement, -0.033),
        (BackRow, 0.035),
        (Bridge, -0.069),
        (CentreMen, 0.173),
        (EdgeMen, -0.870),
        (Chains, -0.961),
        (Imbalance, -0.043),
        (ManMobility, -0.875),
        (Offers, 0.125),
        (Runaways, -0.148),
        (RunawayRows, 0.018),
        (Kings, -0.607),
        (FirstKing, -0.931),
        (CentreKings, 0.001),
        (LongDiagonal, 0.144),
        (KingMobility, -0.595),
        (LonePiece, 3.426),
        (Tempo, -0.042),
    ]),
    ending: row([
        (Men, -3.434),
        (Advancement, 0.027),
        (BackRow, -0.502),
        (Bridge, 0.252),
        (CentreMen, -0.100),
        (EdgeMen, 0.883),
        (Chains, 1.679),
        (Imbalance, 0.035),
        (ManMobility, 1.854),
        (Offers, 0.545),
        (Runaways, -0.282),
        (RunawayRows, 0.070),
        (Kings, 0.229),
        (FirstKing, 1.540),
        (CentreKings, 0.316),
        (LongDiagonal, 0.257),
        (KingMobility, 0.909),
        (LonePiece, -1.203),
        (Duel, -0.312),
        (Tempo, 0.482),
    ]),
};
