//! The games that a browser keeps: the page has them in its storage, and this is what the engine knows of them.
//!
//! Each tab has an engine of its own. The page passes on the games that other tabs have written.

use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;

use parking_lot::Mutex;
use serde::de::DeserializeOwned;

use super::{KeptGame, StoreError};

#[derive(Clone, Debug, Default)]
pub struct Store(Arc<Mutex<BrowserGames>>);

#[derive(Debug, Default)]
struct BrowserGames {
    /// The games as text; that of a new one is empty until it is written.
    texts: BTreeMap<u64, String>,
    /// The numbers of those that the page does not have yet, or not as they are now.
    unsent: Vec<u64>,
}

#[derive(Debug)]
pub(in crate::board) struct Place {
    number: u64,
    store: Store,
}

impl Store {
    /// Takes a game from the storage of the page, or forgets one that is there no more. Returns whether it is another
    /// one than before.
    pub fn put(&self, number: u64, text: Option<String>) -> bool {
        let mut games = self.0.lock();
        let before = match text.clone() {
            Some(text) => games.texts.insert(number, text),
            None => games.texts.remove(&number),
        };
        before != text
    }

    /// The next game to be kept in the storage of the page, or, without its text, to be deleted there, if there is one.
    pub fn next_unsent(&self) -> Option<(u64, Option<String>)> {
        let mut games = self.0.lock();
        let number = games.unsent.pop()?;
        Some((number, games.texts.get(&number).cloned()))
    }

    /// A place for a new game, with a number above all others.
    pub(in crate::board) fn add(&self) -> Result<(u64, Place), StoreError> {
        let mut games = self.0.lock();
        let number = games.texts.last_key_value().map_or(1, |(latest, _)| latest + 1);
        games.texts.insert(number, String::new());
        Ok((number, Place { number, store: self.clone() }))
    }

    /// The numbers of all games, the latest first.
    pub(in crate::board) fn numbers(&self) -> io::Result<Vec<u64>> {
        Ok(self.0.lock().texts.keys().rev().copied().collect())
    }

    pub(in crate::board) fn take(&self, number: u64) -> Result<(KeptGame, Place), StoreError> {
        Ok((self.read(number)?, Place { number, store: self.clone() }))
    }

    pub(in crate::board) fn delete(&self, number: u64) -> Result<(), StoreError> {
        let mut games = self.0.lock();
        games.texts.remove(&number).ok_or(StoreError::Missing)?;
        games.unsent.retain(|&other| other != number);
        games.unsent.push(number);
        Ok(())
    }

    /// Reads a game, or what is wanted of it.
    pub(in crate::board) fn read<T: DeserializeOwned>(&self, number: u64) -> Result<T, StoreError> {
        let games = self.0.lock();
        Ok(serde_json::from_str(games.texts.get(&number).ok_or(StoreError::Missing)?)?)
    }
}

impl Place {
    /// Writes the game, for the page to keep; also as it was before, if the page has not kept it then.
    pub(in crate::board) fn write(&self, game: &KeptGame) -> io::Result<()> {
        self.store.put(self.number, Some(game.to_json()?));
        let mut games = self.store.0.lock();
        if !games.unsent.contains(&self.number) {
            games.unsent.push(self.number);
        }
        Ok(())
    }
}
