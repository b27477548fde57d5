//! Several threads: in mode `strict` they find what one finds, whatever they help each other with; and they stop.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crownhead_engine::eval::{Evaluation, EvaluationOptions, Score};
use crownhead_engine::search::{
    Depth, DriverKind, Histories, Iteration, ModeKind, NoControl, Scheme, SearchControl, Stopped, Threads,
};
use crownhead_rules::{Game, Variant};
use rand::RngExt;
use rand::seq::IndexedRandom;

use crate::plain::Truth;
use crate::play::assert_playable;
use crate::positions::{any_game, random};
use crate::runs::{Run, for_all};
use crate::strict::{Tally, check};

const POSITIONS: usize = 12;
const DEPTH: u32 = 8;
const PLAIN_NODES: u64 = 1_000_000;
const PRESSED_PLAIN_NODES: u64 = 10_000;
const MOST_THREADS: usize = 4;

fn several(random: &mut impl RngExt) -> Threads {
    Threads::new(random.random_range(2..=MOST_THREADS)).expect("that many can be chosen")
}

fn exact(variant: Variant) {
    let tally = Tally::default();
    for_all(POSITIONS, |case| {
        let game = any_game(variant, &mut random(6, case));
        let evaluator = Evaluation::new(variant, &EvaluationOptions::default());
        let mut truth = Truth::of(*game.position(), &evaluator, DEPTH, PLAIN_NODES);
        let mut random = random(7, case);
        for (&driver, &scheme) in DriverKind::ALL.iter().flat_map(|d| Scheme::FIXED.iter().map(move |s| (d, s))) {
            let mut run = Run::random(ModeKind::Strict, driver, &mut random);
            (run.options.threads, run.options.scheme) = (several(&mut random), scheme);
            let depth = if run.is_pressed() { truth.depth_within(PRESSED_PLAIN_NODES) } else { truth.depth() };
            for iteration in run.search(&game, depth, &run.table()) {
                check(&mut truth, &iteration, &run, &tally);
            }
        }
    });
    let (values, moves) = (tally.values.into_inner(), tally.moves.into_inner());
    println!("{variant}: {POSITIONS} positions, {values} values and {moves} best moves compared");
    assert!(values > 0 && moves > 0);
}

#[test]
fn threads_are_exact_in_every_variant() {
    exact(Variant::ENGLISH);
    exact(Variant::GIVEAWAY);
    exact(Variant::INTERNATIONAL);
    exact(Variant::LOSING);
}

/// The positions of a few moves, each searched with the table and the memories of the one before.
fn playable(variant: Variant, mode: ModeKind) {
    for_all(POSITIONS, |case| {
        let mut random = random(8, case);
        let mut game = any_game(variant, &mut random);
        for scheme in Scheme::FIXED {
            let driver = *DriverKind::ALL.choose(&mut random).expect("not empty");
            let mut run = Run::random(mode, driver, &mut random);
            (run.options.threads, run.options.scheme) = (several(&mut random), scheme);
            let (table, mut memory) = (run.table(), Histories::default());
            // With hardly a table, a ply costs several times as much.
            let depth = if run.is_pressed() { 5 } else { 6 };
            for _ in 0..4 {
                let outcome = run.controlled(&game, depth, &table, &mut memory, &mut NoControl);
                let last = outcome.last.expect("a search without control is completed");
                assert_playable(&game, &last);
                assert!(!last.capped, "the net of probes was needed: {run:?}\n{}", game.position());
                assert!(outcome.counters.nodes >= last.counters.nodes);
                if game.play(last.best).is_err() || game.end().is_some() {
                    game.take_back();
                    break;
                }
            }
        }
    });
}

#[test]
fn threads_play_legal_lines_in_every_mode() {
    for &mode in ModeKind::ALL {
        playable(Variant::ENGLISH, mode);
        playable(Variant::GIVEAWAY, mode);
        playable(Variant::INTERNATIONAL, mode);
        playable(Variant::LOSING, mode);
    }
}

/// Stops a search at a number of nodes, and tells how many it was last asked at.
struct Limit {
    nodes: u64,
    seen: AtomicU64,
}

impl SearchControl for Limit {
    fn check(&mut self, nodes: u64) -> Result<u64, Stopped> {
        self.seen.store(nodes, Relaxed);
        if nodes < self.nodes { Ok(self.nodes) } else { Err(Stopped) }
    }

    fn completed(&mut self, _: &Iteration) {}
}

/// Nodes that a thread may visit before it sees that the others have reached the limit, with a wide margin for threads
/// that wait for a processor.
const OVERSHOT: u64 = 4_000_000;

#[test]
fn a_limit_counts_the_nodes_of_all_threads() {
    let game = Game::start(Variant::INTERNATIONAL);
    for (&scheme, threads) in Scheme::FIXED.iter().flat_map(|scheme| [(scheme, 2), (scheme, 4)]) {
        let mut run = Run::random(ModeKind::Play, DriverKind::MtdBi, &mut random(9, threads));
        run.options = crownhead_engine::search::SearchOptions::default();
        run.direct = false;
        (run.options.threads, run.options.scheme) = (Threads::new(threads).expect("a few"), scheme);
        let (table, mut memory) = (run.table(), Histories::default());
        let mut limit = Limit { nodes: 1_000_000, seen: AtomicU64::new(0) };
        let outcome = run.controlled(&game, 60, &table, &mut memory, &mut limit);
        let (nodes, seen) = (outcome.counters.nodes, limit.seen.into_inner());
        assert!((limit.nodes..limit.nodes + OVERSHOT).contains(&nodes), "{scheme}, {threads}: {nodes}");
        assert!(seen >= limit.nodes && seen <= nodes, "{scheme}, {threads}: {seen} of {nodes}");
        let last = outcome.last.expect("some iterations are complete");
        assert_playable(&game, &last);
    }
}

/// Has a first guess of its own, and keeps the depths at which it was asked for it.
struct Guesser(Vec<Depth>);

impl SearchControl for Guesser {
    fn first_guess(&mut self, depth: Depth) -> Option<Score> {
        self.0.push(depth);
        Some(Score::DRAW)
    }

    fn completed(&mut self, _: &Iteration) {}
}

#[test]
fn the_supervisor_is_asked_for_its_first_guess_with_several_threads_too() {
    let game = Game::start(Variant::INTERNATIONAL);
    let mut run = Run::random(ModeKind::Play, DriverKind::MtdF, &mut random(10, 0));
    run.direct = false;
    run.options.threads = Threads::new(2).expect("a valid number");
    let mut guesser = Guesser(Vec::new());
    run.controlled(&game, 4, &run.table(), &mut Histories::default(), &mut guesser);
    assert_eq!(guesser.0, [1, 2, 3, 4].map(Depth::new));
}
