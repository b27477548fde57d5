//! The table of a proof search: what it found out about positions, in bounded memory.

use super::finding::Finding;
use crate::search::table::{place_among, reserve};
use crate::search::{TableError, TableSize};
use crownhead_rules::Key;

/// What is known of a position. 32 bytes.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    key: Key,
    /// The hash of the only line that the finding holds for; 0 if it holds for every line.
    line: u64,
    proof: u32,
    disproof: u32,
    plies: u16,
    need: u16,
    /// Nodes searched below the position; 0 for an empty slot.
    effort: u32,
}

/// The slots that a position may lie in.
const WAYS: usize = 4;

/// Findings about positions. A new one takes the slot of its position, or else that of the least effort in its bucket.
#[derive(Debug)]
pub(super) struct ProofTable {
    buckets: Vec<[Slot; WAYS]>,
    is_empty: bool,
}

impl ProofTable {
    /// An empty table of this size.
    pub(super) fn new(size: TableSize) -> Result<ProofTable, TableError> {
        let count = usize::try_from(size.bytes() / size_of::<[Slot; WAYS]>() as u64).unwrap_or(usize::MAX);
        let mut buckets = reserve(count)?;
        buckets.resize(count, Default::default());
        Ok(ProofTable { buckets, is_empty: true })
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        if !self.is_empty {
            self.buckets.fill(Default::default());
            self.is_empty = true;
        }
    }

    /// What is known of a position at the end of `line`, where the draw articles leave `left` plies.
    pub(super) fn probe(&self, key: Key, line: u64, left: u16) -> Option<Finding> {
        let slot = self.buckets[place_among(key, self.buckets.len())]
            .iter()
            .find(|slot| slot.key == key && slot.effort > 0)?;
        let Slot { proof, disproof, plies, need, .. } = *slot;
        let base = if slot.line == 0 { Finding::NOWHERE } else { 0 };
        let finding = Finding { proof, disproof, plies, need, base };
        let holds = if slot.line == 0 { need <= left } else { slot.line == line };
        (holds || !finding.is_settled()).then_some(finding)
    }

    /// Stores a finding about a position that took `effort` nodes; `line` is 0 if it holds for every line.
    pub(super) fn store(&mut self, key: Key, line: u64, finding: Finding, effort: u64) {
        let place = place_among(key, self.buckets.len());
        let bucket = &mut self.buckets[place];
        let own = bucket.iter().position(|slot| slot.key == key);
        let slot = own.or_else(|| (0..WAYS).min_by_key(|&slot| bucket[slot].effort)).unwrap_or(0);
        let Finding { proof, disproof, plies, need, .. } = finding;
        let effort = u32::try_from(effort.max(1)).unwrap_or(u32::MAX);
        bucket[slot] = Slot { key, line, proof, disproof, plies, need, effort };
        self.is_empty = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_rests_on_the_line_holds_for_that_line_alone() {
        let mut table = ProofTable::new(TableSize::MIN).expect("there is memory");
        table.store(Key(1), 7, Finding::not_won(0), 10);
        assert!(table.probe(Key(1), 7, 50).is_some_and(|found| found.is_not_won()));
        assert_eq!(table.probe(Key(1), 8, 50), None);
        table.store(Key(1), 0, Finding::won(9, 9), 10);
        assert!(table.probe(Key(1), 8, 9).is_some_and(|found| found.is_won()));
        assert_eq!(table.probe(Key(1), 8, 8), None, "a count ends the game first");
        table.clear();
        assert_eq!(table.probe(Key(1), 8, 9), None);
    }

    #[test]
    fn the_least_effort_gives_way() {
        let mut table = ProofTable::new(TableSize::MIN).expect("there is memory");
        for (key, effort) in [(1, 50), (2, 5), (3, 60), (4, 70), (5, 1)] {
            table.store(Key(key), 0, Finding::open(1, 1), effort);
        }
        let held: Vec<_> = (1..=5).filter(|&key| table.probe(Key(key), 1, 50).is_some()).collect();
        assert_eq!(held, [1, 3, 4, 5]);
    }
}
