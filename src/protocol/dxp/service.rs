//! Playing over a network: as the one who is called, or as the one who calls.

use std::io::{self, Write};
use std::net::{TcpListener, TcpStream};
use std::time::Duration;

use crossbeam_channel::{Receiver, never, select};

use super::connection::Connection;
use super::conversation::{Conversation, Leave};
use super::host::{Host, Plan, Role};
use super::message::Acceptance;
use super::outcome::Tally;
use crate::config::Config;
use crate::engine::StartError;
use crate::rules::{Rules, VariantVisitor};

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
    #[error("{played} of {wanted} games were played")]
    CutShort {
        /// How many were played to an end or begun.
        played: u32,
        /// How many were wanted.
        wanted: u32,
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

/// Plays with all who connect, one after another, until as many games have been played as are wanted, or something
/// comes out of `interrupt`. `out` is told of it, in lines for people.
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
    let variant = plan.variant;
    let host = Host::start(plan, config, interrupt, out)?;
    variant.visit(Serve { listener, host })
}

struct Serve<'a> {
    listener: TcpListener,
    host: Host<'a>,
}

impl VariantVisitor for Serve<'_> {
    type Output = Result<Tally, ServiceError>;

    fn visit<R: Rules>(self) -> Self::Output {
        let Serve { listener, mut host } = self;
        host.say(format_args!("listening on {}", listener.local_addr()?))?;
        let newcomers = accept(listener)?;
        let mut waiting = None;
        while !host.has_played_all() {
            let Some(stream) = waiting.take().or_else(|| next(&newcomers, &host.interrupt)) else { break };
            let Ok(connection) = Connection::of(stream) else { continue };
            host.say(format_args!("connected: {}", connection.address()))?;
            match Conversation::<R>::new(&mut host, connection).hold(&newcomers)? {
                Leave::GaveWay(stream) => waiting = Some(stream),
                Leave::Interrupted => break,
                Leave::Refused(answer) => host.say(format_args!("{}", ServiceError::Refused(answer)))?,
                Leave::Done | Leave::Unwanted | Leave::Lost | Leave::Hopeless(_) => (),
            }
            host.say(format_args!("disconnected"))?;
        }
        Ok(host.reporter.tally())
    }
}

/// The next who connects, unless this program is to stop.
fn next(newcomers: &Receiver<TcpStream>, interrupt: &Receiver<()>) -> Option<TcpStream> {
    select! {
        recv(newcomers) -> stream => stream.ok(),
        recv(interrupt) -> _ => None,
    }
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
    let variant = plan.variant;
    let host = Host::start(plan, config, interrupt, out)?;
    variant.visit(Call { connection, host })
}

struct Call<'a> {
    connection: Connection,
    host: Host<'a>,
}

impl VariantVisitor for Call<'_> {
    type Output = Result<Tally, ServiceError>;

    fn visit<R: Rules>(self) -> Self::Output {
        let Call { connection, mut host } = self;
        host.say(format_args!("connected: {}", connection.address()))?;
        let leave = Conversation::<R>::new(&mut host, connection).hold(&never())?;
        host.say(format_args!("disconnected"))?;
        let tally = host.reporter.tally();
        match (leave, &host.plan.role, host.plan.games) {
            (Leave::Refused(answer), ..) => Err(ServiceError::Refused(answer)),
            (Leave::Lost | Leave::Hopeless(_), Role::Initiator(_), Some(wanted)) => {
                Err(ServiceError::CutShort { played: tally.games(), wanted })
            }
            (Leave::Unwanted, Role::Initiator(_), Some(wanted)) if tally.games() < wanted => {
                Err(ServiceError::CutShort { played: tally.games(), wanted })
            }
            _ => Ok(tally),
        }
    }
}
