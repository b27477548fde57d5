//! All sequences of moves from the start position.

use super::{Opening, move_text};
use crate::rules::{Game, Rules};

/// Every sequence of a number of plies from the start position that does not end the game, in the order of the move
/// generator. Different sequences can lead to the same position. The name of an opening is its moves.
///
/// Their number is about the perft count: 302 of three plies in English, 658 in international draughts, tens and
/// hundreds of thousands of six plies.
pub fn sequences<R: Rules>(plies: usize) -> Vec<Opening<R>> {
    let mut openings = Vec::new();
    extend(&mut Game::start(), plies, &mut openings);
    openings
}

fn extend<R: Rules>(game: &mut Game<R>, plies: usize, openings: &mut Vec<Opening<R>>) {
    if game.end().is_some() {
        return;
    }
    if plies == 0 {
        openings.push(Opening::new(move_text(game), game.clone()));
        return;
    }
    for mv in game.position().moves() {
        game.play(mv).expect("a listed move is legal");
        extend(game, plies - 1, openings);
        game.take_back();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{English, International};

    #[test]
    fn there_are_as_many_as_perft_counts() {
        let english: Vec<_> = (0..5).map(|plies| sequences::<English>(plies).len()).collect();
        assert_eq!(english, [1, 7, 49, 302, 1469]);
        assert_eq!(sequences::<International>(3).len(), 658);
        let opening = &sequences::<International>(2)[1];
        assert_eq!(opening.name(), move_text(opening.game()));
        assert_eq!(opening.moves().len(), 2);
    }
}
