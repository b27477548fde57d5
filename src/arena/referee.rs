//! The referee of a game: checks moves and detects the end by the rules of this program.

use crate::notation::{NotationError, SpelledMove, parse_move};
use crate::rules::{Game, GameEnd, Side};

/// The referee of one game.
#[derive(Clone, Debug)]
pub struct Referee {
    game: Game,
    moves: Vec<SpelledMove>,
}

impl Referee {
    /// A referee for a game after an opening.
    pub fn new(opening: Game) -> Referee {
        let moves =
            opening.positions().zip(opening.moves()).map(|(position, mv)| SpelledMove::new(position, mv)).collect();
        Referee { game: opening, moves }
    }

    /// The game so far.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The spelling of each of its moves.
    pub fn moves(&self) -> &[SpelledMove] {
        &self.moves
    }

    /// The side to move.
    pub fn side(&self) -> Side {
        self.game.position().side()
    }

    /// The end of the game by the rules, if it has ended.
    pub fn end(&self) -> Option<GameEnd> {
        self.game.end()
    }

    /// Plays a move written by a player.
    ///
    /// # Errors
    /// [`NotationError`] if it is not a legal move, or is ambiguous; the game is then unchanged.
    pub fn play(&mut self, text: &str) -> Result<(), NotationError> {
        let position = *self.game.position();
        let mv = parse_move(&position, text)?;
        self.moves.push(SpelledMove::new(&position, &mv));
        self.game.play(mv).map_err(|_| NotationError::IllegalMove { token: text.to_owned() })
    }

    /// The game after this move; `None` if the move is illegal or ends the game.
    #[must_use]
    pub fn foresee(&self, text: &str) -> Option<Referee> {
        let mut next = self.clone();
        next.play(text).ok()?;
        next.end().is_none().then_some(next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::fen;
    use crate::rules::{DrawReason, Variant, Win, WinReason};

    fn referee(variant: Variant, position: &str) -> Referee {
        Referee::new(Game::new(fen::parse(variant, position).expect("the FEN is well formed")))
    }

    #[test]
    fn a_move_is_legal_or_changes_nothing() {
        let mut referee = referee(Variant::INTERNATIONAL, "W:W28,32:B23");
        for text in ["32-27", "28x17", "", "(none)", "28x19x14", "1-2"] {
            assert!(referee.play(text).is_err(), "{text}");
        }
        assert!(referee.moves().is_empty() && referee.game().moves().is_empty());
        assert_eq!(referee.play("28x19x23"), Ok(()));
        assert_eq!(referee.moves()[0].pdn(), "28x19");
    }

    #[test]
    fn who_cannot_move_loses_or_wins_as_the_variant_has_it() {
        fn winner(variant: Variant, position: &str) -> Option<GameEnd> {
            let mut referee = referee(variant, position);
            referee.play("18x11").expect("the man can be captured");
            referee.end()
        }
        let won_by = |winner| Some(GameEnd::Win(Win { winner, reason: WinReason::NoMove }));
        assert_eq!(winner(Variant::ENGLISH, "W:W18:B15"), won_by(Side::White));
        assert_eq!(winner(Variant::GIVEAWAY, "W:W18:B15"), won_by(Side::Black));
        let captured = |position| {
            let mut referee = referee(Variant::LOSING, position);
            referee.play("28x19").expect("the man can be captured");
            referee.end()
        };
        assert_eq!(captured("W:W28:B23"), won_by(Side::Black));
    }

    #[test]
    fn repetition_and_quiet_moves_are_draws() {
        let mut referee = referee(Variant::ENGLISH, "W:WK32:BK1");
        for text in ["32-28", "1-5", "28-32", "5-1", "32-28", "1-5", "28-32"] {
            assert_eq!(referee.end(), None, "before {text}");
            referee.play(text).expect("a king's move");
        }
        referee.play("5-1").expect("a king's move");
        assert_eq!(referee.end(), Some(GameEnd::Draw(DrawReason::Repetition)));
    }

    #[test]
    fn what_is_foreseen_does_not_happen() {
        let referee = referee(Variant::INTERNATIONAL, "W:W28,32:B23,1");
        assert!(referee.foresee("32-27").is_none() && referee.foresee("nonsense").is_none());
        let next = referee.foresee("28x19").expect("the game goes on after it");
        assert_eq!((next.moves().len(), referee.moves().len()), (1, 0));
    }
}
