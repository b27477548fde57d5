//! Searches and what they took: the search that plays, watched.

use std::num::NonZeroUsize;

use cpu_time::ThreadTime;

use super::leaves::LeafCounter;
use super::method::Method;
use super::sample::Sample;
use super::{Interrupt, LabError};
use crate::eval::{Evaluator, Score};
use crate::rules::{Game, Move, Rules, VariantVisitor};
use crate::search::{
    Depth, Draughts, DraughtsNode, Iteration, Memory, Progress, Stopped, Supervisor, Table, Task, Tree,
    search,
};

/// What is known once an iteration is over. Counts and times are of the search up to then.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The iteration.
    pub iteration: Iteration,
    /// The processor time that the thread has spent, in seconds: another program on the machine does not count.
    pub seconds: f64,
    /// How many distinct positions each iteration evaluated, summed; where they are counted.
    pub distinct_leaves: Option<u64>,
}

/// First guesses by depth, in place of the search's own.
pub type Guesses<'a> = &'a dyn Fn(Depth) -> Option<Score>;

/// The search's own first guesses.
pub const OWN_GUESSES: Guesses<'static> = &|_| None;

/// What a game is searched with: its table and what its moves have taught.
#[derive(Debug)]
pub struct Workbench<R: Rules> {
    method: Method,
    tree: Draughts<R>,
    table: Table,
    memory: Memory,
}

impl<R: Rules> Workbench<R> {
    /// A bench with an empty table as the method asks for.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub fn new(method: &Method) -> Result<Workbench<R>, LabError> {
        Ok(Workbench::with_table(method, method.table()?))
    }

    /// A bench with this table.
    pub fn with_table(method: &Method, table: Table) -> Workbench<R> {
        let tree = Draughts::new(Evaluator::new(method.options.grain));
        Workbench { method: method.clone(), tree, table, memory: Memory::default() }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.table.clear();
        self.memory = Memory::default();
    }

    /// The table.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Searches the position in which a game stands, as the method says, and tells of each iteration.
    ///
    /// # Errors
    /// If it was interrupted.
    pub fn search(
        &mut self,
        game: &Game<R>,
        depth: u32,
        guesses: Guesses<'_>,
        interrupt: &Interrupt,
    ) -> Result<Vec<Step>, LabError> {
        let tree = self.tree.clone();
        self.search_tree(&tree, game, &[], depth, Watch::new(interrupt, guesses, None))
    }

    /// The same, with the distinct leaves counted by a set. That takes time, so this search's is not worth noting.
    ///
    /// # Errors
    /// If it was interrupted.
    pub fn search_counting_leaves(
        &mut self,
        game: &Game<R>,
        depth: u32,
        guesses: Guesses<'_>,
        interrupt: &Interrupt,
    ) -> Result<Vec<Step>, LabError> {
        let tree = LeafCounter::new(self.tree.clone());
        self.search_tree(&tree, game, &[], depth, Watch::new(interrupt, guesses, Some(&tree)))
    }

    /// Searches until it has visited so many nodes. The iteration under way then yields no step.
    ///
    /// # Errors
    /// If it was interrupted.
    pub fn search_nodes(
        &mut self,
        game: &Game<R>,
        nodes: u64,
        interrupt: &Interrupt,
    ) -> Result<Vec<Step>, LabError> {
        let tree = self.tree.clone();
        let watch = Watch { most_nodes: nodes, ..Watch::new(interrupt, OWN_GUESSES, None) };
        self.search_tree(&tree, game, &[], Depth::MAX.get(), watch)
    }

    /// Searches only these moves of the position.
    ///
    /// # Errors
    /// If it was interrupted.
    pub fn search_moves(
        &mut self,
        game: &Game<R>,
        only: &[Move],
        depth: u32,
        interrupt: &Interrupt,
    ) -> Result<Vec<Step>, LabError> {
        let tree = self.tree.clone();
        self.search_tree(&tree, game, only, depth, Watch::new(interrupt, OWN_GUESSES, None))
    }

    fn search_tree<T: Tree<Node = DraughtsNode<R>>>(
        &mut self,
        tree: &T,
        game: &Game<R>,
        only: &[Move],
        depth: u32,
        mut watch: Watch<'_, LeafCounter<Draughts<R>>>,
    ) -> Result<Vec<Step>, LabError> {
        if self.method.regime.clears() {
            self.clear();
        }
        let first = if self.method.regime.deepens() { 1 } else { depth };
        let task = Task {
            tree,
            root: DraughtsNode::of(game),
            earlier: game.repeatable().skip(1).collect(),
            only,
            lines: NonZeroUsize::MIN,
            first: Depth::new(first),
            last: Depth::new(depth),
            options: &self.method.options,
        };
        // The clearing is not part of the search.
        watch.start = ThreadTime::now();
        search(&task, &self.table, &mut self.memory, &mut watch);
        watch.interrupt.check()?;
        Ok(watch.steps)
    }
}

/// Notes what each iteration took, and asks now and then whether to go on.
struct Watch<'a, C> {
    interrupt: &'a Interrupt,
    guesses: Guesses<'a>,
    leaves: Option<&'a C>,
    most_nodes: u64,
    start: ThreadTime,
    steps: Vec<Step>,
}

impl<'a, C> Watch<'a, C> {
    fn new(interrupt: &'a Interrupt, guesses: Guesses<'a>, leaves: Option<&'a C>) -> Watch<'a, C> {
        let (most_nodes, start) = (u64::MAX, ThreadTime::now());
        Watch { interrupt, guesses, leaves, most_nodes, start, steps: Vec::new() }
    }
}

/// Nodes between two looks at the interrupt: a tenth of a second or so.
const NODES_BETWEEN_CHECKS: u64 = 1 << 20;

impl<T: Tree> Supervisor for Watch<'_, LeafCounter<T>> {
    fn check(&mut self, nodes: u64) -> Result<u64, Stopped> {
        if self.interrupt.is_raised() || nodes >= self.most_nodes {
            return Err(Stopped);
        }
        Ok(self.most_nodes.min(nodes + NODES_BETWEEN_CHECKS))
    }

    fn may_start_probe(&mut self, _: Progress) -> bool {
        !self.interrupt.is_raised()
    }

    fn first_guess(&mut self, depth: Depth) -> Option<Score> {
        (self.guesses)(depth)
    }

    fn completed(&mut self, iteration: &Iteration) {
        let seconds = self.start.elapsed().as_secs_f64();
        let distinct_leaves = self.leaves.map(LeafCounter::end_iteration);
        self.steps.push(Step { iteration: iteration.clone(), seconds, distinct_leaves });
    }
}

/// Which positions of a game are searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// Each from which a move was made, in turn.
    All,
    /// The one in which it stands.
    Last,
}

/// Searches positions of a sample and yields the steps of each.
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
        let mut bench = Workbench::<R>::new(self.method)?;
        let mut search = |game: &Game<R>| {
            if self.counts_leaves {
                bench.search_counting_leaves(game, self.depth, OWN_GUESSES, self.interrupt)
            } else {
                bench.search(game, self.depth, OWN_GUESSES, self.interrupt)
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
