//! Text in, text out: the protocols that other programs speak with the engine.
//!
//! Hub and UCI differ in their words: how lines are read as commands, what each command carries out, and how answers
//! are written. That is a [`session::Dialect`]. What a session does besides is the same for both, and [`transition`]
//! says what. To CheckerBoard the engine is a library: [`checkerboard`] has the functions that it calls.

mod checkerboard;
pub mod dxp;
pub(crate) mod hub;
mod input;
mod number;
mod output;
mod placement;
mod session;
mod state;
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

/// Why a session could not be held.
#[derive(Debug, thiserror::Error)]
pub enum SpeakError {
    /// There is no engine.
    #[error(transparent)]
    Engine(#[from] StartError),
    /// There is no thread to read or write.
    #[error("cannot start a thread: {0}")]
    Thread(#[from] io::Error),
    /// The answers cannot be written. Where nobody reads them any more, that is [`io::ErrorKind::BrokenPipe`].
    #[error("cannot write to standard output: {0}")]
    Output(#[source] io::Error),
}

/// Speaks a protocol until the client quits, its lines end, or it stops reading. Without a protocol, the client chooses
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

/// The protocol of a session, and the command by which it was chosen.
enum Choice {
    Hub(Option<<Hub as Dialect>::Command>),
    Uci(Option<<Uci as Dialect>::Command>),
    /// The input has ended before a command came.
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

/// Waits for the first command. A UCI client says `uci` before anything else, whereas `hub` need not come first, so any
/// command of Hub chooses Hub. Other lines are passed over.
fn choose(lines: &Receiver<String>) -> Choice {
    let choice = |line: String| match Uci::read(&line) {
        Some(first @ uci::Command::Uci) => Some(Choice::Uci(Some(first))),
        _ => understand::<Hub>(&line).map(|first| Choice::Hub(Some(first))),
    };
    lines.iter().find_map(choice).unwrap_or(Choice::Nothing)
}
