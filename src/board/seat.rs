//! Who plays a side, and how a game ended.

use serde::{Deserialize, Serialize};

use crate::engine::SkillLevel;
use crate::rules::{GameEnd, Side, Win, WinReason};

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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// By the rules.
    Rules(GameEnd),
    /// This side resigned.
    Resigned(Side),
    /// The time of this side ran out.
    Time(Side),
    /// Both sides agreed on a draw.
    Agreed,
    /// The game is as long as a room holds.
    Length,
    /// As the file says that the game was loaded from: the winner, `None` for a draw.
    Recorded(Option<Side>),
}

impl Finish {
    /// The winner; `None` for a draw.
    pub const fn winner(self) -> Option<Side> {
        match self {
            Finish::Rules(GameEnd::Win(Win { winner, .. })) => Some(winner),
            Finish::Resigned(loser) | Finish::Time(loser) => Some(loser.opponent()),
            Finish::Recorded(winner) => winner,
            Finish::Rules(GameEnd::Draw(_)) | Finish::Agreed | Finish::Length => None,
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
            Finish::Length => f.write_str("Draw: the game is too long"),
            Finish::Recorded(Some(winner)) => write!(f, "{winner} wins, as the file says"),
            Finish::Recorded(None) => f.write_str("Draw, as the file says"),
        }
    }
}
