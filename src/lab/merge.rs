//! Merges records of an experiment: those of its shards, or others that overlap.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::record::Record;
use crate::journal::{JournalError, check_merge};

/// Between the machines of a merged record.
pub(super) const SEPARATOR: &str = "; ";

/// Reads records of one experiment and merges them as the record of all its jobs. Of a job that several records have,
/// the first one is taken. If the records come from several machines, the merged one names them all: its times are not
/// comparable then.
///
/// # Errors
/// [`JournalError`], also for records of different runs, and of different programs.
pub fn merged(first: &Path, others: &[PathBuf]) -> Result<Record, JournalError> {
    let mut merged = Record::read(first)?;
    merged.header.shard = None;
    let names = |machine: &str| machine.split(SEPARATOR).map(str::to_owned).collect::<BTreeSet<_>>();
    let mut machines = names(&merged.header.machine);
    for path in others {
        let mut record = Record::read(path)?;
        record.header.shard = None;
        check_merge((path, &record.header), (first, &merged.header))?;
        machines.append(&mut names(&record.header.machine));
        for (job, rows) in record.jobs {
            merged.jobs.entry(job).or_insert(rows);
        }
    }
    merged.header.machine = Vec::from_iter(machines).join(SEPARATOR);
    Ok(merged)
}
