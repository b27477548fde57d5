//! The rooms of a server by their numbers, and the games that it keeps.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use parking_lot::Mutex;
use serde::Serialize;

use super::MOST_ROOMS;
use super::game::ListedGame;
use super::request::BoardError;
use super::room::Room;
#[cfg(not(target_family = "wasm"))]
use super::store::Memory;
use super::store::{KeptGame, KeptHead, MOST_BYTES_LOADED, Store, StoreError};
use crownhead_engine::config::Config;

/// A room that no page has requested for this time may be closed for a new one.
const FORGOTTEN: Duration = Duration::from_secs(if cfg!(not(target_family = "wasm")) { 60 } else { 0 });

/// The games that are listed or saved together: the latest ones.
const MOST_LISTED: usize = 10_000;

/// The bytes of the games that are saved together.
const MOST_BYTES_SAVED: usize = 256 << 20;

#[derive(Debug)]
pub(super) struct Rooms {
    open: Mutex<Open>,
    /// Where games are kept. Without it, the game of a closed room is lost.
    store: Option<Store>,
}

#[derive(Debug, Default)]
struct Open {
    rooms: BTreeMap<u64, Room>,
    /// The number of the latest room, if games are not kept. No number is used twice.
    latest: u64,
}

#[derive(Debug, Serialize)]
pub(super) struct Listed {
    variant: String,
    #[serde(flatten)]
    game: ListedGame,
}

impl Rooms {
    pub(super) fn new(store: Option<Store>) -> Rooms {
        Rooms { open: Mutex::default(), store }
    }

    /// Adds a room under a new number. If there are too many, the one that no page has requested for the longest time
    /// is closed. Fails with [`BoardError::Full`] if all rooms are in use, [`BoardError::Store`] if the game cannot be
    /// kept, [`BoardError::Large`] if it is too large for that.
    pub(super) fn add(&self, room: Room) -> Result<u64, BoardError> {
        let bytes = if self.store.is_some() { room.kept_bytes() } else { 0 };
        if bytes >= MOST_BYTES_LOADED {
            return Err(BoardError::Large { bytes });
        }
        let mut open = self.open.lock();
        let removed = open.make_room()?;
        let number = match &self.store {
            Some(store) => {
                let (number, place) = store.add().map_err(|error| BoardError::Store(error.to_string()))?;
                room.keep_in(place);
                number
            }
            None => open.latest + 1,
        };
        open.latest = number;
        open.rooms.insert(number, room);
        drop(open);
        // This waits for its search to stop.
        drop(removed);
        Ok(number)
    }

    /// The room of this number, opened again if its game is kept. Fails with [`BoardError::NoGame`] if there is no such
    /// game, and otherwise if it cannot be opened.
    pub(super) fn get(&self, number: u64, pace: Duration, config: &Config) -> Result<Room, BoardError> {
        let mut open = self.open.lock();
        if let Some(room) = open.rooms.get(&number) {
            return Ok(room.clone());
        }
        let store = self.store.as_ref().ok_or(BoardError::NoGame(number))?;
        let (kept, place) = store.take(number).map_err(|error| match error {
            StoreError::Missing => BoardError::NoGame(number),
            error => BoardError::Store(format!("game {number}: {error}")),
        })?;
        let room = Room::of_kept(kept, pace, config)?;
        room.keep_in(place);
        let removed = open.make_room()?;
        open.rooms.insert(number, room.clone());
        drop(open);
        drop(removed);
        Ok(room)
    }

    /// Deletes a game, open or kept. A tab that shows it gets an error from then on. Fails with [`BoardError::NoGame`]
    /// if there is no such game, [`BoardError::Store`] if another board has it open.
    pub(super) fn delete(&self, number: u64) -> Result<(), BoardError> {
        let mut open = self.open.lock();
        let removed = open.rooms.remove(&number);
        if let Some(room) = &removed {
            room.leave_place();
        }
        // With the lock held, no request can open it from the store meanwhile.
        let deleted = self.store.as_ref().map(|store| store.delete(number));
        drop(open);
        let was_open = removed.is_some();
        // This waits for its search to stop.
        drop(removed);
        match deleted {
            Some(Ok(())) => Ok(()),
            None | Some(Err(StoreError::Missing)) if was_open => Ok(()),
            None | Some(Err(StoreError::Missing)) => Err(BoardError::NoGame(number)),
            Some(Err(error)) => Err(BoardError::Store(format!("game {number}: {error}"))),
        }
    }

    /// What pages remember of their person, where games are kept.
    #[cfg(not(target_family = "wasm"))]
    pub(super) fn memory(&self) -> Memory {
        self.store.as_ref().map(Store::memory).unwrap_or_default()
    }

    /// Remembers more, where games are kept.
    #[cfg(not(target_family = "wasm"))]
    pub(super) fn remember(&self, more: Memory) -> Result<(), BoardError> {
        let remembered = self.store.as_ref().map_or(Ok(()), |store| store.remember(more));
        remembered.map_err(|error| BoardError::Store(error.to_string()))
    }

    /// Writes the games that could not be written before, also those that nobody looks at.
    #[cfg(not(target_family = "wasm"))]
    pub(super) fn save(&self) {
        let rooms: Vec<Room> = self.open.lock().rooms.values().cloned().collect();
        for room in rooms {
            room.save();
        }
    }

    #[cfg(target_family = "wasm")]
    pub(super) fn open(&self) -> Vec<Room> {
        self.open.lock().rooms.values().cloned().collect()
    }

    /// Notes what has become of a game where the page keeps it.
    #[cfg(target_family = "wasm")]
    pub(super) fn note_save(&self, number: u64, written: Result<(), String>) {
        if let Some(room) = self.open.lock().rooms.get(&number) {
            room.note_save(written);
        }
    }

    /// Closes a room whose game is another one now.
    #[cfg(target_family = "wasm")]
    pub(super) fn close(&self, number: u64) {
        self.open.lock().rooms.remove(&number);
    }

    /// The games, open or kept, the latest first. A file that cannot be read is left out.
    pub(super) fn list(&self) -> Vec<Listed> {
        let listed = |(number, room): (u64, Option<Room>)| {
            let (variant, mut game) = match room {
                Some(room) => (room.variant().name().to_owned(), ListedGame::of(0, &room.pdn(), room.variant())),
                None => {
                    let KeptHead { variant, row } = self.store.as_ref()?.read(number).ok()?;
                    (variant, row)
                }
            };
            game.number = number as usize;
            Some(Listed { variant, game })
        };
        self.numbered().filter_map(listed).collect()
    }

    /// All games as PDN, the first one first. A file that cannot be read is left out.
    pub(super) fn pdn(&self) -> Result<String, BoardError> {
        let text = |(number, room): (u64, Option<Room>)| {
            let kept = || Some(self.store.as_ref()?.read::<KeptGame>(number).ok()?.pdn);
            room.map(|room| room.pdn().to_string()).or_else(kept)
        };
        let mut texts = Vec::new();
        let mut bytes = 0;
        for text in self.numbered().filter_map(text) {
            bytes += text.len();
            if bytes > MOST_BYTES_SAVED {
                return Err(BoardError::LargePdn { most: MOST_BYTES_SAVED });
            }
            texts.push(text);
        }
        texts.reverse();
        Ok(texts.concat())
    }

    /// The numbers of the games, the latest first, and the rooms of those that are open.
    fn numbered(&self) -> impl Iterator<Item = (u64, Option<Room>)> + use<> {
        let open = self.open.lock().rooms.clone();
        let kept = self.store.as_ref().and_then(|store| store.numbers().ok()).unwrap_or_default();
        let numbers: BTreeSet<u64> = open.keys().copied().chain(kept).collect();
        numbers.into_iter().rev().take(MOST_LISTED).map(move |number| (number, open.get(&number).cloned()))
    }
}

impl Open {
    /// Takes out the room to close, if there are too many.
    fn make_room(&mut self) -> Result<Option<Room>, BoardError> {
        if self.rooms.len() < MOST_ROOMS {
            return Ok(None);
        }
        // One that cannot be written now would be lost.
        let saved = self.rooms.iter().filter(|(_, room)| room.save());
        let idle = saved.map(|(&number, room)| (room.idle(), number));
        let number = forgotten(idle).ok_or(BoardError::Full)?;
        Ok(self.rooms.remove(&number))
    }
}

/// The number of the room that may be closed, of rooms with the time since a page last requested them.
fn forgotten(rooms: impl Iterator<Item = (Duration, u64)>) -> Option<u64> {
    let (idle, number) = rooms.max()?;
    (idle >= FORGOTTEN).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::NewGame;
    use crownhead_rules::Variant;

    #[test]
    fn a_room_in_use_never_gives_way() {
        let rooms = Rooms::new(None);
        let config = Config::default();
        let room = || Room::open(&NewGame::of(Variant::ENGLISH), &config).expect("it can be opened");
        let numbers: Vec<_> = (0..MOST_ROOMS).map(|_| rooms.add(room()).expect("there is a place")).collect();
        assert_eq!(numbers.last(), Some(&(MOST_ROOMS as u64)));
        assert!(matches!(rooms.add(room()), Err(BoardError::Full)));
        assert!((1..=MOST_ROOMS as u64).all(|number| rooms.get(number, Duration::ZERO, &config).is_ok()));
        assert_eq!(rooms.list().len(), MOST_ROOMS);
    }

    #[test]
    fn the_room_gives_way_that_nobody_has_looked_at_for_the_longest_time() {
        let idle = |seconds: [u64; 3]| seconds.into_iter().map(Duration::from_secs).zip(1..);
        assert_eq!(forgotten(idle([59, 0, 59])), None);
        assert_eq!(forgotten(idle([70, 90, 60])), Some(2));
        assert_eq!(forgotten(idle([0, 0, 60])), Some(3));
    }
}
