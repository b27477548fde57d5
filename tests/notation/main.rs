//! Positions, moves and games as text.

mod pdn;
mod positions;
