//! The interface of a player: over pipes, over a network or in this process.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::engine::GameClock;
use crate::engine::Limit;
use crate::eval::Score;
use crate::notation::SpelledMove;
use crate::rules::{Game, Side};

/// A player of the variant `R`. A [`Referee`](super::Referee) checks its moves.
pub trait Player: Send {
    /// Prepares for a game. Ends a running ponder search.
    ///
    /// # Errors
    /// [`Halt`], after which the player cannot be used any more; the same holds for the other methods.
    fn new_game(&mut self, start: &Turn<'_>, side: Side) -> Result<(), Halt>;

    /// Chooses a move for the side to move. If it is pondering this position, the time counts from the ponder hit; if
    /// it is pondering another one, ending that search is part of the time.
    ///
    /// # Errors
    /// [`Halt`].
    fn think(&mut self, turn: &Turn<'_>) -> Result<Thought, Halt>;

    /// Begins to ponder on the position after the expected reply.
    ///
    /// # Errors
    /// [`Halt`].
    fn ponder(&mut self, expected: &Turn<'_>) -> Result<(), Halt>;

    /// Whether it is still there, so that it can play another game.
    fn is_running(&mut self) -> bool {
        true
    }

    /// Whether it can ponder.
    fn can_ponder(&self) -> bool;

    /// Notifies it of the end of the game.
    ///
    /// # Errors
    /// [`Halt`].
    fn end_game(&mut self, end: &Turn<'_>) -> Result<(), Halt>;
}

/// The input of a player that is to move.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    /// The game so far, from the opening's first position.
    pub game: &'a Game,
    /// The spelling of each of its moves.
    pub moves: &'a [SpelledMove],
    /// The limits of this player.
    pub limit: &'a Limit,
    /// The clocks of White and Black; `None` for a player without a clock.
    pub clocks: [Option<GameClock>; 2],
    /// The time limit of the move, including the margin; `None` without a time limit.
    pub flag: Option<Duration>,
}

impl Turn<'_> {
    /// The clock of the side to move.
    pub fn own_clock(&self) -> Option<GameClock> {
        self.clocks[self.game.position().side().index()]
    }
}

/// The move of a player and its data.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Thought {
    /// The move as written by the player, not yet validated.
    pub mv: String,
    /// The expected reply, as written by the player.
    pub expected: Option<String>,
    /// Its score of the position.
    pub score: Option<Score>,
    /// The depth that it searched, in plies.
    pub depth: Option<u32>,
    /// The nodes that it searched.
    pub nodes: Option<u64>,
    /// The time used: wall time for a process, CPU time for a player in this process.
    pub elapsed: Duration,
    /// Whether it had pondered this position.
    pub pondered: bool,
    /// A fault in its information that costs nothing, such as an illegal move in its PV.
    pub warning: Option<String>,
}

/// Why a player has stopped playing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Halt {
    /// By its own fault.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// The match was interrupted.
    #[error("the match was interrupted")]
    Interrupted,
}

/// A fault of a player, which loses the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{kind}: {detail}")]
pub struct Fault {
    /// The kind.
    pub kind: FaultKind,
    /// The details.
    pub detail: String,
}

/// The kinds of faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaultKind {
    /// The program could not be started, or did not get ready.
    Start,
    /// The move is illegal or malformed.
    IllegalMove,
    /// The program ended or closed the connection.
    Disconnect,
    /// No answer arrived until long after it was due.
    Stall,
    /// The answer arrived too late.
    TimeLoss,
    /// The answer does not follow the protocol.
    Protocol,
}

impl FaultKind {
    /// All kinds.
    pub const ALL: [FaultKind; 6] = [
        FaultKind::Start,
        FaultKind::IllegalMove,
        FaultKind::Disconnect,
        FaultKind::Stall,
        FaultKind::TimeLoss,
        FaultKind::Protocol,
    ];

    /// The fault of this kind.
    pub fn because(self, detail: impl fmt::Display) -> Fault {
        Fault { kind: self, detail: detail.to_string() }
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FaultKind::Start => "start-up failure",
            FaultKind::IllegalMove => "illegal move",
            FaultKind::Disconnect => "disconnect",
            FaultKind::Stall => "stall",
            FaultKind::TimeLoss => "time loss",
            FaultKind::Protocol => "protocol error",
        })
    }
}
