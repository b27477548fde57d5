//! Crownhead.
pub mod rules;
