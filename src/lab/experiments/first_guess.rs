//! Plaat et al. 1995, section 4, figure 4: what the distance of the first guess from the value costs; and which
//! iteration's value is the better guess.

use std::sync::Arc;

use super::common::{grain, matrix, position_trials, positions};
use super::distances::{Distances, figure_4, table};
use crate::lab::job::search_weight;
use crate::lab::measure::DraughtsBench;
use crate::lab::record::Record;
use crate::lab::view::{Report, Table, number, ratio};
use crate::lab::{Experiment, Frame, Job, LabError, Method, Row, Scale, Setup, Size};
use crate::rules::Variant;
use crate::search::{DriverKind, FirstGuess, Task};

/// The experiment.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "first-guess",
    about: "the effort of MTD(f) against the distance of its first guess; one iteration ago against two",
    unit: "positions: from as many games of the engine against itself, for each variant; depth: the deepest of the four \
           that are reported (two plies more, but not in international, where one iteration ago is compared with two)",
    configuration: "english, international (one against two: giveaway as well); balanced positions of games; iterative \
                    deepening on a fresh bucket table of 2^21 entries; grain 0.01; each iteration begins at the value \
                    that aspiration NegaScout found at that depth, plus a distance; distinct leaves counted by a set",
    most_depth: Experiment::MOST_DEPTH,
    size,
    jobs,
    report,
};

/// Distances from the value, in men.
const DISTANCES: [f64; 15] = [-4.0, -2.0, -1.0, -0.5, -0.2, -0.1, -0.02, 0.0, 0.02, 0.1, 0.2, 0.5, 1.0, 2.0, 4.0];
const REPORTED_DEPTHS: u32 = 4;
const MORE_DEPTH: u32 = 2;

fn size(scale: Scale) -> Size {
    match scale {
        Scale::Quick => Size::new(1, 4),
        Scale::Paper => Size::new(20, 11),
        Scale::Full => Size::new(100, 11).of_seeds(3),
    }
}

fn jobs(setup: &Setup) -> Result<Vec<Job>, LabError> {
    let depth = setup.size.depth;
    let mut jobs = Vec::new();
    for variant in [Variant::ENGLISH, Variant::INTERNATIONAL] {
        let samples = positions(variant, setup)?;
        jobs.extend(samples.iter().enumerate().map(|(number, sample)| {
            let (sample, setup) = (Arc::clone(sample), *setup);
            let weight = search_weight(40, depth);
            Job::new(weight, move |interrupt| {
                let method = |driver| setup.fit(Method::engine(driver).at_grain(grain(0.01)));
                let (distances, method, reported) = (&DISTANCES, &method, REPORTED_DEPTHS);
                let distances = Distances { distances, method, depth, reported };
                let bench = |method: &Method| DraughtsBench::new(sample.variant, method);
                let rows = distances.rows(&Task::of(&sample.game()), bench, interrupt)?;
                let rows = rows.into_iter().map(|row| row.label("game", number));
                Ok(rows.map(|row| row.label("variant", sample.variant).label("part", "distance")).collect())
            })
        }));
    }
    for variant in [Variant::ENGLISH, Variant::GIVEAWAY, Variant::INTERNATIONAL] {
        let samples = positions(variant, setup)?;
        let deepest = depth + if variant == Variant::INTERNATIONAL { 0 } else { MORE_DEPTH };
        jobs.extend(position_trials(setup, &samples, &guessers(), deepest, deepest.max(2) - 1, false));
    }
    Ok(jobs)
}

/// The drivers that begin at a guess, with either.
fn guessers() -> Vec<Method> {
    let drivers = [DriverKind::MtdF, DriverKind::MtdStep, DriverKind::MtdGallop, DriverKind::AspirationNegaScout];
    let of = |driver: DriverKind, rule: FirstGuess| {
        let method = Method::engine(driver).at_grain(grain(0.01)).with(|options| options.first_guess = rule);
        method.named(format!("{driver}, {rule}"))
    };
    drivers.into_iter().flat_map(|driver| [of(driver, FirstGuess::OneAgo), of(driver, FirstGuess::TwoAgo)]).collect()
}

fn report(record: &Record) -> Report {
    let frame = Frame::of(record.rows());
    let (distances, guessers) = (frame.only("part", "distance"), frame.only("part", ""));
    let mut report = Report::default();
    for variant in distances.values("variant") {
        let part = distances.only("variant", variant);
        for figure in [("distinct_leaves", "distinct leaves"), ("nodes", "nodes")] {
            report.tables.push(table(&part, variant, "men", figure));
        }
        report.plots.push(figure_4(&part, variant, "men"));
    }
    for variant in guessers.values("variant") {
        report.tables.extend(guesses(&guessers.only("variant", variant), variant));
    }
    report
}

/// Nodes by where the guess is from: of each search, and two iterations ago against one.
fn guesses(part: &Frame<'_>, variant: &str) -> [Table; 2] {
    let (down, across) = (("method", "driver, guess"), ("depth", "depth"));
    let title =
        format!("{variant}: nodes for each search (mean probes of its last iteration), by where the guess is from");
    let nodes = matrix(part, title, down, across, |rows| {
        let nodes = number(rows.ratio("nodes", "searches"), 0);
        format!("{nodes} ({})", number(rows.ratio("probes", "searches"), 1))
    });
    let title = format!("{variant}: nodes with the guess of two iterations ago, against one");
    let is_later = |row: &&Row| row.get("method").ends_with(FirstGuess::TwoAgo.name());
    let later = Frame::of(part.rows().filter(is_later));
    let costs = matrix(&later, title, down, across, |rows| {
        let method = rows.values("method").concat();
        let earlier = method.replace(FirstGuess::TwoAgo.name(), FirstGuess::OneAgo.name());
        let base = part.only("method", earlier).only("depth", rows.values("depth").concat());
        ratio(rows.against(&base, "nodes"))
    });
    [nodes, costs]
}
