//! The adjudication rules of a match.

use super::adjudication::{DrawCounter, DrawRule, LengthRule, ResignCounter, ResignRule};
use crate::rules::Side;

/// The adjudication rules of a match; all are optional.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Terms {
    /// A draw, when all scores are near zero.
    pub draw: Option<DrawRule>,
    /// A loss, when the scores of a player are low.
    pub resign: Option<ResignRule>,
    /// A draw, when the game is too long.
    pub length: Option<LengthRule>,
}

/// Applies these rules to a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Adjudicator {
    draw: Option<DrawCounter>,
    resign: Option<ResignCounter>,
    length: Option<LengthRule>,
    played: usize,
}

/// An adjudicated result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Decision {
    pub(super) winner: Option<Side>,
    pub(super) reason: String,
}

impl Adjudicator {
    /// For a game after an opening of this number of plies.
    pub(super) fn new(terms: Terms, played: usize) -> Adjudicator {
        Adjudicator {
            draw: terms.draw.map(|rule| DrawCounter::new(rule, played)),
            resign: terms.resign.map(ResignCounter::new),
            length: terms.length,
            played,
        }
    }

    /// Counts a move of `side` and its reported score, in men; returns the result if the game is over.
    pub(super) fn after(&mut self, side: Side, score: Option<f64>) -> Option<Decision> {
        self.played += 1;
        let is_drawn = self.draw.as_mut().is_some_and(|counter| counter.after(score));
        let loser = self.resign.as_mut().and_then(|counter| counter.after(side, score));
        let is_too_long = self.length.is_some_and(|rule| rule.ends(self.played));
        if let Some(loser) = loser {
            let winner = loser.opponent();
            return Some(Decision { winner: Some(winner), reason: format!("{winner} wins by adjudication") });
        }
        let reason = match (is_drawn, is_too_long) {
            (true, _) => "Draw by adjudication".to_owned(),
            (false, true) => format!("Draw by adjudication: {} plies were played", self.played),
            (false, false) => return None,
        };
        Some(Decision { winner: None, reason })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TERMS: Terms = Terms {
        draw: Some(DrawRule { from_ply: 6, plies: 4, score: 0.1 }),
        resign: Some(ResignRule { moves: 2, score: 3.0, two_sided: false }),
        length: Some(LengthRule { plies: 9 }),
    };

    /// The ply, after two of an opening, at which a game with these scores ends, and how.
    fn end(scores: &[f64]) -> Option<(usize, String)> {
        let mut adjudicator = Adjudicator::new(TERMS, 2);
        let sides = [Side::Black, Side::White].into_iter().cycle();
        scores.iter().zip(sides).enumerate().find_map(|(index, (&score, side))| {
            adjudicator.after(side, Some(score)).map(|decision| (index + 3, decision.reason))
        })
    }

    #[test]
    fn each_rule_ends_its_games() {
        let reason = |ply, text: &str| Some((ply, text.to_owned()));
        assert_eq!(end(&[0.0, 0.1, -0.1, 0.0]), reason(6, "Draw by adjudication"));
        assert_eq!(end(&[-3.5, 1.0, -4.0, 1.0]), reason(5, "White wins by adjudication"));
        let long = [1.0, -1.0, 1.0, -1.0, 1.0, -1.0, 1.0];
        assert_eq!(end(&long), reason(9, "Draw by adjudication: 9 plies were played"));
        assert_eq!(end(&long[..6]), None);
    }

    #[test]
    fn without_terms_no_game_is_cut_short() {
        let mut adjudicator = Adjudicator::new(Terms::default(), 0);
        assert!((0..1000).all(|_| adjudicator.after(Side::White, Some(-99.0)).is_none()));
    }
}
