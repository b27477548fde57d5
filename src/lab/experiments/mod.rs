//! The experiments, one file each, and what they share: positions, trials, tables and plots.

mod best_move;
mod consistency;
mod distinct_values;
mod driver_comparison;
mod epsilon;
mod first_guess;
mod fixed_depths;
mod granularity;
mod memory;
mod ordering;
mod ponder;
mod real_domain;
mod replacement;
mod speedup;
mod three_games;
mod tt_move;

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::measure::trial;
use super::view::{Cell, TextTable, number, ratio};
use super::{Experiment, Job, LabError, Method, Rows, RunSetup, Scale, played_positions, prefixes, random_games};
use crate::plot::{Plot, Series};
use crate::statistics::Estimate;
use crownhead_engine::eval::Grain;
use crownhead_rules::{Game, Variant};

pub const EXPERIMENTS: &[Experiment] = &[
    real_domain::EXPERIMENT,
    real_domain::DISTINCT,
    real_domain::WITH_NETWORK,
    replacement::EXPERIMENT,
    replacement::FRESH,
    granularity::EXPERIMENT,
    granularity::WITH_NETWORK,
    epsilon::EXPERIMENT,
    epsilon::WITH_NETWORK,
    memory::EXPERIMENT,
    memory::AS_PUBLISHED,
    memory::WITH_NETWORK,
    distinct_values::EXPERIMENT,
    driver_comparison::EXPERIMENT,
    first_guess::EXPERIMENT,
    tt_move::EXPERIMENT,
    ponder::EXPERIMENT,
    ponder::BY_TIME,
    ponder::BY_BOUNDS,
    best_move::EXPERIMENT,
    consistency::EXPERIMENT,
    fixed_depths::EXPERIMENT,
    ordering::EXPERIMENT,
    ordering::INTEGERS,
    three_games::EXPERIMENT,
    speedup::EXPERIMENT,
];

pub fn of_plot(file: &str) -> Option<&'static Experiment> {
    let draws = |experiment: &&Experiment| file.strip_prefix(experiment.name).is_some_and(|rest| rest.starts_with('-'));
    EXPERIMENTS.iter().find(draws)
}

pub fn named(name: &str) -> Option<&'static Experiment> {
    EXPERIMENTS.iter().find(|experiment| experiment.name == name)
}

/// A grain in men, which must be valid.
fn grain(men: f64) -> Grain {
    Grain::from_men(men).expect("the grains of the experiments are valid")
}

/// International draughts is searched this many plies less deep: its tree is wider.
const INTERNATIONAL_MARGIN: u32 = 3;

/// The variants of the experiments that compare three, each with its depth.
fn three_variants(setup: &RunSetup) -> [(Variant, u32); 3] {
    [(Variant::ENGLISH, 0), (Variant::GIVEAWAY, 0), (Variant::INTERNATIONAL, INTERNATIONAL_MARGIN)]
        .map(|(variant, margin)| (variant, setup.size.depth.saturating_sub(margin).max(2)))
}

/// The deepest depths up to this one.
fn last_depths(depth: u32, count: u32) -> RangeInclusive<u32> {
    (depth + 1).saturating_sub(count).max(1)..=depth
}

/// Balanced positions of games; see [`played_positions`].
fn positions(variant: Variant, setup: &RunSetup) -> Result<Vec<Game>, LabError> {
    let mut positions = Vec::new();
    for (seed, count) in setup.shares() {
        positions.extend(played_positions(variant, count, seed)?);
    }
    Ok(positions)
}

fn giveaway_plies(scale: Scale) -> usize {
    if scale == Scale::Quick { 6 } else { 40 }
}

/// The positions of random games of give-away checkers; see [`random_games`].
fn giveaway_games(setup: &RunSetup) -> Vec<Arc<[Game]>> {
    let plies = giveaway_plies(setup.scale);
    let games = |(seed, count)| random_games(Variant::GIVEAWAY, count, plies, seed);
    setup.shares().flat_map(games).map(|game| prefixes(&game).into()).collect()
}

/// A job for each position and method. The methods alternate at each position, so that a temporary slowdown of the
/// machine affects all of them.
fn position_trials(
    setup: &RunSetup,
    positions: &[Game],
    methods: &[Method],
    depths: RangeInclusive<u32>,
    counts_distinct: bool,
) -> Vec<Job> {
    let of_position = |(number, position): (usize, &Game)| {
        let position: Arc<[Game]> = Arc::new([position.clone()]);
        let of_method =
            |method: &Method| trial(&position, number, setup.fit(method.clone()), depths.clone(), counts_distinct);
        methods.iter().map(of_method).collect::<Vec<_>>()
    };
    positions.iter().enumerate().flat_map(of_position).collect()
}

/// The trials of these methods in the three variants, each to the last depth of its variant.
fn trials_of_three(setup: &RunSetup, methods: impl IntoIterator<Item = Method>) -> Result<Vec<Job>, LabError> {
    let methods: Vec<Method> = methods.into_iter().collect();
    let mut jobs = Vec::new();
    for (variant, depth) in three_variants(setup) {
        jobs.extend(position_trials(setup, &positions(variant, setup)?, &methods, depth..=depth, false));
    }
    Ok(jobs)
}

/// A table with a row for each value of one label and a column for each value of another. Both labels are given with
/// their headings.
fn matrix(
    all: &Rows<'_>,
    title: String,
    down: (&str, &str),
    across: (&str, &str),
    cell: impl Fn(&Rows<'_>) -> Cell,
) -> TextTable {
    let columns = all.values(across.0);
    let mut headings: Vec<String> = columns.iter().map(|&value| value.to_owned()).collect();
    if let Some(first) = headings.first_mut() {
        *first = format!("{} {first}", across.1);
    }
    let headings: Vec<&str> = std::iter::once(down.1).chain(headings.iter().map(String::as_str)).collect();
    let mut table = TextTable::new(title, &headings);
    for (value, rows) in all.by(down.0) {
        let cells = columns.iter().map(|&column| cell(&rows.only(across.0, column)));
        table.push(std::iter::once(value.to_owned()).chain(cells).collect());
    }
    table
}

/// The nodes of each search, and the mean probes of its last iteration in parentheses.
fn nodes_and_probes(rows: &Rows<'_>) -> Cell {
    format!("{} ({})", number(rows.ratio("nodes", "searches"), 0), number(rows.ratio("probes", "searches"), 1))
}

/// The mean CPU time of a search.
fn milliseconds(rows: &Rows<'_>, decimals: usize) -> Cell {
    number(rows.ratio("seconds", "searches").map(|seconds| 1e3 * seconds), decimals)
}

/// A column of a table: its heading, and the cell of some rows.
type Column<'a> = (&'a str, &'a dyn Fn(&Rows<'_>) -> Cell);

/// A table with a row for each of these groups of rows, given with its first cells, which have the headings `first`.
fn table<'a, const N: usize>(
    title: impl Into<String>,
    first: [&str; N],
    groups: impl IntoIterator<Item = ([String; N], Rows<'a>)>,
    columns: &[Column<'_>],
) -> TextTable {
    let headings: Vec<&str> = first.into_iter().chain(columns.iter().map(|(heading, _)| *heading)).collect();
    let mut table = TextTable::new(title, &headings);
    for (labels, rows) in groups {
        table.push(labels.into_iter().chain(columns.iter().map(|(_, cell)| cell(&rows))).collect());
    }
    table
}

/// The groups of rows of each value of a label, with that value as the first cell.
fn groups<'a>(part: &Rows<'a>, label: &str) -> impl Iterator<Item = ([String; 1], Rows<'a>)> + use<'a> {
    part.by(label).into_iter().map(|(value, rows)| ([value.to_owned()], rows))
}

/// The groups of rows of each value of one label and each value of another, with both as first cells.
fn groups_by_two<'a, A: ToString, B: ToString>(
    by_first: impl IntoIterator<Item = (A, Rows<'a>)>,
    by_second: impl Fn(&Rows<'a>) -> Vec<(B, Rows<'a>)>,
) -> Vec<([String; 2], Rows<'a>)> {
    let mut groups = Vec::new();
    for (first, rows) in by_first {
        let labelled = |(second, rows): (B, _)| ([first.to_string(), second.to_string()], rows);
        groups.extend(by_second(&rows).into_iter().map(labelled));
    }
    groups
}

fn costs(part: &Rows<'_>, base: &str, title: String) -> TextTable {
    let base = part.only("method", base);
    let against = |rows: &Rows<'_>, figure| ratio(rows.against(&base, figure));
    let columns: &[Column<'_>] = &[
        ("distinct leaves", &|rows| against(rows, "distinct_leaves")),
        ("nodes", &|rows| against(rows, "nodes")),
        ("time", &|rows| against(rows, "seconds")),
        ("ms/search", &|rows| milliseconds(rows, 1)),
        ("probes in the last iteration: mean", &|rows| number(rows.ratio("probes", "searches"), 1)),
        ("max", &|rows| number(rows.max("probes_max"), 0)),
    ];
    table(title, ["driver"], groups(part, "method"), columns)
}

/// A plot with these labels of the axes x and y.
fn plot(name: impl Into<String>, title: impl Into<String>, [x, y]: [&str; 2], series: Vec<Series>) -> Plot {
    let (name, title) = (name.into(), title.into());
    Plot { name, title, x: x.to_owned(), y: y.to_owned(), logarithmic: false, series, marks: Vec::new() }
}

/// A line for each value of a label, with these points of its rows.
fn lines<P: IntoIterator<Item = Option<(f64, Estimate)>>>(
    part: &Rows<'_>,
    label: &str,
    points: impl Fn(&Rows<'_>) -> P,
) -> Vec<Series> {
    let line = |(name, rows): (&str, Rows<'_>)| Series {
        name: name.to_owned(),
        points: points(&rows).into_iter().flatten().collect(),
    };
    part.by(label).into_iter().map(line).collect()
}

/// A figure of each method relative to that of a base, depth by depth, in per cent.
fn relative_plot(part: &Rows<'_>, figure: &str, what: &str, base: &str, title: String) -> Plot {
    let base_rows = part.only("method", base);
    let series = lines(part, "method", |rows| {
        let point = |(depth, rows): (u32, Rows<'_>)| {
            Some((f64::from(depth), rows.percent_of(&base_rows.only("depth", depth), figure)?))
        };
        rows.by_number("depth").into_iter().map(point).collect::<Vec<_>>()
    });
    let y = format!("{what} relative to {base} (%)");
    Plot { logarithmic: true, ..plot(figure, title, ["depth (plies)", &y], series) }
}
