//! Searches to be compared: options, tables, and the iterations that come of them.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{self, AtomicUsize};

use crownhead_engine::eval::{Evaluation, EvaluationOptions, Grain, LearnedWeights};
use crownhead_engine::search::Policy;
use crownhead_engine::search::{
    AnyDraughts, BestMoveRule, Consistency, Depth, DriverKind, DriverOptions, FirstGuess, ForcedExtension, Histories,
    Iteration, ModeKind, Ordering, SearchControl, SearchOptions, SearchResult, Searcher, Table, TableMoveRule, Task,
    Width,
};
use crownhead_rules::{Game, Move};
use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

/// Lets the search run to its end and keeps all iterations.
#[derive(Default)]
pub struct Witness(pub Vec<Iteration>);

impl SearchControl for Witness {
    fn completed(&mut self, iteration: &Iteration) {
        self.0.push(iteration.clone());
    }
}

/// How one search is done.
#[derive(Clone, Debug)]
pub struct Run {
    pub options: SearchOptions,
    pub grain: Grain,
    /// Weights to use instead of the program's.
    pub weights: Option<LearnedWeights>,
    pub policy: Policy,
    /// Entries of the table.
    pub entries: usize,
    /// Whether the last depth is searched without the ones before.
    pub direct: bool,
}

/// A table this small is under pressure of replacement in any search.
const FEW_ENTRIES: usize = 5_000;
const MANY_ENTRIES: usize = 1 << 18;

impl Run {
    /// A search with these options and everything else as usual.
    pub fn of(options: SearchOptions) -> Run {
        let policy = Policy::Bucket;
        Run { options, grain: Grain::REAL, weights: None, policy, entries: 1 << 16, direct: false }
    }

    /// A search with everything left to chance but mode, driver and grain.
    pub fn random(mode: ModeKind, driver: DriverKind, random: &mut ChaCha8Rng) -> Run {
        let any_width = |random: &mut ChaCha8Rng| {
            Width::from_millionths(*[1, 333, 10_000, 250_000, 3_000_000].choose(random).expect("not empty"))
        };
        let driver_options = DriverOptions {
            epsilon: any_width(random),
            aspiration: any_width(random),
            first_step: any_width(random),
            close_real: random.random_ratio(3, 4),
        };
        let options = SearchOptions {
            mode,
            driver,
            driver_options: if random.random() { DriverOptions::default() } else { driver_options },
            first_guess: *FirstGuess::ALL.choose(random).expect("not empty"),
            best_move: BestMoveRule::Safe,
            table_move: *TableMoveRule::ALL.choose(random).expect("not empty"),
            ordering: Ordering {
                table_move: random.random_ratio(3, 4),
                killers: random.random(),
                history: random.random(),
            },
            transposition_cutoffs: random.random(),
            consistency: *Consistency::ALL.choose(random).expect("not empty"),
            keep_both_bounds: random.random(),
            extend_forced: ForcedExtension::ALL[random.random_range(0..ForcedExtension::ALL.len())],
            reduce_late: random.random(),
            reduce_root: random.random(),
            research_reduced: random.random(),
            unreduced_moves: random.random_range(1..4),
            reduction_depth: Depth::new(random.random_range(1..6)),
            reduction_shift: random.random_range(-1.0..3.0),
            prob_cut: random.random(),
            prob_cut_lead: random.random_range(-2.0..2.0),
            prob_cut_depth: Depth::new(random.random_range(5..8)),
            stroke_depth: Depth::new(random.random_range(1..9)),
            stroke_sacrifices: random.random_range(0..6),
            ..SearchOptions::default()
        };
        let entries = if random.random_ratio(1, 3) { random.random_range(1..FEW_ENTRIES) } else { MANY_ENTRIES };
        Run {
            options,
            grain: Grain::REAL,
            weights: None,
            policy: *Policy::ALL.choose(random).expect("not empty"),
            entries,
            direct: random.random(),
        }
    }

    /// Whether the table is so small that searches must lose entries.
    pub fn is_pressed(&self) -> bool {
        self.entries < FEW_ENTRIES || self.policy == Policy::SharplyDeeper
    }

    pub fn table(&self) -> Arc<Table> {
        Arc::new(self.policy.table(self.entries).expect("there is memory for a small table"))
    }

    /// Searches and yields the iterations.
    pub fn search(&self, game: &Game, depth: u32, table: &Arc<Table>) -> Vec<Iteration> {
        let mut witness = Witness::default();
        self.controlled(game, depth, table, &mut Histories::default(), &mut witness);
        witness.0
    }

    pub fn controlled(
        &self,
        game: &Game,
        depth: u32,
        table: &Arc<Table>,
        histories: &mut Histories,
        control: &mut dyn SearchControl,
    ) -> SearchResult {
        self.outcome(game, depth, NonZeroUsize::MIN, &[], table, histories, control)
    }

    /// A search that tells several lines, or that of some of the moves.
    #[expect(clippy::too_many_arguments, reason = "they are all that a search is given")]
    pub fn outcome(
        &self,
        game: &Game,
        depth: u32,
        lines: NonZeroUsize,
        only: &[Move],
        table: &Arc<Table>,
        histories: &mut Histories,
        control: &mut dyn SearchControl,
    ) -> SearchResult {
        let evaluation =
            EvaluationOptions { grain: self.grain, weights: self.weights.clone(), ..EvaluationOptions::default() };
        let mut searcher = Searcher {
            tree: AnyDraughts::new(Evaluation::new(game.variant(), &evaluation)),
            table: Arc::clone(table),
            histories: std::mem::take(histories),
            options: self.options.clone(),
            watcher: None,
        };
        let task = Task { only: only.to_vec(), lines, ..Task::of(game) };
        let last = Depth::new(depth);
        let task = if self.direct { task.just(last) } else { task.up_to(last) };
        let outcome = searcher.search(&task, control);
        *histories = searcher.histories;
        outcome
    }
}

/// Does `work` for the cases from 0 to `count` on all processors. A case that panics fails the test.
pub fn for_all(count: usize, work: impl Fn(usize) + Sync) {
    let next = AtomicUsize::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let case = next.fetch_add(1, atomic::Ordering::Relaxed);
                    if case >= count {
                        break;
                    }
                    work(case);
                }
            });
        }
    });
}
