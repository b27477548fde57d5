//! What can go wrong in the laboratory.

use super::record::RecordError;
use crate::search::TableError;

/// Why an experiment was not finished.
#[derive(Debug, thiserror::Error)]
pub enum LabError {
    /// Somebody asked to leave; what is done is in the record.
    #[error("interrupted: the same command goes on from here")]
    Interrupted,
    /// There is no memory for a table.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The record cannot be kept or read.
    #[error(transparent)]
    Record(#[from] RecordError),
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
    #[error("cannot draw {path}: {reason}")]
    Plot {
        /// The file.
        path: String,
        /// What the library says.
        reason: String,
    },
    /// A document has a table that its record does not give.
    #[error("the record {} gives no table \"{title}\"", record.display())]
    NoTable {
        /// The record.
        record: std::path::PathBuf,
        /// The title in the document.
        title: String,
    },
    /// A document shows a plot that no record gives.
    #[error(
        "no record gives the plot {0}: expected EXPERIMENT-PLOT.svg as `crownhead lab report --out` writes it"
    )]
    NoPlot(String),
    /// The record is of an experiment that this program does not know.
    #[error("unknown experiment \"{0}\"")]
    Unknown(String),
}
