//! Runs and measures searches of the engine.

use std::collections::HashSet;
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;

use cpu_time::ThreadTime;
use fnv::FnvBuildHasher;
use parking_lot::Mutex;
use serde::Serialize;

use super::job::search_weight;
use super::{Job, LabError, Method, Row};
use crownhead_engine::engine::{Limit, TimeLimit};
use crownhead_engine::eval::{Evaluation, Score};
use crownhead_engine::search::{
    AnyDraughts, CHECK_INTERVAL, Depth, Iteration, NodeKind, Progress, SearchControl, Searchable, Searcher, Stopped,
    Table, Task,
};
use crownhead_engine::support::interrupt::Interrupt;
use crownhead_rules::{Game, Key, Move, Variant};

/// An iteration of a search and its cost. Counts and times are cumulative.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured<M = Move> {
    pub iteration: Iteration<M>,
    /// The CPU time of the thread, in seconds, not affected by other programs.
    pub seconds: f64,
    /// The sums over iterations of the numbers of distinct positions, if counted.
    pub distinct: Option<Distinct>,
}

/// Numbers of distinct positions. They are figures of rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Distinct {
    /// Those that were evaluated.
    #[serde(rename = "distinct_leaves")]
    pub leaves: u64,
    /// Those whose moves were searched.
    #[serde(rename = "distinct_interior")]
    pub interior: u64,
}

/// First guesses by depth that replace the search's own.
pub type FirstGuesses<'a> = &'a dyn Fn(Depth) -> Option<Score>;

pub const OWN_GUESSES: FirstGuesses<'static> = &|_| None;

/// Searches nodes of a game by a method and measures each iteration.
pub struct Workbench<T: Searchable + ?Sized> {
    method: Method,
    searcher: Searcher<T>,
    /// The key of a node, which differs between distinct positions.
    key: fn(&T, &T::Node) -> Key,
}

pub type DraughtsBench = Workbench<AnyDraughts>;

impl DraughtsBench {
    /// A bench for a variant, with an empty table and the method's evaluation.
    pub fn new(variant: Variant, method: &Method) -> Result<DraughtsBench, LabError> {
        Ok(DraughtsBench::with_table(variant, method, method.table()?))
    }

    pub fn with_table(variant: Variant, method: &Method, table: Table) -> DraughtsBench {
        let tree = AnyDraughts::new(Evaluation::new(variant, &method.evaluation));
        Workbench::over(tree, |_, node| node.position.key(), method, table)
    }
}

impl<T: Searchable + ?Sized + 'static> Workbench<T> {
    /// A bench for this tree, whose nodes have this key, with this table.
    pub(super) fn over(tree: Arc<T>, key: fn(&T, &T::Node) -> Key, method: &Method, table: Table) -> Workbench<T> {
        Workbench { method: method.clone(), searcher: Searcher::new(tree, table, method.options.clone()), key }
    }

    pub fn clear(&mut self) {
        self.searcher.clear();
    }

    /// Searches to a depth by the method and returns each iteration.
    pub fn search(
        &mut self,
        task: Task<T::Node, T::Move>,
        depth: u32,
        guesses: FirstGuesses<'_>,
        interrupt: &Interrupt,
    ) -> Result<Vec<Measured<T::Move>>, LabError> {
        self.run(task, depth, Recorder::new(interrupt, guesses))
    }

    /// The same, counting distinct positions with sets: those that are evaluated (Plaat et al. 1995, section 5.2: the
    /// number of bottom positions), and those whose moves are searched. A position counts once per iteration, even if
    /// several lines and probes reach it. This takes time, so the measured time is meaningless.
    pub fn search_counting_distinct(
        &mut self,
        task: Task<T::Node, T::Move>,
        depth: u32,
        guesses: FirstGuesses<'_>,
        interrupt: &Interrupt,
    ) -> Result<Vec<Measured<T::Move>>, LabError> {
        let visited = Arc::new(Mutex::<Visited>::default());
        let (tree, key, seen) = (Arc::clone(&self.searcher.tree), self.key, Arc::clone(&visited));
        self.searcher.watcher = Some(Arc::new(move |node: &T::Node, kind| {
            let mut seen = seen.lock();
            let keys = if kind == NodeKind::Leaf { &mut seen.leaves } else { &mut seen.interior };
            keys.insert(key(&tree, node).0);
        }));
        let result = self.run(task, depth, Recorder { visited: Some(&visited), ..Recorder::new(interrupt, guesses) });
        self.searcher.watcher = None;
        result
    }

    /// Searches until it reaches a limit of depth, of nodes or of CPU time. An unfinished iteration is left out.
    pub fn search_within(
        &mut self,
        task: Task<T::Node, T::Move>,
        limit: Limit,
        interrupt: &Interrupt,
    ) -> Result<Vec<Measured<T::Move>>, LabError> {
        let depth = limit.depth.unwrap_or(Depth::MAX).get();
        self.run(task, depth, Recorder { limit, ..Recorder::new(interrupt, OWN_GUESSES) })
    }

    /// Searches to a depth in the regime, with the regime's table. Clearing it is not part of the measurement.
    fn run(
        &mut self,
        task: Task<T::Node, T::Move>,
        depth: u32,
        mut watch: Recorder<'_, T::Move>,
    ) -> Result<Vec<Measured<T::Move>>, LabError> {
        if self.method.regime.clears() {
            self.clear();
        }
        let depth = Depth::new(depth);
        let task = if self.method.regime.deepens() { task.up_to(depth) } else { task.just(depth) };
        watch.start = ThreadTime::now();
        self.searcher.search(&task, &mut watch);
        watch.interrupt.check()?;
        Ok(watch.iterations)
    }
}

impl<T: Searchable + ?Sized> fmt::Debug for Workbench<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Workbench").field("method", &self.method).finish_non_exhaustive()
    }
}

/// The keys of the positions that an iteration has visited.
#[derive(Default)]
struct Visited {
    leaves: HashSet<u64, FnvBuildHasher>,
    interior: HashSet<u64, FnvBuildHasher>,
}

/// Records each iteration, and checks the interrupt and the limit.
struct Recorder<'a, M> {
    interrupt: &'a Interrupt,
    guesses: FirstGuesses<'a>,
    limit: Limit,
    /// The threads of a search share it.
    visited: Option<&'a Mutex<Visited>>,
    distinct: Distinct,
    start: ThreadTime,
    iterations: Vec<Measured<M>>,
}

impl<'a, M> Recorder<'a, M> {
    fn new(interrupt: &'a Interrupt, guesses: FirstGuesses<'a>) -> Recorder<'a, M> {
        let (limit, start) = (Limit::default(), ThreadTime::now());
        Recorder {
            interrupt,
            guesses,
            limit,
            visited: None,
            distinct: Distinct::default(),
            start,
            iterations: Vec::new(),
        }
    }
}

/// Nodes between two checks of the interrupt: about a tenth of a second, so that the cost is not measurable.
const INTERRUPT_INTERVAL: u64 = 1024 * CHECK_INTERVAL;

impl<M: Clone> SearchControl<M> for Recorder<'_, M> {
    fn check(&mut self, nodes: u64) -> Result<u64, Stopped> {
        let most = self.limit.nodes.unwrap_or(u64::MAX);
        let (is_late, interval) = match self.limit.time {
            TimeLimit::PerMove(time) => (self.start.elapsed() >= time, CHECK_INTERVAL),
            TimeLimit::Unlimited | TimeLimit::Clock(_) => (false, INTERRUPT_INTERVAL),
        };
        if self.interrupt.is_raised() || is_late || nodes >= most {
            return Err(Stopped);
        }
        Ok(most.min(nodes + interval))
    }

    fn may_start_probe(&mut self, _: Progress) -> bool {
        !self.interrupt.is_raised()
    }

    fn first_guess(&mut self, depth: Depth) -> Option<Score> {
        (self.guesses)(depth)
    }

    fn completed(&mut self, iteration: &Iteration<M>) {
        let seconds = self.start.elapsed().as_secs_f64();
        let distinct = self.visited.map(|visited| {
            let visited = std::mem::take(&mut *visited.lock());
            self.distinct.leaves += visited.leaves.len() as u64;
            self.distinct.interior += visited.interior.len() as u64;
            self.distinct
        });
        self.iterations.push(Measured { iteration: iteration.clone(), seconds, distinct });
    }
}

/// Searches positions one after the other and returns the iterations of each.
pub fn measure(
    positions: &[Game],
    method: &Method,
    depth: u32,
    counts_distinct: bool,
    interrupt: &Interrupt,
) -> Result<Vec<Vec<Measured>>, LabError> {
    let Some(first) = positions.first() else { return Ok(Vec::new()) };
    let mut bench = DraughtsBench::new(first.variant(), method)?;
    let search = |position: &Game| {
        if counts_distinct {
            bench.search_counting_distinct(Task::of(position), depth, OWN_GUESSES, interrupt)
        } else {
            bench.search(Task::of(position), depth, OWN_GUESSES, interrupt)
        }
    };
    positions.iter().map(search).collect()
}

/// Sums over several searches. Its fields are figures of rows.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(super) struct Totals {
    searches: u64,
    /// CPU time.
    seconds: f64,
    /// Calls of the node search.
    nodes: u64,
    leaves: u64,
    /// Nodes that are neither leaves nor cut off by the table.
    interior: u64,
    /// Nodes cut off by their table entry.
    table_hits: u64,
    /// Probes of the last iterations.
    probes: u64,
    /// The fewest probes of a search's last iteration, 0 without a search.
    probes_min: u32,
    probes_max: u32,
    /// Last iterations that the safety net ended.
    capped: u64,
    /// Distinct positions, where they were counted.
    #[serde(skip)]
    pub(super) distinct: Distinct,
}

impl Totals {
    /// Adds a search, given its last iteration.
    pub(super) fn add<M>(&mut self, last: &Measured<M>) {
        let (counters, probes) = (&last.iteration.counters, last.iteration.probes);
        self.probes_min = if self.searches == 0 { probes } else { self.probes_min.min(probes) };
        self.probes_max = self.probes_max.max(probes);
        self.searches += 1;
        self.seconds += last.seconds;
        self.nodes += counters.nodes;
        self.leaves += counters.leaves;
        self.interior += counters.nodes - counters.leaves - counters.table_hits;
        self.table_hits += counters.table_hits;
        self.probes += u64::from(probes);
        self.capped += u64::from(last.iteration.capped);
        let distinct = last.distinct.unwrap_or_default();
        self.distinct.leaves += distinct.leaves;
        self.distinct.interior += distinct.interior;
    }

    /// The sum over the searches of several positions up to `depth`, without positions that have no such iteration.
    pub(super) fn at_depth<'a, M: 'a>(depth: u32, positions: impl IntoIterator<Item = &'a Vec<Measured<M>>>) -> Totals {
        let mut totals = Totals::default();
        for iterations in positions {
            if let Some(last) = iterations.iter().find(|measured| measured.iteration.depth.get() == depth) {
                totals.add(last);
            }
        }
        totals
    }
}

/// The most common job: a method searches positions of a game, which has this number. A method with iterative deepening
/// has a row for each depth of the range, others for the last one. Counting distinct positions needs a second search,
/// which is not timed.
pub(super) fn trial(
    positions: &Arc<[Game]>,
    number: usize,
    method: Method,
    depths: RangeInclusive<u32>,
    counts_distinct: bool,
) -> Job {
    let depth = *depths.end();
    let depths = if method.regime.deepens() { *depths.start().min(&depth)..=depth } else { depth..=depth };
    let searches = positions.len() * if counts_distinct { 3 } else { 1 };
    let (positions, searched) = (Arc::clone(positions), method.clone());
    let variant = positions.first().map(Game::variant);
    let job = Job::new(search_weight(searches, depth), move |interrupt| {
        let timed = measure(&positions, &method, depth, false, interrupt)?;
        let counted = if counts_distinct { Some(measure(&positions, &method, depth, true, interrupt)?) } else { None };
        let rows = rows_by_depth(&method, depths.clone(), &timed, counted.as_deref());
        let variant = variant.map_or("", Variant::name);
        Ok(rows.map(|row| row.label("game", number).label("variant", variant)).collect())
    });
    job.by_methods(variant, [&searched])
}

/// A row for each depth, with the sums over the searches of several positions and, if they were searched once more for
/// that, the counts of distinct positions.
pub(super) fn rows_by_depth<M>(
    method: &Method,
    depths: RangeInclusive<u32>,
    timed: &[Vec<Measured<M>>],
    counted: Option<&[Vec<Measured<M>>]>,
) -> impl Iterator<Item = Row> {
    depths.map(move |depth| {
        let row = labels(method, depth).figures(&Totals::at_depth(depth, timed));
        match counted {
            None => row,
            Some(counted) => row.figures(&Totals::at_depth(depth, counted).distinct),
        }
    })
}

pub(super) fn labels(method: &Method, depth: u32) -> Row {
    Row::default()
        .label("method", &method.name)
        .label("regime", method.regime)
        .label("grain", method.evaluation.grain.men())
        .label("epsilon", method.options.driver_options.epsilon.men())
        .label("entries", method.entries)
        .label("policy", method.policy)
        .label("depth", depth)
}
