//! A player at the other end of a network, by DXP: a program that listens and follows, such as Moby Dam or Scan.
//!
//! Each game is requested from the position after its opening. DXP has no scores, nodes or pondering.

use std::io::ErrorKind;
use std::time::{Duration, Instant};

use crossbeam_channel::{RecvTimeoutError, select};

use super::player::{Fault, FaultKind, Halt, Player, Thought, Turn};
use crate::engine::{Limit, TimeLimit};
use crate::interrupt::Interrupt;
use crate::notation::SpelledMove;
use crate::protocol::dxp::{
    Acceptance, BackAnswer, Connection, Count, GameEnd, GameRequest, Incoming, Message, Minutes, MoveMessage, Name,
    NextGame, Reason, Seconds, Start,
};
use crate::rules::Side;

/// A program that listens at an address.
#[derive(Debug)]
pub(super) struct DxpPlayer {
    connection: Connection,
    address: (String, u16),
    terms: DxpTerms,
    patience: Duration,
    interrupt: Interrupt,
    /// The current game: the side of the other program, and the number of moves sent to it.
    game: Option<(Side, usize)>,
    /// The time of its last move.
    moved: Instant,
}

/// The delay before a refused connection is retried.
const BETWEEN_CALLS: Duration = Duration::from_millis(100);

/// A limit in DXP's terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DxpTerms {
    minutes: Minutes,
}

/// A limit that DXP does not support, for example a number of moves: in DXP it ends the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("proto=dxp supports tc=time, from 0.6 s to 999 minutes, and no other limit")]
pub struct NoDxpLimit;

impl DxpTerms {
    /// Converts a limit. Minutes are rounded down to fit in three characters.
    ///
    /// # Errors
    /// [`NoDxpLimit`].
    pub(super) fn of(limit: &Limit) -> Result<DxpTerms, NoDxpLimit> {
        let TimeLimit::Clock(control) = limit.time else { return Err(NoDxpLimit) };
        let is_plain = control.moves_to_go.is_none() && control.increment.is_zero();
        if limit.nodes.is_some() || limit.depth.is_some() || !is_plain {
            return Err(NoDxpLimit);
        }
        let hundredths = control.remaining.as_millis() / 600;
        let text = match hundredths {
            0 => return Err(NoDxpLimit),
            1..100 => format!(".{hundredths:02}"),
            100..1000 => format!("{}.{}", hundredths / 100, hundredths / 10 % 10),
            _ => (hundredths / 100).to_string(),
        };
        Ok(DxpTerms { minutes: text.parse().map_err(|_| NoDxpLimit)? })
    }
}

impl DxpPlayer {
    /// Connects to a program that can refuse until `until`.
    ///
    /// # Errors
    /// [`Halt`], whose fault is a [`FaultKind::Start`].
    pub(super) fn start(
        (host, port): (&str, u16),
        terms: DxpTerms,
        patience: Duration,
        until: Instant,
        interrupt: Interrupt,
    ) -> Result<DxpPlayer, Halt> {
        let address = (host.to_owned(), port);
        let connection = connect(&address, patience, until, &interrupt)?;
        Ok(DxpPlayer { connection, address, terms, patience, interrupt, game: None, moved: Instant::now() })
    }

    fn send(&mut self, message: &Message) -> Result<(), Halt> {
        self.connection.send(message).map_err(|error| FaultKind::Disconnect.because(error).into())
    }

    /// The next message about the game.
    fn hear(&mut self, deadline: Instant) -> Result<(Instant, Message), Halt> {
        loop {
            let timeout = deadline.saturating_duration_since(Instant::now());
            let heard = select! {
                recv(self.connection.incoming()) -> heard => heard.map_err(|_| RecvTimeoutError::Disconnected),
                recv(self.interrupt.line()) -> _ => return Err(Halt::Interrupted),
                default(timeout) => Err(RecvTimeoutError::Timeout),
            };
            match heard {
                Ok(Incoming { message: Ok(Message::Chat(_) | Message::BackAnswer(_)), .. }) => {}
                Ok(Incoming { message: Ok(Message::BackRequest(_)), .. }) => {
                    self.send(&Message::BackAnswer(BackAnswer::Never))?;
                }
                Ok(Incoming { message: Ok(message), at }) => return Ok((at, message)),
                Ok(Incoming { message: Err(error), .. }) => {
                    return Err(FaultKind::Protocol.because(error).into());
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(FaultKind::Disconnect.because("it closed the connection").into());
                }
                Err(RecvTimeoutError::Timeout) => {
                    let waited = self.patience.as_secs_f64();
                    return Err(FaultKind::Stall.because(format_args!("no answer within {waited} s")).into());
                }
            }
        }
    }

    /// Requests a game from this position, in which the program plays `side`.
    fn ask_for_game(&mut self, start: &Turn<'_>, side: Side, deadline: Instant) -> Result<(), Halt> {
        self.send(&Message::GameRequest(GameRequest {
            initiator: Name::new("Crownhead match"),
            follower: side,
            minutes: self.terms.minutes,
            // No limit: the match runner ends its games itself.
            moves: Count::default(),
            start: Start::of(start.game.position()),
        }))?;
        loop {
            match self.hear(deadline)?.1 {
                Message::GameAnswer(answer) if answer.answer == Acceptance::Accepted => return Ok(()),
                Message::GameAnswer(answer) => {
                    let fault = format!("it refuses the game: {:?}", answer.answer);
                    return Err(FaultKind::Protocol.because(fault).into());
                }
                // The acknowledgement of the previous game can arrive late.
                _ => {}
            }
        }
    }

    /// Sends the last move, if it has not been sent yet.
    fn tell_move(&mut self, turn: &Turn<'_>) -> Result<(), Halt> {
        let played = turn.game.moves();
        let known = self.game.map_or(played.len(), |(_, known)| known);
        if let Some(mv) = played.last().filter(|_| played.len() > known) {
            let time = Seconds::nearest_whole(self.moved.elapsed().as_secs_f64());
            self.send(&Message::Move(MoveMessage::new(turn.game.variant().board(), mv, time)))?;
        }
        Ok(())
    }

    /// Sends or acknowledges the end of the game.
    fn send_end(&mut self) -> Result<(), Halt> {
        self.send(&Message::GameEnd(GameEnd { reason: Reason::Unknown, next: NextGame::Possible }))
    }
}

/// The minimum timeout of a connection attempt.
const LEAST_CALL: Duration = Duration::from_secs(1);

/// Connects to a program and retries refused connections until `until`: some programs need a moment before they listen
/// again.
fn connect(
    address: &(String, u16),
    patience: Duration,
    until: Instant,
    interrupt: &Interrupt,
) -> Result<Connection, Halt> {
    loop {
        let left = until.saturating_duration_since(Instant::now()).max(LEAST_CALL).min(patience);
        match Connection::open((address.0.as_str(), address.1), left) {
            Ok(connection) => return Ok(connection),
            Err(error) if error.kind() == ErrorKind::ConnectionRefused && Instant::now() < until => {
                pause(interrupt)?;
            }
            Err(error) => {
                let (host, port) = address;
                return Err(FaultKind::Start.because(format_args!("{host}:{port}: {error}")).into());
            }
        }
    }
}

/// Waits before the next attempt.
fn pause(interrupt: &Interrupt) -> Result<(), Halt> {
    select! {
        recv(interrupt.line()) -> _ => Err(Halt::Interrupted),
        default(BETWEEN_CALLS) => Ok(()),
    }
}

impl Player for DxpPlayer {
    /// If the program closes the connection instead of answering, connect again: it may have accepted the connection
    /// just before it stopped listening, and no game has begun.
    fn new_game(&mut self, start: &Turn<'_>, side: Side) -> Result<(), Halt> {
        let until = Instant::now() + self.patience;
        loop {
            match self.ask_for_game(start, side, until) {
                Err(Halt::Fault(Fault { kind: FaultKind::Disconnect, detail })) if Instant::now() < until => {
                    log::info!("connecting again: {detail}");
                    pause(&self.interrupt)?;
                    self.connection = connect(&self.address, self.patience, until, &self.interrupt)?;
                }
                // No game has begun, whatever went wrong.
                Err(Halt::Fault(fault)) => return Err(FaultKind::Start.because(fault.detail).into()),
                Err(Halt::Interrupted) => return Err(Halt::Interrupted),
                Ok(()) => break,
            }
        }
        self.game = Some((side, start.moves.len()));
        self.moved = Instant::now();
        Ok(())
    }

    fn think(&mut self, turn: &Turn<'_>) -> Result<Thought, Halt> {
        let start = Instant::now();
        self.tell_move(turn)?;
        let deadline = start + turn.flag.unwrap_or_default() + self.patience;
        match self.hear(deadline)? {
            (at, Message::Move(message)) => {
                let mv = message.legal(turn.game.position()).map_err(|error| FaultKind::IllegalMove.because(error))?;
                if let Some((_, known)) = &mut self.game {
                    *known = turn.moves.len() + 1;
                }
                self.moved = at;
                Ok(Thought {
                    mv: SpelledMove::new(turn.game.position(), &mv).hub(),
                    elapsed: at.saturating_duration_since(start),
                    ..Thought::default()
                })
            }
            (_, message) => {
                let fault = format!("{message:?} instead of a move: the game is not over");
                Err(FaultKind::Protocol.because(fault).into())
            }
        }
    }

    fn ponder(&mut self, _: &Turn<'_>) -> Result<(), Halt> {
        Ok(())
    }

    /// DXP does not show whether it ponders.
    fn can_ponder(&self) -> bool {
        false
    }

    /// Only the side to move ends a game; the other one acknowledges it. A program that is to move can detect the end
    /// of the game, or can play on after an adjudication.
    fn end_game(&mut self, end: &Turn<'_>) -> Result<(), Halt> {
        let Some((side, _)) = self.game else { return Ok(()) };
        let deadline = Instant::now() + self.patience;
        if end.game.position().side() == side {
            self.tell_move(end)?;
            match self.hear(deadline)?.1 {
                Message::GameEnd(_) => {
                    self.game = None;
                    return self.send_end();
                }
                Message::Move(_) => {}
                message => {
                    return Err(FaultKind::Protocol.because(format_args!("{message:?} at the end")).into());
                }
            }
        }
        self.send_end()?;
        while !matches!(self.hear(deadline)?.1, Message::GameEnd(_)) {}
        self.game = None;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(tc: &str) -> Result<String, NoDxpLimit> {
        let control = tc.parse().expect("a time control");
        DxpTerms::of(&Limit::of_time(TimeLimit::Clock(control))).map(|terms| terms.minutes.to_string())
    }

    #[test]
    fn a_time_is_told_in_the_minutes_that_fit() {
        for (tc, minutes) in
            [("10", "0.16"), ("0.6", "0.01"), ("150", "2.5"), ("599", "9.9"), ("600", "10"), ("1:00", "1")]
        {
            assert_eq!(terms(tc).as_deref(), Ok(minutes), "{tc}");
        }
        for tc in ["0.5", "10+1", "75/150"] {
            assert_eq!(terms(tc), Err(NoDxpLimit), "{tc}");
        }
        assert_eq!(DxpTerms::of(&Limit::of_depth(crate::search::Depth::new(3))), Err(NoDxpLimit));
    }
}
