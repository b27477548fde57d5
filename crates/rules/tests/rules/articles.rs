//! The rules, article by article: a position and all its legal moves. Squares are PDN numbers; captures name the
//! pieces taken, so `28x10(14,23)` is a capture of two.
//!
//! ```text
//! 8x8:  .  1  .  2  .  3  .  4     10x10:  .  1  .  2  .  3  .  4  .  5
//!       5  .  6  .  7  .  8  .             6  .  7  .  8  .  9  . 10  .
//!       .  9  . 10  . 11  . 12             . 11  . 12  . 13  . 14  . 15
//!      13  . 14  . 15  . 16  .            16  . 17  . 18  . 19  . 20  .
//!       . 17  . 18  . 19  . 20             . 21  . 22  . 23  . 24  . 25
//!      21  . 22  . 23  . 24  .            26  . 27  . 28  . 29  . 30  .
//!       . 25  . 26  . 27  . 28             . 31  . 32  . 33  . 34  . 35
//!      29  . 30  . 31  . 32  .            36  . 37  . 38  . 39  . 40  .
//!                                          . 41  . 42  . 43  . 44  . 45
//!                                         46  . 47  . 48  . 49  . 50  .
//! ```

use crate::literal::{position, text};
use crownhead_rules::{
    Board, DrawReason, English, Game, GameEnd, Giveaway, International, Losing, Move, Rules, Side, Win, WinReason,
};

/// The legal moves of `at` are `moves`, in any order.
fn check<R: Rules>(article: &str, at: &str, moves: &[&str]) {
    let at = position::<R>(at);
    let mut found: Vec<_> = at.moves().iter().map(|mv| text(&R::Board::GEOMETRY, mv)).collect();
    let mut expected: Vec<_> = moves.iter().map(|&mv| mv.to_owned()).collect();
    found.sort();
    expected.sort();
    assert_eq!(found, expected, "{article}\n{at}");
}

#[test]
fn english_moves() {
    let check = check::<English>;
    check("a man moves one square forward", "B:W32:B14", &["14-17", "14-18"]);
    check("for White forward is up the board", "W:W14:B28", &["14-9", "14-10"]);
    check("a king moves one square in every direction", "B:W32:BK14", &["14-9", "14-10", "14-17", "14-18"]);
    check("a piece does not move onto another", "B:W32:B14,18,22", &["14-17", "18-23", "22-25", "22-26"]);
}

#[test]
fn english_captures() {
    let check = check::<English>;
    check("a capture is obligatory", "B:W18:B1,14", &["14x23(18)"]);
    check("nothing is captured on the edge or with a piece behind it", "B:W13,22,23,25,27:B9,18", &["9-14"]);
    check("a man captures forward only", "B:W9:B14", &["14-17", "14-18"]);
    check("a king captures backward too", "B:W9:BK14", &["14x5(9)"]);
    check("any capture may be chosen, but it must be finished", "B:W17,18,27:B14", &["14x21(17)", "14x32(18,27)"]);
    check("a man that is crowned by a jump goes no further", "B:W26,27:B22", &["22x31(26)"]);
    check("a king would have gone further", "B:W26,27:BK22", &["22x24(26,27)"]);
    check("a king may end where it began, and jumps no piece twice", "B:W14,15,22,23:BK10", &["10x10(14,15,22,23)"]);
}

#[test]
fn english_capture_routes_with_equal_ends_are_one_move() {
    let ring = position::<English>("B:W14,15,22,23:BK10");
    assert_eq!((ring.moves().len(), ring.routes().len()), (1, 2));
}

#[test]
fn giveaway_moves_as_english_does() {
    check::<Giveaway>("a capture is obligatory", "B:W18:B1,14", &["14x23(18)"]);
    check::<Giveaway>("any capture may be chosen", "B:W17,18,27:B14", &["14x21(17)", "14x32(18,27)"]);
}

#[test]
fn international_moves() {
    let check = check::<International>;
    check("a man moves one square forward", "W:W28:B5", &["28-22", "28-23"]);
    check(
        "a king flies as far as the diagonal is free",
        "W:W14,K46:B6",
        &["14-9", "14-10", "46-41", "46-37", "46-32", "46-28", "46-23", "46-19"],
    );
}

#[test]
fn international_captures() {
    let check = check::<International>;
    check("a capture is obligatory", "W:W28,50:B23", &["28x19(23)"]);
    check("a man captures backward too", "W:W28:B33", &["28x39(33)"]);
    check(
        "a king captures from afar and lands where it likes behind",
        "W:WK46:B28",
        &["46x23(28)", "46x19(28)", "46x14(28)", "46x10(28)", "46x5(28)"],
    );
    check("two pieces in a row are not jumped", "W:WK46:B28,23", &["46-41", "46-37", "46-32"]);
    check("the most pieces must be captured", "W:W28:B14,22,23", &["28x10(14,23)"]);
    check("a king counts for no more than a man", "W:W28:B14,K22,23", &["28x10(14,23)"]);
    check("a king is not obliged to capture before a man", "W:W28,K46:B5,23,37", &["28x19(23)", "46x32(37)"]);
    check("between equal numbers the choice is free", "W:W28:B22,23", &["28x17(22)", "28x19(23)"]);
}

#[test]
fn international_captured_pieces_stay_until_the_move_is_over() {
    // The king takes 32, turns at 23, takes 18, turns at 12 and takes 17. At 21 it could take 27, were 32 not still
    // standing behind it.
    check::<International>("a captured piece blocks", "W:WK46:B17,18,27,32", &["46x21(17,18,32)", "46x26(17,18,32)"]);
}

#[test]
fn international_crowning() {
    let crowned = |at: &str, moves: &[&str]| {
        check::<International>("a man is crowned only where it comes to rest", at, moves);
        let at = position::<International>(at);
        at.succ(&at.moves()[0]).kings(Side::White).any()
    };
    assert!(crowned("W:W11:B7", &["11x2(7)"]));
    assert!(!crowned("W:W11:B7,8", &["11x13(7,8)"]));
    assert!(crowned("W:W6:B45", &["6-1"]));
}

#[test]
fn losing_moves_as_international_does() {
    check::<Losing>("the most pieces must be captured", "W:W28:B14,22,23", &["28x10(14,23)"]);
    check::<Losing>("a king flies", "W:WK46:B28,23", &["46-41", "46-37", "46-32"]);
}

#[test]
fn a_side_without_a_move_has_lost_or_in_the_losing_games_won() {
    fn winner<R: Rules>(at: &str) -> Option<GameEnd> {
        game::<R>(at).end()
    }
    let won_by = |winner| Some(GameEnd::Win(Win { winner, reason: WinReason::NoMove }));
    for black_to_move in ["B:W9,14:B5", "B:W9:B"] {
        assert_eq!(winner::<English>(black_to_move), won_by(Side::White));
        assert_eq!(winner::<Giveaway>(black_to_move), won_by(Side::Black));
    }
    for black_to_move in ["B:W11,17:B6", "B:W11:B"] {
        assert_eq!(winner::<International>(black_to_move), won_by(Side::White));
        assert_eq!(winner::<Losing>(black_to_move), won_by(Side::Black));
    }
}

/// Plays the move that reads `mv`.
pub fn play(game: &mut Game, mv: &str) {
    let (board, moves) = (game.variant().board(), game.position().moves());
    let found = moves.iter().find(|found| text(board, found) == mv);
    game.play(*found.unwrap_or_else(|| panic!("no {mv} in\n{}", game.position()))).expect("a legal move");
}

/// Plays quiet moves by kings that offer nothing, without an end before the last of them.
pub fn wander(game: &mut Game, plies: usize) {
    assert_eq!(game.end(), None);
    assert!(has_wandered(game, plies), "no {plies} quiet plies from\n{}", game.position());
}

fn has_wandered(game: &mut Game, plies: usize) -> bool {
    let at = *game.position();
    let is_quiet =
        |mv: &Move| at.all_kings().meets(at.board().bit(mv.from)) && !mv.is_capture() && !at.succ(mv).has_capture();
    plies == 0
        || at.moves().into_iter().filter(is_quiet).any(|mv| {
            game.play(mv).expect("a legal move");
            let end = game.end();
            let may_end = plies == 1 && end != drawn(DrawReason::Repetition);
            let goes_on = (end.is_none() || may_end) && has_wandered(game, plies - 1);
            if !goes_on {
                game.take_back();
            }
            goes_on
        })
}

fn game<R: Rules>(at: &str) -> Game {
    Game::new(position::<R>(at))
}

const fn drawn(reason: DrawReason) -> Option<GameEnd> {
    Some(GameEnd::Draw(reason))
}

#[test]
fn the_third_occurrence_of_a_position_is_a_draw_everywhere() {
    fn check<R: Rules>(at: &str, circle: [&str; 4]) {
        let mut game = game::<R>(at);
        for mv in circle.iter().chain(&circle) {
            assert_eq!(game.end(), None);
            play(&mut game, mv);
        }
        assert_eq!(game.end(), drawn(DrawReason::Repetition));
    }
    check::<English>("B:WK32:BK1", ["1-5", "32-28", "5-1", "28-32"]);
    check::<Giveaway>("B:WK32:BK1", ["1-5", "32-28", "5-1", "28-32"]);
    check::<International>("W:WK46:BK1", ["46-41", "1-7", "41-46", "7-1"]);
    check::<Losing>("W:WK46:BK1", ["46-41", "1-7", "41-46", "7-1"]);
}

#[test]
fn english_forty_moves_each_without_progress_are_a_draw() {
    fn check<R: Rules>() {
        let mut game = game::<R>("B:WK31,K32,21:BK1,K2");
        wander(&mut game, 80);
        assert_eq!(game.end(), drawn(DrawReason::QuietMoves));
    }
    check::<English>();
    check::<Giveaway>();
}

#[test]
fn a_mans_move_or_a_capture_starts_the_count_of_quiet_moves_anew() {
    let mut game = game::<English>("B:WK31,K32,21:BK1,K2,12");
    wander(&mut game, 79);
    play(&mut game, "21-17");
    assert_eq!((game.end(), game.clock().quiet_plies()), (None, 0));
}

#[test]
fn international_twenty_five_moves_each_by_kings_alone_are_a_draw() {
    let mut game = game::<International>("W:WK46,K47,26:BK3,K4");
    wander(&mut game, 50);
    assert_eq!(game.end(), drawn(DrawReason::QuietMoves));
}

#[test]
fn international_three_pieces_with_a_king_have_sixteen_moves_against_a_lone_king() {
    let mut game = game::<International>("W:WK46,K47,26:BK4");
    wander(&mut game, 32);
    assert_eq!(game.end(), drawn(DrawReason::Ending("three pieces against a lone king")));
}

#[test]
fn international_a_mans_move_does_not_start_the_sixteen_moves_anew() {
    let mut game = game::<International>("W:WK46,K47,26:BK4");
    wander(&mut game, 2);
    play(&mut game, "26-21");
    wander(&mut game, 29);
    assert_eq!(game.end(), drawn(DrawReason::Ending("three pieces against a lone king")));
}

#[test]
fn international_the_sixteen_moves_count_from_when_the_material_arises() {
    let mut game = game::<International>("W:WK46,K47,26:BK4,21");
    play(&mut game, "26x17(21)");
    wander(&mut game, 32);
    assert_eq!(game.end(), drawn(DrawReason::Ending("three pieces against a lone king")));
}

#[test]
fn international_two_pieces_or_one_have_five_moves_against_a_lone_king() {
    for at in ["W:WK46,K47:BK4", "W:WK46,26:BK4", "W:WK47:BK4", "B:WK47:BK4,K5"] {
        let mut game = game::<International>(at);
        wander(&mut game, 10);
        assert_eq!(game.end(), drawn(DrawReason::Ending("two pieces against a lone king")), "{at}");
    }
}

#[test]
fn international_men_alone_against_a_king_are_under_no_such_article() {
    for at in ["B:W36,41,46:BK5", "B:W41,46:BK5"] {
        let mut game = game::<International>(at);
        for _ in 0..6 {
            wander(&mut game, 1);
            let step = game.position().moves().into_iter().find(|mv| !game.position().succ(mv).has_capture());
            game.play(step.expect("a safe step")).expect("a legal move");
            assert_eq!(game.clock().quiet_plies(), 0);
        }
        assert_eq!((game.end(), game.clock().draw(&International::ARTICLES.draws, || false)), (None, None), "{at}");
    }
}

#[test]
fn losing_knows_no_draw_but_repetition() {
    let mut many = game::<Losing>("W:WK46,K47,26:BK3,K4");
    wander(&mut many, 60);
    let mut few = game::<Losing>("W:WK47:BK4");
    wander(&mut few, 20);
    assert_eq!((many.end(), few.end()), (None, None));
}
