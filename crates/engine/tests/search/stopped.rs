//! A search that is stopped tells its last completed iteration, and what the next one has proven, and leaves nothing
//! half-finished behind.

use std::sync::Arc;
use std::sync::atomic::{self, AtomicUsize};

use crownhead_engine::eval::{Evaluation, EvaluationOptions};
use crownhead_engine::search::{
    BestMoveRule, BetterMove, DriverKind, Histories, Iteration, ModeKind, Progress, SearchControl, SearchOptions,
    SearchResult, Stopped, Table, Unfinished,
};
use crownhead_rules::{Game, Variant};
use rand::RngExt;

use crate::plain::{Plain, Truth};
use crate::play::assert_playable;
use crate::positions::{any_game, random};
use crate::runs::{Run, Witness, for_all};

const POSITIONS: usize = 16;
const STOPS: usize = 50;
const DEPTH: u32 = 7;
const PLAIN_NODES: u64 = 200_000;

/// Stops a search at a number of nodes, or before a probe.
struct Stop {
    nodes: u64,
    probes: u32,
}

impl SearchControl for Stop {
    fn check(&mut self, nodes: u64) -> Result<u64, Stopped> {
        if nodes < self.nodes { Ok(self.nodes) } else { Err(Stopped) }
    }

    fn may_start_probe(&mut self, _: Progress) -> bool {
        self.probes = self.probes.saturating_sub(1);
        self.probes > 0
    }

    fn completed(&mut self, _: &Iteration) {}
}

fn new_table() -> Arc<Table> {
    Arc::new(Table::with_entries(1 << 16).expect("there is memory for a small table"))
}

fn run_of(mode: ModeKind, driver: DriverKind) -> Run {
    Run::of(SearchOptions { mode, driver, ..SearchOptions::default() })
}

/// The whole course of a search that nobody stops.
fn undisturbed(run: &Run, game: &Game, depth: u32) -> (Vec<Iteration>, SearchResult) {
    let mut witness = Witness::default();
    let outcome = run.controlled(game, depth, &new_table(), &mut Histories::default(), &mut witness);
    (witness.0, outcome)
}

/// The better move of the interrupted iteration is worth what it says, and the one of the iteration before is not.
fn is_better(truth: &Truth<'_>, evaluator: &Evaluation, last: &Iteration, better: &BetterMove) {
    assert_eq!(better.depth.get(), last.depth.get() + 1);
    let is_worth_it = |mv| {
        let mut plain = Plain::new(evaluator, u64::MAX);
        plain.is_worth(&truth.position, &mv, better.low, better.depth.get()).expect("no limit was set")
    };
    assert!(is_worth_it(better.pv[0]) && !is_worth_it(last.best), "{better:?} after {last:?}\n{}", truth.position);
}

/// Tells how many of the searches that were stopped within a probe had a better move than their last completed iteration.
fn stopped_searches_are_beginnings(variant: Variant, driver: DriverKind) -> usize {
    let better = AtomicUsize::new(0);
    for_all(POSITIONS, |case| {
        let mut random = random(5, case);
        let game = any_game(variant, &mut random);
        let evaluator = Evaluation::new(variant, &EvaluationOptions::default());
        let truth = Truth::of(*game.position(), &evaluator, DEPTH, PLAIN_NODES);
        let run = run_of(ModeKind::Strict, driver);
        let (iterations, whole) = undisturbed(&run, &game, truth.depth());
        let probes: u32 = iterations.iter().map(|iteration| iteration.probes).sum();

        let (kept_table, mut kept_memory) = (new_table(), Histories::default());
        for _ in 0..STOPS {
            let mut stop = Stop { nodes: random.random_range(0..=whole.counters.nodes), probes: u32::MAX };
            if random.random_ratio(1, 4) {
                stop.probes = random.random_range(0..=probes);
            }
            let (limit, within_probe) = (stop.nodes, stop.probes == u32::MAX);
            let fresh = run.controlled(&game, truth.depth(), &new_table(), &mut Histories::default(), &mut stop);
            let last = fresh.last.expect("the first iteration is always completed");
            assert_eq!(iterations.get(last.depth.get() as usize - 1), Some(&last), "{run:?}");
            if let Some(found) = &fresh.better {
                is_better(&truth, &evaluator, &last, found);
                better.fetch_add(within_probe.into(), atomic::Ordering::Relaxed);
            }
            assert!(fresh.counters.nodes <= limit.max(iterations[0].counters.nodes + 1), "{limit}: {run:?}");

            let mut stop = Stop { nodes: limit, probes: u32::MAX };
            run.controlled(&game, truth.depth(), &kept_table, &mut kept_memory, &mut stop);
        }
        let mut witness = Witness::default();
        run.controlled(&game, truth.depth(), &kept_table, &mut kept_memory, &mut witness);
        for iteration in &witness.0 {
            assert_playable(&game, iteration);
            assert_eq!(iteration.score, truth.value(iteration.depth.get()), "{run:?}\n{}", game.position());
        }
    });
    better.into_inner()
}

#[test]
fn a_stopped_search_is_the_beginning_of_one_that_is_not() {
    for driver in [DriverKind::MtdF, DriverKind::MtdBi, DriverKind::NegaScout] {
        let better = stopped_searches_are_beginnings(Variant::ENGLISH, driver)
            + stopped_searches_are_beginnings(Variant::GIVEAWAY, driver)
            + stopped_searches_are_beginnings(Variant::INTERNATIONAL, driver)
            + stopped_searches_are_beginnings(Variant::LOSING, driver);
        assert!(better > 0, "{driver}: no interrupted iteration had a better move");
    }
}

/// A probe of a single move shows that it is worth more than the best one has been shown to be, not more than that is.
#[test]
fn what_mtd_best_has_proven_of_a_move_does_not_make_it_better() {
    for_all(POSITIONS, |case| {
        let mut random = random(6, case);
        let game = any_game(Variant::ENGLISH, &mut random);
        let run = run_of(ModeKind::Play, DriverKind::MtdBest);
        let (_, whole) = undisturbed(&run, &game, DEPTH);
        for _ in 0..STOPS {
            let mut stop = Stop { nodes: random.random_range(0..=whole.counters.nodes), probes: u32::MAX };
            let outcome = run.controlled(&game, DEPTH, &new_table(), &mut Histories::default(), &mut stop);
            // With a single move, MTD(f) takes its place.
            assert!(outcome.better.is_none() || game.position().moves().len() == 1, "{}", game.position());
        }
    });
}

/// Where another move may come first, or the last proven one may not be the best, a fail high with another move says nothing
/// of that one.
#[test]
fn options_under_which_a_better_move_is_not_known_yield_none() {
    let usual = || SearchOptions { driver: DriverKind::MtdF, ..SearchOptions::default() };
    let unordered = crownhead_engine::search::Ordering { table_move: false, ..usual().ordering };
    let count = |options: SearchOptions| {
        let found = AtomicUsize::new(0);
        let run = Run::of(options);
        for_all(POSITIONS, |case| {
            let mut random = random(6, case);
            let game = any_game(Variant::ENGLISH, &mut random);
            let (_, whole) = undisturbed(&run, &game, DEPTH);
            for _ in 0..STOPS {
                let mut stop = Stop { nodes: random.random_range(0..=whole.counters.nodes), probes: u32::MAX };
                let outcome = run.controlled(&game, DEPTH, &new_table(), &mut Histories::default(), &mut stop);
                found.fetch_add(outcome.better.is_some().into(), atomic::Ordering::Relaxed);
            }
        });
        found.into_inner()
    };
    assert!(count(usual()) > 0, "there are better moves to find");
    assert_eq!(count(SearchOptions { ordering: unordered, ..usual() }), 0);
    assert_eq!(count(SearchOptions { best_move: BestMoveRule::Last, ..usual() }), 0);
    assert_eq!(count(SearchOptions { unfinished: Unfinished::Nothing, ..usual() }), 0);
}
