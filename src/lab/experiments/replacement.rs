//! Mandziuk and Osman 2004, sections 3 and 5, figure 2(b): replacement policies of the table, and their effect.

use std::sync::Arc;

use super::common::{giveaway_games, giveaway_plies};
use crate::lab::job::search_weight;
use crate::lab::measure::{DraughtsBench, OWN_GUESSES, Which};
use crate::lab::published::published;
use crate::lab::record::Record;
use crate::lab::trial::{Trial, labels};
use crate::lab::view::{Report, Table, number, percent, ratio};
use crate::lab::{Experiment, Frame, Job, LabError, Method, Sample, Scale, Setup, Size, Traffic};
use crate::plot::{Mark, Plot, Series};
use crate::rules::Game;
use crate::search::{DriverKind, Policy, Task};

/// The experiment.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "replacement",
    about: "which table entry gives way, give-away checkers; what each policy throws away and is asked for again",
    unit: "positions: random games of 40 plies; depth: of each search (two plies less where the table is watched)",
    configuration: "giveaway; random games, all 40 positions of each in turn; one direct search for each position, table \
                    kept through the game; 2^12 to 2^20 entries; table move and history only; every fifth game is \
                    searched again, two plies less deep, with the table watched",
    most_depth: Experiment::MOST_DEPTH,
    size,
    jobs,
    report,
};

fn size(scale: Scale) -> Size {
    match scale {
        Scale::Quick => Size::new(1, 4),
        Scale::Paper => Size::new(25, 13),
        Scale::Full => Size::new(75, 13).of_seeds(3),
    }
}

/// The base-two logarithms of the tables' entries.
fn sizes(scale: Scale) -> &'static [u32] {
    if scale == Scale::Quick { &[6, 8] } else { &[12, 14, 16, 18, 20] }
}

fn methods() -> [Method; 2] {
    [Method::tthh(DriverKind::AlphaBeta).named("TTHH"), Method::tthh(DriverKind::MtdBi)]
}

fn jobs(setup: &Setup) -> Result<Vec<Job>, LabError> {
    let games = giveaway_games(setup);
    let depth = setup.size.depth;
    let mut jobs = Vec::new();
    for &size in sizes(setup.scale).iter().rev() {
        for (number, sample) in games.iter().enumerate() {
            for &policy in Policy::ALL {
                for method in methods().map(|method| method.on(1 << size, policy)) {
                    let sample = Arc::clone(sample);
                    if number % 5 == 0 {
                        jobs.push(watched(Arc::clone(&sample), number, method.clone(), depth.max(3) - 2));
                    }
                    let (which, from) = (Which::All, depth);
                    jobs.push(Trial { sample, number, which, method, depth, from, counts_leaves: false }.job());
                }
            }
        }
    }
    Ok(jobs)
}

/// The searches of a game again, with the table observed.
fn watched(sample: Arc<Sample>, number: usize, method: Method, depth: u32) -> Job {
    let weight = search_weight(4 * sample.moves.len(), depth);
    Job::new(weight, move |interrupt| {
        let traffic = Arc::new(Traffic::default());
        let table = method.table()?.watched(traffic.clone());
        let mut bench = DraughtsBench::with_table(sample.variant, &method, table);
        let mut game = Game::start(sample.variant);
        for &mv in &sample.moves {
            bench.search(Task::of(&game), depth, OWN_GUESSES, interrupt)?;
            game.play(mv).expect("the moves of a sample are legal");
        }
        let row = labels(&method, depth).label("game", number).label("watched", "yes");
        Ok(vec![traffic.counts().onto(row)])
    })
}

fn report(record: &Record) -> Report {
    let frame = Frame::of(record.rows());
    let (timed, watched) = (frame.only("watched", ""), frame.only("watched", "yes"));
    let plies = giveaway_plies(record.header.scale.parse().unwrap_or(Scale::Full));
    let mut report = Report::default();
    for method in timed.values("method") {
        let part = timed.only("method", method);
        report.tables.push(costs(&part, method));
        report.plots.push(leaves(&part, method));
    }
    for method in watched.values("method") {
        report.tables.push(losses(&watched.only("method", method), method, plies));
    }
    report
}

fn costs(part: &Frame<'_>, method: &str) -> Table {
    let columns = [
        "entries",
        "policy",
        "searches",
        "ms/search",
        "leaves",
        "interior nodes",
        "against newer: time",
        "leaves",
        "interior nodes",
    ];
    let depth = part.values("depth").concat();
    let mut table = Table::new(format!("{method} at depth {depth}: means over all searches"), &columns);
    for entries in part.numbers("entries") {
        let rows = part.only("entries", entries);
        let newer = rows.only("policy", Policy::Newer);
        for policy in rows.values("policy") {
            let rows = rows.only("policy", policy);
            table.push(vec![
                power(entries),
                policy.to_owned(),
                number(Some(rows.sum("searches")), 0),
                number(rows.ratio("seconds", "searches").map(|seconds| 1e3 * seconds), 2),
                number(rows.ratio("leaves", "searches"), 0),
                number(rows.ratio("interior", "searches"), 0),
                ratio(rows.against(&newer, "seconds")),
                ratio(rows.against(&newer, "leaves")),
                ratio(rows.against(&newer, "interior")),
            ]);
        }
    }
    table
}

fn power(entries: u32) -> String {
    format!("2^{}", entries.ilog2())
}

/// The entries that each policy loses, and how often they are probed again, in games of so many plies.
fn losses(part: &Frame<'_>, method: &str, plies: usize) -> Table {
    let columns = [
        "entries",
        "policy",
        "stores per search",
        "refused",
        "kept out by their own position",
        "evicted",
        "mean depth lost",
        "probes that find",
        "probes that ask for something lost",
        "mean depth asked for",
        "stores that repeat a lost one",
    ];
    let depth = part.values("depth").concat();
    let title = format!("{method} at depth {depth}: what the table loses, and how often that is asked for again");
    let mut table = Table::new(title, &columns);
    for entries in part.numbers("entries") {
        let rows = part.only("entries", entries);
        for policy in rows.values("policy") {
            let rows = rows.only("policy", policy);
            // A row is a game, each position of which is searched once.
            let searches = (rows.rows().count() * plies) as f64;
            let lost = rows.sum("refused") + rows.sum("evicted");
            table.push(vec![
                power(entries),
                policy.to_owned(),
                number(Some(rows.sum("stores") / searches), 0),
                percent(rows.ratio("refused", "stores")),
                percent(rows.ratio("stale", "stores")),
                percent(rows.ratio("evicted", "stores")),
                number((lost > 0.0).then(|| rows.sum("lost_depth") / lost), 2),
                percent(rows.ratio("found", "table_probes")),
                percent(rows.ratio("asked_again", "table_probes")),
                number(rows.ratio("asked_depth", "asked_again"), 2),
                percent(rows.ratio("redone", "stores")),
            ]);
        }
    }
    table
}

/// Leaves by the size of the table, with the paper's figures for 2^20 entries.
fn leaves(part: &Frame<'_>, method: &str) -> Plot {
    let line = |policy: &str| {
        let point = |entries: u32| {
            let rows = part.only("entries", entries);
            let newer = rows.only("policy", Policy::Newer);
            let cost = rows.only("policy", policy).against(&newer, "leaves")?;
            Some((f64::from(entries.ilog2()), cost.map(|cost| 100.0 * cost)))
        };
        Series { name: policy.to_owned(), points: part.numbers("entries").into_iter().filter_map(point).collect() }
    };
    let what = match method {
        "TTHH" => "deeper against newer, TTHH, depth 13: leaves lost, per cent",
        _ => "deeper against newer, MTD-bi: leaves lost, per cent",
    };
    let mark = |stated: f64| Mark { name: format!("paper, deeper: +{stated} %"), point: (20.0, 100.0 + stated) };
    Plot {
        name: format!("leaves-{}", method.to_lowercase()),
        title: format!("Leaves of {method} by replacement policy, give-away checkers"),
        x: "table size (log2 of entries)".to_owned(),
        y: "leaves relative to newer (%)".to_owned(),
        logarithmic: true,
        series: part.values("policy").into_iter().map(line).collect(),
        marks: published(what).map(|stated| mark(stated.value)).into_iter().collect(),
    }
}
