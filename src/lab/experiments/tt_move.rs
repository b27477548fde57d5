//! Van Horssen 2018, section 2.1, table 1: which move the table keeps for a node that failed low, by games.

use std::sync::Arc;

use super::common::grain;
use crate::eval::EvaluationOptions;
use crate::lab::contest::{Contest, Standing};
use crate::lab::opening::{balanced_openings, spread};
use crate::lab::record::Record;
use crate::lab::view::{Report, Table};
use crate::lab::{Experiment, Frame, Job, LabError, Scale, Setup, Size, baseline};
use crate::rules::Variant;
use crate::search::{DriverKind, ModeKind, SearchOptions, TableMoveRule};

/// The experiment.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "tt-move",
    about: "a tournament of OLD, NEW and HIGH, international draughts",
    unit: "positions: openings of three plies, all if there are fewer, each played with both colours by each two options; \
           depth: thousands of nodes a move",
    configuration: "international; learned evaluation, grain 0.01; mode paper, MTD(f), best move SAFE; every different opening of three plies that does \
                    not lose three quarters of a man within nine plies, or so many of them, evenly spread; tables of 4 \
                    MiB that live as long as a game",
    most_depth: MOST_THOUSANDS,
    size,
    jobs,
    report,
};

/// Pairings in the order of the paper's table.
const PAIRINGS: [(TableMoveRule, TableMoveRule); 3] = [
    (TableMoveRule::Old, TableMoveRule::New),
    (TableMoveRule::Old, TableMoveRule::High),
    (TableMoveRule::New, TableMoveRule::High),
];

/// The most nodes of a move, in thousands.
const MOST_THOUSANDS: u32 = 1000;

fn size(scale: Scale) -> Size {
    match scale {
        Scale::Quick => Size::new(1, 1),
        Scale::Paper => Size::new(494, 50),
        Scale::Full => Size::new(494, 100),
    }
}

fn jobs(setup: &Setup) -> Result<Vec<Job>, LabError> {
    let nodes = u64::from(setup.size.depth) * 1000;
    let openings = balanced_openings(Variant::INTERNATIONAL, 3)?;
    let openings: Vec<_> = spread(&openings, setup.size.positions).into_iter().map(Arc::new).collect();
    let contestant = |rule: TableMoveRule| {
        let options = SearchOptions { driver: DriverKind::MtdF, mode: ModeKind::Paper, table_move: rule, ..baseline() };
        (rule.name().to_uppercase(), options)
    };
    let mut jobs = Vec::new();
    for (number, opening) in openings.iter().enumerate() {
        for (first, second) in PAIRINGS {
            let evaluation = EvaluationOptions { grain: grain(0.01), ..EvaluationOptions::default() };
            let contest = Contest { first: contestant(first), second: contestant(second), nodes, evaluation };
            let opening = Arc::clone(opening);
            jobs.push(Job::new(1, move |interrupt| contest.play(&opening, number, interrupt)));
        }
    }
    Ok(jobs)
}

fn report(record: &Record) -> Report {
    let frame = Frame::of(record.rows());
    let nodes = frame.values("nodes").concat();
    let columns = ["first", "second", "games", "the first's result", "Elo"];
    let mut table = Table::new(format!("OLD, NEW and HIGH at {nodes} nodes a move: each pairing"), &columns);
    for (first, second) in PAIRINGS.map(|(a, b)| (a.name().to_uppercase(), b.name().to_uppercase())) {
        let rows = frame.only("first", &first).only("second", &second);
        let standing = Standing::of(&rows);
        let games = 2 * rows.rows().count();
        table.push(vec![first, second, games.to_string(), standing.text(), standing.elo()]);
    }
    Report { tables: vec![table, totals(&frame)], plots: Vec::new() }
}

/// Each option's score over both its matches.
fn totals(frame: &Frame<'_>) -> Table {
    let mut table = Table::new("OLD, NEW and HIGH: score over both matches", &["option", "games", "score"]);
    for rule in TableMoveRule::ALL {
        let name = rule.name().to_uppercase();
        let (as_first, as_second) = (frame.only("first", &name), frame.only("second", &name));
        let points = |rows: &Frame<'_>| rows.sum("half_points_begun") + rows.sum("half_points_answered");
        let games = 2 * (as_first.rows().count() + as_second.rows().count());
        let won = points(&as_first) + 4.0 * as_second.rows().count() as f64 - points(&as_second);
        let score = if games == 0 { String::new() } else { format!("{:.1} %", 50.0 * won / games as f64) };
        table.push(vec![name, games.to_string(), score]);
    }
    table
}
