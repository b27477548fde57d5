//! A finished game in a record.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::player::{Fault, FaultKind};
use crate::rules::Side;
use crate::statistics::Outcome;

/// A side, as records write it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Colour {
    /// White.
    White,
    /// Black.
    Black,
}

impl From<Side> for Colour {
    fn from(side: Side) -> Colour {
        match side {
            Side::White => Colour::White,
            Side::Black => Colour::Black,
        }
    }
}

impl From<Colour> for Side {
    fn from(colour: Colour) -> Side {
        match colour {
            Colour::White => Side::White,
            Colour::Black => Side::Black,
        }
    }
}

/// A finished game: a line of the record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FinishedGame {
    /// Its number in the match, from 0.
    pub game: usize,
    /// The name of the player of White.
    pub white: String,
    /// The name of the player of Black.
    pub black: String,
    /// The FEN of the position before the opening.
    pub start: String,
    /// The moves of the opening, in Hub's notation.
    pub opening: Vec<String>,
    /// The moves of the players.
    pub moves: Vec<PlayedMove>,
    /// The winner; `None` for a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<Colour>,
    /// How it ended.
    pub termination: Termination,
    /// The same as text, such as `Black loses on time`.
    pub reason: String,
    /// The date on which it ended (UTC), as in PDN: `2026.11.22`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
}

/// A move and what was known about it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayedMove {
    /// The move, in Hub's notation.
    #[serde(rename = "m")]
    pub mv: String,
    /// The time that it took, in seconds.
    #[serde(rename = "t")]
    pub seconds: f64,
    /// The score, for the player, in men.
    #[serde(rename = "s", default, skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// The depth that it searched, in plies.
    #[serde(rename = "d", default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// The nodes that it searched.
    #[serde(rename = "n", default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The player's clock after it, in seconds, before an increment was added; `None` without a clock.
    #[serde(rename = "c", default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<f64>,
    /// The overrun of a move with a time limit, in seconds.
    #[serde(rename = "o", default, skip_serializing_if = "Option::is_none")]
    pub overrun: Option<f64>,
    /// For a player that was pondering: whether it pondered this position.
    #[serde(rename = "p", default, skip_serializing_if = "Option::is_none")]
    pub ponder_hit: Option<bool>,
    /// A fault in the information of the player that costs nothing, such as an illegal move in its PV.
    #[serde(rename = "w", default, skip_serializing_if = "Option::is_none")]
    pub warning: Option<String>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Termination {
    /// By the rules.
    Normal,
    /// By adjudication, since the result was clear or the game too long.
    Adjudication,
    /// By a fault of the loser.
    Fault(Fault),
}

impl FinishedGame {
    /// The result for the player of `side`.
    pub fn outcome(&self, side: Side) -> Outcome {
        match self.winner.map(Side::from) {
            None => Outcome::Draw,
            Some(winner) if winner == side => Outcome::Win,
            Some(_) => Outcome::Loss,
        }
    }

    /// The result, with the points of the side that moves first in the variant first: `1-0`, `0-1` or `1/2-1/2`.
    pub fn score(&self, first: Side) -> &'static str {
        match self.outcome(first) {
            Outcome::Win => "1-0",
            Outcome::Loss => "0-1",
            Outcome::Draw => "1/2-1/2",
        }
    }

    /// The name of the player of a side.
    pub fn name(&self, side: Side) -> &str {
        match side {
            Side::White => &self.white,
            Side::Black => &self.black,
        }
    }

    /// The fault that ended the game, if any, and the player at fault.
    pub fn fault(&self) -> Option<(Side, &Fault)> {
        match (&self.termination, self.winner) {
            (Termination::Fault(fault), Some(winner)) => Some((Side::from(winner).opponent(), fault)),
            _ => None,
        }
    }
}

/// A fault of a player, in the terms of match runners.
pub(super) struct FaultOf<'a>(pub(super) Side, pub(super) &'a Fault);

impl fmt::Display for FaultOf<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FaultOf(side, fault) = self;
        match fault.kind {
            FaultKind::Start => write!(f, "{side} does not start"),
            FaultKind::IllegalMove => write!(f, "{side} makes an illegal move"),
            FaultKind::Disconnect => write!(f, "{side} disconnects"),
            FaultKind::Stall => write!(f, "{side}'s connection stalls"),
            FaultKind::TimeLoss => write!(f, "{side} loses on time"),
            FaultKind::Protocol => write!(f, "{side} breaks the protocol"),
        }?;
        write!(f, " ({})", fault.detail)
    }
}
