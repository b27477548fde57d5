//! A player at the other end of a network, by DXP: a program that listens and follows, such as Moby Dam or Scan.
//!
//! Each game is requested from the position after its opening. DXP has no scores, nodes or pondering.

use std::io::ErrorKind;
use std::time::{Duration, Instant};

use crossbeam_channel::{RecvTimeoutError, select};

use super::player::{FaultKind, MatchPlayer, MoveRequest, PlayerError, PlayerFault, ReportedMove};
use crate::protocol::dxp::{
    Acceptance, Connection, GameRequest, Incoming, Message, Minutes, MoveMessage, Name, NextGame, Reason, Start,
};
use crownhead_engine::engine::{Limit, TimeLimit};
use crownhead_engine::support::interrupt::Interrupt;
use crownhead_rules::Side;
use crownhead_rules::notation::SpelledMove;

/// A program that listens at an address.
#[derive(Debug)]
pub(super) struct DxpPlayer {
    connection: Connection,
    address: (String, u16),
    minutes: Minutes,
    patience: Duration,
    interrupt: Interrupt,
    /// The current game: the side of the other program, and the number of moves sent to it.
    game: Option<(Side, usize)>,
    /// The time of its last move.
    moved: Instant,
}

/// The delay before a refused connection is retried.
const BETWEEN_CALLS: Duration = Duration::from_millis(100);

/// The minimum timeout of a connection attempt.
const LEAST_CALL: Duration = Duration::from_secs(1);

/// A limit in minutes, rounded down to fit in three characters. `None` for a limit that DXP does not support, for
/// example a number of moves: in DXP it ends the game.
pub(super) fn minutes(limit: &Limit) -> Option<Minutes> {
    let TimeLimit::Clock(control) = limit.time else { return None };
    let is_plain = control.moves_to_go.is_none() && control.increment.is_zero();
    if limit.nodes.is_some() || limit.depth.is_some() || !is_plain {
        return None;
    }
    let hundredths = control.remaining.as_millis() / 600;
    let text = match hundredths {
        0 => return None,
        1..100 => format!(".{hundredths:02}"),
        100..1000 => format!("{}.{}", hundredths / 100, hundredths / 10 % 10),
        _ => (hundredths / 100).to_string(),
    };
    text.parse().ok()
}

impl DxpPlayer {
    /// Connects to a program that can refuse until `until`. Its fault is a [`FaultKind::Start`].
    pub(super) fn start(
        address: (String, u16),
        minutes: Minutes,
        patience: Duration,
        until: Instant,
        interrupt: Interrupt,
    ) -> Result<DxpPlayer, PlayerError> {
        let connection = connect(&address, patience, until, &interrupt)?;
        Ok(DxpPlayer { connection, address, minutes, patience, interrupt, game: None, moved: Instant::now() })
    }

    fn send(&mut self, message: &Message) -> Result<(), PlayerError> {
        self.connection.send(message).map_err(|error| FaultKind::Disconnect.because(error))
    }

    /// The next message about the game.
    fn receive(&mut self, deadline: Instant) -> Result<(Instant, Message), PlayerError> {
        loop {
            let timeout = deadline.saturating_duration_since(Instant::now());
            let received = select! {
                recv(self.connection.incoming()) -> received => received.map_err(|_| RecvTimeoutError::Disconnected),
                recv(self.interrupt.line()) -> _ => return Err(PlayerError::Interrupted),
                default(timeout) => Err(RecvTimeoutError::Timeout),
            };
            match received {
                Ok(Incoming { message: Ok(Message::Chat(_) | Message::BackAnswer(_)), .. }) => {}
                Ok(Incoming { message: Ok(Message::BackRequest { .. }), .. }) => {
                    self.send(&Message::BackAnswer(Message::NEVER))?;
                }
                Ok(Incoming { message: Ok(message), at }) => return Ok((at, message)),
                Ok(Incoming { message: Err(error), .. }) => return Err(FaultKind::Protocol.because(error)),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(FaultKind::Disconnect.because("it closed the connection"));
                }
                Err(RecvTimeoutError::Timeout) => {
                    let waited = self.patience.as_secs_f64();
                    return Err(FaultKind::Stall.because(format_args!("no answer within {waited} s")));
                }
            }
        }
    }

    /// Requests a game from this position, in which the program plays `side`.
    fn request_game(&mut self, start: &MoveRequest<'_>, side: Side, deadline: Instant) -> Result<(), PlayerError> {
        self.send(&Message::GameRequest(GameRequest {
            initiator: Name::new("Crownhead match"),
            follower: side,
            minutes: self.minutes,
            // No limit: the match runner ends its games itself.
            moves: 0,
            start: Start::of(start.game.position()),
        }))?;
        loop {
            match self.receive(deadline)?.1 {
                Message::GameAnswer { answer: Acceptance::Accepted, .. } => return Ok(()),
                Message::GameAnswer { answer, .. } => {
                    return Err(FaultKind::Protocol.because(format_args!("it refuses the game: {answer:?}")));
                }
                // The acknowledgement of the previous game can arrive late.
                _ => {}
            }
        }
    }

    /// Sends the last move, if it has not been sent yet.
    fn send_move(&mut self, request: &MoveRequest<'_>) -> Result<(), PlayerError> {
        let played = request.game.moves();
        let known = self.game.map_or(played.len(), |(_, known)| known);
        if let Some(mv) = played.last().filter(|_| played.len() > known) {
            self.send(&Message::Move(MoveMessage::new(request.game.variant().board(), mv, self.moved.elapsed())))?;
        }
        Ok(())
    }

    fn send_end(&mut self) -> Result<(), PlayerError> {
        self.send(&Message::GameEnd { reason: Reason::Unknown, next: NextGame::Possible })
    }
}

/// Connects to a program and retries refused connections until `until`: some programs need a moment before they listen
/// again.
fn connect(
    address: &(String, u16),
    patience: Duration,
    until: Instant,
    interrupt: &Interrupt,
) -> Result<Connection, PlayerError> {
    let (host, port) = address;
    loop {
        let left = until.saturating_duration_since(Instant::now()).max(LEAST_CALL).min(patience);
        match Connection::open((host.as_str(), *port), left) {
            Ok(connection) => return Ok(connection),
            Err(error) if error.kind() == ErrorKind::ConnectionRefused && Instant::now() < until => pause(interrupt)?,
            Err(error) => return Err(FaultKind::Start.because(format_args!("{host}:{port}: {error}"))),
        }
    }
}

fn pause(interrupt: &Interrupt) -> Result<(), PlayerError> {
    select! {
        recv(interrupt.line()) -> _ => Err(PlayerError::Interrupted),
        default(BETWEEN_CALLS) => Ok(()),
    }
}

impl MatchPlayer for DxpPlayer {
    /// If the program closes the connection instead of answering, connect again: it may have accepted the connection
    /// just before it stopped listening, and no game has begun.
    fn new_game(&mut self, start: &MoveRequest<'_>, side: Side) -> Result<(), PlayerError> {
        let until = Instant::now() + self.patience;
        loop {
            match self.request_game(start, side, until) {
                Ok(()) => break,
                Err(PlayerError::Fault(PlayerFault { kind: FaultKind::Disconnect, detail }))
                    if Instant::now() < until =>
                {
                    log::info!("connecting again: {detail}");
                    pause(&self.interrupt)?;
                    self.connection = connect(&self.address, self.patience, until, &self.interrupt)?;
                }
                // Whatever the fault, no game has begun.
                Err(PlayerError::Fault(fault)) => return Err(FaultKind::Start.because(fault.detail)),
                Err(PlayerError::Interrupted) => return Err(PlayerError::Interrupted),
            }
        }
        self.game = Some((side, start.moves.len()));
        self.moved = Instant::now();
        Ok(())
    }

    fn think(&mut self, request: &MoveRequest<'_>) -> Result<ReportedMove, PlayerError> {
        let start = Instant::now();
        self.send_move(request)?;
        let deadline = start + request.flag.unwrap_or_default() + self.patience;
        let (at, message) = match self.receive(deadline)? {
            (at, Message::Move(message)) => (at, message),
            (_, message) => {
                let fault = format_args!("{message:?} instead of a move: the game is not over");
                return Err(FaultKind::Protocol.because(fault));
            }
        };
        let position = request.game.position();
        let mv = message.legal(position).map_err(|error| FaultKind::IllegalMove.because(error))?;
        if let Some((_, known)) = &mut self.game {
            *known = request.moves.len() + 1;
        }
        self.moved = at;
        Ok(ReportedMove {
            mv: SpelledMove::new(position, &mv).hub(),
            elapsed: at.saturating_duration_since(start),
            ..ReportedMove::default()
        })
    }

    /// Only the side to move ends a game; the other one acknowledges it. A program that is to move can detect the end
    /// of the game, or can play on after an adjudication.
    fn end_game(&mut self, end: &MoveRequest<'_>) -> Result<(), PlayerError> {
        let Some((side, _)) = self.game else { return Ok(()) };
        let deadline = Instant::now() + self.patience;
        if end.game.position().side() == side {
            self.send_move(end)?;
            match self.receive(deadline)?.1 {
                Message::GameEnd { .. } => {
                    self.game = None;
                    return self.send_end();
                }
                Message::Move(_) => {}
                message => return Err(FaultKind::Protocol.because(format_args!("{message:?} at the end"))),
            }
        }
        self.send_end()?;
        while !matches!(self.receive(deadline)?.1, Message::GameEnd { .. }) {}
        self.game = None;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_sent_in_the_minutes_that_fit() {
        let minutes = |tc: &str| {
            let control = tc.parse().expect("a time control");
            minutes(&Limit::of_time(TimeLimit::Clock(control))).map(|minutes| minutes.to_string())
        };
        for (tc, expected) in
            [("10", "0.16"), ("0.6", "0.01"), ("150", "2.5"), ("599", "9.9"), ("600", "10"), ("1:00", "1")]
        {
            assert_eq!(minutes(tc).as_deref(), Some(expected), "{tc}");
        }
        for tc in ["0.5", "10+1", "75/150"] {
            assert_eq!(minutes(tc), None, "{tc}");
        }
        assert!(super::minutes(&Limit::of_depth(crownhead_engine::search::Depth::new(3))).is_none());
    }
}
