//! The program Crownhead: commands, protocols, match runner, trainer, laboratory and board, over `crownhead-engine`.
//!
//! The layers, in reading order; each uses only those above it. `web` is what a page calls in a browser.

#![cfg_attr(
    target_family = "wasm",
    allow(dead_code, unused_imports, reason = "a program that is no page alone uses some of this")
)]

pub mod origin;

#[cfg(not(target_family = "wasm"))]
pub mod statistics;

#[cfg(not(target_family = "wasm"))]
pub mod plot;

pub mod review;

pub mod opening;

pub mod find;

#[cfg(not(target_family = "wasm"))]
pub mod protocol;

#[cfg(not(target_family = "wasm"))]
pub mod arena;

#[cfg(not(target_family = "wasm"))]
pub mod train;

#[cfg(not(target_family = "wasm"))]
pub mod lab;

pub mod board;

#[cfg(not(target_family = "wasm"))]
pub mod cli;

#[cfg(target_family = "wasm")]
pub mod web;
