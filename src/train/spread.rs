//! The spread of search values: how far deep ones lie from shallow ones, which is the margin of ProbCut.

use std::ops::ControlFlow;
use std::path::PathBuf;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::TrainError;
use super::record::{Flags, GamesReader};
use crownhead_engine::endgame::TablesOptions;
use crownhead_engine::engine::{EngineOptions, Limit, LocalPlayer};
use crownhead_engine::eval::{EvaluationOptions, ScoreClass};
use crownhead_engine::search::{Depth, ModeKind, SearchOptions, TableSize};
use crownhead_engine::support::interrupt::Interrupt;
use crownhead_engine::support::workers::in_order;
use crownhead_rules::{AnyPosition, Game, Variant};

#[derive(Clone, Debug)]
pub struct SpreadRun {
    pub variant: Variant,
    pub records: Vec<PathBuf>,
    /// The number of their positions that are drawn; all if they have fewer.
    pub positions: usize,
    pub shallow: Depth,
    pub deep: Depth,
    pub evaluation: EvaluationOptions,
    /// Decides which positions are drawn.
    pub seed: u64,
    /// Threads; the result does not depend on their number.
    pub threads: usize,
}

/// The deep value of a position minus the shallow one, in men, over many positions.
#[derive(Clone, Debug, PartialEq)]
pub struct Spread {
    /// The differences, ascending.
    differences: Vec<f64>,
}

impl SpreadRun {
    /// Searches the positions in mode `paper`, each with an empty table. Positions where a side sees a win or loss at
    /// either depth do not count. `progress` is called after each position. Fails also if fewer than two positions
    /// count.
    pub fn run(&self, interrupt: &Interrupt, progress: impl FnMut()) -> Result<Spread, TrainError> {
        let mut differences = self.differences(interrupt, progress).map_err(|error| match error {
            TrainError::Interrupted => TrainError::NothingKept,
            error => error,
        })?;
        if differences.len() < 2 {
            return Err(TrainError::TooFewPositions(differences.len()));
        }
        differences.sort_by(f64::total_cmp);
        Ok(Spread { differences })
    }

    /// The differences of the positions that count, in the order in which these were drawn.
    fn differences(&self, interrupt: &Interrupt, mut progress: impl FnMut()) -> Result<Vec<f64>, TrainError> {
        let positions = self.draw(interrupt)?;
        let options = EngineOptions {
            table_size: TableSize::MIN,
            evaluation: self.evaluation.clone(),
            endgame: TablesOptions::none(),
            search: SearchOptions { mode: ModeKind::Paper, ..SearchOptions::default() },
            ..EngineOptions::default()
        };
        let player = || LocalPlayer::new(self.variant, &options, Limit::default());
        let start = |_| Ok::<_, TrainError>(player()?.until(interrupt.clone()));
        let search = |player: &mut _, position| self.difference(player, position);
        let mut differences = Vec::new();
        in_order(self.threads, positions.into_iter(), start, search, interrupt, |difference| {
            differences.extend(difference);
            progress();
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(differences)
    }

    /// Draws among the positions of the records, those beside the games included as in a search, that have more than
    /// one move and no capture to make: each with the same chance.
    ///
    /// CITE: Vitter, Random sampling with a reservoir (1985): algorithm R.
    fn draw(&self, interrupt: &Interrupt) -> Result<Vec<AnyPosition>, TrainError> {
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        let (mut drawn, mut seen) = (Vec::new(), 0);
        let unsuited = Flags::CAPTURE | Flags::DECIDED | Flags::REPEATED | Flags::ONLY_MOVE;
        for path in &self.records {
            for game in GamesReader::open(self.variant, path)? {
                interrupt.check()?;
                for sample in game?.samples.into_iter().filter(|sample| !sample.flags.intersects(unsuited)) {
                    seen += 1;
                    if drawn.len() < self.positions {
                        drawn.push(sample.position);
                    } else if let Some(place) = drawn.get_mut(random.random_range(0..seen)) {
                        *place = sample.position;
                    }
                }
            }
        }
        Ok(drawn)
    }

    /// The deep value of a position minus the shallow one, if both are estimates.
    fn difference(&self, player: &mut LocalPlayer, position: AnyPosition) -> Option<f64> {
        let game = Game::new(position);
        let mut value = |depth| {
            player.new_game();
            player.set_limit(Limit::of_depth(depth));
            player.choose(&game)?.score.filter(|score| score.class() == ScoreClass::Heuristic)
        };
        let (shallow, deep) = (value(self.shallow)?, value(self.deep)?);
        Some(deep.men() - shallow.men())
    }
}

impl Spread {
    pub fn positions(&self) -> usize {
        self.differences.len()
    }

    pub fn mean(&self) -> f64 {
        self.differences.iter().sum::<f64>() / self.positions() as f64
    }

    pub fn deviation(&self) -> f64 {
        let mean = self.mean();
        let squares: f64 = self.differences.iter().map(|difference| (difference - mean).powi(2)).sum();
        (squares / (self.positions() - 1) as f64).sqrt()
    }

    /// The difference that a share of all positions, from 0 to 1, is below, in men.
    pub fn quantile(&self, share: f64) -> f64 {
        let last = self.positions() - 1;
        self.differences[(share * last as f64).round() as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spread_is_that_of_its_differences() {
        let spread = Spread { differences: vec![-3.0, -1.0, 0.0, 1.0, 8.0] };
        assert_eq!(spread.positions(), 5);
        assert!((spread.mean() - 1.0).abs() < 1e-12);
        // 16 + 4 + 1 + 0 + 49 over 4.
        assert!((spread.deviation() - 17.5f64.sqrt()).abs() < 1e-12);
        assert_eq!([0.0, 0.1, 0.25, 0.5, 1.0].map(|share| spread.quantile(share)), [-3.0, -3.0, -1.0, 0.0, 8.0]);
    }
}
