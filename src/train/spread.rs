//! How far deep search values lie from shallow ones: the number that ProbCut goes by.

use std::ops::ControlFlow;
use std::path::PathBuf;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::TrainError;
use super::record::{Flags, Reader};
use crate::eval::{Evaluation, EvaluationOptions, Score, ScoreClass};
use crate::interrupt::Interrupt;
use crate::rules::{AnyPosition, Game, Variant};
use crate::search::{
    AnyDraughts, CHECK_INTERVAL, Depth, Iteration, ModeKind, Policy, Progress, SearchOptions, Searcher, Stopped,
    Supervisor, Table, TableSize, Task,
};
use crate::workers::in_order;

/// A measurement: which positions are searched, how deep and with which values.
#[derive(Clone, Debug)]
pub struct SpreadRun {
    /// The variant.
    pub variant: Variant,
    /// Records of games.
    pub records: Vec<PathBuf>,
    /// So many of their positions are drawn; all if they have fewer.
    pub positions: usize,
    /// The depth of the shallow value.
    pub shallow: Depth,
    /// The depth of the deep value.
    pub deep: Depth,
    /// What values positions.
    pub evaluation: EvaluationOptions,
    /// Decides which positions are drawn.
    pub seed: u64,
    /// Threads; the result does not depend on their number.
    pub threads: usize,
}

/// By how much the deep value of a position is greater than the shallow one, in men, over many positions.
#[derive(Clone, Debug, PartialEq)]
pub struct Spread {
    /// The differences, ascending.
    differences: Vec<f64>,
}

impl SpreadRun {
    /// Searches the positions in mode `paper`, each with an empty table. Positions where a side sees a win or loss at
    /// either depth do not count. `progress` is called after each position.
    ///
    /// # Errors
    /// [`TrainError`]: also if fewer than two positions count.
    pub fn run(&self, interrupt: &Interrupt, progress: impl FnMut()) -> Result<Spread, TrainError> {
        let mut differences = self
            .differences(interrupt, progress)
            .map_err(|error| if matches!(error, TrainError::Interrupted) { TrainError::NothingKept } else { error })?;
        if differences.len() < 2 {
            return Err(TrainError::TooFewPositions(differences.len()));
        }
        differences.sort_by(f64::total_cmp);
        Ok(Spread { differences })
    }

    /// The differences of the positions that count, in the order in which these were drawn.
    fn differences(&self, interrupt: &Interrupt, mut progress: impl FnMut()) -> Result<Vec<f64>, TrainError> {
        let positions = self.draw(interrupt)?;
        let evaluation = Evaluation::new(self.variant, &self.evaluation);
        let searcher = |_| {
            let table = Table::new(TableSize::MIN, Policy::Bucket)?;
            let options = SearchOptions { mode: ModeKind::Paper, ..SearchOptions::default() };
            Ok::<_, TrainError>(Searcher::new(AnyDraughts::new(evaluation.clone()), table, options))
        };
        let mut differences = Vec::new();
        in_order(
            self.threads,
            positions.into_iter(),
            searcher,
            |searcher, position| self.difference(searcher, position, interrupt),
            interrupt,
            |difference| {
                differences.extend(difference);
                progress();
                Ok(ControlFlow::Continue(()))
            },
        )?;
        Ok(differences)
    }

    /// Draws among the positions of the records, those beside the games included as in a search, that have more than one
    /// move and no capture to make: each with the same chance. (J. S. Vitter, Random Sampling with a Reservoir, 1985:
    /// algorithm R.)
    fn draw(&self, interrupt: &Interrupt) -> Result<Vec<AnyPosition>, TrainError> {
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        let (mut drawn, mut seen) = (Vec::new(), 0);
        for path in &self.records {
            for game in Reader::open(self.variant, path)? {
                interrupt.check()?;
                let samples = game?.samples.into_iter();
                let unsuited = Flags::CAPTURE | Flags::DECIDED | Flags::REPEATED | Flags::ONLY_MOVE;
                for sample in samples.filter(|sample| !sample.flags.meets(unsuited)) {
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

    /// By how much the deep value is greater, if both are estimates.
    fn difference(
        &self,
        searcher: &mut Searcher<AnyDraughts>,
        position: AnyPosition,
        interrupt: &Interrupt,
    ) -> Option<f64> {
        searcher.clear();
        let mut scores = Scores { scores: Vec::new(), interrupt };
        searcher.search(&Task::of(&Game::new(position)).up_to(self.deep), &mut scores);
        let score = |depth: Depth| scores.scores.get(depth.get() as usize - 1).copied();
        let [shallow, deep] = [score(self.shallow)?, score(self.deep)?];
        let are_estimates = [shallow, deep].iter().all(|score| score.class() == ScoreClass::Heuristic);
        are_estimates.then(|| deep.men() - shallow.men())
    }
}

/// The score of each iteration from depth 1, until an interrupt is raised.
#[derive(Debug)]
struct Scores<'a> {
    scores: Vec<Score>,
    interrupt: &'a Interrupt,
}

impl Supervisor for Scores<'_> {
    fn check(&mut self, nodes: u64) -> Result<u64, Stopped> {
        if self.interrupt.is_raised() { Err(Stopped) } else { Ok(nodes + CHECK_INTERVAL) }
    }

    fn may_start_probe(&mut self, _: Progress) -> bool {
        true
    }

    fn completed(&mut self, iteration: &Iteration) {
        self.scores.push(iteration.score);
    }
}

impl Spread {
    /// How many positions counted.
    pub fn positions(&self) -> usize {
        self.differences.len()
    }

    /// The mean difference, in men.
    pub fn mean(&self) -> f64 {
        self.differences.iter().sum::<f64>() / self.positions() as f64
    }

    /// The standard deviation of the differences, in men.
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
