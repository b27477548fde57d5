//! The window of the drivers that use one (Mandziuk and Osman 2004, section 3).

use super::{lines, matrix, nodes_and_probes, plot, trials_of_three};
use crate::lab::record::Record;
use crate::lab::view::{Cell, LabReport, TextTable, ratio};
use crate::lab::{Experiment, Job, LabError, Method, Rows, RunSetup, Size};
use crate::plot::Plot;
use crownhead_engine::search::{DriverKind, Width};

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "epsilon",
    about: "The window of MTD-bi, realMTD(f), MTD-step and MTD-gallop in the real domain",
    unit: "positions: from as many games of the engine against itself, for each variant; depth: English and give-away \
           (international: three less)",
    configuration: "english, giveaway, international; balanced positions of games; iterative deepening from depth 1 on \
                    a fresh bucket table of 2^21 entries; all move ordering and transposition cutoffs, no extensions \
                    or reductions; grain real, first step 0.05",
    most_depth: Experiment::MOST_DEPTH,
    sizes: [Size::new(1, 5), Size::new(20, 13), Size::new(100, 13).of_seeds(3)],
    jobs,
    report,
};

/// Whether the same holds of the evaluation that plays.
pub(super) const WITH_NETWORK: Experiment = Experiment {
    name: "epsilon-network",
    about: "The window of MTD-bi, realMTD(f), MTD-step and MTD-gallop with the network of the variant",
    configuration: "as epsilon, with the network in place of the linear evaluation; four windows",
    jobs: network_jobs,
    ..EXPERIMENT
};

/// In millionths of a man; the first makes a null window.
const WIDTHS: [i64; 10] = [1, 100, 1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000, 3_000_000];
const DRIVERS: [DriverKind; 4] = [DriverKind::MtdBi, DriverKind::RealMtdF, DriverKind::MtdStep, DriverKind::MtdGallop];

fn jobs(setup: &RunSetup) -> Result<Vec<Job>, LabError> {
    trials_of_three(setup, methods(&WIDTHS))
}

fn network_jobs(setup: &RunSetup) -> Result<Vec<Job>, LabError> {
    trials_of_three(setup, methods(&[1, 3_000, 10_000, 300_000]).into_iter().map(Method::with_network))
}

fn methods(widths: &[i64]) -> Vec<Method> {
    let of = |driver: DriverKind, millionths| {
        let epsilon = Width::from_millionths(millionths);
        Method::engine(driver).with(|options| options.driver_options.epsilon = epsilon)
    };
    DRIVERS.into_iter().flat_map(|driver| widths.iter().map(move |&millionths| of(driver, millionths))).collect()
}

fn report(record: &Record) -> LabReport {
    let mut report = LabReport::default();
    for (variant, part) in Rows::of(record.rows()).by("variant") {
        report.tables.extend(tables(&part, variant));
        report.plots.push(nodes_by_width(&part, variant));
    }
    report
}

/// Nodes: of each search, against those of realMTD(f) with the same window, and against those of the same driver with
/// the usual one.
fn tables(part: &Rows<'_>, variant: &str) -> [TextTable; 3] {
    let depth = part.value("depth");
    let table = |what: &str, cell: &dyn Fn(&Rows<'_>) -> Cell| {
        let title = format!("{variant}, depth {depth}: nodes {what}");
        matrix(part, title, ("epsilon", "epsilon"), ("method", "driver"), cell)
    };
    let against = |rows: &Rows<'_>, method: &str, epsilon: &str| {
        ratio(rows.against(&part.only("method", method).only("epsilon", epsilon), "nodes"))
    };
    [
        table("for each search (mean probes in the last iteration)", &nodes_and_probes),
        table("against realMTD(f) with the same epsilon", &|rows| {
            against(rows, DriverKind::RealMtdF.name(), &rows.value("epsilon"))
        }),
        table("against the same driver with epsilon 0.01", &|rows| against(rows, &rows.value("method"), "0.01")),
    ]
}

fn nodes_by_width(part: &Rows<'_>, variant: &str) -> Plot {
    let base = part.only("method", DriverKind::RealMtdF).only("epsilon", 0.01);
    let series = lines(part, "method", |rows| {
        WIDTHS.map(|width| {
            let men = Width::from_millionths(width).men();
            Some((men.log10(), rows.only("epsilon", men).percent_of(&base, "nodes")?))
        })
    });
    let title = format!("Nodes by the width of the window, {variant}, depth {}, real domain", part.value("depth"));
    let axes = ["window (log10 of epsilon in men)", "nodes relative to realMTD(f) with epsilon 0.01 (%)"];
    plot(variant, title, axes, series)
}
