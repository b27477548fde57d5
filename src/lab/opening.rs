//! Openings: all balanced positions after a number of moves from the start position.

use std::collections::HashSet;

use super::measure::{DraughtsBench, OWN_GUESSES};
use super::{LabError, Method, Sample};
use crate::interrupt::Interrupt;
use crate::rules::{Game, Variant};
use crate::search::{DriverKind, Policy, Task};

/// The depth of the search that checks an opening, and the maximum lead of a side, in men.
const CHECK_DEPTH: u32 = 9;
const MOST_LEAD: f64 = 0.75;

/// Every different position after `plies` moves in which neither side leads by more than three quarters of a man in a
/// search of nine plies, in the order of the move generator: the ballots of van Horssen 2018, section 2.1, without
/// those that lose a man.
///
/// # Errors
/// If a table cannot be allocated.
pub fn balanced_openings(variant: Variant, plies: usize) -> Result<Vec<Sample>, LabError> {
    let method = Method::engine(DriverKind::MtdF).on(1 << 14, Policy::Bucket);
    let mut bench = DraughtsBench::new(variant, &method)?;
    let mut games = vec![Game::start(variant)];
    for _ in 0..plies {
        games = longer(&games);
    }
    let mut samples = Vec::new();
    for game in games {
        let steps = bench.search(Task::of(&game), CHECK_DEPTH, OWN_GUESSES, &Interrupt::default())?;
        let is_even = steps.last().is_some_and(|step| step.iteration.score.men().abs() <= MOST_LEAD);
        if game.end().is_none() && is_even {
            samples.push(Sample { variant, moves: game.moves().to_vec() });
        }
    }
    Ok(samples)
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
