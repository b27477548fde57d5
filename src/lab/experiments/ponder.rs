//! Van Horssen 2018, section 2.2, table 2: how often the table's second move predicts the reply.

use std::sync::Arc;
use std::time::Duration;

use super::common::grain;
use crate::interrupt::Interrupt;
use crate::lab::measure::{DraughtsBench, OWN_GUESSES};
use crate::lab::opening::{balanced_openings, spread};
use crate::lab::record::Record;
use crate::lab::view::{Report, Table, number, ratio};
use crate::lab::{Experiment, Frame, Job, LabError, Method, Row, Sample, Scale, Setup, Size};
use crate::rules::{Move, Variant};
use crate::search::{DriverKind, Policy, TableMoveRule, Task};
use crate::statistics::{Estimate, bootstrap};

/// The experiment with limits that give the same games each time.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "ponder",
    about: "ponder hits and missing ponder moves of alpha-beta and MTD(f), international draughts",
    unit: "positions: games; depth: of the games at fixed depth",
    configuration: "international; mode paper, grain 0.01; self-play from different openings of three plies; table of 2^18 \
                    entries, cleared before each move; a fixed depth, 10,000 and 50,000 nodes a move, the last \
                    completed iteration's move played; positions counted where the reply leaves a choice",
    most_depth: Experiment::MOST_DEPTH,
    size,
    jobs,
    report,
};

/// The experiment by time, as in the paper's last column.
pub(super) const BY_TIME: Experiment = Experiment {
    name: "ponder-time",
    about: "ponder hits and missing ponder moves of alpha-beta with OLD and MTD(f) with OLD and HIGH at a fixed time per move, \
            international draughts",
    unit: "positions: games; depth: hundredths of a second of CPU time a move",
    configuration: "international; mode paper, grain 0.01; self-play from different openings of three plies; table of 2^18 \
                    entries, cleared before each move; the last completed iteration's move played; positions counted where \
                    the reply leaves a choice",
    most_depth: MOST_HUNDREDTHS,
    size: size_by_time,
    jobs: jobs_by_time,
    report,
};

/// The most time of a move, in hundredths of a second.
const MOST_HUNDREDTHS: u32 = 1000;
/// The maximum length of a game.
const MOST_PLIES: usize = 200;

/// The limit per move.
#[derive(Clone, Copy, Debug)]
enum Limit {
    Depth(u32),
    Nodes(u64),
    Time(Duration),
}

impl std::fmt::Display for Limit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Limit::Depth(depth) => write!(f, "{depth} plies"),
            Limit::Nodes(nodes) => write!(f, "{nodes} nodes"),
            Limit::Time(time) => write!(f, "{} s", time.as_secs_f64()),
        }
    }
}

fn size(scale: Scale) -> Size {
    match scale {
        Scale::Quick => Size::new(1, 3),
        Scale::Paper => Size::new(158, 10),
        Scale::Full => Size::new(494, 12),
    }
}

fn size_by_time(scale: Scale) -> Size {
    match scale {
        Scale::Quick => Size::new(1, 1),
        Scale::Paper => Size::new(30, 100),
        Scale::Full => Size::new(158, 100),
    }
}

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

fn jobs(setup: &Setup) -> Result<Vec<Job>, LabError> {
    let limits = if setup.scale == Scale::Quick {
        vec![Limit::Depth(setup.size.depth), Limit::Nodes(500)]
    } else {
        vec![Limit::Depth(setup.size.depth), Limit::Nodes(10_000), Limit::Nodes(50_000)]
    };
    let methods = methods(&[TableMoveRule::Old, TableMoveRule::High, TableMoveRule::New]);
    games(setup.size.positions, &limits, &methods)
}

fn jobs_by_time(setup: &Setup) -> Result<Vec<Job>, LabError> {
    let time = Duration::from_millis(10 * u64::from(setup.size.depth));
    // The paper's table leaves NEW out, which has no ponder move for a third of its moves.
    let methods = methods(&[TableMoveRule::Old, TableMoveRule::High]);
    games(setup.size.positions, &[Limit::Time(time)], &methods)
}

/// Games from this number of openings, each by each method at each limit.
fn games(openings: usize, limits: &[Limit], methods: &[Method]) -> Result<Vec<Job>, LabError> {
    let ballots = balanced_openings(Variant::INTERNATIONAL, 3)?;
    let mut jobs = Vec::new();
    for (number, opening) in spread(&ballots, openings).into_iter().map(Arc::new).enumerate() {
        for &limit in limits {
            for method in methods {
                let (opening, method) = (Arc::clone(&opening), method.clone());
                let weight = match limit {
                    Limit::Depth(_) => 200_000,
                    Limit::Nodes(nodes) => nodes,
                    // A node takes about a quarter of a microsecond.
                    Limit::Time(time) => 4_000 * time.as_millis() as u64,
                };
                jobs.push(Job::new(weight, move |interrupt| {
                    let counts = self_play(&opening, &method, limit, interrupt)?;
                    let row = Row::default().label("method", &method.name).label("limit", limit);
                    Ok(vec![counts.onto(row.label("game", number))])
                }));
            }
        }
    }
    Ok(jobs)
}

/// The counts of a game.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    /// Replies that were not forced.
    replies: u32,
    /// Predicted replies.
    hits: u32,
    /// Replies without a ponder move.
    missing: u32,
    /// Legal moves in all those positions.
    choices: u32,
    /// Plies of the game.
    plies: u32,
}

impl Counts {
    fn onto(self, row: Row) -> Row {
        row.figure("replies", f64::from(self.replies))
            .figure("hits", f64::from(self.hits))
            .figure("missing", f64::from(self.missing))
            .figure("choices", f64::from(self.choices))
            .figure("plies", f64::from(self.plies))
    }
}

/// A game of a method against itself.
fn self_play(opening: &Sample, method: &Method, limit: Limit, interrupt: &Interrupt) -> Result<Counts, LabError> {
    let mut bench = DraughtsBench::new(opening.variant, method)?;
    let mut game = opening.game();
    let mut counts = Counts::default();
    // The ponder move for the position after a search, if it completed an iteration; `Some(None)` if the table contains
    // none.
    let mut foretold: Option<Option<Move>> = None;
    while game.end().is_none() && game.moves().len() < MOST_PLIES {
        let task = Task::of(&game);
        let steps = match limit {
            Limit::Depth(depth) => bench.search(task, depth, OWN_GUESSES, interrupt)?,
            Limit::Nodes(nodes) => bench.search_nodes(task, nodes, interrupt)?,
            Limit::Time(time) => bench.search_time(task, time, interrupt)?,
        };
        let moves = game.position().moves();
        let best = steps.last().map_or(moves[0], |step| step.iteration.best);
        if let Some(foretold) = foretold.filter(|_| moves.len() > 1) {
            counts.replies += 1;
            counts.choices += moves.len() as u32;
            counts.hits += u32::from(foretold == Some(best));
            counts.missing += u32::from(foretold.is_none());
        }
        foretold = steps.last().map(|step| step.iteration.pv.get(1).copied());
        game.play(best).expect("a search chooses a legal move");
    }
    counts.plies = game.moves().len() as u32;
    Ok(counts)
}

/// The share of ponder hits divided by that of another method, with its 95 % interval over openings drawn in pairs; `None`
/// unless both have played from the same.
fn hit_ratio(rows: &Frame<'_>, base: &Frame<'_>) -> Option<Estimate> {
    let counts = |frame: &Frame<'_>| {
        let (hits, replies) = (frame.by_game("hits"), frame.by_game("replies"));
        hits.into_values().zip(replies.into_values()).collect::<Vec<_>>()
    };
    let (own, others) = (counts(rows), counts(base));
    let share = |counts: &[(f64, f64)], drawn: &[usize]| {
        let sum = |figure: fn(&(f64, f64)) -> f64| drawn.iter().map(|&unit| figure(&counts[unit])).sum::<f64>();
        sum(|counts| counts.0) / sum(|counts| counts.1)
    };
    let are_alike = rows.by_game("hits").keys().eq(base.by_game("hits").keys());
    are_alike.then(|| bootstrap(own.len(), |drawn| share(&own, drawn) / share(&others, drawn)))
}

fn report(record: &Record) -> Report {
    let frame = Frame::of(record.rows());
    let columns = [
        "limit",
        "method",
        "games",
        "replies",
        "moves to choose from",
        "ponder hits",
        "against alpha-beta",
        "no ponder move",
    ];
    let mut table = Table::new("Ponder moves in self-play", &columns);
    for limit in frame.values("limit") {
        let part = frame.only("limit", limit);
        let base = part.only("method", "alpha-beta, OLD");
        for method in part.values("method") {
            let rows = part.only("method", method);
            let hits = rows.ratio("hits", "replies");
            let missing = rows.ratio("missing", "replies").map(|share| 100.0 * share);
            table.push(vec![
                limit.to_owned(),
                method.to_owned(),
                rows.rows().count().to_string(),
                number(Some(rows.sum("replies")), 0),
                number(rows.ratio("choices", "replies"), 1),
                number(hits.map(|share| 100.0 * share), 1) + " %",
                ratio(hit_ratio(&rows, &base)),
                number(missing, 3) + " %",
            ]);
        }
    }
    Report { tables: vec![table], plots: Vec::new() }
}
