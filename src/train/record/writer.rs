//! Writing a record.

use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::{GameRecord, Header, Reader, RecordError, frame};
use crate::rules::Variant;

/// Appends games to a record. No other process can do so meanwhile.
#[derive(Debug)]
pub struct Writer {
    path: PathBuf,
    file: File,
    is_finished: bool,
}

impl Writer {
    /// Begins a record of games of a variant at `path`, or opens the one that is there to go on with it; `seen` is shown
    /// each game that it holds. A last game that was cut off is removed from the file.
    ///
    /// # Errors
    /// [`RecordError`] if the file cannot be used, is damaged, or holds games that were made in another way.
    pub fn open(
        variant: Variant,
        path: &Path,
        header: &Header,
        mut seen: impl FnMut(GameRecord),
    ) -> Result<Writer, RecordError> {
        let io = |source| RecordError::Io { path: path.to_owned(), source };
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(io)?;
        }
        // Not in append mode: on Windows, a file that is opened so cannot be shortened.
        let opened = File::options().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = opened.map_err(io)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(RecordError::InUse { path: path.to_owned() }),
            Err(TryLockError::Error(source)) => return Err(io(source)),
        }
        begin(&mut file, header).map_err(io)?;
        // By the same handle, since some systems lock others out of reading too.
        let mut reader = Reader::of(variant, file.try_clone().map_err(io)?, path)?;
        reader.header().check(header, path)?;
        for game in &mut reader {
            seen(game?);
        }
        let length = reader.whole_bytes();
        file.set_len(length).and_then(|()| file.seek(SeekFrom::Start(length))).map_err(io)?;
        Ok(Writer { path: path.to_owned(), file, is_finished: reader.end().is_some() })
    }

    /// Appends a game, in one piece, so that a game that is cut off is always the last.
    ///
    /// # Errors
    /// [`RecordError::Io`].
    pub fn append(&mut self, game: &GameRecord) -> Result<(), RecordError> {
        self.write(&frame::write(game))
    }

    /// Marks the record of a shard as finished. `end` is the opening after its last one.
    ///
    /// # Errors
    /// [`RecordError::Io`].
    pub fn finish(&mut self, end: u64) -> Result<(), RecordError> {
        self.is_finished = true;
        self.write(&frame::mark(end))
    }

    /// Whether the record is that of a finished shard.
    pub const fn is_finished(&self) -> bool {
        self.is_finished
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), RecordError> {
        let written = self.file.write_all(bytes);
        written.map_err(|source: io::Error| RecordError::Io { path: self.path.clone(), source })
    }
}

/// Writes the header into a file that has none yet: one that is empty, or whose header was cut off.
fn begin(file: &mut File, header: &Header) -> io::Result<()> {
    let text = header.text()?;
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
