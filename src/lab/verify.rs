//! Runs a sample of the jobs of a record again, and compares what they count with what the record says.

use std::collections::BTreeMap;

use parking_lot::Mutex;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::experiment::RunSetup;
use super::job::weights;
use super::record::{ExperimentHeader, Record, TIMES};
use super::{Job, LabError, Row, Scale, experiments};
use crownhead_engine::support::interrupt::Interrupt;
use crownhead_engine::support::workers::share;

/// The experiments whose counts depend on the speed of the machine.
const BY_TIME: [&str; 2] = ["ponder-time", "speedup"];

/// The time that a job without a recorded time is taken to need, in seconds: a game or two at some thousand nodes a move.
const UNKNOWN_SECONDS: f64 = 0.7;

/// Which jobs of a record to run again.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    pub seed: u64,
    /// The time that the chosen jobs took when they were recorded, in seconds; at least one job is chosen.
    pub seconds: f64,
    /// The number of jobs to run at a time.
    pub threads: usize,
}

/// What a sample of a record has shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Verified {
    pub jobs: usize,
    /// The number of jobs that ran again.
    pub ran: usize,
    /// What differs, a line for each row.
    pub differences: Vec<String>,
    /// The reasons why other jobs were left out, with their number.
    pub left_out: BTreeMap<String, usize>,
}

/// Runs a sample of the jobs of a record again. Left out are jobs that are valued by learned weights other than today's,
/// and those whose rows are known to be superseded.
pub fn verify(record: &Record, sample: Sample, interrupt: &Interrupt) -> Result<Verified, LabError> {
    let header = &record.header;
    let mut verified = Verified { jobs: record.jobs.len(), ..Verified::default() };
    if BY_TIME.contains(&header.experiment.as_str()) {
        verified.left_out.insert("its counts depend on the speed of the machine".to_owned(), record.jobs.len());
        return Ok(verified);
    }
    let plan = plan(header)?;
    if plan.len() != header.jobs {
        verified.differences.push(format!("the experiment has {} jobs, the record {}", plan.len(), header.jobs));
        return Ok(verified);
    }
    let mut comparable = Vec::new();
    let current = weights(&plan);
    for (&number, rows) in &record.jobs {
        match reason_to_leave_out(header, &current, &plan[number], rows) {
            Some(reason) => *verified.left_out.entry(reason).or_default() += 1,
            None => comparable.push(number),
        }
    }
    let chosen = chosen(record, comparable, sample);
    verified.ran = chosen.len();
    let found = Mutex::new(BTreeMap::new());
    share(
        sample.threads,
        chosen.into_iter(),
        |_| Ok(()),
        |(), number| {
            let rows = as_read(&plan[number].run(interrupt)?);
            found.lock().insert(number, differences(number, &record.jobs[&number], &rows));
            Ok::<_, LabError>(())
        },
    )?;
    verified.differences.extend(found.into_inner().into_values().flatten());
    Ok(verified)
}

fn plan(header: &ExperimentHeader) -> Result<Vec<Job>, LabError> {
    let unknown = || LabError::Unknown(header.experiment.clone());
    let experiment = experiments::named(&header.experiment).ok_or_else(unknown)?;
    let scale: Scale = header.scale.parse().map_err(|_| LabError::Unknown(header.scale.clone()))?;
    (experiment.jobs)(&RunSetup { scale, size: header.size, seed: header.seed })
}

/// Why a job need not come out as recorded.
fn reason_to_leave_out(
    header: &ExperimentHeader,
    current: &BTreeMap<String, String>,
    job: &Job,
    rows: &[Row],
) -> Option<String> {
    if let Some(superseded) = header.superseded.iter().find(|superseded| rows.iter().any(|row| superseded.has(row))) {
        return Some(superseded.why.clone());
    }
    let older = job.learned().find_map(|variant| {
        let recorded = header.weights.get(variant.name())?;
        (current.get(variant.name()) != Some(recorded)).then_some((variant, recorded))
    });
    older.map(|(variant, recorded)| format!("older learned weights of {variant} ({recorded})"))
}

/// Jobs in an order that the seed determines, as many as fit into the time, or the cheapest one.
fn chosen(record: &Record, mut comparable: Vec<usize>, sample: Sample) -> Vec<usize> {
    let cost = |number: &usize| {
        let times = record.jobs[number].iter().flat_map(|row| TIMES.iter().filter_map(|&name| row.figures.get(name)));
        let seconds: f64 = times.sum();
        if seconds > 0.0 { seconds } else { UNKNOWN_SECONDS }
    };
    let cheapest = comparable.iter().copied().min_by(|a, b| cost(a).total_cmp(&cost(b)));
    comparable.shuffle(&mut ChaCha8Rng::seed_from_u64(sample.seed));
    let mut left = sample.seconds;
    comparable.retain(|number| {
        let fits = cost(number) <= left;
        left -= if fits { cost(number) } else { 0.0 };
        fits
    });
    if comparable.is_empty() { cheapest.into_iter().collect() } else { comparable }
}

/// The rows as a record of them is read, since a sum of fractions comes back from its text within a bit alone.
fn as_read(rows: &[Row]) -> Vec<Row> {
    let text = serde_json::to_string(rows).expect("a row has only text as keys");
    serde_json::from_str(&text).expect("it has just been written")
}

/// What differs between the rows of a job, but for times. Labels and figures that the record lacks are newer than it.
fn differences(number: usize, recorded: &[Row], found: &[Row]) -> Vec<String> {
    if recorded.len() != found.len() {
        return vec![format!("job {number}: {} rows, now {}", recorded.len(), found.len())];
    }
    let pairs = recorded.iter().zip(found);
    pairs.filter_map(|(recorded, found)| difference(number, recorded, found)).collect()
}

fn difference(number: usize, recorded: &Row, found: &Row) -> Option<String> {
    let labels = recorded.labels.iter().filter(|(name, value)| found.labels.get(*name) != Some(*value));
    let mut parts: Vec<String> =
        labels.map(|(name, value)| format!("{name} {value}, now {}", found.get(name))).collect();
    let counts = recorded.figures.iter().filter(|(name, _)| !TIMES.contains(&name.as_str()));
    parts.extend(counts.filter(|(name, value)| found.figures.get(*name) != Some(*value)).map(|(name, value)| {
        let now = found.figures.get(name).map_or("nothing".to_owned(), f64::to_string);
        format!("{name} {value}, now {now}")
    }));
    let which: Vec<&str> = ["method", "first", "regime", "limit", "entries", "depth", "variant"]
        .into_iter()
        .filter_map(|name| recorded.labels.get(name).map(String::as_str))
        .collect();
    (!parts.is_empty()).then(|| format!("job {number} ({}): {}", which.join("; "), parts.join("; ")))
}
