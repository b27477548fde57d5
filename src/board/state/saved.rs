//! The game as it is saved in PDN.

use super::State;
use crate::board::judgement::Judgement;
use crate::board::view::ScoreView;
use crate::eval::{Score, ScoreClass};
use crate::notation::pdn::{PdnGame, PdnMove, Remark, Tags};

/// A game that was played elsewhere, as it was read.
pub(super) struct Original {
    pdn: PdnGame,
    /// Its moves, in the form of [`Record::exact_moves`](crate::board::record::Record::exact_moves).
    moves: Vec<String>,
}

impl Original {
    pub(super) const fn new(pdn: PdnGame, moves: Vec<String>) -> Original {
        Original { pdn, moves }
    }

    /// Adds what it says about itself and about the moves that are still those of the game, `moves`.
    fn annotate(&self, pdn: &mut PdnGame, moves: &[String]) {
        pdn.comments.clone_from(&self.pdn.comments);
        let kept = self.moves.iter().zip(moves).take_while(|(own, played)| own == played).count();
        for (mv, own) in pdn.moves.iter_mut().zip(&self.pdn.moves).take(kept) {
            mv.strength.clone_from(&own.strength);
            mv.nags.clone_from(&own.nags);
            mv.comments.clone_from(&own.comments);
        }
    }
}

impl State {
    /// The game with its marks, without the moves of a variation.
    pub(in crate::board) fn pdn(&self) -> PdnGame {
        let mut pdn = self.main_line.as_ref().map_or_else(|| self.annotated(), |line| line.pdn.clone());
        // The players may have changed since the variation began.
        let [white, black] = self.names();
        pdn.tags.set("White", white);
        pdn.tags.set("Black", black);
        pdn
    }

    /// The moves that are shown with their marks, as `crownhead analyze` writes them: values are for the side that
    /// moved.
    pub(super) fn annotated(&self) -> PdnGame {
        let mut pdn = self.record.pdn(self.finish.as_ref());
        let mut tags = Tags::default();
        if let Some(date) = &self.date {
            tags.set("Date", date);
        }
        if let Some(original) = &self.original {
            tags = original.pdn.tags.clone();
            original.annotate(&mut pdn, &self.record.exact_moves());
        }
        pdn.tags.iter().for_each(|(name, value)| tags.set(name, value));
        pdn.tags = tags;
        let values = self.assessment.marks().into_iter().zip(self.assessment.scores().skip(1));
        for (ply, (mv, (mark, score))) in pdn.moves.iter_mut().zip(values).enumerate() {
            if let Some(score) = score {
                self.forget_review(mv, ply);
                mv.comments.push(self.remark(ply, score).to_string());
            }
            mv.nags.extend(mark.nag().filter(|nag| !mv.nags.contains(nag)));
        }
        pdn
    }

    /// Removes what an earlier review has said of a move.
    fn forget_review(&self, mv: &mut PdnMove, ply: usize) {
        let is_value = |comment: &String| {
            let own = Remark::parse(comment);
            own.score.is_some_and(|men| own == self.remark(ply, self.for_white(ply, Score::from_men(men))))
        };
        let comments = mv.comments.len();
        mv.comments.retain(|comment| !is_value(comment));
        if mv.comments.len() < comments {
            let marks = [Judgement::Mistake, Judgement::Blunder].map(Judgement::nag);
            mv.nags.retain(|nag| !marks.contains(&Some(*nag)));
        }
    }

    /// The comment on a move that leads to a position of this value for White.
    fn remark(&self, ply: usize, score: Score) -> Remark {
        let is_decided = score.class() != ScoreClass::Heuristic;
        let text = if is_decided { ScoreView::of(score).text } else { String::new() };
        Remark { score: Some(self.for_white(ply, score).men()), text, ..Remark::default() }
    }
}
