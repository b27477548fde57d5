//! An entry of the table, and the index of a move in it.

use std::num::NonZeroU8;

use crate::search::{Bounds, Depth};

/// What the table knows of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableEntry {
    /// How deep the search was that the bounds come from.
    pub depth: Depth,
    /// What it found, relative to the position itself: a win in three plies is one from here, wherever the root was.
    pub bounds: Bounds,
    /// The move to try first.
    pub best: Option<MoveIndex>,
}

impl TableEntry {
    /// What is known of a position after this was found where an `old` entry of it stood.
    ///
    /// If both searches were equally deep, both bounds hold: a null-window driver asks about a position more than once,
    /// and the answers close in on its value from both sides. Where they contradict each other the new ones stand
    /// alone.
    ///
    /// What is proven stays as it is.
    #[inline]
    pub fn merged_with(self, old: TableEntry) -> TableEntry {
        if old.depth == Depth::PROVEN && self.depth < old.depth {
            return old;
        }
        let both = Bounds { low: old.bounds.low.max(self.bounds.low), high: old.bounds.high.min(self.bounds.high) };
        let bounds = if old.depth != self.depth || both.low > both.high { self.bounds } else { both };
        TableEntry { bounds, ..self }
    }
}

/// A move by its place in [`Position::list_moves`](crownhead_rules::Position::list_moves), whose order depends on
/// nothing but the position.
///
/// One byte is enough, while the move itself would need its squares and the captured set. Two positions can share a
/// key, so an index from the table must be looked up with `get`: it can be past the end of the list, but a move that is
/// found is legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MoveIndex(NonZeroU8);

impl MoveIndex {
    /// The move at `place`, counted from zero. There is no index for places beyond 254.
    pub fn new(place: usize) -> Option<MoveIndex> {
        let byte = u8::try_from(place.checked_add(1)?).ok()?;
        MoveIndex::from_byte(byte)
    }

    /// Its place in the list, counted from zero.
    pub const fn place(self) -> usize {
        self.0.get() as usize - 1
    }

    /// The inverse of [`MoveIndex::to_byte`].
    pub(super) fn from_byte(byte: u8) -> Option<MoveIndex> {
        NonZeroU8::new(byte).map(MoveIndex)
    }

    /// A byte that is zero where there is no move.
    pub(super) fn to_byte(index: Option<MoveIndex>) -> u8 {
        index.map_or(0, |index| index.0.get())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Score;

    fn bounds(low: f64, high: f64) -> Bounds {
        Bounds { low: Score::from_men(low), high: Score::from_men(high) }
    }

    #[test]
    fn merging_keeps_both_bounds_unless_they_cross() {
        let entry = |plies, bounds| TableEntry { depth: Depth::new(plies), bounds, best: None };
        let merge = |old, new| entry(5, new).merged_with(entry(5, old)).bounds;
        let at_least = |men| Bounds { low: Score::from_men(men), ..Bounds::OPEN };
        let at_most = |men| Bounds { high: Score::from_men(men), ..Bounds::OPEN };
        assert_eq!(merge(at_least(1.0), at_most(2.0)), bounds(1.0, 2.0));
        assert_eq!(merge(at_least(1.0), at_least(0.5)), at_least(1.0));
        assert_eq!(merge(at_most(1.0), at_most(0.5)), at_most(0.5));
        assert_eq!(merge(at_least(1.0), at_most(1.0)), bounds(1.0, 1.0));
        assert_eq!(merge(at_least(1.0), at_most(0.999999)), at_most(0.999999));
        assert_eq!(merge(bounds(1.0, 2.0), bounds(3.0, 3.0)), bounds(3.0, 3.0));
        assert_eq!(merge(bounds(1.0, 2.0), Bounds::OPEN), bounds(1.0, 2.0));
        let proven = TableEntry { depth: Depth::PROVEN, ..entry(5, at_least(1.0)) };
        assert_eq!(entry(5, at_most(0.5)).merged_with(proven).bounds, at_least(1.0));
        assert_eq!(entry(5, at_most(0.5)).merged_with(entry(Depth::MAX.get(), at_least(1.0))).bounds, at_most(0.5));
        let shallower = entry(4, at_most(2.0));
        assert_eq!(entry(5, at_least(1.0)).merged_with(shallower).bounds, at_least(1.0));
    }

    #[test]
    fn an_index_is_a_place_in_the_list() {
        for place in 0..=254 {
            let index = MoveIndex::new(place);
            assert_eq!(index.map(MoveIndex::place), Some(place));
            assert_eq!(MoveIndex::from_byte(MoveIndex::to_byte(index)), index);
        }
        assert_eq!(MoveIndex::new(255), None);
        assert_eq!(MoveIndex::new(usize::MAX), None);
        assert_eq!(MoveIndex::to_byte(None), 0);
    }
}
