//! The question that Mandziuk and Osman 2004 (section 1) repeat from Plaat and leave open: what becomes of each driver
//! as the evaluation grows finer.

use super::common::{grain, matrix, position_trials, positions, three_variants};
use crate::lab::record::Record;
use crate::lab::view::{Report, Table, number, ratio};
use crate::lab::{Experiment, Frame, Job, LabError, Method, Scale, Setup, Size};
use crate::plot::{Plot, Series};
use crate::search::DriverKind;

/// The experiment.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "granularity",
    about: "each driver's cost as the grain of the evaluation goes 1, 0.1, 0.01, 0.001, real",
    unit: "positions: from as many games of the engine against itself, for each variant; depth: English and give-away \
           (international: three less)",
    configuration: "english, giveaway, international; balanced positions of games; iterative deepening from depth 1 on a \
                    fresh bucket table of 2^21 entries; all move ordering and transposition cutoffs, no extensions or \
                    reductions; epsilon 0.01, first step 0.05; SSS* and DUAL* down to grain 0.01",
    most_depth: Experiment::MOST_DEPTH,
    size,
    jobs,
    report,
};

const GRAINS: [f64; 5] = [1.0, 0.1, 0.01, 0.001, 0.000001];
const BASE: &str = "aspiration-negascout";

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
        let methods: Vec<Method> = GRAINS.into_iter().flat_map(methods).collect();
        jobs.extend(position_trials(setup, &samples, &methods, depth, depth, false));
    }
    Ok(jobs)
}

fn methods(step: f64) -> impl Iterator<Item = Method> {
    let is_endless = move |driver: DriverKind| step < 0.01 && matches!(driver, DriverKind::Sss | DriverKind::Dual);
    let drivers = DriverKind::ALL.iter().filter(move |&&driver| !is_endless(driver));
    drivers.map(move |&driver| Method::engine(driver).at_grain(grain(step)))
}

fn report(record: &Record) -> Report {
    let frame = Frame::of(record.rows());
    let mut report = Report::default();
    for variant in frame.values("variant") {
        let part = frame.only("variant", variant);
        report.tables.extend(tables(&part, variant));
        report.plots.push(plot(&part, variant));
    }
    report
}

fn tables(part: &Frame<'_>, variant: &str) -> [Table; 4] {
    let depth = part.values("depth").concat();
    let (down, across) = (("method", "driver"), ("grain", "grain"));
    let against_base = |figure: &'static str| {
        move |rows: &Frame<'_>| {
            let step = rows.values("grain").concat();
            ratio(rows.against(&part.only("method", BASE).only("grain", step), figure))
        }
    };
    let title = |what: &str| format!("{variant}, depth {depth}: {what}");
    [
        matrix(
            part,
            title("nodes against aspiration NegaScout at the same grain"),
            down,
            across,
            against_base("nodes"),
        ),
        matrix(
            part,
            title("time against aspiration NegaScout at the same grain"),
            down,
            across,
            against_base("seconds"),
        ),
        matrix(part, title("nodes against the same driver at grain 0.01"), down, across, |rows| {
            let base = part.only("method", rows.values("method").concat()).only("grain", 0.01);
            ratio(rows.against(&base, "nodes"))
        }),
        matrix(part, title("mean probes in the last iteration"), down, across, |rows| {
            number(rows.ratio("probes", "searches"), 1)
        }),
    ]
}

fn plot(part: &Frame<'_>, variant: &str) -> Plot {
    let line = |method: &str| {
        let point = |&step: &f64| {
            let rows = part.only("grain", step);
            let cost = rows.only("method", method).against(&rows.only("method", BASE), "nodes")?;
            Some((-step.log10(), cost.map(|cost| 100.0 * cost)))
        };
        Series { name: method.to_owned(), points: GRAINS.iter().filter_map(point).collect() }
    };
    let depth = part.values("depth").concat();
    Plot {
        name: variant.to_owned(),
        title: format!("Nodes by the grain of the evaluation, {variant}, depth {depth}"),
        x: "fineness of the evaluation (-log10 of the grain in men)".to_owned(),
        y: format!("nodes relative to {BASE} at the same grain (%)"),
        logarithmic: false,
        series: part.values("method").into_iter().map(line).collect(),
        marks: Vec::new(),
    }
}
