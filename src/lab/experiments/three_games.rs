//! Plaat et al. 1995, sections 4 and 5, figures 4 to 7, over its three games: checkers, Othello and chess.

use std::sync::Arc;

use super::common::{costs, grain};
use super::distances::{BASE, Distances, figure_4, table};
use super::relative_plot::relative_plot;
use crate::interrupt::Interrupt;
use crate::lab::games::{Chess, GameTask, LabGame, Othello, balanced_positions, perft};
use crate::lab::measure::OWN_GUESSES;
use crate::lab::record::Record;
use crate::lab::trial::rows_by_depth;
use crate::lab::view::{Report, Table, number, ratio};
use crate::lab::{Experiment, Frame, Job, LabError, Method, Row, Scale, Setup, Size, Workbench};
use crate::plot::Plot;
use crate::rules::English;
use crate::search::{Draughts, DriverKind, Width};

/// The experiment.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "three-games",
    about: "drivers with iterative deepening in English checkers, Othello and chess; leaves against the branching factor",
    unit: "positions: from as many games of the search against itself, for each game; depth: English (othello: seven \
           less; chess: nine less; 2 at least)",
    configuration: "english, othello, chess, with simple evaluations; balanced positions of games, chosen alike in all \
                    three and so not those of other experiments; iterative deepening from depth 1 on a fresh bucket \
                    table of 2^21 entries; all move ordering and transposition cutoffs, no extensions or reductions; \
                    grain 0.01 men and pawns, 1 disc; aspiration windows of 0.25 men and pawns, 3 discs, first steps a \
                    fifth of that; distinct leaves counted by a set, iteration by iteration, in a second search, and in \
                    chess with the positions that are valued within the quiescence search; distorted guesses: two \
                    plies less deep, the value that aspiration NegaScout found at that depth plus a distance",
    most_depth: Experiment::MOST_DEPTH,
    size,
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
/// How many of the deepest iterations have a row.
const REPORTED_DEPTHS: u32 = 5;
/// How much less deep the search from distorted guesses is, and how many of its iterations are reported.
const GUESS_MARGIN: u32 = 2;
const GUESS_DEPTHS: u32 = 2;
/// Distances of a first guess from the value, in aspiration windows.
const DISTANCES: [f64; 11] = [-8.0, -4.0, -2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0, 4.0, 8.0];
/// Lines of so many moves are counted for the branching factor.
const BRANCHING_PLIES: u32 = 4;

fn size(scale: Scale) -> Size {
    match scale {
        Scale::Quick => Size::new(1, 4),
        Scale::Paper => Size::new(20, 17),
        Scale::Full => Size::new(100, 17).of_seeds(3),
    }
}

fn jobs(setup: &Setup) -> Result<Vec<Job>, LabError> {
    let mut jobs = jobs_of::<Draughts<English>>(setup, 0)?;
    jobs.extend(jobs_of::<Othello>(setup, 7)?);
    jobs.extend(jobs_of::<Chess>(setup, 9)?);
    Ok(jobs)
}

fn jobs_of<G: LabGame>(setup: &Setup, margin: u32) -> Result<Vec<Job>, LabError> {
    let depth = setup.size.depth.saturating_sub(margin).max(2);
    let (mut tasks, mut jobs) = (Vec::new(), Vec::new());
    for (seed, count) in setup.shares() {
        tasks.extend(balanced_positions::<G>(count, seed)?);
    }
    for (number, task) in tasks.into_iter().enumerate() {
        let position = Arc::new(Position::<G> { task, number, depth, setup: *setup });
        jobs.extend(DRIVERS.map(|driver| {
            let position = Arc::clone(&position);
            Job::new(30, move |interrupt| position.driver(driver, interrupt))
        }));
        let (for_guesses, for_width) = (Arc::clone(&position), position);
        jobs.push(Job::new(60, move |interrupt| for_guesses.guesses(interrupt)));
        jobs.push(Job::new(1, move |_| Ok(vec![for_width.branching()])));
    }
    Ok(jobs)
}

/// A position of a game, and how it is searched.
struct Position<G: LabGame> {
    task: GameTask<G>,
    number: usize,
    depth: u32,
    setup: Setup,
}

impl<G: LabGame> Position<G> {
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
        let counted = [bench.search_counting_leaves(self.task.clone(), self.depth, OWN_GUESSES, interrupt)?];
        let from = (self.depth + 1).saturating_sub(REPORTED_DEPTHS).max(1);
        let rows = rows_by_depth(&method, from..=self.depth, &timed, Some(&counted));
        Ok(rows.map(|row| self.labelled(row, "drivers")).collect())
    }

    fn guesses(&self, interrupt: &Interrupt) -> Result<Vec<Row>, LabError> {
        let distances = Distances {
            distances: &DISTANCES.map(|distance| distance * G::ASPIRATION),
            method: &|driver| self.method(driver),
            depth: self.depth.saturating_sub(GUESS_MARGIN).max(1),
            reported: GUESS_DEPTHS,
        };
        let rows = distances.rows(&self.task, Workbench::<G>::of_game, interrupt)?;
        Ok(rows.into_iter().map(|row| self.labelled(row, "distance")).collect())
    }

    /// The branching factor near the position: the fourth root of the number of lines of four moves.
    fn branching(&self) -> Row {
        let lines = perft(&G::at_grain(grain(G::GRAIN)), &self.task.root, BRANCHING_PLIES) as f64;
        let moves = lines.powf(1.0 / f64::from(BRANCHING_PLIES));
        self.labelled(Row::default(), "branching").figure("searches", 1.0).figure("moves", moves)
    }
}

fn report(record: &Record) -> Report {
    let frame = Frame::of(record.rows());
    let mut report = Report::default();
    report.tables.push(summary(&frame));
    for game in frame.values("variant") {
        let part = frame.only("variant", game);
        let (drivers, distances) = (part.only("part", "drivers"), part.only("part", "distance"));
        report.tables.extend(totals(&drivers, game));
        for (figure, what) in [("distinct_leaves", "distinct leaves"), ("nodes", "nodes"), ("seconds", "time")] {
            let plot = relative_plot(&drivers, figure, what, BASE, format!("{game}: {what} of all iterations"));
            report.plots.push(Plot { name: format!("{game}-{figure}"), ..plot });
        }
        let unit = part.values("unit").concat();
        report.tables.push(table(&distances, game, &unit, ("distinct_leaves", "distinct leaves")));
        let plot = figure_4(&distances, game, &unit);
        report.plots.push(Plot { name: format!("{game}-guess"), ..plot });
    }
    report
}

/// The games by their branching factor.
fn summary(frame: &Frame<'_>) -> Table {
    let columns = [
        "game",
        "branching factor (fourth root of perft 4)",
        "depth",
        "MTD(f) against aspiration NegaScout: distinct leaves",
        "time",
        "SSS* against alpha-beta: distinct leaves",
        "DUAL* against alpha-beta: distinct leaves",
        "probes of MTD(f) in the last iteration",
    ];
    let mut table = Table::new("Distinct leaves by branching factor, all iterations up to the depth", &columns);
    for game in frame.values("variant") {
        let part = frame.only("variant", game);
        let drivers = part.only("part", "drivers");
        let depth = drivers.numbers("depth").last().copied().unwrap_or(0);
        let of = |driver: &str| drivers.only("depth", depth).only("method", driver);
        let cost = |driver, base, figure| ratio(of(driver).against(&of(base), figure));
        table.push(vec![
            game.to_owned(),
            number(part.only("part", "branching").ratio("moves", "searches"), 1),
            depth.to_string(),
            cost("mtd-f", BASE, "distinct_leaves"),
            cost("mtd-f", BASE, "seconds"),
            cost("sss", "alpha-beta", "distinct_leaves"),
            cost("dual", "alpha-beta", "distinct_leaves"),
            number(of("mtd-f").ratio("probes", "searches"), 1),
        ]);
    }
    table
}

/// The deepest iteration and the one before it, since odd and even depths differ.
fn totals(drivers: &Frame<'_>, game: &str) -> Vec<Table> {
    let mut depths = drivers.numbers("depth");
    let deepest = depths.split_off(depths.len().saturating_sub(2));
    let table = |depth: &u32| {
        let title = format!("{game}: all iterations up to depth {depth}, against {BASE}");
        costs(&drivers.only("depth", depth), BASE, title)
    };
    deepest.iter().rev().map(table).collect()
}
