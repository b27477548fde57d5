//! How long an evaluation takes: `cargo run --release --example eval_speed [ROUNDS]`.
//!
//! The positions are those that searches evaluate, in their order: games of the engine against itself, and in each some
//! searches whose leaves are recorded. Both evaluations are timed in turn, on pieces of a list that take a tenth of a
//! millisecond, and the fastest of all rounds counts for a piece: what else a machine does then hardly tells.

use std::hint::black_box;
use std::sync::Mutex;
use std::time::Instant;

use crownhead::eval::{Evaluate, Evaluation, EvaluationOptions, Score, Tuning};
use crownhead::rules::{English, Game, Giveaway, International, Losing, Move, Ply, Position, Rules};
use crownhead::search::{
    Depth, Draughts, Policy, SearchOptions, Searcher, Table, TableSize, Task, Unsupervised,
};
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

const GAMES: u64 = 6;
const OPENING_PLIES: usize = 6;
const MOST_PLIES: usize = 90;
/// The depth of the moves, and of the searches whose leaves are recorded.
const DEPTHS: [u32; 2] = [4, 9];
/// A search is recorded each so many plies, up to so many leaves.
const BETWEEN_RECORDS: usize = 9;
const MOST_LEAVES: usize = 4000;
/// Positions timed together.
const PIECE: usize = 4000;

fn main() {
    let rounds = std::env::args().nth(1).map_or(40, |rounds| rounds.parse().expect("a number of rounds"));
    time::<English>(rounds);
    time::<Giveaway>(rounds);
    time::<International>(rounds);
    time::<Losing>(rounds);
}

fn time<R: Rules>(rounds: usize) {
    let positions = leaves::<R>();
    let evaluations = [EvaluationOptions::linear(), EvaluationOptions::default()]
        .map(|options| Evaluation::<R>::new(&options));
    let pieces: Vec<_> = positions.chunks_exact(PIECE).collect();
    let mut fastest = vec![[f64::INFINITY; 2]; pieces.len()];
    for _ in 0..rounds {
        for (piece, fastest) in pieces.iter().zip(&mut fastest) {
            for (evaluation, fastest) in evaluations.iter().zip(fastest) {
                *fastest = fastest.min(nanoseconds(evaluation, piece));
            }
        }
    }
    let mean = |place: usize| fastest.iter().map(|times| times[place]).sum::<f64>() / fastest.len() as f64;
    let kings = positions.iter().filter(|position| position.all_kings().any()).count();
    println!(
        "{:13} linear {:5.1} ns, learned {:5.1} ns an evaluation; {} positions, {} % with kings",
        R::NAME,
        mean(0),
        mean(1),
        positions.len(),
        100 * kings / positions.len()
    );
}

/// The mean time of an evaluation.
fn nanoseconds<R: Rules>(evaluation: &Evaluation<R>, positions: &[Position<R>]) -> f64 {
    let start = Instant::now();
    for position in positions {
        black_box(evaluation.value(black_box(position)));
    }
    start.elapsed().as_nanos() as f64 / positions.len() as f64
}

/// Remembers what it evaluates.
#[derive(Debug)]
struct Recording<R: Rules> {
    evaluation: Evaluation<R>,
    seen: Mutex<Vec<Position<R>>>,
}

impl<R: Rules> Evaluate<R> for Recording<R> {
    type Trail = ();

    fn trail(&self, _: &Position<R>) {}

    fn follow(&self, (): &mut (), _: Ply, _: &Position<R>, _: &Move, _: &Position<R>) {}

    fn evaluate(&self, (): &(), _: Ply, position: &Position<R>) -> Score {
        self.seen.lock().expect("no thread has panicked").push(*position);
        self.evaluation.value(position)
    }

    fn tuning(&self) -> Tuning {
        self.evaluation.tuning()
    }
}

fn leaves<R: Rules>() -> Vec<Position<R>> {
    let recording =
        Recording { evaluation: Evaluation::<R>::new(&EvaluationOptions::default()), seen: Mutex::default() };
    let table = Table::new(TableSize::MIN, Policy::Bucket).expect("there is memory for the smallest table");
    let mut searcher = Searcher::new(Draughts::new(recording), table, SearchOptions::default());
    let mut leaves = Vec::new();
    for seed in 0..GAMES {
        let mut game = opening::<R>(seed);
        while game.end().is_none() && game.moves().len() < MOST_PLIES {
            let is_recorded = game.moves().len().is_multiple_of(BETWEEN_RECORDS);
            let depth = Depth::new(DEPTHS[usize::from(is_recorded)]);
            let best = searcher.search(&Task::of(&game).up_to(depth), &mut Unsupervised).best;
            game.play(best.expect("the game goes on")).expect("the search returns a legal move");
            let seen = &searcher.tree.evaluation().seen;
            let mut seen = std::mem::take(&mut *seen.lock().expect("no thread has panicked"));
            seen.truncate(if is_recorded { MOST_LEAVES } else { 0 });
            leaves.extend(seen);
        }
    }
    leaves
}

fn opening<R: Rules>(seed: u64) -> Game<R> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut game = Game::start();
    for _ in 0..OPENING_PLIES {
        let moves = game.position().moves();
        game.play(*moves.choose(&mut random).expect("the game goes on")).expect("a listed move is legal");
    }
    game
}
