//! Positions, trials and tables shared by several experiments.

use std::sync::Arc;

use crate::eval::Grain;
use crate::lab::measure::Which;
use crate::lab::trial::Trial;
use crate::lab::view::{Cell, Table, number, ratio};
use crate::lab::{Frame, Job, LabError, Method, Sample, Scale, Setup, played_positions, random_games};
use crate::rules::Variant;

/// A grain in men, which must be valid.
pub(super) fn grain(men: f64) -> Grain {
    Grain::from_men(men).expect("the grains of the experiments are valid")
}

/// International draughts is searched this many plies less deep: its tree is wider.
const INTERNATIONAL_MARGIN: u32 = 3;

/// The variants of the experiments that compare three, each with the depth that it is searched to.
pub(super) fn three_variants(setup: &Setup) -> [(Variant, u32); 3] {
    [(Variant::ENGLISH, 0), (Variant::GIVEAWAY, 0), (Variant::INTERNATIONAL, INTERNATIONAL_MARGIN)]
        .map(|(variant, margin)| (variant, setup.size.depth.saturating_sub(margin).max(2)))
}

/// Balanced positions of games; see [`played_positions`].
pub(super) fn positions(variant: Variant, setup: &Setup) -> Result<Vec<Arc<Sample>>, LabError> {
    let mut samples = Vec::new();
    for (seed, count) in setup.shares() {
        samples.extend(played_positions(variant, count, seed)?.into_iter().map(Arc::new));
    }
    Ok(samples)
}

/// The plies of each of the [`giveaway_games`] at a scale.
pub(super) fn giveaway_plies(scale: Scale) -> usize {
    if scale == Scale::Quick { 6 } else { 40 }
}

/// Random games of give-away checkers; see [`random_games`].
pub(super) fn giveaway_games(setup: &Setup) -> Vec<Arc<Sample>> {
    let plies = giveaway_plies(setup.scale);
    let games = |(seed, count)| random_games(Variant::GIVEAWAY, count, plies, seed);
    setup.shares().flat_map(games).map(Arc::new).collect()
}

/// A job for each position and method. The methods alternate at each position, so that a temporary slowdown of the
/// machine affects all of them.
pub(super) fn position_trials(
    setup: &Setup,
    samples: &[Arc<Sample>],
    methods: &[Method],
    depth: u32,
    from: u32,
    counts_leaves: bool,
) -> Vec<Job> {
    let mut jobs = Vec::new();
    for (number, sample) in samples.iter().enumerate() {
        jobs.extend(methods.iter().map(|method| {
            let (sample, method) = (Arc::clone(sample), setup.fit(method.clone()));
            Trial { sample, number, which: Which::Last, method, depth, from, counts_leaves }.job()
        }));
    }
    jobs
}

/// A table with a row for each value of one label and a column for each value of another. Both labels are given with
/// their headings.
pub(super) fn matrix(
    frame: &Frame<'_>,
    title: String,
    down: (&str, &str),
    across: (&str, &str),
    cell: impl Fn(&Frame<'_>) -> Cell,
) -> Table {
    let columns = frame.values(across.0);
    let heading = columns
        .iter()
        .enumerate()
        .map(|(index, value)| if index == 0 { format!("{} {value}", across.1) } else { (*value).to_owned() });
    let heading: Vec<String> = std::iter::once(down.1.to_owned()).chain(heading).collect();
    let heading: Vec<&str> = heading.iter().map(String::as_str).collect();
    let mut table = Table::new(title, &heading);
    for value in frame.values(down.0) {
        let rows = frame.only(down.0, value);
        let cells = columns.iter().map(|&column| cell(&rows.only(across.0, column)));
        table.push(std::iter::once(value.to_owned()).chain(cells).collect());
    }
    table
}

/// What each driver costs, against a base.
pub(super) fn costs(part: &Frame<'_>, base: &str, title: String) -> Table {
    let columns =
        ["driver", "distinct leaves", "nodes", "time", "ms/search", "probes in the last iteration: mean", "max"];
    let mut table = Table::new(title, &columns);
    let base = part.only("method", base);
    for method in part.values("method") {
        let rows = part.only("method", method);
        let figures = ["distinct_leaves", "nodes", "seconds"];
        let mut cells = vec![method.to_owned()];
        cells.extend(figures.map(|figure| ratio(rows.against(&base, figure))));
        cells.push(number(rows.ratio("seconds", "searches").map(|seconds| 1e3 * seconds), 1));
        cells.push(number(rows.ratio("probes", "searches"), 1));
        cells.push(number(rows.max("probes_max"), 0));
        table.push(cells);
    }
    table
}
