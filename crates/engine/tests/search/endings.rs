//! Won endings played on with one table: wins found from one root answer at the next, where they are nearer.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crownhead_engine::eval::{Evaluation, EvaluationOptions, Score, ScoreClass};
use crownhead_engine::search::{
    AnyDraughts, Depth, DriverKind, Histories, ModeKind, NoControl, Policy, SearchOptions, Searcher, Table, Task,
};
use crownhead_rules::notation::fen;
use crownhead_rules::{Game, Ply, Variant};
use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use crate::plain::Truth;
use crate::positions::{ending, random};
use crate::runs::{Run, Witness, for_all};

const MOVES: usize = 12;
const ENDINGS: usize = 2;
const DEPTH: u32 = 10;
const PLAIN_NODES: u64 = 40_000;

fn is_decided(score: Score) -> bool {
    matches!(score.class(), ScoreClass::Win(_) | ScoreClass::Loss(_))
}

/// A game of twelve positions, most with a win in sight, and the truth about each; none if this ending does not go so.
///
/// The loser plays well; the winner, half of the time, plays at random, so that the game goes on, and positions come
/// back at other distances from the root.
fn play_on<'a>(mut game: Game, evaluator: &'a Evaluation, random: &mut ChaCha8Rng) -> Option<Vec<(Game, Truth<'a>)>> {
    let mut line = Vec::new();
    while line.len() < MOVES {
        if game.position().moves().is_empty() {
            return None;
        }
        let mut truth = Truth::of(*game.position(), evaluator, DEPTH, PLAIN_NODES);
        let depth = truth.depth();
        if line.is_empty() && !is_decided(truth.value(depth)) {
            return None;
        }
        let moves = game.position().moves();
        let wins = truth.value(depth) > Score::DRAW;
        let dallies = wins && random.random();
        let best = moves.iter().copied().find(|mv| truth.is_best(*mv, depth)).expect("one is best");
        let mv = if dallies { *moves.choose(random).expect("there are moves") } else { best };
        line.push((game.clone(), truth));
        game.play(mv).expect("it was listed");
    }
    let in_sight = line.iter().filter(|(_, truth)| is_decided(truth.value(truth.depth()))).count();
    (2 * in_sight > MOVES).then_some(line)
}

/// One driver over the whole line with one table; returns how many values it compared, and how many were decided.
fn follow(line: &mut [(Game, Truth<'_>)], run: &Run) -> [u64; 2] {
    let (table, mut memory) = (run.table(), Histories::default());
    let (mut compared, mut decided) = (0, 0);
    for (game, truth) in line {
        let mut witness = Witness::default();
        run.controlled(game, truth.depth(), &table, &mut memory, &mut witness);
        for iteration in witness.0 {
            let (depth, found) = (iteration.depth.get(), iteration.score);
            let value = truth.value(depth);
            let context = format!("{}\n{}\n{run:?}\n{iteration:?}", game.variant(), truth.position);
            assert!(!iteration.capped, "the net of probes was needed: {context}");
            // mtd-best proves a move, and what that is worth at least; the others find the value.
            let is_right = if run.options.driver == DriverKind::MtdBest { found <= value } else { found == value };
            assert!(is_right, "{value} expected: {context}");
            assert!(truth.is_best(iteration.best, depth), "not the best move: {context}");
            compared += 1;
            decided += u64::from(is_decided(value));
        }
    }
    [compared, decided]
}

fn compare(variant: Variant, pieces: [usize; 2], endings: usize) {
    let (compared, decided) = (AtomicU64::new(0), AtomicU64::new(0));
    for_all(endings, |case| {
        let mut random = random(3, case);
        let evaluator = Evaluation::new(variant, &EvaluationOptions::default());
        let mut line = loop {
            if let Some(line) = play_on(ending(variant, pieces, &mut random), &evaluator, &mut random) {
                break line;
            }
        };
        for &driver in DriverKind::ALL {
            let other = Policy::ALL.choose(&mut random).expect("there are policies");
            for policy in [Policy::Bucket, *other] {
                let mut run = Run::random(ModeKind::Strict, driver, &mut random);
                run.policy = policy;
                run.entries = 1 << 16;
                run.options.driver_options.close_real = true;
                let [all, won] = follow(&mut line, &run);
                compared.fetch_add(all, Relaxed);
                decided.fetch_add(won, Relaxed);
            }
        }
    });
    let (compared, decided) = (compared.into_inner(), decided.into_inner());
    println!("{variant} {pieces:?}: {endings} endings, {compared} values, {decided} wins and losses");
    assert!(decided * 10 > compared, "wins are what this is about: {decided} of {compared}");
}

#[test]
fn wins_stay_exact_from_move_to_move_in_english() {
    compare(Variant::ENGLISH, [2, 1], ENDINGS);
    compare(Variant::ENGLISH, [3, 2], ENDINGS);
}

#[test]
fn wins_stay_exact_from_move_to_move_in_giveaway() {
    compare(Variant::GIVEAWAY, [2, 1], ENDINGS);
    compare(Variant::GIVEAWAY, [3, 2], ENDINGS);
}

#[test]
fn wins_stay_exact_from_move_to_move_in_international() {
    compare(Variant::INTERNATIONAL, [4, 1], ENDINGS);
}

/// Among so many pieces, endings with a win in sight are rare.
#[test]
#[ignore = "takes two minutes"]
fn so_they_do_among_seven_pieces() {
    compare(Variant::INTERNATIONAL, [5, 2], ENDINGS);
}

#[test]
fn wins_stay_exact_from_move_to_move_in_losing() {
    compare(Variant::LOSING, [2, 1], ENDINGS);
    compare(Variant::LOSING, [3, 2], ENDINGS);
}

#[test]
fn the_search_knows_when_a_game_is_won() {
    fn score(variant: Variant, at: &str) -> Option<Score> {
        let game = Game::new(fen::parse(variant, at).expect("the FEN is well formed"));
        let evaluation = Evaluation::new(variant, &EvaluationOptions::default());
        let table = Table::with_entries(1 << 12).expect("there is memory");
        let mut searcher = Searcher::new(AnyDraughts::new(evaluation), table, SearchOptions::default());
        let task = Task::of(&game).up_to(Depth::new(5));
        searcher.search(&task, &mut NoControl).last.map(|last| last.score)
    }
    // The man on 12 has two moves to go, the one on 35 three.
    assert_eq!(score(Variant::BREAKTHROUGH, "W:W12:B35"), Some(Score::win_in(Ply::new(3))));
    assert_eq!(score(Variant::BREAKTHROUGH, "B:W12:B35"), Some(Score::loss_in(Ply::new(4))));
    assert_ne!(score(Variant::KILLER, "W:W12:B35"), Some(Score::win_in(Ply::new(3))));
}
