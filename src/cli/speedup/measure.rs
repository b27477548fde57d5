//! Measures the time of searches to fixed depths.

use std::time::{Duration, Instant};

use indicatif::ProgressBar;

use super::super::CliError;
use super::record::{Place, Records};
use super::{Effort, Setting};
use crate::eval::{Evaluation, EvaluationOptions};
use crate::notation::fen;
use crate::rules::{Game, Rules, VariantVisitor};
use crate::search::{
    Counters, Depth, Draughts, DraughtsNode, Iteration, Policy, Progress, SearchOptions, Searcher, Stopped,
    Supervisor, Table, Task, Unsupervised,
};

/// The measurements of one variant.
pub(super) struct Measure<'a> {
    pub(super) effort: Effort<'a>,
    pub(super) settings: &'a [Setting],
    pub(super) positions: &'a [String],
    pub(super) repetitions: usize,
    pub(super) records: &'a mut Records,
    pub(super) bar: &'a ProgressBar,
}

impl VariantVisitor for Measure<'_> {
    type Output = Result<(), CliError>;

    fn visit<R: Rules>(self) -> Self::Output {
        let Measure { effort, settings, positions, repetitions, records, bar } = self;
        let mut bench = Bench::<R>::new(effort)?;
        let roots = positions.iter().map(|text| Ok(DraughtsNode::of(&Game::new(fen::parse::<R>(text)?))));
        let roots: Vec<_> = roots.collect::<Result<_, CliError>>()?;
        let mut depths = Vec::new();
        for (position, root) in roots.iter().enumerate() {
            let known = records.depth(R::NAME, position);
            depths.push(known.unwrap_or_else(|| bench.depth_of(root)));
            bar.inc(1);
        }
        for repetition in 0..repetitions {
            for (position, (root, &depth)) in roots.iter().zip(&depths).enumerate() {
                for number in 0..settings.len() {
                    // The order of settings changes, so that no setting always runs first, last or after the same other
                    // one.
                    let setting = settings[(number + position + repetition) % settings.len()];
                    let place = Place { variant: R::NAME, position, repetition, setting };
                    if !records.has(&place) {
                        let (time, counters) = bench.time(root, depth, setting);
                        records.add(&place, depth, counters.nodes, time)?;
                    }
                    bar.inc(1);
                }
            }
        }
        Ok(())
    }
}

/// The table, which is cleared before each search.
struct Bench<'a, R: Rules> {
    effort: Effort<'a>,
    searcher: Searcher<Draughts<R>>,
}

impl<'a, R: Rules> Bench<'a, R> {
    fn new(effort: Effort<'a>) -> Result<Bench<'a, R>, CliError> {
        let tree = Draughts::new(Evaluation::new(&EvaluationOptions::default()));
        let table = Table::new(effort.table_size, Policy::Bucket)?;
        Ok(Bench { effort, searcher: Searcher::new(tree, table, effort.options.clone()) })
    }

    /// The first depth at which one thread has visited enough nodes.
    fn depth_of(&mut self, root: &DraughtsNode<R>) -> Depth {
        let mut enough = Enough { nodes: self.effort.nodes, depth: Depth::new(1), is_enough: false };
        self.search(root, Depth::MAX, Setting::ALONE, &mut enough);
        enough.depth
    }

    /// The time of a search, without the allocation of the threads' memory.
    fn time(&mut self, root: &DraughtsNode<R>, depth: Depth, setting: Setting) -> (Duration, Counters) {
        self.search(root, depth, setting, &mut Unsupervised)
    }

    fn search(
        &mut self,
        root: &DraughtsNode<R>,
        last: Depth,
        Setting { threads, scheme }: Setting,
        supervisor: &mut dyn Supervisor,
    ) -> (Duration, Counters) {
        self.searcher.options = SearchOptions { threads, scheme, ..self.effort.options.clone() };
        self.searcher.clear();
        let start = Instant::now();
        let outcome = self.searcher.search(&Task::new(*root).up_to(last), supervisor);
        (start.elapsed(), outcome.counters)
    }
}

/// Ends a search after the iteration in which it has visited enough nodes.
struct Enough {
    nodes: u64,
    depth: Depth,
    is_enough: bool,
}

impl Supervisor for Enough {
    fn check(&mut self, _: u64) -> Result<u64, Stopped> {
        Ok(u64::MAX)
    }

    fn may_start_probe(&mut self, progress: Progress) -> bool {
        progress == Progress::WithinIteration || !self.is_enough
    }

    fn completed(&mut self, iteration: &Iteration) {
        self.depth = iteration.depth;
        self.is_enough = iteration.counters.nodes >= self.nodes;
    }
}
