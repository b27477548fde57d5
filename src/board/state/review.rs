//! The review of a game: the value of each position, and what each move loses.
//!
//! It goes backward, as `crownhead analyze --pdn` does, so that the table already holds the positions after a move. A move
//! is compared with the best one in the same position. The value of the next position does not serve: where
//! positions repeat, the search before a move can see a draw by repetition that the search after it does not see.

use super::State;
use crate::board::judgement::Loss;
use crate::board::seat::Finish;
use crate::board::thinker::{Job, Reached};
use crate::engine::Answer;
use crate::eval::Score;
use crate::notation::SpelledMove;
use crate::rules::{GameEnd, Ply, Side};
use crate::search::Depth;

impl State {
    pub(super) fn begin_review(&mut self) {
        let plies = self.record.plies();
        // A result that was recorded otherwise stands, and the position is searched.
        let is_by_rules = self.main_line.is_some() || matches!(self.finish, Some(Finish::Rules(_)));
        match self.record.end().filter(|end| is_by_rules || matches!(end, GameEnd::Win(_))) {
            // Where the game is drawn there are moves still, and a search would value them.
            Some(end) => {
                self.assessment.set_value(plies, Reached { score: score_of(end), depth: Depth::MAX });
                self.review_before(plies);
            }
            None => self.review = Some(Job::Review { ply: plies }),
        }
    }

    /// A position was searched. The move that was played there is the best one, or it is searched next.
    pub(super) fn take_review(&mut self, ply: usize, answer: &Answer, reached: Option<Reached>) {
        let Some(Reached { depth, .. }) = reached.filter(|_| answer.best.is_some()) else {
            self.review_before(ply);
            return;
        };
        let played = self.record.exact_moves().into_iter().nth(ply);
        if played.is_some() && played != answer.best.as_ref().map(SpelledMove::hub) {
            self.review = Some(Job::ReviewMove { ply, depth });
            return;
        }
        self.assessment.set_loss(ply, Loss::default());
        self.review_before(ply);
    }

    /// A move was searched alone. It is not marked if that took too long for the depth of the search of its position.
    pub(super) fn take_review_of_move(&mut self, ply: usize, wanted: Depth, reached: Option<Reached>) {
        let reached = reached.filter(|reached| reached.depth >= wanted);
        if let (Some(best), Some(Reached { score, .. })) = (self.assessment.score(ply), reached) {
            self.assessment.set_loss(ply, Loss::between(self.for_white(ply, best), score));
        }
        self.review_before(ply);
    }

    fn review_before(&mut self, ply: usize) {
        self.review = ply.checked_sub(1).map(|ply| Job::Review { ply });
    }
}

/// The value of the last position of a game that the rules have ended.
const fn score_of(end: GameEnd) -> Score {
    match Finish::Rules(end).winner() {
        Some(Side::White) => Score::win_in(Ply::new(0)),
        Some(Side::Black) => Score::loss_in(Ply::new(0)),
        None => Score::DRAW,
    }
}
