//! The interface of a player, over pipes, over a network or in this process, and its faults. The player in this
//! process.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crownhead_engine::engine::{GameClock, Limit, LocalPlayer, TimeLimit};
use crownhead_engine::eval::Score;
use crownhead_engine::named_choice;
use crownhead_engine::support::interrupt::Interrupt;
use crownhead_rules::notation::SpelledMove;
use crownhead_rules::{Game, Side};

/// A player of a match. The match checks its moves. After an error it cannot be used any more.
pub(super) trait MatchPlayer: Send {
    /// Prepares for a game. Ends a running ponder search.
    fn new_game(&mut self, start: &MoveRequest<'_>, side: Side) -> Result<(), PlayerError>;

    /// Chooses a move for the side to move. If it is pondering this position, the time counts from the ponder hit; if
    /// it is pondering another one, ending that search is part of the time.
    fn think(&mut self, request: &MoveRequest<'_>) -> Result<ReportedMove, PlayerError>;

    fn can_ponder(&self) -> bool {
        false
    }

    /// Begins to ponder on the position after the expected reply.
    fn ponder(&mut self, _expected: &MoveRequest<'_>) -> Result<(), PlayerError> {
        Ok(())
    }

    /// Whether it is still there, so that it can play another game.
    fn is_running(&mut self) -> bool {
        true
    }

    fn end_game(&mut self, _end: &MoveRequest<'_>) -> Result<(), PlayerError> {
        Ok(())
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct MoveRequest<'a> {
    /// The game so far, from the first position of the opening.
    pub(super) game: &'a Game,
    pub(super) moves: &'a [SpelledMove],
    pub(super) limit: &'a Limit,
    /// The clocks of White and Black; `None` for a player without a clock.
    pub(super) clocks: [Option<GameClock>; 2],
    /// The time limit of the move, including the margin; `None` without a time limit.
    pub(super) flag: Option<Duration>,
}

impl MoveRequest<'_> {
    /// The clock of the side to move.
    pub(super) fn own_clock(&self) -> Option<GameClock> {
        self.clocks[self.game.position().side().index()]
    }
}

/// The move of a player, and what it reports about its search.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct ReportedMove {
    /// The move as written by the player, not yet validated.
    pub(super) mv: String,
    /// The expected reply, as written by the player.
    pub(super) expected: Option<String>,
    pub(super) score: Option<Score>,
    /// In plies.
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
    /// The time used: wall time for a process, CPU time for a player in this process.
    pub(super) elapsed: Duration,
    /// Whether it had pondered this position.
    pub(super) pondered: bool,
    /// A fault in its information that costs nothing, such as an illegal move in its PV.
    pub(super) warning: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PlayerError {
    Fault(PlayerFault),
    Interrupted,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerFault {
    pub kind: FaultKind,
    pub detail: String,
}

named_choice! {
    #[derive(PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    FaultKind("fault") {
        /// The program could not be started, or did not get ready.
        Start = "start-up failure",
        IllegalMove = "illegal move",
        /// The program ended or closed the connection.
        Disconnect = "disconnect",
        /// No answer arrived until long after it was due.
        Stall = "stall",
        /// The answer arrived too late.
        TimeLoss = "time loss",
        /// The answer does not follow the protocol.
        Protocol = "protocol error",
    }
}

impl FaultKind {
    pub(super) fn because(self, detail: impl fmt::Display) -> PlayerError {
        PlayerError::Fault(PlayerFault { kind: self, detail: detail.to_string() })
    }
}

impl PlayerFault {
    /// The fault of the player of `side`, in the words of match runners.
    pub(super) fn text(&self, side: Side) -> String {
        let fault = match self.kind {
            FaultKind::Start => " does not start",
            FaultKind::IllegalMove => " makes an illegal move",
            FaultKind::Disconnect => " disconnects",
            FaultKind::Stall => "'s connection stalls",
            FaultKind::TimeLoss => " loses on time",
            FaultKind::Protocol => " breaks the protocol",
        };
        format!("{side}{fault} ({})", self.detail)
    }
}

/// A player in this process. It cannot ponder: it has no thread of its own.
#[derive(Debug)]
pub(super) struct LocalMatchPlayer {
    player: LocalPlayer,
    interrupt: Interrupt,
}

impl LocalMatchPlayer {
    pub(super) fn new(player: LocalPlayer, interrupt: Interrupt) -> LocalMatchPlayer {
        LocalMatchPlayer { player: player.until(interrupt.clone()), interrupt }
    }
}

impl MatchPlayer for LocalMatchPlayer {
    fn new_game(&mut self, _: &MoveRequest<'_>, _: Side) -> Result<(), PlayerError> {
        self.player.new_game();
        Ok(())
    }

    fn think(&mut self, request: &MoveRequest<'_>) -> Result<ReportedMove, PlayerError> {
        if let Some(clock) = request.own_clock() {
            self.player.set_limit(Limit::of_time(TimeLimit::Clock(clock)));
        }
        let choice = self.player.choose(request.game);
        if self.interrupt.is_raised() {
            return Err(PlayerError::Interrupted);
        }
        let choice = choice.ok_or_else(|| FaultKind::IllegalMove.because("it finds no move"))?;
        Ok(ReportedMove {
            mv: SpelledMove::new(request.game.position(), &choice.mv).hub(),
            score: choice.score,
            depth: Some(choice.depth.get()),
            nodes: Some(choice.nodes),
            elapsed: choice.cpu_time,
            ..ReportedMove::default()
        })
    }
}
