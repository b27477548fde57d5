//! Learning what a position is worth: games of the engine against itself, fits of weights to them, and generations of
//! both.

pub mod export;
pub mod fit;
pub mod games;
pub mod generations;
pub mod record;
pub mod spread;
pub mod spsa;
mod weights;

use std::fmt::Display;
use std::io;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

pub use weights::{PlayerWeights, read_weights, read_weights_for};

use crate::arena::MatchError;
use crate::plot::PlotError;
use crownhead_engine::search::TableError;
use crownhead_engine::support::interrupt::Interrupted;
use crownhead_engine::support::journal::JournalError;
use crownhead_rules::Variant;
use record::RecordError;

#[derive(Debug, thiserror::Error)]
pub enum TrainError {
    /// The user asked to stop; what is done is on disk.
    #[error("interrupted: the same command continues from here")]
    Interrupted,
    /// The user asked to stop work that keeps nothing on the way.
    #[error("interrupted: nothing was kept")]
    NothingKept,
    #[error("there are no more distinct openings after {0} games: allow more random plies with --opening-plies")]
    NoMoreOpenings(u64),
    #[error("{file} has no quiet position of {} to {} pieces", .1.start(), .1.end(), file = .0.display())]
    NoStarts(PathBuf, RangeInclusive<usize>),
    #[error("{file}:{line}: not a step of this search: expected {numbers} numbers", file = .file.display())]
    Step { file: PathBuf, line: usize, numbers: usize },
    #[error("{0} games are too few: expected positions to learn from, and positions of every tenth game to hold out")]
    TooFewGames(u64),
    #[error("{0} has no patterns: expected --family network")]
    NoPatterns(Variant),
    #[error("{0} positions with estimates are too few: expected at least 2")]
    TooFewPositions(usize),
    #[error("{0}: {1}")]
    Weights(String, String),
    #[error("{file}: {1}", file = .0.display())]
    Io(PathBuf, #[source] io::Error),
    #[error(transparent)]
    Table(#[from] TableError),
    #[error("{0}")]
    Match(String),
    #[error(transparent)]
    Start(#[from] MatchError),
    /// The record of a match, or the settings of a loop, cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    #[error(transparent)]
    Plot(#[from] PlotError),
    #[error(transparent)]
    Record(#[from] RecordError),
}

impl TrainError {
    /// The weights in a file cannot be used for this reason.
    pub(crate) fn weights(file: impl Display, reason: impl Display) -> TrainError {
        TrainError::Weights(file.to_string(), reason.to_string())
    }

    /// Makes errors of the system errors of the file at `path`.
    pub(crate) fn io(path: &Path) -> impl FnOnce(io::Error) -> TrainError {
        |source| TrainError::Io(path.to_owned(), source)
    }
}

impl From<Interrupted> for TrainError {
    fn from(Interrupted: Interrupted) -> TrainError {
        TrainError::Interrupted
    }
}
