//! Games and positions to search: random games, positions of games of the engine against itself, and openings.

use std::collections::{BTreeMap, HashSet};

use once_cell::sync::Lazy;
use parking_lot::Mutex;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::{DraughtsBench, LabError, Method, OWN_GUESSES, baseline};
use crate::arena::SelfPlay;
use crate::arena::{opening_random, random_opening};
use crownhead_engine::eval::{Evaluation, EvaluationOptions};
use crownhead_engine::search::Policy;
use crownhead_engine::search::{DriverKind, ModeKind, SearchOptions, TableSize, Task};
use crownhead_engine::support::interrupt::Interrupt;
use crownhead_rules::{Game, Move, Variant};

/// Random games of `plies` moves each (Mandziuk and Osman 2004, section 4). A game that ends earlier is replaced by
/// another one.
pub fn random_games(variant: Variant, count: usize, plies: usize, seed: u64) -> Vec<Game> {
    let game = |number| random_opening(variant, plies, &mut opening_random(seed, number as u64));
    (0..count).map(game).collect()
}

/// Each position of a game in which a move was made, with its past.
pub fn prefixes(game: &Game) -> Vec<Game> {
    (0..game.moves().len()).map(|plies| replayed(game.variant(), &game.moves()[..plies])).collect()
}

fn replayed(variant: Variant, moves: &[Move]) -> Game {
    let mut game = Game::start(variant);
    moves.iter().for_each(|&mv| game.play(mv).expect("the moves were played before"));
    game
}

/// Balanced positions, each from another self-play game: from the 8th to the 40th ply, with a choice of moves, and a
/// static evaluation of at most a man and a half for either side (Plaat et al. 1995, section 5.1: positions of real
/// games, balanced).
pub fn played_positions(variant: Variant, count: usize, seed: u64) -> Result<Vec<Game>, LabError> {
    once(("played", variant.name(), count, seed), || play_positions(variant, count, seed))
}

/// What positions are, of which variant, how many, and their seed.
type PositionsKey = (&'static str, &'static str, usize, u64);

/// Positions are made once for all experiments of a run of the program that have the same.
fn once(key: PositionsKey, make: impl FnOnce() -> Result<Vec<Game>, LabError>) -> Result<Vec<Game>, LabError> {
    static MADE: Lazy<Mutex<BTreeMap<PositionsKey, Vec<Game>>>> = Lazy::new(Mutex::default);
    if let Some(made) = MADE.lock().get(&key) {
        return Ok(made.clone());
    }
    let made = make()?;
    MADE.lock().insert(key, made.clone());
    Ok(made)
}

fn play_positions(variant: Variant, count: usize, seed: u64) -> Result<Vec<Game>, LabError> {
    let evaluation = Evaluation::new(variant, &EvaluationOptions::linear());
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut positions = Vec::new();
    for batch in 0.. {
        for record in series(variant, count, seed.wrapping_add(batch << 32)).run(&Interrupt::default(), |_| {})? {
            let longest = record.moves.len().min(41);
            let cut = if longest > 8 { random.random_range(8..longest) } else { continue };
            let position = replayed(variant, &record.moves[..cut]);
            if is_balanced_choice(&position, &evaluation) {
                positions.push(position);
            }
            if positions.len() == count {
                return Ok(positions);
            }
        }
    }
    Ok(positions)
}

fn series(variant: Variant, games: usize, seed: u64) -> SelfPlay {
    SelfPlay {
        variant,
        games,
        nodes: 2_000,
        opening_plies: 6,
        seed,
        table_size: TableSize::MIN,
        evaluation: EvaluationOptions::linear(),
        options: SearchOptions { mode: ModeKind::Paper, driver: DriverKind::MtdF, ..baseline() },
        concurrency: 1,
    }
}

/// Whether there is a choice of moves, no capture, and a small evaluation.
fn is_balanced_choice(game: &Game, evaluation: &Evaluation) -> bool {
    let position = game.position();
    let is_balanced = evaluation.value(position).men().abs() <= 1.5;
    game.end().is_none() && !position.has_capture() && position.moves().len() > 1 && is_balanced
}

/// The depth of the search that checks an opening, and the maximum lead of a side, in men.
const CHECK_DEPTH: u32 = 9;
const MOST_LEAD: f64 = 0.75;

/// Every different position after `plies` moves in which neither side leads by more than three quarters of a man in a
/// search of nine plies, in the order of the move generator: the ballots of van Horssen 2018, section 2.1, without
/// those that lose a man.
pub fn balanced_openings(variant: Variant, plies: usize) -> Result<Vec<Game>, LabError> {
    once(("openings", variant.name(), plies, 0), || find_balanced_openings(variant, plies))
}

fn find_balanced_openings(variant: Variant, plies: usize) -> Result<Vec<Game>, LabError> {
    let method = Method::engine(DriverKind::MtdF).on(1 << 14, Policy::Bucket);
    let mut bench = DraughtsBench::new(variant, &method)?;
    let mut games = vec![Game::start(variant)];
    for _ in 0..plies {
        games = longer(&games);
    }
    let mut openings = Vec::new();
    for game in games {
        let iterations = bench.search(Task::of(&game), CHECK_DEPTH, OWN_GUESSES, &Interrupt::default())?;
        let is_even = iterations.last().is_some_and(|last| last.iteration.score.men().abs() <= MOST_LEAD);
        if game.end().is_none() && is_even {
            openings.push(game);
        }
    }
    Ok(openings)
}

/// Every game that is one move longer, without transpositions.
fn longer(games: &[Game]) -> Vec<Game> {
    let mut seen = HashSet::new();
    let mut next = Vec::new();
    for game in games {
        for &mv in &game.position().moves() {
            let mut game = game.clone();
            game.play(mv).expect("a listed move is legal");
            if seen.insert(game.position().key()) {
                next.push(game);
            }
        }
    }
    next
}

/// `count` of the openings, evenly spread; all of them if there are fewer.
pub fn spread<T: Clone>(openings: &[T], count: usize) -> Vec<T> {
    let count = count.min(openings.len());
    (0..count).map(|number| openings[number * openings.len() / count].clone()).collect()
}
