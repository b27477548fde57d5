//! Van Horssen 2018, sections 1 and 3: SAFE against LAST. Which move is played when the last probe failed low?

use std::sync::Arc;

use serde::Serialize;

use super::{Column, groups, table};
use crate::arena::play_on;
use crate::lab::contest::{COLUMNS, cells, contest};
use crate::lab::record::Record;
use crate::lab::view::{LabReport, TextTable, number, share};
use crate::lab::{
    DraughtsBench, Experiment, Job, LabError, Method, OWN_GUESSES, Regime, Row, Rows, RunSetup, Size,
    balanced_openings, baseline, spread,
};
use crownhead_engine::eval::{EvaluationOptions, Score, ScoreClass};
use crownhead_engine::search::Policy;
use crownhead_engine::search::{BestMoveRule, Consistency, DriverKind, ModeKind, SearchOptions, TableMoveRule, Task};
use crownhead_engine::support::interrupt::Interrupt;
use crownhead_rules::{Game, Move, Variant};

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "best-move",
    about: "The best-move rules SAFE and LAST: how often they differ, the loss, and a match (Van Horssen)",
    unit: "positions: openings of three plies for each variant; depth: of the searches whose moves are compared (a \
           deeper search by four plies judges them)",
    configuration: "english, international; MTD(f) and mtd-bi, table move OLD, NEW and HIGH, modes paper and play, \
                    bounds consistent and as published; games played by SAFE, table of 2^18 entries kept through the \
                    game, LAST asked at each position of the very same search; where they differ, both moves are \
                    searched alone, four plies deeper on a fresh table; the match at 5,000 nodes a move",
    most_depth: Experiment::MOST_DEPTH,
    sizes: [Size::new(1, 3), Size::new(60, 8), Size::new(200, 10)],
    jobs,
    report,
};

const MOST_PLIES: usize = 120;
const JUDGES_DEEPER_BY: u32 = 4;
pub(super) const MATCH_NODES: u64 = 5_000;
/// The minimum loss that counts, in men.
const LOSS: f64 = 0.05;

fn methods() -> Vec<Method> {
    let mut methods = Vec::new();
    for mode in [ModeKind::Paper, ModeKind::Play] {
        for driver in [DriverKind::MtdF, DriverKind::MtdBi] {
            for &rule in TableMoveRule::ALL {
                let method = Method::engine(driver).on(1 << 18, Policy::Bucket).with(|options| {
                    options.mode = mode;
                    options.table_move = rule;
                });
                let name = format!("{mode}, {driver}, {}", rule.name().to_uppercase());
                methods.push(method.under(Regime::DeepeningKept).named(name));
            }
        }
    }
    let published: Vec<_> = methods.iter().map(as_published).collect();
    methods.extend(published);
    methods
}

/// The same without what keeps bounds consistent, which Algorithm 1 of van Horssen 2018 does not do.
fn as_published(method: &Method) -> Method {
    let name = format!("{}, bounds as published", method.name);
    method.clone().with(|options| options.consistency = Consistency::Published).named(name)
}

fn jobs(setup: &RunSetup) -> Result<Vec<Job>, LabError> {
    let mut jobs = Vec::new();
    for variant in [Variant::ENGLISH, Variant::INTERNATIONAL] {
        let openings = spread(&balanced_openings(variant, 3)?, setup.size.positions);
        for (number, opening) in openings.into_iter().map(Arc::new).enumerate() {
            for method in methods() {
                jobs.push(comparison(&opening, Row::default().label("opening", number), method, setup.size.depth));
            }
            for &table_move in TableMoveRule::ALL {
                for consistency in [Consistency::Returned, Consistency::Published] {
                    let bounds = if consistency == Consistency::Published { ", bounds as published" } else { "" };
                    let name = format!("with {}{bounds}", table_move.name().to_uppercase());
                    let options = SearchOptions { driver: DriverKind::MtdF, table_move, consistency, ..baseline() };
                    jobs.push(safe_against_last(&opening, number, &name, &options, EvaluationOptions::default()));
                }
            }
        }
    }
    Ok(jobs)
}

/// A job that plays an opening with both colours, SAFE against LAST, by the search of these options. `name` tells it
/// from others.
pub(super) fn safe_against_last(
    opening: &Arc<Game>,
    number: usize,
    name: &str,
    options: &SearchOptions,
    evaluation: EvaluationOptions,
) -> Job {
    let contestant = |best_move: BestMoveRule| {
        (format!("{} {name}", best_move.name().to_uppercase()), SearchOptions { best_move, ..options.clone() })
    };
    let contestants = [BestMoveRule::Safe, BestMoveRule::Last].map(contestant);
    contest(opening, number, contestants, MATCH_NODES, evaluation)
}

/// A job that plays a game by SAFE and counts where LAST would play another move: the rule changes nothing in the
/// search, so both see the same tree. `row` identifies the job.
pub(super) fn comparison(opening: &Arc<Game>, row: Row, method: Method, depth: u32) -> Job {
    let opening = Arc::clone(opening);
    let with = |rule| method.clone().with(|options| options.best_move = rule);
    let (variant, methods) = (opening.variant(), [with(BestMoveRule::Safe), with(BestMoveRule::Last), judge()]);
    let searched = methods.clone();
    let job = Job::new(4, move |interrupt| {
        let differences = Differences::of(&opening, &methods, depth, interrupt)?;
        let row = row.clone().label("method", &method.name).label("variant", opening.variant());
        Ok(vec![row.label("depth", depth).figures(&differences)])
    });
    job.by_methods(Some(variant), &searched)
}

/// The search of each of two moves alone.
fn judge() -> Method {
    Method::engine(DriverKind::MtdGallop).on(1 << 18, Policy::Bucket)
}

/// The result of the comparison over a game. Its fields are figures of rows.
#[derive(Clone, Copy, Debug, Default, Serialize)]
struct Differences {
    /// Positions with a choice.
    positions: u32,
    differ: u32,
    /// Positions where LAST's move is worth less by more than [`LOSS`].
    last_loses: u32,
    /// Positions where SAFE's move is.
    safe_loses: u32,
    /// Positions where the two differ and neither move is worth a win or a loss.
    undecided: u32,
    /// The loss of LAST's moves against SAFE's there, in men.
    lost: f64,
    /// Positions where LAST's move gives away at least half a man, or a win, or loses.
    blunders: u32,
    /// The searches of SAFE, their nodes, and the results among those that contradict the table.
    searches: u32,
    nodes: u64,
    contradictions: u64,
}

impl Differences {
    /// The differences in a game from an opening between two methods, judged by a deeper search of each move by a third.
    fn of(opening: &Game, methods: &[Method; 3], depth: u32, interrupt: &Interrupt) -> Result<Differences, LabError> {
        let bench = |method: &Method| DraughtsBench::new(opening.variant(), method);
        let [safe, last, judge] = methods;
        let (mut safe, mut last, mut judge) = (bench(safe)?, bench(last)?, bench(judge)?);
        let mut differences = Differences::default();
        play_on(&mut opening.clone(), MOST_PLIES, |game| {
            let search = |bench: &mut DraughtsBench| {
                let iterations = bench.search(Task::of(game), depth, OWN_GUESSES, interrupt)?;
                Ok::<_, LabError>(iterations.last().map(|last| (last.iteration.best, last.iteration.counters)))
            };
            let (Some((of_safe, counters)), Some((of_last, _))) = (search(&mut safe)?, search(&mut last)?) else {
                return Ok(None);
            };
            differences.searches += 1;
            differences.nodes += counters.nodes;
            differences.contradictions += counters.contradictions;
            differences.positions += u32::from(game.position().moves().len() > 1);
            if of_safe != of_last {
                let mut worth = |mv: Move| {
                    let task = Task { only: vec![mv], ..Task::of(game) };
                    let iterations = judge.search(task, depth + JUDGES_DEEPER_BY, OWN_GUESSES, interrupt)?;
                    Ok::<_, LabError>(iterations.last().map_or(Score::DRAW, |last| last.iteration.score))
                };
                differences.add(worth(of_safe)?, worth(of_last)?);
            }
            Ok::<_, LabError>(Some(of_safe))
        })?;
        Ok(differences)
    }

    /// Adds a position where the two differ, with the values of their moves.
    fn add(&mut self, safe: Score, last: Score) {
        let loss = safe.men() - last.men();
        self.differ += 1;
        self.last_loses += u32::from(loss > LOSS);
        self.safe_loses += u32::from(loss < -LOSS);
        self.blunders += u32::from(loss >= 0.5);
        if [safe, last].iter().all(|score| score.class() == ScoreClass::Heuristic) {
            self.undecided += 1;
            self.lost += loss;
        }
    }
}

fn report(record: &Record) -> LabReport {
    let mut report = LabReport::default();
    for (variant, part) in Rows::of(record.rows()).by("variant") {
        report.tables.push(differences(&part, variant));
        report.tables.push(safe_against_last_matches(&part, variant));
    }
    report.tables.push(together(&Rows::of(record.rows())));
    report
}

/// The searches that the argument of SAFE's move concerns, of both modes and all variants.
fn together(all: &Rows<'_>) -> TextTable {
    let kinds = ["mtd-f, OLD", "mtd-bi, OLD", "mtd-f, OLD, bounds as published", "mtd-bi, OLD, bounds as published"];
    let of_kind = |kind: &str| all.filtered(|row| row.get("method").split_once(", ").is_some_and(|(_, of)| of == kind));
    let groups = kinds.map(|kind| ([kind.to_owned()], of_kind(kind)));
    let columns: &[Column<'_>] = &[
        ("games", &|rows| rows.len().to_string()),
        ("the two differ", &|rows| share(rows, |row| row.count("differ"))),
    ];
    table("SAFE and LAST in both modes and all variants", ["driver, table move"], groups, columns)
}

pub(super) fn safe_against_last_matches(part: &Rows<'_>, variant: &str) -> TextTable {
    matches(part, format!("{variant}: SAFE against LAST at {MATCH_NODES} nodes a move, MTD(f), mode play"))
}

pub(super) fn matches(part: &Rows<'_>, title: String) -> TextTable {
    let mut table = TextTable::new(title, &COLUMNS);
    for (first, rows) in part.by("first") {
        table.push(cells(&rows, first, &rows.value("second")));
    }
    table
}

fn differences(part: &Rows<'_>, variant: &str) -> TextTable {
    let (mean_loss, divisor) = mean_loss(part);
    let title = format!("{variant}, depth {}: SAFE and LAST, judged four plies deeper", part.value("depth"));
    let columns: &[Column<'_>] = &[
        ("positions with a choice", &|rows| number(Some(rows.sum("positions")), 0)),
        ("the two differ", &|rows| share(rows, |row| row.count("differ"))),
        ("LAST's move worse", &|rows| share(rows, |row| row.count("last_loses"))),
        ("SAFE's move worse", &|rows| share(rows, |row| row.count("safe_loses"))),
        ("LAST loses half a man or more", &|rows| number(Some(rows.sum("blunders")), 0)),
        (mean_loss, &|rows| number(rows.ratio("lost", divisor), 3)),
    ];
    table(title, ["mode, driver, table move"], groups(part, "method"), columns)
}

/// The heading of the mean loss, and the divisor of its sum. The sum leaves out positions where a move wins or loses;
/// records of earlier versions do not say how many are left.
fn mean_loss(part: &Rows<'_>) -> (&'static str, &'static str) {
    match part.max("undecided") {
        Some(_) => ("mean loss where neither move wins or loses (men)", "undecided"),
        None => ("loss where neither move wins or loses (men), by all positions where the two differ", "differ"),
    }
}
