//! What is solved: tables of all positions with few pieces, built by retrograde analysis.
//!
//! - A position belongs to a [`Slice`], the men and kings of each side as the side to move sees them, and has a number
//!   in it (`index`). The board is turned so that the side to move moves up: one side to move is enough.
//! - `solve` works out a slice and its turned one, given those that their moves lead to; `build` does so for all
//!   slices and writes them, packed, into a file; `plan` says in what order many machines can do so.
//! - [`Tables`] answers what is known of a position. Positions where a capture must be made are not stored: their value
//!   is that of the best capture.
//!
//! A value is a win, draw or loss for the side to move and the plies to the end. The counters of the draw articles are
//! no part of a position here.

mod build;
mod builtin;
mod cache;
mod file;
mod fingerprint;
mod folder;
mod index;
mod library;
mod pack;
mod parallel;
mod placement;
mod plan;
mod retreat;
mod slice;
mod solve;
mod symbols;
mod tables;
mod value;
mod verify;
mod watcher;
mod write;

pub use build::{BuildError, BuildOptions, build, build_slice};
pub use file::FileError;
pub use folder::file_name;
pub use plan::{Step, plan};
pub use slice::{Force, MAX_PIECES, Slice, SliceError};
pub use tables::{SliceCounts, Tables, TablesOptions};
pub use value::{Known, Outcome};
pub use verify::{VerifyError, verify};
pub use watcher::{Unwatched, Watcher};
