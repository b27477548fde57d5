//! DXP, the DamExchange protocol: two programs play each other over TCP.
//!
//! (DamExchange, layers 1 and 2, mesander.nl/damexchange; fields of fractions as in Moby Dam, H. Jetten, 2015.)
//! `protocol.md` specifies this implementation. From the inside out: a [`Message`] is a value with its bytes, a
//! [`Splitter`] finds messages in a stream, a [`Connection`] sends and receives them, and a [`Conversation`] answers
//! them. This file listens for programs and calls them.

mod codec;
mod connection;
mod conversation;
mod host;
mod message;
mod outcome;
mod play;

use std::io::{self, Write};
use std::net::{TcpListener, TcpStream};
use std::time::Duration;

use crossbeam_channel::{Receiver, Select, select};

pub use codec::{DxpError, LONGEST, Splitter};
pub use connection::{Connection, Incoming};
pub use host::{Plan, Proposal};
pub use message::{
    Acceptance, BadMinutes, ChatText, GameRequest, MOST_CAPTURED, MOST_MOVES, MOST_SECONDS, Message, Minutes,
    MoveMessage, Name, NextGame, Reason, Start, Text,
};
pub use outcome::Tally;

use conversation::{Conversation, Leave};
use crownhead_engine::config::{BadValue, Config};
use crownhead_engine::engine::StartError;
use host::{Guest, Host};
use outcome::Break;

pub const PORT: u16 = 27531;

/// Why games could not be played.
#[derive(Debug, thiserror::Error)]
pub enum ServiceError {
    #[error(transparent)]
    Engine(#[from] StartError),
    #[error(transparent)]
    Weights(#[from] BadValue),
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("the game was refused: {}", reason(*.0))]
    Refused(Acceptance),
    #[error("{played} of {wanted} games were played: {cause}")]
    CutShort { played: u64, wanted: u64, cause: String },
}

const fn reason(answer: Acceptance) -> &'static str {
    match answer {
        Acceptance::Accepted => "it was not",
        Acceptance::OtherVersion => "the other program speaks another version of the protocol",
        Acceptance::NotThisGame => "the other program does not play such a game; is its variant the same?",
        Acceptance::NoGame => "the other program plays no game now",
    }
}

/// The pause after the system could not accept a connection.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// Plays with all programs that connect, until the planned games have been played or `interrupt` receives a message. A
/// follower has up to 64 connections at a time, and plays the first program that requests a game; an initiator deals
/// with one connection after another. Reports to people go to `out`.
///
/// The thread that accepts connections lives on, with the listener, until the process ends. Nothing that another
/// program does is an error.
pub fn serve(
    listener: TcpListener,
    plan: Plan,
    config: &Config,
    interrupt: Receiver<()>,
    out: &mut dyn Write,
) -> Result<Tally, ServiceError> {
    let mut host = Host::start(plan, config, interrupt, out)?;
    host.say(format_args!("listening on {}", listener.local_addr()?))?;
    let mut lobby = Lobby { newcomers: accept(listener)?, guests: Vec::new() };
    while !host.has_played_all() {
        let next = if host.is_initiator() { lobby.newcomer(&mut host)? } else { lobby.speaker(&mut host)? };
        let Some((guest, first)) = next else { break };
        let (leave, guest) = Conversation::new(&mut host, guest, true).hold(first)?;
        match leave {
            Leave::Free => {
                lobby.admit(&mut host, guest)?;
                continue;
            }
            Leave::BrokenOff(Break::Interrupted) => return Ok(host.tally),
            Leave::Refused(answer) => host.say(format_args!("{}", ServiceError::Refused(answer)))?,
            Leave::Done | Leave::Unwanted | Leave::BrokenOff(_) => (),
        }
        guest.part(&mut host)?;
    }
    Ok(host.tally)
}

/// Starts a thread that accepts connections, each after the one before it has been taken.
fn accept(listener: TcpListener) -> io::Result<Receiver<TcpStream>> {
    let (sender, newcomers) = crossbeam_channel::bounded(0);
    let work = move || {
        loop {
            match listener.accept() {
                Ok((stream, _)) => {
                    if sender.send(stream).is_err() {
                        return;
                    }
                }
                Err(error) => {
                    log::warn!("no connection: {error}");
                    std::thread::sleep(ACCEPT_PAUSE);
                }
            }
        }
    };
    std::thread::Builder::new().name("accept".to_owned()).spawn(work)?;
    Ok(newcomers)
}

/// Plays with the program at the other end of a connection, until the planned games have been played, it wants no more,
/// or `interrupt` receives a message. Reports to people go to `out`. A follower takes the games that it gets, so it
/// returns neither [`ServiceError::Refused`] nor [`ServiceError::CutShort`].
pub fn call(
    connection: Connection,
    plan: Plan,
    config: &Config,
    interrupt: Receiver<()>,
    out: &mut dyn Write,
) -> Result<Tally, ServiceError> {
    let mut host = Host::start(plan, config, interrupt, out)?;
    let guest = Guest::greet(connection, &mut host)?;
    let (leave, guest) = Conversation::new(&mut host, guest, false).hold(None)?;
    guest.part(&mut host)?;
    let tally = host.tally;
    let cause = match leave {
        Leave::Refused(answer) => return Err(ServiceError::Refused(answer)),
        Leave::Unwanted => "the other program wants no more".to_owned(),
        Leave::Done | Leave::Free | Leave::BrokenOff(Break::Interrupted) => return Ok(tally),
        Leave::BrokenOff(cause) => cause.to_string(),
    };
    match host.plan.games.map(u64::from) {
        Some(wanted) if host.is_initiator() && tally.played() < wanted => {
            Err(ServiceError::CutShort { played: tally.played(), wanted, cause })
        }
        _ => Ok(tally),
    }
}

/// The maximum number of programs that wait at a time. When one more connects, the one that has been silent for the
/// longest is disconnected.
const MOST_GUESTS: usize = 64;

/// The programs that are connected to a listener and have no game, the one that has been silent for the longest first.
struct Lobby {
    newcomers: Receiver<TcpStream>,
    guests: Vec<Guest>,
}

enum Arrival {
    Newcomer(TcpStream),
    /// A message of the guest at this place; `None` if its connection is closed.
    Message(usize, Option<Incoming>),
    Interrupt,
}

impl Lobby {
    /// The next program that connects; `None` if this program is to stop.
    fn newcomer(&mut self, host: &mut Host<'_>) -> io::Result<Option<(Guest, Option<Incoming>)>> {
        loop {
            let stream = select! {
                recv(self.newcomers) -> stream => stream.ok(),
                recv(host.interrupt) -> _ => None,
            };
            let Some(stream) = stream else { return Ok(None) };
            // A connection can be closed before it has been taken over.
            if let Ok(connection) = Connection::of(stream) {
                return Ok(Some((Guest::greet(connection, host)?, None)));
            }
        }
    }

    /// The next program that sends a message, with the message; `None` if this program is to stop.
    fn speaker(&mut self, host: &mut Host<'_>) -> io::Result<Option<(Guest, Option<Incoming>)>> {
        loop {
            match self.wait(&host.interrupt) {
                Arrival::Interrupt => return Ok(None),
                Arrival::Newcomer(stream) => {
                    if let Ok(connection) = Connection::of(stream) {
                        let guest = Guest::greet(connection, host)?;
                        self.admit(host, guest)?;
                    }
                }
                Arrival::Message(place, None) => self.guests.remove(place).part(host)?,
                Arrival::Message(place, message) => return Ok(Some((self.guests.remove(place), message))),
            }
        }
    }

    fn admit(&mut self, host: &mut Host<'_>, guest: Guest) -> io::Result<()> {
        if self.guests.len() >= MOST_GUESTS {
            self.guests.remove(0).part(host)?;
        }
        self.guests.push(guest);
        Ok(())
    }

    fn wait(&self, interrupt: &Receiver<()>) -> Arrival {
        let mut select = Select::new();
        for guest in &self.guests {
            select.recv(guest.connection.incoming());
        }
        let newcomers = select.recv(&self.newcomers);
        let stop = select.recv(interrupt);
        let operation = select.select();
        match operation.index() {
            index if index == newcomers => {
                operation.recv(&self.newcomers).map_or(Arrival::Interrupt, Arrival::Newcomer)
            }
            index if index == stop => {
                // A message and a closed channel mean the same.
                let _ = operation.recv(interrupt);
                Arrival::Interrupt
            }
            // The guests come first in the selection.
            place => {
                let message = operation.recv(self.guests[place].connection.incoming());
                Arrival::Message(place, message.ok())
            }
        }
    }
}
