//! The games that are kept on disk: a file for each, under its number.
//!
//! A file is replaced as a whole after each change, so the program can end at any time. While a board has a game open
//! it holds a lock beside the file: a second board lists the game, but does not open it.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde_json::json;

use super::{KeptGame, MOST_BYTES_REMEMBERED, Memory, StoreError};
use crownhead_engine::support::files;
use crownhead_engine::support::journal::write_atomically;

/// The maximum bytes of a file that is read: twice those of one that is written.
const MOST_BYTES: u64 = 16 << 20;

/// The file of what pages remember of their person, and the name by which they remember his names.
const MEMORY: &str = "person.json";
const NAMES: &str = "crownhead-names";

#[derive(Clone, Debug)]
pub struct Store {
    folder: PathBuf,
}

/// The place of a game that this process has open.
#[derive(Debug)]
pub(in crate::board) struct Place {
    path: PathBuf,
    lock_path: PathBuf,
    /// Locked until it is dropped.
    _lock: File,
}

impl Store {
    /// The games in this folder, which is made if it does not exist. Locks that a killed program has left are removed.
    pub fn open(folder: &Path) -> io::Result<Store> {
        fs::create_dir_all(folder)?;
        let store = Store { folder: folder.to_owned() };
        // A lock that is held, or cannot be had, stays.
        store.numbers_of(".lock")?.into_iter().for_each(|number| drop(store.lock(number)));
        Ok(store)
    }

    /// What pages remember of their person; nothing if the file cannot be read.
    pub(in crate::board) fn memory(&self) -> Memory {
        let bytes = files::read(&self.folder.join(MEMORY), MOST_BYTES_REMEMBERED).ok();
        bytes.and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default()
    }

    /// Remembers more. Fails if it cannot be written, or is too much.
    pub(in crate::board) fn remember(&self, more: Memory) -> io::Result<()> {
        let mut memory = self.memory();
        memory.extend(more);
        let bytes = serde_json::to_vec(&memory)?;
        if bytes.len() as u64 > MOST_BYTES_REMEMBERED {
            return Err(io::Error::other(format!("it is larger than {} MiB", MOST_BYTES_REMEMBERED >> 20)));
        }
        write_atomically(&self.folder.join(MEMORY), &bytes)
    }

    /// The name that the person has typed last.
    pub fn name(&self) -> Option<String> {
        let name = self.memory().get(NAMES)?.get(0)?.as_str()?.trim().to_owned();
        Some(name).filter(|name| !name.is_empty())
    }

    /// Remembers the name that the person has typed. Where that fails, he types it again.
    pub fn remember_name(&self, name: &str) {
        let mut names = self.memory().remove(NAMES).and_then(|names| names.as_array().cloned()).unwrap_or_default();
        names.splice(..names.len().min(1), [json!(name)]);
        if let Err(error) = self.remember(Memory::from_iter([(NAMES.to_owned(), json!(names))])) {
            log::warn!("the name cannot be kept: {error}");
        }
    }

    fn path(&self, number: u64) -> PathBuf {
        self.folder.join(format!("{number}.json"))
    }

    /// Locks the game of this number; its file need not exist.
    fn lock(&self, number: u64) -> Result<Place, StoreError> {
        let lock_path = self.folder.join(format!("{number}.lock"));
        // To open a pipe would wait for a reader, and a link leads to a file of somebody else.
        if lock_path.symlink_metadata().is_ok_and(|found| !found.is_file()) {
            return Err(StoreError::NoLock(lock_path));
        }
        let lock = File::options().create(true).truncate(false).write(true).open(&lock_path)?;
        lock.try_lock().map_err(|_| StoreError::InUse)?;
        // Another board may have dropped its place between these calls, and the file with it.
        if !is_at(&lock, &lock_path) {
            return Err(StoreError::InUse);
        }
        Ok(Place { path: self.path(number), lock_path, _lock: lock })
    }

    /// A place for a new game, with a number above all others.
    pub(in crate::board) fn add(&self) -> Result<(u64, Place), StoreError> {
        let mut number = self.numbers()?.first().map_or(1, |latest| latest + 1);
        loop {
            match self.lock(number) {
                // Another board may have added it meanwhile.
                Ok(place) if !place.path.exists() => return Ok((number, place)),
                Ok(_) | Err(StoreError::InUse | StoreError::NoLock(_)) => number += 1,
                Err(error) => return Err(error),
            }
        }
    }

    /// The numbers of all games, the latest first.
    pub(in crate::board) fn numbers(&self) -> io::Result<Vec<u64>> {
        self.numbers_of(".json")
    }

    fn numbers_of(&self, ending: &str) -> io::Result<Vec<u64>> {
        let number = |entry: io::Result<fs::DirEntry>| {
            let name = entry.ok()?.file_name();
            name.to_str()?.strip_suffix(ending)?.parse().ok()
        };
        let mut numbers: Vec<u64> = fs::read_dir(&self.folder)?.filter_map(number).collect();
        numbers.sort_unstable_by(|one, other| other.cmp(one));
        Ok(numbers)
    }

    /// Opens a game for this process.
    pub(in crate::board) fn take(&self, number: u64) -> Result<(KeptGame, Place), StoreError> {
        let game = self.read(number)?;
        Ok((game, self.lock(number)?))
    }

    /// Deletes a game that no process has open.
    pub(in crate::board) fn delete(&self, number: u64) -> Result<(), StoreError> {
        let place = self.lock(number)?;
        fs::remove_file(&place.path).map_err(StoreError::of)
    }

    /// Reads a game, or what is wanted of it.
    pub(in crate::board) fn read<T: DeserializeOwned>(&self, number: u64) -> Result<T, StoreError> {
        let bytes = files::read(&self.path(number), MOST_BYTES).map_err(StoreError::of)?;
        Ok(serde_json::from_slice(&bytes)?)
    }
}

fn is_at(file: &File, path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let place = |found: io::Result<fs::Metadata>| found.ok().map(|found| (found.dev(), found.ino()));
        place(file.metadata()) == place(path.metadata())
    }
    // A file that is removed while it is open keeps its name there until it is closed.
    #[cfg(not(unix))]
    {
        let _ = file;
        path.exists()
    }
}

impl Drop for Place {
    /// Removes the lock while it is held. If that fails, it is removed when the game is next opened.
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.lock_path);
    }
}

impl Place {
    pub(in crate::board) fn write(&self, game: &KeptGame) -> io::Result<()> {
        write_atomically(&self.path, game.to_json()?.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_boards_never_share_a_game() {
        let folder = std::env::temp_dir().join(format!("crownhead-store-{}", std::process::id()));
        let [one, other] = [0, 1].map(|_| Store::open(&folder).expect("it can be made"));
        let (first, place) = one.add().expect("a place");
        let (second, _) = other.add().expect("a place");
        assert_ne!(first, second);
        fs::write(one.path(first), "{}").expect("it can be written");
        assert!(matches!(other.lock(first), Err(StoreError::InUse)));
        drop(place);
        assert!(other.lock(first).is_ok());
        let left = || fs::read_dir(&folder).expect("it is there").count();
        assert_eq!(left(), 1, "the locks are gone");
        fs::write(folder.join("7.lock"), "").expect("it can be written");
        assert!(Store::open(&folder).is_ok() && left() == 1, "also that of a program that was killed");
        assert!(matches!(other.take(first), Err(StoreError::Json(_))), "a file that is no game is no panic");
        assert!(matches!(one.take(99), Err(StoreError::Missing)));
        let place = one.lock(first).expect("it is free");
        assert!(matches!(other.delete(first), Err(StoreError::InUse)));
        drop(place);
        assert!(other.delete(first).is_ok() && matches!(other.delete(first), Err(StoreError::Missing)));
        assert_eq!(left(), 0);
        fs::remove_dir_all(&folder).expect("it was made");
    }
}
