//! The games that a browser keeps: the page has them in its storage, and this is what the engine knows of them.
//!
//! Each tab has an engine of its own. The page tells it of the games that other tabs have written.

use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;

use parking_lot::Mutex;

use super::{KeptGame, StoreError};

/// The games.
#[derive(Clone, Debug, Default)]
pub struct Store(Arc<Mutex<Shelf>>);

#[derive(Debug, Default)]
struct Shelf {
    /// The games as text; that of a new one is empty until it is written.
    texts: BTreeMap<u64, String>,
    /// The numbers of those that the page does not have yet, or not as they are now.
    unsent: Vec<u64>,
}

/// The place of a game.
#[derive(Debug)]
pub(in crate::board) struct Place {
    number: u64,
    store: Store,
}

impl Store {
    /// Takes a game from the storage of the page, or forgets one that is there no more. Returns whether it is another
    /// one than before.
    pub fn put(&self, number: u64, text: Option<String>) -> bool {
        let mut shelf = self.0.lock();
        let before = match text.clone() {
            Some(text) => shelf.texts.insert(number, text),
            None => shelf.texts.remove(&number),
        };
        before != text
    }

    /// The next game to be kept in the storage of the page, or, without its text, to be deleted there, if there is one.
    pub fn next_unsent(&self) -> Option<(u64, Option<String>)> {
        let mut shelf = self.0.lock();
        let number = shelf.unsent.pop()?;
        Some((number, shelf.texts.get(&number).cloned()))
    }

    /// A place for a new game, with a number above all others.
    pub(in crate::board) fn add(&self) -> Result<(u64, Place), StoreError> {
        let mut shelf = self.0.lock();
        let number = shelf.texts.last_key_value().map_or(1, |(latest, _)| latest + 1);
        shelf.texts.insert(number, String::new());
        Ok((number, Place { number, store: self.clone() }))
    }

    /// The numbers of all games, the latest first.
    pub(in crate::board) fn numbers(&self) -> io::Result<Vec<u64>> {
        Ok(self.0.lock().texts.keys().rev().copied().collect())
    }

    /// Takes a game in hand.
    pub(in crate::board) fn take(&self, number: u64) -> Result<(KeptGame, Place), StoreError> {
        Ok((self.read(number)?, Place { number, store: self.clone() }))
    }

    /// Deletes a game.
    pub(in crate::board) fn delete(&self, number: u64) -> Result<(), StoreError> {
        let mut shelf = self.0.lock();
        shelf.texts.remove(&number).ok_or(StoreError::Missing)?;
        shelf.unsent.retain(|&other| other != number);
        shelf.unsent.push(number);
        Ok(())
    }

    /// Reads a game.
    pub(in crate::board) fn read(&self, number: u64) -> Result<KeptGame, StoreError> {
        let shelf = self.0.lock();
        Ok(serde_json::from_str(shelf.texts.get(&number).ok_or(StoreError::Missing)?)?)
    }
}

impl Place {
    /// Writes the game, for the page to keep; also as it was before, if the page has not kept it then.
    pub(in crate::board) fn write(&self, game: &KeptGame) -> io::Result<()> {
        self.store.put(self.number, Some(game.to_json()?));
        let mut shelf = self.store.0.lock();
        if !shelf.unsent.contains(&self.number) {
            shelf.unsent.push(self.number);
        }
        Ok(())
    }
}
