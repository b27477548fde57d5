//! The window of the drivers that use one (Mandziuk and Osman 2004, section 3).

use super::common::{matrix, position_trials, positions, three_variants};
use crate::lab::record::Record;
use crate::lab::view::{Cell, Report, Table, number, ratio};
use crate::lab::{Experiment, Frame, Job, LabError, Method, Scale, Setup, Size};
use crate::plot::{Plot, Series};
use crate::search::{DriverKind, Width};

/// The experiment.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "epsilon",
    about: "the window of MTD-bi, realMTD(f), MTD-step and MTD-gallop in the real domain",
    unit: "positions: from as many games of the engine against itself, for each variant; depth: English and give-away \
           (international: three less)",
    configuration: "english, giveaway, international; balanced positions of games; iterative deepening from depth 1 on a \
                    fresh bucket table of 2^21 entries; all move ordering and transposition cutoffs, no extensions or \
                    reductions; grain real, first step 0.05",
    most_depth: Experiment::MOST_DEPTH,
    size,
    jobs,
    report,
};

/// In millionths of a man; the first makes a null window.
const WIDTHS: [i64; 10] = [1, 100, 1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000, 3_000_000];
const DRIVERS: [DriverKind; 4] = [DriverKind::MtdBi, DriverKind::RealMtdF, DriverKind::MtdStep, DriverKind::MtdGallop];

fn size(scale: Scale) -> Size {
    match scale {
        Scale::Quick => Size::new(1, 5),
        Scale::Paper => Size::new(20, 13),
        Scale::Full => Size::new(100, 13).of_seeds(3),
    }
}

fn jobs(setup: &Setup) -> Result<Vec<Job>, LabError> {
    let mut jobs = Vec::new();
    for (variant, depth) in three_variants(setup) {
        let samples = positions(variant, setup)?;
        jobs.extend(position_trials(setup, &samples, &methods(), depth, depth, false));
    }
    Ok(jobs)
}

fn methods() -> Vec<Method> {
    let of = |driver: DriverKind, millionths| {
        let epsilon = Width::from_millionths(millionths);
        Method::engine(driver).with(|options| options.driver_options.epsilon = epsilon)
    };
    DRIVERS.into_iter().flat_map(|driver| WIDTHS.map(|millionths| of(driver, millionths))).collect()
}

fn report(record: &Record) -> Report {
    let frame = Frame::of(record.rows());
    let mut report = Report::default();
    for variant in frame.values("variant") {
        let part = frame.only("variant", variant);
        let depth = part.values("depth").concat();
        let (down, across) = (("epsilon", "epsilon"), ("method", "driver"));
        let title = format!("{variant}, depth {depth}: nodes for each search (mean probes in the last iteration)");
        report.tables.push(matrix(&part, title, down, across, |rows| {
            let nodes = number(rows.ratio("nodes", "searches"), 0);
            format!("{nodes} ({})", number(rows.ratio("probes", "searches"), 1))
        }));
        report.tables.extend(comparisons(&part, variant));
        report.plots.push(plot(&part, variant));
    }
    report
}

/// Nodes against those of realMTD(f) with the same window, and against those of the same driver with the usual one.
fn comparisons(part: &Frame<'_>, variant: &str) -> [Table; 2] {
    let depth = part.values("depth").concat();
    let title = |what: &str| format!("{variant}, depth {depth}: nodes {what}");
    let table = |what: &str, cell: &dyn Fn(&Frame<'_>) -> Cell| {
        matrix(part, title(what), ("epsilon", "epsilon"), ("method", "driver"), cell)
    };
    let against = |rows: &Frame<'_>, method: &str, epsilon: &str| {
        ratio(rows.against(&part.only("method", method).only("epsilon", epsilon), "nodes"))
    };
    [
        table("against realMTD(f) with the same epsilon", &|rows| {
            against(rows, DriverKind::RealMtdF.name(), &rows.values("epsilon").concat())
        }),
        table("against the same driver with epsilon 0.01", &|rows| {
            against(rows, &rows.values("method").concat(), "0.01")
        }),
    ]
}

fn plot(part: &Frame<'_>, variant: &str) -> Plot {
    let base = part.only("method", DriverKind::RealMtdF).only("epsilon", 0.01);
    let line = |method: &str| {
        let point = |&width: &i64| {
            let men = Width::from_millionths(width).men();
            let cost = part.only("method", method).only("epsilon", men).against(&base, "nodes")?;
            Some((men.log10(), cost.map(|cost| 100.0 * cost)))
        };
        Series { name: method.to_owned(), points: WIDTHS.iter().filter_map(point).collect() }
    };
    let depth = part.values("depth").concat();
    Plot {
        name: variant.to_owned(),
        title: format!("Nodes by the width of the window, {variant}, depth {depth}, real domain"),
        x: "window (log10 of epsilon in men)".to_owned(),
        y: "nodes relative to realMTD(f) with epsilon 0.01 (%)".to_owned(),
        logarithmic: false,
        series: part.values("method").into_iter().map(line).collect(),
        marks: Vec::new(),
    }
}
