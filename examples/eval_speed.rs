//! How long an evaluation takes: `cargo run --release --example eval_speed`.
//!
//! The positions are those of random games, the ones that a search would evaluate: without a capture to make.

use std::hint::black_box;
use std::time::Instant;

use crownhead::eval::{Evaluation, EvaluationOptions, Grain, Patterns, Score, Shapes};
use crownhead::rules::{English, Game, Giveaway, International, Losing, Position, Rules};
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

const GAMES: usize = 200;
const ROUNDS: usize = 200;

fn main() {
    time::<English>();
    time::<Giveaway>();
    time::<International>();
    time::<Losing>();
}

fn time<R: Rules>() {
    let positions = positions::<R>();
    let linear = Evaluation::<R>::new(&EvaluationOptions::linear());
    let weights = (0..Shapes::<R>::LEN).map(|index| [(index % 101) as i16 - 50, (index % 67) as i16 - 33]);
    let patterns = Patterns::<R>::new(weights.collect(), Grain::REAL).expect("as many weights as patterns");
    let linear = fastest(&positions, |position| linear.value(position));
    let patterns = fastest(&positions, |position| patterns.evaluate(position));
    println!("{:13} {linear:5.1} ns an evaluation, {patterns:5.1} ns by patterns", R::NAME);
}

/// The time of an evaluation in the fastest of all rounds, in nanoseconds.
fn fastest<R: Rules>(positions: &[Position<R>], evaluate: impl Fn(&Position<R>) -> Score) -> f64 {
    let round = |_| {
        let start = Instant::now();
        for position in positions {
            black_box(evaluate(black_box(position)));
        }
        start.elapsed().as_nanos() as f64 / positions.len() as f64
    };
    (0..ROUNDS).map(round).fold(f64::INFINITY, f64::min)
}

fn positions<R: Rules>() -> Vec<Position<R>> {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut positions = Vec::new();
    for _ in 0..GAMES {
        let mut game = Game::<R>::start();
        while game.end().is_none() {
            let moves = game.position().moves();
            game.play(*moves.choose(&mut random).expect("the game goes on")).expect("a listed move is legal");
        }
        positions.extend(game.positions().filter(|position| !position.has_capture()));
    }
    positions
}
