//! What can go wrong in training.

use std::io;
use std::path::PathBuf;

use super::record::RecordError;
use crate::eval::WeightsError;
use crate::interrupt::Interrupted;
use crate::journal::JournalError;
use crate::plot::PlotError;
use crate::search::TableError;

/// Why a training command was not finished.
#[derive(Debug, thiserror::Error)]
pub enum TrainError {
    /// The user asked to stop; what is done is on disk.
    #[error("interrupted: the same command continues from here")]
    Interrupted,
    /// The user asked to stop work that keeps nothing on the way.
    #[error("interrupted: nothing was kept")]
    NothingKept,
    /// The openings do not suffice.
    #[error("there are no more distinct openings after {0} games: allow more random plies with --opening-plies")]
    NoMoreOpenings(u64),
    /// There is no memory for a transposition table.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A file of weights cannot be read.
    #[error("the weights {}: {reason}", path.display())]
    Weights {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// Weights cannot be used for the variant.
    #[error("{file}: {error}")]
    ForeignWeights {
        /// The file.
        file: String,
        /// What is wrong.
        error: WeightsError,
    },
    /// The games do not suffice for a fit.
    #[error("{0} games are too few: expected positions to learn from, and positions of every tenth game to hold out")]
    TooFewGames(u64),
    /// The positions do not suffice for a measurement.
    #[error("{0} positions with estimates are too few: expected two at least")]
    TooFewPositions(usize),
    /// A file of a run cannot be used.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The record of a match, or the settings of a loop, cannot be used.
    #[error(transparent)]
    Match(#[from] JournalError),
    /// A picture cannot be drawn.
    #[error(transparent)]
    Plot(#[from] PlotError),
    /// A record cannot be read or written.
    #[error(transparent)]
    Record(#[from] RecordError),
}

impl From<Interrupted> for TrainError {
    fn from(Interrupted: Interrupted) -> TrainError {
        TrainError::Interrupted
    }
}
