//! What each part of the search saves or costs: move ordering, transposition cutoffs, extensions and reductions.

use super::{Column, grain, groups, milliseconds, position_trials, positions, table, three_variants, trials_of_three};
use crate::lab::record::Record;
use crate::lab::view::{LabReport, TextTable, number, ratio};
use crate::lab::{Experiment, Job, LabError, Method, Rows, RunSetup, Size};
use crownhead_engine::search::{DriverKind, ForcedExtension, ModeKind, Ordering, SearchOptions};

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "ordering-and-selectivity",
    about: "The effect of move ordering, transposition cutoffs, extensions and reductions",
    unit: "positions: from as many games of the engine against itself, for each variant; depth: English and give-away \
           (international: three less; without any ordering: four less)",
    configuration: "english, giveaway, international; balanced positions of games; mtd-bi and alpha-beta; iterative \
                    deepening from depth 1 on a fresh bucket table of 2^21 entries; modes paper and play; grain real; \
                    one part of the search left out at a time",
    most_depth: Experiment::MOST_DEPTH,
    sizes: [Size::new(1, 6), Size::new(20, 13), Size::new(100, 13).of_seeds(3)],
    jobs,
    report,
};

/// Whether the parts of the search save as much in integers.
pub(super) const INTEGERS: Experiment = Experiment {
    name: "ordering-in-integers",
    about: "The effect of move ordering and transposition cutoffs where values are whole hundredths of a man, as \
            Mandziuk and Osman ask",
    configuration: "as ordering-and-selectivity, mode paper, grains 0.01 and real",
    jobs: integer_jobs,
    ..EXPERIMENT
};

/// Without any ordering the tree is much larger.
const UNORDERED_MARGIN: u32 = 4;

/// A part of the search and how it is left out.
type Change = (&'static str, fn(&mut SearchOptions));

const WHOLE: &str = "all";

const PAPER: [Change; 6] = [
    (WHOLE, |_| {}),
    ("no table move", |options| options.ordering.table_move = false),
    ("no killers", |options| options.ordering.killers = false),
    ("no history", |options| options.ordering.history = false),
    ("neither killers nor history", |options| {
        options.ordering = Ordering { killers: false, history: false, ..options.ordering };
    }),
    ("no transposition cutoffs", |options| options.transposition_cutoffs = false),
];

/// By default only some variants extend forced moves; here all do, to see what that costs.
const PLAY: [Change; 4] = [
    (WHOLE, |options| options.extend_forced = ForcedExtension::Always),
    ("no extension of forced moves", |options| options.extend_forced = ForcedExtension::Never),
    ("no reduction of late moves", |options| {
        options.extend_forced = ForcedExtension::Always;
        options.reduce_late = false;
    }),
    ("neither", |options| {
        options.extend_forced = ForcedExtension::Never;
        options.reduce_late = false;
    }),
];

const UNORDERED: [Change; 2] = [(WHOLE, |_| {}), ("no ordering at all", |options| options.ordering = Ordering::STATIC)];

fn jobs(setup: &RunSetup) -> Result<Vec<Job>, LabError> {
    let mut deep = methods(ModeKind::Paper, &PAPER);
    deep.extend(methods(ModeKind::Play, &PLAY));
    let shallow = methods(ModeKind::Paper, &UNORDERED);
    let mut jobs = Vec::new();
    for (variant, depth) in three_variants(setup) {
        let positions = positions(variant, setup)?;
        jobs.extend(position_trials(setup, &positions, &deep, depth..=depth, false));
        let depth = depth.saturating_sub(UNORDERED_MARGIN).max(1);
        jobs.extend(position_trials(setup, &positions, &shallow, depth..=depth, false));
    }
    Ok(jobs)
}

/// In the names of methods, "paper" stands for real values and "integers" for hundredths, both in mode paper.
fn integer_jobs(setup: &RunSetup) -> Result<Vec<Job>, LabError> {
    let real = methods(ModeKind::Paper, &PAPER);
    let integers = real.iter().cloned().map(|method| {
        let name = method.name.replacen(", paper", ", integers", 1);
        method.at_grain(grain(0.01)).named(name)
    });
    trials_of_three(setup, real.iter().cloned().chain(integers))
}

fn methods(mode: ModeKind, changes: &[Change]) -> Vec<Method> {
    let of = |driver: DriverKind, (name, change): Change| {
        let method = Method::engine(driver).named(format!("{driver}, {mode}, {name}"));
        method.with(|options| options.mode = mode).with(change)
    };
    let drivers = [DriverKind::MtdBi, DriverKind::AlphaBeta];
    drivers.into_iter().flat_map(|driver| changes.iter().map(move |&change| of(driver, change))).collect()
}

fn report(record: &Record) -> LabReport {
    let mut report = LabReport::default();
    for (variant, part) in Rows::of(record.rows()).by("variant") {
        let by_depth = part.by_number("depth");
        report.tables.extend(by_depth.iter().rev().map(|(depth, part)| savings(part, variant, *depth)));
    }
    report
}

fn savings(part: &Rows<'_>, variant: &str, depth: u32) -> TextTable {
    let against_whole = |rows: &Rows<'_>, figure| {
        let method = rows.value("method");
        let search = method.rsplit_once(", ").map_or(method.as_str(), |(search, _)| search);
        ratio(rows.against(&part.only("method", format!("{search}, {WHOLE}")), figure))
    };
    let title = format!("{variant}, depth {depth}: what each part saves");
    let columns: &[Column<'_>] = &[
        ("nodes", &|rows| number(rows.ratio("nodes", "searches"), 0)),
        ("time/ms", &|rows| milliseconds(rows, 2)),
        ("nodes against all", &|rows| against_whole(rows, "nodes")),
        ("time", &|rows| against_whole(rows, "seconds")),
        ("leaves", &|rows| against_whole(rows, "leaves")),
    ];
    table(title, ["driver, mode, change"], groups(part, "method"), columns)
}
