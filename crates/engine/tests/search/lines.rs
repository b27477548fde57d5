//! Several lines: in mode `strict` each is what a separate search without the moves before it finds.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crownhead_engine::eval::{Evaluation, EvaluationOptions, Score};
use crownhead_engine::search::{
    DriverKind, Histories, Iteration, ModeKind, NoControl, Scheme, SearchControl, SearchOptions, Stopped, Threads,
};
use crownhead_rules::{Game, Move, Ply, Variant};
use rand::RngExt;
use rand::seq::IndexedRandom;

use crate::plain::Plain;
use crate::positions::{any_game, random};
use crate::runs::{Run, Witness, for_all};

const POSITIONS: usize = 12;
const DEPTH: u32 = 5;

fn lines(number: usize) -> NonZeroUsize {
    NonZeroUsize::new(number).expect("at least one line")
}

/// All lines of an iteration: what each is worth, and its moves.
fn told(iteration: &Iteration) -> Vec<(Score, &[Move])> {
    let others = iteration.others.iter().map(|line| (line.score, line.pv.as_slice()));
    [(iteration.score, iteration.pv.as_slice())].into_iter().chain(others).collect()
}

/// What the moves of a position are worth, by plain alpha-beta.
fn worth(game: &Game, moves: &[Move], depth: u32) -> Vec<Score> {
    let evaluator = Evaluation::new(game.variant(), &EvaluationOptions::default());
    let value = |mv: &Move| Plain::new(&evaluator, u64::MAX).value(&game.position().succ(mv), depth - 1);
    let seen_from_here = |value: Score| (-value).seen_from_above(Ply::ROOT.next());
    moves.iter().map(|mv| seen_from_here(value(mv).expect("no limit was set"))).collect()
}

/// Compares the lines of an iteration with plain alpha-beta and, if the values are to be exact, with searches of the
/// moves that are left.
fn check(game: &Game, run: &Run, iteration: &Iteration, wanted: usize) {
    let legal = game.position().moves();
    let depth = iteration.depth.get();
    let told = told(iteration);
    let context = || format!("{}\n{run:?}\n{iteration:?}", game.position());
    assert_eq!(told.len(), wanted.min(legal.len()), "{}", context());
    assert_eq!(iteration.best, told[0].1[0]);

    let mut left: Vec<Move> = legal.iter().copied().collect();
    for (score, pv) in told {
        let worth = worth(game, &left, depth);
        let most = *worth.iter().max().expect("there is a move for each line");
        assert_eq!(score, most, "of {left:?}: {}", context());
        let place = left.iter().position(|mv| *mv == pv[0]).expect("it is one of those left");
        assert_eq!(worth[place], most, "{:?} is not the best of {left:?}: {}", pv[0], context());
        let alone = run.outcome(game, depth, lines(1), &left, &run.table(), &mut Histories::default(), &mut NoControl);
        let alone = alone.last.expect("a search without control is completed");
        // Of a single line mtd-best proves a move, and what that is worth at least.
        let is_same = alone.score == score || (run.options.driver == DriverKind::MtdBest && alone.score < score);
        assert!(is_same, "{} alone: {}", alone.score, context());
        let mut line = game.clone();
        pv.iter().for_each(|mv| line.play(*mv).unwrap_or_else(|error| panic!("{error}: {}", context())));
        left.remove(place);
    }
}

fn compare(variant: Variant, threads: usize) {
    let compared = AtomicU64::new(0);
    for_all(POSITIONS, |case| {
        let mut random = random(10, case);
        let game = any_game(variant, &mut random);
        for &driver in DriverKind::ALL {
            let mut run = Run::random(ModeKind::Strict, driver, &mut random);
            run.options.driver_options.close_real = true;
            run.entries = run.entries.max(5_000);
            run.options.threads = Threads::new(threads).expect("a few");
            run.options.scheme = *Scheme::FIXED.choose(&mut random).expect("not empty");
            let wanted = random.random_range(2..=5);
            let depth = if run.is_pressed() { 3 } else { DEPTH };
            let mut witness = Witness::default();
            let table = run.table();
            run.outcome(&game, depth, lines(wanted), &[], &table, &mut Histories::default(), &mut witness);
            for iteration in &witness.0 {
                check(&game, &run, iteration, wanted);
                compared.fetch_add(1 + iteration.others.len() as u64, Relaxed);
            }
        }
    });
    println!("{variant} on {threads} threads: {POSITIONS} positions, {} lines", compared.into_inner());
}

#[test]
fn each_line_is_a_separate_search_in_every_variant() {
    compare(Variant::ENGLISH, 1);
    compare(Variant::GIVEAWAY, 1);
    compare(Variant::INTERNATIONAL, 1);
    compare(Variant::LOSING, 1);
}

#[test]
fn so_it_is_on_several_threads() {
    compare(Variant::ENGLISH, 3);
    compare(Variant::INTERNATIONAL, 3);
}

#[test]
fn one_line_more_or_less_changes_nothing_before_it() {
    let game = Game::start(Variant::INTERNATIONAL);
    let scores = |number: usize| {
        let options = SearchOptions { mode: ModeKind::Strict, ..SearchOptions::default() };
        let mut run = Run::random(ModeKind::Strict, DriverKind::MtdBi, &mut random(11, 0));
        (run.options, run.direct) = (options, false);
        let mut witness = Witness::default();
        run.outcome(&game, 7, lines(number), &[], &run.table(), &mut Histories::default(), &mut witness);
        let last = witness.0.pop().expect("there are iterations");
        told(&last).iter().map(|(score, _)| *score).collect::<Vec<_>>()
    };
    let all = scores(usize::MAX);
    assert_eq!(all.len(), 9, "as many as there are moves");
    assert!(all.is_sorted_by(|better, worse| better >= worse), "{all:?}");
    for number in 1..9 {
        assert_eq!(scores(number), all[..number]);
    }
}

/// Stops at a number of nodes, and keeps what was completed.
struct StopAt(u64, Vec<Iteration>);

impl SearchControl for StopAt {
    fn check(&mut self, nodes: u64) -> Result<u64, Stopped> {
        if nodes < self.0 { Ok(self.0) } else { Err(Stopped) }
    }

    fn completed(&mut self, iteration: &Iteration) {
        self.1.push(iteration.clone());
    }
}

#[test]
fn a_stop_leaves_the_last_complete_set_of_lines() {
    let game = Game::start(Variant::ENGLISH);
    let run = |stop: &mut StopAt| {
        let mut run = Run::random(ModeKind::Play, DriverKind::MtdBi, &mut random(12, 0));
        (run.options, run.direct) = (SearchOptions::default(), false);
        run.outcome(&game, 9, lines(3), &[], &run.table(), &mut Histories::default(), stop)
    };
    let mut whole = StopAt(u64::MAX, Vec::new());
    let nodes = run(&mut whole).counters.nodes;
    let mut depths = Vec::new();
    for step in 1..40 {
        let mut stop = StopAt(nodes * step / 40, Vec::new());
        let outcome = run(&mut stop);
        let last = outcome.last.expect("the first iteration is always completed");
        assert_eq!((Some(&last), outcome.best), (stop.1.last(), Some(last.best)));
        assert_eq!(last, whole.1[last.depth.get() as usize - 1], "stopped at {}", stop.0);
        assert_eq!(last.others.len(), 2);
        depths.push(last.depth);
    }
    depths.dedup();
    assert!(depths.len() > 2, "stops fall into several iterations: {depths:?}");
}
