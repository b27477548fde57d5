//! Reading and writing the file of a record.

use std::fs::{self, File, TryLockError};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::codec::{self, Body, CHECKSUM, LENGTHS};
use super::header::io_error;
use super::{GameRecord, GamesHeader, RecordError};
use crownhead_engine::support::files;
use crownhead_rules::Variant;

/// Reads the games of a record one by one. After an error there are no more games.
///
/// A last game that was cut off, as by a killed process, is dropped with a warning in the log.
#[derive(Debug)]
pub struct GamesReader {
    variant: Variant,
    input: BufReader<File>,
    path: PathBuf,
    header: GamesHeader,
    /// Bytes up to the end of the last whole game or mark.
    whole_bytes: u64,
    /// The least number that the next game can have.
    next: u64,
    is_cut: bool,
    end: Option<u64>,
    is_over: bool,
}

impl GamesReader {
    /// Opens the record of games of a variant at `path`. Fails if the file cannot be read, is not a record, or is of
    /// another variant.
    pub fn open(variant: Variant, path: &Path) -> Result<GamesReader, RecordError> {
        GamesReader::of(variant, files::open(path).map_err(io_error(path))?, path)
    }

    /// The same of a file that was opened at `path`.
    fn of(variant: Variant, file: File, path: &Path) -> Result<GamesReader, RecordError> {
        let mut input = BufReader::with_capacity(1 << 18, file);
        let (header, whole_bytes) = GamesHeader::parse(&mut input, path)?;
        let path = path.to_owned();
        if header.variant != variant.name() {
            let (found, expected) = (header.variant, variant.name().to_owned());
            return Err(RecordError::Other { path, field: "variant", found, expected });
        }
        let (is_cut, is_over) = (false, false);
        Ok(GamesReader { variant, input, path, header, whole_bytes, next: 0, is_cut, end: None, is_over })
    }

    pub const fn header(&self) -> &GamesHeader {
        &self.header
    }

    /// Whether the last game was cut off and dropped. Known when all games have been read.
    pub const fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// For the record of a finished shard: the opening after its last one. Known when all games have been read.
    pub const fn end(&self) -> Option<u64> {
        self.end
    }

    /// The next game or mark; `None` at the end, or where a game was cut off.
    fn read(&mut self) -> Result<Option<Body>, RecordError> {
        let lengths = self.bytes(LENGTHS)?;
        let Ok(lengths) = lengths.as_slice().try_into() else {
            self.is_cut = !lengths.is_empty();
            return Ok(None);
        };
        let length = codec::body_length(self.variant, lengths).map_err(|reason| self.damaged(reason))? + CHECKSUM;
        let bytes = self.bytes(length)?;
        if bytes.len() < length {
            self.is_cut = true;
            return Ok(None);
        }
        let body = codec::read(self.variant, &bytes).map_err(|reason| self.damaged(reason))?;
        if self.end.is_some() {
            return Err(self.damaged("it goes on after the end of the shard".to_owned()));
        }
        match &body {
            Body::Game(game) => self.next = self.number_after(game.number)?,
            Body::Mark(end) => self.end = Some(*end),
        }
        self.whole_bytes += (LENGTHS + length) as u64;
        Ok(Some(body))
    }

    /// The least number that may come after this one, which must not be less than the numbers before it allow.
    fn number_after(&self, number: u64) -> Result<u64, RecordError> {
        let next = number.checked_add(1).filter(|_| number >= self.next);
        next.ok_or_else(|| self.damaged(format!("a game {number}: expected a number from {} on", self.next)))
    }

    /// This number of bytes, or fewer at the end of the file.
    fn bytes(&mut self, count: usize) -> Result<Vec<u8>, RecordError> {
        // A damaged length may be that of gigabytes.
        let mut bytes = Vec::with_capacity(count.min(1 << 16));
        self.input.by_ref().take(count as u64).read_to_end(&mut bytes).map_err(io_error(&self.path))?;
        Ok(bytes)
    }

    fn damaged(&self, reason: String) -> RecordError {
        RecordError::Damaged(self.path.clone(), self.whole_bytes, reason)
    }
}

impl Iterator for GamesReader {
    type Item = Result<GameRecord, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.is_over {
            let found = self.read();
            self.is_over = !matches!(found, Ok(Some(_)));
            match found {
                Ok(Some(Body::Game(game))) => return Some(Ok(game)),
                Ok(Some(Body::Mark(_))) => {}
                Ok(None) if self.is_cut => {
                    log::warn!("the record {} ends in the middle of a game: dropped", self.path.display());
                }
                Ok(None) => {}
                Err(error) => return Some(Err(error)),
            }
        }
        None
    }
}

/// Appends games to a record. No other process can do so meanwhile.
#[derive(Debug)]
pub struct GamesWriter {
    path: PathBuf,
    file: File,
    is_finished: bool,
}

impl GamesWriter {
    /// Begins a record of games of a variant at `path`, or opens the one that is there to go on with it; `seen` is
    /// shown each game that it holds. A last game that was cut off is removed from the file. Fails if the file cannot
    /// be used, is damaged, or holds games that were made in another way.
    pub fn open(
        variant: Variant,
        path: &Path,
        header: &GamesHeader,
        mut seen: impl FnMut(GameRecord),
    ) -> Result<GamesWriter, RecordError> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(io_error(path))?;
        }
        if path.exists() {
            files::check_regular(path).map_err(io_error(path))?;
        }
        // Not in append mode: on Windows, a file that is opened so cannot be shortened.
        let opened = File::options().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = opened.map_err(io_error(path))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(RecordError::InUse(path.to_owned())),
            Err(TryLockError::Error(source)) => return Err(io_error(path)(source)),
        }
        begin(&mut file, header).map_err(io_error(path))?;
        // By the same handle, since some systems lock others out of reading too.
        let mut reader = GamesReader::of(variant, file.try_clone().map_err(io_error(path))?, path)?;
        reader.header().check(header, path)?;
        for game in &mut reader {
            seen(game?);
        }
        let length = reader.whole_bytes;
        file.set_len(length).and_then(|()| file.seek(SeekFrom::Start(length))).map_err(io_error(path))?;
        Ok(GamesWriter { path: path.to_owned(), file, is_finished: reader.end().is_some() })
    }

    /// Appends a game, in one piece, so that a game that is cut off is always the last.
    pub fn append(&mut self, game: &GameRecord) -> Result<(), RecordError> {
        self.write(&codec::write(game))
    }

    /// Marks the record of a shard as finished. `end` is the opening after its last one.
    pub fn finish(&mut self, end: u64) -> Result<(), RecordError> {
        self.is_finished = true;
        self.write(&codec::mark(end))
    }

    pub const fn is_finished(&self) -> bool {
        self.is_finished
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), RecordError> {
        self.file.write_all(bytes).map_err(io_error(&self.path))
    }
}

/// Writes the header into a file that has none yet: one that is empty, or whose header was cut off.
fn begin(file: &mut File, header: &GamesHeader) -> io::Result<()> {
    let text = header.text();
    let mut found = Vec::new();
    file.take(text.len() as u64).read_to_end(&mut found)?;
    file.rewind()?;
    if found.len() < text.len() && text.as_bytes().starts_with(&found) {
        file.write_all(text.as_bytes())?;
        file.sync_data()?;
        file.rewind()?;
    }
    Ok(())
}
