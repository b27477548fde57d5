//! The weights of the evaluation, in men: data, one pair of rows for each rule set.

use super::{FEATURES, Feature};
use crate::rules::Variant;

/// What each feature is worth, in men, with the board full and with the board empty. Between the two the weights are
/// blended by the number of pieces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// With all pieces on the board.
    pub opening: [f32; FEATURES],
    /// With next to none.
    pub ending: [f32; FEATURES],
}

impl Weights {
    /// The weights of a variant.
    pub fn of(variant: Variant) -> &'static Weights {
        match variant {
            Variant::English => &ENGLISH,
            Variant::Giveaway => &GIVEAWAY,
            Variant::International => &INTERNATIONAL,
            Variant::Losing => &LOSING,
        }
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
    Advancement, BackRow, CentreKings, CentreMen, Chains, EdgeMen, FirstKing, Imbalance, KingMobility, Kings,
    LongDiagonal, ManMobility, Men, RunawayRows, Runaways, Tempo,
};

const ENGLISH: Weights = Weights {
    opening: row([
        (Men, 1.0),
        (Kings, 1.3),
        (FirstKing, 0.1),
        (Advancement, 0.01),
        (BackRow, 0.08),
        (CentreMen, 0.04),
        (CentreKings, 0.08),
        (EdgeMen, -0.03),
        (Runaways, 0.15),
        (RunawayRows, 0.02),
        (ManMobility, 0.005),
        (KingMobility, 0.02),
        (Chains, 0.02),
        (Imbalance, -0.01),
        (Tempo, 0.02),
    ]),
    ending: row([
        (Men, 1.0),
        (Kings, 1.35),
        (FirstKing, 0.15),
        (Advancement, 0.02),
        (BackRow, 0.03),
        (CentreMen, 0.02),
        (CentreKings, 0.1),
        (EdgeMen, -0.01),
        (Runaways, 0.1),
        (RunawayRows, 0.04),
        (ManMobility, 0.01),
        (KingMobility, 0.03),
        (Chains, 0.01),
        (Tempo, 0.01),
    ]),
};

const INTERNATIONAL: Weights = Weights {
    opening: row([
        (Men, 1.0),
        (Kings, 2.6),
        (FirstKing, 0.4),
        (Advancement, 0.008),
        (BackRow, 0.01),
        (CentreMen, 0.03),
        (CentreKings, 0.05),
        (EdgeMen, -0.02),
        (Runaways, 0.3),
        (RunawayRows, 0.04),
        (ManMobility, 0.006),
        (KingMobility, 0.01),
        (Chains, 0.015),
        (Imbalance, -0.02),
        (LongDiagonal, 0.1),
        (Tempo, 0.02),
    ]),
    ending: row([
        (Men, 1.0),
        (Kings, 2.6),
        (FirstKing, 0.6),
        (Advancement, 0.03),
        (BackRow, 0.02),
        (CentreMen, 0.02),
        (CentreKings, 0.05),
        (EdgeMen, -0.01),
        (Runaways, 0.2),
        (RunawayRows, 0.08),
        (ManMobility, 0.01),
        (KingMobility, 0.02),
        (Chains, 0.01),
        (LongDiagonal, 0.2),
        (Tempo, 0.01),
    ]),
};

const GIVEAWAY: Weights = Weights {
    opening: row([(Men, -0.5), (Kings, -0.3), (ManMobility, 0.05), (Advancement, -0.01), (Tempo, 0.02)]),
    ending: row([(Men, -1.0), (Kings, -0.6), (ManMobility, 0.05), (KingMobility, 0.02), (CentreKings, 0.1)]),
};

const LOSING: Weights = Weights {
    opening: row([(Men, -0.5), (Kings, -0.3), (ManMobility, 0.05), (Advancement, -0.01), (Tempo, 0.02)]),
    ending: row([(Men, -1.0), (Kings, -0.6), (ManMobility, 0.05), (KingMobility, 0.02)]),
};
