//! Unpacked blocks, as many as there is room for, shared by all threads.

use std::sync::Arc;

use parking_lot::Mutex;

use super::file::BLOCK;

/// Blocks that share a lock and compete for room.
const WAYS: usize = 4;

/// Which block: the number of the slice in the tables, and the number of the block in the slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BlockId {
    pub(super) slice: u32,
    pub(super) block: u32,
}

impl BlockId {
    /// Spreads neighbouring blocks over all sets.
    fn hash(self) -> u64 {
        let both = u64::from(self.slice) << 32 | u64::from(self.block);
        both.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32
    }
}

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
        let set = &self.sets[(id.hash() % self.sets.len() as u64) as usize];
        {
            let mut ways = set.lock();
            let found = |way: &Option<(BlockId, Arc<[u8]>)>| way.as_ref().is_some_and(|way| way.0 == id);
            if let Some(place) = ways.iter().position(found) {
                ways[..=place].rotate_right(1);
                return Ok(read(ways[0].as_ref().map_or(&[], |way| &way.1)));
            }
        }
        let block: Arc<[u8]> = load()?.into();
        let mut ways = set.lock();
        ways.rotate_right(1);
        ways[0] = Some((id, Arc::clone(&block)));
        drop(ways);
        Ok(read(&block))
    }
}
