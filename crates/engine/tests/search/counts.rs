//! Wins that come too late: what the table holds of a position from before the draw articles began to press is no answer
//! when few plies are left.

use crownhead_engine::eval::{Evaluation, EvaluationOptions, Score, ScoreClass};
use crownhead_engine::search::{AnyNode, Draughts, DriverKind, Histories, ModeKind, SearchOptions, Tree};
use crownhead_rules::notation::{fen, parse_move};
use crownhead_rules::{
    AnyPosition, Army, Bitboard, English, Game, Giveaway, International, Losing, Rules, Side, Variant,
};
use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use crate::positions::{ending, random};
use crate::runs::{Run, Witness};

const DEPTH: u32 = 8;

fn is_win(score: Score) -> bool {
    matches!(score.class(), ScoreClass::Win(_))
}

/// Kings of both sides on squares at random.
fn kings(variant: Variant, white: usize, black: usize, random: &mut ChaCha8Rng) -> Option<AnyPosition> {
    let board = variant.board();
    let mut place = |count: usize| {
        (0..count).fold(Bitboard::EMPTY, |set, _| {
            let squares: Vec<_> = board.squares().collect();
            set | board.bit(*squares.choose(random).expect("a board has squares"))
        })
    };
    let army = |kings| Army { men: Bitboard::EMPTY, kings };
    let position = AnyPosition::new(variant, [army(place(white)), army(place(black))], Side::White).ok()?;
    (!position.has_capture()).then_some(position)
}

/// The plies that the draw articles leave.
fn left(game: &Game) -> Option<u16> {
    game.clock().plies_left(&game.variant().articles().draws)
}

/// A game in which only kings have moved, without a capture, until so few plies are left; none if it comes to anything
/// else.
fn pressed(start: AnyPosition, plies_left: u16, random: &mut ChaCha8Rng) -> Option<Game> {
    let mut game = Game::new(start);
    while left(&game)? > plies_left {
        let quiet: Vec<_> = game
            .position()
            .moves()
            .into_iter()
            .filter(|mv| !mv.is_capture() && !game.position().succ(mv).has_capture())
            .collect();
        game.play(*quiet.choose(random)?).ok()?;
        if game.end().is_some() {
            return None;
        }
    }
    Some(game)
}

/// The last iteration's value, with a table that holds what a search of the same position without a past has found, or
/// with an empty one.
fn value(game: &Game, run: &Run, is_warm: bool) -> Score {
    let (table, mut memory, mut witness) = (run.table(), Histories::default(), Witness::default());
    if is_warm {
        let fresh = Game::new(*game.position());
        run.controlled(&fresh, DEPTH, &table, &mut memory, &mut Witness::default());
    }
    run.controlled(game, DEPTH, &table, &mut Histories::default(), &mut witness);
    witness.0.last().expect("the search is completed").score
}

fn paper() -> Run {
    let (mode, driver) = (ModeKind::Paper, DriverKind::MtdF);
    Run::of(SearchOptions { mode, driver, ..SearchOptions::default() })
}

/// Compares so many games, and counts those in which the counter makes a win come too late: there must be some.
fn compare(variant: Variant, armies: (usize, usize), cases: usize) {
    let mut too_late = 0;
    for case in 0..cases {
        let mut random = random(31, case);
        let left = random.random_range(1..=6);
        let position = kings(variant, armies.0, armies.1, &mut random);
        let Some(game) = position.and_then(|position| pressed(position, left, &mut random)) else { continue };
        let run = paper();
        let (cold, warm) = (value(&game, &run, false), value(&game, &run, true));
        assert_eq!(is_win(warm), is_win(cold), "{left} plies left: {warm}, {cold}\n{}", game.position());
        let unpressed = value(&Game::new(*game.position()), &run, false);
        too_late += usize::from(is_win(unpressed) && !is_win(cold));
    }
    println!("{variant} {armies:?}: {too_late} of {cases} wins come too late");
    assert!(too_late > 0, "no win comes too late");
}

#[test]
fn a_win_from_before_is_no_answer_when_few_plies_are_left_in_english() {
    compare(Variant::ENGLISH, (3, 1), 40);
    compare(Variant::ENGLISH, (2, 1), 40);
}

#[test]
fn a_win_from_before_is_no_answer_when_few_plies_are_left_in_international() {
    compare(Variant::INTERNATIONAL, (4, 1), 20);
}

fn played(start: &str, moves: &str) -> Game {
    let mut game = Game::new(fen::parse(Variant::ENGLISH, start).expect("it is a position"));
    for text in moves.split_whitespace() {
        game.play(parse_move(game.position(), text).expect("it is legal")).expect("it was listed");
    }
    game
}

/// The same position with 12 and with 10 plies left, by two ways: a win at ply 11 comes too late for the second.
#[test]
fn a_win_found_with_two_plies_more_left_is_no_answer() {
    let longer = played(
        "W:WK29,K6:BK27",
        "29-25 27-24 6-1 24-19 25-22 19-15 22-26 15-18 1-5 18-14 26-30 14-18 30-25 18-15 5-9 15-18 25-21 18-23 21-17 \
         23-27 17-21 27-31 21-25 31-27 9-5 27-23 25-22 23-27 22-17 27-23 5-1 23-19 17-21 19-24 1-6 24-19 21-25 19-15 25-21 \
         15-11 21-17 11-8 17-21 8-12 6-2 12-16 2-6 16-20 6-2 20-24 21-25 24-28 25-22 28-24 2-6 24-20 6-9 20-24 22-26 24-19 \
         26-31 19-15 9-5 15-10 31-27 10-6 27-31 6-1",
    );
    let shorter = played(
        "W:WK16,K18:BK13",
        "16-19 13-17 18-23 17-14 23-27 14-18 27-32 18-22 32-27 22-26 27-32 26-30 19-15 30-25 15-11 25-29 32-27 29-25 \
         11-15 25-22 27-23 22-17 15-11 17-14 11-16 14-10 16-19 10-6 23-26 6-2 26-22 2-7 19-24 7-3 24-27 3-8 22-25 8-11 27-31 \
         11-7 25-30 7-11 30-26 11-15 26-30 15-10 30-26 10-14 26-30 14-9 30-25 9-14 31-27 14-18 25-21 18-22 27-32 22-26 21-17 \
         26-23 17-14 23-19 32-27 19-15 14-9 15-10 9-5 10-6 27-31 6-1",
    );
    assert_eq!(longer.position(), shorter.position());
    assert_eq!([&longer, &shorter].map(left), [Some(12), Some(10)]);
    let (run, depth) = (paper(), 13);
    let table = run.table();
    let last = |game: &Game| run.search(game, depth, &table).pop().expect("it is completed").score;
    assert!(is_win(last(&longer)), "the win is within reach of the search");
    assert!(!is_win(last(&shorter)));
}

/// A child's key is reckoned without making the child where nothing is counted.
#[test]
fn the_key_of_a_child_is_the_key_after_its_move() {
    fn check<R: Rules>() {
        let tree = Draughts::<R>::new(Evaluation::new(Variant::of::<R>(), &EvaluationOptions::default()));
        for case in 0..60 {
            let mut random = random(32, case);
            let armies = [random.random_range(1..=3), random.random_range(1..=4)];
            let mut game = ending(Variant::of::<R>(), armies, &mut random);
            for _ in 0..120 {
                let node = AnyNode::of(&game).typed::<R>();
                for mv in game.position().moves() {
                    let child = tree.table_key(&tree.child(&node, &mv));
                    assert_eq!(tree.table_key_after(&node, &mv), child, "{} {mv:?}", game.position());
                }
                if game.end().is_some() {
                    break;
                }
                let moves = game.position().moves();
                let quiet: Vec<_> = moves.iter().filter(|mv| !game.position().succ(mv).has_capture()).collect();
                let mv = quiet.choose(&mut random).map_or(moves[0], |mv| **mv);
                game.play(mv).expect("it was listed");
            }
        }
    }
    check::<English>();
    check::<Giveaway>();
    check::<International>();
    check::<Losing>();
}
