//! What gives way when a position wants a slot that is taken.

use std::fmt;
use std::str::FromStr;

use crate::search::Depth;

/// Which entry gives way to which.
///
/// The first four are those of Mandziuk and Osman (seed 000, section 3 and 5), for a table in which a position has one
/// slot only; their laws are the papers' and make no difference between another position's entry and an older one of
/// the same position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Policy {
    /// The new entry is always saved.
    Newer,
    /// The new entry is saved if it is at least as deep. An entry of the same position stays if it is deeper.
    Deeper,
    /// The new entry is saved if its depth plus timestamp are at least those of the old one.
    ///
    /// The timestamp is, to the letter, the number of savings made in the whole table before. It outgrows any
    /// difference in depth within a few hundred savings, so a deeper entry is safe only that long, and the policy is
    /// nearly [`Policy::Newer`]; the paper found the two equally good.
    DeeperTimestamp,
    /// The new entry is saved only if it is deeper.
    ///
    /// Not even the other bound of the same position at the same depth is let in. That hurts the MTD drivers, which
    /// correct their guess of one and the same value again and again, and it is what the paper shows by it.
    SharplyDeeper,
    /// Four slots to a bucket, of which the least worthy gives way; see [`Table`](crate::search::Table).
    #[default]
    Bucket,
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
    /// Every policy.
    pub const ALL: [Policy; 5] =
        [Policy::Newer, Policy::Deeper, Policy::DeeperTimestamp, Policy::SharplyDeeper, Policy::Bucket];

    /// Its name in settings and records.
    pub const fn name(self) -> &'static str {
        match self {
            Policy::Newer => "newer",
            Policy::Deeper => "deeper",
            Policy::DeeperTimestamp => "deeper-timestamp",
            Policy::SharplyDeeper => "sharply-deeper",
            Policy::Bucket => "bucket",
        }
    }

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

    /// All names, for messages.
    fn names() -> String {
        Policy::ALL.map(Policy::name).join(", ")
    }
}

impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that no replacement policy has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown replacement policy \"{name}\": expected one of {}", Policy::names())]
pub struct UnknownPolicy {
    /// The name that was given.
    pub name: String,
}

impl FromStr for Policy {
    type Err = UnknownPolicy;

    fn from_str(name: &str) -> Result<Policy, UnknownPolicy> {
        Policy::ALL
            .into_iter()
            .find(|policy| policy.name() == name)
            .ok_or_else(|| UnknownPolicy { name: name.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_back_and_others_are_named() {
        for policy in Policy::ALL {
            assert_eq!(policy.to_string().parse(), Ok(policy));
        }
        let error = "newest".parse::<Policy>().expect_err("there is no such policy");
        let message = error.to_string();
        assert!(message.contains("\"newest\""), "{message}");
        assert!(Policy::ALL.iter().all(|policy| message.contains(policy.name())), "{message}");
    }
}
