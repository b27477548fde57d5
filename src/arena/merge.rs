//! Merges records of a match: those of its shards, or others that overlap.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::finished::FinishedGame;
use super::record::{FirstLine, Header};
use crate::journal::{Contents, JournalError, check_merge};

/// Records of one match as one record of the whole match.
#[derive(Clone, Debug)]
pub struct MergedRecord {
    /// The match.
    pub header: Header,
    /// The games by number.
    pub games: BTreeMap<usize, FinishedGame>,
}

impl MergedRecord {
    /// Reads and merges records. Of games with the same number, the first one is taken. An incomplete last line, which
    /// a killed process leaves, is skipped, as when the match is resumed.
    ///
    /// # Errors
    /// [`JournalError`], also for records of different matches, and of shards that different programs played.
    pub fn read(first: &Path, others: &[PathBuf]) -> Result<MergedRecord, JournalError> {
        let mut games = BTreeMap::new();
        let mut whole_match: Option<FirstLine> = None;
        let mut of_shard: Option<(&Path, Header)> = None;
        for path in [first].into_iter().chain(others.iter().map(PathBuf::as_path)) {
            let Contents { header: FirstLine { header }, entries } = Contents::<FirstLine>::read(path)?;
            let whole = FirstLine { header: Header { shard: None, rounds: None, ..header.clone() } };
            let expected = whole_match.get_or_insert_with(|| whole.clone());
            check_merge((path, &whole), (first, expected))?;
            if let Some(shard) = header.shard {
                let (first, expected) = of_shard.get_or_insert_with(|| (path, header.clone()));
                let expected = FirstLine { header: Header { shard: Some(shard), ..expected.clone() } };
                check_merge((path, &FirstLine { header }), (first, &expected))?;
            }
            for game in entries {
                games.entry(game.game).or_insert(game);
            }
        }
        let FirstLine { header } = whole_match.expect("the first record was read");
        Ok(MergedRecord { header, games })
    }

    /// Writes the record, with the games in the order of their numbers.
    ///
    /// # Errors
    /// If `out` cannot be written.
    pub fn write(self, out: &mut impl Write) -> io::Result<()> {
        let header = FirstLine { header: self.header };
        Contents { header, entries: self.games.into_values().collect() }.write(out)
    }
}
