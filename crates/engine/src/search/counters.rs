//! What a search has done.

use crownhead_rules::Ply;

/// What a search has done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Calls of the node search.
    pub nodes: u64,
    /// Nodes that were valued without searching on: evaluated, drawn, without a move, or counted in `known_hits`.
    pub leaves: u64,
    /// The distances of those from the root, in plies, summed.
    pub leaf_plies: u64,
    /// The greatest distance of a node from the root, of those and of nodes answered by the table: the selective depth.
    pub deepest: Ply,
    /// Nodes answered by their table entry.
    pub table_hits: u64,
    /// Nodes answered by what is known of them without a search: [`Tree::known_value`](super::Tree::known_value).
    pub known_hits: u64,
    /// Results that lie beyond the bounds of the node's table entry, before they are clamped to them.
    pub contradictions: u64,
}

impl Counters {
    /// The mean distance from the root to the leaves, in plies.
    pub fn mean_depth(&self) -> f64 {
        if self.leaves == 0 { 0.0 } else { self.leaf_plies as f64 / self.leaves as f64 }
    }

    /// The counts of two threads together.
    pub(super) fn and(&self, other: &Counters) -> Counters {
        Counters {
            nodes: self.nodes + other.nodes,
            leaves: self.leaves + other.leaves,
            leaf_plies: self.leaf_plies + other.leaf_plies,
            deepest: self.deepest.max(other.deepest),
            table_hits: self.table_hits + other.table_hits,
            known_hits: self.known_hits + other.known_hits,
            contradictions: self.contradictions + other.contradictions,
        }
    }
}
