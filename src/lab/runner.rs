//! Runs the jobs of an experiment and writes the record.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use parking_lot::Mutex;

use super::record::{Entry, resume};
use super::{Header, Interrupt, Job, LabError, Row};

/// Runs the jobs missing from the record at `path`, all or those of its shard, `threads` of them in parallel, and appends
/// the result of each as soon as it is finished. `done` is called with the weight of every finished job, those found in the
/// record first.
///
/// # Errors
/// If a job fails or is interrupted, or the record cannot be written. Finished jobs stay in the record.
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
    let (next, record) = (AtomicUsize::new(0), Mutex::new(record));
    let work = || -> Result<(), LabError> {
        while let Some(&number) = open.get(next.fetch_add(1, Relaxed)) {
            interrupt.check()?;
            let rows = jobs[number].run(interrupt).inspect_err(|_| interrupt.raise())?;
            record.lock().append(&Entry::new(number, rows)).inspect_err(|_| interrupt.raise())?;
            done(jobs[number].weight);
        }
        Ok(())
    };
    let results: Vec<Result<(), LabError>> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..threads.clamp(1, open.len().max(1))).map(|_| scope.spawn(work)).collect();
        threads.into_iter().map(|thread| thread.join().expect("a job does not panic")).collect()
    });
    // An error takes precedence over the interruptions that it caused.
    let (interrupted, others): (Vec<_>, Vec<_>) =
        results.into_iter().partition(|result| matches!(result, Err(LabError::Interrupted)));
    others.into_iter().chain(interrupted).collect()
}

/// Runs the jobs in this thread, without a record.
///
/// # Errors
/// If a job fails.
pub fn run_unrecorded(jobs: &[Job]) -> Result<BTreeMap<usize, Vec<Row>>, LabError> {
    let interrupt = Interrupt::default();
    jobs.iter().enumerate().map(|(number, job)| Ok((number, job.run(&interrupt)?))).collect()
}
