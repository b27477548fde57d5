//! One iteration: for each line, the driver's questions until it has none left.

use super::driver::{Driver, Question};
use super::guesses::Guesses;
use super::node::{NODES_LEFT_ALONE, Search};
use super::root::{Root, RootMove};
use super::root_result::RootResult;
use super::seat::{Lead, Seat};
use super::supervisor::{Probe, Progress, Stopped};
use super::tree::TreeMove;
use super::variation::semi_pv;
use super::{Depth, Iteration, Line, Tree, Verdict, Window};
use crate::eval::Score;

/// A safety net: every driver ends by itself, since each probe moves a bound. Long runs are legitimate (MTD(f) at fine
/// grain takes over a thousand probes at times), so the net hangs far below them.
pub const MAX_PROBES: u32 = 1_000_000;

/// The search of one line: what its driver knows, and the move found best so far.
struct LineSearch {
    driver: Driver,
    /// The generation place of the best move.
    best: Option<usize>,
    guess: Score,
    depth: Depth,
}

/// A line that has been searched.
struct Found<M> {
    line: Line<M>,
    probes: u32,
    capped: bool,
}

impl<T: Tree> Search<'_, T> {
    /// One iteration. `guesses`, one for each line, are brought up to date.
    pub(super) fn iterate(
        &mut self,
        root: &mut Root<T::Node, T::Move>,
        depth: Depth,
        previous: Option<&Iteration<T::Move>>,
        guesses: &mut [Guesses],
    ) -> Result<Iteration<T::Move>, Stopped> {
        self.admit_stops(previous, Progress::BetweenIterations)?;
        root.unsettle();
        let mut lines: Vec<Found<T::Move>> = Vec::with_capacity(guesses.len());
        for (number, guesses) in guesses.iter().enumerate() {
            if let Some(before) = lines.last() {
                root.settle(before.line.pv[0]);
            }
            let usual_guess = guesses.next(self.options.first_guess);
            let guess = self.supervisor.first_guess(depth).unwrap_or(usual_guess);
            let line = self.begin_line(root, depth, previous, number, guess);
            lines.push(self.search_line(root, line, previous)?);
        }
        for (guesses, found) in guesses.iter_mut().zip(&lines) {
            guesses.push(found.line.score);
        }
        Ok(self.iteration(depth, lines))
    }

    fn begin_line(
        &self,
        root: &Root<T::Node, T::Move>,
        depth: Depth,
        previous: Option<&Iteration<T::Move>>,
        number: usize,
        guess: Score,
    ) -> LineSearch {
        let kind = self.options.driver_for(root.lines);
        let driver = Driver::start(kind, &self.options.driver_options, guess, root.open().len());
        let before = previous.and_then(|iteration| iteration.best_of_line(number));
        LineSearch { driver, best: before.and_then(|mv| root.place_of(mv)), guess, depth }
    }

    /// Asks the driver's questions until it has none left.
    fn search_line(
        &mut self,
        root: &mut Root<T::Node, T::Move>,
        mut search: LineSearch,
        previous: Option<&Iteration<T::Move>>,
    ) -> Result<Found<T::Move>, Stopped> {
        while search.driver.probes() < MAX_PROBES {
            let question = search.driver.question();
            let verdict = match question {
                Question::Done => break,
                Question::Root { window, scout } => self.ask_root(root, &mut search, window, scout)?,
                // The driver knows root moves by their places in the order, which must stay for it.
                Question::Move { index, window } => {
                    let result = self.probe_root_move(root, index, window, search.depth)?;
                    search.best = self.best_after(root, search.best, result);
                    search.driver.answer(result.score);
                    Some(result.verdict)
                }
            };
            self.take_answers(root, &mut search);
            if let Some(verdict) = verdict.filter(|_| root.is_first_line() && !search.driver.is_done()) {
                let probe = self.probe(root, &search, verdict);
                self.supervisor.probed(&probe);
            }
            self.admit_stops(previous, Progress::WithinIteration)?;
        }
        Ok(self.found(root, search))
    }

    /// Has the root searched, unless a helper makes that needless. Returns what the search said.
    fn ask_root(
        &mut self,
        root: &mut Root<T::Node, T::Move>,
        search: &mut LineSearch,
        window: Window,
        scout: bool,
    ) -> Result<Option<Verdict>, Stopped> {
        if let Some(seat) = self.seat {
            let lead = Lead { depth: search.depth, guess: search.guess, settled: root.settled_places() };
            seat.ask(lead, search.driver.bounds(), window);
        }
        match self.probe_root(root, window, scout, search.depth) {
            Ok(result) => {
                if result.verdict != Verdict::FailLow {
                    self.proven = Some((root.chosen(Some(result.best)), result.score));
                }
                self.learn(root, search, result);
                search.driver.answer(result.score);
                Ok(Some(result.verdict))
            }
            // What was asked has been answered by a helper meanwhile.
            Err(Stopped) if self.seat.is_some_and(Seat::is_moot) => Ok(None),
            Err(Stopped) => Err(Stopped),
        }
    }

    /// Takes in what helpers have found out about the same root at the same depth.
    fn take_answers(&mut self, root: &mut Root<T::Node, T::Move>, search: &mut LineSearch) {
        let Some(seat) = self.seat else { return };
        for answer in seat.take_answers() {
            if search.driver.inform(answer.window, answer.result.score) {
                self.learn(root, search, answer.result);
            }
        }
    }

    /// What the result of a probe says about the moves.
    fn learn(&self, root: &mut Root<T::Node, T::Move>, search: &mut LineSearch, result: RootResult) {
        search.best = self.best_after(root, search.best, result);
        if result.verdict != Verdict::FailLow && self.options.ordering.table_move {
            root.bring_forward(result.best);
        }
    }

    fn probe(&self, root: &Root<T::Node, T::Move>, search: &LineSearch, verdict: Verdict) -> Probe<T::Move> {
        let (depth, bounds) = (search.depth, search.driver.bounds());
        Probe { depth, bounds, verdict, best: root.chosen(search.best), counters: self.counters_of_all() }
    }

    fn found(&self, root: &mut Root<T::Node, T::Move>, mut search: LineSearch) -> Found<T::Move> {
        if let Some(index) = search.driver.settled_move() {
            let place = root.open()[index].place;
            search.best = Some(place);
            root.bring_forward(place);
        }
        let pv = semi_pv(self.tree, self.table, &root.node, root.chosen(search.best));
        let line = Line { score: search.driver.value(), pv };
        Found { line, probes: search.driver.probes(), capped: !search.driver.is_done() }
    }

    fn iteration(&self, depth: Depth, found: Vec<Found<T::Move>>) -> Iteration<T::Move> {
        let probes = found.iter().map(|found| found.probes).sum();
        let capped = found.iter().any(|found| found.capped);
        let mut lines = found.into_iter().map(|found| found.line);
        let Line { score, pv } = lines.next().expect("at least one line was asked for");
        let counters = self.counters_of_all();
        Iteration { depth, score, best: pv[0], pv, others: lines.collect(), probes, capped, counters }
    }

    /// Lets the supervisor stop the search between two probes, but not in the first iteration as long as that is left
    /// alone.
    fn admit_stops(&mut self, previous: Option<&Iteration<T::Move>>, progress: Progress) -> Result<(), Stopped> {
        if previous.is_none() && self.counters.nodes < NODES_LEFT_ALONE {
            return Ok(());
        }
        if progress == Progress::BetweenIterations {
            self.next_check = 0;
        }
        if self.supervisor.may_start_probe(progress) { Ok(()) } else { Err(Stopped) }
    }
}

impl<N, V: TreeMove> Root<N, V> {
    /// The move at a place, or the first in order as long as no probe has shown one to be best.
    fn chosen(&self, best: Option<usize>) -> V {
        let is_best = |candidate: &&RootMove<N, V>| Some(candidate.place) == best;
        self.open().iter().find(is_best).unwrap_or(&self.open()[0]).mv
    }
}
