//! A game that is over, as it is kept.

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

/// A game that is over: a line of the record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FinishedGame {
    /// Its number in the match, from 0.
    pub game: usize,
    /// The name of who played White.
    pub white: String,
    /// The name of who played Black.
    pub black: String,
    /// The FEN of the position before the opening.
    pub start: String,
    /// The moves of the opening, in Hub's notation.
    pub opening: Vec<String>,
    /// The moves of the players.
    pub moves: Vec<PlayedMove>,
    /// Who won; none for a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<Colour>,
    /// How it came to an end.
    pub termination: Termination,
    /// The same in words, as `Black loses on time`.
    pub reason: String,
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
    /// What the player thought the position was worth for it, in men.
    #[serde(rename = "s", default, skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// The depth that it searched, in plies.
    #[serde(rename = "d", default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// The nodes that it searched.
    #[serde(rename = "n", default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// What the player's clock showed after it, in seconds, before an increment was added; none without a clock.
    #[serde(rename = "c", default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<f64>,
    /// Of a move with a limit of time: how much longer than that it took, in seconds.
    #[serde(rename = "o", default, skip_serializing_if = "Option::is_none")]
    pub overrun: Option<f64>,
    /// Of a player who was pondering: was it this position?
    #[serde(rename = "p", default, skip_serializing_if = "Option::is_none")]
    pub ponder_hit: Option<bool>,
}

/// How a game came to an end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Termination {
    /// By the rules.
    Normal,
    /// It was cut short, since the result was clear or the game too long.
    Adjudication,
    /// By what the loser did wrong.
    Fault(Fault),
}

impl FinishedGame {
    /// The result as the player of `side` sees it.
    pub fn outcome(&self, side: Side) -> Outcome {
        match self.winner.map(Side::from) {
            None => Outcome::Draw,
            Some(winner) if winner == side => Outcome::Win,
            Some(_) => Outcome::Loss,
        }
    }

    /// The result with the points of the side first that moves first in the variant: `1-0`, `0-1` or `1/2-1/2`.
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

    /// What the loser did wrong, if that ended the game, and who it was.
    pub fn fault(&self) -> Option<(Side, &Fault)> {
        match (&self.termination, self.winner) {
            (Termination::Fault(fault), Some(winner)) => Some((Side::from(winner).opponent(), fault)),
            _ => None,
        }
    }
}

/// What a player did wrong, in the words that match runners use.
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
