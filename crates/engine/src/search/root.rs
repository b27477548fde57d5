//! The root of a search: it never returns on a table cutoff, so its move is its own and not a table entry's.

use std::num::NonZeroUsize;

use super::node::{Search, Visit};
use super::table::MoveIndex;
use super::task::RootResult;
use super::tree::{Moves, TreeMove};
use super::{Bounds, Depth, Stopped, Task, Tree, Window};
use crate::eval::Score;
use crownhead_rules::{Key, Ply};

/// The root position with its moves, in the order in which they are tried.
#[derive(Clone, Debug)]
pub(super) struct Root<N, V> {
    pub(super) node: N,
    /// By which its return is recognised.
    position: Key,
    /// The key of its table entry.
    key: Key,
    /// The moves to be searched, one at least. Those that are left out come first.
    pub(super) moves: Vec<RootMove<N, V>>,
    /// How many of them are the best moves of earlier lines, and so left out.
    excluded: usize,
    /// How many legal moves there are.
    legal: usize,
    /// How many lines are wanted.
    pub(super) lines: NonZeroUsize,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct RootMove<N, V> {
    pub(super) mv: V,
    /// Its place in the list of moves as generated.
    pub(super) place: usize,
    child: N,
}

impl<N: Clone, V: TreeMove> Root<N, V> {
    /// The root of a task, unless it has no move.
    pub(super) fn of<T: Tree<Node = N, Move = V>>(tree: &T, task: &Task<N, V>) -> Option<Root<N, V>> {
        let mut moves = Moves::new();
        tree.list_moves(&task.root, &mut moves);
        let with_child = |(place, &mv): (usize, &V)| RootMove { mv, place, child: tree.child(&task.root, &mv) };
        let legal = moves.len();
        let is_searched = |(_, mv): &(usize, &V)| task.only.is_empty() || task.only.contains(mv);
        let mut moves: Vec<_> = moves.iter().enumerate().filter(is_searched).map(with_child).collect();
        moves.sort_by_key(|root_move| task.only.iter().position(|&mv| mv == root_move.mv));
        let (position, key) = (tree.key(&task.root), tree.table_key(&task.root));
        (!moves.is_empty()).then_some(Root {
            node: task.root.clone(),
            position,
            key,
            moves,
            excluded: 0,
            legal,
            lines: task.lines,
        })
    }
}

impl<N, V: TreeMove> Root<N, V> {
    /// The moves that are searched for the line under way: one at least.
    pub(super) fn open(&self) -> &[RootMove<N, V>] {
        &self.moves[self.excluded..]
    }

    /// How many lines there can be, of those that are wanted.
    pub(super) fn count_of_lines(&self) -> usize {
        self.lines.get().min(self.moves.len())
    }

    pub(super) fn is_first_line(&self) -> bool {
        self.excluded == 0
    }

    /// Whether all legal moves are searched, so that the value found is that of the position.
    pub(super) fn is_whole(&self) -> bool {
        self.open().len() == self.legal
    }

    /// Moves the open move with this generation place to the front, keeping the others in order.
    pub(super) fn bring_forward(&mut self, place: usize) {
        if let Some(at) = self.open().iter().position(|candidate| candidate.place == place) {
            self.moves[self.excluded..=self.excluded + at].rotate_right(1);
        }
    }

    /// Leaves a move out from now on.
    pub(super) fn exclude(&mut self, mv: V) {
        if let Some(place) = self.place_of(mv) {
            self.exclude_place(place);
        }
    }

    /// Leaves out just the moves with these generation places.
    pub(super) fn exclude_places(&mut self, places: &[usize]) {
        self.include_all();
        places.iter().for_each(|&place| self.exclude_place(place));
    }

    fn exclude_place(&mut self, place: usize) {
        self.bring_forward(place);
        self.excluded += 1;
    }

    /// Searches all moves again.
    pub(super) fn include_all(&mut self) {
        self.excluded = 0;
    }

    /// The generation places of the moves that are left out.
    pub(super) fn excluded_places(&self) -> Vec<usize> {
        self.moves[..self.excluded].iter().map(|excluded| excluded.place).collect()
    }

    /// The generation place of a move, if it is open.
    pub(super) fn place_of(&self, mv: V) -> Option<usize> {
        self.open().iter().find(|candidate| candidate.mv == mv).map(|candidate| candidate.place)
    }
}

impl<T: Tree> Search<'_, T> {
    /// Searches all root moves over `window`. With `scout`, wide windows send a null window ahead of every move but the
    /// first.
    pub(super) fn probe_root(
        &mut self,
        root: &Root<T::Node, T::Move>,
        window: Window,
        scout: bool,
        depth: Depth,
    ) -> Result<RootResult, Stopped> {
        self.count_node()?;
        self.path[0] = root.position;
        self.scouting = scout;
        let below = self.depth_below(depth, root.legal);
        let (mut score, mut best) = (Score::MIN, root.open()[0].place);
        for (number, candidate) in root.open().iter().enumerate() {
            let raised = window.raised(score);
            self.tree.push(&mut self.accumulators, Ply::ROOT, &root.node, &candidate.mv, &candidate.child);
            let places = (number, candidate.place);
            let (full, reduced) = self.depths_of_root_child(depth, below, places, &candidate.mv);
            let result = self.child(&candidate.child, raised, full, reduced, Ply::ROOT, number == 0)?;
            if result > raised.alpha {
                self.proven = Some((candidate.mv, result));
            }
            if result > score {
                (score, best) = (result, candidate.place);
                if score >= window.beta {
                    break;
                }
            }
        }
        if root.is_whole() {
            let table_move = self.remembered_root_move(root);
            let (ply, stand_pat, stored_within) = (Ply::ROOT, Score::MIN, Bounds::OPEN);
            let visit = Visit { key: root.key, window, stored_within, depth, ply, table_move, stand_pat };
            self.remember(&visit, score, best);
        }
        Ok(RootResult { score, verdict: window.verdict(score), best })
    }

    /// Searches one root move over `window`, seen from the root.
    pub(super) fn probe_root_move(
        &mut self,
        root: &Root<T::Node, T::Move>,
        index: usize,
        window: Window,
        depth: Depth,
    ) -> Result<RootResult, Stopped> {
        self.count_node()?;
        self.path[0] = root.position;
        let candidate = &root.open()[index];
        self.tree.push(&mut self.accumulators, Ply::ROOT, &root.node, &candidate.mv, &candidate.child);
        let below = self.depth_below(depth, root.legal);
        let (full, reduced) = self.depths_of_root_child(depth, below, (index, candidate.place), &candidate.mv);
        let first = if self.is_spared(&candidate.child) { full } else { reduced };
        let score = self.child(&candidate.child, window, full, first, Ply::ROOT, true)?;
        Ok(RootResult { score, verdict: window.verdict(score), best: candidate.place })
    }

    /// [`Search::depths_of_child`] for a move of the root. The others before it are in the order of the task, but for those
    /// that a probe has brought forward.
    fn depths_of_root_child(&self, depth: Depth, below: Depth, places: (usize, usize), mv: &T::Move) -> (Depth, Depth) {
        if self.options.reduce_root { self.depths_of_child(depth, below, places, mv) } else { (below, below) }
    }

    /// The move that the table has for the root.
    pub(super) fn remembered_root_move(&self, root: &Root<T::Node, T::Move>) -> Option<usize> {
        let place = self.table.probe(root.key)?.best.map(MoveIndex::place)?;
        root.open().iter().any(|candidate| candidate.place == place).then_some(place)
    }
}
