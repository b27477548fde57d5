//! Mandziuk and Osman 2004, sections 3 to 5: does the number of probes, or a small table, decide among the drivers of
//! the real domain?

use super::{giveaway_games, lines, matrix, plot};
use crate::lab::measure::trial;
use crate::lab::record::Record;
use crate::lab::view::{Cell, LabReport, TextTable, number, plain, ratio};
use crate::lab::{Experiment, Job, LabError, Method, Regime, Row, Rows, RunSetup, Size};
use crate::plot::Plot;
use crate::statistics::{bootstrap, quartiles};
use crownhead_engine::search::Policy;
use crownhead_engine::search::{Consistency, DriverKind, Width};

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "memory",
    about: "Drivers of the real domain against alpha-beta on tables of all sizes, with narrow and wide windows, \
            near and far first guesses (Mandziuk and Osman)",
    unit: "positions: random games of 40 plies; depth: of each search",
    configuration: "giveaway; random games, all 40 positions of each in turn; tables of 2^6 to 2^20 entries, one slot, \
                    newer, empty for each position; table move and history only; epsilon 0.01 and 0.00005; to the full \
                    depth at once from the first guess 0, and with deepening from the last iteration's value",
    most_depth: Experiment::MOST_DEPTH,
    sizes: [Size::new(1, 4), Size::new(10, 11), Size::new(30, 11).of_seeds(3)],
    jobs,
    report,
};

/// Whether the costs hold with the bounds of the papers' programs.
pub(super) const AS_PUBLISHED: Experiment = Experiment {
    name: "memory-bounds",
    about: "Drivers of the real domain against alpha-beta on small tables, with entries of two bounds, and of one to \
            which nodes do not clamp their results (Mandziuk and Osman)",
    unit: "positions: random games of 40 plies; depth: of each search",
    configuration: "giveaway; random games, all 40 positions of each in turn; tables of 2^10 to 2^16 entries, one slot, \
                    newer, empty for each position; entries of two bounds which nodes keep to in what they return, and \
                    of one which they do not keep to; table move and history only; epsilon 0.01 and 0.00005; to the \
                    full depth at once from the first guess 0",
    most_depth: Experiment::MOST_DEPTH,
    sizes: [Size::new(1, 4), Size::new(10, 13), Size::new(30, 13).of_seeds(3)],
    jobs: jobs_as_published,
    report: report_as_published,
};

/// Whether the same holds of the evaluation that plays.
pub(super) const WITH_NETWORK: Experiment = Experiment {
    name: "memory-network",
    about: "Drivers of the real domain against alpha-beta on tables of all sizes, with the network of give-away checkers",
    configuration: "as memory, with the network in place of the linear evaluation",
    jobs: network_jobs,
    ..EXPERIMENT
};

/// The base-two logarithms of the entries.
const SIZES: [u32; 8] = [6, 8, 10, 12, 14, 16, 18, 20];
/// In millionths of a man.
const WIDTHS: [i64; 2] = [10_000, 50];
const REGIMES: [Regime; 2] = [Regime::DirectCleared, Regime::DeepeningCleared];
const BASE: &str = "TTHH";
/// What nodes and entries do with bounds: the end of a method's name.
pub(super) const BOUNDS: [(&str, Consistency, bool); 2] =
    [("two bounds", Consistency::Returned, true), ("one bound, as published", Consistency::Published, false)];

fn methods() -> Vec<Method> {
    let drivers = [DriverKind::MtdBi, DriverKind::RealMtdF, DriverKind::MtdStep];
    let with_windows = WIDTHS.into_iter().flat_map(|millionths| {
        let epsilon = Width::from_millionths(millionths);
        drivers.map(|driver| Method::tthh(driver).with(|options| options.driver_options.epsilon = epsilon))
    });
    let mut methods = vec![Method::tthh(DriverKind::AlphaBeta).named(BASE)];
    methods.extend(with_windows);
    methods
}

fn jobs(setup: &RunSetup) -> Result<Vec<Job>, LabError> {
    jobs_of(setup, &methods())
}

fn network_jobs(setup: &RunSetup) -> Result<Vec<Job>, LabError> {
    let methods: Vec<Method> = methods().into_iter().map(Method::with_network).collect();
    jobs_of(setup, &methods)
}

fn jobs_of(setup: &RunSetup, methods: &[Method]) -> Result<Vec<Job>, LabError> {
    let depth = setup.size.depth;
    let mut jobs = Vec::new();
    for (number, positions) in giveaway_games(setup).iter().enumerate() {
        for regime in REGIMES {
            for size in SIZES {
                let methods = methods.iter().map(|method| method.clone().under(regime).on(1 << size, Policy::Newer));
                jobs.extend(methods.map(|method| trial(positions, number, method, depth..=depth, false)));
            }
        }
    }
    Ok(jobs)
}

fn jobs_as_published(setup: &RunSetup) -> Result<Vec<Job>, LabError> {
    let depth = setup.size.depth;
    let mut jobs = Vec::new();
    for (number, positions) in giveaway_games(setup).iter().enumerate() {
        for size in [10, 12, 14, 16] {
            for (bounds, consistency, both) in BOUNDS {
                for method in methods().into_iter().filter(|method| method.options.driver != DriverKind::MtdStep) {
                    let name = format!("{}, {bounds}", method.name);
                    let method = method.named(name).under(Regime::DirectCleared).on(1 << size, Policy::Newer);
                    let method = method.with(|options| {
                        options.consistency = consistency;
                        options.keep_both_bounds = both;
                    });
                    jobs.push(trial(positions, number, method, depth..=depth, false));
                }
            }
        }
    }
    Ok(jobs)
}

fn report(record: &Record) -> LabReport {
    let all = Rows::of(record.rows());
    let mut report = LabReport::default();
    for regime in REGIMES {
        let part = all.only("regime", regime);
        let of_regime = report_of(&part, &format!("giveaway, depth {}, {regime}", all.value("depth")), regime.name());
        report.tables.extend(of_regime.tables);
        report.plots.extend(of_regime.plots);
    }
    report
}

fn report_as_published(record: &Record) -> LabReport {
    let all = Rows::of(record.rows());
    let tables = BOUNDS.into_iter().flat_map(|(bounds, ..)| {
        let part = all.filtered(|row| row.get("method").ends_with(bounds));
        report_of(&part, &format!("giveaway, depth {}, {bounds}", all.value("depth")), bounds).tables
    });
    LabReport { tables: tables.collect(), plots: Vec::new() }
}

/// The tables and plots of these rows. `conditions` begins the titles, `name` the names of the plots.
fn report_of(part: &Rows<'_>, conditions: &str, name: &str) -> LabReport {
    let mut report = LabReport::default();
    for millionths in WIDTHS {
        let epsilon = Width::from_millionths(millionths).men();
        let has_window = |row: &Row| driver_of(row) != BASE && row.get("epsilon") == epsilon.to_string();
        let curves = Curves { base: of_method(part, BASE), rows: part.filtered(has_window) };
        let title = |what: &str| format!("{conditions}, epsilon {epsilon}: {what}");
        report.tables.push(curves.table(title("nodes against TTHH with the same table")));
        report.tables.push(curves.pairs(title("nodes against mtd-bi with the same table")));
        report.tables.push(curves.probes(title("mean probes")));
        let width = if millionths == WIDTHS[0] { "wide" } else { "narrow" };
        report.plots.push(curves.plot(format!("{name}-{width}"), title("nodes by memory")));
    }
    let title = format!("{conditions}: what one more probe of realMTD(f) costs");
    report.tables.push(prices_of_a_probe(part, title));
    report
}

/// The method of a row without what it does with bounds.
fn driver_of(row: &Row) -> &str {
    row.get("method").split(',').next().unwrap_or_default()
}

pub(super) fn of_method<'a>(part: &Rows<'a>, name: &str) -> Rows<'a> {
    part.filtered(|row| driver_of(row) == name)
}

/// The nodes that realMTD(f) takes for a probe more, from the wide windows to the narrow ones, in per cent of the nodes
/// of a search of alpha-beta with the same table. One dear game can decide the sums, so the median of the games stands
/// beside them, with its quartiles.
fn prices_of_a_probe(part: &Rows<'_>, title: String) -> TextTable {
    let [wide, narrow] = WIDTHS.map(|millionths| {
        of_method(part, DriverKind::RealMtdF.name()).only("epsilon", Width::from_millionths(millionths).men())
    });
    let columns = ["entries", "nodes of TTHH for each entry", "% of a TTHH search", "median of the games (quartiles)"];
    let mut table = TextTable::new(title, &columns);
    for (entries, base) in of_method(part, BASE).by_number("entries") {
        let of_size =
            |rows: &Rows<'_>, name| -> Vec<f64> { rows.only("entries", entries).by_game(name).into_values().collect() };
        let nodes = [of_size(&narrow, "nodes"), of_size(&wide, "nodes"), of_size(&base, "nodes")];
        let probes = [of_size(&narrow, "probes"), of_size(&wide, "probes"), of_size(&base, "searches")];
        let games = nodes[2].len();
        if nodes.iter().chain(&probes).any(|figures| figures.len() != games) {
            continue;
        }
        let more = |[narrow, wide, base]: &[Vec<f64>; 3], drawn: &[usize]| {
            let sum = |figures: &[f64]| drawn.iter().map(|&game| figures[game]).sum::<f64>();
            (sum(narrow) - sum(wide)) / sum(base)
        };
        let price_of = |drawn: &[usize]| 100.0 * more(&nodes, drawn) / more(&probes, drawn);
        let [price] = bootstrap(games, |drawn| [price_of(drawn)]);
        let of_games: Vec<f64> = (0..games).map(|game| price_of(&[game])).collect();
        let load = base.ratio("nodes", "searches").map(|nodes| nodes / f64::from(entries));
        table.push(vec![entries.to_string(), number(load, 2), plain(price), median(of_games)]);
    }
    table
}

/// The median of the figures of games, with the quartiles: `1.22 (0.53 to 3.23)`.
fn median(of_games: Vec<f64>) -> Cell {
    let shown = |[lower, median, upper]: [f64; 3]| format!("{median:.2} ({lower:.2} to {upper:.2})");
    quartiles(of_games).map_or(Cell::new(), shown)
}

/// The drivers with one window in one regime, and alpha-beta in that regime.
struct Curves<'a> {
    base: Rows<'a>,
    rows: Rows<'a>,
}

impl Curves<'_> {
    /// Nodes, or such nodes, of alpha-beta for each entry of a table of this number.
    fn load(&self, entries: &str, nodes: &str) -> Option<f64> {
        let nodes = self.base.only("entries", entries).ratio(nodes, "searches")?;
        Some(nodes / entries.parse::<f64>().ok()?)
    }

    fn table(&self, title: String) -> TextTable {
        let mut table = matrix(&self.rows, title, ("entries", "entries"), ("method", "driver"), |rows| {
            ratio(rows.against(&self.base.only("entries", rows.value("entries")), "nodes"))
        });
        for (place, heading, nodes) in [(1, "nodes of TTHH for each entry", "nodes"), (2, "interior nodes", "interior")]
        {
            let loads = self.rows.values("entries").into_iter().map(|entries| number(self.load(entries, nodes), 2));
            table.insert_column(place, heading, loads.collect());
        }
        table
    }

    /// The drivers that begin at the guess against the one that bisects.
    fn pairs(&self, title: String) -> TextTable {
        let halving = of_method(&self.rows, DriverKind::MtdBi.name());
        let others = self.rows.filtered(|row| driver_of(row) != DriverKind::MtdBi.name());
        matrix(&others, title, ("entries", "entries"), ("method", "driver"), |rows| {
            ratio(rows.against(&halving.only("entries", rows.value("entries")), "nodes"))
        })
    }

    fn probes(&self, title: String) -> TextTable {
        matrix(&self.rows, title, ("entries", "entries"), ("method", "driver"), |rows| {
            number(rows.ratio("probes", "searches"), 1)
        })
    }

    fn plot(&self, name: String, title: String) -> Plot {
        let series = lines(&self.rows, "method", |rows| {
            let point = |(entries, rows): (&str, Rows<'_>)| {
                let cost = rows.percent_of(&self.base.only("entries", entries), "nodes")?;
                Some((self.load(entries, "nodes")?.log10(), cost))
            };
            rows.by("entries").into_iter().map(point).collect::<Vec<_>>()
        });
        let axes = [
            "nodes of alpha-beta for each entry of the table (log10)",
            "nodes relative to alpha-beta with the same table (%)",
        ];
        Plot { logarithmic: true, ..plot(name, title, axes, series) }
    }
}
