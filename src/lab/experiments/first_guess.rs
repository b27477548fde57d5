//! Plaat et al. 1995, section 4, figure 4: what the distance of the first guess from the value costs; and which
//! iteration's value is the better guess.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use super::{grain, last_depths, matrix, nodes_and_probes, plot, position_trials, positions};
use crate::lab::job::search_weight;
use crate::lab::measure::{Totals, labels};
use crate::lab::record::Record;
use crate::lab::view::{LabReport, TextTable, ratio};
use crate::lab::{
    DraughtsBench, Experiment, Job, LabError, Measured, Method, OWN_GUESSES, Row, Rows, RunSetup, Size, Workbench,
};
use crate::plot::{Plot, Series};
use crownhead_engine::eval::Score;
use crownhead_engine::search::{Depth, DriverKind, FirstGuess, Searchable, Task};
use crownhead_engine::support::interrupt::Interrupt;
use crownhead_rules::{Game, Variant};

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "first-guess",
    about: "The effort of MTD(f) against the distance of its first guess; one iteration ago against two (Plaat, \
            Schaeffer, Pijls and de Bruin)",
    unit: "positions: from as many games of the engine against itself, for each variant; depth: the deepest of the \
           four that are reported (two plies more, but not in international, where one iteration ago is compared with \
           two)",
    configuration: "english, international (one against two: giveaway as well); balanced positions of games; iterative \
                    deepening on a fresh bucket table of 2^21 entries; grain 0.01; each iteration begins at the value \
                    that aspiration NegaScout found at that depth, plus a distance; distinct leaves counted by a set",
    most_depth: Experiment::MOST_DEPTH,
    sizes: [Size::new(1, 4), Size::new(20, 11), Size::new(100, 11).of_seeds(3)],
    jobs,
    report,
};

/// The driver that the effort is compared with.
pub(super) const BASE: &str = "aspiration-negascout";
/// Distances from the value, in men.
const DISTANCES: [f64; 15] = [-4.0, -2.0, -1.0, -0.5, -0.2, -0.1, -0.02, 0.0, 0.02, 0.1, 0.2, 0.5, 1.0, 2.0, 4.0];
const REPORTED_DEPTHS: u32 = 4;
const MORE_DEPTH: u32 = 2;

fn jobs(setup: &RunSetup) -> Result<Vec<Job>, LabError> {
    let depth = setup.size.depth;
    let mut jobs = Vec::new();
    for variant in [Variant::ENGLISH, Variant::INTERNATIONAL] {
        let positions = positions(variant, setup)?.into_iter().enumerate();
        jobs.extend(positions.map(|(number, position)| distance_job(*setup, number, position)));
    }
    for variant in [Variant::ENGLISH, Variant::GIVEAWAY, Variant::INTERNATIONAL] {
        let deepest = depth + if variant == Variant::INTERNATIONAL { 0 } else { MORE_DEPTH };
        let depths = deepest.max(2) - 1..=deepest;
        jobs.extend(position_trials(setup, &positions(variant, setup)?, &guessers(), depths, false));
    }
    Ok(jobs)
}

fn distance_job(setup: RunSetup, number: usize, position: Game) -> Job {
    let depth = setup.size.depth;
    let method = move |driver| setup.fit(Method::engine(driver).at_grain(grain(0.01)));
    let (variant, methods) = (position.variant(), [DriverKind::AspirationNegaScout, DriverKind::MtdF].map(method));
    let job = Job::new(search_weight(40, depth), move |interrupt| {
        let bench = |driver| {
            let method = method(driver);
            Ok((DraughtsBench::new(position.variant(), &method)?, method))
        };
        let depths = last_depths(depth, REPORTED_DEPTHS);
        let rows = distance_rows(&Task::of(&position), &DISTANCES, depths, bench, interrupt)?;
        let labelled = |row: Row| row.label("game", number).label("variant", position.variant());
        Ok(rows.into_iter().map(|row| labelled(row).label("part", "distance")).collect())
    });
    job.by_methods(Some(variant), &methods)
}

/// The rows of a position at these depths: of the base, aspiration NegaScout, and of MTD(f) with the value that the
/// base has found at each depth, plus each distance, as the first guess of the iteration.
pub(super) fn distance_rows<T: Searchable + ?Sized + 'static>(
    task: &Task<T::Node, T::Move>,
    distances: &[f64],
    depths: RangeInclusive<u32>,
    bench: impl Fn(DriverKind) -> Result<(Workbench<T>, Method), LabError>,
    interrupt: &Interrupt,
) -> Result<Vec<Row>, LabError> {
    let (deepest, (mut base, method)) = (*depths.end(), bench(DriverKind::AspirationNegaScout)?);
    let iterations = base.search_counting_distinct(task.clone(), deepest, OWN_GUESSES, interrupt)?;
    let value = |measured: &Measured<_>| (measured.iteration.depth, measured.iteration.score);
    let values: BTreeMap<Depth, Score> = iterations.iter().map(value).collect();
    let mut rows = rows_of(&method, "", &depths, iterations);
    let (mut mtd_f, method) = bench(DriverKind::MtdF)?;
    for distance in distances {
        let guess = |depth: Depth| values.get(&depth).map(|value| value.plus((distance * 1e6) as i64));
        let iterations = mtd_f.search_counting_distinct(task.clone(), deepest, &guess, interrupt)?;
        rows.extend(rows_of(&method, &distance.to_string(), &depths, iterations));
    }
    Ok(rows)
}

fn rows_of<M>(method: &Method, distance: &str, depths: &RangeInclusive<u32>, iterations: Vec<Measured<M>>) -> Vec<Row> {
    let iterations = [iterations];
    let row = |depth| {
        let totals = Totals::at_depth(depth, &iterations);
        let mut row = labels(method, depth).figures(&totals).label("distance", distance);
        // The time would include that of the set.
        row.figures.remove("seconds");
        row.figures(&totals.distinct)
    };
    depths.clone().map(row).collect()
}

/// The drivers that begin at a guess, with either.
fn guessers() -> Vec<Method> {
    let drivers = [DriverKind::MtdF, DriverKind::MtdStep, DriverKind::MtdGallop, DriverKind::AspirationNegaScout];
    let of = |driver: DriverKind, rule: FirstGuess| {
        let method = Method::engine(driver).at_grain(grain(0.01)).with(|options| options.first_guess = rule);
        method.named(format!("{driver}, {rule}"))
    };
    drivers.into_iter().flat_map(|driver| [of(driver, FirstGuess::OneAgo), of(driver, FirstGuess::TwoAgo)]).collect()
}

fn report(record: &Record) -> LabReport {
    let all = Rows::of(record.rows());
    let mut report = LabReport::default();
    for (variant, part) in all.only("part", "distance").by("variant") {
        for figure in [("distinct_leaves", "distinct leaves"), ("nodes", "nodes")] {
            report.tables.push(by_distance(&part, variant, "men", figure));
        }
        report.plots.push(figure_4(&part, variant, "men"));
    }
    for (variant, part) in all.only("part", "").by("variant") {
        report.tables.extend(by_guess(&part, variant));
    }
    report
}

/// A figure, given by its name and in words, by distance and depth.
pub(super) fn by_distance(part: &Rows<'_>, game: &str, unit: &str, (figure, what): (&str, &str)) -> TextTable {
    let title = format!("{game}: {what} of MTD(f) from a distorted guess, against aspiration NegaScout");
    let heading = format!("guess - value ({unit})");
    matrix(&part.only("method", "mtd-f"), title, ("distance", &heading), ("depth", "depth"), |rows| {
        ratio(rows.against(&part.only("method", BASE).only("depth", rows.value("depth")), figure))
    })
}

/// Plaat et al. 1995, figure 4: the effort by distance, a line for each depth.
pub(super) fn figure_4(part: &Rows<'_>, game: &str, unit: &str) -> Plot {
    let line = |(depth, rows): (u32, Rows<'_>)| {
        let base = rows.only("method", BASE);
        let point = |(distance, rows): (&str, Rows<'_>)| {
            Some((distance.parse().ok()?, rows.percent_of(&base, "distinct_leaves")?))
        };
        Series { name: format!("depth {depth}"), points: rows.by("distance").into_iter().filter_map(point).collect() }
    };
    let series = part.by_number("depth").into_iter().map(line).collect();
    let x = format!("first guess - value ({unit})");
    let y = "distinct leaves relative to aspiration NegaScout (%)";
    plot(game, format!("Effort of MTD(f) by its first guess, {game}"), [&x, y], series)
}

/// Nodes by the origin of the guess: of each search, and two iterations ago against one.
fn by_guess(part: &Rows<'_>, variant: &str) -> [TextTable; 2] {
    let (down, across) = (("method", "driver, guess"), ("depth", "depth"));
    let title =
        format!("{variant}: nodes for each search (mean probes of its last iteration), by where the guess is from");
    let nodes = matrix(part, title, down, across, nodes_and_probes);
    let title = format!("{variant}: nodes with the guess of two iterations ago, against one");
    let later = part.filtered(|row| row.get("method").ends_with(FirstGuess::TwoAgo.name()));
    let costs = matrix(&later, title, down, across, |rows| {
        let earlier = rows.value("method").replace(FirstGuess::TwoAgo.name(), FirstGuess::OneAgo.name());
        let base = part.only("method", earlier).only("depth", rows.value("depth"));
        ratio(rows.against(&base, "nodes"))
    });
    [nodes, costs]
}
