//! Hub, version 2: the protocol of the Hub GUI, Scan and most draughts programs that play by pipe.
//!
//! (F. Letouzey, protocol.txt of Scan 3.1 and Hub 2.1, 2019.) `protocol.md` says how it is spoken here. A session
//! takes lines, reads them as commands, asks [`transition`] what that means now, and does it.

mod command;
mod level;
mod line;
mod numbering;
mod params;
mod reply;
mod session;
mod state;

pub use session::{HubError, speak};
pub use state::{Action, Input, State, transition};
