//! Seed 001, sections 1 and 3: SAFE against LAST. Which move is played when the last probe failed low?

use std::sync::Arc;

use crate::lab::contest::{Contest, Standing};
use crate::lab::measure::{DraughtsBench, OWN_GUESSES, Step};
use crate::lab::opening::{balanced_openings, spread};
use crate::lab::record::Record;
use crate::lab::view::{Report, Table, number, percent};
use crate::lab::{
    Experiment, Frame, Interrupt, Job, LabError, Method, Regime, Row, Sample, Scale, Setup, Size,
};
use crate::rules::{Game, Move, Rules, Variant, VariantVisitor};
use crate::search::{BestMoveRule, DriverKind, ModeKind, Policy, SearchOptions, TableMoveRule, Task};

/// The experiment.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "best-move",
    about: "SAFE against LAST: how often they differ, what LAST loses by it, and a match",
    unit: "positions: openings of three plies for each variant; depth: of the searches whose moves are compared (a deeper \
           search by four plies judges them)",
    configuration: "english, international; MTD(f) and mtd-bi, table move OLD, NEW and HIGH, modes paper and play, bounds consistent and as \
                    published; games \
                    played by SAFE, table of 2^18 entries kept through the game, LAST asked at each position of the \
                    very same search; where they differ, both moves are searched alone, four plies deeper on a fresh \
                    table; the match at 5,000 nodes a move",
    size,
    jobs,
    report,
};

const MOST_PLIES: usize = 120;
const JUDGES_DEEPER_BY: u32 = 4;
const MATCH_NODES: u64 = 5_000;
/// The minimum loss that counts, in men.
const LOSS: f64 = 0.05;

fn size(scale: Scale) -> Size {
    match scale {
        Scale::Quick => Size::new(1, 3),
        Scale::Paper => Size::new(60, 8),
        Scale::Full => Size::new(200, 10),
    }
}

/// The searches in which the two rules are compared.
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

/// The same without what keeps bounds consistent, which Algorithm 1 of seed 001 does not do.
fn as_published(method: &Method) -> Method {
    let name = format!("{}, bounds as published", method.name);
    method.clone().with(|options| options.consistent_bounds = false).named(name)
}

fn jobs(setup: &Setup) -> Result<Vec<Job>, LabError> {
    let mut jobs = Vec::new();
    for variant in [Variant::English, Variant::International] {
        let openings = spread(&balanced_openings(variant, 3)?, setup.size.positions);
        for (number, opening) in openings.into_iter().map(Arc::new).enumerate() {
            for method in methods() {
                let (opening, depth) = (Arc::clone(&opening), setup.size.depth);
                jobs.push(Job::new(4, move |interrupt| {
                    let method = &method;
                    let counts =
                        opening.variant.visit(Compare { opening: &opening, method, depth, interrupt })?;
                    let row = Row::default().label("method", &method.name).label("variant", opening.variant);
                    Ok(vec![counts.onto(row.label("depth", depth).label("opening", number))])
                }));
            }
            for &rule in TableMoveRule::ALL {
                for consistent_bounds in [true, false] {
                    let opening = Arc::clone(&opening);
                    let contest = contest(rule, consistent_bounds);
                    jobs.push(Job::new(3, move |interrupt| contest.play(&opening, number, interrupt)));
                }
            }
        }
    }
    Ok(jobs)
}

fn contest(table_move: TableMoveRule, consistent_bounds: bool) -> Contest {
    let contestant = |best_move: BestMoveRule| {
        let options = SearchOptions {
            driver: DriverKind::MtdF,
            best_move,
            table_move,
            consistent_bounds,
            ..SearchOptions::default()
        };
        let bounds = if consistent_bounds { "" } else { ", bounds as published" };
        let [best_move, table_move] = [best_move.name(), table_move.name()].map(str::to_uppercase);
        (format!("{best_move} with {table_move}{bounds}"), options)
    };
    Contest {
        first: contestant(BestMoveRule::Safe),
        second: contestant(BestMoveRule::Last),
        nodes: MATCH_NODES,
    }
}

/// The result of the comparison over a game.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    positions: u32,
    differ: u32,
    /// Positions where LAST's move is worth less by more than [`LOSS`], and where SAFE's is.
    last_loses: u32,
    safe_loses: u32,
    /// What LAST's moves lose against SAFE's, in men, summed over the positions where neither is worth a win or a loss.
    lost: f64,
    /// Positions where LAST's move gives away at least half a man, or a win, or loses.
    blunders: u32,
}

impl Counts {
    fn onto(self, row: Row) -> Row {
        row.figure("positions", f64::from(self.positions))
            .figure("differ", f64::from(self.differ))
            .figure("last_loses", f64::from(self.last_loses))
            .figure("safe_loses", f64::from(self.safe_loses))
            .figure("lost", self.lost)
            .figure("blunders", f64::from(self.blunders))
    }

    /// Records the values of the two moves, in men.
    fn judge(&mut self, safe: f64, last: f64) {
        let loss = safe - last;
        self.last_loses += u32::from(loss > LOSS);
        self.safe_loses += u32::from(loss < -LOSS);
        self.blunders += u32::from(loss >= 0.5);
        if safe.abs() < 50.0 && last.abs() < 50.0 {
            self.lost += loss;
        }
    }
}

/// A game played by SAFE, with LAST at its side: the rule changes nothing in the search, so both see the same tree.
struct Compare<'a> {
    opening: &'a Sample,
    method: &'a Method,
    depth: u32,
    interrupt: &'a Interrupt,
}

impl VariantVisitor for Compare<'_> {
    type Output = Result<Counts, LabError>;

    fn visit<R: Rules>(self) -> Self::Output {
        let with = |rule| self.method.clone().with(|options| options.best_move = rule);
        let mut safe = DraughtsBench::<R>::new(&with(BestMoveRule::Safe))?;
        let mut last = DraughtsBench::<R>::new(&with(BestMoveRule::Last))?;
        let judge_method = Method::engine(DriverKind::MtdGallop).on(1 << 18, Policy::Bucket);
        let mut judge = DraughtsBench::<R>::new(&judge_method)?;
        let mut game = self.opening.game::<R>();
        let mut counts = Counts::default();
        while game.end().is_none() && game.moves().len() < MOST_PLIES {
            let choose = |bench: &mut DraughtsBench<R>| {
                let steps = bench.search(Task::of(&game), self.depth, OWN_GUESSES, self.interrupt)?;
                Ok::<_, LabError>(steps.last().map(|step| step.iteration.best))
            };
            let (Some(of_safe), Some(of_last)) = (choose(&mut safe)?, choose(&mut last)?) else { break };
            counts.positions += u32::from(game.position().moves().len() > 1);
            if of_safe != of_last {
                counts.differ += 1;
                let mut worth = |mv: Move| self.worth(&mut judge, &game, mv);
                let (safe, last) = (worth(of_safe)?, worth(of_last)?);
                counts.judge(safe, last);
            }
            game.play(of_safe).expect("a search chooses a legal move");
        }
        Ok(counts)
    }
}

impl Compare<'_> {
    /// The value of a move by the deeper search, in men.
    fn worth<R: Rules>(
        &self,
        judge: &mut DraughtsBench<R>,
        game: &Game<R>,
        mv: Move,
    ) -> Result<f64, LabError> {
        let task = Task { only: vec![mv], ..Task::of(game) };
        let steps = judge.search(task, self.depth + JUDGES_DEEPER_BY, OWN_GUESSES, self.interrupt)?;
        Ok(steps.last().map_or(0.0, |step: &Step| step.iteration.score.men()))
    }
}

fn report(record: &Record) -> Report {
    let frame = Frame::of(record.rows());
    let mut report = Report::default();
    for variant in frame.values("variant") {
        let part = frame.only("variant", variant);
        report.tables.push(differences(&part, variant));
        report.tables.push(matches(&part, variant));
    }
    report
}

fn differences(part: &Frame<'_>, variant: &str) -> Table {
    let columns = [
        "mode, driver, table move",
        "positions with a choice",
        "the two differ",
        "LAST's move worse",
        "SAFE's move worse",
        "LAST loses half a man or more",
        "mean loss (men)",
    ];
    let depth = part.values("depth").concat();
    let title = format!("{variant}, depth {depth}: SAFE and LAST, judged four plies deeper");
    let mut table = Table::new(title, &columns);
    for method in part.values("method") {
        let rows = part.only("method", method);
        table.push(vec![
            method.to_owned(),
            number(Some(rows.sum("positions")), 0),
            percent(rows.ratio("differ", "positions")),
            percent(rows.ratio("last_loses", "positions")),
            percent(rows.ratio("safe_loses", "positions")),
            number(Some(rows.sum("blunders")), 0),
            number(rows.ratio("lost", "differ"), 3),
        ]);
    }
    table
}

fn matches(part: &Frame<'_>, variant: &str) -> Table {
    let columns = ["first", "second", "games", "the first's result", "Elo"];
    let title = format!("{variant}: SAFE against LAST at {MATCH_NODES} nodes a move, MTD(f), mode play");
    let mut table = Table::new(title, &columns);
    for first in part.values("first") {
        let rows = part.only("first", first);
        let standing = Standing::of(&rows);
        let second = rows.values("second").concat();
        let games = 2 * rows.rows().count();
        table.push(vec![first.to_owned(), second, games.to_string(), standing.text(), standing.elo()]);
    }
    table
}
