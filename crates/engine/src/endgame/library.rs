//! Solved slices in memory, whole for the builder and the verification, or as a cache of blocks for the probe.

use std::sync::Arc;

use parking_lot::Mutex;

use super::file::BLOCK;
use super::index::{Index, Placement};
use super::slice::Slice;
use super::value::{Symbols, Value};
use crownhead_rules::{Move, Position, Rules, Word};

/// Holds the values of positions without a capture.
pub(super) trait Store {
    /// The value of a placement of pieces of both sides, where no capture can be made; `None` if it is not held.
    fn stored<W: Word>(&self, placement: &Placement<W>) -> Option<Value>;
}

/// The value of a position: as stored, or that of the best capture, since captures must be made; `None` if the store
/// lacks a value that is needed.
pub(super) fn look_up<R: Rules>(store: &impl Store, position: &Position<R>) -> Option<Value> {
    if position.pieces(position.side()).is_empty() || position.winner_by_kings().is_some() {
        return Some(Value::END);
    }
    if !position.has_capture() {
        return store.stored(&Placement::of(position));
    }
    best_move_value(store, position, &position.moves())
}

/// The value of the best of some moves; `None` if there are none, or the store lacks a value that is needed.
pub(super) fn best_move_value<R: Rules>(store: &impl Store, position: &Position<R>, moves: &[Move]) -> Option<Value> {
    let mut best = None;
    for mv in moves {
        let value = look_up(store, &position.succ(mv))?.before();
        best = Some(best.map_or(value, |best: Value| best.better(value, R::ARTICLES.no_move)));
    }
    best
}

/// Solved slices in memory, by [`Slice::code`].
#[derive(Debug)]
pub(super) struct Library {
    slices: Vec<Option<(Index, Symbols)>>,
}

impl Library {
    pub(super) fn new() -> Library {
        Library { slices: (0..Slice::CODES).map(|_| None).collect() }
    }

    pub(super) fn insert(&mut self, index: Index, symbols: Symbols) {
        let code = index.slice().code();
        self.slices[code] = Some((index, symbols));
    }

    pub(super) fn has(&self, slice: Slice) -> bool {
        self.slices[slice.code()].is_some()
    }

    /// Drops all slices that `needed` does not name.
    pub(super) fn keep_only(&mut self, needed: &[Slice]) {
        let codes: Vec<usize> = needed.iter().map(Slice::code).collect();
        for (code, held) in self.slices.iter_mut().enumerate() {
            if !codes.contains(&code) {
                *held = None;
            }
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        self.slices.iter().flatten().map(|(_, symbols)| symbols.bytes().len() as u64).sum()
    }
}

impl Store for Library {
    fn stored<W: Word>(&self, placement: &Placement<W>) -> Option<Value> {
        let (index, symbols) = self.slices[placement.slice().code()].as_ref()?;
        symbols.value(index.number(placement))
    }
}

/// Blocks that share a lock and compete for room.
const WAYS: usize = 4;

/// The latest blocks of a set, the latest first, by their numbers.
type Set = [Option<(u64, Arc<[u8]>)>; WAYS];

/// A cache of unpacked blocks, shared by all threads: set-associative, with least-recently-used replacement. A block is
/// known by its number among those of all open tables. Consecutive blocks belong to different sets, so tables that fit
/// never compete for room.
#[derive(Debug)]
pub(super) struct Cache {
    sets: Vec<Mutex<Set>>,
}

impl Cache {
    /// A cache of about `bytes` bytes, at least one set of blocks.
    pub(super) fn new(bytes: u64) -> Cache {
        let sets = (bytes / (BLOCK * WAYS as u64)).max(1);
        Cache { sets: (0..sets).map(|_| Mutex::default()).collect() }
    }

    /// The result of `read` on a block; `load` is called if the cache lacks it, while no lock is held.
    pub(super) fn with<T, E>(
        &self,
        block: u64,
        load: impl FnOnce() -> Result<Vec<u8>, E>,
        read: impl FnOnce(&[u8]) -> T,
    ) -> Result<T, E> {
        let set = &self.sets[(block % self.sets.len() as u64) as usize];
        let place_in = |ways: &Set| ways.iter().position(|way| way.as_ref().is_some_and(|(held, _)| *held == block));
        {
            let mut ways = set.lock();
            if let Some(place) = place_in(&ways) {
                ways[..=place].rotate_right(1);
                return Ok(read(ways[0].as_ref().map_or(&[], |way| &way.1)));
            }
        }
        let symbols: Arc<[u8]> = load()?.into();
        let mut ways = set.lock();
        // Another thread may have loaded it meanwhile: a second copy would evict another block.
        let place = place_in(&ways).unwrap_or(WAYS - 1);
        ways[..=place].rotate_right(1);
        ways[0] = Some((block, Arc::clone(&symbols)));
        drop(ways);
        Ok(read(&symbols))
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// The number of loads when `blocks` blocks are read in turn, twice.
    fn loads(cache: &Cache, blocks: u64) -> u64 {
        let loads = Cell::new(0);
        for block in (0..blocks).chain(0..blocks) {
            let load = || {
                loads.set(loads.get() + 1);
                Ok::<_, ()>(vec![block as u8; 3])
            };
            assert_eq!(cache.with(block, load, |bytes| bytes[1]), Ok(block as u8));
        }
        loads.get()
    }

    #[test]
    fn as_many_blocks_as_there_is_room_for_are_kept() {
        assert_eq!(loads(&Cache::new(20 * BLOCK), 20), 20);
        assert_eq!(loads(&Cache::new(20 * BLOCK), 17), 17);
        assert_eq!(loads(&Cache::new(1), 4), 4);
        assert!(loads(&Cache::new(1), 5) > 5);
    }

    #[test]
    fn a_block_that_two_threads_load_at_once_is_kept_once() {
        let cache = Cache::new(1);
        assert_eq!(loads(&cache, 4), 4);
        // While the first thread loads the block, a second one loads it too.
        let load = |content: u8| move || Ok::<_, ()>(vec![content; 3]);
        let meanwhile = || {
            cache.with(9, load(9), |bytes| assert_eq!(bytes, [9; 3]))?;
            load(9)()
        };
        assert_eq!(cache.with(9, meanwhile, |bytes| bytes[0]), Ok(9));
        // Of the four blocks before, one has gone.
        let never = || Err::<Vec<u8>, ()>(());
        for block in [9, 1, 2, 3] {
            assert_eq!(cache.with(block, never, |bytes| bytes[0]), Ok(block as u8));
        }
    }
}
