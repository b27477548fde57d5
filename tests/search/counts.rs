//! Wins that come too late: what the table holds of a position from before the draw articles began to press is no answer
//! when few plies are left.

use crownhead::eval::{Score, ScoreClass};
use crownhead::rules::{Army, Bitboard, Board, English, Game, International, Position, Rules, Side};
use crownhead::search::{DriverKind, Memory, ModeKind, SearchOptions};
use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use crate::positions::random;
use crate::runs::{Run, Witness};

const DEPTH: u32 = 8;

fn is_win(score: Score) -> bool {
    matches!(score.class(), ScoreClass::Win(_))
}

/// Kings of both sides on squares at random.
fn kings<R: Rules>(white: usize, black: usize, random: &mut ChaCha8Rng) -> Option<Position<R>> {
    let mut place = |count: usize| {
        (0..count).fold(Bitboard::EMPTY, |set, _| {
            let squares: Vec<_> = R::Board::squares().collect();
            set | R::Board::bit(*squares.choose(random).expect("a board has squares"))
        })
    };
    let army = |kings| Army { men: Bitboard::EMPTY, kings };
    let position = Position::new([army(place(white)), army(place(black))], Side::White).ok()?;
    (!position.has_capture()).then_some(position)
}

/// A game in which only kings have moved, without a capture, until so few plies are left; none if it comes to anything
/// else.
fn pressed<R: Rules>(start: Position<R>, plies_left: u16, random: &mut ChaCha8Rng) -> Option<Game<R>> {
    let mut game = Game::new(start);
    while game.clock().plies_left::<R>()? > plies_left {
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
fn value<R: Rules>(game: &Game<R>, run: &Run, is_warm: bool) -> Score {
    let (table, mut memory, mut witness) = (run.table(), Memory::default(), Witness::default());
    if is_warm {
        let fresh = Game::new(*game.position());
        run.supervised(&fresh, DEPTH, &table, &mut memory, &mut Witness::default());
    }
    run.supervised(game, DEPTH, &table, &mut Memory::default(), &mut witness);
    witness.0.last().expect("the search is completed").score
}

/// Compares so many games, and counts those in which the counter makes a win come too late: there must be some.
fn compare<R: Rules>(armies: (usize, usize), cases: usize) {
    let mut too_late = 0;
    for case in 0..cases {
        let mut random = random(31, case);
        let left = random.random_range(1..=6);
        let position = kings::<R>(armies.0, armies.1, &mut random);
        let Some(game) = position.and_then(|position| pressed(position, left, &mut random)) else { continue };
        let options =
            SearchOptions { mode: ModeKind::Paper, driver: DriverKind::MtdF, ..SearchOptions::default() };
        let run = Run {
            options,
            grain: crownhead::eval::Grain::REAL,
            weights: None,
            policy: crownhead::search::Policy::Bucket,
            entries: 1 << 16,
            direct: false,
        };
        let (cold, warm) = (value(&game, &run, false), value(&game, &run, true));
        assert_eq!(is_win(warm), is_win(cold), "{left} plies left: {warm}, {cold}\n{}", game.position());
        let unpressed = value(&Game::new(*game.position()), &run, false);
        too_late += usize::from(is_win(unpressed) && !is_win(cold));
    }
    println!("{} {armies:?}: {too_late} of {cases} wins come too late", R::NAME);
    assert!(too_late > 0, "no win comes too late");
}

#[test]
fn a_win_from_before_is_no_answer_when_few_plies_are_left_in_english() {
    compare::<English>((3, 1), 40);
    compare::<English>((2, 1), 40);
}

#[test]
fn a_win_from_before_is_no_answer_when_few_plies_are_left_in_international() {
    compare::<International>((4, 1), 20);
}
