//! Errors of the laboratory.

use crate::interrupt::Interrupted;
use crate::journal::JournalError;
use crate::plot::PlotError;
use crate::search::TableError;

/// Why an experiment failed.
#[derive(Debug, thiserror::Error)]
pub enum LabError {
    /// It was interrupted; the finished jobs are in the record.
    #[error("interrupted: run the same command again to resume")]
    Interrupted,
    /// The depth is more than the experiment takes.
    #[error("depth {depth} is too much for {experiment}: expected at most {most}")]
    TooDeep {
        /// The experiment.
        experiment: &'static str,
        /// The depth that was asked for.
        depth: u32,
        /// The most.
        most: u32,
    },
    /// The record was begun on another machine.
    #[error(
        "{path} was begun on another machine ({begun}; this one is {here}), and times of two machines are not comparable: \
         choose another file with --record, and put the records together with `crownhead lab merge`"
    )]
    OtherMachine {
        /// The record.
        path: std::path::PathBuf,
        /// The machine that it states.
        begun: String,
        /// This machine.
        here: String,
    },
    /// A table cannot be allocated.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The record cannot be written or read.
    #[error(transparent)]
    Record(#[from] JournalError),
    /// A report cannot be written.
    #[error("cannot write {}: {source}", path.display())]
    Report {
        /// The file.
        path: std::path::PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// A document cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Document {
        /// The file.
        path: std::path::PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// A plot cannot be drawn.
    #[error(transparent)]
    Plot(#[from] PlotError),
    /// A document has a table that its record does not produce.
    #[error("the record {} has no table \"{title}\"", record.display())]
    NoTable {
        /// The record.
        record: std::path::PathBuf,
        /// The title in the document.
        title: String,
    },
    /// A document shows a plot that no record produces.
    #[error("no record has the plot {0}: expected EXPERIMENT-PLOT.svg, as written by `crownhead lab report --out`")]
    NoPlot(String),
    /// The experiment of the record is unknown.
    #[error("unknown experiment \"{0}\"")]
    Unknown(String),
}

impl From<Interrupted> for LabError {
    fn from(Interrupted: Interrupted) -> LabError {
        LabError::Interrupted
    }
}
