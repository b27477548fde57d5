//! The question that Mandziuk and Osman 2004 (section 1) repeat from Plaat and leave open: what becomes of each driver
//! as the evaluation grows finer.

use super::{grain, lines, matrix, plot, trials_of_three};
use crate::lab::record::Record;
use crate::lab::view::{Cell, LabReport, TextTable, number, ratio};
use crate::lab::{Experiment, Job, LabError, Method, Rows, RunSetup, Size};
use crate::plot::Plot;
use crownhead_engine::search::DriverKind;

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "granularity",
    about: "The cost of each driver as the grain of the evaluation goes from a man to the real domain (Plaat's \
            open question)",
    unit: "positions: from as many games of the engine against itself, for each variant; depth: English and give-away \
           (international: three less)",
    configuration: "english, giveaway, international; balanced positions of games; iterative deepening from depth 1 on \
                    a fresh bucket table of 2^21 entries; all move ordering and transposition cutoffs, no extensions \
                    or reductions; epsilon 0.01, first step 0.05; SSS* and DUAL* down to grain 0.01",
    most_depth: Experiment::MOST_DEPTH,
    sizes: [Size::new(1, 5), Size::new(20, 13), Size::new(100, 13).of_seeds(3)],
    jobs,
    report,
};

/// Whether the same holds of the evaluation that plays.
pub(super) const WITH_NETWORK: Experiment = Experiment {
    name: "granularity-network",
    about: "The cost of each driver with the network of the variant, in hundredths of a man and in the real domain",
    configuration: "as granularity, with the network in place of the linear evaluation; grains 0.01 and real",
    jobs: network_jobs,
    ..EXPERIMENT
};

const GRAINS: [f64; 5] = [1.0, 0.1, 0.01, 0.001, 0.000001];
const BASE: &str = "aspiration-negascout";

fn jobs(setup: &RunSetup) -> Result<Vec<Job>, LabError> {
    trials_of_three(setup, GRAINS.into_iter().flat_map(methods))
}

fn network_jobs(setup: &RunSetup) -> Result<Vec<Job>, LabError> {
    trials_of_three(setup, [0.01, 0.000001].into_iter().flat_map(methods).map(Method::with_network))
}

fn methods(step: f64) -> impl Iterator<Item = Method> {
    let is_endless = move |driver: DriverKind| step < 0.01 && matches!(driver, DriverKind::Sss | DriverKind::Dual);
    let drivers = DriverKind::ALL.iter().filter(move |&&driver| !is_endless(driver));
    drivers.map(move |&driver| Method::engine(driver).at_grain(grain(step)))
}

fn report(record: &Record) -> LabReport {
    let mut report = LabReport::default();
    for (variant, part) in Rows::of(record.rows()).by("variant") {
        report.tables.extend(tables(&part, variant));
        report.plots.push(nodes_by_grain(&part, variant));
    }
    report
}

fn tables(part: &Rows<'_>, variant: &str) -> [TextTable; 4] {
    let depth = part.value("depth");
    let table = |what: &str, cell: &dyn Fn(&Rows<'_>) -> Cell| {
        matrix(part, format!("{variant}, depth {depth}: {what}"), ("method", "driver"), ("grain", "grain"), cell)
    };
    let against_base = |rows: &Rows<'_>, figure: &str| {
        ratio(rows.against(&part.only("method", BASE).only("grain", rows.value("grain")), figure))
    };
    [
        table("nodes against aspiration NegaScout at the same grain", &|rows| against_base(rows, "nodes")),
        table("time against aspiration NegaScout at the same grain", &|rows| against_base(rows, "seconds")),
        table("nodes against the same driver at grain 0.01", &|rows| {
            let base = part.only("method", rows.value("method")).only("grain", 0.01);
            ratio(rows.against(&base, "nodes"))
        }),
        table("mean probes in the last iteration", &|rows| number(rows.ratio("probes", "searches"), 1)),
    ]
}

fn nodes_by_grain(part: &Rows<'_>, variant: &str) -> Plot {
    let base = part.only("method", BASE);
    let series = lines(part, "method", |rows| {
        GRAINS.map(|step| {
            let cost = rows.only("grain", step).percent_of(&base.only("grain", step), "nodes")?;
            Some((-step.log10(), cost))
        })
    });
    let title = format!("Nodes by the grain of the evaluation, {variant}, depth {}", part.value("depth"));
    let y = format!("nodes relative to {BASE} at the same grain (%)");
    plot(variant, title, ["fineness of the evaluation (-log10 of the grain in men)", &y], series)
}
