//! What searches have found out about the positions and the moves of a game.

use crate::board::judgement::{Judgement, Loss, Thresholds};
use crate::board::thinker::Reached;
use crate::eval::Score;

/// What is known of a game.
#[derive(Clone, Debug)]
pub(super) struct Assessment {
    /// The value of each position that was searched, for White.
    values: Vec<Option<Reached>>,
    /// What each move loses that was reviewed.
    losses: Vec<Option<Loss>>,
}

impl Assessment {
    /// Nothing is known of a game of `plies` moves.
    pub(super) fn of_game(plies: usize) -> Assessment {
        Assessment { values: vec![None; plies + 1], losses: vec![None; plies] }
    }

    /// Only the first `kept` moves are still those of the game, which has `plies` moves now.
    pub(super) fn keep(&mut self, kept: usize, plies: usize) {
        self.values.truncate(kept + 1);
        self.values.resize(plies + 1, None);
        self.losses.truncate(kept);
        self.losses.resize(plies, None);
    }

    /// The value of the position after so many moves, for White.
    pub(super) fn score(&self, ply: usize) -> Option<Score> {
        self.values.get(ply).copied().flatten().map(|value| value.score)
    }

    /// The values of the positions from the first to the last, for White.
    pub(super) fn scores(&self) -> impl Iterator<Item = Option<Score>> + '_ {
        (0..self.values.len()).map(|ply| self.score(ply))
    }

    pub(super) fn set_value(&mut self, ply: usize, for_white: Reached) {
        if let Some(place) = self.values.get_mut(ply) {
            *place = Some(for_white);
        }
    }

    /// The same, unless a search to a greater depth has found a value before.
    pub(super) fn deepen_value(&mut self, ply: usize, for_white: Reached) {
        let has = self.values.get(ply).copied().flatten();
        if has.is_none_or(|value| value.depth <= for_white.depth) {
            self.set_value(ply, for_white);
        }
    }

    pub(super) fn set_loss(&mut self, ply: usize, loss: Loss) {
        if let Some(place) = self.losses.get_mut(ply) {
            *place = Some(loss);
        }
    }

    /// The mark of each move.
    pub(super) fn marks(&self) -> Vec<Judgement> {
        let mark = |loss: &Option<Loss>| loss.map_or(Judgement::Fine, |loss| Thresholds::DEFAULT.judge(loss));
        self.losses.iter().map(mark).collect()
    }
}
