//! `crownhead match` as users run it: real engines and misbehaving ones, through real pipes.
//!
//! No verdict hangs on a close race: what is to be late is late by seconds, what is to be in time has a minute.

#![cfg(unix)]

mod dxp;
mod faults;
mod files;
mod matches;
mod runner;
mod scripted;
