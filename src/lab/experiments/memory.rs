//! Mandziuk and Osman 2004, sections 3 to 5: does the number of probes, or a small table, decide among the drivers of
//! the real domain?

use std::sync::Arc;

use super::common::{giveaway_games, matrix};
use crate::lab::measure::Which;
use crate::lab::record::Record;
use crate::lab::trial::Trial;
use crate::lab::view::{Cell, Report, Table, number, ratio};
use crate::lab::{Experiment, Frame, Job, LabError, Method, Regime, Scale, Setup, Size};
use crate::plot::{Plot, Series};
use crate::search::{DriverKind, Policy, Width};

/// The experiment.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "memory",
    about: "drivers of the real domain by the nodes for each entry of the table, windows narrow and wide, first guesses \
            near and far",
    unit: "positions: random games of 40 plies; depth: of each search",
    configuration: "giveaway; random games, all 40 positions of each in turn; tables of 2^6 to 2^20 entries, one slot, \
                    newer, empty for each position; table move and history only; epsilon 0.01 and 0.00005; to the full \
                    depth at once from the first guess 0, and with deepening from the last iteration's value",
    most_depth: Experiment::MOST_DEPTH,
    size,
    jobs,
    report,
};

/// The base-two logarithms of the entries.
const SIZES: [u32; 8] = [6, 8, 10, 12, 14, 16, 18, 20];
/// In millionths of a man.
const WIDTHS: [i64; 2] = [10_000, 50];
const REGIMES: [Regime; 2] = [Regime::DirectCleared, Regime::DeepeningCleared];
const BASE: &str = "TTHH";

fn size(scale: Scale) -> Size {
    match scale {
        Scale::Quick => Size::new(1, 4),
        Scale::Paper => Size::new(10, 11),
        Scale::Full => Size::new(30, 11).of_seeds(3),
    }
}

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

fn jobs(setup: &Setup) -> Result<Vec<Job>, LabError> {
    let games = giveaway_games(setup);
    let depth = setup.size.depth;
    let mut jobs = Vec::new();
    for (number, sample) in games.iter().enumerate() {
        for regime in REGIMES {
            for size in SIZES {
                for method in methods() {
                    let method = method.under(regime).on(1 << size, Policy::Newer);
                    let (sample, which) = (Arc::clone(sample), Which::All);
                    let trial = Trial { sample, number, which, method, depth, from: depth, counts_leaves: false };
                    jobs.push(trial.job());
                }
            }
        }
    }
    Ok(jobs)
}

fn report(record: &Record) -> Report {
    let frame = Frame::of(record.rows());
    let depth = frame.values("depth").concat();
    let mut report = Report::default();
    for regime in REGIMES {
        let part = frame.only("regime", regime);
        for millionths in WIDTHS {
            let part = Curves { base: part.only("method", BASE), part: &part, millionths };
            let epsilon = part.epsilon();
            let title = |what: &str| format!("giveaway, depth {depth}, {regime}, epsilon {epsilon}: {what}");
            report.tables.push(part.table(title("nodes against TTHH with the same table")));
            report.tables.push(part.probes(title("mean probes")));
            report.plots.push(part.plot(&regime.to_string(), title("nodes by memory")));
        }
    }
    report
}

/// The drivers with one window in one regime.
struct Curves<'a, 'b> {
    base: Frame<'a>,
    part: &'b Frame<'a>,
    millionths: i64,
}

impl Curves<'_, '_> {
    fn epsilon(&self) -> f64 {
        Width::from_millionths(self.millionths).men()
    }

    /// The rows of the drivers that have the window.
    fn rows(&self) -> Frame<'_> {
        let epsilon = self.epsilon().to_string();
        let has_window = |row: &&crate::lab::Row| row.get("method") != BASE && row.get("epsilon") == epsilon;
        Frame::of(self.part.rows().filter(has_window))
    }

    /// Nodes of alpha-beta for each entry of a table of so many.
    fn load(&self, entries: &str) -> Option<f64> {
        let nodes = self.base.only("entries", entries).ratio("nodes", "searches")?;
        Some(nodes / entries.parse::<f64>().ok()?)
    }

    fn table(&self, title: String) -> Table {
        let rows = self.rows();
        let mut table = matrix(&rows, title, ("entries", "entries"), ("method", "driver"), |rows| {
            ratio(rows.against(&self.base.only("entries", rows.values("entries").concat()), "nodes"))
        });
        let loads = rows.values("entries").into_iter().map(|entries| number(self.load(entries), 2));
        table.insert_column(1, "nodes of TTHH for each entry", loads.collect());
        table
    }

    fn probes(&self, title: String) -> Table {
        let cell = |rows: &Frame<'_>| -> Cell { number(rows.ratio("probes", "searches"), 1) };
        matrix(&self.rows(), title, ("entries", "entries"), ("method", "driver"), cell)
    }

    fn plot(&self, regime: &str, title: String) -> Plot {
        let rows = self.rows();
        let line = |method: &str| {
            let rows = rows.only("method", method);
            let point = |entries: &str| {
                let base = self.base.only("entries", entries);
                let cost = rows.only("entries", entries).against(&base, "nodes")?;
                Some((self.load(entries)?.log10(), cost.map(|cost| 100.0 * cost)))
            };
            let points = rows.values("entries").into_iter().filter_map(point).collect();
            Series { name: method.to_owned(), points }
        };
        Plot {
            name: format!("{regime}-{}", if self.millionths == WIDTHS[0] { "wide" } else { "narrow" }),
            title,
            x: "nodes of alpha-beta for each entry of the table (log10)".to_owned(),
            y: "nodes relative to alpha-beta with the same table (%)".to_owned(),
            logarithmic: true,
            series: rows.values("method").into_iter().map(line).collect(),
            marks: Vec::new(),
        }
    }
}
