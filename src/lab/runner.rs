//! Runs the jobs of an experiment and writes the record.

use std::collections::BTreeMap;
use std::path::Path;

use parking_lot::Mutex;

use super::record::{Entry, resume};
use super::{Header, Job, LabError, Row};
use crate::interrupt::Interrupt;
use crate::workers::share;

/// Runs the jobs missing from the record at `path`, all or those of its shard, `threads` of them in parallel, and appends
/// the result of each as soon as it is finished. `done` is called with the weight of every finished job, those found in the
/// record first.
///
/// # Errors
/// If a job fails or is interrupted, the record cannot be written, or it was begun on another machine. Finished jobs stay
/// in the record.
pub fn run(
    jobs: &[Job],
    header: &Header,
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
        record.lock().append(&Entry::new(number, rows))?;
        done(jobs[number].weight);
        Ok(())
    };
    // Jobs under way leave when one fails. Its error takes precedence over the interruptions that it causes.
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
