//! The jobs of an experiment.

use std::fmt;

use super::{LabError, Row};
use crate::interrupt::Interrupt;

/// An independent piece of work. Its result depends only on the experiment, its size and the seed (except times).
pub struct Job {
    /// Its approximate cost relative to other jobs of the experiment, for the remaining time.
    pub weight: u64,
    work: Box<Work>,
}

type Work = dyn Fn(&Interrupt) -> Result<Vec<Row>, LabError> + Send + Sync;

impl Job {
    /// A job.
    pub fn new(weight: u64, work: impl Fn(&Interrupt) -> Result<Vec<Row>, LabError> + Send + Sync + 'static) -> Job {
        Job { weight, work: Box::new(work) }
    }

    /// Runs the job.
    ///
    /// # Errors
    /// If it was interrupted, or a table cannot be allocated.
    pub fn run(&self, interrupt: &Interrupt) -> Result<Vec<Row>, LabError> {
        (self.work)(interrupt)
    }
}

/// The weight of so many searches: their time grows by about three quarters per ply.
pub(super) fn search_weight(searches: usize, depth: u32) -> u64 {
    (searches as f64 * 1.75f64.powi(depth as i32)) as u64 + 1
}

impl fmt::Debug for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Job").field("weight", &self.weight).finish_non_exhaustive()
    }
}
