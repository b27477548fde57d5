//! SAFE and LAST asked about the very same searches, and matches between them: what the experiments on the choice of
//! the move share.

use std::sync::Arc;

use crate::eval::{EvaluationOptions, Score, ScoreClass};
use crate::interrupt::Interrupt;
use crate::lab::contest::{Contest, Standing};
use crate::lab::measure::{DraughtsBench, OWN_GUESSES, Step};
use crate::lab::view::Table;
use crate::lab::{Frame, Job, LabError, Method, Row, Sample};
use crate::rules::{Game, Move};
use crate::search::{BestMoveRule, DriverKind, Policy, SearchOptions, Task};

const MOST_PLIES: usize = 120;
const JUDGES_DEEPER_BY: u32 = 4;
const MATCH_NODES: u64 = 5_000;
/// The minimum loss that counts, in men.
const LOSS: f64 = 0.05;

/// A job that plays a game by SAFE and counts where LAST would play another move. `row` identifies it.
pub(super) fn comparison(opening: &Arc<Sample>, row: Row, method: Method, depth: u32) -> Job {
    let opening = Arc::clone(opening);
    Job::new(4, move |interrupt| {
        let compare = Compare { opening: &opening, method: &method, depth, interrupt };
        let counts = compare.game()?;
        let row = row.clone().label("method", &method.name).label("variant", opening.variant);
        Ok(vec![counts.onto(row.label("depth", depth))])
    })
}

/// A job that plays an opening with both colours, SAFE against LAST, by the search of these options. `name` tells it
/// from others.
pub(super) fn contest(
    opening: &Arc<Sample>,
    number: usize,
    name: &str,
    options: &SearchOptions,
    evaluation: EvaluationOptions,
) -> Job {
    let contestant = |best_move: BestMoveRule| {
        let name = format!("{} {name}", best_move.name().to_uppercase());
        (name, SearchOptions { best_move, ..options.clone() })
    };
    let contest = Contest {
        first: contestant(BestMoveRule::Safe),
        second: contestant(BestMoveRule::Last),
        nodes: MATCH_NODES,
        evaluation,
    };
    let opening = Arc::clone(opening);
    Job::new(3, move |interrupt| contest.play(&opening, number, interrupt))
}

/// The result of the comparison over a game.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    positions: u32,
    differ: u32,
    /// Positions where LAST's move is worth less by more than [`LOSS`], and where SAFE's is.
    last_loses: u32,
    safe_loses: u32,
    /// Positions where the two differ and neither move is worth a win or a loss.
    undecided: u32,
    /// What LAST's moves lose against SAFE's there, in men.
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
            .figure("undecided", f64::from(self.undecided))
            .figure("lost", self.lost)
            .figure("blunders", f64::from(self.blunders))
    }

    /// Records the values of the two moves.
    fn judge(&mut self, safe: Score, last: Score) {
        let loss = safe.men() - last.men();
        self.last_loses += u32::from(loss > LOSS);
        self.safe_loses += u32::from(loss < -LOSS);
        self.blunders += u32::from(loss >= 0.5);
        if [safe, last].iter().all(|score| score.class() == ScoreClass::Heuristic) {
            self.undecided += 1;
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

impl Compare<'_> {
    fn game(&self) -> Result<Counts, LabError> {
        let bench = |method: &Method| DraughtsBench::new(self.opening.variant, method);
        let with = |rule| self.method.clone().with(|options| options.best_move = rule);
        let mut safe = bench(&with(BestMoveRule::Safe))?;
        let mut last = bench(&with(BestMoveRule::Last))?;
        let mut judge = bench(&Method::engine(DriverKind::MtdGallop).on(1 << 18, Policy::Bucket))?;
        let mut game = self.opening.game();
        let mut counts = Counts::default();
        while game.end().is_none() && game.moves().len() < MOST_PLIES {
            let choose = |bench: &mut DraughtsBench| {
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

    /// The value of a move by the deeper search.
    fn worth(&self, judge: &mut DraughtsBench, game: &Game, mv: Move) -> Result<Score, LabError> {
        let task = Task { only: vec![mv], ..Task::of(game) };
        let steps = judge.search(task, self.depth + JUDGES_DEEPER_BY, OWN_GUESSES, self.interrupt)?;
        Ok(steps.last().map_or(Score::DRAW, |step: &Step| step.iteration.score))
    }
}

/// The results of the matches.
pub(super) fn matches(part: &Frame<'_>, variant: &str) -> Table {
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
