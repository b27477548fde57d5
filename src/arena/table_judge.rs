//! Adjudication by the endgame tables: a game ends where they know its result.

use std::sync::Arc;

use super::terms::Decision;
use crate::endgame::{Known, Outcome, Tables};
use crate::rules::Game;

/// Ends games by the endgame tables. Clones share the tables.
#[derive(Debug)]
pub struct TableJudge(Arc<Tables>);

impl TableJudge {
    /// A judge of all positions that the tables know.
    pub fn new(tables: Tables) -> TableJudge {
        TableJudge(Arc::new(tables))
    }

    /// The result of a game that has not ended yet. `None` if it is not known, or if a draw article may end the game
    /// before the win.
    pub(super) fn decide(&self, game: &Game) -> Option<Decision> {
        let Known { outcome, plies } = self.0.probe(game.position())?;
        let side = game.position().side();
        let winner = match outcome {
            Outcome::Draw => {
                return Some(Decision { winner: None, reason: "Draw by adjudication: by the table".to_owned() });
            }
            Outcome::Win => side,
            Outcome::Loss => side.opponent(),
        };
        let plies = plies.filter(|plies| {
            game.clock().plies_left(&game.variant().articles().draws).is_none_or(|left| *plies <= left)
        })?;
        let reason = format!("{winner} wins by adjudication: in {plies} plies, by the table");
        Some(Decision { winner: Some(winner), reason })
    }
}

impl Clone for TableJudge {
    fn clone(&self) -> TableJudge {
        TableJudge(Arc::clone(&self.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::endgame::TablesOptions;
    use crate::notation::{fen, parse_move};
    use crate::rules::{Side, Variant};

    fn decided(text: &str, moves: &[&str]) -> Option<(Option<Side>, String)> {
        let mut game = Game::new(fen::parse(Variant::ENGLISH, text).expect("the FEN is well formed"));
        for text in moves {
            let mv = parse_move(game.position(), text).expect("the move is legal");
            game.play(mv).expect("the move is legal");
        }
        let (tables, faults) = Tables::open(Variant::ENGLISH, &TablesOptions::built_in());
        assert!(faults.is_empty(), "{faults:?}");
        TableJudge::new(tables).decide(&game).map(|decision| (decision.winner, decision.reason))
    }

    #[test]
    fn what_the_tables_know_is_decided() {
        let won = (Some(Side::White), "White wins by adjudication: in 21 plies, by the table".to_owned());
        assert_eq!(decided("W:WK14,K15:BK32", &[]), Some(won));
        let lost = decided("B:WK14,K15:BK28", &[]).expect("it is known");
        assert!(lost.0 == Some(Side::White) && lost.1.ends_with(" plies, by the table"), "{lost:?}");
        let draw = (None, "Draw by adjudication: by the table".to_owned());
        assert_eq!(decided("W:WK14,K15:BK28,K32", &[]), Some(draw));
        assert_eq!(decided("W:WK14,K15:BK27,K28,K32", &[]), None);
    }

    #[test]
    fn a_win_that_an_article_may_forestall_is_played_on() {
        // The longest win takes 109 plies, and 80 without a capture or a move of a man are a draw.
        let (tables, _) = Tables::open(Variant::ENGLISH, &TablesOptions::built_in());
        let judge = TableJudge::new(tables);
        let mut late = 0;
        for chance in 0..10_000_u64 {
            let position = judge.0.position(4, chance.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 7);
            let game = Game::new(position.expect("there is a table"));
            let Some(Known { plies: Some(plies), .. }) = judge.0.probe(game.position()) else { continue };
            if game.clock().plies_left(&game.variant().articles().draws).is_some_and(|left| plies > left) {
                late += 1;
                assert_eq!(judge.decide(&game), None, "{}", fen::write(game.position()));
            }
        }
        assert!(late > 0, "there are such wins");
    }
}
