//! Games of random moves.

use crownhead::rules::{Game, Position, Rules};
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// So many games from the start to their ends.
pub fn random_games<R: Rules>(games: usize) -> Vec<Game<R>> {
    let mut random = ChaCha8Rng::seed_from_u64(5);
    let mut play = || {
        let mut game = Game::<R>::start();
        while game.end().is_none() {
            let moves = game.position().moves();
            game.play(*moves.choose(&mut random).expect("the game goes on")).expect("a listed move is legal");
        }
        game
    };
    (0..games).map(|_| play()).collect()
}

/// All positions of so many games.
pub fn random_positions<R: Rules>(games: usize) -> Vec<Position<R>> {
    random_games::<R>(games).iter().flat_map(|game| game.positions().copied().collect::<Vec<_>>()).collect()
}
