//! The rules of checkers and draughts.

mod rules;

pub mod notation;
pub mod svg;
pub mod text;

pub use rules::*;
