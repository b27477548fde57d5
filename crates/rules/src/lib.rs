#![doc = include_str!("../README.md")]
#![deny(missing_docs)]

pub mod text;

mod rules;

pub mod notation;
pub mod svg;

pub use rules::*;
