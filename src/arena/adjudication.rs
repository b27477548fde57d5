//! Adjudication of decided games: by the players' scores, by length, and by the endgame tables.
//!
//! Scores are in men, for the player who moves. A move without a score (of an engine that reports none) resets every
//! counter. The rules are those of cutechess and fastchess, except that those count draws in full moves; here, counts
//! over both players are in plies.

use super::record::{GameOver, Termination};
use crownhead_engine::endgame::{Known, Tables, Wdl};
use crownhead_rules::{Game, Side};

/// The adjudication rules of a match; all are optional.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct AdjudicationRules {
    /// A draw, when all scores are near zero.
    pub draw: Option<DrawRule>,
    /// A loss, when the scores of a player are low.
    pub resign: Option<ResignRule>,
    /// A draw, when the game has this number of plies, including the opening.
    pub most_plies: Option<usize>,
}

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

/// Applies the rules and the endgame tables to a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct GameAdjudicator<'a> {
    draw: Option<DrawCounter>,
    resign: Option<ResignCounter>,
    most_plies: Option<usize>,
    tables: Option<&'a Tables>,
    played: usize,
}

impl<'a> GameAdjudicator<'a> {
    /// For a game after an opening of `played` plies.
    pub(super) fn new(rules: AdjudicationRules, tables: Option<&'a Tables>, played: usize) -> GameAdjudicator<'a> {
        GameAdjudicator {
            draw: rules.draw.map(|rule| DrawCounter::new(rule, played)),
            resign: rules.resign.map(ResignCounter::new),
            most_plies: rules.most_plies,
            tables,
            played,
        }
    }

    /// Counts a move of `side` and its reported score, in men; returns the result if the game is over.
    pub(super) fn by_score(&mut self, side: Side, score: Option<f64>) -> Option<GameOver> {
        self.played += 1;
        let is_drawn = self.draw.as_mut().is_some_and(|counter| counter.after(score));
        let loser = self.resign.as_mut().and_then(|counter| counter.after(side, score));
        let is_too_long = self.most_plies.is_some_and(|most| self.played >= most);
        if let Some(loser) = loser {
            let winner = loser.opponent();
            return Some(adjudicated(Some(winner), format!("{winner} wins by adjudication")));
        }
        match (is_drawn, is_too_long) {
            (true, _) => Some(adjudicated(None, "Draw by adjudication".to_owned())),
            (false, true) => {
                Some(adjudicated(None, format!("Draw by adjudication: {} plies were played", self.played)))
            }
            (false, false) => None,
        }
    }

    /// The result by [`winner_by_tables`].
    pub(super) fn by_tables(&self, game: &Game) -> Option<GameOver> {
        let (winner, plies) = winner_by_tables(game, self.tables?)?;
        let reason = match winner.zip(plies) {
            Some((winner, plies)) => format!("{winner} wins by adjudication: in {plies} plies, by the table"),
            None => "Draw by adjudication: by the table".to_owned(),
        };
        Some(adjudicated(winner, reason))
    }
}

/// The winner of a game that has not ended yet and the plies to the win, if the tables know its result; neither for a
/// draw. A win before which a draw article may end the game is no result.
pub fn winner_by_tables(game: &Game, tables: &Tables) -> Option<(Option<Side>, Option<u16>)> {
    let Known { outcome, plies } = tables.probe(game.position())?;
    let side = game.position().side();
    let winner = match outcome {
        Wdl::Draw => None,
        Wdl::Win => Some(side),
        Wdl::Loss => Some(side.opponent()),
    };
    let left = game.clock().plies_left(&game.variant().articles().draws);
    plies.zip(left).is_none_or(|(plies, left)| plies <= left).then_some((winner, plies))
}

const fn adjudicated(winner: Option<Side>, reason: String) -> GameOver {
    GameOver { winner, termination: Termination::Adjudication, reason }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crownhead_engine::endgame::TablesOptions;
    use crownhead_rules::Variant;
    use crownhead_rules::notation::fen;

    /// After which of the moves, from 1, the game is called a draw for the first time.
    fn drawn_after(rule: DrawRule, played: usize, scores: &[Option<f64>]) -> Option<usize> {
        let mut counter = DrawCounter::new(rule, played);
        scores.iter().position(|&score| counter.after(score)).map(|index| index + 1)
    }

    #[test]
    fn a_draw_takes_a_number_of_even_scores_in_a_row() {
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
        for (played, ply) in [(0, 10), (8, 4), (3, 7), (50, 4)] {
            assert_eq!(drawn_after(rule, played, &[Some(0.0); 20]), Some(ply));
        }
    }

    /// Who has lost after which of the moves; White moves first.
    fn lost_after(rule: ResignRule, scores: &[Option<f64>]) -> Option<(usize, Side)> {
        let mut counter = ResignCounter::new(rule);
        let mut moves = scores.iter().zip(Side::ALL.into_iter().cycle()).zip(1..);
        moves.find_map(|((&score, side), number)| counter.after(side, score).map(|loser| (number, loser)))
    }

    #[test]
    fn a_player_resigns_after_a_number_of_bad_scores_in_a_row() {
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

    /// The ply, after two of an opening, at which a game with these scores ends, and how.
    fn end(scores: &[f64]) -> Option<(usize, String)> {
        let rules = AdjudicationRules {
            draw: Some(DrawRule { from_ply: 6, plies: 4, score: 0.1 }),
            resign: Some(ResignRule { moves: 2, score: 3.0, two_sided: false }),
            most_plies: Some(9),
        };
        let mut adjudicator = GameAdjudicator::new(rules, None, 2);
        let mut moves = scores.iter().zip([Side::Black, Side::White].into_iter().cycle()).zip(3..);
        moves.find_map(|((&score, side), ply)| adjudicator.by_score(side, Some(score)).map(|end| (ply, end.reason)))
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
    fn without_rules_no_game_is_cut_short() {
        let mut adjudicator = GameAdjudicator::new(AdjudicationRules::default(), None, 0);
        assert!((0..1000).all(|_| adjudicator.by_score(Side::White, Some(-99.0)).is_none()));
    }

    fn built_in_tables() -> Tables {
        let (tables, faults) = Tables::open(Variant::ENGLISH, &TablesOptions::built_in());
        assert!(faults.is_empty(), "{faults:?}");
        tables
    }

    fn by_tables(tables: &Tables, game: &Game) -> Option<GameOver> {
        GameAdjudicator::new(AdjudicationRules::default(), Some(tables), 0).by_tables(game)
    }

    #[test]
    fn results_that_the_tables_know_are_adjudicated() {
        let tables = built_in_tables();
        let decided = |text| {
            let game = Game::new(fen::parse(Variant::ENGLISH, text).expect("the FEN is well formed"));
            by_tables(&tables, &game).map(|over| (over.winner, over.reason))
        };
        let won = (Some(Side::White), "White wins by adjudication: in 21 plies, by the table".to_owned());
        assert_eq!(decided("W:WK14,K15:BK32"), Some(won));
        let lost = decided("B:WK14,K15:BK28").expect("it is known");
        assert!(lost.0 == Some(Side::White) && lost.1.ends_with(" plies, by the table"), "{lost:?}");
        let draw = (None, "Draw by adjudication: by the table".to_owned());
        assert_eq!(decided("W:WK14,K15:BK28,K32"), Some(draw));
        assert_eq!(decided("W:WK14,K15:BK27,K28,K32"), None);
    }

    #[test]
    fn a_win_that_an_article_may_forestall_is_played_on() {
        // The longest win takes 109 plies, and 80 without a capture or a move of a man are a draw.
        let tables = built_in_tables();
        let mut late = 0;
        for chance in 0..10_000_u64 {
            let position = tables.position(4, chance.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 7);
            let game = Game::new(position.expect("there is a table"));
            let Some(Known { plies: Some(plies), .. }) = tables.probe(game.position()) else { continue };
            if game.clock().plies_left(&game.variant().articles().draws).is_some_and(|left| plies > left) {
                late += 1;
                assert_eq!(by_tables(&tables, &game), None, "{}", fen::write(game.position()));
            }
        }
        assert!(late > 0, "there are such wins");
    }
}
