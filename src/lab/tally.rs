//! Sums over several searches.

use super::Row;
use super::measure::Step;

/// Sums over searches.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    /// Searches.
    pub searches: u64,
    /// CPU time, in seconds.
    pub seconds: f64,
    /// Calls of the node search.
    pub nodes: u64,
    /// Leaves.
    pub leaves: u64,
    /// Nodes cut off by their table entry.
    pub table_hits: u64,
    /// Probes of the last iterations.
    pub probes: u64,
    /// The fewest probes of a search's last iteration, 0 without a search.
    pub probes_min: u32,
    /// The most.
    pub probes_max: u32,
    /// Last iterations that the safety net ended.
    pub capped: u64,
    /// Distinct positions evaluated, where they were counted.
    pub distinct_leaves: u64,
}

impl Tally {
    /// Adds a search, given its last step.
    pub fn add<M>(&mut self, step: &Step<M>) {
        let (counters, probes) = (&step.iteration.counters, step.iteration.probes);
        self.probes_min = if self.searches == 0 { probes } else { self.probes_min.min(probes) };
        self.probes_max = self.probes_max.max(probes);
        self.searches += 1;
        self.seconds += step.seconds;
        self.nodes += counters.nodes;
        self.leaves += counters.leaves;
        self.table_hits += counters.table_hits;
        self.probes += u64::from(probes);
        self.capped += u64::from(step.iteration.capped);
        self.distinct_leaves += step.distinct_leaves.unwrap_or(0);
    }

    /// The sum over the searches of several positions up to `depth`, without positions that lack such a step.
    pub fn at_depth<'a, M: 'a>(depth: u32, positions: impl IntoIterator<Item = &'a Vec<Step<M>>>) -> Tally {
        let mut tally = Tally::default();
        for steps in positions {
            if let Some(step) = steps.iter().find(|step| step.iteration.depth.get() == depth) {
                tally.add(step);
            }
        }
        tally
    }

    /// Interior nodes: neither leaves nor cut off by the table.
    pub fn interior(&self) -> u64 {
        self.nodes - self.leaves - self.table_hits
    }

    /// Adds all sums to a row as figures.
    pub fn onto(&self, row: Row) -> Row {
        row.figure("searches", self.searches as f64)
            .figure("seconds", self.seconds)
            .figure("nodes", self.nodes as f64)
            .figure("leaves", self.leaves as f64)
            .figure("interior", self.interior() as f64)
            .figure("table_hits", self.table_hits as f64)
            .figure("probes", self.probes as f64)
            .figure("probes_min", f64::from(self.probes_min))
            .figure("probes_max", f64::from(self.probes_max))
            .figure("capped", self.capped as f64)
    }
}
