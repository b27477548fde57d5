//! What searches have found out about the positions and the moves of a game.

use crate::board::judgement::{Judgement, Loss, Thresholds};
use crate::eval::Score;

/// What is known of a game.
#[derive(Clone, Debug)]
pub(super) struct Assessment {
    /// The value of each position that was searched, for White.
    pub(super) scores: Vec<Option<Score>>,
    /// What each move loses that was reviewed.
    losses: Vec<Option<Loss>>,
}

impl Assessment {
    /// Nothing is known of a game of `plies` moves.
    pub(super) fn of_game(plies: usize) -> Assessment {
        Assessment { scores: vec![None; plies + 1], losses: vec![None; plies] }
    }

    /// Only the first `kept` moves are still those of the game, which has `plies` moves now.
    pub(super) fn keep(&mut self, kept: usize, plies: usize) {
        self.scores.truncate(kept + 1);
        self.scores.resize(plies + 1, None);
        self.losses.truncate(kept);
        self.losses.resize(plies, None);
    }

    /// The value of the position after so many moves, for White.
    pub(super) fn score(&self, ply: usize) -> Option<Score> {
        self.scores.get(ply).copied().flatten()
    }

    pub(super) fn set_score(&mut self, ply: usize, for_white: Score) {
        if let Some(place) = self.scores.get_mut(ply) {
            *place = Some(for_white);
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
