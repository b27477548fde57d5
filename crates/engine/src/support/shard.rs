//! Shards: parts of a plan of numbered jobs, for several processes or machines.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Part I of N of a plan, written `I/N`: a block of consecutive jobs. The N shards of a plan have every job once, and
/// their sizes differ by at most one job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Shard {
    /// From 1 to `count`.
    number: u64,
    count: u64,
}

/// A text that is not a shard.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a shard: expected I/N with I from 1 to N, such as 2/4")]
pub struct BadShard(pub String);

impl Shard {
    /// The numbers, from 0, of its jobs in a plan of `total` jobs. A plan of fewer jobs than shards leaves some empty.
    pub fn range(self, total: u64) -> Range<u64> {
        let bound = |shards: u64| u128::from(total) * u128::from(shards) / u128::from(self.count);
        // Neither exceeds `total`.
        bound(self.number - 1) as u64..bound(self.number) as u64
    }
}

impl FromStr for Shard {
    type Err = BadShard;

    fn from_str(text: &str) -> Result<Shard, BadShard> {
        let number = |digits: &str| {
            let is_plain = digits.bytes().all(|byte| byte.is_ascii_digit());
            digits.parse::<u64>().ok().filter(|&number| is_plain && number > 0)
        };
        let parts = text.split_once('/').and_then(|(left, right)| number(left).zip(number(right)));
        let shard = parts.map(|(number, count)| Shard { number, count });
        shard.filter(|shard| shard.number <= shard.count).ok_or_else(|| BadShard(text.to_owned()))
    }
}

impl TryFrom<String> for Shard {
    type Error = BadShard;

    fn try_from(text: String) -> Result<Shard, BadShard> {
        text.parse()
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> String {
        shard.to_string()
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shards_of_a_plan_have_every_job_once() {
        for count in 1..=9 {
            for total in [0, 1, 2, 7, 8, 9, 100, 101, u64::MAX] {
                let shard = |number| Shard { number, count }.range(total);
                let sizes: Vec<_> = (1..=count).map(|number| shard(number).end - shard(number).start).collect();
                assert_eq!((shard(1).start, shard(count).end), (0, total), "{count} of {total}");
                assert!((1..count).all(|number| shard(number).end == shard(number + 1).start));
                assert!(sizes.iter().all(|size| size.abs_diff(total / count) <= 1), "{sizes:?} of {total}");
            }
        }
    }

    #[test]
    fn a_shard_is_read_and_written() {
        for text in ["1/1", "2/4", "18446744073709551615/18446744073709551615"] {
            assert_eq!(text.parse::<Shard>().map(|shard| shard.to_string()).as_deref(), Ok(text));
        }
        for text in ["", "x", "3", "0/4", "5/4", "1/0", "/4", "1/", "1/2/3", "+1/2", "-1/2", " 1/2", "1/1e3"] {
            assert_eq!(text.parse::<Shard>(), Err(BadShard(text.to_owned())), "{text}");
        }
    }
}
