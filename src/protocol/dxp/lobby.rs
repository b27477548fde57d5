//! The programs that are connected to a listener and have no game.

use std::io;
use std::net::TcpStream;

use crossbeam_channel::{Receiver, Select, select};

use super::connection::{Connection, Incoming};
use super::host::Host;

/// The most programs that wait at a time. When one more connects, the one that has been silent for the longest is
/// disconnected.
const MOST_GUESTS: usize = 64;

/// A program that is connected.
pub(super) struct Guest {
    pub(super) connection: Connection,
    /// How many messages it has sent that could not be read or came at a wrong time.
    pub(super) faults: u32,
    /// How many chats it has sent since its last game began.
    pub(super) chats: u32,
}

impl Guest {
    /// Reports a connection.
    pub(super) fn greet(connection: Connection, host: &mut Host<'_>) -> io::Result<Guest> {
        host.say(format_args!("connected: {}", connection.address()))?;
        Ok(Guest { connection, faults: 0, chats: 0 })
    }

    /// Closes the connection, and reports that.
    pub(super) fn part(self, host: &mut Host<'_>) -> io::Result<()> {
        host.say(format_args!("disconnected: {}", self.connection.address()))
    }
}

/// A program that is to have its turn, with the message that it has sent, if that has been read already.
type Turn = (Guest, Option<Incoming>);

/// What the lobby has waited for.
enum Arrival {
    Newcomer(TcpStream),
    /// A message of the guest at this place; `None` if its connection is closed.
    Message(usize, Option<Incoming>),
    Interrupt,
}

/// The waiting programs, the one that has been silent for the longest first.
pub(super) struct Lobby {
    newcomers: Receiver<TcpStream>,
    guests: Vec<Guest>,
}

impl Lobby {
    pub(super) fn new(newcomers: Receiver<TcpStream>) -> Lobby {
        Lobby { newcomers, guests: Vec::new() }
    }

    /// The next program that connects; `None` if this program is to stop.
    pub(super) fn newcomer(&mut self, host: &mut Host<'_>) -> io::Result<Option<Turn>> {
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

    /// The next program that says something; `None` if this program is to stop.
    pub(super) fn speaker(&mut self, host: &mut Host<'_>) -> io::Result<Option<Turn>> {
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

    /// Lets a program wait.
    pub(super) fn admit(&mut self, host: &mut Host<'_>, guest: Guest) -> io::Result<()> {
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
