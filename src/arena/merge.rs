//! Merges records of a match: those of its shards, or others that overlap.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::finished::FinishedGame;
use super::record::{Difference, Header, Line, RecordError, bad_line, bytes, contents, differences, read};

/// Records of one match as one record of the whole match.
#[derive(Clone, Debug)]
pub struct MergedRecord {
    /// The match.
    pub header: Header,
    /// The games by number.
    pub games: BTreeMap<usize, FinishedGame>,
}

/// A record as it was read.
struct Part {
    path: PathBuf,
    header: Header,
    games: Vec<FinishedGame>,
}

impl MergedRecord {
    /// Reads and merges records. Of games with the same number, the first one is taken. An incomplete last line, which
    /// a killed process leaves, is skipped, as when the match is resumed.
    ///
    /// # Errors
    /// [`RecordError`], also for records of different matches, and of shards that different programs played.
    pub fn read(first: &Path, others: &[PathBuf]) -> Result<MergedRecord, RecordError> {
        let first = Part::read(first)?;
        let mut merged = MergedRecord { header: first.whole_match(), games: BTreeMap::new() };
        let mut program = first.header.program_of_shard().map(|program| (first.path.clone(), program));
        merged.add(first.games);
        for path in others {
            let part = Part::read(path)?;
            part.check(&first.path, &differences(&part.whole_match(), &merged.header))?;
            match (part.header.program_of_shard(), &program) {
                (Some(found), Some((first, expected))) => {
                    part.check(first, &other_program(found, expected))?
                }
                (Some(found), None) => program = Some((part.path.clone(), found)),
                (None, _) => {}
            }
            merged.add(part.games);
        }
        Ok(merged)
    }

    fn add(&mut self, games: Vec<FinishedGame>) {
        for game in games {
            if let Entry::Vacant(place) = self.games.entry(game.game) {
                place.insert(game);
            }
        }
    }

    /// Writes the record, with the games in the order of their numbers.
    ///
    /// # Errors
    /// If `out` cannot be written.
    pub fn write(self, out: &mut impl Write) -> io::Result<()> {
        out.write_all(&bytes(&Line::Match { header: self.header })?)?;
        for game in self.games.into_values() {
            out.write_all(&bytes(&Line::Game(Box::new(game)))?)?;
        }
        Ok(())
    }
}

fn other_program(found: String, expected: &str) -> Vec<Difference> {
    let place = "program".to_owned();
    if found == expected {
        Vec::new()
    } else {
        vec![Difference { place, found, expected: expected.to_owned() }]
    }
}

impl Part {
    fn read(path: &Path) -> Result<Part, RecordError> {
        let file = File::open(path).map_err(|source| RecordError::Io { path: path.to_owned(), source })?;
        let (lines, _) = read(path, &file)?;
        let no_match = || bad_line(path, 1, "it has no complete line");
        let (header, games) = contents(path, lines)?.ok_or_else(no_match)?;
        Ok(Part { path: path.to_owned(), header, games })
    }

    /// The header that the record of the whole match has.
    fn whole_match(&self) -> Header {
        Header { shard: None, ..self.header.clone() }
    }

    /// Fails if there are differences from the record that was read first.
    fn check(&self, first: &Path, differences: &[Difference]) -> Result<(), RecordError> {
        if differences.is_empty() {
            return Ok(());
        }
        let tell = |Difference { place, found, expected }: &Difference| {
            format!("{place} is {found}, not {expected}")
        };
        let differences = differences.iter().map(tell).collect();
        Err(RecordError::NoMerge { path: self.path.clone(), first: first.to_owned(), differences })
    }
}
