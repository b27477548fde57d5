//! Van Horssen 2018, section 2.2, table 2: how often the table's second move predicts the reply.

use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;

use super::consistency::bounds;
use super::{Column, grain, groups_by_two, table};
use crate::arena::play_on;
use crate::lab::record::Record;
use crate::lab::view::{Cell, LabReport, change, number};
use crate::lab::{
    DraughtsBench, Experiment, Job, LabError, Method, Row, Rows, RunSetup, Scale, Size, balanced_openings, spread,
};
use crate::statistics::{Estimate, bootstrap};
use crownhead_engine::engine::{Limit, TimeLimit};
use crownhead_engine::search::Policy;
use crownhead_engine::search::{Consistency, Depth, DriverKind, TableMoveRule, Task};
use crownhead_engine::support::interrupt::Interrupt;
use crownhead_rules::{Game, Move, Variant};

/// The experiment with limits that give the same games each time.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "ponder",
    about: "Ponder hits and missing ponder moves of alpha-beta and MTD(f), international draughts (Van Horssen)",
    unit: "positions: games; depth: of the games at fixed depth",
    configuration: "international; mode paper, grain 0.01; self-play from different openings of three plies; table of \
                    2^18 entries, cleared before each move; a fixed depth, 10,000 and 50,000 nodes a move, the last \
                    completed iteration's move played; positions counted where the reply leaves a choice",
    most_depth: Experiment::MOST_DEPTH,
    sizes: [Size::new(1, 3), Size::new(158, 10), Size::new(494, 12)],
    jobs,
    report,
};

/// The experiment by time, as in the paper's last column.
pub(super) const BY_TIME: Experiment = Experiment {
    name: "ponder-time",
    about: "Ponder hits and missing ponder moves at a fixed CPU time per move, international draughts (Van \
            Horssen)",
    unit: "positions: games; depth: hundredths of a second of CPU time a move",
    configuration: "international; mode paper, grain 0.01; self-play from different openings of three plies; table of \
                    2^18 entries, cleared before each move; the last completed iteration's move played; positions \
                    counted where the reply leaves a choice",
    most_depth: MOST_HUNDREDTHS,
    sizes: [Size::new(1, 1), Size::new(30, 100), Size::new(158, 100)],
    jobs: jobs_by_time,
    report,
};

/// Whether the hits of OLD and HIGH depend on the bounds that nodes and entries keep.
pub(super) const BY_BOUNDS: Experiment = Experiment {
    name: "ponder-bounds",
    about: "Ponder hits by what nodes and entries keep of bounds, international draughts (Van Horssen)",
    unit: "positions: games; depth: of the searches",
    configuration: "international; mode paper, grain 0.01; self-play from different openings of three plies; table of \
                    2^18 entries, cleared before each move; nodes that keep to the bounds of their entry not at all \
                    (published) or in what they return, entries of one bound and of two; positions counted where the \
                    reply leaves a choice",
    most_depth: Experiment::MOST_DEPTH,
    sizes: [Size::new(1, 3), Size::new(158, 8), Size::new(158, 10)],
    jobs: jobs_by_bounds,
    report,
};

/// The most time of a move, in hundredths of a second.
const MOST_HUNDREDTHS: u32 = 1000;
/// The maximum length of a game.
const MOST_PLIES: usize = 200;

/// Alpha-beta, and MTD(f) with each of these rules.
fn methods(rules: &[TableMoveRule]) -> Vec<Method> {
    let of = |driver, rule: TableMoveRule| {
        let method = Method::engine(driver)
            .on(1 << 18, Policy::Bucket)
            .at_grain(grain(0.01))
            .with(|options| options.table_move = rule);
        method.named(format!("{driver}, {}", rule.name().to_uppercase()))
    };
    let mut methods = vec![of(DriverKind::AlphaBeta, TableMoveRule::Old)];
    methods.extend(rules.iter().map(|&rule| of(DriverKind::MtdF, rule)));
    methods
}

fn jobs(setup: &RunSetup) -> Result<Vec<Job>, LabError> {
    let nodes: &[u64] = if setup.scale == Scale::Quick { &[500] } else { &[10_000, 50_000] };
    let mut limits = vec![Limit::of_depth(Depth::new(setup.size.depth))];
    limits.extend(nodes.iter().copied().map(Limit::of_nodes));
    let methods = methods(&[TableMoveRule::Old, TableMoveRule::High, TableMoveRule::New]);
    Ok(games(&openings(setup)?, &limits, &methods, ""))
}

fn jobs_by_time(setup: &RunSetup) -> Result<Vec<Job>, LabError> {
    let time = Duration::from_millis(10 * u64::from(setup.size.depth));
    // The paper's table leaves NEW out, which has no ponder move for a third of its moves.
    let methods = methods(&[TableMoveRule::Old, TableMoveRule::High]);
    Ok(games(&openings(setup)?, &[Limit::of_time(TimeLimit::PerMove(time))], &methods, ""))
}

fn jobs_by_bounds(setup: &RunSetup) -> Result<Vec<Job>, LabError> {
    let (openings, limit) = (openings(setup)?, Limit::of_depth(Depth::new(setup.size.depth)));
    let mut jobs = Vec::new();
    for consistency in [Consistency::Published, Consistency::Returned] {
        for both in [false, true] {
            let with_bounds = |method: Method| {
                method.with(|options| {
                    options.consistency = consistency;
                    options.keep_both_bounds = both;
                })
            };
            let methods = methods(&[TableMoveRule::Old, TableMoveRule::High]).into_iter().map(with_bounds);
            let condition = format!(", {}", bounds(consistency, both));
            jobs.extend(games(&openings, &[limit], &methods.collect::<Vec<_>>(), &condition));
        }
    }
    Ok(jobs)
}

fn openings(setup: &RunSetup) -> Result<Vec<Arc<Game>>, LabError> {
    let ballots = balanced_openings(Variant::INTERNATIONAL, 3)?;
    Ok(spread(&ballots, setup.size.positions).into_iter().map(Arc::new).collect())
}

/// Games from these openings, each by each method at each limit, which is labelled with the further condition.
fn games(openings: &[Arc<Game>], limits: &[Limit], methods: &[Method], condition: &str) -> Vec<Job> {
    let mut jobs = Vec::new();
    for (number, opening) in openings.iter().enumerate() {
        for &limit in limits {
            let (text, weight) = text_and_weight(limit);
            let text = text + condition;
            for method in methods {
                let (opening, searched, text) = (Arc::clone(opening), method.clone(), text.clone());
                let job = Job::new(weight, move |interrupt| {
                    let ponders = Ponders::of_game(&opening, &searched, limit, interrupt)?;
                    let row = Row::default().label("method", &searched.name).label("limit", &text);
                    Ok(vec![row.label("game", number).figures(&ponders)])
                });
                jobs.push(job.by_methods(Some(Variant::INTERNATIONAL), [method]));
            }
        }
    }
    jobs
}

/// The limit as a label of rows, and the weight of a game.
fn text_and_weight(limit: Limit) -> (String, u64) {
    match limit {
        Limit { depth: Some(depth), .. } => (format!("{} plies", depth.get()), 200_000),
        Limit { nodes: Some(nodes), .. } => (format!("{nodes} nodes"), nodes),
        // A node takes about a quarter of a microsecond.
        Limit { time: TimeLimit::PerMove(time), .. } => {
            (format!("{} s", time.as_secs_f64()), 4_000 * time.as_millis() as u64)
        }
        limit => (limit.to_string(), 1),
    }
}

/// The counts of a game. They are figures of rows.
#[derive(Clone, Copy, Debug, Default, Serialize)]
struct Ponders {
    /// Replies that were not forced.
    replies: u32,
    hits: u32,
    /// Replies without a ponder move.
    missing: u32,
    /// Legal moves in all those positions.
    choices: u32,
    plies: u32,
}

impl Ponders {
    fn of_game(opening: &Game, method: &Method, limit: Limit, interrupt: &Interrupt) -> Result<Ponders, LabError> {
        let mut bench = DraughtsBench::new(opening.variant(), method)?;
        let mut game = opening.clone();
        let mut ponders = Ponders::default();
        // The ponder move for the position after a search, if it completed an iteration; `Some(None)` if the table
        // contains none.
        let mut foretold: Option<Option<Move>> = None;
        play_on(&mut game, MOST_PLIES, |game| {
            let iterations = bench.search_within(Task::of(game), limit, interrupt)?;
            let moves = game.position().moves();
            let best = iterations.last().map_or(moves[0], |last| last.iteration.best);
            if let Some(foretold) = foretold.filter(|_| moves.len() > 1) {
                ponders.replies += 1;
                ponders.choices += moves.len() as u32;
                ponders.hits += u32::from(foretold == Some(best));
                ponders.missing += u32::from(foretold.is_none());
            }
            foretold = iterations.last().map(|last| last.iteration.pv.get(1).copied());
            Ok::<_, LabError>(Some(best))
        })?;
        Ok(Ponders { plies: game.moves().len() as u32, ..ponders })
    }
}

/// The share of ponder hits divided by that of another method, with its 95 % interval over openings drawn in pairs;
/// `None` unless both have played from the same openings.
fn hit_ratio(rows: &Rows<'_>, base: &Rows<'_>) -> Option<Estimate> {
    let counts = |all: &Rows<'_>| {
        let (hits, replies) = (all.by_game("hits"), all.by_game("replies"));
        hits.into_values().zip(replies.into_values()).collect::<Vec<_>>()
    };
    let (own, others) = (counts(rows), counts(base));
    let share = |counts: &[(f64, f64)], drawn: &[usize]| {
        let sum = |figure: fn(&(f64, f64)) -> f64| drawn.iter().map(|&unit| figure(&counts[unit])).sum::<f64>();
        sum(|counts| counts.0) / sum(|counts| counts.1)
    };
    let are_alike = rows.by_game("hits").keys().eq(base.by_game("hits").keys());
    are_alike.then(|| bootstrap(own.len(), |drawn| [share(&own, drawn) / share(&others, drawn)])[0])
}

fn report(record: &Record) -> LabReport {
    let all = Rows::of(record.rows());
    let against = |rows: &Rows<'_>, method: &str| {
        let part = all.only("limit", rows.value("limit"));
        hit_ratio(rows, &part.only("method", method)).map_or(Cell::new(), change)
    };
    let share = |rows: &Rows<'_>, name, decimals| {
        number(rows.ratio(name, "replies").map(|share| 100.0 * share), decimals) + " %"
    };
    let groups = groups_by_two(all.by("limit"), |part| part.by("method"));
    let columns: &[Column<'_>] = &[
        ("games", &|rows| rows.len().to_string()),
        ("replies", &|rows| number(Some(rows.sum("replies")), 0)),
        ("moves to choose from", &|rows| number(rows.ratio("choices", "replies"), 1)),
        ("ponder hits", &|rows| share(rows, "hits", 1)),
        ("against alpha-beta", &|rows| against(rows, "alpha-beta, OLD")),
        ("against OLD", &|rows| against(rows, "mtd-f, OLD")),
        ("no ponder move", &|rows| share(rows, "missing", 3)),
    ];
    let table = table("Ponder moves in self-play", ["limit", "method"], groups, columns);
    LabReport { tables: vec![table], plots: Vec::new() }
}
