//! The game that led to a position: sent by the host, or else remembered from the last move.

use crate::notation::{SpelledMove, fen, parse_move};
use crate::rules::{AnyPosition, Game, Variant};

/// A game as text: where it starts, and the moves since.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Record {
    pub(super) fen: String,
    pub(super) moves: Vec<String>,
}

impl Record {
    /// Parses `FEN [move ...]`. They are validated when they are played.
    pub(super) fn read(text: &str) -> Record {
        let mut words = text.split_whitespace().map(str::to_owned);
        Record { fen: words.next().unwrap_or_default(), moves: words.collect() }
    }

    /// The record of a game.
    pub(super) fn of(game: &Game) -> Record {
        let start = game.positions().next().map(fen::write).unwrap_or_default();
        let spell = |(position, mv)| SpelledMove::new(position, mv).hub();
        Record { fen: start, moves: game.positions().zip(game.moves()).map(spell).collect() }
    }

    /// The game, or `None` if the position or a move is invalid.
    fn play(&self, variant: Variant) -> Option<Game> {
        let mut game = Game::new(fen::parse(variant, &self.fen).ok()?);
        for text in &self.moves {
            let mv = parse_move(game.position(), text).ok()?;
            game.play(mv).ok()?;
        }
        Some(game)
    }
}

/// The game that led to a position: the one `sent` by the host if it ends there; else the one `remembered` with one
/// more move, if that ends there; else one that starts there.
///
/// Hosts older than `set gamehist` send nothing, and pydraughts sends long games in an unknown format.
pub(super) fn game_at(position: &AnyPosition, sent: Option<&Record>, remembered: Option<&Record>) -> Game {
    let sent = sent.and_then(|sent| sent.play(position.variant())).filter(|game| game.position() == position);
    sent.or_else(|| continued(position, remembered?)).unwrap_or_else(|| Game::new(*position))
}

fn continued(position: &AnyPosition, record: &Record) -> Option<Game> {
    let mut game = record.play(position.variant())?;
    let before = *game.position();
    let mv = before.moves().into_iter().find(|mv| before.succ(mv) == *position)?;
    game.play(mv).ok()?;
    Some(game)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{DrawReason, GameEnd};

    const KINGS: &str = "B:WK1:BK32";
    const THERE_AND_BACK: &str = "32-27 1-6 27-32 6-1";

    fn position(text: &str) -> AnyPosition {
        fen::parse(Variant::ENGLISH, text).expect("the FEN is well formed")
    }

    #[test]
    fn what_is_told_is_played() {
        let sent = Record::read(&format!("{KINGS} {THERE_AND_BACK} {THERE_AND_BACK}"));
        let game = game_at(&position(KINGS), Some(&sent), None);
        assert_eq!(game.end(), Some(GameEnd::Draw(DrawReason::Repetition)));
        assert_eq!(Record::of(&game), sent);
    }

    #[test]
    fn what_does_not_end_at_the_position_is_passed_over() {
        let here = position(KINGS);
        for sent in ["", "garbage", "B:WK1:BK32 32-27", "B:WK1:BK32 32-1", "B:WK1:BK31", "W:WK1:BK32"] {
            let game = game_at(&here, Some(&Record::read(sent)), None);
            assert_eq!((game.moves().len(), game.position()), (0, &here), "{sent}");
        }
    }

    #[test]
    fn without_a_word_the_last_game_goes_on() {
        let remembered = Record::read("B:WK1:BK32 32-27");
        let here = position("B:WK6:BK27");
        assert_eq!(game_at(&here, None, Some(&remembered)).moves().len(), 2);
        let elsewhere = position("B:WK10:BK27");
        assert_eq!(game_at(&elsewhere, None, Some(&remembered)).moves().len(), 0);
        let sent = Record::read("B:WK6:BK27");
        assert_eq!(game_at(&here, Some(&sent), Some(&remembered)).moves().len(), 0);
    }
}
