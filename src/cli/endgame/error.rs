//! What can go wrong with endgame tables on the command line.

use std::io;

use crate::endgame::{BuildError, FileError, Slice, VerifyError};

/// Why a command could not do its work.
#[derive(Debug, thiserror::Error)]
pub(in crate::cli) enum EndgameError {
    #[error(transparent)]
    Build(#[from] BuildError),
    #[error(transparent)]
    File(#[from] FileError),
    #[error(transparent)]
    Verify(#[from] VerifyError),
    #[error("cannot write: {0}")]
    Json(#[from] serde_json::Error),
    #[error("cannot read the clock of the processor: {0}")]
    Clock(io::Error),
    #[error("there are no tables of {0}: build some with `crownhead endgame build` and name their folder with --dir")]
    NoTables(&'static str),
    #[error("there is no table of {pieces} pieces: expected 2 to {most}")]
    NoSuchTable { pieces: usize, most: usize },
    #[error("{variant} has no slice {slice}: each side has some pieces, and there is room for the men")]
    NoSuchSlice { slice: Slice, variant: &'static str },
    #[error("{fen}: {pieces} pieces, the tables know up to {most}")]
    TooManyPieces { fen: String, pieces: usize, most: usize },
    #[error("{0}: one side has no pieces, so the game is over")]
    OneSide(String),
    #[error("{0}: the tables are damaged")]
    Unknown(String),
    #[error("{fen}: the table says {table}, the search says {search}")]
    Search { fen: String, table: String, search: String },
}
