//! What several layers use: named choices, files, journals, threads, time.

pub mod choice;
pub mod files;
pub mod instant;
pub mod interrupt;
#[cfg(not(target_family = "wasm"))]
pub mod journal;
pub mod packed;
pub mod pending;
#[cfg(not(target_family = "wasm"))]
pub mod shard;
pub mod workers;
