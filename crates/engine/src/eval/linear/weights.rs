//! The weights of the linear evaluation, in men: data, a list for each of the games that they were fitted for.

use super::{FEATURES, Feature};
use crownhead_rules::{Articles, KingMove, NoMove};

/// The value of each feature in men, at both ends of the game; [`Weights::blended`] gives the values between.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// With all pieces on the board.
    pub opening: [f32; FEATURES],
    /// With two pieces.
    pub ending: [f32; FEATURES],
}

impl Weights {
    /// Weights for a game with these articles: those that were fitted for a game with the same kings and the same goal.
    pub fn of(articles: &Articles) -> &'static Weights {
        match (articles.kings, articles.no_move) {
            (KingMove::Short, NoMove::Loses) => &ENGLISH,
            (KingMove::Short, NoMove::Wins) => &GIVEAWAY,
            (KingMove::Flying, NoMove::Loses) => &INTERNATIONAL,
            (KingMove::Flying, NoMove::Wins) => &LOSING,
        }
    }

    /// The weights of a list of features with their values in the opening and in the ending; the others are zero.
    const fn of_features<const N: usize>(named: [(Feature, f32, f32); N]) -> Weights {
        let mut weights = Weights { opening: [0.0; FEATURES], ending: [0.0; FEATURES] };
        let mut i = 0;
        while i < N {
            let (feature, opening, ending) = named[i];
            weights.opening[feature as usize] = opening;
            weights.ending[feature as usize] = ending;
            i += 1;
        }
        weights
    }

    /// All weights, the opening's first.
    pub(in crate::eval) fn all(&self) -> impl Iterator<Item = f32> {
        self.opening.into_iter().chain(self.ending)
    }

    /// The weights with `pieces` of `full` pieces on the board. Each halving of the pieces goes an equal part of the
    /// way from the opening to the ending, since one piece changes more when there are few. Between two powers of two
    /// the way is linear: a logarithm may differ in its last digit from machine to machine.
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

use Feature::{
    Advancement, BackRow, Bridge, CentreKings, CentreMen, Chains, Duel, EdgeMen, FirstKing, Imbalance, KingMobility,
    Kings, LonePiece, LongDiagonal, ManMobility, Men, Offers, RunawayRows, Runaways, Tempo,
};

const ENGLISH: Weights = Weights::of_features([
    (Men, 0.922, 0.561),
    (BackRow, 0.335, -0.086),
    (Bridge, 0.070, 0.814),
    (CentreMen, -0.149, 0.153),
    (EdgeMen, 0.092, -0.192),
    (Chains, 0.182, 0.030),
    (Imbalance, -0.054, -0.061),
    (ManMobility, 0.131, 0.0),
    (Offers, -0.060, -0.223),
    (Runaways, -0.772, 0.575),
    (RunawayRows, 0.117, 0.0),
    (Kings, 0.871, 0.593),
    (FirstKing, 0.580, 0.648),
    (CentreKings, 0.315, -0.007),
    (KingMobility, 0.034, 0.0),
    (LonePiece, -2.083, -0.301),
    (Duel, 0.0, 0.180),
    (Tempo, 0.057, -0.066),
]);

const INTERNATIONAL: Weights = Weights::of_features([
    (Men, 0.945, 0.708),
    (Advancement, 0.004, 0.026),
    (BackRow, 0.036, 0.112),
    (Bridge, -0.022, 0.046),
    (CentreMen, 0.036, -0.007),
    (EdgeMen, 0.090, -0.158),
    (Chains, 0.119, -0.025),
    (Imbalance, -0.004, -0.089),
    (ManMobility, 0.086, 0.005),
    (Offers, 0.043, -0.103),
    (Runaways, -0.196, -0.038),
    (RunawayRows, 0.169, 0.040),
    (Kings, 1.813, 1.516),
    (FirstKing, 1.178, 1.122),
    (CentreKings, -0.023, -0.017),
    (LongDiagonal, 0.256, 0.139),
    (KingMobility, 0.007, 0.010),
    (LonePiece, 0.138, 0.183),
    (Duel, 0.0, 0.018),
    (Tempo, 0.024, 0.015),
]);

const GIVEAWAY: Weights = Weights::of_features([
    (Men, 0.880, 0.271),
    (Advancement, -0.047, 0.044),
    (BackRow, -0.105, 0.321),
    (Bridge, 0.055, -0.014),
    (CentreMen, -0.104, 0.418),
    (EdgeMen, -0.607, -0.109),
    (Chains, -0.550, 0.334),
    (Imbalance, 0.036, 0.152),
    (ManMobility, -0.499, 0.207),
    (Offers, -0.081, 0.038),
    (Runaways, 0.645, -0.588),
    (RunawayRows, -0.179, 0.138),
    (Kings, -0.111, 0.700),
    (FirstKing, -0.141, -1.085),
    (CentreKings, -1.972, 1.601),
    (LongDiagonal, -0.230, 0.179),
    (KingMobility, -0.205, 0.260),
    (LonePiece, 2.906, -3.213),
    (Duel, 0.0, -13.383),
    (Tempo, 0.163, 0.102),
]);

const LOSING: Weights = Weights::of_features([
    (Men, 1.731, -3.434),
    (Advancement, -0.033, 0.027),
    (BackRow, 0.035, -0.502),
    (Bridge, -0.069, 0.252),
    (CentreMen, 0.173, -0.100),
    (EdgeMen, -0.870, 0.883),
    (Chains, -0.961, 1.679),
    (Imbalance, -0.043, 0.035),
    (ManMobility, -0.875, 1.854),
    (Offers, 0.125, 0.545),
    (Runaways, -0.148, -0.282),
    (RunawayRows, 0.018, 0.070),
    (Kings, -0.607, 0.229),
    (FirstKing, -0.931, 1.540),
    (CentreKings, 0.001, 0.316),
    (LongDiagonal, 0.144, 0.257),
    (KingMobility, -0.595, 0.909),
    (LonePiece, 3.426, -1.203),
    (Duel, 0.0, -0.312),
    (Tempo, -0.042, 0.482),
]);
