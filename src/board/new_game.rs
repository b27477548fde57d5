//! A game to be played: its beginning, its players and their time.

use std::time::Duration;

use super::record::Beginning;
use super::seat::Seat;
use crate::engine::TimeLimit;
use crate::rules::Variant;

/// A game to be played.
#[derive(Clone, Debug, PartialEq)]
pub struct NewGame {
    /// The variant.
    pub variant: Variant,
    /// What it begins with.
    pub beginning: Beginning,
    /// Who plays White and Black.
    pub seats: [Seat; 2],
    /// The time of each side.
    pub time: TimeLimit,
    /// The least time of a move of the engine, so that people can follow it.
    pub pace: Duration,
    /// The seed of the engine's random moves.
    pub seed: u64,
}

impl NewGame {
    /// A game of this variant between two people without a clock.
    pub const fn of(variant: Variant) -> NewGame {
        NewGame {
            variant,
            beginning: Beginning::Start,
            seats: [Seat::Human; 2],
            time: TimeLimit::Unlimited,
            pace: Duration::ZERO,
            seed: 0,
        }
    }
}
