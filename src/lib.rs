//! Crownhead: a checkers and draughts engine that searches with the MTD family of drivers over one shared
//! transposition table, in a real-valued evaluation domain.
//!
//! The layers, in reading order. Each uses only those above it:
//!
//! - [`choice`]: choices that have names.
//! - [`statistics`]: what the results of games say about strength. Pure.
//! - [`rules`]: what a legal game is. No I/O, clock or thread, and no heap in move generation.
//! - [`notation`]: positions and moves as text.
//! - [`eval`]: what a position is worth. Pure.
//! - [`endgame`]: what is solved: tables of few pieces. It knows no variant by name.
//! - [`search`]: what to play. It reads no clock, prints nothing and knows no variant by name.
//! - [`engine`]: a game in progress, on a search thread.
//! - [`config`]: the settings, from one registry.
//! - [`protocol`]: text in, text out.
//! - [`arena`]: engine against engine.
//! - [`train`]: learning what a position is worth.
//! - [`lab`]: the papers' experiments.
//! - [`cli`]: the commands for people and scripts.

pub mod choice;

pub mod statistics;

pub mod rules;

pub mod notation;

pub mod eval;

pub mod endgame;

pub mod search;

pub mod engine;

pub mod config;

pub mod protocol;

pub mod arena;

pub mod train;

pub mod lab;

pub mod cli;
