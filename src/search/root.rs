//! The root of a search: it never returns on a table cutoff, so its move is its own and not a table entry's.

use super::mode::Mode;
use super::node::{Search, Visit};
use super::options::BestMoveRule;
use super::table::MoveIndex;
use super::{Depth, Stopped, Tree, Verdict, Window};
use crate::eval::Score;
use crate::rules::{Key, Move, Ply};

/// The root position with its moves, in the order in which they are tried.
#[derive(Clone, Debug)]
pub(super) struct Root<N> {
    pub(super) node: N,
    pub(super) key: Key,
    /// The moves to be searched: one at least.
    pub(super) moves: Vec<RootMove<N>>,
    /// How many legal moves there are.
    pub(super) legal: usize,
}

/// A move of the root.
#[derive(Clone, Copy, Debug)]
pub(super) struct RootMove<N> {
    pub(super) mv: Move,
    /// Its place in the list of moves as generated.
    pub(super) place: usize,
    pub(super) child: N,
}

impl<N: Copy> Root<N> {
    /// Are all legal moves searched, so that the value found is that of the position?
    fn is_whole(&self) -> bool {
        self.moves.len() == self.legal
    }

    /// Moves the move with this generation place to the front, keeping the others in order.
    pub(super) fn bring_forward(&mut self, place: usize) {
        if let Some(at) = self.moves.iter().position(|candidate| candidate.place == place) {
            self.moves[..=at].rotate_right(1);
        }
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
        let (mut score, mut best) = (Score::MIN, root.moves[0].place);
        for (number, candidate) in root.moves.iter().enumerate() {
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
        let candidate = &root.moves[index];
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
            BestMoveRule::Safe if raised => Some(result.best),
            BestMoveRule::Safe => before,
            // LAST reads the root's entry as seed 001 does; without one the move stays.
            BestMoveRule::Last => self.remembered_root_move(root).or(before),
        }
    }

    fn remembered_root_move(&self, root: &Root<T::Node>) -> Option<usize> {
        let place = self.table.probe(root.key)?.best.map(MoveIndex::place)?;
        root.moves.iter().any(|candidate| candidate.place == place).then_some(place)
    }
}
