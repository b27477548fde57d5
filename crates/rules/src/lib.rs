//! The rules of checkers and draughts.

#![deny(missing_docs)]

mod rules;

pub mod notation;
pub mod text;

pub use rules::*;
