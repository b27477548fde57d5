//! How far a run of games goes.

use std::ops::Range;

use crate::shard::Shard;
use crate::train::record::ShardHeader;

/// How far a run goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// To so many games, from as many openings as they take.
    Games(u64),
    /// Through the first openings, whatever number of games comes of them.
    Openings {
        /// Openings of the whole run.
        count: u64,
        /// The part of them that is played; `None` for all of them.
        shard: Option<Shard>,
    },
}

impl Extent {
    /// The numbers of the openings.
    pub fn openings(self) -> Range<u64> {
        match self {
            Extent::Games(_) => 0..u64::MAX,
            Extent::Openings { count, shard: None } => 0..count,
            Extent::Openings { count, shard: Some(shard) } => shard.range(count),
        }
    }

    /// Whether so many games are enough.
    pub(super) const fn is_reached_by(self, games: u64) -> bool {
        match self {
            Extent::Games(wanted) => games >= wanted,
            Extent::Openings { .. } => false,
        }
    }

    /// The identity of the shard, if it is one.
    pub(super) fn shard(self) -> Option<ShardHeader> {
        match self {
            Extent::Openings { count, shard: Some(shard) } => Some(ShardHeader::new(shard, count)),
            Extent::Openings { shard: None, .. } | Extent::Games(_) => None,
        }
    }
}
