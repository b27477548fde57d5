//! Hub, version 2: the protocol of the Hub GUI, Scan and most draughts programs that play by pipe.
//!
//! (F. Letouzey, protocol.txt of Scan 3.1 and Hub 2.1, 2019.) `protocol.md` specifies this implementation.

mod command;
mod dialect;
mod level;
mod line;
mod numbering;
mod params;
mod reply;

pub(super) use dialect::Hub;
pub(crate) use line::{Line, Reply};
