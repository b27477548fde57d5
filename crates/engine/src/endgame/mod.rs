//! Endgame tables: all positions with few pieces, solved by retrograde analysis.
//!
//! - A position belongs to a [`Slice`], the men and kings of each side as the side to move sees them, and has a number
//!   in it (`index`). The board is turned so that the side to move moves up: one side to move is enough.
//! - `solve` solves a slice and its turned one, given those that their moves lead to; `build` does so for all slices
//!   and writes them, packed, into a file, and says in what order many machines can do so.
//! - [`Tables`] returns what is known of a position. Positions where a capture must be made are not stored: their value
//!   is that of the best capture.
//!
//! A value is a win, draw or loss for the side to move and the plies to the end. The counters of the draw articles are
//! not part of a position here.

#[cfg(not(target_family = "wasm"))]
mod build;
mod file;
mod folder;
mod index;
mod library;
mod slice;
#[cfg(not(target_family = "wasm"))]
mod solve;
mod tables;
mod value;
#[cfg(not(target_family = "wasm"))]
mod verify;
mod watcher;

#[cfg(not(target_family = "wasm"))]
pub use build::{BuildError, BuildOptions, Step, build, build_slice, plan};
pub use file::FileError;
pub use file::rules_fingerprint;
pub use folder::file_name;
pub use slice::{Force, MAX_PIECES, Slice, SliceError};
pub use tables::{SliceCounts, Tables, TablesOptions};
pub use value::{Known, KnownMove, Wdl};
#[cfg(not(target_family = "wasm"))]
pub use verify::{VerifyError, verify};
pub use watcher::{Unwatched, Watcher};
