//! Engines as child processes, over pipes: Hub and UCI.

mod child;
mod group;
mod hub;
mod player;
mod reader;
mod uci;
mod words;

pub use child::Launch;
pub(super) use player::Setup;

use super::player::{Halt, Player};
use crate::interrupt::Interrupt;
use crate::protocol::Protocol;
use player::ProcessPlayer;

/// Starts an engine and prepares it.
///
/// # Errors
/// [`Halt`]: why it did not get ready.
pub(super) fn start(protocol: Protocol, setup: &Setup, interrupt: Interrupt) -> Result<Box<dyn Player>, Halt> {
    Ok(match protocol {
        Protocol::Hub => Box::new(ProcessPlayer::<hub::Hub>::start(setup, interrupt)?),
        Protocol::Uci => Box::new(ProcessPlayer::<uci::Uci>::start(setup, interrupt)?),
    })
}
