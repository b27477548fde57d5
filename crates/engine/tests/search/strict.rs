//! In mode `strict` every driver finds exactly the value that plain alpha-beta finds, whatever else is chosen.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crownhead_engine::eval::{Evaluation, EvaluationOptions, Grain};
use crownhead_engine::search::{DriverKind, Iteration, ModeKind, SearchOptions};
use crownhead_rules::{Game, Variant};

use crate::plain::Truth;
use crate::positions::{any_game, random};
use crate::runs::{Run, for_all};

const DEPTH: u32 = 8;
const PLAIN_NODES: u64 = 1_000_000;
/// With hardly a table, each of a driver's many probes costs as much as plain alpha-beta or more.
const PRESSED_PLAIN_NODES: u64 = 20_000;

#[derive(Default)]
pub struct Tally {
    pub values: AtomicU64,
    pub moves: AtomicU64,
    skipped_depths: AtomicU64,
}

/// Compares an iteration with the truth: its value, and that its move is worth as much.
pub fn check(truth: &mut Truth<'_>, iteration: &Iteration, run: &Run, tally: &Tally) {
    let depth = iteration.depth.get();
    let (found, value) = (iteration.score, truth.value(depth));
    let variant = truth.position.variant();
    let context = || format!("{variant} at depth {depth}\n{}\n{run:?}\n{iteration:?}", truth.position);
    assert!(!iteration.capped, "the net of probes was needed: {}", context());
    let epsilon = run.options.driver_options.epsilon.millionths();
    let is_near = i64::from((found.millionths() - value.millionths()).abs()) < epsilon;
    match run.options.driver {
        // It proves a move, and what that is worth at least.
        DriverKind::MtdBest => assert!(found <= value, "{value} at most: {}", context()),
        DriverKind::RealMtdF if !run.options.driver_options.close_real => {
            assert!(is_near, "{value} within epsilon: {}", context());
            tally.values.fetch_add(1, Relaxed);
            return;
        }
        _ => {
            assert!(found == value, "{value} expected: {}", context());
            tally.values.fetch_add(1, Relaxed);
        }
    }
    assert!(truth.is_best(iteration.best, depth), "not the best move: {variant} {run:?} {iteration:?}");
    tally.moves.fetch_add(1, Relaxed);
}

/// All drivers on one position: each as it comes, and each with other options left to chance.
fn compare_drivers(game: &Game, grain: Grain, case: usize, runs: usize, tally: &Tally) {
    let evaluator = Evaluation::new(game.variant(), &EvaluationOptions { grain, ..EvaluationOptions::default() });
    let mut truth = Truth::of(*game.position(), &evaluator, DEPTH, PLAIN_NODES);
    tally.skipped_depths.fetch_add(u64::from(DEPTH - truth.depth()), Relaxed);
    let mut random = random(2, case);
    for &driver in DriverKind::ALL {
        for number in 0..runs {
            let mut run = Run::random(ModeKind::Strict, driver, &mut random);
            if number == 0 {
                run.options = SearchOptions { mode: ModeKind::Strict, driver, ..SearchOptions::default() };
            }
            run.grain = grain;
            let depth = if run.is_pressed() { truth.depth_within(PRESSED_PLAIN_NODES) } else { truth.depth() };
            let iterations = run.search(game, depth, &run.table());
            for iteration in iterations {
                check(&mut truth, &iteration, &run, tally);
            }
        }
    }
}

fn compare(variant: Variant, positions: usize, runs: usize) {
    for grain in [Grain::REAL, Grain::from_men(0.01).expect("a valid grain")] {
        let tally = Tally::default();
        for_all(positions, |case| {
            let game = any_game(variant, &mut random(1, case));
            compare_drivers(&game, grain, case, runs, &tally);
        });
        println!(
            "{variant} at grain {}: {positions} positions, {} values and {} best moves compared, {} depths skipped",
            grain.men(),
            tally.values.into_inner(),
            tally.moves.into_inner(),
            tally.skipped_depths.into_inner(),
        );
    }
}

const POSITIONS: usize = 24;
const RUNS: usize = 3;

#[test]
fn every_driver_is_exact_in_english() {
    compare(Variant::ENGLISH, POSITIONS, RUNS);
}

#[test]
fn every_driver_is_exact_in_giveaway() {
    compare(Variant::GIVEAWAY, POSITIONS, RUNS);
}

#[test]
fn every_driver_is_exact_in_international() {
    compare(Variant::INTERNATIONAL, POSITIONS, RUNS);
}

#[test]
fn every_driver_is_exact_in_losing() {
    compare(Variant::LOSING, POSITIONS, RUNS);
}

#[test]
#[ignore = "takes a quarter of an hour"]
fn every_driver_is_exact_on_many_more_positions() {
    compare(Variant::ENGLISH, 300, 6);
    compare(Variant::GIVEAWAY, 300, 6);
    compare(Variant::INTERNATIONAL, 300, 6);
    compare(Variant::LOSING, 300, 6);
}
