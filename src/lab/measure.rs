//! Runs and measures searches of the engine.

use std::sync::Arc;
use std::time::Duration;

use cpu_time::ThreadTime;

use super::LabError;
use super::leaves::LeafCounter;
use super::method::Method;
use super::sample::Sample;
use crate::eval::{Evaluation, Score};
use crate::interrupt::Interrupt;
use crate::rules::{Game, Move, Rules, VariantVisitor};
use crate::search::{
    CHECK_INTERVAL, Depth, Draughts, Iteration, Progress, Searcher, Stopped, Supervisor, Table, Task, Tree,
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

/// Searches nodes of a tree by a method and measures each iteration.
#[derive(Debug)]
pub struct Workbench<T: Tree> {
    method: Method,
    searcher: Searcher<T>,
}

/// A workbench for a variant of draughts.
pub type DraughtsBench<R> = Workbench<Draughts<R>>;

impl<R: Rules> DraughtsBench<R> {
    /// A bench with an empty table and the method's evaluation.
    ///
    /// # Errors
    /// If the table cannot be allocated.
    pub fn new(method: &Method) -> Result<DraughtsBench<R>, LabError> {
        Ok(Workbench::with_table(method, method.table()?))
    }

    /// A bench with this table.
    pub fn with_table(method: &Method, table: Table) -> DraughtsBench<R> {
        Workbench::over(Draughts::new(Evaluation::new(&method.evaluation)), method, table)
    }
}

impl<T: Tree> Workbench<T> {
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
        let mut watch = Watch::<LeafCounter<T>, _>::new(interrupt, guesses, None);
        self.searcher.search(&task, &mut watch);
        watch.finished()
    }

    /// The same, counting distinct leaves with a set. This takes time, so the measured time is meaningless.
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
        let counter = Arc::new(LeafCounter::new(Arc::clone(&self.searcher.tree)));
        let mut counting = Searcher {
            tree: Arc::clone(&counter),
            table: Arc::clone(&self.searcher.table),
            memory: std::mem::take(&mut self.searcher.memory),
            options: self.method.options.clone(),
        };
        let mut watch = Watch::new(interrupt, guesses, Some(&*counter));
        counting.search(&task, &mut watch);
        self.searcher.memory = counting.memory;
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
        let mut watch = Watch::<LeafCounter<T>, _>::new(interrupt, OWN_GUESSES, None);
        (watch.most_nodes, watch.most_time) = (most_nodes, most_time);
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

/// Records each iteration, and checks the interrupt from time to time.
struct Watch<'a, C, M> {
    interrupt: &'a Interrupt,
    guesses: Guesses<'a>,
    leaves: Option<&'a C>,
    most_nodes: u64,
    most_time: Option<Duration>,
    start: ThreadTime,
    steps: Vec<Step<M>>,
}

impl<'a, C, M> Watch<'a, C, M> {
    fn new(interrupt: &'a Interrupt, guesses: Guesses<'a>, leaves: Option<&'a C>) -> Watch<'a, C, M> {
        let (most_nodes, most_time) = (u64::MAX, None);
        Watch {
            interrupt,
            guesses,
            leaves,
            most_nodes,
            most_time,
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

impl<T: Tree> Supervisor<T::Move> for Watch<'_, LeafCounter<T>, T::Move> {
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

    fn completed(&mut self, iteration: &Iteration<T::Move>) {
        let seconds = self.start.elapsed().as_secs_f64();
        let distinct_leaves = self.leaves.map(LeafCounter::end_iteration);
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
    sample.variant.visit(Measure { sample, which, method, depth, counts_leaves, interrupt })
}

struct Measure<'a> {
    sample: &'a Sample,
    which: Which,
    method: &'a Method,
    depth: u32,
    counts_leaves: bool,
    interrupt: &'a Interrupt,
}

impl VariantVisitor for Measure<'_> {
    type Output = Result<Vec<Vec<Step>>, LabError>;

    fn visit<R: Rules>(self) -> Self::Output {
        let mut bench = DraughtsBench::<R>::new(self.method)?;
        let mut search = |game: &Game<R>| {
            if self.counts_leaves {
                bench.search_counting_leaves(Task::of(game), self.depth, OWN_GUESSES, self.interrupt)
            } else {
                bench.search(Task::of(game), self.depth, OWN_GUESSES, self.interrupt)
            }
        };
        if self.which == Which::Last {
            return Ok(vec![search(&self.sample.game::<R>())?]);
        }
        let mut game = Game::<R>::start();
        let mut steps = Vec::new();
        for &mv in &self.sample.moves {
            steps.push(search(&game)?);
            game.play(mv).expect("the moves of a sample are legal");
        }
        Ok(steps)
    }
}
