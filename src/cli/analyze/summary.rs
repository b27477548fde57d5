//! How well the two sides have played.

use serde::Serialize;

use super::appraisal::Appraisal;
use super::judgement::{Judgement, Thresholds};
use super::words::counted;
use crate::rules::Side;

/// The moves of one side in figures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub(super) struct Tally {
    /// Moves that were looked at.
    pub(super) moves: u64,
    /// What they gave away on average, in men.
    pub(super) mean_loss: f64,
    /// Those marked `?`.
    pub(super) mistakes: u64,
    /// Those marked `??`.
    pub(super) blunders: u64,
}

impl Tally {
    /// The figures of a side.
    pub(super) fn of(side: Side, appraisals: &[Appraisal], thresholds: &Thresholds) -> Tally {
        let (mut tally, mut lost) = (Tally::default(), 0.0);
        for loss in appraisals.iter().filter(|appraisal| appraisal.side == side).map(Appraisal::loss) {
            tally.moves += 1;
            lost += loss.men();
            match thresholds.judge(loss) {
                Judgement::Fine => {}
                Judgement::Mistake => tally.mistakes += 1,
                Judgement::Blunder => tally.blunders += 1,
            }
        }
        if tally.moves > 0 {
            tally.mean_loss = lost / tally.moves as f64;
        }
        tally
    }

    /// `White: 20 moves, mean loss 0.12 men, 1 mistake, no blunders`.
    pub(super) fn in_words(&self, side: Side) -> String {
        let none_or = |count, one, many: &str| match count {
            0 => format!("no {many}"),
            count => counted(count, one, many),
        };
        format!(
            "{side}: {}, mean loss {:.2} men, {}, {}",
            counted(self.moves, "move", "moves"),
            self.mean_loss,
            none_or(self.mistakes, "mistake", "mistakes"),
            none_or(self.blunders, "blunder", "blunders"),
        )
    }
}
