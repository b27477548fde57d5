//! Mandziuk and Osman 2004, sections 4 and 5, figure 2(a): MTD drivers against alpha-beta in the real-valued domain.

use std::sync::Arc;

use super::{Column, giveaway_games, grain, groups, groups_by_two, lines, milliseconds, plot, relative_plot, table};
use crate::lab::job::search_weight;
use crate::lab::measure::{Totals, trial};
use crate::lab::published::published;
use crate::lab::record::Record;
use crate::lab::view::{LabReport, TextTable, number, ratio};
use crate::lab::{Experiment, Job, LabError, Method, Regime, Row, Rows, RunSetup, Size, measure};
use crate::plot::{Mark, Plot};
use crate::statistics::Estimate;
use crownhead_engine::search::Policy;
use crownhead_engine::search::{DriverKind, Ordering};
use crownhead_rules::{Game, Variant};

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "real-domain",
    about: "MTD-bi and related drivers against alpha-beta, give-away checkers, real-valued evaluation (Mandziuk \
            and Osman)",
    unit: "positions: random games of 40 plies; depth: the deepest, from 8 on",
    configuration: "giveaway; random games, all 40 positions of each in turn; table of 2^20 entries, one slot, newer; \
                    table move and history only; epsilon 0.01; first guess 0 or the last iteration's value",
    most_depth: Experiment::MOST_DEPTH,
    sizes: [Size::new(1, 4), Size::new(25, 13), Size::new(75, 13).of_seeds(3)],
    jobs,
    report,
};

/// How many of the nodes are others than before.
pub(super) const DISTINCT: Experiment = Experiment {
    name: "real-domain-distinct",
    about: "Distinct leaves and interior nodes of MTD-bi and realMTD(f) against alpha-beta, beside visits (Mandziuk and \
            Osman)",
    unit: "positions: random games of 40 plies; depth: of each search",
    configuration: "giveaway; as real-domain, table kept through the game; distinct positions counted by sets, iteration \
                    by iteration, in a second search",
    jobs: distinct_jobs,
    report: distinct_report,
    ..EXPERIMENT
};

/// Whether the same holds of the evaluation that plays.
pub(super) const WITH_NETWORK: Experiment = Experiment {
    name: "real-domain-network",
    about: "MTD drivers against alpha-beta with the network of give-away checkers (Mandziuk and Osman)",
    configuration: "as real-domain, with the network in place of the linear evaluation",
    jobs: network_jobs,
    report: network_report,
    ..DISTINCT
};

/// The paper's range begins here.
const FIRST_DEPTH: u32 = 8;
/// The maximum depth of searches without table or history, which are much slower.
const LAST_SLOW_DEPTH: u32 = 11;

const REGIMES: [Regime; 3] = [Regime::DirectKept, Regime::DirectCleared, Regime::DeepeningKept];

/// Every method in every regime, and whether it is slow.
fn methods() -> Vec<(Method, bool)> {
    let mut methods = Vec::new();
    for regime in REGIMES {
        let fast = real_methods().into_iter().chain(integer_methods());
        methods.extend(fast.map(|method| (method.under(regime), false)));
    }
    methods.extend(enhancements().into_iter().map(|method| (method, true)));
    methods
}

/// The paper's methods and related ones, all in the real domain.
fn real_methods() -> [Method; 6] {
    [
        Method::tthh(DriverKind::AlphaBeta).named("TTHH"),
        Method::tthh(DriverKind::MtdBi),
        Method::tthh(DriverKind::MtdGallop),
        Method::tthh(DriverKind::MtdStep),
        Method::tthh(DriverKind::CStar),
        Method::tthh(DriverKind::RealMtdF),
    ]
}

/// The integer domain: hundredths of a man.
fn integer_methods() -> [Method; 2] {
    let integer = |driver| Method::tthh(driver).at_grain(grain(0.01));
    [integer(DriverKind::AlphaBeta).named("TTHH, integer"), integer(DriverKind::MtdF).named("mtd-f, integer")]
}

/// Alpha-beta with the table alone, history alone, and neither; without a table means with one entry.
fn enhancements() -> [Method; 3] {
    let of = |table_move: bool, history: bool, name: &str| {
        let entries = if table_move { 1 << 20 } else { 1 };
        let method = Method::tthh(DriverKind::AlphaBeta).named(name).on(entries, Policy::Newer);
        method.with(|options| options.ordering = Ordering { table_move, killers: false, history })
    };
    [of(false, false, "neither"), of(false, true, "HH"), of(true, false, "TT")]
}

fn jobs(setup: &RunSetup) -> Result<Vec<Job>, LabError> {
    let games = giveaway_games(setup);
    let deepest = setup.size.depth;
    let mut jobs = Vec::new();
    for depth in FIRST_DEPTH.min(deepest)..=deepest {
        for (number, positions) in games.iter().enumerate() {
            let methods = methods().into_iter().filter(|(_, is_slow)| !is_slow || depth <= LAST_SLOW_DEPTH);
            let job = |(method, _)| trial(positions, number, setup.fit(method), depth..=depth, false);
            jobs.extend(methods.map(job));
        }
    }
    jobs.extend(games.iter().enumerate().map(|(number, positions)| anecdote(Arc::clone(positions), number, deepest)));
    Ok(jobs)
}

fn distinct_jobs(setup: &RunSetup) -> Result<Vec<Job>, LabError> {
    let base = Method::tthh(DriverKind::AlphaBeta).named("TTHH");
    let methods = [base, Method::tthh(DriverKind::MtdBi), Method::tthh(DriverKind::RealMtdF)];
    Ok(trials_of_games(setup, &[Regime::DirectKept, Regime::DeepeningKept], &methods, true))
}

fn network_jobs(setup: &RunSetup) -> Result<Vec<Job>, LabError> {
    Ok(trials_of_games(setup, &REGIMES, &real_methods().map(Method::with_network), false))
}

/// The trials of these methods in each of these regimes, at the last depth.
fn trials_of_games(setup: &RunSetup, regimes: &[Regime], methods: &[Method], counts_distinct: bool) -> Vec<Job> {
    let depth = setup.size.depth;
    let mut jobs = Vec::new();
    for (number, positions) in giveaway_games(setup).iter().enumerate() {
        for &regime in regimes {
            let methods = methods.iter().map(|method| setup.fit(method.clone().under(regime)));
            jobs.extend(methods.map(|method| trial(positions, number, method, depth..=depth, counts_distinct)));
        }
    }
    jobs
}

fn network_report(record: &Record) -> LabReport {
    LabReport { tables: deepest(&Rows::of(record.rows())).to_vec(), plots: Vec::new() }
}

fn distinct_report(record: &Record) -> LabReport {
    let all = Rows::of(record.rows());
    let base = all.only("method", "TTHH");
    let against = |rows: &Rows<'_>, figure| ratio(rows.against(&base.only("regime", rows.value("regime")), figure));
    let others = all.filtered(|row| row.get("method") != "TTHH");
    let columns: &[Column<'_>] = &[
        ("distinct leaves", &|rows| against(rows, "distinct_leaves")),
        ("leaves", &|rows| against(rows, "leaves")),
        ("distinct interior nodes", &|rows| against(rows, "distinct_interior")),
        ("interior nodes", &|rows| against(rows, "interior")),
    ];
    let groups = groups_by_two(others.by("regime"), |rows| rows.by("method"));
    let title = format!("Distinct positions and visits against TTHH at depth {}", all.value("depth"));
    LabReport { tables: vec![table(title, ["regime", "method"], groups, columns)], plots: Vec::new() }
}

/// The search of a game in which realMTD(f) took most probes, and TTHH for the same position: from guess 0, at once to
/// the full depth, each on an empty table.
fn anecdote(positions: Arc<[Game]>, number: usize, depth: u32) -> Job {
    let methods = [DriverKind::RealMtdF, DriverKind::AlphaBeta].map(Method::tthh);
    let [real, wide] = methods.clone().map(|method| method.under(Regime::DirectCleared));
    let job = Job::new(search_weight(4 * positions.len(), depth), move |interrupt| {
        let search = |method| measure(&positions, method, depth, false, interrupt);
        let (real, wide) = (search(&real)?, search(&wide)?);
        let pairs = real.iter().flatten().zip(wide.iter().flatten()).enumerate();
        let Some((position, (real, wide))) = pairs.max_by_key(|(_, (real, _))| real.iteration.probes) else {
            return Ok(Vec::new());
        };
        let rows = [("realMTD(f)", real), ("TTHH", wide)].map(|(method, last)| {
            let mut totals = Totals::default();
            totals.add(last);
            let row = Row::default().label("method", method).label("regime", "anecdote").label("game", number);
            let row = row.label("position", position).label("depth", depth);
            row.figures(&totals).figure("value", last.iteration.score.men())
        });
        Ok(rows.to_vec())
    });
    job.by_methods(Some(Variant::GIVEAWAY), &methods)
}

fn report(record: &Record) -> LabReport {
    let all = Rows::of(record.rows());
    let mut report = LabReport::default();
    for regime in REGIMES {
        let part = all.only("regime", regime);
        report.tables.push(costs(&part, regime));
        report.tables.push(savings(&part, regime));
        report.plots.push(times(&part, regime));
    }
    report.tables.extend(deepest(&all));
    report.tables.push(enhancement_table(&all));
    report.tables.push(anecdotes(&all));
    report.plots.push(probes(&all));
    report
}

fn by_method_and_depth<'a>(part: &Rows<'a>) -> Vec<([String; 2], Rows<'a>)> {
    groups_by_two(part.by("method"), |rows| rows.by_number("depth"))
}

fn costs(part: &Rows<'_>, regime: Regime) -> TextTable {
    let title = format!("Means over all searches, {regime}");
    let columns: &[Column<'_>] = &[
        ("searches", &|rows| number(Some(rows.sum("searches")), 0)),
        ("ms/search", &|rows| milliseconds(rows, 3)),
        ("nodes", &|rows| number(rows.ratio("nodes", "searches"), 0)),
        ("leaves", &|rows| number(rows.ratio("leaves", "searches"), 0)),
        ("interior nodes", &|rows| number(rows.ratio("interior", "searches"), 0)),
        ("table hits per interior node", &|rows| number(rows.ratio("table_hits", "interior"), 3)),
        ("probes: mean", &|rows| number(rows.ratio("probes", "searches"), 1)),
        ("min", &|rows| number(rows.min("probes_min"), 0)),
        ("max", &|rows| number(rows.max("probes_max"), 0)),
    ];
    table(title, ["method", "depth"], by_method_and_depth(part), columns)
}

/// The cost of each method relative to TTHH.
fn savings(part: &Rows<'_>, regime: Regime) -> TextTable {
    let base = part.only("method", "TTHH");
    let against = |rows: &Rows<'_>, figure| ratio(rows.against(&base.only("depth", rows.value("depth")), figure));
    let others = part.filtered(|row| row.get("method") != "TTHH");
    let title = format!("Costs against TTHH, {regime}");
    let columns: &[Column<'_>] = &[
        ("time", &|rows| against(rows, "seconds")),
        ("leaves", &|rows| against(rows, "leaves")),
        ("interior nodes", &|rows| against(rows, "interior")),
        ("table hits", &|rows| against(rows, "table_hits")),
        ("nodes", &|rows| against(rows, "nodes")),
    ];
    table(title, ["against TTHH", "depth"], by_method_and_depth(&others), columns)
}

/// The figures that are compared, with the headings of their columns.
const COMPARED: [(&str, &str); 4] =
    [("time", "seconds"), ("leaves", "leaves"), ("interior nodes", "interior"), ("table hits", "table_hits")];

/// Methods that are compared with each other rather than with TTHH.
const PAIRS: [(&str, &str); 6] = [
    ("real-mtd-f", "mtd-bi"),
    ("mtd-step", "mtd-bi"),
    ("mtd-gallop", "mtd-bi"),
    ("real-mtd-f", "mtd-step"),
    ("real-mtd-f", "mtd-gallop"),
    ("mtd-f, integer", "real-mtd-f"),
];

/// The costs at the greatest depth: against TTHH, and of methods against each other.
fn deepest(all: &Rows<'_>) -> [TextTable; 2] {
    let depth = all.numbers("depth").last().copied().unwrap_or(0);
    let part = all.only("depth", depth);
    let headings = COMPARED.map(|(heading, _)| heading);
    let columns = |first: &[&'static str]| [first, &headings[..]].concat();
    let title = format!("Costs against TTHH at depth {depth}, by regime");
    let mut against_base = TextTable::new(title, &columns(&["regime", "method"]));
    let title = format!("Methods against each other at depth {depth}, by regime");
    let mut pairs = TextTable::new(title, &columns(&["regime", "method", "against"]));
    for regime in REGIMES {
        let part = part.only("regime", regime);
        let costs = |method: &str, base: &str| {
            let (rows, base) = (part.only("method", method), part.only("method", base));
            COMPARED.map(|(_, figure)| ratio(rows.against(&base, figure))).to_vec()
        };
        for method in part.values("method").into_iter().filter(|&method| method != "TTHH") {
            let labels = vec![regime.to_string(), method.to_owned()];
            against_base.push([labels, costs(method, "TTHH")].concat());
        }
        let is_there = |method: &str| !part.only("method", method).is_empty();
        for (method, base) in PAIRS.into_iter().filter(|(method, base)| is_there(method) && is_there(base)) {
            let labels = vec![regime.to_string(), method.to_owned(), base.to_owned()];
            pairs.push([labels, costs(method, base)].concat());
        }
    }
    [against_base, pairs]
}

fn enhancement_table(all: &Rows<'_>) -> TextTable {
    let part = all.only("regime", Regime::DirectKept);
    let leaves = |rows: &Rows<'_>, method| number(rows.only("method", method).ratio("leaves", "searches"), 0);
    let depths = part.only("method", "HH").numbers("depth").into_iter();
    let groups = depths.map(|depth| ([depth.to_string()], part.only("depth", depth)));
    let title = "Table and history alone: leaves for each search of alpha-beta (the paper's first experiment)";
    let columns: &[Column<'_>] = &[
        ("neither", &|rows| leaves(rows, "neither")),
        ("HH", &|rows| leaves(rows, "HH")),
        ("TT", &|rows| leaves(rows, "TT")),
        ("TTHH", &|rows| leaves(rows, "TTHH")),
    ];
    table(title, ["depth"], groups, columns)
}

/// The worst searches of realMTD(f), the five worst games first.
fn anecdotes(all: &Rows<'_>) -> TextTable {
    let part = all.only("regime", "anecdote");
    let depth = part.numbers("depth").first().map_or(String::new(), u32::to_string);
    let mut games: Vec<_> = groups(&part, "game").collect();
    games.sort_by(|(_, a), (_, b)| b.sum("probes").total_cmp(&a.sum("probes")));
    games.truncate(5);
    let real = |rows: &Rows<'_>, figure| rows.only("method", "realMTD(f)").sum(figure);
    let title = format!("realMTD(f) far from its guess, depth {depth}: the worst searches");
    let columns: &[Column<'_>] = &[
        ("value", &|rows| number(Some(real(rows, "value")), 2)),
        ("probes of realMTD(f)", &|rows| number(Some(real(rows, "probes")), 0)),
        ("its time/ms", &|rows| number(Some(1e3 * real(rows, "seconds")), 2)),
        ("TTHH's time/ms", &|rows| number(Some(1e3 * rows.only("method", "TTHH").sum("seconds")), 2)),
    ];
    table(title, ["game"], games, columns)
}

/// Figure 2(a), relative to TTHH.
fn times(part: &Rows<'_>, regime: Regime) -> Plot {
    let part = part.filtered(|row| !["neither", "HH", "TT"].contains(&row.get("method")));
    let title = format!("Time against TTHH, give-away checkers, {regime}");
    let plot = relative_plot(&part, "seconds", "processor time", "TTHH", title);
    Plot { name: format!("time-{regime}"), logarithmic: false, ..plot }
}

/// Probes of each search, a line for each method that begins at a guess or bisects, with the two means that the paper
/// states for MTD-bi.
fn probes(all: &Rows<'_>) -> Plot {
    let others = ["neither", "HH", "TT", "TTHH", "TTHH, integer"];
    let part = all.only("regime", Regime::DirectKept).filtered(|row| !others.contains(&row.get("method")));
    let series = lines(&part, "method", |rows| {
        let point = |(depth, rows): (u32, Rows<'_>)| {
            Some((f64::from(depth), Estimate::exact(rows.ratio("probes", "searches")?)))
        };
        rows.by_number("depth").into_iter().map(point).collect::<Vec<_>>()
    });
    let stated = [(8.0, "MTD-bi: mean probes at depth 8"), (13.0, "MTD-bi: mean probes at depth 13")];
    let mark = |(depth, what): (f64, &str)| {
        published(what).map(|stated| Mark { name: format!("paper: {what}"), point: (depth, stated.value) })
    };
    let marks = stated.into_iter().filter_map(mark).collect();
    let title = "Probes for each search, give-away checkers, direct-kept";
    Plot { logarithmic: true, marks, ..plot("probes", title, ["depth (plies)", "probes for each search"], series) }
}
