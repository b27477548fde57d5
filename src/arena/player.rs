//! What a match asks of a player, however it is reached: over pipes, over a network or in this process.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::clock::ClockFace;
use super::level::Level;
use crate::eval::Score;
use crate::notation::SpelledMove;
use crate::rules::{Game, Rules, Side};

/// One who plays games of the variant `R`. Whatever it says is to be checked by a [`Referee`](super::Referee).
pub trait Player<R: Rules>: Send {
    /// Gets ready for a game. A ponder search that is still under way ends.
    ///
    /// # Errors
    /// [`Halt`], after which the player cannot be used any more; so it is with all that follow.
    fn new_game(&mut self, start: &Turn<'_, R>, side: Side) -> Result<(), Halt>;

    /// Chooses a move for the side to move. If it is pondering exactly this position, the time is counted from the
    /// ponder hit; if it is pondering another, ending that is part of the time.
    ///
    /// # Errors
    /// [`Halt`].
    fn think(&mut self, turn: &Turn<'_, R>) -> Result<Thought, Halt>;

    /// Begins to think about a position that may come to be its turn: after the reply that it expects.
    ///
    /// # Errors
    /// [`Halt`].
    fn ponder(&mut self, expected: &Turn<'_, R>) -> Result<(), Halt>;

    /// Can it think on its opponent's time?
    fn can_ponder(&self) -> bool;

    /// The game is over, as it stands in `end`.
    ///
    /// # Errors
    /// [`Halt`].
    fn end_game(&mut self, end: &Turn<'_, R>) -> Result<(), Halt>;
}

/// What a player is told when it is to move.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a, R: Rules> {
    /// The game so far, from the opening's first position.
    pub game: &'a Game<R>,
    /// How each of its moves is written.
    pub moves: &'a [SpelledMove],
    /// The limits of this player.
    pub level: &'a Level,
    /// What the clocks of White and of Black show; none for a player without a clock.
    pub clocks: [Option<ClockFace>; 2],
    /// How long the player may take before its flag falls, the margin included; none without a limit of time.
    pub flag: Option<Duration>,
}

impl<R: Rules> Turn<'_, R> {
    /// What the clock of the side to move shows.
    pub fn own_clock(&self) -> Option<ClockFace> {
        self.clocks[self.game.position().side().index()]
    }
}

/// A move as a player chose it, and what it said about it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Thought {
    /// The move as written by the player: not yet known to be one.
    pub mv: String,
    /// The reply that it expects, as it wrote it.
    pub expected: Option<String>,
    /// What it thinks the position is worth for it.
    pub score: Option<Score>,
    /// The depth that it searched, in plies.
    pub depth: Option<u32>,
    /// The nodes that it searched.
    pub nodes: Option<u64>,
    /// The time that it took: of the wall for a process, of the processor for a player in this process.
    pub elapsed: Duration,
    /// Had it pondered this position?
    pub pondered: bool,
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

/// What a player did wrong: it loses the game by it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{kind}: {detail}")]
pub struct Fault {
    /// Of what kind.
    pub kind: FaultKind,
    /// What exactly.
    pub detail: String,
}

/// The kinds of faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaultKind {
    /// The program could not be started, or did not get ready.
    Start,
    /// The move is not legal, or is no move.
    IllegalMove,
    /// The program ended or closed the connection.
    Disconnect,
    /// No answer came long after it was due.
    Stall,
    /// The answer came too late.
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
