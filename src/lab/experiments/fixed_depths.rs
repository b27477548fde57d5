//! The other cure of LAST: selectivity whose depth does not depend on the window, as Sunfish has it (docs/note.md,
//! section 1), beside results that are clamped to the bounds of the table.

use std::sync::Arc;

use super::best_move::{MATCH_NODES, comparison, matches};
use super::{Column, groups, table};
use crate::lab::contest::contest;
use crate::lab::record::Record;
use crate::lab::view::{LabReport, TextTable, number, share};
use crate::lab::{
    Experiment, Job, LabError, Method, Regime, Row, Rows, RunSetup, Size, balanced_openings, baseline, spread,
};
use crownhead_engine::eval::EvaluationOptions;
use crownhead_engine::search::{Consistency, DriverKind, ModeKind, Policy, SearchOptions, TableMoveRule};
use crownhead_rules::Variant;

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "fixed-depths",
    about: "Reductions whose depth does not depend on the window, without ProbCut, against results that keep to the \
            bounds of the table (Van Horssen; Sunfish)",
    unit: "positions: openings of three plies for each variant; depth: of the searches whose moves are compared (a \
           deeper search by four plies judges them)",
    configuration: "english, international; MTD(f), table move OLD, mode play; bounds as published and kept to in what \
                    nodes return; depths as in play, and fixed: late moves reduced by their place in the list of moves \
                    and never searched again, no ProbCut; games played by SAFE, table of 2^18 entries kept through the \
                    game, LAST asked at each position of the very same search; the matches against neither cure, both \
                    SAFE, learned evaluation, at 5,000 nodes a move",
    most_depth: Experiment::MOST_DEPTH,
    sizes: [Size::new(1, 3), Size::new(60, 8), Size::new(200, 10)],
    jobs,
    report,
};

/// Each combination of the two cures: its name, what nodes make of bounds, and whether depths are fixed.
const CURES: [(&str, Consistency, bool); 4] = [
    ("neither", Consistency::Published, false),
    ("clamp", Consistency::Returned, false),
    ("fixed depths", Consistency::Published, true),
    ("both", Consistency::Returned, true),
];

fn set(options: &mut SearchOptions, consistency: Consistency, is_fixed: bool) {
    options.mode = ModeKind::Play;
    options.driver = DriverKind::MtdF;
    options.table_move = TableMoveRule::Old;
    options.consistency = consistency;
    if is_fixed {
        options.research_reduced = false;
        options.prob_cut = false;
    }
}

fn jobs(setup: &RunSetup) -> Result<Vec<Job>, LabError> {
    let mut jobs = Vec::new();
    for variant in [Variant::ENGLISH, Variant::INTERNATIONAL] {
        let openings = spread(&balanced_openings(variant, 3)?, setup.size.positions);
        for (number, opening) in openings.into_iter().map(Arc::new).enumerate() {
            for (name, consistency, is_fixed) in CURES {
                let method = Method::engine(DriverKind::MtdF).on(1 << 18, Policy::Bucket).named(name);
                let method = method.under(Regime::DeepeningKept).with(|options| set(options, consistency, is_fixed));
                jobs.push(comparison(&opening, Row::default().label("opening", number), method, setup.size.depth));
            }
            let contestant = |(name, consistency, is_fixed): (&str, Consistency, bool)| {
                let mut options = baseline();
                set(&mut options, consistency, is_fixed);
                (name.to_owned(), options)
            };
            let [neither, cures @ ..] = CURES;
            jobs.extend(cures.map(|cure| {
                let contestants = [cure, neither].map(contestant);
                contest(&opening, number, contestants, MATCH_NODES, EvaluationOptions::default())
            }));
        }
    }
    Ok(jobs)
}

fn report(record: &Record) -> LabReport {
    let mut tables = Vec::new();
    for (variant, part) in Rows::of(record.rows()).by("variant") {
        tables.push(differences(&part, variant));
        let title = format!("{variant}: matches against neither cure at {MATCH_NODES} nodes a move");
        tables.push(matches(&part, title));
    }
    LabReport { tables, plots: Vec::new() }
}

fn differences(part: &Rows<'_>, variant: &str) -> TextTable {
    let title = format!("{variant}, depth {}: SAFE and LAST, judged four plies deeper", part.value("depth"));
    let columns: &[Column<'_>] = &[
        ("positions with a choice", &|rows| number(Some(rows.sum("positions")), 0)),
        ("the two differ", &|rows| share(rows, |row| row.count("differ"))),
        ("LAST's move worse", &|rows| share(rows, |row| row.count("last_loses"))),
        ("SAFE's move worse", &|rows| share(rows, |row| row.count("safe_loses"))),
        ("results beyond the bounds of the entry, of a thousand nodes", &|rows| {
            number(rows.ratio("contradictions", "nodes").map(|share| 1e3 * share), 3)
        }),
        ("nodes of a search", &|rows| number(rows.ratio("nodes", "searches"), 0)),
    ];
    table(title, ["cure"], groups(part, "method"), columns)
}
