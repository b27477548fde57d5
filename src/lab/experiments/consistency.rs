//! Van Horssen 2018, section 3: what makes LAST differ from SAFE? The bounds that a node keeps to, the bounds that an
//! entry keeps, the table-move rule, and the grain of the values.

use std::sync::Arc;

use super::best_move::{comparison, safe_against_last, safe_against_last_matches};
use super::{grain, matrix};
use crate::lab::record::Record;
use crate::lab::view::{LabReport, share};
use crate::lab::{Experiment, Job, LabError, Method, Regime, Row, Rows, RunSetup, Size, balanced_openings, spread};
use crownhead_engine::search::Policy;
use crownhead_engine::search::{Consistency, DriverKind, ModeKind, TableMoveRule};
use crownhead_rules::Variant;

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "consistency",
    about: "What makes LAST differ from SAFE: what nodes and entries keep of bounds, table-move rule and grain \
            (Van Horssen)",
    unit: "positions: openings of three plies for each variant; depth: of the searches whose moves are compared (a \
           deeper search by four plies judges them)",
    configuration: "english, international; linear evaluation, grains 0.01, 0.1 and 1; mode play; MTD(f) with table \
                    move OLD, NEW and HIGH, mtd-bi with OLD; entries of one bound and of two; nodes that keep to the \
                    bounds of their entry not at all (published), in what they return, and in what they store as well; \
                    games played by SAFE, table of 2^18 entries kept through the game, LAST asked at each position of \
                    the very same search; the matches by MTD(f) with OLD at 5,000 nodes a move",
    most_depth: Experiment::MOST_DEPTH,
    sizes: [Size::new(1, 3), Size::new(30, 8), Size::new(200, 10)],
    jobs,
    report,
};

const GRAINS: [f64; 3] = [0.01, 0.1, 1.0];

/// The searches in which the two rules are compared.
fn methods(step: f64) -> Vec<Method> {
    let mut methods = Vec::new();
    for driver in [DriverKind::MtdF, DriverKind::MtdBi] {
        for &rule in TableMoveRule::ALL {
            for &consistency in Consistency::ALL {
                let is_asked =
                    rule == TableMoveRule::Old || driver == DriverKind::MtdF && consistency != Consistency::Stored;
                if is_asked {
                    methods.extend([true, false].map(|both| method(driver, rule, consistency, both, step)));
                }
            }
        }
    }
    methods
}

fn method(driver: DriverKind, rule: TableMoveRule, consistency: Consistency, both: bool, step: f64) -> Method {
    let name = format!("{driver}, {}, {}", rule.name().to_uppercase(), bounds(consistency, both));
    let method = Method::engine(driver).on(1 << 18, Policy::Bucket).at_grain(grain(step));
    let method = method.with(|options| {
        options.mode = ModeKind::Play;
        options.table_move = rule;
        options.consistency = consistency;
        options.keep_both_bounds = both;
    });
    method.under(Regime::DeepeningKept).named(name)
}

/// The bounds that nodes and entries keep, in words.
pub(super) fn bounds(consistency: Consistency, both: bool) -> String {
    format!("{consistency}, {}", if both { "two bounds" } else { "one bound" })
}

fn jobs(setup: &RunSetup) -> Result<Vec<Job>, LabError> {
    let mut jobs = Vec::new();
    for variant in [Variant::ENGLISH, Variant::INTERNATIONAL] {
        let openings = spread(&balanced_openings(variant, 3)?, setup.size.positions);
        for (number, opening) in openings.into_iter().map(Arc::new).enumerate() {
            for step in GRAINS {
                for method in methods(step) {
                    let options = &method.options;
                    let plays = options.driver == DriverKind::MtdF && options.table_move == TableMoveRule::Old;
                    if plays && options.consistency != Consistency::Stored {
                        let kept = bounds(options.consistency, options.keep_both_bounds);
                        let name = format!("with {kept}, grain {step}");
                        jobs.push(safe_against_last(&opening, number, &name, options, method.evaluation.clone()));
                    }
                    let row = Row::default().label("game", number).label("grain", step);
                    jobs.push(comparison(&opening, row, method, setup.size.depth));
                }
            }
        }
    }
    Ok(jobs)
}

fn report(record: &Record) -> LabReport {
    let mut report = LabReport::default();
    for (variant, part) in Rows::of(record.rows()).by("variant") {
        let depth = part.value("depth");
        let (down, across) = (("method", "driver, table move, bounds"), ("grain", "grain"));
        let title = format!("{variant}, depth {depth}: positions with a choice where LAST's move is not SAFE's");
        report.tables.push(matrix(&part, title, down, across, |rows| share(rows, |row| row.count("differ"))));
        let title =
            format!("{variant}, depth {depth}: positions where LAST's move is worse, less those where SAFE's is");
        let lost = |row: &Row| row.count("last_loses") - row.count("safe_loses");
        report.tables.push(matrix(&part, title, down, across, |rows| share(rows, lost)));
        report.tables.push(safe_against_last_matches(&part, variant));
    }
    report
}
