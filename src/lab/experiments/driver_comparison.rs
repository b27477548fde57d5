//! Plaat et al. 1995, section 5, figures 5 to 7: all drivers with iterative deepening, on equal terms.

use super::{costs, grain, last_depths, lines, matrix, plot, position_trials, positions, relative_plot};
use crate::lab::record::Record;
use crate::lab::view::{Cell, LabReport, TextTable, number, ratio};
use crate::lab::{Experiment, Job, LabError, Method, Row, Rows, RunSetup, Size};
use crate::plot::Plot;
use crownhead_engine::search::DriverKind;
use crownhead_engine::search::Policy;
use crownhead_rules::{Game, Variant};

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "driver-comparison",
    about: "All drivers with iterative deepening, relative to aspiration NegaScout, and the memory that SSS* and \
            DUAL* need (Plaat, Schaeffer, Pijls and de Bruin)",
    unit: "positions: from as many games of the engine against itself; depth: English (international: four less; \
           memory: three less)",
    configuration: "english, international; balanced positions of games; iterative deepening from depth 1 on a fresh \
                    bucket table of 2^21 entries; all move ordering and transposition cutoffs, no extensions or \
                    reductions; grain 0.01 and real; distinct leaves counted by a set, iteration by iteration, in a \
                    second search",
    most_depth: Experiment::MOST_DEPTH,
    sizes: [Size::new(1, 6), Size::new(20, 17), Size::new(100, 17).of_seeds(3)],
    jobs,
    report,
};

const BASE: &str = "aspiration-negascout";
/// How many of the deepest iterations have a row.
const REPORTED_DEPTHS: u32 = 6;
/// How much less deep international draughts are searched, and how much less deep the memory part.
const INTERNATIONAL_MARGIN: u32 = 4;
const MEMORY_MARGIN: u32 = 3;
/// The base-two logarithms of the entries in the memory part.
const MEMORY_SIZES: [u32; 7] = [8, 10, 12, 14, 16, 18, 20];

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

fn jobs(setup: &RunSetup) -> Result<Vec<Job>, LabError> {
    let methods: Vec<Method> = GRAINS.into_iter().flat_map(methods).collect();
    let mut jobs = Vec::new();
    for (variant, margin) in [(Variant::ENGLISH, 0), (Variant::INTERNATIONAL, INTERNATIONAL_MARGIN)] {
        let positions = positions(variant, setup)?;
        let depths = last_depths(setup.size.depth.saturating_sub(margin).max(2), REPORTED_DEPTHS);
        jobs.extend(position_trials(setup, &positions, &methods, depths, true));
        if variant == Variant::ENGLISH {
            jobs.extend(memory(&positions, setup));
        }
    }
    Ok(jobs)
}

/// The drivers that are said to need memory, and two to compare them with, on tables of several sizes.
fn memory(positions: &[Game], setup: &RunSetup) -> Vec<Job> {
    let depth = setup.size.depth.saturating_sub(MEMORY_MARGIN).max(2);
    let drivers = [DriverKind::Sss, DriverKind::Dual, DriverKind::MtdF, DriverKind::AspirationNegaScout];
    let methods = drivers.into_iter().flat_map(|driver| {
        let method = Method::engine(driver).at_grain(grain(0.01));
        MEMORY_SIZES.map(|size| method.clone().on(1 << size, Policy::Bucket))
    });
    position_trials(setup, positions, &methods.collect::<Vec<_>>(), depth..=depth, false)
}

fn report(record: &Record) -> LabReport {
    let all = Rows::of(record.rows());
    let is_small = |row: &Row| MEMORY_SIZES.iter().any(|size| row.get("entries") == (1usize << size).to_string());
    let (small, large) = (all.filtered(is_small), all.filtered(|row| !is_small(row)));
    let mut report = LabReport::default();
    for (variant, part) in large.by("variant") {
        for step in GRAINS {
            let part = part.only("grain", step);
            report.tables.extend(totals(&part, variant, step));
            let name = if step == 0.01 { "fine" } else { "real" };
            // The variations coincide with their drivers.
            let drivers = part.filtered(|row| !row.get("method").contains(','));
            for (figure, what) in [("distinct_leaves", "distinct leaves"), ("nodes", "nodes")] {
                let title = format!("{variant}, grain {step}: {what} of all iterations");
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
fn totals(part: &Rows<'_>, variant: &str, step: f64) -> Vec<TextTable> {
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
fn memory_tables(small: &Rows<'_>) -> [TextTable; 3] {
    let depth = small.value("depth");
    let table = |what: &str, cell: &dyn Fn(&Rows<'_>) -> Cell| {
        let title = format!("english, grain 0.01, depth {depth}: nodes {what}");
        matrix(small, title, ("method", "driver"), ("entries", "entries"), cell)
    };
    let largest = small.numbers("entries").last().copied().unwrap_or(0).to_string();
    let against = |rows: &Rows<'_>, method: &str, entries: &str| {
        ratio(rows.against(&small.only("method", method).only("entries", entries), "nodes"))
    };
    [
        table("for each search by entries of the table", &|rows| number(rows.ratio("nodes", "searches"), 0)),
        table("against the same driver with the largest table", &|rows| against(rows, &rows.value("method"), &largest)),
        table("against aspiration NegaScout with the same table", &|rows| against(rows, BASE, &rows.value("entries"))),
    ]
}

fn memory_plot(small: &Rows<'_>) -> Plot {
    let series = lines(small, "method", |rows| {
        let by_entries = rows.by_number("entries");
        let full = by_entries.last().map(|(_, rows)| rows.clone());
        let point = |(entries, rows): (u32, Rows<'_>)| {
            Some((f64::from(entries.ilog2()), rows.percent_of(full.as_ref()?, "nodes")?))
        };
        by_entries.into_iter().map(point).collect::<Vec<_>>()
    });
    let title = "What a small table costs each driver (English, grain 0.01)";
    let axes = ["table size (log2 of entries)", "nodes relative to the same driver with 2^20 entries (%)"];
    Plot { logarithmic: true, ..plot("memory", title, axes, series) }
}
