//! Unpacked blocks, as many as there is room for, shared by all threads.

use std::sync::Arc;

use parking_lot::Mutex;

use super::file::BLOCK;

/// Blocks that share a lock and compete for room.
const WAYS: usize = 4;

/// The number of a block among those of all open tables. Numbers that follow each other belong to different sets, so that
/// tables for which there is room never compete for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BlockId(pub(super) u64);

/// The latest blocks of a set, the latest first.
type Set = [Option<(BlockId, Arc<[u8]>)>; WAYS];

/// The cache.
#[derive(Debug)]
pub(super) struct Cache {
    sets: Vec<Mutex<Set>>,
}

impl Cache {
    /// A cache of about so many bytes, but for at least one set of blocks.
    pub(super) fn new(bytes: u64) -> Cache {
        let sets = (bytes / (BLOCK * WAYS as u64)).max(1);
        Cache { sets: (0..sets).map(|_| Mutex::default()).collect() }
    }

    /// What `read` makes of a block; `load` is called if it is not there, without a lock being held.
    pub(super) fn with<T, E>(
        &self,
        id: BlockId,
        load: impl FnOnce() -> Result<Vec<u8>, E>,
        read: impl FnOnce(&[u8]) -> T,
    ) -> Result<T, E> {
        let set = &self.sets[(id.0 % self.sets.len() as u64) as usize];
        let place_in = |ways: &Set| ways.iter().position(|way| way.as_ref().is_some_and(|(held, _)| *held == id));
        {
            let mut ways = set.lock();
            if let Some(place) = place_in(&ways) {
                ways[..=place].rotate_right(1);
                return Ok(read(ways[0].as_ref().map_or(&[], |way| &way.1)));
            }
        }
        let block: Arc<[u8]> = load()?.into();
        let mut ways = set.lock();
        // Another thread may have loaded it meanwhile: a second copy would drive out another block.
        let place = place_in(&ways).unwrap_or(WAYS - 1);
        ways[..=place].rotate_right(1);
        ways[0] = Some((id, Arc::clone(&block)));
        drop(ways);
        Ok(read(&block))
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// How many loads it takes to read so many blocks in turn, twice.
    fn loads(cache: &Cache, blocks: u64) -> u64 {
        let loads = Cell::new(0);
        for block in (0..blocks).chain(0..blocks) {
            let load = || {
                loads.set(loads.get() + 1);
                Ok::<_, ()>(vec![block as u8; 3])
            };
            assert_eq!(cache.with(BlockId(block), load, |bytes| bytes[1]), Ok(block as u8));
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
            cache.with(BlockId(9), load(9), |bytes| assert_eq!(bytes, [9; 3]))?;
            load(9)()
        };
        assert_eq!(cache.with(BlockId(9), meanwhile, |bytes| bytes[0]), Ok(9));
        // Of the four blocks before, one has gone.
        let never = || Err::<Vec<u8>, ()>(());
        for block in [9, 1, 2, 3] {
            assert_eq!(cache.with(BlockId(block), never, |bytes| bytes[0]), Ok(block as u8));
        }
    }
}
