//! The laboratory: the papers' experiments and others on the engine's search.
//!
//! An [`Experiment`] is a list of [`Job`]s, determined by its size and seed. [`run`] runs them and writes a record,
//! from which a [`LabReport`](view::LabReport) of tables and plots is made. Times are CPU times of the search thread:
//! other load on the machine only slows them by its effect on the caches, except where several threads search together.

mod contest;
mod experiment;
pub mod experiments;
pub mod games;
mod job;
mod measure;
mod method;
mod observed_table;
mod positions;
pub mod published;
pub mod record;
mod rows;
mod size;
mod verify;
pub mod view;

use std::io;
use std::path::PathBuf;

pub use experiment::{Experiment, RunSetup, Scale};
pub use job::{Job, run, run_unrecorded};
pub use measure::{DraughtsBench, FirstGuesses, Measured, OWN_GUESSES, Workbench, measure};
pub use method::{Method, Regime, baseline};
pub use observed_table::{Counts, ObservedTable};
pub use positions::{balanced_openings, played_positions, prefixes, random_games, spread};
pub use record::{ExperimentHeader, Superseded};
pub use rows::{Row, Rows};
pub use size::Size;
pub use verify::{Sample, Verified, verify};

use crate::plot::PlotError;
use crownhead_engine::search::TableError;
use crownhead_engine::support::interrupt::Interrupted;
use crownhead_engine::support::journal::JournalError;

#[derive(Debug, thiserror::Error)]
pub enum LabError {
    /// It was interrupted; the finished jobs are in the record.
    #[error("interrupted: run the same command again to resume")]
    Interrupted,
    #[error("depth {depth} is too much for {experiment}: expected at most {most}")]
    TooDeep { experiment: &'static str, depth: u32, most: u32 },
    #[error(
        "{path} was begun on another machine ({begun}; this one is {here}), and times of two machines are not \
         comparable: choose another file with --record, and put the records together with `crownhead lab merge`"
    )]
    OtherMachine { path: PathBuf, begun: String, here: String },
    #[error(transparent)]
    Table(#[from] TableError),
    #[error(transparent)]
    Record(#[from] JournalError),
    #[error("cannot write {file}: {1}", file = .0.display())]
    Report(PathBuf, #[source] io::Error),
    #[error("cannot read {file}: {1}", file = .0.display())]
    Document(PathBuf, #[source] io::Error),
    #[error(transparent)]
    Plot(#[from] PlotError),
    #[error("the record {file} has no table \"{1}\"", file = .0.display())]
    NoTable(PathBuf, String),
    #[error("no record has the plot {0}: expected EXPERIMENT-PLOT.svg, as written by `crownhead lab report --out`")]
    NoPlot(String),
    #[error("unknown experiment \"{0}\"")]
    Unknown(String),
}

impl From<Interrupted> for LabError {
    fn from(Interrupted: Interrupted) -> LabError {
        LabError::Interrupted
    }
}
