//! Runs and measures searches of the engine.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use cpu_time::ThreadTime;
use fnv::FnvBuildHasher;
use parking_lot::Mutex;

use super::LabError;
use super::method::Method;
use super::sample::Sample;
use crate::eval::{Evaluation, Score};
use crate::interrupt::Interrupt;
use crate::rules::{Game, Key, Move, Variant};
use crate::search::{
    AnyDraughts, AnyNode, CHECK_INTERVAL, Depth, Iteration, Progress, Searchable, Searcher, Stopped, Supervisor, Table,
    Task, Tree,
};

/// The state of a search after an iteration. Counts and times are cumulative.
#[derive(Clone, Debug, PartialEq)]
pub struct Step<M = Move> {
    /// The iteration.
    pub iteration: Iteration<M>,
    /// The CPU time of the thread, in seconds, not affected by other programs.
    pub seconds: f64,
    /// The sum over iterations of the number of distinct evaluated positions, if counted.
    pub distinct_leaves: Option<u64>,
}

/// First guesses by depth that replace the search's own.
pub type Guesses<'a> = &'a dyn Fn(Depth) -> Option<Score>;

/// The search's own first guesses.
pub const OWN_GUESSES: Guesses<'static> = &|_| None;

/// A game whose nodes have a key that tells distinct positions apart.
pub trait Keyed: Searchable + 'static {
    /// The key of a node.
    fn position_key(&self, node: &Self::Node) -> Key;
}

impl<T: Tree + 'static> Keyed for T {
    fn position_key(&self, node: &T::Node) -> Key {
        self.key(node)
    }
}

impl Keyed for AnyDraughts {
    fn position_key(&self, node: &AnyNode) -> Key {
        node.position.key()
    }
}

/// Searches nodes of a game by a method and measures each iteration.
#[derive(Debug)]
pub struct Workbench<T: Keyed> {
    method: Method,
    searcher: Searcher<T>,
}

/// A workbench for any variant of draughts.
pub type DraughtsBench = Workbench<AnyDraughts>;

impl DraughtsBench {
    /// A bench for a variant, with an empty table and the method's evaluation.
    ///
    /// # Errors
    /// If the table cannot be allocated.
    pub fn new(variant: Variant, method: &Method) -> Result<DraughtsBench, LabError> {
        Ok(DraughtsBench::with_table(variant, method, method.table()?))
    }

    /// A bench with this table.
    pub fn with_table(variant: Variant, method: &Method, table: Table) -> DraughtsBench {
        Workbench::over(AnyDraughts::new(Evaluation::new(variant, &method.evaluation)), method, table)
    }
}

impl<T: Keyed> Workbench<T> {
    /// A bench for this tree, with this table.
    pub fn over(tree: T, method: &Method, table: Table) -> Workbench<T> {
        Workbench { method: method.clone(), searcher: Searcher::new(tree, table, method.options.clone()) }
    }

    /// Clears the state.
    pub fn clear(&mut self) {
        self.searcher.clear();
    }

    /// The table.
    pub fn table(&self) -> &Table {
        &self.searcher.table
    }

    /// Searches to a depth by the method and returns each iteration.
    ///
    /// # Errors
    /// If it was interrupted.
    pub fn search(
        &mut self,
        task: Task<T::Node, T::Move>,
        depth: u32,
        guesses: Guesses<'_>,
        interrupt: &Interrupt,
    ) -> Result<Vec<Step<T::Move>>, LabError> {
        let task = self.prepared(task, depth);
        let mut watch = Watch::new(interrupt, guesses);
        self.searcher.search(&task, &mut watch);
        watch.finished()
    }

    /// The same, counting distinct leaves with a set: the positions that are evaluated (Plaat et al. 1995, section 5.2: the
    /// number of bottom positions). A position counts once per iteration, even if several lines and probes reach it. This
    /// takes time, so the measured time is meaningless.
    ///
    /// # Errors
    /// If it was interrupted.
    pub fn search_counting_leaves(
        &mut self,
        task: Task<T::Node, T::Move>,
        depth: u32,
        guesses: Guesses<'_>,
        interrupt: &Interrupt,
    ) -> Result<Vec<Step<T::Move>>, LabError> {
        let task = self.prepared(task, depth);
        let leaves = Arc::new(Leaves::default());
        let (tree, evaluated) = (Arc::clone(&self.searcher.tree), Arc::clone(&leaves));
        self.searcher.leaf_watcher = Some(Arc::new(move |node: &T::Node| {
            evaluated.lock().insert(tree.position_key(node).0);
        }));
        let mut watch = Watch { leaves: Some(&leaves), ..Watch::new(interrupt, guesses) };
        self.searcher.search(&task, &mut watch);
        self.searcher.leaf_watcher = None;
        watch.finished()
    }

    /// Searches until it has visited this many nodes. The unfinished iteration has no step.
    ///
    /// # Errors
    /// If it was interrupted.
    pub fn search_nodes(
        &mut self,
        task: Task<T::Node, T::Move>,
        nodes: u64,
        interrupt: &Interrupt,
    ) -> Result<Vec<Step<T::Move>>, LabError> {
        self.search_within(task, nodes, None, interrupt)
    }

    /// Searches until it has taken this much CPU time. The unfinished iteration has no step.
    ///
    /// # Errors
    /// If it was interrupted.
    pub fn search_time(
        &mut self,
        task: Task<T::Node, T::Move>,
        time: Duration,
        interrupt: &Interrupt,
    ) -> Result<Vec<Step<T::Move>>, LabError> {
        self.search_within(task, u64::MAX, Some(time), interrupt)
    }

    /// Searches until it reaches either limit.
    fn search_within(
        &mut self,
        task: Task<T::Node, T::Move>,
        most_nodes: u64,
        most_time: Option<Duration>,
        interrupt: &Interrupt,
    ) -> Result<Vec<Step<T::Move>>, LabError> {
        let task = self.prepared(task, Depth::MAX.get());
        let mut watch = Watch { most_nodes, most_time, ..Watch::new(interrupt, OWN_GUESSES) };
        self.searcher.search(&task, &mut watch);
        watch.finished()
    }

    /// The task up to a depth in the regime, with the regime's table. Clearing it is not part of the measurement.
    fn prepared(&mut self, task: Task<T::Node, T::Move>, depth: u32) -> Task<T::Node, T::Move> {
        if self.method.regime.clears() {
            self.clear();
        }
        let depth = Depth::new(depth);
        if self.method.regime.deepens() { task.up_to(depth) } else { task.just(depth) }
    }
}

/// The keys of the positions that an iteration has evaluated. The threads of a search share them.
type Leaves = Mutex<HashSet<u64, FnvBuildHasher>>;

/// Records each iteration, and checks the interrupt from time to time.
struct Watch<'a, M> {
    interrupt: &'a Interrupt,
    guesses: Guesses<'a>,
    leaves: Option<&'a Leaves>,
    /// The sum of distinct leaves over the iterations.
    distinct_leaves: u64,
    most_nodes: u64,
    most_time: Option<Duration>,
    start: ThreadTime,
    steps: Vec<Step<M>>,
}

impl<'a, M> Watch<'a, M> {
    fn new(interrupt: &'a Interrupt, guesses: Guesses<'a>) -> Watch<'a, M> {
        Watch {
            interrupt,
            guesses,
            leaves: None,
            distinct_leaves: 0,
            most_nodes: u64::MAX,
            most_time: None,
            start: ThreadTime::now(),
            steps: Vec::new(),
        }
    }

    fn finished(self) -> Result<Vec<Step<M>>, LabError> {
        self.interrupt.check()?;
        Ok(self.steps)
    }
}

/// Nodes between two checks of the interrupt: about a tenth of a second, so that the cost is not measurable.
const INTERRUPT_INTERVAL: u64 = 1024 * CHECK_INTERVAL;

impl<M: Clone> Supervisor<M> for Watch<'_, M> {
    fn check(&mut self, nodes: u64) -> Result<u64, Stopped> {
        let is_late = self.most_time.is_some_and(|time| self.start.elapsed() >= time);
        if self.interrupt.is_raised() || is_late || nodes >= self.most_nodes {
            return Err(Stopped);
        }
        let interval = if self.most_time.is_some() { CHECK_INTERVAL } else { INTERRUPT_INTERVAL };
        Ok(self.most_nodes.min(nodes + interval))
    }

    fn may_start_probe(&mut self, _: Progress) -> bool {
        !self.interrupt.is_raised()
    }

    fn first_guess(&mut self, depth: Depth) -> Option<Score> {
        (self.guesses)(depth)
    }

    fn completed(&mut self, iteration: &Iteration<M>) {
        let seconds = self.start.elapsed().as_secs_f64();
        let distinct_leaves = self.leaves.map(|leaves| {
            let mut evaluated = leaves.lock();
            self.distinct_leaves += evaluated.len() as u64;
            evaluated.clear();
            self.distinct_leaves
        });
        self.steps.push(Step { iteration: iteration.clone(), seconds, distinct_leaves });
    }
}

/// The positions of a game to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// Each position in which a move was made.
    All,
    /// The last position.
    Last,
}

/// Searches positions of a sample and returns the steps of each.
///
/// # Errors
/// If it was interrupted, or there is no memory for the table.
pub fn measure(
    sample: &Sample,
    which: Which,
    method: &Method,
    depth: u32,
    counts_leaves: bool,
    interrupt: &Interrupt,
) -> Result<Vec<Vec<Step>>, LabError> {
    let mut bench = DraughtsBench::new(sample.variant, method)?;
    let mut search = |game: &Game| {
        if counts_leaves {
            bench.search_counting_leaves(Task::of(game), depth, OWN_GUESSES, interrupt)
        } else {
            bench.search(Task::of(game), depth, OWN_GUESSES, interrupt)
        }
    };
    if which == Which::Last {
        return Ok(vec![search(&sample.game())?]);
    }
    let mut game = Game::start(sample.variant);
    let mut steps = Vec::new();
    for &mv in &sample.moves {
        steps.push(search(&game)?);
        game.play(mv).expect("the moves of a sample are legal");
    }
    Ok(steps)
}
