//! Crownhead: a checkers and draughts engine that searches with the MTD family of drivers over one shared
//! transposition table, in a real-valued evaluation domain.
//!
//! The layers, in reading order. Each uses only those above it:
//!
//! - [`choice`]: choices with names.
//! - [`shard`]: parts of a plan, for several machines.
//! - [`files`]: files that people and settings name.
//! - [`journal`]: the files that long runs append to, and files written as a whole.
//! - [`interrupt`]: the interruption of long work.
//! - [`pending`]: values that are made while the program goes on.
//! - [`workers`]: jobs shared among threads.
//! - [`origin`]: the version and the commit of this program.
//! - [`instant`]: the time.
//! - [`packed`]: what is packed by zstd, unpacked.
//! - [`statistics`]: the statistics of game results. Pure functions.
//! - [`plot`]: plots, as SVG.
//! - [`rules`]: the rules of the game. No I/O, clocks or threads, and no heap allocation in move generation.
//! - [`notation`]: positions, moves and games as text.
//! - [`eval`]: the evaluation of positions. Pure functions, and the reader of files of weights.
//! - [`endgame`]: the endgame tables of few pieces. It names no variant.
//! - [`book`]: the opening books. It makes no search.
//! - [`search`]: the search. It reads no clock, prints nothing and names no variant.
//! - [`engine`]: a game in progress and its search thread.
//! - [`config`]: the settings, defined in one registry.
//! - [`review`]: the review of a game, move by move, and the check of problems.
//! - [`protocol`]: the protocols Hub, UCI and DXP, and the library for CheckerBoard.
//! - [`arena`]: matches between engines.
//! - [`train`]: learning the evaluation.
//! - [`lab`]: the papers' experiments and others.
//! - [`board`]: games and analysis for people, in the browser and on a terminal.
//! - [`cli`]: the commands of the command line.
//! - `web`: what a page calls in a browser.
//!
//! The feature `native` has what needs files, processes, sockets, signals, threads or C; without it, the core that is
//! left runs in browsers.

#![cfg_attr(
    not(feature = "native"),
    allow(dead_code, unused_imports, reason = "the native program alone uses some of the core")
)]

pub mod choice;

#[cfg(feature = "native")]
pub mod shard;

pub mod files;

#[cfg(feature = "native")]
pub mod journal;

pub mod interrupt;

pub mod pending;

pub mod workers;

pub mod origin;

pub mod instant;

pub mod packed;

#[cfg(feature = "native")]
pub mod statistics;

#[cfg(feature = "native")]
pub mod plot;

pub mod rules;

pub mod notation;

pub mod eval;

pub mod endgame;

pub mod book;

pub mod search;

pub mod engine;

pub mod config;

pub mod review;

pub mod protocol;

#[cfg(feature = "native")]
pub mod arena;

#[cfg(feature = "native")]
pub mod train;

#[cfg(feature = "native")]
pub mod lab;

pub mod board;

#[cfg(feature = "native")]
pub mod cli;

#[cfg(target_family = "wasm")]
pub mod web;
