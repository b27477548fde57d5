//! The rooms of a server: a bounded number of them.

use std::collections::BTreeMap;
use std::time::Duration;

use parking_lot::Mutex;

use super::room::Room;

/// The most rooms at a time. Each can have an engine with a table of its own.
pub(super) const MOST_ROOMS: usize = 16;

/// A room that nobody has looked at for so long may give way to a new one.
const FORGOTTEN: Duration = Duration::from_secs(60);

/// The rooms by number.
#[derive(Debug, Default)]
pub(super) struct Rooms(Mutex<Directory>);

#[derive(Debug, Default)]
struct Directory {
    rooms: BTreeMap<u64, Room>,
    last: u64,
}

/// There are too many rooms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{MOST_ROOMS} games are open: close a tab, and try again in a minute")]
pub(super) struct Full;

impl Rooms {
    /// Adds a room under a new number. The one that was not looked at for the longest time gives way.
    pub(super) fn add(&self, room: Room) -> Result<u64, Full> {
        let mut directory = self.0.lock();
        let mut removed = None;
        if directory.rooms.len() >= MOST_ROOMS {
            let idle = directory.rooms.iter().map(|(&number, room)| (room.idle(), number));
            let number = forgotten(idle).ok_or(Full)?;
            removed = directory.rooms.remove(&number);
        }
        directory.last += 1;
        let number = directory.last;
        directory.rooms.insert(number, room);
        drop(directory);
        // This waits for its search to stop.
        drop(removed);
        Ok(number)
    }

    /// The room of this number.
    pub(super) fn get(&self, number: u64) -> Option<Room> {
        self.0.lock().rooms.get(&number).cloned()
    }

    /// Every room, the latest first.
    pub(super) fn all(&self) -> Vec<(u64, Room)> {
        self.0.lock().rooms.iter().rev().map(|(&number, room)| (number, room.clone())).collect()
    }
}

/// Of rooms with the time since somebody last looked, the number of the one that may give way.
fn forgotten(rooms: impl Iterator<Item = (Duration, u64)>) -> Option<u64> {
    let (idle, number) = rooms.max()?;
    (idle >= FORGOTTEN).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::NewGame;
    use crate::config::Config;
    use crate::rules::Variant;

    #[test]
    fn a_room_in_use_never_gives_way() {
        let rooms = Rooms::default();
        let room = || Room::open(&NewGame::of(Variant::ENGLISH), &Config::default()).expect("it can be opened");
        let numbers: Vec<_> = (0..MOST_ROOMS).map(|_| rooms.add(room())).collect();
        assert_eq!(numbers.last(), Some(&Ok(MOST_ROOMS as u64)));
        assert_eq!(rooms.add(room()), Err(Full));
        assert!((1..=MOST_ROOMS as u64).all(|number| rooms.get(number).is_some()));
        assert_eq!(rooms.all().len(), MOST_ROOMS);
    }

    #[test]
    fn the_room_gives_way_that_nobody_has_looked_at_for_the_longest_time() {
        let idle = |seconds: [u64; 3]| seconds.into_iter().map(Duration::from_secs).zip(1..);
        assert_eq!(forgotten(idle([59, 0, 59])), None);
        assert_eq!(forgotten(idle([70, 90, 60])), Some(2));
        assert_eq!(forgotten(idle([0, 0, 60])), Some(3));
    }
}
