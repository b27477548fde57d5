//! Plaat et al. 1995, section 5, figures 5 to 7: all drivers with iterative deepening, on equal terms.

use std::sync::Arc;

use super::common::{costs, grain, matrix, position_trials, positions};
use super::relative_plot::relative_plot;
use crate::lab::record::Record;
use crate::lab::view::{Cell, Report, Table, number, ratio};
use crate::lab::{Experiment, Frame, Job, LabError, Method, Row, Sample, Scale, Setup, Size};
use crate::plot::{Plot, Series};
use crate::rules::Variant;
use crate::search::{DriverKind, Policy};

/// The experiment.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "driver-comparison",
    about: "all drivers with iterative deepening, relative to aspiration NegaScout; SSS* and DUAL* against memory",
    unit: "positions: from as many games of the engine against itself; depth: English (international: four less; \
           memory: three less)",
    configuration: "english, international; balanced positions of games; iterative deepening from depth 1 on a fresh \
                    bucket table of 2^21 entries; all move ordering and transposition cutoffs, no extensions or \
                    reductions; grain 0.01 and real; distinct leaves counted by a set, iteration by iteration, in a \
                    second search",
    most_depth: Experiment::MOST_DEPTH,
    size,
    jobs,
    report,
};

/// The baseline.
const BASE: &str = "aspiration-negascout";
/// How many of the deepest iterations have a row.
const REPORTED_DEPTHS: u32 = 6;
/// How much less deep international draughts are searched, and how much less deep the memory part.
const INTERNATIONAL_MARGIN: u32 = 4;
const MEMORY_MARGIN: u32 = 3;
/// The base-two logarithms of the entries in the memory part.
const MEMORY_SIZES: [u32; 7] = [8, 10, 12, 14, 16, 18, 20];

fn size(scale: Scale) -> Size {
    match scale {
        Scale::Quick => Size::new(1, 6),
        Scale::Paper => Size::new(20, 17),
        Scale::Full => Size::new(100, 17).of_seeds(3),
    }
}

const GRAINS: [f64; 2] = [0.01, 0.000001];

fn methods(step: f64) -> Vec<Method> {
    let by_guess = |kind: &&DriverKind| step >= 0.01 || !matches!(kind, DriverKind::Sss | DriverKind::Dual);
    let method = |driver| Method::engine(driver).at_grain(grain(step));
    let mut methods: Vec<Method> = DriverKind::ALL.iter().filter(by_guess).map(|&driver| method(driver)).collect();
    for driver in [DriverKind::NegaScout, DriverKind::AspirationNegaScout] {
        let sparing = method(driver).with(|options| options.research_near_leaves = false);
        methods.push(sparing.named(format!("{driver}, no re-search near leaves")));
    }
    methods
}

fn jobs(setup: &Setup) -> Result<Vec<Job>, LabError> {
    let depth = setup.size.depth;
    let mut jobs = Vec::new();
    for (variant, margin) in [(Variant::ENGLISH, 0), (Variant::INTERNATIONAL, INTERNATIONAL_MARGIN)] {
        let samples = positions(variant, setup)?;
        let depth = depth.saturating_sub(margin).max(2);
        let methods: Vec<Method> = GRAINS.into_iter().flat_map(methods).collect();
        let from = (depth + 1).saturating_sub(REPORTED_DEPTHS).max(1);
        jobs.extend(position_trials(setup, &samples, &methods, depth, from, true));
        if variant == Variant::ENGLISH {
            jobs.extend(memory(&samples, setup));
        }
    }
    Ok(jobs)
}

/// The drivers that are said to need memory, and two to compare them with, on tables of several sizes.
fn memory(samples: &[Arc<Sample>], setup: &Setup) -> Vec<Job> {
    let depth = setup.size.depth.saturating_sub(MEMORY_MARGIN).max(2);
    let drivers = [DriverKind::Sss, DriverKind::Dual, DriverKind::MtdF, DriverKind::AspirationNegaScout];
    let methods = drivers.into_iter().flat_map(|driver| {
        let method = Method::engine(driver).at_grain(grain(0.01));
        MEMORY_SIZES.map(|size| method.clone().on(1 << size, Policy::Bucket))
    });
    position_trials(setup, samples, &methods.collect::<Vec<_>>(), depth, depth, false)
}

fn report(record: &Record) -> Report {
    let frame = Frame::of(record.rows());
    let is_small = |row: &&Row| MEMORY_SIZES.iter().any(|size| row.get("entries") == (1usize << size).to_string());
    let (small, large): (Vec<_>, Vec<_>) = frame.rows().partition(is_small);
    let (small, large) = (Frame::of(small), Frame::of(large));
    let mut report = Report::default();
    for variant in large.values("variant") {
        for step in GRAINS {
            let part = large.only("variant", variant).only("grain", step);
            report.tables.extend(totals(&part, variant, step));
            let name = if step == 0.01 { "fine" } else { "real" };
            for (figure, what) in [("distinct_leaves", "distinct leaves"), ("nodes", "nodes")] {
                let title = format!("{variant}, grain {step}: {what} of all iterations");
                // The variations coincide with their drivers.
                let drivers = Frame::of(part.rows().filter(|row| !row.get("method").contains(',')));
                let plot = relative_plot(&drivers, figure, what, BASE, title);
                report.plots.push(Plot { name: format!("{variant}-{name}-{figure}"), ..plot });
            }
        }
    }
    report.tables.extend(memory_tables(&small));
    report.plots.push(memory_plot(&small));
    report
}

/// The deepest iteration, the one before it, since odd and even depths differ, and the deepest against alpha-beta and
/// against the default driver.
fn totals(part: &Frame<'_>, variant: &str, step: f64) -> Vec<Table> {
    let last = part.numbers("depth").last().copied().unwrap_or(0);
    let comparisons = [(last, BASE), (last.saturating_sub(1), BASE), (last, "alpha-beta"), (last, "real-mtd-f")];
    let table = |(depth, base): (u32, &str)| {
        let title = format!("{variant}, grain {step}: all iterations up to depth {depth}, against {base}");
        costs(&part.only("depth", depth), base, title)
    };
    comparisons.map(table).to_vec()
}

/// Nodes by the size of the table: of each search, against the same driver with the largest table, and against
/// aspiration NegaScout with the same.
fn memory_tables(small: &Frame<'_>) -> [Table; 3] {
    let depth = small.values("depth").concat();
    let title = |what: &str| format!("english, grain 0.01, depth {depth}: nodes {what}");
    let table = |what: &str, cell: &dyn Fn(&Frame<'_>) -> Cell| {
        matrix(small, title(what), ("method", "driver"), ("entries", "entries"), cell)
    };
    let largest = small.numbers("entries").last().copied().unwrap_or(0);
    let against = |rows: &Frame<'_>, method: &str, entries: &str| {
        ratio(rows.against(&small.only("method", method).only("entries", entries), "nodes"))
    };
    [
        table("for each search by entries of the table", &|rows| number(rows.ratio("nodes", "searches"), 0)),
        table("against the same driver with the largest table", &|rows| {
            against(rows, &rows.values("method").concat(), &largest.to_string())
        }),
        table("against aspiration NegaScout with the same table", &|rows| {
            against(rows, BASE, &rows.values("entries").concat())
        }),
    ]
}

fn memory_plot(small: &Frame<'_>) -> Plot {
    let line = |method: &str| {
        let rows = small.only("method", method);
        let sizes = rows.numbers("entries");
        let full = sizes.last().map(|&entries| rows.only("entries", entries));
        let point = |&entries: &u32| {
            let cost = rows.only("entries", entries).against(full.as_ref()?, "nodes")?;
            Some((f64::from(entries.ilog2()), cost.map(|cost| 100.0 * cost)))
        };
        Series { name: method.to_owned(), points: sizes.iter().filter_map(point).collect() }
    };
    Plot {
        name: "memory".to_owned(),
        title: "What a small table costs each driver (English, grain 0.01)".to_owned(),
        x: "table size (log2 of entries)".to_owned(),
        y: "nodes relative to the same driver with 2^20 entries (%)".to_owned(),
        logarithmic: true,
        series: small.values("method").into_iter().map(line).collect(),
        marks: Vec::new(),
    }
}
