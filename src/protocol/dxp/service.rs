//! Playing over a network: as the one who is called, or as the one who calls.

use std::io::{self, Write};
use std::net::{TcpListener, TcpStream};
use std::time::Duration;

use crossbeam_channel::Receiver;

use super::connection::Connection;
use super::conversation::{Conversation, Leave};
use super::host::{Host, Plan, Role};
use super::lobby::{Guest, Lobby};
use super::message::Acceptance;
use super::outcome::{Break, Tally};
use crate::config::Config;
use crate::engine::StartError;

/// Why games could not be played.
#[derive(Debug, thiserror::Error)]
pub enum ServiceError {
    /// There is no engine.
    #[error(transparent)]
    Engine(#[from] StartError),
    /// People cannot be told, there is no thread, or the network does not work.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The other program does not want to play.
    #[error("the game was refused: {}", reason(*.0))]
    Refused(Acceptance),
    /// Fewer games were played than wanted.
    #[error("{played} of {wanted} games were played: {cause}")]
    CutShort {
        /// How many were played to an end.
        played: u64,
        /// How many were wanted.
        wanted: u64,
        /// Why not more.
        cause: String,
    },
}

const fn reason(answer: Acceptance) -> &'static str {
    match answer {
        Acceptance::Accepted => "it was not",
        Acceptance::OtherVersion => "the other program speaks another version of the protocol",
        Acceptance::NotThisGame => "the other program does not play such a game; is its variant the same?",
        Acceptance::NoGame => "the other program plays no game now",
    }
}

/// How long to wait after the system could not hand over a connection.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// Plays with all programs that connect until as many games have been played as are wanted, or something comes out of
/// `interrupt`. A follower has up to 64 connections at a time, and plays the first that requests a game; an
/// initiator deals with one connection after another. `out` is told of it, in lines for people.
///
/// The thread that accepts connections lives on, with the listener, until the process ends.
///
/// # Errors
/// [`ServiceError::Engine`] or [`ServiceError::Io`]. Nothing that another program does is an error.
pub fn serve(
    listener: TcpListener,
    plan: Plan,
    config: &Config,
    interrupt: Receiver<()>,
    out: &mut dyn Write,
) -> Result<Tally, ServiceError> {
    let mut host = Host::start(plan, config, interrupt, out)?;
    host.say(format_args!("listening on {}", listener.local_addr()?))?;
    let mut lobby = Lobby::new(accept(listener)?);
    while !host.has_played_all() {
        let next = if host.is_initiator() { lobby.newcomer(&mut host)? } else { lobby.speaker(&mut host)? };
        let Some((guest, first)) = next else { break };
        let (leave, guest) = Conversation::new(&mut host, guest, true).hold(first)?;
        match leave {
            Leave::Free => {
                lobby.admit(&mut host, guest)?;
                continue;
            }
            Leave::Interrupted => return Ok(host.tally),
            Leave::Refused(answer) => host.say(format_args!("{}", ServiceError::Refused(answer)))?,
            Leave::Done | Leave::Unwanted | Leave::Lost | Leave::Hopeless(_) => (),
        }
        guest.part(&mut host)?;
    }
    Ok(host.tally)
}

/// Starts a thread that accepts connections, each when the one before it has been taken.
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

/// Plays with the program at the other end of a connection until as many games have been played as are wanted, the
/// other program wants no more, or something comes out of `interrupt`. `out` is told of it, in lines for people.
///
/// # Errors
/// [`ServiceError`]. A follower takes whatever games it gets, and so knows neither a refusal nor a cut.
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
        Leave::Lost => Break::Lost.to_string(),
        Leave::Hopeless(cause) => cause.to_string(),
        Leave::Unwanted => "the other program wants no more".to_owned(),
        Leave::Done | Leave::Free | Leave::Interrupted => return Ok(tally),
    };
    match (&host.plan.role, host.plan.games.map(u64::from)) {
        (Role::Initiator(_), Some(wanted)) if tally.played() < wanted => {
            Err(ServiceError::CutShort { played: tally.played(), wanted, cause })
        }
        _ => Ok(tally),
    }
}
