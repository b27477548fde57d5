//! Plaat et al. 1995, sections 4 and 5, figures 4 to 7, over its three games: checkers, Othello and chess.

use std::sync::Arc;

use super::first_guess::{BASE, by_distance, distance_rows, figure_4};
use super::{Column, costs, grain, groups, last_depths, relative_plot, table};
use crate::lab::games::{Chess, GameTask, LabGame, Othello, balanced_positions, perft};
use crate::lab::measure::rows_by_depth;
use crate::lab::record::Record;
use crate::lab::view::{LabReport, TextTable, number, ratio};
use crate::lab::{Experiment, Job, LabError, Method, OWN_GUESSES, Row, Rows, RunSetup, Size, Workbench};
use crate::plot::Plot;
use crownhead_engine::search::{Draughts, DriverKind, Width};
use crownhead_engine::support::interrupt::Interrupt;
use crownhead_rules::English;

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "three-games",
    about: "Drivers over three games, by their branching factor: English checkers, Othello and chess (Plaat, \
            Schaeffer, Pijls and de Bruin)",
    unit: "positions: from as many games of the search against itself, for each game; depth: English (othello: seven \
           less; chess: nine less; 2 at least)",
    configuration: "english, othello, chess, with simple evaluations; balanced positions of games, chosen alike in all \
                    three and so not those of other experiments; iterative deepening from depth 1 on a fresh bucket \
                    table of 2^21 entries; all move ordering and transposition cutoffs, no extensions or reductions; \
                    grain 0.01 men and pawns, 1 disc; aspiration windows of 0.25 men and pawns, 3 discs, first steps a \
                    fifth of that; distinct leaves counted by a set, iteration by iteration, in a second search, and \
                    in chess with the positions that are valued within the quiescence search; distorted guesses: two \
                    plies less deep, the value that aspiration NegaScout found at that depth plus a distance",
    most_depth: Experiment::MOST_DEPTH,
    sizes: [Size::new(1, 4), Size::new(20, 17), Size::new(100, 17).of_seeds(3)],
    jobs,
    report,
};

const DRIVERS: [DriverKind; 8] = [
    DriverKind::AlphaBeta,
    DriverKind::NegaScout,
    DriverKind::AspirationNegaScout,
    DriverKind::Sss,
    DriverKind::Dual,
    DriverKind::MtdF,
    DriverKind::MtdBi,
    DriverKind::MtdBest,
];
/// The number of the deepest iterations that have a row.
const REPORTED_DEPTHS: u32 = 5;
/// The search from distorted guesses is this many plies less deep, and this number of its iterations have a row.
const GUESS_MARGIN: u32 = 2;
const GUESS_DEPTHS: u32 = 2;
/// Distances of a first guess from the value, in aspiration windows.
const DISTANCES: [f64; 11] = [-8.0, -4.0, -2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0, 4.0, 8.0];
/// The length of the lines of moves that are counted for the branching factor.
const BRANCHING_PLIES: u32 = 4;

fn jobs(setup: &RunSetup) -> Result<Vec<Job>, LabError> {
    let mut jobs = jobs_of::<Draughts<English>>(setup, 0)?;
    jobs.extend(jobs_of::<Othello>(setup, 7)?);
    jobs.extend(jobs_of::<Chess>(setup, 9)?);
    Ok(jobs)
}

fn jobs_of<G: LabGame>(setup: &RunSetup, margin: u32) -> Result<Vec<Job>, LabError> {
    let depth = setup.size.depth.saturating_sub(margin).max(2);
    let (mut tasks, mut jobs) = (Vec::new(), Vec::new());
    for (seed, count) in setup.shares() {
        tasks.extend(balanced_positions::<G>(count, seed)?);
    }
    for (number, task) in tasks.into_iter().enumerate() {
        let position = Arc::new(SearchedPosition::<G> { task, number, depth, setup: *setup });
        jobs.extend(DRIVERS.map(|driver| {
            let (position, method) = (Arc::clone(&position), position.method(driver));
            Job::new(30, move |interrupt| position.driver(driver, interrupt)).by_methods(None, [&method])
        }));
        let (for_guesses, for_width) = (Arc::clone(&position), position);
        let methods = [DriverKind::AspirationNegaScout, DriverKind::MtdF].map(|driver| for_guesses.method(driver));
        jobs.push(Job::new(60, move |interrupt| for_guesses.guesses(interrupt)).by_methods(None, &methods));
        jobs.push(Job::new(1, move |_| Ok(vec![for_width.branching()])));
    }
    Ok(jobs)
}

struct SearchedPosition<G: LabGame> {
    task: GameTask<G>,
    number: usize,
    depth: u32,
    setup: RunSetup,
}

impl<G: LabGame> SearchedPosition<G> {
    fn method(&self, driver: DriverKind) -> Method {
        let width = |units: f64| Width::from_millionths((units * 1e6) as i64);
        let method = Method::engine(driver).at_grain(grain(G::GRAIN)).with(|options| {
            options.driver_options.aspiration = width(G::ASPIRATION);
            options.driver_options.first_step = width(G::ASPIRATION / 5.0);
        });
        self.setup.fit(method)
    }

    fn labelled(&self, row: Row, part: &str) -> Row {
        row.label("game", self.number).label("variant", G::NAME).label("unit", G::UNIT).label("part", part)
    }

    fn driver(&self, driver: DriverKind, interrupt: &Interrupt) -> Result<Vec<Row>, LabError> {
        let method = self.method(driver);
        let mut bench = Workbench::<G>::of_game(&method)?;
        let timed = [bench.search(self.task.clone(), self.depth, OWN_GUESSES, interrupt)?];
        let counted = [bench.search_counting_distinct(self.task.clone(), self.depth, OWN_GUESSES, interrupt)?];
        let rows = rows_by_depth(&method, last_depths(self.depth, REPORTED_DEPTHS), &timed, Some(&counted));
        Ok(rows.map(|row| self.labelled(row, "drivers")).collect())
    }

    fn guesses(&self, interrupt: &Interrupt) -> Result<Vec<Row>, LabError> {
        let distances = DISTANCES.map(|distance| distance * G::ASPIRATION);
        let depths = last_depths(self.depth.saturating_sub(GUESS_MARGIN).max(1), GUESS_DEPTHS);
        let bench = |driver| {
            let method = self.method(driver);
            Ok((Workbench::<G>::of_game(&method)?, method))
        };
        let rows = distance_rows(&self.task, &distances, depths, bench, interrupt)?;
        Ok(rows.into_iter().map(|row| self.labelled(row, "distance")).collect())
    }

    /// The branching factor near the position: the fourth root of the number of lines of four moves.
    fn branching(&self) -> Row {
        let lines = perft(&G::at_grain(grain(G::GRAIN)), &self.task.root, BRANCHING_PLIES) as f64;
        let moves = lines.powf(1.0 / f64::from(BRANCHING_PLIES));
        self.labelled(Row::default(), "branching").figure("searches", 1.0).figure("moves", moves)
    }
}

fn report(record: &Record) -> LabReport {
    let all = Rows::of(record.rows());
    let mut report = LabReport { tables: vec![summary(&all)], plots: Vec::new() };
    for (game, part) in all.by("variant") {
        let (drivers, distances) = (part.only("part", "drivers"), part.only("part", "distance"));
        report.tables.extend(totals(&drivers, game));
        for (figure, what) in [("distinct_leaves", "distinct leaves"), ("nodes", "nodes"), ("seconds", "time")] {
            let plot = relative_plot(&drivers, figure, what, BASE, format!("{game}: {what} of all iterations"));
            report.plots.push(Plot { name: format!("{game}-{figure}"), ..plot });
        }
        let unit = part.value("unit");
        report.tables.push(by_distance(&distances, game, &unit, ("distinct_leaves", "distinct leaves")));
        let plot = figure_4(&distances, game, &unit);
        report.plots.push(Plot { name: format!("{game}-guess"), ..plot });
    }
    report
}

/// The deepest iterations of the drivers, with their depth.
fn deepest<'a>(rows: &Rows<'a>) -> (u32, Rows<'a>) {
    rows.only("part", "drivers").by_number("depth").pop().unwrap_or((0, Rows::of([])))
}

/// The games by their branching factor.
fn summary(all: &Rows<'_>) -> TextTable {
    let cost = |rows: &Rows<'_>, driver: &str, base: &str, figure: &str| {
        let (_, rows) = deepest(rows);
        ratio(rows.only("method", driver).against(&rows.only("method", base), figure))
    };
    let title = "Distinct leaves by branching factor, all iterations up to the depth";
    let columns: &[Column<'_>] = &[
        ("branching factor (fourth root of perft 4)", &|rows| {
            number(rows.only("part", "branching").ratio("moves", "searches"), 1)
        }),
        ("depth", &|rows| deepest(rows).0.to_string()),
        ("MTD(f) against aspiration NegaScout: distinct leaves", &|rows| cost(rows, "mtd-f", BASE, "distinct_leaves")),
        ("time", &|rows| cost(rows, "mtd-f", BASE, "seconds")),
        ("SSS* against alpha-beta: distinct leaves", &|rows| cost(rows, "sss", "alpha-beta", "distinct_leaves")),
        ("DUAL* against alpha-beta: distinct leaves", &|rows| cost(rows, "dual", "alpha-beta", "distinct_leaves")),
        ("probes of MTD(f) in the last iteration", &|rows| {
            number(deepest(rows).1.only("method", "mtd-f").ratio("probes", "searches"), 1)
        }),
    ];
    table(title, ["game"], groups(all, "variant"), columns)
}

/// The deepest iteration and the one before it, since odd and even depths differ.
fn totals(drivers: &Rows<'_>, game: &str) -> Vec<TextTable> {
    let table = |(depth, rows): &(u32, Rows<'_>)| {
        costs(rows, BASE, format!("{game}: all iterations up to depth {depth}, against {BASE}"))
    };
    drivers.by_number("depth").iter().rev().take(2).map(table).collect()
}
