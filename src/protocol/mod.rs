//! The protocols between the engine and other programs.
//!
//! A [`session::Dialect`] contains what differs between Hub and UCI: the parsing of commands, their execution, and the
//! format of the answers. The state machine of a session is the same for both: see [`transition`]. CheckerBoard loads
//! the engine as a library: [`checkerboard`] has the functions that it calls.

mod checkerboard;
pub mod dxp;
pub(crate) mod hub;
mod input;
mod number;
mod output;
mod placement;
mod session;
mod state;
#[cfg(test)]
pub(crate) mod transcript;
mod uci;

use std::io::{self, Read, Write};

use crossbeam_channel::Receiver;

pub(crate) use input::next_line;
pub use state::{Action, Input, State, transition};

use crate::config::Config;
use crate::engine::StartError;
use hub::Hub;
use session::{Dialect, Session, understand};
use uci::Uci;

/// A protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// Version 2 of Hub.
    Hub,
    /// The universal chess interface, with the moves and positions of draughts.
    Uci,
}

/// Why a session failed.
#[derive(Debug, thiserror::Error)]
pub enum SpeakError {
    /// The engine cannot be started.
    #[error(transparent)]
    Engine(#[from] StartError),
    /// The thread that reads or writes cannot be started.
    #[error("cannot start a thread: {0}")]
    Thread(#[from] io::Error),
    /// The answers cannot be written. If the reader has closed the pipe, the error is [`io::ErrorKind::BrokenPipe`].
    #[error("cannot write to standard output: {0}")]
    Output(#[source] io::Error),
}

/// Runs a session until the client quits, its input ends, or it stops reading. Without a protocol, the client selects
/// it by its first command.
///
/// # Errors
/// [`SpeakError`].
pub fn speak(
    protocol: Option<Protocol>,
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
    config: Config,
) -> Result<(), SpeakError> {
    let lines = input::lines(input)?;
    let held = match protocol.map_or_else(|| choose(&lines), Choice::of) {
        Choice::Hub(first) => Session::<Hub>::start(lines, output, config)?.hold(first),
        Choice::Uci(first) => Session::<Uci>::start(lines, output, config)?.hold(first),
        Choice::Nothing => Ok(()),
    };
    held.map_err(SpeakError::Output)
}

/// The protocol of a session and the command that selected it.
enum Choice {
    Hub(Option<<Hub as Dialect>::Command>),
    Uci(Option<<Uci as Dialect>::Command>),
    /// The input ended before the first command.
    Nothing,
}

impl Choice {
    const fn of(protocol: Protocol) -> Choice {
        match protocol {
            Protocol::Hub => Choice::Hub(None),
            Protocol::Uci => Choice::Uci(None),
        }
    }
}

/// Waits for the first command. A UCI client sends `uci` first. A Hub client need not send `hub` first, so any command
/// of Hub selects Hub. Other lines are ignored.
fn choose(lines: &Receiver<String>) -> Choice {
    let choice = |line: String| match Uci::read(&line) {
        Some(first @ uci::Command::Uci) => Some(Choice::Uci(Some(first))),
        _ => understand::<Hub>(&line).map(|first| Choice::Hub(Some(first))),
    };
    lines.iter().find_map(choice).unwrap_or(Choice::Nothing)
}
