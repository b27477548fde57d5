//! Iterative deepening: one iteration after another, each a ply deeper. In each, for each line, the driver's questions
//! are asked until it has none left.

use std::num::NonZeroUsize;

use super::control::{Probe, Progress, Stopped};
use super::driver::{Driver, Question};
use super::node::{NODES_LEFT_ALONE, Search};
use super::options::BestMoveRule;
use super::parallel::bisection::Lead;
use super::root::{Root, RootMove};
use super::table::{MoveIndex, Table};
use super::task::{Guesses, RootResult};
use super::tree::{Moves, TreeMove};
use super::{
    BetterMove, Depth, Interrupted, Iteration, RootLine, SearchResult, Task, Tree, Unfinished, Verdict, Window,
};
use crate::eval::Score;
use crownhead_rules::{Key, Ply};

impl<T: Tree> Search<'_, T> {
    /// The best move after a probe, where it was `before`.
    pub(super) fn best_after(
        &self,
        root: &Root<T::Node, T::Move>,
        before: Option<usize>,
        result: RootResult,
    ) -> Option<usize> {
        let raised = result.verdict != Verdict::FailLow;
        match self.options.best_move {
            // LAST reads the root's entry as van Horssen 2018 does; without one the move stays.
            BestMoveRule::Last if root.is_whole() => self.remembered_root_move(root).or(before),
            // A search of some of the moves leaves no entry behind for LAST to read.
            BestMoveRule::Safe | BestMoveRule::Last if raised => Some(result.best),
            BestMoveRule::Safe | BestMoveRule::Last => before,
        }
    }

    /// Searches ply by ply until the last iteration is complete or the control stops it.
    pub(super) fn deepen(&mut self, task: &Task<T::Node, T::Move>) -> SearchResult<T::Move> {
        let mut last: Option<Iteration<T::Move>> = None;
        let (mut any_move, mut better, mut interrupted) = (None, None, None);
        if let Some(mut root) = Root::of(self.tree, task) {
            any_move = Some(root.moves[0].mv);
            let mut guesses = vec![Guesses::default(); root.count_of_lines()];
            if let Some(after) = &task.after {
                last = self.resume(&mut root, &mut guesses, after);
            }
            let first = last.as_ref().map_or(task.first.get(), |last| last.depth.get() + 1);
            for depth in (first..=task.last.get()).map(Depth::new) {
                if !self.resumes {
                    self.proven = None;
                }
                match self.iterate(&mut root, depth, last.as_ref(), &mut guesses) {
                    Ok(iteration) => {
                        self.control.completed(&iteration);
                        last = Some(iteration);
                    }
                    Err(Stopped) => {
                        better = self.better_move(&root, depth, last.as_ref());
                        interrupted = Some(self.interrupted(&root, guesses, last.clone()));
                        break;
                    }
                }
            }
        }
        let best = last.as_ref().map(|iteration| iteration.best).or(any_move);
        SearchResult { best, last, better, interrupted, counters: self.counters_of_all() }
    }

    /// Takes up an iteration that was interrupted: what it has found of the moves is in the table. Returns the last
    /// completed one.
    fn resume(
        &mut self,
        root: &mut Root<T::Node, T::Move>,
        guesses: &mut Vec<Guesses>,
        after: &Interrupted<T::Move>,
    ) -> Option<Iteration<T::Move>> {
        root.moves.sort_by_key(|candidate| after.order.iter().position(|&mv| mv == candidate.mv));
        guesses.clone_from(&after.guesses);
        (self.proven, self.counters) = (after.proven, after.counters);
        (self.resumes, self.next_check) = (true, 0);
        after.last.clone()
    }

    fn interrupted(
        &self,
        root: &Root<T::Node, T::Move>,
        guesses: Vec<Guesses>,
        last: Option<Iteration<T::Move>>,
    ) -> Interrupted<T::Move> {
        let order = root.moves.iter().map(|candidate| candidate.mv).collect();
        Interrupted { order, guesses, last, proven: self.proven, counters: self.counters }
    }

    /// The better move of the iteration that was interrupted.
    ///
    /// A probe tries the last proven move first, and to the full depth, at the beginning that of the iteration before.
    /// So the move that raises its alpha, or has raised it last where its window is wide, is worth more than that one.
    /// This does not hold without the ordering that brings such moves forward, nor under the rule LAST, whose best move
    /// can be another; and the probes of single moves by `mtd-best` leave open what the old move is worth. With several
    /// lines, those after the first would belong to the old move.
    fn better_move(
        &self,
        root: &Root<T::Node, T::Move>,
        depth: Depth,
        last: Option<&Iteration<T::Move>>,
    ) -> Option<BetterMove<T::Move>> {
        let options = self.options;
        let is_known = options.ordering.table_move && options.best_move == BestMoveRule::Safe;
        let is_wanted = options.unfinished == Unfinished::ProvenMove && root.lines == NonZeroUsize::MIN;
        let (mv, low) = self.proven.filter(|_| is_known && is_wanted)?;
        let is_other = last.is_none_or(|last| last.best != mv);
        is_other.then(|| BetterMove { depth, low, pv: semi_pv(self.tree, self.table, &root.node, mv) })
    }
}

/// A limit that no driver should reach: every driver ends by itself, since each probe moves a bound. Long runs are
/// legitimate (MTD(f) at fine grain takes over a thousand probes at times), so the limit is far above them.
pub const MAX_PROBES: u32 = 1_000_000;

/// The search of one line: what its driver knows, and the move found best so far.
struct LineSearch {
    driver: Driver,
    /// The generation place of the best move.
    best: Option<usize>,
    guess: Score,
    depth: Depth,
}

struct Found<M> {
    line: RootLine<M>,
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
        let resumes = std::mem::take(&mut self.resumes);
        self.admit_stops(previous, if resumes { Progress::WithinIteration } else { Progress::BetweenIterations })?;
        root.include_all();
        let mut lines: Vec<Found<T::Move>> = Vec::with_capacity(guesses.len());
        for (number, guesses) in guesses.iter().enumerate() {
            if let Some(before) = lines.last() {
                root.exclude(before.line.pv[0]);
            }
            let usual_guess = guesses.next(self.options.first_guess);
            let guess = self.control.first_guess(depth).unwrap_or(usual_guess);
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
                self.control.probed(&probe);
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
        if let Some(worker) = self.worker {
            let lead = Lead { depth: search.depth, guess: search.guess, excluded: root.excluded_places() };
            worker.ask(lead, search.best, search.driver.bounds(), window);
        }
        match self.probe_root(root, window, scout, search.depth) {
            Ok(result) => {
                self.learn(root, search, result);
                search.driver.answer(result.score);
                Ok(Some(result.verdict))
            }
            // What was asked has been answered by a helper meanwhile.
            Err(Stopped) if self.worker.is_some_and(|worker| worker.is_moot()) => Ok(None),
            Err(Stopped) => Err(Stopped),
        }
    }

    /// Takes in what helpers have found out about the same root at the same depth.
    fn take_answers(&mut self, root: &mut Root<T::Node, T::Move>, search: &mut LineSearch) {
        let Some(worker) = self.worker else { return };
        for answer in worker.take_answers() {
            if search.driver.inform(answer.window, answer.result.score) {
                self.learn(root, search, answer.result);
                if answer.result.verdict != Verdict::FailLow {
                    self.proven = Some((root.chosen(Some(answer.result.best)), answer.result.score));
                }
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
        let line = RootLine { score: search.driver.value(), pv };
        Found { line, probes: search.driver.probes(), capped: !search.driver.is_done() }
    }

    fn iteration(&self, depth: Depth, found: Vec<Found<T::Move>>) -> Iteration<T::Move> {
        let probes = found.iter().map(|found| found.probes).sum();
        let capped = found.iter().any(|found| found.capped);
        let mut lines = found.into_iter().map(|found| found.line);
        let RootLine { score, pv } = lines.next().expect("at least one line was asked for");
        let counters = self.counters_of_all();
        Iteration { depth, score, best: pv[0], pv, others: lines.collect(), probes, capped, counters }
    }

    /// Lets the control stop the search between two probes, but not in the first iteration as long as that is left
    /// alone.
    fn admit_stops(&mut self, previous: Option<&Iteration<T::Move>>, progress: Progress) -> Result<(), Stopped> {
        if previous.is_none() && self.counters.nodes < NODES_LEFT_ALONE {
            return Ok(());
        }
        if progress == Progress::BetweenIterations {
            self.next_check = 0;
        }
        if self.control.may_start_probe(progress) { Ok(()) } else { Err(Stopped) }
    }
}

impl<N, V: TreeMove> Root<N, V> {
    /// The move at a place, or the first in order as long as no probe has shown one to be best.
    fn chosen(&self, best: Option<usize>) -> V {
        let is_best = |candidate: &&RootMove<N, V>| Some(candidate.place) == best;
        self.open().iter().find(is_best).unwrap_or(&self.open()[0]).mv
    }
}

/// Follows the table from `root` over `first`, and only moves, which it need not know: a node that failed low has none
/// there. Every move is legal; the line ends where there are several moves and the table has none of them, where a
/// position comes back or the game is drawn by a count, or after [`Ply::MAX`] plies.
pub(super) fn semi_pv<T: Tree>(tree: &T, table: &Table, root: &T::Node, first: T::Move) -> Vec<T::Move> {
    let mut seen: Vec<Key> = vec![tree.key(root)];
    let mut node = tree.child(root, &first);
    let mut line = vec![first];
    while line.len() < Ply::MAX.index() && !seen.contains(&tree.key(&node)) {
        if tree.is_drawn_by_count(&node) {
            break;
        }
        let Some(mv) = next_move(tree, table, &node) else { break };
        seen.push(tree.key(&node));
        node = tree.child(&node, &mv);
        line.push(mv);
    }
    line
}

/// The only move of a node, or the one of its moves that the table remembers.
fn next_move<T: Tree>(tree: &T, table: &Table, node: &T::Node) -> Option<T::Move> {
    let mut moves = Moves::new();
    tree.list_moves(node, &mut moves);
    if let [only] = moves[..] {
        return Some(only);
    }
    let place = table.probe(tree.table_key(node))?.best.map(MoveIndex::place)?;
    moves.get(place).copied()
}
