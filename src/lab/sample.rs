//! Sample games and positions to search.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::arena::SelfPlay;
use crate::engine::{opening_random, random_opening};
use crate::eval::{Evaluation, EvaluationOptions};
use crate::rules::{Game, Move, Variant};
use crate::search::{DriverKind, ModeKind, SearchOptions, TableSize};

use super::{LabError, baseline};

/// A game so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// Its variant.
    pub variant: Variant,
    /// Its moves from the start position.
    pub moves: Vec<Move>,
}

impl Sample {
    /// The game, move by move.
    pub fn game(&self) -> Game {
        let mut game = Game::start(self.variant);
        for &mv in &self.moves {
            game.play(mv).expect("the moves of a sample are legal");
        }
        game
    }
}

/// Random games of `plies` moves each (Mandziuk and Osman 2004, section 4). A game that ends earlier is replaced by
/// another one.
pub fn random_games(variant: Variant, count: usize, plies: usize, seed: u64) -> Vec<Sample> {
    (0..count).map(|number| random_game(variant, number, plies, seed)).collect()
}

fn random_game(variant: Variant, number: usize, plies: usize, seed: u64) -> Sample {
    let game = random_opening(variant, plies, &mut opening_random(seed, number as u64));
    Sample { variant, moves: game.moves().to_vec() }
}

/// Balanced positions, each from another self-play game: from the 8th to the 40th ply, with a choice of moves, and a
/// static evaluation of at most a man and a half for either side (Plaat et al. 1995, section 5.1: positions of real
/// games, balanced).
///
/// # Errors
/// If the table of those games cannot be allocated.
pub fn played_positions(variant: Variant, count: usize, seed: u64) -> Result<Vec<Sample>, LabError> {
    let evaluation = Evaluation::new(variant, &EvaluationOptions::linear());
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut samples = Vec::new();
    for batch in 0.. {
        for record in series(variant, count, seed.wrapping_add(batch << 32)).run(|_| {})? {
            let longest = record.moves.len().min(41);
            let cut = if longest > 8 { random.random_range(8..longest) } else { continue };
            let sample = Sample { variant, moves: record.moves[..cut].to_vec() };
            if is_balanced_choice(&sample.game(), &evaluation) {
                samples.push(sample);
            }
            if samples.len() == count {
                return Ok(samples);
            }
        }
    }
    Ok(samples)
}

/// Games of the search against itself.
fn series(variant: Variant, games: usize, seed: u64) -> SelfPlay {
    let options = SearchOptions { mode: ModeKind::Paper, driver: DriverKind::MtdF, ..baseline() };
    SelfPlay {
        variant,
        games,
        nodes: 2_000,
        opening_plies: 6,
        seed,
        table_size: TableSize::MIN,
        evaluation: EvaluationOptions::linear(),
        options,
        concurrency: 1,
    }
}

/// Whether there is a choice of moves, no capture, and a small evaluation.
fn is_balanced_choice(game: &Game, evaluation: &Evaluation) -> bool {
    let position = game.position();
    let is_balanced = evaluation.value(position).men().abs() <= 1.5;
    game.end().is_none() && !position.has_capture() && position.moves().len() > 1 && is_balanced
}
