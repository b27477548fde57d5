//! The games that are kept: on disk or, in a page, by the browser.

#[cfg(target_family = "wasm")]
mod browser;
#[cfg(not(target_family = "wasm"))]
mod disk;

use std::io;

use serde::{Deserialize, Serialize};

#[cfg(target_family = "wasm")]
pub(super) use browser::Place;
#[cfg(target_family = "wasm")]
pub use browser::Store;
#[cfg(not(target_family = "wasm"))]
pub(super) use disk::Place;
#[cfg(not(target_family = "wasm"))]
pub use disk::Store;

use super::game::ListedGame;
use super::request::Seat;
use super::view::EndView;
use crate::review::Stated;
use crownhead_engine::engine::{PlayerClock, TimeLimit};

/// The bytes that a kept game must stay below: fewer than those of the longest game that a PDN reader takes, and in a
/// browser much fewer than its storage has for all pages of an address.
const MOST_BYTES: usize = if cfg!(not(target_family = "wasm")) { 8 << 20 } else { 2 << 20 };

/// The bytes that a loaded game must stay below, where it is kept: a review and moves make it longer.
pub(super) const MOST_BYTES_LOADED: usize = MOST_BYTES / 2;

/// The bytes of all that pages remember of their person.
#[cfg(not(target_family = "wasm"))]
pub(super) const MOST_BYTES_REMEMBERED: u64 = 1 << 20;

/// What pages remember of their person, by their own names.
#[cfg(not(target_family = "wasm"))]
pub(super) type Memory = serde_json::Map<String, serde_json::Value>;

#[derive(Debug, Serialize, Deserialize)]
pub(in crate::board) struct KeptGame {
    pub(in crate::board) variant: String,
    pub(in crate::board) seats: [Seat; 2],
    /// Names of other players than those of the seats.
    pub(in crate::board) own_names: [Option<String>; 2],
    /// Whether the game was played elsewhere.
    pub(in crate::board) is_loaded: bool,
    /// The moves with which the game came here.
    pub(in crate::board) given_plies: usize,
    pub(in crate::board) time: TimeLimit,
    /// The clocks after each number of moves; the last ones alone where time is not limited.
    pub(in crate::board) clocks: Vec<[PlayerClock; 2]>,
    pub(in crate::board) seed: u64,
    pub(in crate::board) end: Option<EndView>,
    pub(in crate::board) pdn: String,
    /// What lists show of it.
    pub(in crate::board) row: ListedGame,
    pub(in crate::board) review: KeptReview,
}

/// What lists need of a kept game, of which the rest is not read.
#[derive(Debug, Deserialize)]
pub(in crate::board) struct KeptHead {
    pub(in crate::board) variant: String,
    pub(in crate::board) row: ListedGame,
}

impl KeptGame {
    /// The game as it is written. One that could not be read again is not written.
    pub(super) fn to_json(&self) -> io::Result<String> {
        let text = serde_json::to_string(self)?;
        if text.len() < MOST_BYTES {
            return Ok(text);
        }
        Err(io::Error::other(format!("it is larger than {} MiB", MOST_BYTES >> 20)))
    }
}

/// The values and the appraisals of a game, in men.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(in crate::board) struct KeptReview {
    /// The value for White of each position, and the depth of its search.
    pub(in crate::board) values: Vec<Option<(f64, u32)>>,
    pub(in crate::board) appraisals: Vec<KeptAppraisal>,
    /// What it says of the whole game, if it was read.
    pub(in crate::board) stated: Option<Stated>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(in crate::board) struct KeptAppraisal {
    pub(in crate::board) ply: usize,
    pub(in crate::board) played: f64,
    /// The moves of its line, as in Hub.
    pub(in crate::board) line: Vec<String>,
    pub(in crate::board) is_known_draw: bool,
    pub(in crate::board) depth: u32,
    pub(in crate::board) nodes: u64,
    /// The value of each line and its moves, as in Hub.
    pub(in crate::board) lines: Vec<(f64, Vec<String>)>,
}

/// Why a kept game cannot be opened.
#[derive(Debug, thiserror::Error)]
pub(in crate::board) enum StoreError {
    #[error("there is no such game")]
    Missing,
    #[error("another board has the game open")]
    InUse,
    #[cfg(not(target_family = "wasm"))]
    #[error("{}: not a lock of a board: expected a regular file", .0.display())]
    NoLock(std::path::PathBuf),
    #[error("the file of the game cannot be read: {0}")]
    Io(#[from] io::Error),
    #[error("the file of the game cannot be read: {0}")]
    Json(#[from] serde_json::Error),
}

impl StoreError {
    /// That of the file of a game.
    fn of(error: io::Error) -> StoreError {
        if error.kind() == io::ErrorKind::NotFound { StoreError::Missing } else { StoreError::Io(error) }
    }
}
