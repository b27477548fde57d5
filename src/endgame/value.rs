//! What a table knows of a position.

use crate::rules::NoMove;

/// How the game ends from a position if both sides play perfectly, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Outcome {
    /// The side to move loses.
    Loss,
    /// Neither side can win.
    Draw,
    /// The side to move wins.
    Win,
}

impl std::fmt::Display for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            Outcome::Loss => "loss",
            Outcome::Draw => "draw",
            Outcome::Win => "win",
        })
    }
}

/// Set beside the bits of a [`Value`] where a capture must be made.
pub(super) const CAPTURE: u16 = 0x8000;

/// What the tables know of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// How it ends, for the side to move.
    pub outcome: Outcome,
    /// Plies until a side has no move, the winner hurrying and the loser resisting; `None` for a draw.
    pub plies: Option<u16>,
}

impl std::fmt::Display for Known {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.plies {
            Some(plies) => write!(f, "{} in {plies} plies", self.outcome),
            None => self.outcome.fmt(f),
        }
    }
}

/// The value of a position in one number: a draw, or the plies until a side cannot move. Who wins follows from
/// whether the plies are even: after an even number of plies it is the side to move that has no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Value(u16);

impl Value {
    /// The value of a draw.
    pub(super) const DRAW: Value = Value(0x7FFF);
    /// The value of a position where the side to move has no move.
    pub(super) const END: Value = Value(0);
    /// More plies than any value has.
    pub(super) const MOST_PLIES: u16 = 0x4000;

    /// A decided position.
    pub(super) const fn decided(plies: u16) -> Value {
        debug_assert!(plies < Value::MOST_PLIES);
        Value(plies)
    }

    /// The value as a number, for storing.
    pub(super) const fn bits(self) -> u16 {
        self.0
    }

    /// The inverse of [`Value::bits`], if the number is a value.
    pub(super) const fn from_bits(bits: u16) -> Option<Value> {
        if bits < Value::MOST_PLIES || bits == Value::DRAW.0 { Some(Value(bits)) } else { None }
    }

    /// The plies of a decided position.
    pub(super) const fn plies(self) -> Option<u16> {
        if self.0 == Value::DRAW.0 { None } else { Some(self.0) }
    }

    /// What a move to a position of this value is worth to the side that makes it.
    pub(super) const fn before(self) -> Value {
        match self.plies() {
            None => self,
            Some(plies) => Value::decided(plies + 1),
        }
    }

    /// How the game ends for the side to move.
    pub(super) fn outcome(self, no_move: NoMove) -> Outcome {
        match (self.plies(), no_move) {
            (None, _) => Outcome::Draw,
            (Some(plies), NoMove::Loses) if plies.is_multiple_of(2) => Outcome::Loss,
            (Some(plies), NoMove::Wins) if !plies.is_multiple_of(2) => Outcome::Loss,
            (Some(_), _) => Outcome::Win,
        }
    }

    /// The better one for the side to move: the quicker win, the slower loss.
    pub(super) fn better(self, other: Value, no_move: NoMove) -> Value {
        if other.merit(no_move) > self.merit(no_move) { other } else { self }
    }

    /// Greater for better values.
    pub(super) fn merit(self, no_move: NoMove) -> (Outcome, i32) {
        let plies = i32::from(self.0);
        match self.outcome(no_move) {
            Outcome::Win => (Outcome::Win, -plies),
            outcome => (outcome, plies),
        }
    }

    /// What is told to the outside; `no_move` says who has won at the end.
    pub(super) fn known(self, no_move: NoMove) -> Known {
        Known { outcome: self.outcome(no_move), plies: self.plies() }
    }
}
