//! UCI, the universal chess interface (S. Meyer-Kahlen, 2006), which most match runners support.
//!
//! The moves and positions are those of draughts, in PDN form. `protocol.md` specifies this implementation.

mod command;
mod dialect;
mod go;
mod options;
mod reply;

pub(super) use command::Command;
pub(super) use dialect::Uci;
