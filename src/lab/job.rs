//! Runs the jobs of an experiment and writes the record.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

use parking_lot::Mutex;

use super::record::{JobEntry, resume};
use super::{ExperimentHeader, LabError, Method, Row};
use crownhead_engine::config::{Config, SETTINGS};
use crownhead_engine::eval::{Evaluation, EvaluationOptions};
use crownhead_engine::search::SearchOptions;
use crownhead_engine::support::interrupt::Interrupt;
use crownhead_engine::support::workers::share;
use crownhead_rules::Variant;

/// An independent piece of work. Its result depends only on the experiment, its size and the seed (except times).
pub struct Job {
    /// Its approximate cost relative to other jobs of the experiment, for the remaining time.
    pub weight: u64,
    /// What it searches with, for the header of the record.
    searches: Vec<Conditions>,
    work: Box<JobFn>,
}

/// The variant of a search, its options and its evaluation. Other games have no variant, and no learned weights.
#[derive(Clone, Debug, PartialEq)]
struct Conditions {
    variant: Option<Variant>,
    options: SearchOptions,
    evaluation: EvaluationOptions,
}

type JobFn = dyn Fn(&Interrupt) -> Result<Vec<Row>, LabError> + Send + Sync;

impl Job {
    pub fn new(weight: u64, work: impl Fn(&Interrupt) -> Result<Vec<Row>, LabError> + Send + Sync + 'static) -> Job {
        Job { weight, searches: Vec::new(), work: Box::new(work) }
    }

    /// The same job, which searches by these methods.
    pub(super) fn by_methods<'a>(self, variant: Option<Variant>, methods: impl IntoIterator<Item = &'a Method>) -> Job {
        methods.into_iter().fold(self, |job, method| job.by(variant, method.options.clone(), &method.evaluation))
    }

    /// The same job, which searches with these options.
    pub(super) fn by(
        mut self,
        variant: Option<Variant>,
        options: SearchOptions,
        evaluation: &EvaluationOptions,
    ) -> Job {
        self.searches.push(Conditions { variant, options, evaluation: evaluation.clone() });
        self
    }

    /// The variants that it values by learned weights.
    pub(super) fn learned(&self) -> impl Iterator<Item = Variant> {
        let learned = self.searches.iter().filter(|search| search.evaluation.learned);
        learned.filter_map(|search| search.variant)
    }

    pub fn run(&self, interrupt: &Interrupt) -> Result<Vec<Row>, LabError> {
        (self.work)(interrupt)
    }
}

impl fmt::Debug for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Job").field("weight", &self.weight).finish_non_exhaustive()
    }
}

/// The settings of the searches of these jobs, by their names in `engine.toml`. One with several values has them all, in
/// the order of the jobs: `alpha-beta, mtd-bi`.
pub(super) fn settings(jobs: &[Job]) -> BTreeMap<String, String> {
    let mut different: Vec<&Conditions> = Vec::new();
    for search in jobs.iter().flat_map(|job| &job.searches) {
        let is_known = |known: &&Conditions| known.options == search.options && known.evaluation == search.evaluation;
        if !different.iter().any(is_known) {
            different.push(search);
        }
    }
    let mut settings: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for Conditions { options, evaluation, .. } in different {
        let mut config = Config::default();
        config.engine.search = options.clone();
        config.engine.evaluation = evaluation.clone();
        let stated = |key: &str| key.starts_with("search.") || ["eval.grain", "eval.learned"].contains(&key);
        for setting in SETTINGS.iter().filter(|setting| stated(setting.key)) {
            let (values, value) =
                (settings.entry(setting.name().to_owned()).or_default(), setting.get(&config).unquoted());
            if !values.contains(&value) {
                values.push(value);
            }
        }
    }
    settings.into_iter().map(|(name, values)| (name, values.join(", "))).collect()
}

/// The fingerprint of the learned weights of each variant that these jobs value by them.
pub(super) fn weights(jobs: &[Job]) -> BTreeMap<String, String> {
    let mut weights = BTreeMap::new();
    for variant in jobs.iter().flat_map(Job::learned) {
        weights.entry(variant.name().to_owned()).or_insert_with(|| fingerprint(variant));
    }
    weights
}

/// The fingerprint of the evaluation of a variant by the weights in the program, in real values.
fn fingerprint(variant: Variant) -> String {
    Evaluation::new(variant, &EvaluationOptions::default()).fingerprint().to_string()
}

/// The weight of a number of searches: their time grows by about three quarters per ply.
pub(super) fn search_weight(searches: usize, depth: u32) -> u64 {
    (searches as f64 * 1.75f64.powi(depth as i32)) as u64 + 1
}

/// Runs the jobs missing from the record at `path`, all or those of its shard, `threads` of them in parallel, and
/// appends the result of each as soon as it is finished. `done` is called with the weight of every finished job, those
/// found in the record first. Where it fails, finished jobs stay in the record.
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
pub fn run_unrecorded(jobs: &[Job]) -> Result<BTreeMap<usize, Vec<Row>>, LabError> {
    let interrupt = Interrupt::default();
    jobs.iter().enumerate().map(|(number, job)| Ok((number, job.run(&interrupt)?))).collect()
}
