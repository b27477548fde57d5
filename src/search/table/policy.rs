//! What gives way when a position wants a slot that is taken.

use crate::choice::named_choice;
use crate::search::Depth;

named_choice! {
    /// Which entry gives way to which.
    ///
    /// The first four are those of Mandziuk and Osman 2004 (sections 3 and 5), for a table in which a position has
    /// one slot only; their laws are the papers' and make no difference between another position's entry and an older
    /// one of the same position.
    Policy("replacement policy") {
        /// The new entry is always saved.
        Newer = "newer",
        /// The new entry is saved if it is at least as deep. An entry of the same position stays if it is deeper.
        Deeper = "deeper",
        /// The new entry is saved if its depth plus timestamp are at least those of the old one.
        ///
        /// The timestamp is, to the letter, the number of savings made in the whole table before. It outgrows any
        /// difference in depth within a few hundred savings, so a deeper entry is safe only that long, and the policy
        /// is nearly [`Policy::Newer`]; the paper found the two equally good.
        DeeperTimestamp = "deeper-timestamp",
        /// The new entry is saved only if it is deeper.
        ///
        /// Not even the other bound of the same position at the same depth is let in. That hurts the MTD drivers, which
        /// correct their guess of one and the same value again and again, and it is what the paper shows by it.
        SharplyDeeper = "sharply-deeper",
        /// Four slots to a bucket, of which the least worthy gives way (`bucket.rs`); see [`Table`](crate::search::Table).
        Bucket = "bucket",
    }
}

/// An entry's claim to a slot.
#[derive(Clone, Copy, Debug)]
pub(super) struct Claim {
    /// How deep it was searched.
    pub(super) depth: Depth,
    /// How many savings the table had seen before it.
    pub(super) timestamp: u64,
}

/// Does a new entry take the slot from an old one?
pub(super) type Law = fn(new: Claim, old: Claim) -> bool;

impl Policy {
    /// The law of a policy with one slot, `None` for the bucket.
    pub(super) fn law(self) -> Option<Law> {
        match self {
            Policy::Newer => Some(|_, _| true),
            Policy::Deeper => Some(|new, old| new.depth >= old.depth),
            Policy::DeeperTimestamp => Some(|new, old| {
                let sum = |claim: Claim| u64::from(claim.depth.get()) + claim.timestamp;
                sum(new) >= sum(old)
            }),
            Policy::SharplyDeeper => Some(|new, old| new.depth > old.depth),
            Policy::Bucket => None,
        }
    }
}
