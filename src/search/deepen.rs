//! Iterative deepening: one driver run after another, each a ply deeper.

use std::marker::PhantomData;

use super::driver::{Driver, Question};
use super::frame::Frames;
use super::mode::{Mode, Paper, Play, Strict};
use super::node::Search;
use super::options::{FirstGuess, ModeKind};
use super::ordering::Memory;
use super::root::{Root, RootMove};
use super::supervisor::{Probe, Progress, Stopped, Supervisor};
use super::table::Table;
use super::variation::semi_pv;
use super::{Counters, Depth, SearchOptions, Tree, Verdict};
use crate::eval::Score;
use crate::rules::{Key, Move, MoveList, Ply};

/// What to search.
#[derive(Clone, Debug)]
pub struct Task<'a, T: Tree> {
    /// The game as a tree.
    pub tree: &'a T,
    /// The root.
    pub root: T::Node,
    /// The keys of earlier positions of the game that can still be repeated.
    pub earlier: Vec<Key>,
    /// The only moves of the root that are searched; all of them if it is empty. What a search of some of the moves finds
    /// out about the root is not saved in the table.
    pub only: &'a [Move],
    /// The first iteration; more than 1 for a search without iterative deepening.
    pub first: Depth,
    /// The last iteration.
    pub last: Depth,
    /// How to search.
    pub options: &'a SearchOptions,
}

/// A completed iteration.
#[derive(Clone, Debug, PartialEq)]
pub struct Iteration {
    /// Its depth.
    pub depth: Depth,
    /// The value of the root for the side to move there.
    pub score: Score,
    /// The best move.
    pub best: Move,
    /// The semi-PV; it begins with the best move.
    pub pv: Vec<Move>,
    /// Probes of this iteration.
    pub probes: u32,
    /// Was the iteration cut short by the safety net of [`MAX_PROBES`]?
    pub capped: bool,
    /// Counts since the search began.
    pub counters: Counters,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The move to play: the best of the last completed iteration, or any legal one if there is none. `None` only where
    /// the root has no move.
    pub best: Option<Move>,
    /// The last completed iteration; `None` if the search was stopped in its first.
    pub last: Option<Iteration>,
    /// Counts of the whole search, the unfinished iteration included.
    pub counters: Counters,
}

/// A safety net: every driver ends by itself, since each probe moves a bound. Long runs are legitimate (MTD(f) at fine
/// grain takes over a thousand probes at times), so the net hangs far below them.
pub const MAX_PROBES: u32 = 1_000_000;

/// Searches in the mode that the options name.
pub fn search<T: Tree>(
    task: &Task<'_, T>,
    table: &Table,
    memory: &mut Memory,
    supervisor: &mut dyn Supervisor,
) -> Outcome {
    match task.options.mode {
        ModeKind::Play => search_in::<T, Play>(task, table, memory, supervisor),
        ModeKind::Paper => search_in::<T, Paper>(task, table, memory, supervisor),
        ModeKind::Strict => search_in::<T, Strict>(task, table, memory, supervisor),
    }
}

/// The first iteration is left alone for so many nodes, a hundredth of a second or so: at depth 1 it is all but always
/// complete by then. Where captures grow into a tree without end, it can be stopped after that like any other.
const NODES_LEFT_ALONE: u64 = 100_000;

fn search_in<T: Tree, M: Mode>(
    task: &Task<'_, T>,
    table: &Table,
    memory: &mut Memory,
    supervisor: &mut dyn Supervisor,
) -> Outcome {
    memory.age();
    table.new_search();
    let mut earlier = task.earlier.clone();
    earlier.sort_unstable();
    let mut search = Search::<T, M> {
        tree: task.tree,
        table,
        options: task.options,
        memory,
        supervisor,
        earlier,
        path: vec![Key::default(); Ply::MAX.index() + 1],
        frames: Frames::default(),
        counters: Counters::default(),
        next_check: NODES_LEFT_ALONE,
        scouting: false,
        mode: PhantomData,
    };
    let mut last: Option<Iteration> = None;
    let mut any_move = None;
    if let Some(mut root) = Root::of(task) {
        any_move = Some(root.moves[0].mv);
        let mut guesses = Guesses::default();
        for depth in task.first.get()..=task.last.get() {
            match search.iterate(task, &mut root, Depth::new(depth), last.as_ref(), &guesses) {
                Ok(iteration) => {
                    guesses.push(iteration.score);
                    search.supervisor.completed(&iteration);
                    last = Some(iteration);
                }
                Err(Stopped) => break,
            }
        }
    }
    let best = last.as_ref().map(|iteration| iteration.best).or(any_move);
    Outcome { best, last, counters: search.counters }
}

/// The values of the last two iterations.
#[derive(Clone, Copy, Debug, Default)]
struct Guesses {
    one_ago: Option<Score>,
    two_ago: Option<Score>,
}

impl Guesses {
    fn push(&mut self, score: Score) {
        *self = Guesses { one_ago: Some(score), two_ago: self.one_ago };
    }

    /// The first guess for the next iteration: 0 as long as nothing is known (seed 001, section 1).
    fn next(&self, rule: FirstGuess) -> Score {
        let guess = match rule {
            FirstGuess::OneAgo => self.one_ago,
            FirstGuess::TwoAgo => self.two_ago.or(self.one_ago),
        };
        guess.unwrap_or(Score::DRAW)
    }
}

impl<N: Copy> Root<N> {
    /// The root of a task, unless it has no move.
    fn of<T: Tree<Node = N>>(task: &Task<'_, T>) -> Option<Root<N>> {
        let mut moves = MoveList::new();
        task.tree.list_moves(&task.root, &mut moves);
        let with_child =
            |(place, &mv): (usize, &Move)| RootMove { mv, place, child: task.tree.child(&task.root, &mv) };
        let legal = moves.len();
        let is_searched = |(_, mv): &(usize, &Move)| task.only.is_empty() || task.only.contains(mv);
        let moves: Vec<_> = moves.iter().enumerate().filter(is_searched).map(with_child).collect();
        let key = task.tree.key(&task.root);
        (!moves.is_empty()).then_some(Root { node: task.root, key, moves, legal })
    }
}

impl<T: Tree, M: Mode> Search<'_, T, M> {
    /// One iteration: asks the driver's questions until it has none left.
    fn iterate(
        &mut self,
        task: &Task<'_, T>,
        root: &mut Root<T::Node>,
        depth: Depth,
        previous: Option<&Iteration>,
        guesses: &Guesses,
    ) -> Result<Iteration, Stopped> {
        self.admit_stops(previous, Progress::BetweenIterations)?;
        let usual_guess = guesses.next(task.options.first_guess);
        let guess = self.supervisor.first_guess(depth).unwrap_or(usual_guess);
        let mut driver =
            Driver::start(task.options.driver, &task.options.driver_options, guess, root.moves.len());
        let mut best = previous.and_then(|iteration| root.place_of(iteration.best));
        while driver.probes() < MAX_PROBES {
            let (result, reorder) = match driver.question() {
                Question::Done => break,
                Question::Root { window, scout } => {
                    self.scouting = scout;
                    (self.probe_root(root, window, depth)?, true)
                }
                // The driver knows root moves by their places in the order, which must stay for it.
                Question::Move { index, window } => {
                    (self.probe_root_move(root, index, window, depth)?, false)
                }
            };
            best = self.best_after(root, best, result);
            if reorder && result.verdict != Verdict::FailLow && task.options.ordering.table_move {
                root.bring_forward(result.best);
            }
            driver.answer(result.score);
            if driver.question() != Question::Done {
                self.supervisor.probed(&self.probe(root, depth, &driver, result.verdict, best));
            }
            self.admit_stops(previous, Progress::WithinIteration)?;
        }
        if let Some(index) = driver.settled_move() {
            best = Some(root.moves[index].place);
            root.bring_forward(root.moves[index].place);
        }
        let capped = driver.question() != Question::Done;
        Ok(self.iteration(root, depth, &driver, best, capped))
    }

    fn probe(
        &self,
        root: &Root<T::Node>,
        depth: Depth,
        driver: &Driver,
        verdict: Verdict,
        best: Option<usize>,
    ) -> Probe {
        Probe { depth, bounds: driver.bounds(), verdict, best: root.chosen(best), counters: self.counters }
    }

    fn iteration(
        &self,
        root: &Root<T::Node>,
        depth: Depth,
        driver: &Driver,
        best: Option<usize>,
        capped: bool,
    ) -> Iteration {
        let best = root.chosen(best);
        Iteration {
            depth,
            score: driver.value(),
            best,
            pv: semi_pv(self.tree, self.table, &root.node, best),
            probes: driver.probes(),
            capped,
            counters: self.counters,
        }
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

impl<N> Root<N> {
    /// The move at a place, or the first in order as long as no probe has shown one to be best.
    fn chosen(&self, best: Option<usize>) -> Move {
        let is_best = |candidate: &&RootMove<N>| Some(candidate.place) == best;
        self.moves.iter().find(is_best).unwrap_or(&self.moves[0]).mv
    }

    fn place_of(&self, mv: Move) -> Option<usize> {
        self.moves.iter().find(|candidate| candidate.mv == mv).map(|candidate| candidate.place)
    }
}
