//! How much faster several threads reach the same depth than one.

use std::time::Instant;

use super::{Column, groups_by_two, lines, plot, positions, table};
use crate::lab::record::Record;
use crate::lab::view::{Cell, LabReport, TextTable, factor, ratio};
use crate::lab::{DraughtsBench, Experiment, Job, LabError, Method, OWN_GUESSES, Regime, Row, Rows, RunSetup, Size};
use crate::plot::Plot;
use crate::statistics::Estimate;
use crownhead_engine::engine::Limit;
use crownhead_engine::eval::EvaluationOptions;
use crownhead_engine::search::{DriverKind, Scheme, SearchOptions, Task, Threads};
use crownhead_engine::support::interrupt::Interrupt;
use crownhead_rules::{Game, Variant};

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "speedup",
    about: "How much faster several threads reach a depth than one, by scheme and driver; it needs an idle \
            machine",
    unit: "positions: from as many games of the engine against itself, for each variant; depth: at most, where \
           3,000,000 nodes lead further",
    configuration: "english, international; balanced positions of games; mode play, learned evaluation; iterative \
                    deepening from depth 1 on a fresh bucket table of 2^21 entries, to the last depth that one thread \
                    completes within 3,000,000 nodes; 1, 2, 4 and so on threads, up to the \
                    cores of the machine and at least 2; elapsed time",
    most_depth: Experiment::MOST_DEPTH,
    sizes: [Size::new(1, 5), Size::new(40, 40), Size::new(100, 40)],
    jobs,
    report,
};

const DRIVERS: [DriverKind; 3] = [DriverKind::RealMtdF, DriverKind::MtdBi, DriverKind::AspirationNegaScout];

/// One thread searches a position to the last depth that it completes within this number of nodes, about half a second,
/// so that no position takes the time of all others.
const MOST_NODES: u64 = 3_000_000;

/// One thread has no scheme.
const ALONE: &str = "none";

/// What the others are compared with: the default for few threads.
const USUAL: Scheme = Scheme::DepthStaggered;

/// A job for each position and driver, in which the settings follow each other: a temporary slowdown of the machine
/// affects all of them.
fn jobs(setup: &RunSetup) -> Result<Vec<Job>, LabError> {
    let mut jobs = Vec::new();
    let most = setup.size.depth;
    for variant in [Variant::ENGLISH, Variant::INTERNATIONAL] {
        for (number, position) in positions(variant, setup)?.into_iter().enumerate() {
            for driver in DRIVERS {
                let (position, method) = (position.clone(), setup.fit(method(driver)));
                let searched = method.clone();
                let job = Job::new(1, move |interrupt| race(&position, number, &method, most, interrupt));
                jobs.push(job.by_methods(Some(variant), [&searched]));
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
    let schemes = |threads| Scheme::FIXED.map(|scheme| (threads, scheme));
    let several = numbers.filter_map(Threads::new).flat_map(schemes);
    [(Threads::ONE, USUAL)].into_iter().chain(several).collect()
}

/// Searches a position with all settings to the last depth that one thread completes in time, or 1.
fn race(
    position: &Game,
    number: usize,
    method: &Method,
    most: u32,
    interrupt: &Interrupt,
) -> Result<Vec<Row>, LabError> {
    let mut settings = settings();
    // No setting always runs first or last.
    let turn = number % settings.len();
    settings.rotate_left(turn);
    let bench = |method: &Method| DraughtsBench::new(position.variant(), method);
    let alone = bench(method)?.search_within(Task::of(position), Limit::of_nodes(MOST_NODES), interrupt)?;
    let depth = alone.last().map_or(1, |last| last.iteration.depth.get()).min(most);
    let row = |(threads, scheme): (Threads, Scheme)| {
        let mut bench = bench(&method.clone().with(|options| {
            options.threads = threads;
            options.scheme = scheme;
        }))?;
        bench.clear();
        let start = Instant::now();
        let iterations = bench.search(Task::of(position), depth, OWN_GUESSES, interrupt)?;
        let elapsed = start.elapsed().as_secs_f64();
        let nodes = iterations.last().map_or(0, |last| last.iteration.counters.nodes);
        let row = Row::default()
            .label("variant", position.variant())
            .label("game", number)
            .label("method", &method.name)
            .label("depth", depth)
            .label("threads", threads)
            .label("scheme", if threads == Threads::ONE { ALONE } else { scheme.name() });
        Ok(row.figure("searches", 1.0).figure("elapsed", elapsed).figure("nodes", nodes as f64))
    };
    settings.into_iter().map(row).collect()
}

fn report(record: &Record) -> LabReport {
    let all = Rows::of(record.rows());
    let methods = all.values("method");
    let mut report = LabReport::default();
    for (variant, part) in all.by("variant") {
        for method in &methods {
            let part = part.only("method", method);
            report.tables.push(speed_up_table(&part, variant, method));
            report.plots.push(speed_ups(&part, variant, method));
        }
    }
    report
}

fn speed_up_table(part: &Rows<'_>, variant: &str, method: &str) -> TextTable {
    let alone = part.only("scheme", ALONE);
    let several = part.filtered(|row| row.get("scheme") != ALONE);
    let groups = groups_by_two(several.by_number("threads"), |rows| rows.by("scheme"));
    let against_usual = |rows: &Rows<'_>| {
        let usual = several.only("threads", rows.value("threads")).only("scheme", USUAL);
        usual.against(rows, "elapsed")
    };
    let columns: &[Column<'_>] = &[
        ("speed-up", &|rows| factor(alone.against(rows, "elapsed"))),
        ("against `depth-staggered`", &|rows| factor(against_usual(rows))),
        ("positions faster than one thread", &|rows| faster(rows, &alone)),
        ("nodes", &|rows| ratio(rows.against(&alone, "nodes"))),
    ];
    table(format!("{variant}, {method}: several threads against one"), ["threads", "scheme"], groups, columns)
}

fn faster(rows: &Rows<'_>, alone: &Rows<'_>) -> Cell {
    let of_one = alone.by_game("elapsed");
    let pairs = rows.by_game("elapsed").into_iter().filter_map(|(game, time)| Some((time, *of_one.get(game)?)));
    let faster: Vec<bool> = pairs.map(|(time, one)| time < one).collect();
    format!("{} of {}", faster.iter().filter(|&&is_faster| is_faster).count(), faster.len())
}

fn speed_ups(part: &Rows<'_>, variant: &str, method: &str) -> Plot {
    let alone = part.only("scheme", ALONE);
    let several = part.filtered(|row| row.get("scheme") != ALONE);
    let series = lines(&several, "scheme", |rows| {
        let point =
            |(threads, rows): (u32, Rows<'_>)| Some((f64::from(threads), alone.against(&rows, "elapsed")?.of_sums));
        let one = Some((1.0, Estimate::exact(1.0)));
        std::iter::once(one).chain(rows.by_number("threads").into_iter().map(point)).collect::<Vec<_>>()
    });
    let title = format!("Several threads against one, {variant}, {method}");
    let axes = ["threads", "speed-up (elapsed time of one thread / of several)"];
    plot(format!("{variant}-{method}"), title, axes, series)
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
            row(0, 2, USUAL.name(), 5.0),
            row(1, 2, USUAL.name(), 5.0),
            // One of the two positions was not searched: there is nothing to compare.
            row(0, 4, "identical", 1.0),
        ];
        let rows = speed_up_table(&Rows::of(&rows), "english", "mtd-f").rows;
        let [two, usual, four] = &rows[..] else { panic!("{rows:?}") };
        assert_eq!((two[0].as_str(), two[1].as_str(), two[4].as_str()), ("2", "identical", "1 of 2"));
        assert!(two[2].starts_with("2.00 (") && two[5] == "+100.0 %", "{two:?}");
        assert!(two[3].starts_with("2.00") && usual[2].starts_with("1.00 (") && usual[3] == "1.00", "{rows:?}");
        assert_eq!((four[0].as_str(), four[2].as_str(), four[5].as_str()), ("4", "", ""));
    }

    #[test]
    fn the_settings_are_one_thread_and_two_under_every_scheme() {
        let settings = settings();
        assert_eq!(settings[0], (Threads::ONE, USUAL));
        let two = |scheme: &Scheme| settings.contains(&(Threads::new(2).expect("two"), *scheme));
        assert!(Scheme::FIXED.iter().all(two), "{settings:?}");
    }
}
