//! Merges records of a run: those of its shards, or others that overlap.

use std::ops::Range;
use std::path::{Path, PathBuf};

use super::{GameRecord, Header, Reader, RecordError};
use crate::rules::Variant;

/// Records of one run that together cover its openings from the first without a gap. So the merged record is what one
/// process would have written, and can be continued by it.
#[derive(Debug)]
pub struct MergedRecord {
    variant: Variant,
    header: Header,
    parts: Vec<Part>,
}

/// A record and the openings whose games are taken from it.
#[derive(Clone, Debug)]
struct Part {
    path: PathBuf,
    openings: Range<u64>,
}

impl MergedRecord {
    /// Reads and checks records of games of a variant completely.
    ///
    /// # Errors
    /// [`RecordError`], also if a record is of another variant, run or program, if a shard is not finished, or if openings
    /// are missing between two records.
    pub fn read(variant: Variant, first: &Path, others: &[PathBuf]) -> Result<MergedRecord, RecordError> {
        let expected = Header::read(first)?;
        let mut parts = Vec::new();
        let mut program = None;
        for path in [first].into_iter().chain(others.iter().map(PathBuf::as_path)) {
            let header = Header::read(path)?;
            header.whole_run().check(&expected.whole_run(), path)?;
            if let Some(shard) = &header.shard {
                let expected = program.get_or_insert_with(|| shard.program.clone());
                shard.check_program(expected, path)?;
            }
            parts.push(Part { path: path.to_owned(), openings: covered(variant, path)? });
        }
        parts.sort_by_key(|part| (part.openings.start, part.openings.end));
        let parts = without_overlap(parts)?;
        Ok(MergedRecord { variant, header: expected.whole_run(), parts })
    }

    /// The header of the merged record.
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// The games, read again from the files, in the order of their numbers.
    pub fn games(&self) -> impl Iterator<Item = Result<GameRecord, RecordError>> {
        self.parts.iter().flat_map(|Part { path, openings }| {
            let (reader, fault) = match Reader::open(self.variant, path) {
                Ok(reader) => (Some(reader), None),
                Err(error) => (None, Some(Err(error))),
            };
            let is_taken = |game: &Result<GameRecord, _>| match game {
                Ok(game) => openings.contains(&game.number),
                Err(_) => true,
            };
            reader.into_iter().flatten().filter(is_taken).chain(fault)
        })
    }
}

/// The openings of the record at `path`. That of a whole run covers those up to its last game.
fn covered(variant: Variant, path: &Path) -> Result<Range<u64>, RecordError> {
    let mut reader = Reader::open(variant, path)?;
    let mut next = 0;
    for game in &mut reader {
        next = game?.number + 1;
    }
    match &reader.header().shard {
        None => Ok(0..next),
        Some(_) if reader.end().is_none() => Err(RecordError::Unfinished { path: path.to_owned() }),
        Some(shard) => Ok(shard.openings()),
    }
}

/// The parts, each without the openings of those before it.
fn without_overlap(parts: Vec<Part>) -> Result<Vec<Part>, RecordError> {
    let mut next = 0;
    let mut taken = Vec::new();
    for Part { path, openings } in parts {
        if openings.start > next {
            return Err(RecordError::Gap { path, missing: next, begins: openings.start });
        }
        if openings.end > next {
            taken.push(Part { path, openings: next..openings.end });
            next = openings.end;
        }
    }
    Ok(taken)
}
