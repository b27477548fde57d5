//! What each part of the search saves or costs: move ordering, transposition cutoffs, extensions and reductions.

use super::common::{position_trials, positions, three_variants};
use crate::lab::record::Record;
use crate::lab::view::{Report, Table, number, ratio};
use crate::lab::{Experiment, Frame, Job, LabError, Method, Scale, Setup, Size};
use crate::search::{DriverKind, ForcedExtension, ModeKind, Ordering, SearchOptions};

/// The experiment.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "ordering-and-selectivity",
    about: "what table move, killers, history, transposition cutoffs, extensions and reductions save or cost",
    unit: "positions: from as many games of the engine against itself, for each variant; depth: English and give-away \
           (international: three less; without any ordering: four less)",
    configuration: "english, giveaway, international; balanced positions of games; mtd-bi and alpha-beta; iterative \
                    deepening from depth 1 on a fresh bucket table of 2^21 entries; modes paper and play; grain real; \
                    one part of the search left out at a time",
    most_depth: Experiment::MOST_DEPTH,
    size,
    jobs,
    report,
};

/// Without any ordering the tree explodes.
const UNORDERED_MARGIN: u32 = 4;

fn size(scale: Scale) -> Size {
    match scale {
        Scale::Quick => Size::new(1, 6),
        Scale::Paper => Size::new(20, 13),
        Scale::Full => Size::new(100, 13).of_seeds(3),
    }
}

/// A part of the search and how it is left out.
type Change = (&'static str, fn(&mut SearchOptions));

/// The whole search of a mode.
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

fn jobs(setup: &Setup) -> Result<Vec<Job>, LabError> {
    let mut jobs = Vec::new();
    for (variant, depth) in three_variants(setup) {
        let samples = positions(variant, setup)?;
        let deep: Vec<Method> = [(ModeKind::Paper, &PAPER[..]), (ModeKind::Play, &PLAY[..])]
            .into_iter()
            .flat_map(|(mode, changes)| methods(mode, changes))
            .collect();
        jobs.extend(position_trials(setup, &samples, &deep, depth, depth, false));
        let shallow = methods(ModeKind::Paper, &UNORDERED);
        let depth = depth.saturating_sub(UNORDERED_MARGIN).max(1);
        jobs.extend(position_trials(setup, &samples, &shallow, depth, depth, false));
    }
    Ok(jobs)
}

fn methods(mode: ModeKind, changes: &[Change]) -> Vec<Method> {
    let drivers = [DriverKind::MtdBi, DriverKind::AlphaBeta];
    let of = |driver: DriverKind, (name, change): Change| {
        let method = Method::engine(driver).named(format!("{driver}, {mode}, {name}"));
        method.with(|options| options.mode = mode).with(change)
    };
    drivers.into_iter().flat_map(|driver| changes.iter().map(move |&change| of(driver, change))).collect()
}

fn report(record: &Record) -> Report {
    let frame = Frame::of(record.rows());
    let mut report = Report::default();
    for variant in frame.values("variant") {
        let part = frame.only("variant", variant);
        report.tables.extend(part.numbers("depth").iter().rev().map(|&depth| table(&part, variant, depth)));
    }
    report
}

fn table(part: &Frame<'_>, variant: &str, depth: u32) -> Table {
    let columns = ["driver, mode, change", "nodes", "time/ms", "nodes against all", "time", "leaves"];
    let mut table = Table::new(format!("{variant}, depth {depth}: what each part saves"), &columns);
    let part = part.only("depth", depth);
    for method in part.values("method") {
        let rows = part.only("method", method);
        let whole = method.rsplit_once(", ").map_or(method, |(search, _)| search);
        let whole = part.only("method", format!("{whole}, {WHOLE}"));
        table.push(vec![
            method.to_owned(),
            number(rows.ratio("nodes", "searches"), 0),
            number(rows.ratio("seconds", "searches").map(|seconds| 1e3 * seconds), 2),
            ratio(rows.against(&whole, "nodes")),
            ratio(rows.against(&whole, "seconds")),
            ratio(rows.against(&whole, "leaves")),
        ]);
    }
    table
}
