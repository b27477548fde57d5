//! In the modes `play` and `paper` answers may contradict each other. Every driver ends by itself all the same, with a
//! legal move and line, and does the same again when asked again.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crownhead_engine::eval::{Evaluation, EvaluationOptions};
use crownhead_engine::search::{
    BestMoveRule, DriverKind, Histories, Iteration, ModeKind, NoControl, SearchOptions, SearchResult,
};
use crownhead_rules::{Game, Variant};
use rand::seq::IndexedRandom;

use crate::plain::Truth;
use crate::positions::{any_game, random};
use crate::runs::{Run, for_all};

const POSITIONS: usize = 24;
const RUNS: usize = 2;
const DEPTH: u32 = 12;
const PLAIN_NODES: u64 = 100_000;
const PRESSED_PLAIN_NODES: u64 = 5_000;

/// The best move begins the line, every move of the line is legal where it stands, and the line does not end before an only
/// move.
pub fn assert_playable(game: &Game, iteration: &Iteration) {
    assert_eq!(iteration.pv.first(), Some(&iteration.best), "{iteration:?}");
    let mut line = game.clone();
    let mut keys = Vec::new();
    for mv in &iteration.pv {
        keys.push(line.position().key());
        line.play(*mv).unwrap_or_else(|error| panic!("{error}: {iteration:?}\n{}", game.position()));
    }
    let is_drawn = line.clock().draw(&game.variant().articles().draws, || line.position().has_capture()).is_some();
    let is_over = is_drawn || keys.contains(&line.position().key());
    let is_forced = line.position().moves().len() == 1;
    assert!(is_over || !is_forced, "{iteration:?}\n{}", game.position());
}

fn outcome(run: &Run, game: &Game, depth: u32) -> SearchResult {
    run.controlled(game, depth, &run.table(), &mut Histories::default(), &mut NoControl)
}

fn ends_in(variant: Variant, mode: ModeKind) {
    let (searches, most_probes) = (AtomicU64::new(0), AtomicU64::new(0));
    for_all(POSITIONS, |case| {
        let game = any_game(variant, &mut random(1, case));
        let evaluator = Evaluation::new(variant, &EvaluationOptions::default());
        let truth = Truth::of(*game.position(), &evaluator, DEPTH, PLAIN_NODES);
        let mut random = random(4, case);
        for (&driver, number) in DriverKind::ALL.iter().flat_map(|d| (0..RUNS).map(move |n| (d, n))) {
            let mut run = Run::random(mode, driver, &mut random);
            if number == 0 {
                run.options = SearchOptions { mode, driver, ..SearchOptions::default() };
            }
            run.options.best_move = *BestMoveRule::ALL.choose(&mut random).expect("not empty");
            let depth = if run.is_pressed() { truth.depth_within(PRESSED_PLAIN_NODES) } else { truth.depth() };
            let found = outcome(&run, &game, depth);
            let last = found.last.as_ref().expect("a search without control is completed");
            assert!(!last.capped, "the net of probes was needed: {run:?}\n{}", game.position());
            assert_eq!(last.depth.get(), depth);
            assert_playable(&game, last);
            assert_eq!(outcome(&run, &game, depth), found, "a second search differs: {run:?}");
            searches.fetch_add(1, Relaxed);
            most_probes.fetch_max(u64::from(last.probes), Relaxed);
        }
    });
    let (searches, most_probes) = (searches.into_inner(), most_probes.into_inner());
    println!("{variant} in {mode}: {searches} searches, each twice, of {most_probes} probes at most");
}

#[test]
fn every_driver_ends_in_play() {
    ends_in(Variant::ENGLISH, ModeKind::Play);
    ends_in(Variant::GIVEAWAY, ModeKind::Play);
    ends_in(Variant::INTERNATIONAL, ModeKind::Play);
    ends_in(Variant::LOSING, ModeKind::Play);
}

#[test]
fn every_driver_ends_in_paper() {
    ends_in(Variant::ENGLISH, ModeKind::Paper);
    ends_in(Variant::GIVEAWAY, ModeKind::Paper);
    ends_in(Variant::INTERNATIONAL, ModeKind::Paper);
    ends_in(Variant::LOSING, ModeKind::Paper);
}
