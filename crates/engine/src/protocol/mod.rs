//! The protocols between the engine and other programs.
//!
//! A `Dialect` contains what differs between Hub and UCI: the parsing of commands, their execution, and the
//! format of the answers. The state machine of a session is the same for both: see [`transition`].

pub mod hub;
mod lines;
mod outlet;
mod session;
mod state;
#[cfg(target_family = "wasm")]
mod turns;
mod uci;

use std::io::{self, Read};
use std::time::Duration;

use crossbeam_channel::Receiver;

pub use lines::next_line;
pub use state::{Action, Input, State, transition};
#[cfg(target_family = "wasm")]
pub use turns::Speaker;

use crate::config::Config;
use crate::engine::{LONGEST_SECONDS, StartError};
use crate::search::Depth;
use hub::Hub;
pub use outlet::{Outlet, Transcript};
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
#[cfg(not(target_family = "wasm"))]
pub fn speak(
    protocol: Option<Protocol>,
    input: impl Read + Send + 'static,
    output: impl Outlet,
    config: Config,
) -> Result<(), SpeakError> {
    let lines = lines::read(input)?;
    let chosen = match protocol {
        Some(protocol) => Some((protocol, None)),
        None => choose(&lines).map(|(protocol, line)| (protocol, Some(line))),
    };
    let held = match chosen {
        Some((Protocol::Hub, first)) => Session::<Hub>::start(lines, output, config)?.hold(first.as_deref()),
        Some((Protocol::Uci, first)) => Session::<Uci>::start(lines, output, config)?.hold(first.as_deref()),
        None => Ok(()),
    };
    held.map_err(SpeakError::Output)
}

/// Waits for the first command, and returns its protocol and its line; `None` if the input ends before. A UCI client
/// sends `uci` first. A Hub client need not send `hub` first, so any command of Hub selects Hub. Other lines are ignored.
fn choose(lines: &Receiver<String>) -> Option<(Protocol, String)> {
    lines.iter().find_map(|line| {
        let protocol = protocol_of(&line)?;
        Some((protocol, line))
    })
}

fn protocol_of(line: &str) -> Option<Protocol> {
    match Uci::read(line) {
        Some(uci::Command::Uci) => Some(Protocol::Uci),
        _ => understand::<Hub>(line).map(|_| Protocol::Hub),
    }
}

/// A number of a client, with a decimal point, or with a comma as in some locales.
fn number(text: &str) -> Option<f64> {
    text.replace(',', ".").parse().ok().filter(|number: &f64| number.is_finite())
}

/// A number of seconds as a duration: zero if negative, at most [`LONGEST_SECONDS`].
pub fn limited_duration(seconds: f64) -> Duration {
    Duration::from_secs_f64(seconds.clamp(0.0, LONGEST_SECONDS))
}

fn depth(plies: f64) -> Depth {
    Depth::new(plies.max(1.0) as u32)
}

fn nodes(nodes: f64) -> u64 {
    nodes.max(1.0) as u64
}

/// The number of moves to the next time control; none if it is less than 1.
fn moves_to_go(moves: Option<f64>) -> Option<u32> {
    moves.filter(|&moves| moves >= 1.0).map(|moves| moves as u32)
}

/// Nodes per second; 0 where no time has passed.
pub fn per_second(nodes: u64, time: Duration) -> f64 {
    if time.is_zero() { 0.0 } else { nodes as f64 / time.as_secs_f64() }
}

#[cfg(test)]
mod testing {
    use super::*;
    use crate::engine::Report;
    use crate::eval::Score;
    use crate::search::Verdict;
    use crownhead_rules::notation::{SpelledMove, fen, parse_move};
    use crownhead_rules::{Ply, Variant};

    /// A move of international draughts.
    pub fn spelled(position: &str, mv: &str) -> SpelledMove {
        let position = fen::parse(Variant::INTERNATIONAL, position).expect("the FEN is well formed");
        SpelledMove::new(&position, &parse_move(&position, mv).expect("the move is legal"))
    }

    pub fn report(pv: &[(&str, &str)]) -> Report {
        Report {
            depth: Depth::new(7),
            mean_depth: 6.25,
            selective_depth: Ply::new(19),
            score: Score::from_men(-0.256_789),
            is_known_draw: false,
            verdict: Verdict::Exact,
            nodes: 1_500_000,
            time: Duration::from_millis(250),
            known_hits: 7,
            table_fill: 42,
            pv: pv.iter().map(|&(position, mv)| spelled(position, mv)).collect(),
            others: Vec::new(),
        }
    }
}
