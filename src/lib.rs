//! Crownhead: a checkers and draughts engine.
pub mod arena;
pub mod eval;
pub mod rules;
pub mod search;
