//! The root of a search: it never returns on a table cutoff, so its move is its own and not a table entry's.

use std::num::NonZeroUsize;

use super::mode::Mode;
use super::node::{Search, Visit};
use super::options::BestMoveRule;
use super::table::MoveIndex;
use super::{Depth, Stopped, Task, Tree, Verdict, Window};
use crate::eval::Score;
use crate::rules::{Key, Move, MoveList, Ply};

/// The root position with its moves, in the order in which they are tried.
#[derive(Clone, Debug)]
pub(super) struct Root<N> {
    pub(super) node: N,
    pub(super) key: Key,
    /// The moves to be searched, one at least. Those that are settled come first.
    pub(super) moves: Vec<RootMove<N>>,
    /// How many of them are the best moves of earlier lines, and so left out.
    settled: usize,
    /// How many legal moves there are.
    legal: usize,
}

/// A move of the root.
#[derive(Clone, Copy, Debug)]
pub(super) struct RootMove<N> {
    pub(super) mv: Move,
    /// Its place in the list of moves as generated.
    pub(super) place: usize,
    child: N,
}

impl<N: Copy> Root<N> {
    /// The root of a task, unless it has no move.
    pub(super) fn of<T: Tree<Node = N>>(task: &Task<'_, T>) -> Option<Root<N>> {
        let mut moves = MoveList::new();
        task.tree.list_moves(&task.root, &mut moves);
        let with_child =
            |(place, &mv): (usize, &Move)| RootMove { mv, place, child: task.tree.child(&task.root, &mv) };
        let legal = moves.len();
        let is_searched = |(_, mv): &(usize, &Move)| task.only.is_empty() || task.only.contains(mv);
        let moves: Vec<_> = moves.iter().enumerate().filter(is_searched).map(with_child).collect();
        let key = task.tree.key(&task.root);
        (!moves.is_empty()).then_some(Root { node: task.root, key, moves, settled: 0, legal })
    }
}

impl<N> Root<N> {
    /// The moves that are searched for the line under way: one at least.
    pub(super) fn open(&self) -> &[RootMove<N>] {
        &self.moves[self.settled..]
    }

    /// How many of the `wanted` lines there can be.
    pub(super) fn lines(&self, wanted: NonZeroUsize) -> usize {
        wanted.get().min(self.moves.len())
    }

    pub(super) fn is_first_line(&self) -> bool {
        self.settled == 0
    }

    /// Are all legal moves searched, so that the value found is that of the position?
    fn is_whole(&self) -> bool {
        self.open().len() == self.legal
    }

    /// Moves the open move with this generation place to the front, keeping the others in order.
    pub(super) fn bring_forward(&mut self, place: usize) {
        if let Some(at) = self.open().iter().position(|candidate| candidate.place == place) {
            self.moves[self.settled..=self.settled + at].rotate_right(1);
        }
    }

    /// Leaves a move out from now on.
    pub(super) fn settle(&mut self, mv: Move) {
        if let Some(place) = self.place_of(mv) {
            self.settle_place(place);
        }
    }

    /// Leaves out just the moves with these generation places.
    pub(super) fn settle_places(&mut self, places: &[usize]) {
        self.unsettle();
        places.iter().for_each(|&place| self.settle_place(place));
    }

    fn settle_place(&mut self, place: usize) {
        self.bring_forward(place);
        self.settled += 1;
    }

    /// Searches all moves again.
    pub(super) fn unsettle(&mut self) {
        self.settled = 0;
    }

    /// The generation places of the moves that are left out.
    pub(super) fn settled_places(&self) -> Vec<usize> {
        self.moves[..self.settled].iter().map(|settled| settled.place).collect()
    }

    /// The generation place of a move, if it is open.
    pub(super) fn place_of(&self, mv: Move) -> Option<usize> {
        self.open().iter().find(|candidate| candidate.mv == mv).map(|candidate| candidate.place)
    }
}

/// The result of one probe of the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RootResult {
    pub(super) score: Score,
    pub(super) verdict: Verdict,
    /// The generation place of the first move that reached the score.
    pub(super) best: usize,
}

impl<T: Tree, M: Mode> Search<'_, T, M> {
    /// Searches all root moves over `window`.
    pub(super) fn probe_root(
        &mut self,
        root: &Root<T::Node>,
        window: Window,
        depth: Depth,
    ) -> Result<RootResult, Stopped> {
        self.count_node()?;
        self.path[0] = root.key;
        let below = self.depth_below(depth, root.legal);
        let (mut score, mut best) = (Score::MIN, root.open()[0].place);
        for (number, candidate) in root.open().iter().enumerate() {
            let raised = window.raised(score);
            let result = self.child(&candidate.child, raised, below, below, Ply::ROOT, number == 0)?;
            if result > score {
                (score, best) = (result, candidate.place);
                if score >= window.beta {
                    break;
                }
            }
        }
        if root.is_whole() {
            let table_move = self.remembered_root_move(root);
            self.remember(&Visit { key: root.key, window, depth, ply: Ply::ROOT, table_move }, score, best);
        }
        Ok(RootResult { score, verdict: window.verdict(score), best })
    }

    /// Searches one root move over `window`, seen from the root.
    pub(super) fn probe_root_move(
        &mut self,
        root: &Root<T::Node>,
        index: usize,
        window: Window,
        depth: Depth,
    ) -> Result<RootResult, Stopped> {
        self.count_node()?;
        self.path[0] = root.key;
        let candidate = &root.open()[index];
        let below = self.depth_below(depth, root.legal);
        let score = self.child(&candidate.child, window, below, below, Ply::ROOT, true)?;
        Ok(RootResult { score, verdict: window.verdict(score), best: candidate.place })
    }

    /// The best move after a probe, where it was `before`.
    pub(super) fn best_after(
        &self,
        root: &Root<T::Node>,
        before: Option<usize>,
        result: RootResult,
    ) -> Option<usize> {
        let raised = result.verdict != Verdict::FailLow;
        match self.options.best_move {
            // LAST reads the root's entry as seed 001 does; without one the move stays.
            BestMoveRule::Last if root.is_whole() => self.remembered_root_move(root).or(before),
            // A search of some of the moves leaves no entry behind for LAST to read.
            BestMoveRule::Safe | BestMoveRule::Last if raised => Some(result.best),
            BestMoveRule::Safe | BestMoveRule::Last => before,
        }
    }

    fn remembered_root_move(&self, root: &Root<T::Node>) -> Option<usize> {
        let place = self.table.probe(root.key)?.best.map(MoveIndex::place)?;
        root.open().iter().any(|candidate| candidate.place == place).then_some(place)
    }
}
