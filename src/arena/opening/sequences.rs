//! All sequences of moves from the start position.

use super::{Opening, move_text};
use crate::rules::{Game, Variant};

/// Every sequence of a number of plies from the start position of a variant that does not end the game, in the order of the move
/// generator. Different sequences can lead to the same position. The name of an opening is its moves.
///
/// Their number is about the perft count: 302 of three plies in English, 658 in international draughts, tens and
/// hundreds of thousands of six plies.
pub fn sequences(variant: Variant, plies: usize) -> Vec<Opening> {
    let mut openings = Vec::new();
    extend(&mut Game::start(variant), plies, &mut openings);
    openings
}

fn extend(game: &mut Game, plies: usize, openings: &mut Vec<Opening>) {
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

    #[test]
    fn there_are_as_many_as_perft_counts() {
        let english: Vec<_> = (0..5).map(|plies| sequences(Variant::ENGLISH, plies).len()).collect();
        assert_eq!(english, [1, 7, 49, 302, 1469]);
        assert_eq!(sequences(Variant::INTERNATIONAL, 3).len(), 658);
        let opening = &sequences(Variant::INTERNATIONAL, 2)[1];
        assert_eq!(opening.name(), move_text(opening.game()));
        assert_eq!(opening.moves().len(), 2);
    }
}
