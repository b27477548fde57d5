//! Reading a record.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use super::frame::{self, Body, CHECKSUM, LENGTHS};
use super::{GameRecord, Header, RecordError};
use crate::rules::Variant;

/// Reads the games of a record one by one. After an error there are no more games.
///
/// A last game that was cut off, as by a killed process, is dropped with a warning in the log.
#[derive(Debug)]
pub struct Reader {
    variant: Variant,
    input: BufReader<File>,
    path: PathBuf,
    header: Header,
    /// Bytes up to the end of the last whole game.
    whole_bytes: u64,
    /// The least number that the next game can have.
    next: u64,
    is_cut: bool,
    end: Option<u64>,
    is_over: bool,
}

/// What stands at a place of the file.
enum Found {
    Body(Body),
    CutGame,
    End,
}

impl Reader {
    /// Opens the record of games of a variant at `path`.
    ///
    /// # Errors
    /// [`RecordError`] if the file cannot be read, is not a record, or is of another variant.
    pub fn open(variant: Variant, path: &Path) -> Result<Reader, RecordError> {
        let file = File::open(path).map_err(|source| RecordError::Io { path: path.to_owned(), source })?;
        Reader::of(variant, file, path)
    }

    /// The same of a file that was opened at `path`.
    ///
    /// # Errors
    /// As [`Reader::open`].
    pub(super) fn of(variant: Variant, file: File, path: &Path) -> Result<Reader, RecordError> {
        let mut input = BufReader::with_capacity(1 << 18, file);
        let (header, whole_bytes) = Header::parse(&mut input, path)?;
        if header.variant != variant.name() {
            let (found, expected) = (header.variant, variant.name().to_owned());
            return Err(RecordError::Other { path: path.to_owned(), field: "variant", found, expected });
        }
        let path = path.to_owned();
        let (is_cut, is_over) = (false, false);
        Ok(Reader { variant, input, path, header, whole_bytes, next: 0, is_cut, end: None, is_over })
    }

    /// How the games were made.
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// Was the last game cut off and dropped? Known when all games have been read.
    pub const fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// For the record of a finished shard: the opening after its last one. Known when all games have been read.
    pub const fn end(&self) -> Option<u64> {
        self.end
    }

    /// Bytes of the file up to the end of the last game or mark that was read.
    pub(super) const fn whole_bytes(&self) -> u64 {
        self.whole_bytes
    }

    fn read_game(&mut self) -> Result<Found, RecordError> {
        let mut lengths = [0; LENGTHS];
        match self.fill(&mut lengths)? {
            0 => return Ok(Found::End),
            LENGTHS => {}
            _ => return Ok(Found::CutGame),
        }
        let length = frame::body_length(self.variant, lengths).map_err(|reason| self.damaged(reason))?;
        let mut bytes = vec![0; length + CHECKSUM];
        if self.fill(&mut bytes)? < bytes.len() {
            return Ok(Found::CutGame);
        }
        let body = frame::read(self.variant, &bytes).map_err(|reason| self.damaged(reason))?;
        if self.end.is_some() {
            return Err(self.damaged("it goes on after the end of the shard".to_owned()));
        }
        if let Body::Game(game) = &body {
            self.next = self.number_after(game.number)?;
        }
        self.whole_bytes += (LENGTHS + bytes.len()) as u64;
        Ok(Found::Body(body))
    }

    /// The least number that may come after this one, which has to be as great as those before it allow.
    fn number_after(&self, number: u64) -> Result<u64, RecordError> {
        let next = number.checked_add(1).filter(|_| number >= self.next);
        next.ok_or_else(|| self.damaged(format!("a game {number}: expected a number from {} on", self.next)))
    }

    /// Reads until the buffer is full or the file ends; says how many bytes there were.
    fn fill(&mut self, buffer: &mut [u8]) -> Result<usize, RecordError> {
        let mut filled = 0;
        while filled < buffer.len() {
            match self.input.read(&mut buffer[filled..]) {
                Ok(0) => break,
                Ok(read) => filled += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(source) => return Err(RecordError::Io { path: self.path.clone(), source }),
            }
        }
        Ok(filled)
    }

    fn damaged(&self, reason: String) -> RecordError {
        RecordError::Damaged { path: self.path.clone(), offset: self.whole_bytes, reason }
    }
}

impl Iterator for Reader {
    type Item = Result<GameRecord, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let mut found = self.read_game();
        if let Ok(Found::Body(Body::Mark(end))) = found {
            self.end = Some(end);
            found = self.read_game();
        }
        self.is_over = !matches!(found, Ok(Found::Body(Body::Game(_))));
        match found {
            Ok(Found::Body(Body::Game(game))) => Some(Ok(game)),
            // A second mark is an error that `read_game` reports.
            Ok(Found::Body(Body::Mark(_))) => None,
            Ok(Found::End) => None,
            Ok(Found::CutGame) => {
                log::warn!("the record {} ends in the middle of a game: dropped", self.path.display());
                self.is_cut = true;
                None
            }
            Err(error) => Some(Err(error)),
        }
    }
}
