//! Mandziuk and Osman 2004, sections 3 and 5, figure 2(b): replacement policies of the table, and their effect.

use std::sync::Arc;

use super::{Column, giveaway_games, giveaway_plies, groups_by_two, lines, matrix, milliseconds, plot, table};
use crate::lab::job::search_weight;
use crate::lab::measure::{labels, trial};
use crate::lab::published::published;
use crate::lab::record::Record;
use crate::lab::view::{LabReport, TextTable, number, percent, ratio};
use crate::lab::{
    DraughtsBench, Experiment, Job, LabError, Method, OWN_GUESSES, ObservedTable, Regime, Rows, RunSetup, Scale, Size,
};
use crate::plot::{Mark, Plot};
use crownhead_engine::search::Policy;
use crownhead_engine::search::{DriverKind, Task};
use crownhead_rules::{Game, Variant};

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "replacement",
    about: "Replacement policies of the table, and what each of them loses (Mandziuk and Osman)",
    unit: "positions: random games of 40 plies; depth: of each search (two plies less where the table is watched)",
    configuration: "giveaway; random games, all 40 positions of each in turn; one direct search for each position, \
                    table kept through the game; 2^12 to 2^20 entries; table move and history only; every fifth game \
                    is searched again, two plies less deep, with the table watched",
    most_depth: Experiment::MOST_DEPTH,
    sizes: [Size::new(1, 4), Size::new(25, 13), Size::new(75, 13).of_seeds(3)],
    jobs,
    report,
};

/// Whether the order of the policies is that of the entries of earlier positions, which a game leaves in its table.
pub(super) const FRESH: Experiment = Experiment {
    name: "replacement-fresh",
    about: "The deeper against the newer entry on a fresh table and on one kept through the game, with and without \
            iterative deepening (Mandziuk and Osman)",
    unit: "positions: random games of 40 plies; depth: of each search",
    configuration: "giveaway; random games, all 40 positions of each in turn; one slot; tables of 2^12, 2^16 and 2^20 \
                    entries, empty for each position or kept through the game; to the full depth at once and with \
                    deepening; table move and history only",
    most_depth: Experiment::MOST_DEPTH,
    sizes: [Size::new(1, 4), Size::new(25, 13), Size::new(75, 13).of_seeds(3)],
    jobs: fresh_jobs,
    report: fresh_report,
};

/// The base-two logarithms of the tables' entries.
fn sizes(scale: Scale) -> &'static [u32] {
    if scale == Scale::Quick { &[6, 8] } else { &[12, 14, 16, 18, 20] }
}

fn methods() -> [Method; 2] {
    [Method::tthh(DriverKind::AlphaBeta).named("TTHH"), Method::tthh(DriverKind::MtdBi)]
}

fn jobs(setup: &RunSetup) -> Result<Vec<Job>, LabError> {
    let games = giveaway_games(setup);
    let depth = setup.size.depth;
    let mut jobs = Vec::new();
    for &size in sizes(setup.scale).iter().rev() {
        for (number, positions) in games.iter().enumerate() {
            for &policy in Policy::ALL {
                for method in methods().map(|method| method.on(1 << size, policy)) {
                    if number % 5 == 0 {
                        jobs.push(watched(Arc::clone(positions), number, method.clone(), depth.max(3) - 2));
                    }
                    jobs.push(trial(positions, number, method, depth..=depth, false));
                }
            }
        }
    }
    Ok(jobs)
}

fn fresh_jobs(setup: &RunSetup) -> Result<Vec<Job>, LabError> {
    let depth = setup.size.depth;
    let mut jobs = Vec::new();
    for (number, positions) in giveaway_games(setup).iter().enumerate() {
        for &regime in Regime::ALL {
            for size in [12, 16, 20] {
                for policy in [Policy::Newer, Policy::Deeper] {
                    let methods = methods().map(|method| method.under(regime).on(1 << size, policy));
                    jobs.extend(methods.map(|method| trial(positions, number, method, depth..=depth, false)));
                }
            }
        }
    }
    Ok(jobs)
}

/// The searches of a game again, with the table observed.
fn watched(positions: Arc<[Game]>, number: usize, method: Method, depth: u32) -> Job {
    let searched = method.clone();
    let job = Job::new(search_weight(4 * positions.len(), depth), move |interrupt| {
        let observed = ObservedTable::observe(method.policy, method.entries)?;
        let mut bench = DraughtsBench::with_table(Variant::GIVEAWAY, &method, observed.table());
        for position in &*positions {
            bench.search(Task::of(position), depth, OWN_GUESSES, interrupt)?;
        }
        let row = labels(&method, depth).label("game", number).label("watched", "yes");
        Ok(vec![row.figures(&observed.counts())])
    });
    job.by_methods(Some(Variant::GIVEAWAY), [&searched])
}

fn report(record: &Record) -> LabReport {
    let all = Rows::of(record.rows());
    let plies = giveaway_plies(record.header.scale.parse().unwrap_or(Scale::Full));
    let mut report = LabReport::default();
    for (method, part) in all.only("watched", "").by("method") {
        report.tables.push(costs(&part, method));
        report.plots.push(leaves(&part, method));
    }
    for (method, part) in all.only("watched", "yes").by("method") {
        report.tables.push(losses(&part, method, plies));
    }
    report
}

fn fresh_report(record: &Record) -> LabReport {
    let all = Rows::of(record.rows());
    let depth = all.value("depth");
    let tables = all.by("method").into_iter().map(|(method, part)| {
        let title = format!("{method} at depth {depth}: nodes of deeper against newer");
        matrix(&part, title, ("regime", "regime"), ("entries", "entries"), |rows| {
            ratio(rows.only("policy", Policy::Deeper).against(&rows.only("policy", Policy::Newer), "nodes"))
        })
    });
    LabReport { tables: tables.collect(), plots: Vec::new() }
}

fn by_entries_and_policy<'a>(part: &Rows<'a>) -> Vec<([String; 2], Rows<'a>)> {
    let power = |(entries, rows): (u32, _)| (format!("2^{}", entries.ilog2()), rows);
    groups_by_two(part.by_number("entries").into_iter().map(power), |rows| rows.by("policy"))
}

fn costs(part: &Rows<'_>, method: &str) -> TextTable {
    let newer = part.only("policy", Policy::Newer);
    let against = |rows: &Rows<'_>, figure| ratio(rows.against(&newer.only("entries", rows.value("entries")), figure));
    let title = format!("{method} at depth {}: means over all searches", part.value("depth"));
    let columns: &[Column<'_>] = &[
        ("searches", &|rows| number(Some(rows.sum("searches")), 0)),
        ("ms/search", &|rows| milliseconds(rows, 2)),
        ("leaves", &|rows| number(rows.ratio("leaves", "searches"), 0)),
        ("interior nodes", &|rows| number(rows.ratio("interior", "searches"), 0)),
        ("against newer: time", &|rows| against(rows, "seconds")),
        ("leaves", &|rows| against(rows, "leaves")),
        ("interior nodes", &|rows| against(rows, "interior")),
    ];
    table(title, ["entries", "policy"], by_entries_and_policy(part), columns)
}

/// The entries that each policy loses, and how often they are probed again, in games of this number of plies.
fn losses(part: &Rows<'_>, method: &str, plies: usize) -> TextTable {
    // A row is a game, each position of which is searched once.
    let searches = |rows: &Rows<'_>| (rows.len() * plies) as f64;
    let mean_depth_lost = |rows: &Rows<'_>| {
        let lost = rows.sum("refused") + rows.sum("evicted");
        (lost > 0.0).then(|| rows.sum("lost_depth") / lost)
    };
    let depth = part.value("depth");
    let title = format!("{method} at depth {depth}: what the table loses, and how often that is asked for again");
    let columns: &[Column<'_>] = &[
        ("stores per search", &|rows| number(Some(rows.sum("stores") / searches(rows)), 0)),
        ("refused", &|rows| percent(rows.ratio("refused", "stores"))),
        ("kept out by their own position", &|rows| percent(rows.ratio("stale", "stores"))),
        ("evicted", &|rows| percent(rows.ratio("evicted", "stores"))),
        ("mean depth lost", &|rows| number(mean_depth_lost(rows), 2)),
        ("probes that find", &|rows| percent(rows.ratio("found", "table_probes"))),
        ("probes that ask for something lost", &|rows| percent(rows.ratio("asked_again", "table_probes"))),
        ("mean depth asked for", &|rows| number(rows.ratio("asked_depth", "asked_again"), 2)),
        ("stores that repeat a lost one", &|rows| percent(rows.ratio("redone", "stores"))),
    ];
    table(title, ["entries", "policy"], by_entries_and_policy(part), columns)
}

/// Leaves by the size of the table, with the paper's figures for 2^20 entries.
fn leaves(part: &Rows<'_>, method: &str) -> Plot {
    let newer = part.only("policy", Policy::Newer);
    let series = lines(part, "policy", |rows| {
        let point = |(entries, rows): (u32, Rows<'_>)| {
            let cost = rows.percent_of(&newer.only("entries", entries), "leaves")?;
            Some((f64::from(entries.ilog2()), cost))
        };
        rows.by_number("entries").into_iter().map(point).collect::<Vec<_>>()
    });
    let what = match method {
        "TTHH" => "deeper against newer, TTHH, depth 13: leaves lost, per cent",
        _ => "deeper against newer, MTD-bi: leaves lost, per cent",
    };
    let mark = |stated: f64| Mark { name: format!("paper, deeper: +{stated} %"), point: (20.0, 100.0 + stated) };
    let marks = published(what).map(|stated| mark(stated.value)).into_iter().collect();
    let title = format!("Leaves of {method} by replacement policy, give-away checkers");
    let axes = ["table size (log2 of entries)", "leaves relative to newer (%)"];
    let name = format!("leaves-{}", method.to_lowercase());
    Plot { logarithmic: true, marks, ..plot(name, title, axes, series) }
}
