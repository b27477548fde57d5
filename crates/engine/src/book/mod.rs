//! Opening books: what is known of the first moves.
//!
//! - A [`Book`] holds positions, each with its moves and what they are worth or how they have scored; `docs/book.md`
//!   specifies its file.
//! - [`BuildRun`] makes one by drop-out expansion, resumable and the same with any number of threads; [`merge`] puts
//!   books together; [`import_games`] and [`import_scan`] read games and Scan's book.
//! - [`PendingBook`] is a book that is being read while the engine goes on, and [`BookOptions`] say when it plays.
//!
//! No search is made here: who builds or verifies a book passes what values a position.

#[cfg(not(target_family = "wasm"))]
mod build;
mod choice;
mod entry;
mod file;
#[cfg(not(target_family = "wasm"))]
mod graph;
#[cfg(not(target_family = "wasm"))]
mod import;
mod pending;
#[cfg(not(target_family = "wasm"))]
mod verify;

#[cfg(not(target_family = "wasm"))]
pub use build::{BuildError, BuildHeader, BuildRun, Expansion, merge};
pub use choice::BookOptions;
pub use entry::{BookEntry, BookMove, Games};
pub use file::{Book, BookError};
#[cfg(not(target_family = "wasm"))]
pub use import::{ImportError, export_games, import_games, import_scan};
pub use pending::PendingBook;
#[cfg(not(target_family = "wasm"))]
pub use verify::{Checked, Verification};
