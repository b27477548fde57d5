//! Mandziuk and Osman 2004, sections 4 and 5, figure 2(a): MTD drivers against alpha-beta in the real-valued domain.

use std::sync::Arc;

use super::common::giveaway_games;
use super::relative_plot::relative_plot;
use crate::eval::Grain;
use crate::lab::job::search_weight;
use crate::lab::measure::Which;
use crate::lab::published::published;
use crate::lab::record::Record;
use crate::lab::trial::Trial;
use crate::lab::view::{Report, Table, number, ratio};
use crate::lab::{Experiment, Frame, Job, LabError, Method, Regime, Row, Sample, Scale, Setup, Size, Tally, measure};
use crate::plot::{Mark, Plot, Series};
use crate::search::{DriverKind, Ordering, Policy};
use crate::statistics::Estimate;

/// The experiment.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "real-domain",
    about: "MTD-bi and its kin against alpha-beta, give-away checkers, real-valued evaluation",
    unit: "positions: random games of 40 plies; depth: the deepest, from 8 on",
    configuration: "giveaway; random games, all 40 positions of each in turn; table of 2^20 entries, one slot, newer; \
                    table move and history only; epsilon 0.01; first guess 0 or the last iteration's value",
    most_depth: Experiment::MOST_DEPTH,
    size,
    jobs,
    report,
};

/// The paper's range begins here.
const FIRST_DEPTH: u32 = 8;
/// The maximum depth of searches without table or history, which are much slower.
const LAST_SLOW_DEPTH: u32 = 11;

fn size(scale: Scale) -> Size {
    match scale {
        Scale::Quick => Size::new(1, 4),
        Scale::Paper => Size::new(25, 13),
        Scale::Full => Size::new(75, 13).of_seeds(3),
    }
}

/// The paper's methods and related ones, all in the real domain.
fn real_methods() -> Vec<Method> {
    let of = |driver| Method::tthh(driver);
    vec![
        of(DriverKind::AlphaBeta).named("TTHH"),
        of(DriverKind::MtdBi),
        of(DriverKind::MtdGallop),
        of(DriverKind::MtdStep),
        of(DriverKind::CStar),
        of(DriverKind::RealMtdF),
    ]
}

/// The integer domain: hundredths of a man.
fn integer_methods() -> Vec<Method> {
    let integer = |driver| {
        let grain = Grain::from_men(0.01).unwrap_or(Grain::REAL);
        Method::tthh(driver).at_grain(grain)
    };
    vec![integer(DriverKind::AlphaBeta).named("TTHH, integer"), integer(DriverKind::MtdF).named("mtd-f, integer")]
}

/// Alpha-beta with the table alone, history alone, and neither; without a table means with one entry.
fn enhancements() -> Vec<Method> {
    let of = |table: bool, history: bool, name: &str| {
        let entries = if table { 1 << 20 } else { 1 };
        let ordering = Ordering { table_move: table, killers: false, history };
        Method::tthh(DriverKind::AlphaBeta)
            .named(name)
            .on(entries, Policy::Newer)
            .with(|options| options.ordering = ordering)
    };
    vec![of(false, false, "neither"), of(false, true, "HH"), of(true, false, "TT")]
}

fn jobs(setup: &Setup) -> Result<Vec<Job>, LabError> {
    let games = giveaway_games(setup);
    let deepest = setup.size.depth;
    let mut jobs = Vec::new();
    for depth in FIRST_DEPTH.min(deepest)..=deepest {
        for (number, sample) in games.iter().enumerate() {
            for (method, slow) in methods() {
                if slow && depth > LAST_SLOW_DEPTH {
                    continue;
                }
                let (sample, method) = (Arc::clone(sample), setup.fit(method));
                let (which, from) = (Which::All, depth);
                jobs.push(Trial { sample, number, which, method, depth, from, counts_leaves: false }.job());
            }
        }
    }
    jobs.extend(games.iter().enumerate().map(|(number, sample)| anecdote(Arc::clone(sample), number, deepest)));
    Ok(jobs)
}

/// Every method in every regime, and whether it is slow.
fn methods() -> Vec<(Method, bool)> {
    let mut methods = Vec::new();
    for regime in [Regime::DirectKept, Regime::DirectCleared, Regime::DeepeningKept] {
        let fast = real_methods().into_iter().chain(integer_methods());
        methods.extend(fast.map(|method| (method.under(regime), false)));
    }
    methods.extend(enhancements().into_iter().map(|method| (method, true)));
    methods
}

/// The search of a game in which realMTD(f) took most probes, and TTHH for the same position: from guess 0, at once to the
/// full depth, each on an empty table.
fn anecdote(sample: Arc<Sample>, number: usize, depth: u32) -> Job {
    let weight = search_weight(4 * sample.moves.len(), depth);
    Job::new(weight, move |interrupt| {
        let search = |driver| {
            let method = Method::tthh(driver).under(Regime::DirectCleared);
            measure(&sample, Which::All, &method, depth, false, interrupt)
        };
        let (real, wide) = (search(DriverKind::RealMtdF)?, search(DriverKind::AlphaBeta)?);
        let pairs = real.iter().flatten().zip(wide.iter().flatten()).enumerate();
        let Some((position, (real, wide))) = pairs.max_by_key(|(_, (real, _))| real.iteration.probes) else {
            return Ok(Vec::new());
        };
        let rows = [("realMTD(f)", real), ("TTHH", wide)].map(|(method, step)| {
            let mut tally = Tally::default();
            tally.add(step);
            let row = Row::default().label("method", method).label("regime", "anecdote");
            tally
                .onto(row.label("game", number).label("position", position).label("depth", depth))
                .figure("value", step.iteration.score.men())
        });
        Ok(rows.to_vec())
    })
}

fn report(record: &Record) -> Report {
    let frame = Frame::of(record.rows());
    let mut report = Report::default();
    for regime in [Regime::DirectKept, Regime::DirectCleared, Regime::DeepeningKept] {
        let part = frame.only("regime", regime);
        report.tables.push(costs(&part, regime));
        report.tables.push(savings(&part, regime));
        report.plots.push(times(&part, regime));
    }
    report.tables.extend(deepest(&frame));
    report.tables.push(enhancement_table(&frame));
    report.tables.push(anecdotes(&frame));
    report.plots.push(probes(&frame));
    report
}

/// The cost of each method at each depth.
fn costs(part: &Frame<'_>, regime: Regime) -> Table {
    let columns = [
        "method",
        "depth",
        "searches",
        "ms/search",
        "nodes",
        "leaves",
        "interior nodes",
        "table hits per interior node",
        "probes: mean",
        "min",
        "max",
    ];
    let mut table = Table::new(format!("Means over all searches, {regime}"), &columns);
    for method in part.values("method") {
        let rows = part.only("method", method);
        for depth in rows.numbers("depth") {
            let rows = rows.only("depth", depth);
            table.push(vec![
                method.to_owned(),
                depth.to_string(),
                number(Some(rows.sum("searches")), 0),
                number(rows.ratio("seconds", "searches").map(|seconds| 1e3 * seconds), 3),
                number(rows.ratio("nodes", "searches"), 0),
                number(rows.ratio("leaves", "searches"), 0),
                number(rows.ratio("interior", "searches"), 0),
                number(rows.ratio("table_hits", "interior"), 3),
                number(rows.ratio("probes", "searches"), 1),
                number(rows.min("probes_min"), 0),
                number(rows.max("probes_max"), 0),
            ]);
        }
    }
    table
}

/// The cost of each method relative to TTHH.
fn savings(part: &Frame<'_>, regime: Regime) -> Table {
    let columns = ["against TTHH", "depth", "time", "leaves", "interior nodes", "table hits", "nodes"];
    let mut table = Table::new(format!("Costs against TTHH, {regime}"), &columns);
    let base = part.only("method", "TTHH");
    for method in part.values("method").into_iter().filter(|&method| method != "TTHH") {
        for depth in part.only("method", method).numbers("depth") {
            let rows = part.only("method", method).only("depth", depth);
            let base = base.only("depth", depth);
            let figures = ["seconds", "leaves", "interior", "table_hits", "nodes"];
            let costs = figures.map(|figure| ratio(rows.against(&base, figure)));
            table.push([vec![method.to_owned(), depth.to_string()], costs.to_vec()].concat());
        }
    }
    table
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
fn deepest(frame: &Frame<'_>) -> [Table; 2] {
    let depth = frame.numbers("depth").last().copied().unwrap_or(0);
    let part = frame.only("depth", depth);
    let headings = COMPARED.map(|(heading, _)| heading);
    let columns = |first: &[&'static str]| [first, &headings[..]].concat();
    let title = format!("Costs against TTHH at depth {depth}, by regime");
    let mut against_base = Table::new(title, &columns(&["regime", "method"]));
    let title = format!("Methods against each other at depth {depth}, by regime");
    let mut pairs = Table::new(title, &columns(&["regime", "method", "against"]));
    for regime in [Regime::DirectKept, Regime::DirectCleared, Regime::DeepeningKept] {
        let part = part.only("regime", regime);
        let costs = |method: &str, base: &str| {
            let (rows, base) = (part.only("method", method), part.only("method", base));
            COMPARED.map(|(_, figure)| ratio(rows.against(&base, figure))).to_vec()
        };
        for method in part.values("method").into_iter().filter(|&method| method != "TTHH") {
            let labels = vec![regime.to_string(), method.to_owned()];
            against_base.push([labels, costs(method, "TTHH")].concat());
        }
        for (method, base) in PAIRS {
            let labels = vec![regime.to_string(), method.to_owned(), base.to_owned()];
            pairs.push([labels, costs(method, base)].concat());
        }
    }
    [against_base, pairs]
}

fn enhancement_table(frame: &Frame<'_>) -> Table {
    let mut table = Table::new(
        "Table and history alone: leaves for each search of alpha-beta (the paper's first experiment)",
        &["depth", "neither", "HH", "TT", "TTHH"],
    );
    let part = frame.only("regime", Regime::DirectKept);
    for depth in part.only("method", "HH").numbers("depth") {
        let rows = part.only("depth", depth);
        let leaves = |method| number(rows.only("method", method).ratio("leaves", "searches"), 0);
        table.push([vec![depth.to_string()], ["neither", "HH", "TT", "TTHH"].map(leaves).to_vec()].concat());
    }
    table
}

/// The worst searches of realMTD(f), the five worst games first.
fn anecdotes(frame: &Frame<'_>) -> Table {
    let columns = ["game", "value", "probes of realMTD(f)", "its time/ms", "TTHH's time/ms"];
    let part = frame.only("regime", "anecdote");
    let depths = part.numbers("depth");
    let depth = depths.first().map_or(String::new(), u32::to_string);
    let mut table = Table::new(format!("realMTD(f) far from its guess, depth {depth}: the worst searches"), &columns);
    let mut games: Vec<Frame<'_>> = part.values("game").iter().map(|game| part.only("game", game)).collect();
    games.sort_by(|a, b| b.sum("probes").total_cmp(&a.sum("probes")));
    for rows in games.iter().take(5) {
        let (real, wide) = (rows.only("method", "realMTD(f)"), rows.only("method", "TTHH"));
        table.push(vec![
            rows.values("game").concat(),
            number(Some(real.sum("value")), 2),
            number(Some(real.sum("probes")), 0),
            number(Some(1e3 * real.sum("seconds")), 2),
            number(Some(1e3 * wide.sum("seconds")), 2),
        ]);
    }
    table
}

/// Figure 2(a), relative to TTHH.
fn times(part: &Frame<'_>, regime: Regime) -> Plot {
    let compared = |row: &&Row| !["neither", "HH", "TT"].contains(&row.get("method"));
    let part = Frame::of(part.rows().filter(compared));
    let title = format!("Time against TTHH, give-away checkers, {regime}");
    Plot {
        name: format!("time-{regime}"),
        logarithmic: false,
        ..relative_plot(&part, "seconds", "processor time", "TTHH", title)
    }
}

/// A line for each method that begins at a guess or bisects.
fn by_depth(part: &Frame<'_>, figure: impl Fn(&Frame<'_>) -> Option<f64>) -> Vec<Series> {
    let compared = |method: &&str| !["neither", "HH", "TT", "TTHH", "TTHH, integer"].contains(method);
    let line = |method: &str| {
        let rows = part.only("method", method);
        let point =
            |depth| figure(&rows.only("depth", depth)).map(|figure| (f64::from(depth), Estimate::exact(figure)));
        let points = rows.numbers("depth").into_iter().filter_map(point).collect();
        Series { name: method.to_owned(), points }
    };
    part.values("method").into_iter().filter(compared).map(line).collect()
}

/// Probes of each search, with the two means that the paper states for MTD-bi.
fn probes(frame: &Frame<'_>) -> Plot {
    let part = frame.only("regime", Regime::DirectKept);
    let series = by_depth(&part, |rows| rows.ratio("probes", "searches"));
    let stated = [(8.0, "MTD-bi: mean probes at depth 8"), (13.0, "MTD-bi: mean probes at depth 13")];
    let mark = |(depth, what): (f64, &str)| {
        published(what).map(|stated| Mark { name: format!("paper: {what}"), point: (depth, stated.value) })
    };
    Plot {
        name: "probes".to_owned(),
        title: "Probes for each search, give-away checkers, direct-kept".to_owned(),
        x: "depth (plies)".to_owned(),
        y: "probes for each search".to_owned(),
        logarithmic: true,
        series,
        marks: stated.into_iter().filter_map(mark).collect(),
    }
}
