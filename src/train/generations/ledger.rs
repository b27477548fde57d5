//! A file that says what it is of in its first line, and then grows by a line of JSON for each thing done.

use std::fmt::Debug;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::train::TrainError;

/// A ledger that grows.
#[derive(Debug)]
pub(super) struct Ledger {
    path: PathBuf,
    file: File,
}

impl Ledger {
    /// Begins the ledger at `path`, or opens the one that is there to go on with it. Returns what it holds as well; a last
    /// line that was cut off is removed.
    ///
    /// # Errors
    /// [`TrainError`] if the file cannot be used, holds anything else, or has another header.
    pub(super) fn open<H, L>(path: &Path, header: &H) -> Result<(Ledger, Vec<L>), TrainError>
    where
        H: Serialize + DeserializeOwned + PartialEq + Debug,
        L: DeserializeOwned,
    {
        let io = |source| TrainError::Ledger { path: path.to_owned(), source };
        let mut file = OpenOptions::new().create(true).append(true).open(path).map_err(io)?;
        let bytes = fs::read(path).map_err(io)?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        file.set_len(whole as u64).map_err(io)?;
        let mut lines = bytes[..whole].split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
        let Some(first) = lines.next() else {
            write_line(&mut file, header).map_err(io)?;
            return Ok((Ledger { path: path.to_owned(), file }, Vec::new()));
        };
        let line =
            |number: usize, reason: String| TrainError::LedgerLine { path: path.to_owned(), number, reason };
        let found: H = serde_json::from_slice(first).map_err(|error| line(1, error.to_string()))?;
        if found != *header {
            return Err(line(1, format!("it is of {found:?}: expected {header:?}")));
        }
        let entries = lines.enumerate().map(|(index, text)| {
            serde_json::from_slice(text).map_err(|error| line(index + 2, error.to_string()))
        });
        let entries = entries.collect::<Result<Vec<L>, _>>()?;
        Ok((Ledger { path: path.to_owned(), file }, entries))
    }

    /// Appends an entry, in one piece.
    ///
    /// # Errors
    /// [`TrainError::Ledger`].
    pub(super) fn append(&mut self, entry: &impl Serialize) -> Result<(), TrainError> {
        write_line(&mut self.file, entry)
            .map_err(|source| TrainError::Ledger { path: self.path.clone(), source })
    }
}

fn write_line(file: &mut File, value: &impl Serialize) -> io::Result<()> {
    let line = serde_json::to_string(value)? + "\n";
    file.write_all(line.as_bytes())
}
