//! The work of an experiment, in pieces.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::{LabError, Row};

/// A request to leave the work as it is, shared by whoever makes it and all who work.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Asks all to leave.
    pub fn raise(&self) {
        self.0.store(true, Relaxed);
    }

    /// Has anybody asked?
    pub fn is_raised(&self) -> bool {
        self.0.load(Relaxed)
    }

    /// # Errors
    /// [`LabError::Interrupted`] if anybody has asked.
    pub fn check(&self) -> Result<(), LabError> {
        if self.is_raised() { Err(LabError::Interrupted) } else { Ok(()) }
    }
}

/// A piece of work that depends on no other, and what it yields on nothing but the experiment, its size and the seed
/// (times apart).
pub struct Job {
    /// How much work it is compared with the others of the experiment, roughly; for the time to go.
    pub weight: u64,
    work: Box<Work>,
}

type Work = dyn Fn(&Interrupt) -> Result<Vec<Row>, LabError> + Send + Sync;

impl Job {
    /// A job.
    pub fn new(
        weight: u64,
        work: impl Fn(&Interrupt) -> Result<Vec<Row>, LabError> + Send + Sync + 'static,
    ) -> Job {
        Job { weight, work: Box::new(work) }
    }

    /// Does it.
    ///
    /// # Errors
    /// If it was interrupted, or there is no memory for a table.
    pub fn run(&self, interrupt: &Interrupt) -> Result<Vec<Row>, LabError> {
        (self.work)(interrupt)
    }
}

impl fmt::Debug for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Job").field("weight", &self.weight).finish_non_exhaustive()
    }
}
