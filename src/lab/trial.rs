//! The most common job: a game or a position searched by a method.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::job::search_weight;
use super::measure::{Step, Which, measure};
use super::{Job, LabError, Method, Row, Sample, Tally};
use crate::interrupt::Interrupt;

/// A sample searched by a method.
#[derive(Clone, Debug)]
pub(super) struct Trial {
    /// The game or position.
    pub(super) sample: Arc<Sample>,
    /// Its number.
    pub(super) number: usize,
    /// Its positions to search.
    pub(super) which: Which,
    /// The method.
    pub(super) method: Method,
    /// The depth.
    pub(super) depth: u32,
    /// The minimum reported depth. A method with iterative deepening has a row for each depth from here on; the maximum
    /// depth always has one.
    pub(super) from: u32,
    /// Whether distinct leaves are counted. This needs a second search, which is not timed.
    pub(super) counts_leaves: bool,
}

impl Trial {
    /// The job.
    pub(super) fn job(self) -> Job {
        let positions = if self.which == Which::All { self.sample.moves.len() } else { 1 };
        let searches = positions * if self.counts_leaves { 3 } else { 1 };
        let weight = search_weight(searches, self.depth);
        Job::new(weight, move |interrupt| self.rows(interrupt))
    }

    fn rows(&self, interrupt: &Interrupt) -> Result<Vec<Row>, LabError> {
        let steps =
            |counts_leaves| measure(&self.sample, self.which, &self.method, self.depth, counts_leaves, interrupt);
        let timed = steps(false)?;
        let counted = if self.counts_leaves { Some(steps(true)?) } else { None };
        let from = if self.method.regime.deepens() { self.from.min(self.depth) } else { self.depth };
        let rows = rows_by_depth(&self.method, from..=self.depth, &timed, counted.as_deref());
        Ok(rows.map(|row| row.label("game", self.number).label("variant", self.sample.variant)).collect())
    }
}

/// A row for each depth, with the sums over the searches of several positions and, if they were searched once more for
/// that, the count of distinct leaves.
pub(super) fn rows_by_depth<M>(
    method: &Method,
    depths: RangeInclusive<u32>,
    timed: &[Vec<Step<M>>],
    counted: Option<&[Vec<Step<M>>]>,
) -> impl Iterator<Item = Row> {
    depths.map(move |depth| {
        let row = Tally::at_depth(depth, timed).onto(labels(method, depth));
        match counted {
            None => row,
            Some(counted) => row.figure("distinct_leaves", Tally::at_depth(depth, counted).distinct_leaves as f64),
        }
    })
}

/// The labels of a method in every row.
pub(super) fn labels(method: &Method, depth: u32) -> Row {
    Row::default()
        .label("method", &method.name)
        .label("regime", method.regime)
        .label("grain", method.evaluation.grain.men())
        .label("epsilon", method.options.driver_options.epsilon.men())
        .label("entries", method.entries)
        .label("policy", method.policy)
        .label("depth", depth)
}
