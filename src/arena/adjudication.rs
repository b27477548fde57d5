//! Adjudication of decided games: counters updated after each move.
//!
//! Scores are in men, for the player who moves. A move without a score (of an engine that reports none) resets every
//! counter. The rules are those of cutechess and fastchess, except that those count draws in full moves; here, counts
//! over both players are in plies.

use crate::rules::Side;

/// Adjudicates a draw when the scores of both players have been near zero for long.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DrawRule {
    /// The minimum number of plies of the game before a draw.
    pub from_ply: usize,
    /// Consecutive plies of both players with such a score; at least 1.
    pub plies: usize,
    /// The greatest distance from 0, in men.
    pub score: f64,
}

/// The counter of a [`DrawRule`] in one game.
#[derive(Clone, Copy, Debug)]
pub struct DrawCounter {
    rule: DrawRule,
    played: usize,
    row: usize,
}

impl DrawCounter {
    /// A counter for a game after an opening of `played` plies.
    pub fn new(rule: DrawRule, played: usize) -> DrawCounter {
        DrawCounter { rule, played, row: 0 }
    }

    /// Counts the score of the next move; returns whether the game is a draw.
    pub fn after(&mut self, score: Option<f64>) -> bool {
        self.played += 1;
        let is_even = score.is_some_and(|score| score.abs() <= self.rule.score);
        self.row = if is_even { self.row + 1 } else { 0 };
        self.played >= self.rule.from_ply && self.row >= self.rule.plies
    }
}

/// Adjudicates a loss when the scores of a player have been low for long.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ResignRule {
    /// Consecutive moves of the loser with such a score; at least 1.
    pub moves: usize,
    /// The deficit in the loser's score, in men; above 0.
    pub score: f64,
    /// Whether the winner must agree: with the same lead in its score for the same number of moves.
    pub two_sided: bool,
}

/// The counter of a [`ResignRule`] in one game.
#[derive(Clone, Copy, Debug)]
pub struct ResignCounter {
    rule: ResignRule,
    /// Consecutive moves of a side with a losing and with a winning score; by the index of the side.
    behind: [usize; 2],
    ahead: [usize; 2],
}

impl ResignCounter {
    /// A counter for a new game.
    pub fn new(rule: ResignRule) -> ResignCounter {
        ResignCounter { rule, behind: [0; 2], ahead: [0; 2] }
    }

    /// Counts the score of the next move, made by `side`; returns the side that has lost, if any.
    pub fn after(&mut self, side: Side, score: Option<f64>) -> Option<Side> {
        let extend = |row: &mut usize, is_longer: bool| *row = if is_longer { *row + 1 } else { 0 };
        let limit = self.rule.score;
        extend(&mut self.behind[side.index()], score.is_some_and(|score| score <= -limit));
        extend(&mut self.ahead[side.index()], score.is_some_and(|score| score >= limit));
        Side::ALL.into_iter().find(|&loser| self.is_lost(loser))
    }

    fn is_lost(&self, side: Side) -> bool {
        let is_admitted = self.behind[side.index()] >= self.rule.moves;
        let is_agreed = self.ahead[side.opponent().index()] >= self.rule.moves;
        is_admitted && (is_agreed || !self.rule.two_sided)
    }
}

/// Adjudicates a draw when a game is too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LengthRule {
    /// The maximum number of plies, including the opening.
    pub plies: usize,
}

impl LengthRule {
    /// Whether a game of this number of plies ends.
    pub fn ends(self, played: usize) -> bool {
        played >= self.plies
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// After which of the moves, from 1, the game is called a draw for the first time.
    fn drawn_after(rule: DrawRule, played: usize, scores: &[Option<f64>]) -> Option<usize> {
        let mut counter = DrawCounter::new(rule, played);
        scores.iter().position(|&score| counter.after(score)).map(|index| index + 1)
    }

    #[test]
    fn a_draw_takes_so_many_even_scores_in_a_row() {
        let rule = DrawRule { from_ply: 0, plies: 4, score: 0.1 };
        let even = Some(0.05);
        assert_eq!(drawn_after(rule, 0, &[even; 3]), None);
        assert_eq!(drawn_after(rule, 0, &[Some(0.1), Some(-0.1), even, even]), Some(4));
        assert_eq!(drawn_after(rule, 0, &[even, even, even, Some(0.11), even, even, even, even]), Some(8));
        assert_eq!(drawn_after(rule, 0, &[even, even, even, None, even, even, even, even]), Some(8));
        assert_eq!(drawn_after(rule, 0, &[Some(-3.0); 20]), None);
    }

    #[test]
    fn no_draw_is_called_early() {
        let rule = DrawRule { from_ply: 10, plies: 4, score: 0.1 };
        assert_eq!(drawn_after(rule, 0, &[Some(0.0); 20]), Some(10));
        assert_eq!(drawn_after(rule, 8, &[Some(0.0); 20]), Some(4));
        assert_eq!(drawn_after(rule, 3, &[Some(0.0); 20]), Some(7));
        assert_eq!(drawn_after(rule, 50, &[Some(0.0); 20]), Some(4));
    }

    /// Who has lost after which of the moves; White moves first.
    fn lost_after(rule: ResignRule, scores: &[Option<f64>]) -> Option<(usize, Side)> {
        let mut counter = ResignCounter::new(rule);
        let sides = Side::ALL.into_iter().cycle();
        scores
            .iter()
            .zip(sides)
            .enumerate()
            .find_map(|(index, (&score, side))| counter.after(side, score).map(|loser| (index + 1, loser)))
    }

    #[test]
    fn a_player_resigns_after_so_many_bad_scores_in_a_row() {
        let rule = ResignRule { moves: 2, score: 3.0, two_sided: false };
        let (bad, good, even) = (Some(-3.0), Some(0.5), Some(0.0));
        assert_eq!(lost_after(rule, &[bad, good, bad]), Some((3, Side::White)));
        assert_eq!(lost_after(rule, &[even, bad, even, bad]), Some((4, Side::Black)));
        // Each in turn is no row of either.
        assert_eq!(lost_after(rule, &[bad, bad]), None);
        assert_eq!(lost_after(rule, &[bad, good, even, good, bad, good, bad]), Some((7, Side::White)));
        assert_eq!(lost_after(rule, &[bad, good, None, good, bad]), None);
        assert_eq!(lost_after(rule, &[Some(-2.99); 9]), None);
    }

    #[test]
    fn the_winner_may_have_to_agree() {
        let rule = ResignRule { moves: 2, score: 3.0, two_sided: true };
        let (bad, good) = (Some(-4.0), Some(4.0));
        assert_eq!(lost_after(rule, &[bad, Some(0.0), bad, Some(0.0), bad]), None);
        assert_eq!(lost_after(rule, &[bad, good, bad, good]), Some((4, Side::White)));
        assert_eq!(lost_after(rule, &[good, good, bad, good, bad]), Some((5, Side::White)));
        assert_eq!(lost_after(rule, &[good, bad, good, bad]), Some((4, Side::Black)));
        // A proven result is a score like any other.
        assert_eq!(lost_after(rule, &[Some(99.9), Some(-99.8), Some(99.9), Some(-99.8)]), Some((4, Side::Black)));
    }

    #[test]
    fn a_game_may_not_be_longer_than_allowed() {
        let rule = LengthRule { plies: 200 };
        assert_eq!([0, 199, 200, 201].map(|played| rule.ends(played)), [false, false, true, true]);
    }
}
