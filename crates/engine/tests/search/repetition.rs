//! Draws inside the search: a position that has occurred in the game or on the line is a draw, and so is the end of a
//! count. Compared with plain minimax, which knows the whole game at each of its nodes.
//!
//! Up to depth 4 only the root can be repeated by a line alone, so no value in the table depends on the line that
//! led there.

use crownhead_engine::eval::{Evaluation, EvaluationOptions, Score};
use crownhead_engine::search::{DriverKind, ModeKind, SearchOptions};
use crownhead_rules::{AnyPosition, Game, Move, NoMove, Ply, Variant};
use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use crate::plain::Plain;
use crate::positions::{ending, random};
use crate::runs::Run;

const DEPTH: u32 = 4;

/// The value of the position where the game stands, with all draws. The position at the root itself is not drawn.
fn value(game: &mut Game, evaluation: &Evaluation, depth: u32, ply: Ply) -> Score {
    let articles = game.variant().articles();
    let position = *game.position();
    let moves = position.moves();
    let has_recurred = || game.repeatable().skip(1).any(|earlier| earlier == position.key());
    let is_counted_out =
        || !moves.is_empty() && game.clock().draw(&articles.draws, || position.has_capture()).is_some();
    if ply > Ply::ROOT && (has_recurred() || is_counted_out()) {
        return Score::DRAW;
    }
    if moves.is_empty() {
        return match articles.no_move {
            NoMove::Loses => Score::loss_in(ply),
            NoMove::Wins => Score::win_in(ply),
        };
    }
    if depth == 0 && !position.has_capture() {
        return Plain::new(evaluation, 1).value(&position, 0).expect("it is one node");
    }
    let mut best = Score::MIN;
    for mv in &moves {
        game.play(*mv).expect("it was listed");
        best = best.max(-value(game, evaluation, depth.saturating_sub(1), ply.next()));
        game.take_back();
    }
    best
}

/// An ending after some moves, the last three of which bring a king there and back while the other side moves a king once:
/// if that one goes back too, the position has recurred.
fn shuffled(variant: Variant, random: &mut ChaCha8Rng) -> Option<Game> {
    let armies = [random.random_range(1..=2), random.random_range(1..=2)];
    let mut game = ending(variant, armies, random);
    for _ in 0..random.random_range(0..=2) {
        play_calmly(&mut game, random, |_| true)?;
    }
    let start = *game.position();
    let side = start.side();
    play_calmly(&mut game, random, |_| true)?;
    play_calmly(&mut game, random, |_| true)?;
    play_calmly(&mut game, random, |next| next.kings(side) == start.kings(side))?;
    Some(game)
}

/// Plays a king's move that leaves nothing to capture and leads to such a position.
fn play_calmly(game: &mut Game, random: &mut ChaCha8Rng, is_wanted: impl Fn(&AnyPosition) -> bool) -> Option<()> {
    let (position, moves) = (*game.position(), game.position().moves());
    let is_calm = |mv: &&Move| {
        let mut after = game.clone();
        after.play(**mv).expect("it was listed");
        let next = after.position();
        after.clock().quiet_plies() > 0 && !next.has_capture() && after.end().is_none() && is_wanted(next)
    };
    let calm: Vec<_> = moves.iter().filter(is_calm).collect();
    game.play(**calm.choose(random)?).ok()?;
    (!position.has_capture()).then_some(())
}

/// Compares the search with minimax; counts where the game before, and where the line alone, makes a difference.
fn compare(variant: Variant, driver: DriverKind, cases: usize) -> (usize, usize) {
    let evaluation = Evaluation::new(variant, &EvaluationOptions::default());
    let run = Run::of(SearchOptions { mode: ModeKind::Paper, driver, ..SearchOptions::default() });
    let (mut by_game, mut by_line) = (0, 0);
    for case in 0..cases {
        let Some(mut game) = shuffled(variant, &mut random(41, case)) else { continue };
        let mut fresh = Game::new(*game.position());
        let (with_past, without) = (run.search(&game, DEPTH, &run.table()), run.search(&fresh, DEPTH, &run.table()));
        for (with_past, without) in with_past.iter().zip(&without) {
            let depth = with_past.depth.get();
            let expected = [&mut game, &mut fresh].map(|game| value(game, &evaluation, depth, Ply::ROOT));
            assert_eq!([with_past.score, without.score], expected, "{driver}, depth {depth}: {}", fresh.position());
            let undrawn = Plain::new(&evaluation, u64::MAX).value(fresh.position(), depth);
            by_game += usize::from(expected[0] != expected[1]);
            by_line += usize::from(Some(expected[1]) != undrawn);
        }
    }
    (by_game, by_line)
}

#[test]
fn a_second_occurrence_is_a_draw_for_the_search() {
    for driver in [DriverKind::AlphaBeta, DriverKind::MtdF] {
        let counts = [
            compare(Variant::ENGLISH, driver, 150),
            compare(Variant::GIVEAWAY, driver, 150),
            compare(Variant::INTERNATIONAL, driver, 15),
        ];
        println!("{driver}: {counts:?} values are of draws");
        assert!(counts.iter().all(|&(by_game, _)| by_game > 0), "{driver}: {counts:?} values are of draws");
        assert!(counts.iter().any(|&(_, by_line)| by_line > 0), "{driver}: {counts:?} values are of draws");
    }
}
