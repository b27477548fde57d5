//! The articles that no listed variant has yet, in games that exist only here. Four of them are real games, whose
//! counts are published; all agree with a generator written apart from ours, position by position and in perft.

use std::collections::BTreeSet;

use crate::literal::{position, text};
use crate::members::{Brazilian, Breakthrough, Everything, Frisian, Italian, Killer, Member, Russian};
use crate::random::random_position;
use crate::reference::Mailbox;
use crate::twin::{ends, mailbox};
use crownhead::eval::{Evaluation, EvaluationOptions, Score};
use crownhead::notation::pdn::{PdnGame, PdnResult};
use crownhead::notation::{SpelledMove, parse_move};
use crownhead::rules::perft::{Counting, perft};
use crownhead::rules::{
    AnyPosition, Board, DrawReason, Game, GameEnd, Move, Ply, Position, Rules, Side, Variant, Win, WinReason,
};
use crownhead::search::{Depth, Draughts, NoControl, SearchOptions, Searcher, Table, Task};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

/// The counts of the start position from depth 1 up.
fn check_counts<R: Rules>(counts: &[u64]) {
    for (depth, &count) in (1..).zip(counts) {
        let start = Position::<R>::start();
        assert_eq!(perft(&start, depth, Counting::Merged), count, "{} at depth {depth}", R::ARTICLES.name);
    }
}

/// Counts published in the perft threads of the forums of the FMJD and of shashki.com, gathered in rhalbersma/dctl.
#[test]
fn published_counts() {
    check_counts::<Russian>(&[7, 49, 302, 1_469, 7_482, 37_986, 190_146, 929_899, 4_570_586, 22_444_032]);
    check_counts::<Brazilian>(&[7, 49, 302, 1_469, 7_473, 37_628, 187_302, 907_830, 4_431_766, 21_560_022]);
    check_counts::<Italian>(&[7, 49, 302, 1_469, 7_361, 36_473, 177_532, 828_783, 3_860_875, 17_761_384]);
    check_counts::<Frisian>(&[9, 81, 658, 3_874, 21_265, 102_431, 540_126, 2_825_779, 15_605_069]);
}

/// The moves are those of the reference, the shortcuts of the generator agree with its list, the board may be turned
/// round, the hash is the hash, and what is written is read back.
fn check<R: Member>(position: &Position<R>, mailbox: &Mailbox) {
    let moves = position.moves();
    let distinct: BTreeSet<_> = moves.iter().map(|mv| ends(position, mv)).collect();
    assert_eq!(distinct, mailbox.moves(), "{}\n{position}", R::ARTICLES.name);
    assert_eq!(distinct.len(), moves.len(), "a move is listed twice\n{position}");
    assert_eq!(position.count_moves(), moves.len() as u64, "{position}");
    assert_eq!(position.has_move(), !moves.is_empty(), "{position}");
    assert_eq!(position.has_capture(), moves.iter().any(|mv| mv.is_capture()), "{position}");
    assert_eq!(position.win().is_some(), moves.is_empty(), "{position}");
    let routes: BTreeSet<_> = position.routes().iter().map(|mv| ends(position, mv)).collect();
    assert_eq!(routes, distinct, "{position}");
    assert_eq!(position.turned().turned(), *position);
    assert_eq!(position.turned().moves().len(), moves.len(), "{position}");
    let any = AnyPosition::from(*position);
    assert_eq!(any.typed(), Some(*position));
    for mv in &moves {
        let next = position.succ(mv);
        assert_eq!(next.key(), next.key_from_scratch(), "{position}\n{mv:?}");
        assert_eq!(any.succ(mv), next.into(), "{position}\n{mv:?}");
        let spelled = SpelledMove::among(&any, &moves, mv);
        for text in [spelled.pdn(), spelled.full_path(), spelled.hub()] {
            assert_eq!(parse_move(&any, &text), Ok(*mv), "{}: {text}\n{position}", R::ARTICLES.name);
        }
    }
}

/// Random games from random positions with up to `most` pieces a side, and perft of where they begin.
fn check_member<R: Member>(most: usize) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
    let start = Position::<R>::start();
    assert_eq!(perft(&start, 5, Counting::Merged), mailbox(R::REFERENCE, &start).perft(5), "{}", R::ARTICLES.name);
    for _ in 0..1_000 {
        let mut position = random_position::<R>(&mut random, most);
        let mut mailbox = mailbox(R::REFERENCE, &position);
        if position.occupied().len() <= 8 {
            assert_eq!(perft(&position, 3, Counting::Merged), mailbox.perft(3), "{}\n{position}", R::ARTICLES.name);
        }
        for _ in 0..16 {
            check(&position, &mailbox);
            let moves = position.moves();
            if moves.is_empty() {
                break;
            }
            let mv = moves[random.random_range(0..moves.len())];
            mailbox = mailbox.after(&ends(&position, &mv));
            position = position.succ(&mv);
        }
    }
}

#[test]
fn russian_agrees_with_the_reference() {
    check_member::<Russian>(12);
}

#[test]
fn brazilian_agrees_with_the_reference() {
    check_member::<Brazilian>(12);
}

#[test]
fn italian_agrees_with_the_reference() {
    check_member::<Italian>(12);
}

#[test]
fn frisian_agrees_with_the_reference() {
    check_member::<Frisian>(10);
}

#[test]
fn killer_agrees_with_the_reference() {
    check_member::<Killer>(12);
}

#[test]
fn breakthrough_agrees_with_the_reference() {
    check_member::<Breakthrough>(12);
}

#[test]
fn every_article_at_once_agrees_with_the_reference() {
    check_member::<Everything>(9);
}

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

/// Plays the move that reads `mv`.
fn play(game: &mut Game, mv: &str) {
    let (board, moves) = (game.variant().board(), game.position().moves());
    let found = moves.iter().find(|found| text(board, found) == mv);
    game.play(*found.unwrap_or_else(|| panic!("no {mv} in\n{}", game.position()))).expect("a legal move");
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

/// Can quiet moves be played, by a man where the plan says so, after which the game ends so, and not before?
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
    let drawn = GameEnd::Draw(DrawReason::Ending("few pieces"));
    for (at, plies, ends) in [("W:WK47,26:BK4", 4, true), ("W:WK47,6:BK4", 4, false), ("W:WK47,6:BK4", 5, true)] {
        let mut game = Game::new(position::<Killer>(at));
        assert_eq!(can_end(&mut game, &a_man_moves_at(0, plies), drawn), ends, "{at}, {plies} plies");
    }
}

#[test]
fn the_search_knows_when_a_game_is_won() {
    fn score<R: Rules>(at: &str) -> Option<Score> {
        let evaluation = Evaluation::new(Variant::of::<R>(), &EvaluationOptions::default());
        let table = Table::with_entries(1 << 12).expect("there is memory");
        let mut searcher = Searcher::new(Draughts::<R>::new(evaluation), table, SearchOptions::default());
        let task = Task::of(&Game::new(position::<R>(at))).up_to(Depth::new(5));
        searcher.search(&task.typed(), &mut NoControl).last.map(|last| last.score)
    }
    // The man on 12 has two moves to go, the one on 35 three.
    assert_eq!(score::<Breakthrough>("W:W12:B35"), Some(Score::win_in(Ply::new(3))));
    assert_eq!(score::<Breakthrough>("B:W12:B35"), Some(Score::loss_in(Ply::new(4))));
    assert_ne!(score::<Killer>("W:W12:B35"), Some(Score::win_in(Ply::new(3))));
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
