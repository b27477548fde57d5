//! Learning what a position is worth: games of the engine against itself, and what is fitted to them.

pub mod record;

pub mod fit;
