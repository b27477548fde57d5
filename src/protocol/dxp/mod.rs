//! DXP, the DamExchange protocol: two programs play each other over TCP.
//!
//! (DamExchange, layers 1 and 2, mesander.nl/damexchange; fields of fractions as in Moby Dam, H. Jetten, 2015.)
//! `protocol.md` says how it is spoken here. From the inside out: a [`Message`] is a value with its bytes, a
//! [`Splitter`] finds messages in a stream.

mod connection;
mod conversation;
mod decimal;
mod diagram;
mod error;
mod host;
mod lobby;
mod message;
mod outcome;
mod play;
mod read;
mod report;
mod service;
mod stream;
mod text;
mod write;

pub use connection::{Connection, Incoming};
pub use decimal::{Decimal, Minutes, NoDecimal, Seconds};
pub use diagram::Diagram;
pub use error::DxpError;
pub use host::{Plan, Proposal, Role};
pub use message::{
    Acceptance, BackAnswer, BackRequest, Count, GameAnswer, GameEnd, GameRequest, MOST_CAPTURED, Message, MoveMessage,
    NextGame, Reason, Start,
};
pub use outcome::Tally;
pub use service::{ServiceError, call, serve};
pub use stream::{LONGEST, Splitter};
pub use text::{ChatText, Name, Text};

/// The port that programs listen at by custom.
pub const PORT: u16 = 27531;
