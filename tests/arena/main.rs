//! `crownhead match` as users run it, real engines and misbehaving ones, through real pipes; and what it is made of:
//! games in this process, statistics, charts.
//!
//! No verdict hangs on a close race: what is to be late is late by seconds, what is to be in time has a minute.

#[path = "../client/mod.rs"]
mod client;
#[path = "../../crates/rules/tests/support/reference.rs"]
mod reference;

mod chart;
mod local_player;
mod selfplay;
mod statistics;

#[cfg(unix)]
mod dxp;
#[cfg(unix)]
mod faults;
#[cfg(unix)]
mod files;
#[cfg(unix)]
mod matches;
#[cfg(unix)]
mod runner;
#[cfg(unix)]
mod scripted;
#[cfg(unix)]
mod shards;
#[cfg(unix)]
#[path = "../support/unix.rs"]
mod unix;
