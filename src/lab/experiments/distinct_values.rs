//! Mandziuk and Osman 2004, section 5: why realMTD(f) could be "far worse" than alpha-beta there, and not here. Is it
//! because hardly two positions had the same value, so that a search took hundreds of probes?

use std::sync::Arc;

use super::memory::{BOUNDS, of_method};
use super::{Column, giveaway_games, groups, table};
use crate::lab::job::search_weight;
use crate::lab::measure::rows_by_depth;
use crate::lab::record::Record;
use crate::lab::view::{LabReport, TextTable, number, ratio};
use crate::lab::{Experiment, Job, LabError, Method, OWN_GUESSES, Regime, Rows, RunSetup, Size, Workbench};
use crownhead_engine::eval::{AccumulatorStack, Evaluate, Evaluation, Score, Tuning};
use crownhead_engine::search::{Draughts, DriverKind, Policy, Task, Tree, Width};
use crownhead_rules::{Game, Giveaway, Move, Ply, Position, Variant};

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "distinct-values",
    about: "Drivers of the real domain where hardly two positions have the same value, against alpha-beta on tables of \
            all sizes (Mandziuk and Osman)",
    unit: "positions: random games of 40 plies; depth: the deeper of two, the other two less",
    configuration: "giveaway; random games, all 40 positions of each in turn; the linear evaluation as it is, and with a \
                    term of its own for each position, up to ten men either way; tables of 2^10 to 2^19 entries, one \
                    slot, newer, kept through the game and empty for each position; entries of two bounds which nodes \
                    keep to in what they return, and of one which they do not keep to; table move and history only; \
                    epsilon 0.00005; to the full depth at once from the first guess 0",
    most_depth: Experiment::MOST_DEPTH,
    sizes: [Size::new(1, 4), Size::new(6, 13), Size::new(12, 13).of_seeds(3)],
    jobs,
    report,
};

/// The values, and the largest term of a position in millionths of a man.
const VALUES: [(&str, i64); 2] = [("as they are", 0), ("with a term", 10_000_000)];
/// The base-two logarithms of the entries.
const SIZES: [u32; 5] = [10, 12, 14, 16, 19];
const REGIMES: [Regime; 2] = [Regime::DirectKept, Regime::DirectCleared];
const DRIVERS: [(DriverKind, &str); 4] = [
    (DriverKind::AlphaBeta, "TTHH"),
    (DriverKind::NegaScout, "NegaScout"),
    (DriverKind::MtdBi, "MTD-bi"),
    (DriverKind::RealMtdF, "realMTD(f)"),
];
/// In millionths of a man.
const EPSILON: i64 = 50;

/// The linear evaluation with a term that depends on the position alone, between `-largest` and `largest` millionths of a
/// man.
#[derive(Debug)]
struct WithTerm {
    linear: Evaluation,
    largest: i64,
}

impl WithTerm {
    /// The term of a position for the side to move: the mixed key of the position in the place of a random number.
    ///
    /// CITE: the finalizer of SplitMix64, Steele, Lea and Flood 2014, figure 16.
    fn term(&self, position: &Position<Giveaway>) -> i64 {
        let mut mixed = position.key().0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        let random = i64::from((mixed >> 32) as i32);
        (random * self.largest) >> 31
    }
}

impl Evaluate<Giveaway> for WithTerm {
    type AccumulatorStack = AccumulatorStack;

    fn accumulators(&self, root: &Position<Giveaway>) -> AccumulatorStack {
        self.linear.accumulators(root)
    }

    fn push(
        &self,
        accumulators: &mut AccumulatorStack,
        ply: Ply,
        parent: &Position<Giveaway>,
        mv: &Move,
        child: &Position<Giveaway>,
    ) {
        self.linear.push(accumulators, ply, parent, mv, child);
    }

    fn evaluate(&self, accumulators: &AccumulatorStack, ply: Ply, position: &Position<Giveaway>) -> Score {
        self.linear.evaluate(accumulators, ply, position).plus(self.term(position))
    }

    fn tuning(&self) -> Tuning {
        Evaluation::tuning(&self.linear)
    }
}

fn jobs(setup: &RunSetup) -> Result<Vec<Job>, LabError> {
    let deeper = setup.size.depth;
    let mut jobs = Vec::new();
    for (number, positions) in giveaway_games(setup).iter().enumerate() {
        for depth in [deeper.saturating_sub(2).max(1), deeper] {
            for (size, regime) in SIZES.into_iter().flat_map(|size| REGIMES.map(|regime| (size, regime))) {
                for method in methods().map(|method| method.under(regime).on(1 << size, Policy::Newer)) {
                    let job = |values| searches(positions, number, setup.fit(method.clone()), values, depth);
                    jobs.extend(VALUES.map(job));
                }
            }
        }
    }
    Ok(jobs)
}

/// Each driver with each kind of bounds, which ends its name.
fn methods() -> impl Iterator<Item = Method> {
    BOUNDS.into_iter().flat_map(|(bounds, consistency, both)| {
        DRIVERS.map(|(driver, name)| {
            Method::tthh(driver).named(format!("{name}, {bounds}")).with(|options| {
                options.consistency = consistency;
                options.keep_both_bounds = both;
                options.driver_options.epsilon = Width::from_millionths(EPSILON);
            })
        })
    })
}

fn searches(
    positions: &Arc<[Game]>,
    number: usize,
    method: Method,
    (values, largest): (&'static str, i64),
    depth: u32,
) -> Job {
    let (positions, searched) = (Arc::clone(positions), method.clone());
    let job = Job::new(search_weight(positions.len(), depth), move |interrupt| {
        let linear = Evaluation::new(Variant::GIVEAWAY, &method.evaluation);
        let tree = Arc::new(Draughts::<Giveaway, _>::new(WithTerm { linear, largest }));
        let mut bench = Workbench::over(tree, Tree::key, &method, method.table()?);
        let search = |game: &Game| bench.search(Task::of(game).typed(), depth, OWN_GUESSES, interrupt);
        let timed = positions.iter().map(search).collect::<Result<Vec<_>, LabError>>()?;
        let rows = rows_by_depth(&method, depth..=depth, &timed, None);
        Ok(rows.map(|row| row.label("game", number).label("values", values)).collect())
    });
    job.by_methods(Some(Variant::GIVEAWAY), [&searched])
}

fn report(record: &Record) -> LabReport {
    let all = Rows::of(record.rows());
    let mut tables = Vec::new();
    for (depth, rows) in all.by_number("depth") {
        for (bounds, ..) in BOUNDS {
            let rows = rows.filtered(|row| row.get("method").ends_with(bounds));
            for (values, rows) in rows.by("values") {
                for (regime, rows) in rows.by("regime") {
                    let title = format!("giveaway, depth {depth}, values {values}, {bounds}, {regime}");
                    tables.push(costs(&rows, title));
                }
            }
        }
    }
    LabReport { tables, plots: Vec::new() }
}

fn costs(rows: &Rows<'_>, title: String) -> TextTable {
    let against =
        |rows: &Rows<'_>, driver, base| ratio(of_method(rows, driver).against(&of_method(rows, base), "nodes"));
    let columns: &[Column<'_>] = &[
        ("nodes of TTHH for each entry", &|rows| {
            let entries: f64 = rows.value("entries").parse().unwrap_or(f64::NAN);
            number(of_method(rows, "TTHH").ratio("nodes", "searches").map(|nodes| nodes / entries), 2)
        }),
        ("NegaScout against TTHH", &|rows| against(rows, "NegaScout", "TTHH")),
        ("MTD-bi", &|rows| against(rows, "MTD-bi", "TTHH")),
        ("realMTD(f)", &|rows| against(rows, "realMTD(f)", "TTHH")),
        ("realMTD(f) against MTD-bi", &|rows| against(rows, "realMTD(f)", "MTD-bi")),
        ("realMTD(f) against NegaScout", &|rows| against(rows, "realMTD(f)", "NegaScout")),
        ("probes of realMTD(f): mean", &|rows| number(of_method(rows, "realMTD(f)").ratio("probes", "searches"), 1)),
        ("max", &|rows| number(of_method(rows, "realMTD(f)").max("probes_max"), 0)),
    ];
    table(title, ["entries"], groups(rows, "entries"), columns)
}
