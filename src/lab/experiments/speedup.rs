//! How much faster several threads reach the same depth than one.

use std::sync::Arc;
use std::time::Instant;

use super::common::positions;
use crate::eval::EvaluationOptions;
use crate::interrupt::Interrupt;
use crate::lab::measure::{DraughtsBench, OWN_GUESSES};
use crate::lab::record::Record;
use crate::lab::view::{Cell, Report, Table, ratio};
use crate::lab::{Experiment, Frame, Job, LabError, Method, Regime, Row, Sample, Scale, Setup, Size};
use crate::plot::{Plot, Series};
use crate::rules::Variant;
use crate::search::{DriverKind, Scheme, SearchOptions, Task, Threads};
use crate::statistics::Estimate;

/// The experiment.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "speedup",
    about: "how much faster several threads reach a depth than one, by scheme and driver",
    unit: "positions: from as many games of the engine against itself, for each variant; depth: at most, where \
           3,000,000 nodes lead further",
    configuration: "english, international; balanced positions of games; mode play, learned evaluation; iterative \
                    deepening from depth 1 on a fresh bucket table of 2^21 entries, to the last depth that one thread \
                    completes within 3,000,000 nodes; 1, 2, 4 and so on threads, up to the \
                    cores of the machine and at least 2; elapsed time",
    most_depth: Experiment::MOST_DEPTH,
    size,
    jobs,
    report,
};

const DRIVERS: [DriverKind; 3] = [DriverKind::RealMtdF, DriverKind::MtdBi, DriverKind::AspirationNegaScout];

fn size(scale: Scale) -> Size {
    match scale {
        Scale::Quick => Size::new(1, 5),
        Scale::Paper => Size::new(40, 40),
        Scale::Full => Size::new(100, 40),
    }
}

/// One thread searches a position to the last depth that it completes within as many nodes, so that no position takes the
/// time of all others. That is about half a second.
const MOST_NODES: u64 = 3_000_000;

/// A job for each position and driver, in which the settings follow each other: what slows the machine down for a while
/// affects all of them.
fn jobs(setup: &Setup) -> Result<Vec<Job>, LabError> {
    let mut jobs = Vec::new();
    let most = setup.size.depth;
    for variant in [Variant::ENGLISH, Variant::INTERNATIONAL] {
        for (number, sample) in positions(variant, setup)?.into_iter().enumerate() {
            for driver in DRIVERS {
                let (sample, method) = (Arc::clone(&sample), setup.fit(method(driver)));
                jobs.push(Job::new(1, move |interrupt| {
                    Race { sample: &sample, number, method: &method, most, interrupt }.rows()
                }));
            }
        }
    }
    Ok(jobs)
}

/// The engine as it plays, but for endgame tables. Its table is cleared before the clock starts, not by the search.
fn method(driver: DriverKind) -> Method {
    let method = Method { evaluation: EvaluationOptions::default(), ..Method::engine(driver) };
    let method = method.under(Regime::DeepeningKept);
    method.with(|options| {
        *options = SearchOptions { driver, ..SearchOptions::default() };
    })
}

/// One thread, then each number of threads under each scheme.
fn settings() -> Vec<(Threads, Scheme)> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from).max(2);
    let numbers = std::iter::successors(Some(2), |number| Some(2 * number)).take_while(|&number| number <= cores);
    let schemes = |threads| Scheme::ALL.iter().map(move |&scheme| (threads, scheme));
    let several = numbers.filter_map(Threads::new).flat_map(schemes);
    [(Threads::ONE, Scheme::DEFAULT)].into_iter().chain(several).collect()
}

/// A position searched to its depth with all settings.
struct Race<'a> {
    sample: &'a Sample,
    number: usize,
    method: &'a Method,
    most: u32,
    interrupt: &'a Interrupt,
}

impl Race<'_> {
    fn rows(&self) -> Result<Vec<Row>, LabError> {
        let mut settings = settings();
        // No setting always runs first or last.
        let turn = self.number % settings.len();
        settings.rotate_left(turn);
        let depth = self.depth()?;
        settings.into_iter().map(|(threads, scheme)| self.row(depth, threads, scheme)).collect()
    }

    /// The last depth that one thread completes in time, or 1.
    fn depth(&self) -> Result<u32, LabError> {
        let mut bench = DraughtsBench::new(self.sample.variant, self.method)?;
        let task = Task::of(&self.sample.game());
        let steps = bench.search_nodes(task, MOST_NODES, self.interrupt)?;
        Ok(steps.last().map_or(1, |step| step.iteration.depth.get()).min(self.most))
    }

    fn row(&self, depth: u32, threads: Threads, scheme: Scheme) -> Result<Row, LabError> {
        let method = self.method.clone().with(|options| {
            options.threads = threads;
            options.scheme = scheme;
        });
        let mut bench = DraughtsBench::new(self.sample.variant, &method)?;
        bench.clear();
        let task = Task::of(&self.sample.game());
        let start = Instant::now();
        let steps = bench.search(task, depth, OWN_GUESSES, self.interrupt)?;
        let elapsed = start.elapsed().as_secs_f64();
        let nodes = steps.last().map_or(0, |step| step.iteration.counters.nodes);
        let scheme = if threads == Threads::ONE { ALONE } else { scheme.name() };
        Ok(Row::default()
            .label("variant", self.sample.variant)
            .label("game", self.number)
            .label("method", &method.name)
            .label("depth", depth)
            .label("threads", threads)
            .label("scheme", scheme)
            .figure("searches", 1.0)
            .figure("elapsed", elapsed)
            .figure("nodes", nodes as f64))
    }
}

/// One thread has no scheme.
const ALONE: &str = "none";

fn report(record: &Record) -> Report {
    let frame = Frame::of(record.rows());
    let mut report = Report::default();
    for variant in frame.values("variant") {
        for method in frame.values("method") {
            let part = frame.only("variant", variant).only("method", method);
            report.tables.push(table(&part, variant, method));
            report.plots.push(plot(&part, variant, method));
        }
    }
    report
}

fn table(part: &Frame<'_>, variant: &str, method: &str) -> Table {
    let title = format!("{variant}, {method}: several threads against one");
    let columns =
        ["threads", "scheme", "speed-up", "against the default scheme", "positions faster than one thread", "nodes"];
    let mut table = Table::new(title, &columns);
    let alone = part.only("scheme", ALONE);
    for threads in part.numbers("threads") {
        let usual = part.only("threads", threads).only("scheme", Scheme::DEFAULT);
        for &scheme in part.values("scheme").iter().filter(|&&scheme| scheme != ALONE) {
            let rows = part.only("threads", threads).only("scheme", scheme);
            if !rows.is_empty() {
                let elapsed = [&alone, &usual].map(|base| times(base.against(&rows, "elapsed")));
                let rest = [faster(&rows, &alone), ratio(rows.against(&alone, "nodes"))];
                let setting = [threads.to_string(), scheme.to_owned()];
                table.push(setting.into_iter().chain(elapsed).chain(rest).collect());
            }
        }
    }
    table
}

/// A factor with its interval, or an empty cell: `1.62 (1.46 to 1.79)`.
fn times(factor: Option<Estimate>) -> Cell {
    let Some(factor @ Estimate { value, low, high }) = factor else { return Cell::new() };
    let interval = if factor.has_interval() { format!(" ({low:.2} to {high:.2})") } else { String::new() };
    format!("{value:.2}{interval}")
}

fn faster(rows: &Frame<'_>, alone: &Frame<'_>) -> Cell {
    let of_one = alone.by_game("elapsed");
    let pairs = rows.by_game("elapsed").into_iter().filter_map(|(game, time)| Some((time, *of_one.get(game)?)));
    let faster: Vec<bool> = pairs.map(|(time, one)| time < one).collect();
    format!("{} of {}", faster.iter().filter(|&&is_faster| is_faster).count(), faster.len())
}

fn plot(part: &Frame<'_>, variant: &str, method: &str) -> Plot {
    let alone = part.only("scheme", ALONE);
    let line = |scheme: &str| {
        let point = |threads: u32| {
            let rows = part.only("threads", threads).only("scheme", scheme);
            Some((f64::from(threads), alone.against(&rows, "elapsed")?))
        };
        let points = part.numbers("threads").into_iter().filter_map(point);
        let points = [(1.0, Estimate::exact(1.0))].into_iter().chain(points).collect();
        Series { name: scheme.to_owned(), points }
    };
    let schemes = part.values("scheme").into_iter().filter(|&scheme| scheme != ALONE);
    Plot {
        name: format!("{variant}-{method}"),
        title: format!("Several threads against one, {variant}, {method}"),
        x: "threads".to_owned(),
        y: "speed-up (elapsed time of one thread / of several)".to_owned(),
        logarithmic: false,
        series: schemes.map(line).collect(),
        marks: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speed_ups_are_ratios_of_times_at_the_same_positions() {
        let row = |game: u32, threads: u32, scheme: &str, elapsed: f64| {
            let row = Row::default().label("game", game).label("threads", threads).label("scheme", scheme);
            row.figure("searches", 1.0).figure("elapsed", elapsed).figure("nodes", f64::from(100 * threads))
        };
        // Three times as fast at one position, half as fast at another, and as a whole twice as fast.
        let rows = [
            row(0, 1, ALONE, 9.0),
            row(0, 2, "identical", 3.0),
            row(1, 2, "identical", 2.0),
            row(1, 1, ALONE, 1.0),
            row(0, 2, Scheme::DEFAULT.name(), 5.0),
            row(1, 2, Scheme::DEFAULT.name(), 5.0),
            // One of the two positions was not searched: there is nothing to compare.
            row(0, 4, "identical", 1.0),
        ];
        let rows = table(&Frame::of(&rows), "english", "mtd-f").rows;
        let [two, usual, four] = &rows[..] else { panic!("{rows:?}") };
        assert_eq!((two[0].as_str(), two[1].as_str(), two[4].as_str()), ("2", "identical", "1 of 2"));
        assert!(two[2].starts_with("2.00 (") && two[5] == "+100.0 %", "{two:?}");
        assert!(two[3].starts_with("2.00") && usual[2].starts_with("1.00 (") && usual[3] == "1.00", "{rows:?}");
        assert_eq!((four[0].as_str(), four[2].as_str(), four[5].as_str()), ("4", "", ""));
    }

    #[test]
    fn the_settings_are_one_thread_and_two_under_every_scheme() {
        let settings = settings();
        assert_eq!(settings[0], (Threads::ONE, Scheme::DEFAULT));
        let two = |scheme: &Scheme| settings.contains(&(Threads::new(2).expect("two"), *scheme));
        assert!(Scheme::ALL.iter().all(two), "{settings:?}");
    }
}
