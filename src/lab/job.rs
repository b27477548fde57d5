//! Runs the jobs of an experiment and writes the record.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

use parking_lot::Mutex;

use super::record::{JobEntry, resume};
use super::{ExperimentHeader, LabError, Row};
use crownhead_engine::support::interrupt::Interrupt;
use crownhead_engine::support::workers::share;

/// An independent piece of work. Its result depends only on the experiment, its size and the seed (except times).
pub struct Job {
    /// Its approximate cost relative to other jobs of the experiment, for the remaining time.
    pub weight: u64,
    work: Box<JobFn>,
}

type JobFn = dyn Fn(&Interrupt) -> Result<Vec<Row>, LabError> + Send + Sync;

impl Job {
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

impl fmt::Debug for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Job").field("weight", &self.weight).finish_non_exhaustive()
    }
}

/// The weight of a number of searches: their time grows by about three quarters per ply.
pub(super) fn search_weight(searches: usize, depth: u32) -> u64 {
    (searches as f64 * 1.75f64.powi(depth as i32)) as u64 + 1
}

/// Runs the jobs missing from the record at `path`, all or those of its shard, `threads` of them in parallel, and
/// appends the result of each as soon as it is finished. `done` is called with the weight of every finished job, those
/// found in the record first.
///
/// # Errors
/// If a job fails or is interrupted, the record cannot be written, or it was begun on another machine. Finished jobs
/// stay in the record.
pub fn run(
    jobs: &[Job],
    header: &ExperimentHeader,
    path: &Path,
    threads: usize,
    interrupt: &Interrupt,
    done: impl Fn(u64) + Sync,
) -> Result<(), LabError> {
    let (record, recorded) = resume(path, header)?;
    done(recorded.keys().filter_map(|&number| jobs.get(number)).map(|job| job.weight).sum());
    let open: Vec<usize> = header.own_jobs().filter(|number| !recorded.contains_key(number)).collect();
    // A complete record is only read.
    if !open.is_empty() {
        header.check_machine(path)?;
    }
    let (threads, record) = (threads.min(open.len()), Mutex::new(record));
    let work = |number: usize| -> Result<(), LabError> {
        interrupt.check()?;
        let rows = jobs[number].run(interrupt)?;
        record.lock().append(&JobEntry::new(number, rows))?;
        done(jobs[number].weight);
        Ok(())
    };
    // When a job fails, those under way are interrupted. Its error takes precedence over theirs.
    let cause = Mutex::new(None);
    let work = |(): &mut (), number| {
        work(number).map_err(|error| {
            if !matches!(error, LabError::Interrupted) {
                cause.lock().get_or_insert(error);
                interrupt.raise();
            }
            LabError::Interrupted
        })
    };
    let result = share(threads, open.into_iter(), |_| Ok(()), work);
    cause.into_inner().map_or(result, Err)
}

/// Runs the jobs in this thread, without a record.
///
/// # Errors
/// If a job fails.
pub fn run_unrecorded(jobs: &[Job]) -> Result<BTreeMap<usize, Vec<Row>>, LabError> {
    let interrupt = Interrupt::default();
    jobs.iter().enumerate().map(|(number, job)| Ok((number, job.run(&interrupt)?))).collect()
}
