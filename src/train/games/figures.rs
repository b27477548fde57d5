//! A run of games in a few numbers.

use std::collections::BTreeMap;

use super::distinct::Distinct;
use crate::train::record::{Ending, GameRecord, GameResult};

/// What the games of a run came to so far.
#[derive(Debug)]
pub struct Figures {
    /// Games in the record.
    pub games: u64,
    /// Openings drawn for them, those included that were skipped because they occurred before, were not level, or
    /// led nowhere.
    pub openings: u64,
    /// How many games had which result for White.
    pub results: BTreeMap<GameResult, u64>,
    /// How many games ended in which way.
    pub endings: BTreeMap<Ending, u64>,
    /// Samples of all games.
    pub samples: u64,
    positions: Distinct,
}

impl Figures {
    pub(super) fn new() -> Figures {
        Figures {
            games: 0,
            openings: 0,
            results: BTreeMap::new(),
            endings: BTreeMap::new(),
            samples: 0,
            positions: Distinct::new(),
        }
    }

    pub(super) fn add(&mut self, game: &GameRecord) {
        self.games += 1;
        self.openings = game.number + 1;
        *self.results.entry(game.white_result).or_default() += 1;
        *self.endings.entry(game.ending).or_default() += 1;
        self.samples += game.samples.len() as u64;
        game.samples.iter().for_each(|sample| self.positions.add(sample.position.key()));
    }

    /// Samples of a game, its sidelines included, on average.
    pub fn mean_samples(&self) -> f64 {
        self.samples as f64 / self.games.max(1) as f64
    }

    /// The share of drawn games, from 0 to 1.
    pub fn draw_share(&self) -> f64 {
        let draws = self.results.get(&GameResult::Draw).copied().unwrap_or(0);
        draws as f64 / self.games.max(1) as f64
    }

    /// How many samples have different positions, about: within a thousandth.
    pub fn distinct_positions(&self) -> u64 {
        self.positions.estimate()
    }
}
