//! The summary of both sides of a game.

use serde::Serialize;

use super::appraisal::Appraisal;
use crate::board::{Judgement, Loss, Thresholds};
use crate::notation::counted;
use crate::rules::Side;

/// The words before the mean loss of a side.
pub(super) const MEAN_LOSS: &str = "mean loss ";

/// The statistics of one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub(super) struct Tally {
    /// Analysed moves.
    pub(super) moves: u64,
    /// Their mean loss, in men.
    pub(super) mean_loss: f64,
    /// Moves marked `?`.
    pub(super) mistakes: u64,
    /// Moves marked `??`.
    pub(super) blunders: u64,
}

impl Tally {
    /// The statistics of a side.
    pub(super) fn of(side: Side, appraisals: &[Appraisal], thresholds: &Thresholds) -> Tally {
        let own = appraisals.iter().filter(|appraisal| appraisal.side == side);
        let losses: Vec<_> = own.map(Appraisal::loss).collect();
        let judged = |as_this| losses.iter().filter(|loss| thresholds.judge(**loss) == as_this).count() as u64;
        Tally {
            moves: losses.len() as u64,
            mean_loss: Loss::mean(&losses).men(),
            mistakes: judged(Judgement::Mistake),
            blunders: judged(Judgement::Blunder),
        }
    }

    /// `White: 20 moves, mean loss 0.12 men, 1 mistake, no blunders`.
    pub(super) fn in_words(&self, side: Side) -> String {
        let none_or = |count, one, many: &str| match count {
            0 => format!("no {many}"),
            count => counted(count, one, many),
        };
        format!(
            "{side}: {}, {MEAN_LOSS}{:.2} men, {}, {}",
            counted(self.moves, "move", "moves"),
            self.mean_loss,
            none_or(self.mistakes, "mistake", "mistakes"),
            none_or(self.blunders, "blunder", "blunders"),
        )
    }
}
