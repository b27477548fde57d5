//! Van Horssen 2018, sections 1 and 3: SAFE against LAST. Which move is played when the last probe failed low?

use std::sync::Arc;

use super::move_choice::{comparison, contest, matches};
use crate::eval::EvaluationOptions;
use crate::lab::opening::{balanced_openings, spread};
use crate::lab::record::Record;
use crate::lab::view::{Report, Table, number, percent};
use crate::lab::{Experiment, Frame, Job, LabError, Method, Regime, Row, Sample, Scale, Setup, Size, baseline};
use crate::rules::Variant;
use crate::search::{Consistency, DriverKind, ModeKind, Policy, SearchOptions, TableMoveRule};

/// The experiment.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "best-move",
    about: "SAFE against LAST: how often they differ, what LAST loses by it, and a match",
    unit: "positions: openings of three plies for each variant; depth: of the searches whose moves are compared (a deeper \
           search by four plies judges them)",
    configuration: "english, international; MTD(f) and mtd-bi, table move OLD, NEW and HIGH, modes paper and play, bounds consistent and as \
                    published; games \
                    played by SAFE, table of 2^18 entries kept through the game, LAST asked at each position of the \
                    very same search; where they differ, both moves are searched alone, four plies deeper on a fresh \
                    table; the match at 5,000 nodes a move",
    most_depth: Experiment::MOST_DEPTH,
    size,
    jobs,
    report,
};

fn size(scale: Scale) -> Size {
    match scale {
        Scale::Quick => Size::new(1, 3),
        Scale::Paper => Size::new(60, 8),
        Scale::Full => Size::new(200, 10),
    }
}

/// The searches in which the two rules are compared.
fn methods() -> Vec<Method> {
    let mut methods = Vec::new();
    for mode in [ModeKind::Paper, ModeKind::Play] {
        for driver in [DriverKind::MtdF, DriverKind::MtdBi] {
            for &rule in TableMoveRule::ALL {
                let method = Method::engine(driver).on(1 << 18, Policy::Bucket).with(|options| {
                    options.mode = mode;
                    options.table_move = rule;
                });
                let name = format!("{mode}, {driver}, {}", rule.name().to_uppercase());
                methods.push(method.under(Regime::DeepeningKept).named(name));
            }
        }
    }
    let published: Vec<_> = methods.iter().map(as_published).collect();
    methods.extend(published);
    methods
}

/// The same without what keeps bounds consistent, which Algorithm 1 of van Horssen 2018 does not do.
fn as_published(method: &Method) -> Method {
    let name = format!("{}, bounds as published", method.name);
    method.clone().with(|options| options.consistency = Consistency::Published).named(name)
}

fn jobs(setup: &Setup) -> Result<Vec<Job>, LabError> {
    let mut jobs = Vec::new();
    for variant in [Variant::ENGLISH, Variant::INTERNATIONAL] {
        let openings = spread(&balanced_openings(variant, 3)?, setup.size.positions);
        for (number, opening) in openings.into_iter().map(Arc::new).enumerate() {
            for method in methods() {
                let row = Row::default().label("opening", number);
                jobs.push(comparison(&opening, row, method, setup.size.depth));
            }
            for &rule in TableMoveRule::ALL {
                for consistency in [Consistency::Returned, Consistency::Published] {
                    jobs.push(contest_of(&opening, number, rule, consistency));
                }
            }
        }
    }
    Ok(jobs)
}

fn contest_of(opening: &Arc<Sample>, number: usize, table_move: TableMoveRule, consistency: Consistency) -> Job {
    let options = SearchOptions { driver: DriverKind::MtdF, table_move, consistency, ..baseline() };
    let bounds = if consistency == Consistency::Published { ", bounds as published" } else { "" };
    let name = format!("with {}{bounds}", table_move.name().to_uppercase());
    contest(opening, number, &name, &options, EvaluationOptions::default())
}

fn report(record: &Record) -> Report {
    let frame = Frame::of(record.rows());
    let mut report = Report::default();
    for variant in frame.values("variant") {
        let part = frame.only("variant", variant);
        report.tables.push(differences(&part, variant));
        report.tables.push(matches(&part, variant));
    }
    report
}

fn differences(part: &Frame<'_>, variant: &str) -> Table {
    let (heading, divisor) = mean_loss(part);
    let columns = [
        "mode, driver, table move",
        "positions with a choice",
        "the two differ",
        "LAST's move worse",
        "SAFE's move worse",
        "LAST loses half a man or more",
        heading,
    ];
    let depth = part.values("depth").concat();
    let title = format!("{variant}, depth {depth}: SAFE and LAST, judged four plies deeper");
    let mut table = Table::new(title, &columns);
    for method in part.values("method") {
        let rows = part.only("method", method);
        table.push(vec![
            method.to_owned(),
            number(Some(rows.sum("positions")), 0),
            percent(rows.ratio("differ", "positions")),
            percent(rows.ratio("last_loses", "positions")),
            percent(rows.ratio("safe_loses", "positions")),
            number(Some(rows.sum("blunders")), 0),
            number(rows.ratio("lost", divisor), 3),
        ]);
    }
    table
}

/// The heading of the mean loss, and what its sum is divided by. The sum leaves out positions where a move wins or loses;
/// records of earlier versions do not say how many are left.
fn mean_loss(part: &Frame<'_>) -> (&'static str, &'static str) {
    match part.max("undecided") {
        Some(_) => ("mean loss where neither move wins or loses (men)", "undecided"),
        None => ("loss where neither move wins or loses (men), by all positions where the two differ", "differ"),
    }
}
