//! The articles that set the other games apart from English and international draughts.

use crate::articles::{play, wander};
use crate::literal::{position, text};
use crate::members::Everything;
use crownhead_rules::notation::pdn::{PdnGame, PdnResult};
use crownhead_rules::{
    Antirussian, Board, Brazilian, Breakthrough, Capture, Czech, DrawReason, Frisian, Frysk, Game, GameEnd, Italian,
    Killer, Move, Pool, Rules, Russian, Side, Spanish, Thai, Turkish, Variant, Win, WinReason,
};

/// The legal moves of `at` are `moves`, in any order.
fn moves_are<R: Rules>(at: &str, moves: &[&str]) {
    let at = position::<R>(at);
    let mut found: Vec<_> = at.moves().iter().map(|mv| text(&R::Board::GEOMETRY, mv)).collect();
    let mut expected: Vec<_> = moves.iter().map(|&mv| mv.to_owned()).collect();
    found.sort();
    expected.sort();
    assert_eq!(found, expected, "{}\n{at}", R::ARTICLES.name);
}

#[test]
fn a_man_crowned_in_passing_goes_on_as_a_king() {
    // From 9 over 6 to the crownhead at 2, and on over 11 as a king flies: to 16 or 20.
    moves_are::<Russian>("W:W9:B6,11", &["9x16(6,11)", "9x20(6,11)"]);
    let at = position::<Russian>("W:W9:B6,11");
    for mv in at.moves() {
        assert!(mv.crowned_in_passing && at.succ(&mv).kings(Side::White).any());
    }
    moves_are::<Brazilian>("W:W9:B6,12", &["9x2(6)"]);
    let plain = position::<Russian>("W:W9:B6");
    assert!(!plain.moves()[0].crowned_in_passing && plain.succ(&plain.moves()[0]).kings(Side::White).any());
}

#[test]
fn a_king_that_can_capture_more_may_not_stop_elsewhere() {
    // Over 25 the king lands on 22, 18, 15, 11, 8 or 4; only from 15 does it go on, over 19.
    moves_are::<Russian>("W:WK29:B25,19", &["29x24(19,25)", "29x28(19,25)"]);
}

#[test]
fn the_player_with_the_kings_it_takes_has_won() {
    let end = |at: &str| Game::new(position::<Breakthrough>(at)).end();
    let won_by = |winner, reason| Some(GameEnd::Win(Win { winner, reason }));
    assert_eq!(end("B:WK1,31:B20"), won_by(Side::White, WinReason::Kings));
    assert_eq!(end("W:WK1,31:B20"), won_by(Side::White, WinReason::Kings));
    assert_eq!(end("W:WK1,31:BK20"), won_by(Side::Black, WinReason::Kings));
    assert_eq!(end("W:W31:B20"), None);
    assert_eq!(end("W:W:B20"), won_by(Side::Black, WinReason::NoMove));
    let mut game = Game::new(position::<Breakthrough>("W:W6:B20"));
    game.play(game.position().moves()[0]).expect("a legal move");
    assert_eq!(game.end(), won_by(Side::White, WinReason::Kings));
    assert!(game.position().moves().is_empty() && !game.position().has_capture());
}

#[test]
fn a_king_rests_after_three_quiet_moves_while_its_side_has_a_man() {
    let can_move = |game: &Game, from: u32| game.position().moves().iter().any(|mv| mv.from.number() == from);
    let mut game = Game::new(position::<Frisian>("W:WK46,31:BK1"));
    let fresh = game.position().key();
    for mv in ["46-41", "1-6", "41-46", "6-1"] {
        play(&mut game, mv);
    }
    assert_ne!(game.position().key(), fresh, "the same pieces with a king that has moved twice");
    play(&mut game, "46-41");
    play(&mut game, "1-6");
    assert!(!can_move(&game, 41) && can_move(&game, 31));
    play(&mut game, "31-27");
    // Black has no man, so its king need not rest.
    play(&mut game, "6-1");
    assert!(can_move(&game, 41), "another piece has moved");
}

/// Whether quiet moves can be played, by a man where the plan says so, after which the game ends so, and not before.
fn can_end(game: &mut Game, men: &[bool], end: GameEnd) -> bool {
    let Some((&by_man, rest)) = men.split_first() else { return game.end() == Some(end) };
    let at = *game.position();
    let is_man = |mv: &Move| !at.all_kings().meets(at.board().bit(mv.from));
    game.end().is_none()
        && at.moves().into_iter().filter(|mv| !mv.is_capture() && is_man(mv) == by_man).any(|mv| {
            game.play(mv).expect("a legal move");
            let ends = can_end(game, rest, end);
            game.take_back();
            ends
        })
}

#[test]
fn what_restarts_the_count_of_an_ending_is_an_article() {
    let drawn = GameEnd::Draw(DrawReason::Ending("two kings against a king"));
    let mut game = Game::new(position::<Everything>("W:W9,K1,K2:BK8"));
    let a_man_moves_at = |ply: usize, plies: usize| (0..plies).map(move |at| at == ply).collect::<Vec<_>>();
    assert!(can_end(&mut game, &[false; 6], drawn));
    for (plies, ends) in [(6, false), (7, false), (8, false), (9, true)] {
        assert_eq!(can_end(&mut game, &a_man_moves_at(2, plies), drawn), ends, "{plies} plies");
    }
}

#[test]
fn numbering_is_told_as_the_articles_say() {
    fn game_type<R: Rules>() -> Option<String> {
        PdnGame::of(&Game::start(Variant::of::<R>()), PdnResult::Unknown).tags.get("GameType").map(str::to_owned)
    }
    assert_eq!(game_type::<Italian>().as_deref(), Some("22,W,8,8,N2,1"));
    assert_eq!(game_type::<Frisian>().as_deref(), Some("40,W,10,10,N2,0"));
    assert_eq!(game_type::<Everything>().as_deref(), Some("99,B,8,8,N1,1"));
}

#[test]
fn a_king_that_can_capture_goes_before_a_man_in_czech_draughts() {
    moves_are::<Czech>("W:WK1,15:B6,11", &["1x10(6)"]);
    moves_are::<Pool>("W:WK1,15:B6,11", &["1x10(6)", "15x8(11)"]);
    moves_are::<Czech>("W:W23:B18,19,10", &["23x7(10,18)", "23x16(19)"]);
}

#[test]
fn of_equally_many_pieces_the_most_kings_are_captured_in_spanish_draughts() {
    moves_are::<Spanish>("W:W22:B18,K19", &["22x15(19)"]);
    moves_are::<Spanish>("W:W22:B18,19", &["22x13(18)", "22x15(19)"]);
    moves_are::<Spanish>("W:W22:B18,10,K19", &["22x6(10,18)"]);
}

#[test]
fn captured_pieces_leave_at_once_in_thai_draughts() {
    moves_are::<Thai>("W:WK29:B25", &["29x22(25)"]);
    // Behind the first piece the king turns back, over where that stood, to the second.
    moves_are::<Thai>("W:WK18:B15,22", &["18x25(15,22)", "18x11(15,22)"]);
    moves_are::<Thai>("W:W9:B6,7", &["9x2(6)"]);
}

#[test]
fn captured_pieces_leave_at_once_in_turkish_draughts_but_a_king_does_not_turn_back() {
    // Over 33 or 49, but not over one and back over where it stood to the other.
    moves_are::<Turkish>("W:WK41:B33,49", &["41x25(33)", "41x17(33)", "41x9(33)", "41x1(33)", "41x57(49)"]);
    // It may end where a piece that it has captured stood, and is still a king.
    let at = position::<Turkish>("B:B3,K31:W12,14,17,21,23,53,60");
    assert!(at.moves().iter().any(|mv| mv.to.number() == 14), "{at}");
    for mv in at.moves() {
        assert_eq!(at.succ(&mv).kings(Side::Black).len(), 1, "{mv:?}\n{at}");
    }
    // A man captures forward and sideways, not back, and passes the crownhead as a man.
    moves_are::<Turkish>("W:W28:B20,27,29,36", &["28x12(20)", "28x26(27)", "28x30(29)"]);
    moves_are::<Turkish>("W:W17:B9,2", &["17x3(2,9)"]);
    let at = position::<Turkish>("W:W17:B9,2,11");
    assert_eq!(at.moves().len(), 1, "{at}");
    // Men move forward and sideways.
    moves_are::<Turkish>("W:W28:B1", &["28-20", "28-27", "28-29"]);
}

#[test]
fn a_sideways_move_can_be_repeated_in_turkish_draughts() {
    let mut game = Game::new(position::<Turkish>("W:W28,56:B12"));
    for _ in 0..2 {
        assert_eq!(game.end(), None);
        for mv in ["28-27", "12-11", "27-28", "11-12"] {
            play(&mut game, mv);
        }
    }
    assert_eq!(game.end(), Some(GameEnd::Draw(DrawReason::Repetition)));
}

#[test]
fn one_piece_each_is_drawn_in_turkish_draughts_unless_it_is_captured() {
    let end = |at: &str| Game::new(position::<Turkish>(at)).end();
    for at in ["W:WK57:BK2", "W:WK57:B12", "B:W28:BK64", "W:W28:B12", "B:WK57:BK9"] {
        assert_eq!(end(at), ended("one piece each"), "{at}");
    }
    for at in ["W:WK57:BK9", "W:W28:BK20", "B:W20:BK4", "B:W20:B12"] {
        assert_eq!(end(at), None, "{at}: the other one is captured next");
    }
    assert_eq!(end("W:W28,30:BK64"), None, "there is a third piece");
}

#[test]
fn two_kings_have_time_to_win_in_killer_draughts() {
    assert_eq!(drawn_after::<Killer>("W:WK5,K14:BK33", 40), None);
    assert_eq!(drawn_after::<Killer>("W:WK46,K47,K4:BK6", 49), None);
    assert_eq!(drawn_after::<Killer>("W:WK5,K14:BK33", 50), Some(GameEnd::Draw(DrawReason::QuietMoves)));
}

#[test]
fn the_draws_of_russian_draughts_hold_in_poddavki() {
    assert_eq!(drawn_after::<Antirussian>("W:WK32,K31:BK5", 10), ended("a balance of two or three pieces with kings"));
    let many = "W:WK31,K32,30,29:BK1,K2,3,4";
    assert_eq!(drawn_after::<Antirussian>(many, 30), Some(GameEnd::Draw(DrawReason::QuietMoves)));
}

#[test]
fn fifteen_moves_by_kings_alone_are_a_draw_in_russian_draughts_also_of_five_pieces() {
    let quiet = Some(GameEnd::Draw(DrawReason::QuietMoves));
    assert_eq!(drawn_after::<Russian>("B:WK2,K22,K31:BK19,K32", 30), quiet);
    assert_eq!(drawn_after::<Brazilian>("W:WK32,K31,K30:BK5,K1,K2,K3", 30), quiet);
}

#[test]
fn three_kings_are_worth_more_than_five_men_and_less_than_six_in_frisian_draughts() {
    let three_kings = Capture { by_king: false, pieces: 3, kings_in_order: 0b111 };
    let men = |pieces| Capture { by_king: true, pieces, kings_in_order: 0 };
    let values = [men(5), three_kings, men(6)].map(|capture| Frisian::capture_value(&capture));
    assert!(values.is_sorted_by(|less, more| less < more), "{values:?}");
    let by_man = Capture { by_king: false, ..men(2) };
    assert!(Frisian::capture_value(&by_man) < Frisian::capture_value(&men(2)));
}

/// How the game stands after so many quiet moves by kings from `at`.
fn drawn_after<R: Rules>(at: &str, plies: usize) -> Option<GameEnd> {
    let mut game = Game::new(position::<R>(at));
    wander(&mut game, plies);
    game.end()
}

const fn ended(name: &'static str) -> Option<GameEnd> {
    Some(GameEnd::Draw(DrawReason::Ending(name)))
}

#[test]
fn two_kings_have_five_moves_against_one_in_russian_and_brazilian_draughts() {
    let balance = ended("a balance of two or three pieces with kings");
    assert_eq!(drawn_after::<Russian>("W:WK32,K31:BK5", 10), balance);
    assert_eq!(drawn_after::<Brazilian>("W:WK32,K31:BK5", 10), balance);
}

#[test]
fn a_lone_king_on_the_long_diagonal_has_five_moves_to_stay_there() {
    let mut game = Game::new(position::<Russian>("W:WK1,K2,K3:BK29"));
    for mv in ["1-5", "29-25", "2-6", "25-29", "3-7", "29-25", "6-1", "25-29", "7-2", "29-25"] {
        assert_eq!(game.end(), None);
        play(&mut game, mv);
    }
    assert_eq!(game.end(), ended("a lone king on the long diagonal"));
    game.take_back();
    play(&mut game, "29-22");
    assert_eq!(game.end(), ended("a lone king on the long diagonal"), "it is still there");
}

#[test]
fn few_kings_are_drawn_soon_in_frisian_draughts() {
    assert_eq!(drawn_after::<Frisian>("W:WK46,K47:BK6", 14), ended("two kings against a king"));
    let end = |at: &str| Game::new(position::<Frisian>(at)).end();
    assert_eq!(end("W:WK46:BK6"), ended("a king against a king"));
    assert_eq!(end("W:WK46:BK28"), None, "it captures the other one first");
    assert_eq!(end("W:WK46:BK26"), None, "along the column as well");
    // On the long diagonal, a king in one corner loses to one in the other, whichever way it goes.
    for at in ["W:WK46:BK5", "B:WK5:BK46", "W:WK41:BK5", "W:WK10:BK46", "B:WK46:BK14"] {
        assert_eq!(end(at), None, "{at}: a king must be lost to the next shot");
    }
    for at in ["B:WK46:BK5", "W:WK46:BK4", "W:WK1:BK45", "B:WK25:BK48"] {
        let expected = if at == "B:WK46:BK5" { None } else { ended("a king against a king") };
        assert_eq!(end(at), expected, "{at}");
    }
    let mut game = Game::new(position::<Frisian>("B:WK14,K46:BK23"));
    play(&mut game, "23x5(14)");
    assert_eq!(game.end(), None);
    play(&mut game, "46-28");
    play(&mut game, "5x46(28)");
    assert!(matches!(game.end(), Some(GameEnd::Win(win)) if win.winner == Side::Black), "{:?}", game.end());
}

/// Programs stop where either player may claim a draw, since nothing else would stop them.
#[test]
fn repetition_is_no_article_in_frisian_draughts() {
    fn check<R: Rules>() {
        let mut game = Game::new(position::<R>("W:WK46,K47:BK1,K2"));
        for _ in 0..2 {
            for mv in ["46-41", "1-6", "41-46", "6-1"] {
                assert_eq!(game.end_or_claim(), None);
                play(&mut game, mv);
            }
        }
        assert_eq!((game.end(), game.occurrences()), (None, 3));
        assert_eq!(game.end_or_claim(), Some(GameEnd::Draw(DrawReason::Claim)));
    }
    check::<Frisian>();
    check::<Frysk>();
}

#[test]
fn three_kings_have_thirteen_moves_against_one_in_pool_checkers() {
    assert_eq!(drawn_after::<Pool>("W:WK1,K2,K3:BK32", 26), ended("three kings against a lone king"));
}

#[test]
fn italian_draughts_need_a_fourth_occurrence() {
    let mut game = Game::new(position::<Italian>("W:WK32:BK1"));
    for _ in 0..3 {
        assert_eq!(game.end(), None);
        for mv in ["32-28", "1-5", "28-32", "5-1"] {
            play(&mut game, mv);
        }
    }
    assert_eq!(game.end(), Some(GameEnd::Draw(DrawReason::Repetition)));
}
