//! Who plays a side, and how a game ended.

use serde::{Deserialize, Serialize};

use super::record::MOST_PLIES;
use crate::engine::SkillLevel;
use crate::notation::pdn::PdnResult;
use crate::rules::{GameEnd, Side, Variant, Win, WinReason};

/// Who plays a side: in JSON, `0` for a person or the number of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub enum Seat {
    /// A person.
    Human,
    /// The engine at a level.
    Engine(SkillLevel),
}

/// A number that is neither 0 nor a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} is not a player: expected 0 for a person, or a level from 1 to {max}", max = SkillLevel::MAX.number())]
pub struct BadSeat(u8);

impl TryFrom<u8> for Seat {
    type Error = BadSeat;

    fn try_from(number: u8) -> Result<Seat, BadSeat> {
        if number == 0 {
            return Ok(Seat::Human);
        }
        SkillLevel::new(number).map(Seat::Engine).ok_or(BadSeat(number))
    }
}

impl From<Seat> for u8 {
    fn from(seat: Seat) -> u8 {
        match seat {
            Seat::Human => 0,
            Seat::Engine(level) => level.number(),
        }
    }
}

impl std::fmt::Display for Seat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Seat::Human => f.write_str("Human"),
            Seat::Engine(level) => write!(f, "Crownhead level {}", level.number()),
        }
    }
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finish {
    /// By the rules.
    Rules(GameEnd),
    /// This side resigned.
    Resigned(Side),
    /// The time of this side ran out.
    Time(Side),
    /// Both sides agreed on a draw.
    Agreed,
    /// The game is longer than a room holds.
    TooLong,
    /// The game was played elsewhere, and its PDN states this result.
    Recorded {
        /// The winner, if there is one.
        winner: Option<Side>,
        /// The result.
        result: PdnResult,
    },
}

impl Finish {
    /// The winner; `None` for a draw.
    pub const fn winner(&self) -> Option<Side> {
        match self {
            Finish::Rules(GameEnd::Win(Win { winner, .. })) => Some(*winner),
            Finish::Resigned(loser) | Finish::Time(loser) => Some(loser.opponent()),
            Finish::Rules(GameEnd::Draw(_)) | Finish::Agreed | Finish::TooLong => None,
            Finish::Recorded { winner, .. } => *winner,
        }
    }

    /// The result in PDN, of a game of this variant.
    pub fn result(&self, variant: Variant) -> PdnResult {
        match self {
            Finish::Recorded { result, .. } => result.clone(),
            _ => PdnResult::of(variant, self.winner()),
        }
    }
}

/// In a sentence: `White wins: Black resigned`.
impl std::fmt::Display for Finish {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Finish::Rules(GameEnd::Win(Win { winner, reason: WinReason::NoMove })) => {
                write!(f, "{winner} wins: no move is left")
            }
            Finish::Rules(GameEnd::Win(Win { winner, reason })) => write!(f, "{winner} wins: {reason}"),
            Finish::Rules(GameEnd::Draw(reason)) => write!(f, "Draw: {reason}"),
            Finish::Resigned(loser) => write!(f, "{} wins: {loser} resigned", loser.opponent()),
            Finish::Time(loser) => write!(f, "{} wins: {loser} ran out of time", loser.opponent()),
            Finish::Agreed => f.write_str("Draw: agreed"),
            Finish::TooLong => write!(f, "Draw: a game of {MOST_PLIES} plies cannot be continued here"),
            Finish::Recorded { winner: Some(winner), .. } => write!(f, "{winner} wins"),
            Finish::Recorded { result: PdnResult::Draw, .. } => f.write_str("Draw"),
            Finish::Recorded { result: PdnResult::BothLose, .. } => f.write_str("Both sides lose"),
            Finish::Recorded { result, .. } => write!(f, "Result: {}", result.text(0)),
        }
    }
}
