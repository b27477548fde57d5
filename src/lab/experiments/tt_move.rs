//! Van Horssen 2018, section 2.1, table 1: which move the table keeps for a node that failed low, by games.

use std::sync::Arc;

use super::grain;
use crate::lab::contest::{COLUMNS, cells, contest};
use crate::lab::record::Record;
use crate::lab::view::{LabReport, TextTable};
use crate::lab::{Experiment, Job, LabError, Rows, RunSetup, Size, balanced_openings, baseline, spread};
use crownhead_engine::eval::EvaluationOptions;
use crownhead_engine::search::{DriverKind, ModeKind, SearchOptions, TableMoveRule};
use crownhead_rules::Variant;

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "tt-move",
    about: "A tournament of the table-move rules OLD, NEW and HIGH, international draughts (Van Horssen)",
    unit: "positions: openings of three plies, all if there are fewer, each played with both colours by each two \
           options; depth: thousands of nodes a move",
    configuration: "international; learned evaluation, grain 0.01; mode paper, MTD(f), best move SAFE; every different \
                    opening of three plies that does not lose three quarters of a man within nine plies, or so many of \
                    them, evenly spread; tables of 4 MiB that live as long as a game",
    most_depth: MOST_THOUSANDS,
    sizes: [Size::new(1, 1), Size::new(494, 50), Size::new(494, 100)],
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

fn jobs(setup: &RunSetup) -> Result<Vec<Job>, LabError> {
    let nodes = u64::from(setup.size.depth) * 1000;
    let openings = spread(&balanced_openings(Variant::INTERNATIONAL, 3)?, setup.size.positions);
    let evaluation = EvaluationOptions { grain: grain(0.01), ..EvaluationOptions::default() };
    let contestant = |rule: TableMoveRule| {
        let options = SearchOptions { driver: DriverKind::MtdF, mode: ModeKind::Paper, table_move: rule, ..baseline() };
        (rule.name().to_uppercase(), options)
    };
    let mut jobs = Vec::new();
    for (number, opening) in openings.into_iter().map(Arc::new).enumerate() {
        for (first, second) in PAIRINGS {
            let contestants = [first, second].map(contestant);
            jobs.push(contest(&opening, number, contestants, nodes, evaluation.clone()));
        }
    }
    Ok(jobs)
}

fn report(record: &Record) -> LabReport {
    let all = Rows::of(record.rows());
    let title = format!("OLD, NEW and HIGH at {} nodes a move: each pairing", all.value("nodes"));
    let mut table = TextTable::new(title, &COLUMNS);
    for (first, second) in PAIRINGS.map(|(a, b)| (a.name().to_uppercase(), b.name().to_uppercase())) {
        table.push(cells(&all.only("first", &first).only("second", &second), &first, &second));
    }
    LabReport { tables: vec![table, totals(&all)], plots: Vec::new() }
}

/// Each option's score over both its matches.
fn totals(all: &Rows<'_>) -> TextTable {
    let mut table = TextTable::new("OLD, NEW and HIGH: score over both matches", &["option", "games", "score"]);
    for rule in TableMoveRule::ALL {
        let name = rule.name().to_uppercase();
        let (as_first, as_second) = (all.only("first", &name), all.only("second", &name));
        let points = |rows: &Rows<'_>| rows.sum("half_points_begun") + rows.sum("half_points_answered");
        let games = 2 * (as_first.len() + as_second.len());
        let won = points(&as_first) + 4.0 * as_second.len() as f64 - points(&as_second);
        let score = if games == 0 { String::new() } else { format!("{:.1} %", 50.0 * won / games as f64) };
        table.push(vec![name, games.to_string(), score]);
    }
    table
}
