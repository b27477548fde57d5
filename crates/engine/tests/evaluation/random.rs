//! Games of random moves.

use crownhead_rules::{AnyPosition, Game, Position, Rules, Variant};
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// So many games from the start to their ends.
pub fn random_games(variant: Variant, games: usize) -> Vec<Game> {
    let mut random = ChaCha8Rng::seed_from_u64(5);
    let mut play = || {
        let mut game = Game::start(variant);
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
    random_games(Variant::of::<R>(), games).iter().flat_map(positions_of).collect()
}

/// The positions of a game of these rules.
pub fn positions_of<R: Rules>(game: &Game) -> Vec<Position<R>> {
    let typed = |position: &AnyPosition| position.typed().expect("the game is of these rules");
    game.positions().map(typed).collect()
}
