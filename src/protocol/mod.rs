//! Text in, text out: the protocols that other programs speak with the engine.

pub mod hub;
mod input;
mod output;
