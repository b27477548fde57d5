//! What can be wrong with a record.

use std::io;
use std::path::PathBuf;

/// Why a record cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The system refuses.
    #[error("the record {}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// It is another kind of file.
    #[error("{} is not a record of games: expected a first line \"crownhead games 1 CHECKSUM\"", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// It has another version of the format.
    #[error("the record {} has format version {found}: expected version 1", path.display())]
    Version {
        /// The file.
        path: PathBuf,
        /// The version that it states.
        found: String,
    },
    /// Its header is damaged.
    #[error("the record {} has a damaged header: {reason}", path.display())]
    Header {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// A game in it is damaged.
    #[error("the record {} is damaged at byte {offset}: {reason}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Where the game begins, in bytes from the start of the file.
        offset: u64,
        /// What is wrong.
        reason: String,
    },
    /// Another process writes it.
    #[error("the record {} is being written by another process: wait for it, or choose another file", path.display())]
    InUse {
        /// The file.
        path: PathBuf,
    },
    /// It is of a shard that is not finished.
    #[error(
        "the record {} is of a shard that is not finished: give its command again, which plays the rest", path.display()
    )]
    Unfinished {
        /// The file.
        path: PathBuf,
    },
    /// Openings are missing between records that are to be merged.
    #[error(
        "the record {} begins with opening {begins}, but no record has those from {missing} on: add the missing shards",
        path.display()
    )]
    Gap {
        /// The file after the gap.
        path: PathBuf,
        /// The first missing opening, from 0.
        missing: u64,
        /// The first opening of the file.
        begins: u64,
    },
    /// It is of something else than what was asked for.
    #[error("the record {} has {field} {found}: expected {expected}", path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// What differs.
        field: &'static str,
        /// What the file says.
        found: String,
        /// What was asked for.
        expected: String,
    },
}
