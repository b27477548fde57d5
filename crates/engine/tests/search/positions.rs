//! Random positions: from playouts of any length, and endings with kings.

use crownhead_rules::{AnyPosition, Army, Bitboard, Game, Side, Variant};
use rand::RngExt;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// The random numbers of one use of one case.
pub fn random(seed: u64, case: usize) -> ChaCha8Rng {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    random.set_stream(case as u64);
    random
}

/// A game that is not over: two in three from a playout, the third an ending.
pub fn any_game(variant: Variant, random: &mut ChaCha8Rng) -> Game {
    if random.random_ratio(2, 3) {
        let plies = random.random_range(0..100);
        playout(variant, plies, random)
    } else {
        let armies = [random.random_range(1..=4), random.random_range(1..=4)];
        ending(variant, armies, random)
    }
}

/// A game of so many random moves, or of fewer if it ended before; it stands before its last move then.
fn playout(variant: Variant, plies: usize, random: &mut ChaCha8Rng) -> Game {
    let mut game = Game::start(variant);
    while game.moves().len() < plies && game.end().is_none() {
        let moves = game.position().moves();
        game.play(*moves.choose(random).expect("the game goes on")).expect("it was listed");
    }
    if game.end().is_some() {
        game.take_back();
    }
    game
}

/// Pieces of the given numbers, White's first, on random squares; most are kings.
pub fn ending(variant: Variant, pieces: [usize; 2], random: &mut ChaCha8Rng) -> Game {
    let board = variant.board();
    loop {
        let mut squares: Vec<_> = board.squares().map(|square| board.bit(square)).collect();
        squares.shuffle(random);
        let mut squares = squares.into_iter();
        let armies = Side::ALL.map(|side| {
            let mut army = Army::default();
            for square in squares.by_ref().take(pieces[side.index()]) {
                let is_king = random.random_ratio(3, 4) || square.meets(board.crownhead(side));
                let kind: &mut Bitboard = if is_king { &mut army.kings } else { &mut army.men };
                *kind |= square;
            }
            army
        });
        let side = *Side::ALL.choose(random).expect("there are two sides");
        let game = Game::new(AnyPosition::new(variant, armies, side).expect("no man stands on its crownhead"));
        if game.end().is_none() {
            return game;
        }
    }
}
