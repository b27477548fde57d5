//! Games within this process: random openings, and the one loop that plays a game to its end.

use rand::Rng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::statistics::Outcome;
use crownhead_engine::engine::LocalPlayer;
use crownhead_engine::support::interrupt::{Interrupt, Interrupted};
use crownhead_rules::{Game, GameEnd, Move, Side, Variant};

/// The random numbers of the opening with this number: the same on every machine, and apart from those of all others.
pub fn opening_random(seed: u64, number: u64) -> ChaCha8Rng {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    random.set_stream(number);
    random
}

/// A game of this many random moves that goes on after them. Games that end before are drawn again, so random games of
/// the variant must be able to last longer.
pub fn random_opening(variant: Variant, plies: usize, random: &mut impl Rng) -> Game {
    loop {
        if let Some(game) = random_line(Game::start(variant), plies, random) {
            return game;
        }
    }
}

/// A game after this many random moves more; `None` if they end it.
pub fn random_line(mut game: Game, plies: usize, random: &mut impl Rng) -> Option<Game> {
    for _ in 0..plies {
        if game.end().is_some() {
            return None;
        }
        let moves = game.position().moves();
        let mv = moves.choose(random).expect("the game goes on, so there is a move");
        game.play(*mv).expect("a listed move is legal");
    }
    game.end().is_none().then_some(game)
}

/// Plays a game on by the moves that `choose` returns, until it ends by the rules or by a claim, it has `most_plies`,
/// or `choose` returns none. Fails as `choose` does; the game then stands where it was.
pub fn play_on<E>(
    game: &mut Game,
    most_plies: usize,
    mut choose: impl FnMut(&Game) -> Result<Option<Move>, E>,
) -> Result<(), E> {
    while game.end_or_claim().is_none() && game.moves().len() < most_plies {
        let Some(mv) = choose(game)? else { break };
        game.play(mv).expect("a player chooses a legal move");
    }
    Ok(())
}

/// The result for the first of two players, who has `side`, of a game that they play on from an opening. A game of
/// `most_plies` is a draw. The players forget all games before. Fails with [`Interrupted`] if that comes before the
/// end.
pub fn play_match_game(
    players: &mut [LocalPlayer; 2],
    side: Side,
    mut opening: Game,
    most_plies: usize,
    interrupt: &Interrupt,
) -> Result<Outcome, Interrupted> {
    players.iter_mut().for_each(LocalPlayer::new_game);
    play_on(&mut opening, most_plies, |game| {
        interrupt.check()?;
        let mover = usize::from(game.position().side() != side);
        Ok(players[mover].choose(game).map(|choice| choice.mv))
    })?;
    Ok(match opening.end_or_claim() {
        Some(GameEnd::Win(win)) if win.winner == side => Outcome::Win,
        Some(GameEnd::Win(_)) => Outcome::Loss,
        Some(GameEnd::Draw(_)) | None => Outcome::Draw,
    })
}
