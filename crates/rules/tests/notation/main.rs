//! Positions, moves and games as text.

#[path = "../support/turned.rs"]
mod turned;

mod pdn;
mod positions;
mod variants;
