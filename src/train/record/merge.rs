//! Merges records of a run: those of its shards, or others that overlap.

use std::ops::Range;
use std::path::{Path, PathBuf};

use super::{GameRecord, GamesHeader, GamesReader, RecordError};
use crownhead_rules::Variant;

/// A record and the openings whose games are taken from it.
type Part = (PathBuf, Range<u64>);

/// The record of a whole run, from records that together cover its openings from the first without a gap: it is what
/// one process would have written, and can be continued by one. The records are read and checked completely; the games
/// are read again from the files, in the order of their numbers. Fails also if a record is of another variant, run or
/// program, if a shard is not finished, or if openings are missing between two records.
pub fn merged(
    first: &Path,
    others: &[PathBuf],
) -> Result<(GamesHeader, impl Iterator<Item = Result<GameRecord, RecordError>>), RecordError> {
    let whole_run = |header: &GamesHeader| GamesHeader { shard: None, ..header.clone() };
    let whole = whole_run(&GamesHeader::read(first)?);
    let other = |path: &Path, field, found: &String, expected| RecordError::Other {
        path: path.to_owned(),
        field,
        found: found.clone(),
        expected,
    };
    let unknown = |_| other(first, "variant", &whole.variant, format!("one of {}", Variant::names()));
    let variant: Variant = whole.variant.parse().map_err(unknown)?;
    let mut parts = Vec::new();
    let mut program = None;
    for path in [first].into_iter().chain(others.iter().map(PathBuf::as_path)) {
        let header = GamesHeader::read(path)?;
        whole_run(&header).check(&whole, path)?;
        if let Some(shard) = &header.shard {
            let expected = program.get_or_insert_with(|| shard.program.clone());
            if shard.program != *expected {
                return Err(other(path, "program", &shard.program, expected.clone()));
            }
        }
        parts.push((path.to_owned(), covered(variant, path)?));
    }
    parts.sort_by_key(|(_, openings)| (openings.start, openings.end));
    let games = without_overlap(parts)?.into_iter().flat_map(move |(path, openings)| {
        let (reader, fault) = match GamesReader::open(variant, &path) {
            Ok(reader) => (Some(reader), None),
            Err(error) => (None, Some(Err(error))),
        };
        let is_taken = move |game: &Result<GameRecord, _>| {
            game.as_ref().map_or(true, |game: &GameRecord| openings.contains(&game.number))
        };
        reader.into_iter().flatten().filter(is_taken).chain(fault)
    });
    Ok((whole, games))
}

/// The openings of the record at `path`. That of a whole run covers those up to its last game.
fn covered(variant: Variant, path: &Path) -> Result<Range<u64>, RecordError> {
    let mut reader = GamesReader::open(variant, path)?;
    let mut next = 0;
    for game in &mut reader {
        next = game?.number + 1;
    }
    match &reader.header().shard {
        None => Ok(0..next),
        Some(_) if reader.end().is_none() => Err(RecordError::Unfinished(path.to_owned())),
        Some(shard) => Ok(shard.part.range(shard.openings)),
    }
}

/// The parts, each without the openings of those before it.
fn without_overlap(parts: Vec<Part>) -> Result<Vec<Part>, RecordError> {
    let mut next = 0;
    let mut taken = Vec::new();
    for (path, openings) in parts {
        if openings.start > next {
            return Err(RecordError::Gap { path, missing: next, begins: openings.start });
        }
        if openings.end > next {
            taken.push((path, next..openings.end));
            next = openings.end;
        }
    }
    Ok(taken)
}
