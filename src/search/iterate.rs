//! One iteration: for each line, the driver's questions until it has none left.

use super::deepen::Guesses;
use super::driver::{Driver, DriverKind, Question};
use super::mode::Mode;
use super::node::{NODES_LEFT_ALONE, Search};
use super::parallel::Lead;
use super::root::{Root, RootMove, RootResult};
use super::supervisor::{Probe, Progress, Stopped};
use super::variation::semi_pv;
use super::{Depth, Iteration, Line, Task, Tree, Verdict, Window};
use crate::eval::Score;
use crate::rules::Move;

/// A safety net: every driver ends by itself, since each probe moves a bound. Long runs are legitimate (MTD(f) at fine
/// grain takes over a thousand probes at times), so the net hangs far below them.
pub const MAX_PROBES: u32 = 1_000_000;

/// A line on its way: what its driver knows, and the move found best so far.
struct Quest {
    driver: Driver,
    /// The generation place of the best move.
    best: Option<usize>,
    guess: Score,
    depth: Depth,
}

/// The end of a line's quest.
struct Found {
    line: Line,
    probes: u32,
    capped: bool,
}

impl<T: Tree, M: Mode> Search<'_, T, M> {
    /// One iteration. `guesses`, one for each line, are brought up to date.
    pub(super) fn iterate(
        &mut self,
        task: &Task<'_, T>,
        root: &mut Root<T::Node>,
        depth: Depth,
        previous: Option<&Iteration>,
        guesses: &mut [Guesses],
    ) -> Result<Iteration, Stopped> {
        self.admit_stops(previous, Progress::BetweenIterations)?;
        root.unsettle();
        let mut lines: Vec<Found> = Vec::with_capacity(guesses.len());
        for (number, guesses) in guesses.iter().enumerate() {
            if let Some(before) = lines.last() {
                root.settle(before.line.pv[0]);
            }
            let usual_guess = guesses.next(self.options.first_guess);
            let guess = self.supervisor.first_guess(depth).unwrap_or(usual_guess);
            let quest = self.quest(task, root, depth, previous, number, guess);
            lines.push(self.follow(root, quest, previous)?);
        }
        for (guesses, found) in guesses.iter_mut().zip(&lines) {
            guesses.push(found.line.score);
        }
        Ok(self.iteration(depth, lines))
    }

    fn quest(
        &self,
        task: &Task<'_, T>,
        root: &Root<T::Node>,
        depth: Depth,
        previous: Option<&Iteration>,
        number: usize,
        guess: Score,
    ) -> Quest {
        let driver = Driver::start(task.driver(), &task.options.driver_options, guess, root.open().len());
        let before = previous.and_then(|iteration| iteration.best_of_line(number));
        Quest { driver, best: before.and_then(|mv| root.place_of(mv)), guess, depth }
    }

    /// Asks the driver's questions until it has none left.
    fn follow(
        &mut self,
        root: &mut Root<T::Node>,
        mut quest: Quest,
        previous: Option<&Iteration>,
    ) -> Result<Found, Stopped> {
        while quest.driver.probes() < MAX_PROBES {
            let question = quest.driver.question();
            let verdict = match question {
                Question::Done => break,
                Question::Root { window, scout } => {
                    self.scouting = scout;
                    self.ask_root(root, &mut quest, window)?
                }
                // The driver knows root moves by their places in the order, which must stay for it.
                Question::Move { index, window } => {
                    let result = self.probe_root_move(root, index, window, quest.depth)?;
                    quest.best = self.best_after(root, quest.best, result);
                    quest.driver.answer(result.score);
                    Some(result.verdict)
                }
            };
            self.take_answers(root, &mut quest);
            if let Some(verdict) = verdict.filter(|_| root.is_first_line() && !quest.driver.is_done()) {
                let probe = self.probe(root, &quest, verdict);
                self.supervisor.probed(&probe);
            }
            self.admit_stops(previous, Progress::WithinIteration)?;
        }
        Ok(self.found(root, quest))
    }

    /// Has the root searched, unless a helper makes that needless. Tells what the search said.
    fn ask_root(
        &mut self,
        root: &mut Root<T::Node>,
        quest: &mut Quest,
        window: Window,
    ) -> Result<Option<Verdict>, Stopped> {
        if let Some(bisection) = self.bisection() {
            let lead = Lead { depth: quest.depth, guess: quest.guess, settled: root.settled_places() };
            bisection.ask(lead, quest.driver.bounds(), window);
        }
        match self.probe_root(root, window, quest.depth) {
            Ok(result) => {
                self.learn(root, quest, result);
                quest.driver.answer(result.score);
                Ok(Some(result.verdict))
            }
            // What was asked has been answered by a helper meanwhile.
            Err(Stopped) if self.bisection().is_some_and(|bisection| bisection.is_moot()) => Ok(None),
            Err(Stopped) => Err(Stopped),
        }
    }

    /// Takes in what helpers have found out about the same root at the same depth.
    fn take_answers(&mut self, root: &mut Root<T::Node>, quest: &mut Quest) {
        let Some(bisection) = self.bisection() else { return };
        for answer in bisection.take_answers() {
            if quest.driver.inform(answer.window, answer.result.score) {
                self.learn(root, quest, answer.result);
            }
        }
    }

    /// What the result of a probe says about the moves.
    fn learn(&self, root: &mut Root<T::Node>, quest: &mut Quest, result: RootResult) {
        quest.best = self.best_after(root, quest.best, result);
        if result.verdict != Verdict::FailLow && self.options.ordering.table_move {
            root.bring_forward(result.best);
        }
    }

    fn probe(&self, root: &Root<T::Node>, quest: &Quest, verdict: Verdict) -> Probe {
        let (depth, bounds) = (quest.depth, quest.driver.bounds());
        Probe { depth, bounds, verdict, best: root.chosen(quest.best), counters: self.counters_of_all() }
    }

    fn found(&self, root: &mut Root<T::Node>, mut quest: Quest) -> Found {
        if let Some(index) = quest.driver.settled_move() {
            let place = root.open()[index].place;
            quest.best = Some(place);
            root.bring_forward(place);
        }
        let pv = semi_pv(self.tree, self.table, &root.node, root.chosen(quest.best));
        let line = Line { score: quest.driver.value(), pv };
        Found { line, probes: quest.driver.probes(), capped: !quest.driver.is_done() }
    }

    fn iteration(&self, depth: Depth, found: Vec<Found>) -> Iteration {
        let probes = found.iter().map(|found| found.probes).sum();
        let capped = found.iter().any(|found| found.capped);
        let mut lines = found.into_iter().map(|found| found.line);
        let Line { score, pv } = lines.next().expect("at least one line was asked for");
        let counters = self.counters_of_all();
        Iteration { depth, score, best: pv[0], pv, others: lines.collect(), probes, capped, counters }
    }

    /// Lets the supervisor stop the search between two probes, but not in the first iteration as long as that is left
    /// alone.
    fn admit_stops(&mut self, previous: Option<&Iteration>, progress: Progress) -> Result<(), Stopped> {
        if previous.is_none() && self.counters.nodes < NODES_LEFT_ALONE {
            return Ok(());
        }
        if progress == Progress::BetweenIterations {
            self.next_check = 0;
        }
        if self.supervisor.may_start_probe(progress) { Ok(()) } else { Err(Stopped) }
    }
}

impl<T: Tree> Task<'_, T> {
    /// The driver that is used.
    pub(super) fn driver(&self) -> DriverKind {
        let proves_no_values = self.options.driver == DriverKind::MtdBest;
        if proves_no_values && self.lines.get() > 1 { DriverKind::MtdF } else { self.options.driver }
    }
}

impl<N> Root<N> {
    /// The move at a place, or the first in order as long as no probe has shown one to be best.
    fn chosen(&self, best: Option<usize>) -> Move {
        let is_best = |candidate: &&RootMove<N>| Some(candidate.place) == best;
        self.open().iter().find(is_best).unwrap_or(&self.open()[0]).mv
    }
}
