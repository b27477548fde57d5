//! What can go wrong in training.

use super::record::RecordError;
use crate::search::TableError;

/// Why a training command was not finished.
#[derive(Debug, thiserror::Error)]
pub enum TrainError {
    /// The user asked to stop; what is done is on disk.
    #[error("interrupted: the same command continues from here")]
    Interrupted,
    /// The openings do not suffice.
    #[error(
        "there are no more distinct openings after {0} games: allow more random plies with --opening-plies"
    )]
    NoMoreOpenings(u64),
    /// There is no memory for a transposition table.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A record cannot be read or written.
    #[error(transparent)]
    Record(#[from] RecordError),
}
