//! Searches the positions of a variant and measures time and nodes.

use std::time::{Duration, Instant};

use crate::eval::{Evaluation, EvaluationOptions};
use crate::notation::fen;
use crate::rules::{Game, Variant};
use crate::search::{
    AnyDraughts, Depth, Iteration, Policy, Progress, SearchOptions, Searcher, Stopped, Supervisor, Table, TableSize,
    Task,
};

use super::super::CliError;

/// The number of iterations between the two node counts of a branching factor: even, since odd and even depths differ,
/// and more than two, since one iteration can be much harder than the next.
const SPAN: usize = 4;

/// The positions and options of a bench.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bench<'a> {
    pub(super) variant: Variant,
    pub(super) positions: &'a [String],
    pub(super) depth: Depth,
    pub(super) table_size: TableSize,
    pub(super) options: &'a SearchOptions,
}

/// The totals over the positions of a variant.
#[derive(Clone, Debug, Default)]
pub(super) struct Measurement {
    /// Nodes of all searches.
    pub(super) nodes: u64,
    /// Time of all searches, without the allocation of tables.
    pub(super) time: Duration,
    /// The logarithm of each position's effective branching factor, where the depth allows one.
    growths: Vec<f64>,
}

impl Measurement {
    /// Millions of nodes per second.
    pub(super) fn speed(&self) -> f64 {
        // The minimum time avoids a division by zero.
        self.nodes as f64 / self.time.as_secs_f64().max(1e-9) / 1e6
    }

    /// The effective branching factor: the factor by which one additional ply multiplies the nodes.
    ///
    /// With N(d) for the nodes of a search to depth d, including all its iterations, it is the geometric mean over the
    /// positions of (N(D) / N(D - 4))^(1/4). `None` if D is 4 or less.
    pub(super) fn branching_factor(&self) -> Option<f64> {
        let mean = self.growths.iter().sum::<f64>() / self.growths.len() as f64;
        (!self.growths.is_empty()).then(|| mean.exp())
    }

    fn add(&mut self, time: Duration, nodes_by_depth: &[u64]) {
        let mut deepest_first = nodes_by_depth.iter().rev();
        let Some(&nodes) = deepest_first.next() else { return };
        self.nodes += nodes;
        self.time += time;
        if let Some(&before) = deepest_first.nth(SPAN - 1) {
            self.growths.push((nodes as f64 / before as f64).ln() / SPAN as f64);
        }
    }
}

impl Bench<'_> {
    /// Searches the positions.
    pub(super) fn run(&self) -> Result<Measurement, CliError> {
        let evaluation = Evaluation::new(self.variant, &EvaluationOptions::default());
        let mut measurement = Measurement::default();
        for text in self.positions {
            let task = Task::of(&Game::new(fen::parse(self.variant, text)?)).up_to(self.depth);
            let table = Table::new(self.table_size, Policy::Bucket)?;
            let tree = AnyDraughts::new(evaluation.clone());
            let mut searcher = Searcher::new(tree, table, self.options.clone());
            let mut recorder = NodesByDepth::default();
            let start = Instant::now();
            searcher.search(&task, &mut recorder);
            measurement.add(start.elapsed(), &recorder.0);
        }
        Ok(measurement)
    }
}

/// Records the nodes of a search after each iteration.
#[derive(Debug, Default)]
struct NodesByDepth(Vec<u64>);

impl Supervisor for NodesByDepth {
    fn check(&mut self, _: u64) -> Result<u64, Stopped> {
        Ok(u64::MAX)
    }

    fn may_start_probe(&mut self, _: Progress) -> bool {
        true
    }

    fn completed(&mut self, iteration: &Iteration) {
        self.0.push(iteration.counters.nodes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_branching_factor_is_the_growth_over_four_plies() {
        let mut measurement = Measurement::default();
        measurement.add(Duration::from_secs(1), &[1, 10, 20, 40, 80, 160]);
        assert!((measurement.branching_factor().expect("deep enough") - 2.0).abs() < 1e-12);
        measurement.add(Duration::from_secs(1), &[10, 99, 999, 9999, 10 * 8 * 8 * 8 * 8]);
        assert!((measurement.branching_factor().expect("deep enough") - 4.0).abs() < 1e-12);
        assert_eq!(measurement.nodes, 160 + 40960);
        assert!((measurement.speed() - 0.02056).abs() < 1e-9);
    }

    #[test]
    fn four_iterations_tell_no_branching_factor() {
        let mut measurement = Measurement::default();
        measurement.add(Duration::from_secs(1), &[1, 10, 20, 40]);
        assert_eq!(measurement.branching_factor(), None);
        assert_eq!(measurement.nodes, 40);
    }
}
