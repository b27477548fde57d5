//! What must hold in every position: the generator agrees with a second one that was written apart from it, its
//! shortcuts agree with its list, the board may be turned round, and the incremental hash is the hash.

use std::collections::BTreeSet;

use crate::literal::position;
use crate::members::{Everything, reference};
use crate::random::random_position;
use crate::reference::Mailbox;
use crate::twin::{ends, mailbox};
use crownhead_rules::notation::{SpelledMove, parse_move};
use crownhead_rules::perft::{Counting, perft};
use crownhead_rules::{
    AnyPosition, Board, Game, International, Move, Position, Rules, Square, Variant, VariantVisitor,
};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

fn turned_move<R: Rules>(mv: &Move) -> Move {
    let turn = |square: Square| Square::from_index(R::Board::SQUARES - 1 - square.index());
    let captured = R::Board::GEOMETRY.turned(mv.captured_set());
    Move::new(turn(mv.from), turn(mv.to), captured, mv.crowned_in_passing)
}

/// Everything that must hold in a position, which the reference generator has come to as well.
fn check<R: Rules>(position: &Position<R>, mailbox: &Mailbox) {
    check_moves(position, mailbox);
    check_turned(position);
    assert_eq!(position.turned().turned(), *position);
}

/// The moves are those of the reference, and the shortcuts of the generator agree with its list.
fn check_moves<R: Rules>(position: &Position<R>, mailbox: &Mailbox) {
    let name = R::ARTICLES.name;
    let moves = position.moves();
    let distinct: BTreeSet<_> = moves.iter().map(|mv| ends(position, mv)).collect();
    assert_eq!(distinct, mailbox.moves(), "{name}\n{position}");
    assert_eq!(distinct.len(), moves.len(), "a move is listed twice\n{position}");
    assert_eq!(position.count_moves(), moves.len() as u64, "{position}");
    assert_eq!(position.has_move(), !moves.is_empty(), "{position}");
    assert_eq!(position.has_capture(), moves.iter().any(|mv| mv.is_capture()), "{position}");
    assert_eq!(position.win().is_some(), moves.is_empty(), "{position}");

    let routes = position.routes();
    assert_eq!(routes.iter().map(|mv| ends(position, mv)).collect::<BTreeSet<_>>(), distinct, "{position}");
    assert_eq!(position.count_routes(), routes.len() as u64, "{position}");
}

/// What is written of a move is read back, and the position without its rules as a type plays it alike.
fn check_texts<R: Rules>(position: &Position<R>) {
    let (moves, any) = (position.moves(), AnyPosition::from(*position));
    assert_eq!(any.typed(), Some(*position));
    for mv in &moves {
        assert_eq!(any.succ(mv), position.succ(mv).into(), "{position}\n{mv:?}");
        let spelled = SpelledMove::among(&any, &moves, mv);
        for text in [spelled.pdn(), spelled.full_path(), spelled.hub()] {
            assert_eq!(parse_move(&any, &text), Ok(*mv), "{}: {text}\n{position}", R::ARTICLES.name);
        }
    }
}

fn check_turned<R: Rules>(position: &Position<R>) {
    let turned = position.turned();
    let turned_moves: BTreeSet<_> = turned.moves().iter().map(|mv| ends(&turned, mv)).collect();
    for mv in position.moves() {
        let (next, turned_mv) = (position.succ(&mv), turned_move::<R>(&mv));
        assert_eq!(next.key(), next.key_from_scratch(), "{position}\n{mv:?}");
        assert!(turned_moves.contains(&ends(&turned, &turned_mv)), "{position}\n{mv:?}");
        assert_eq!(turned.succ(&turned_mv), next.turned(), "{position}\n{mv:?}");
    }
    assert_eq!(turned_moves.len(), position.moves().len(), "{position}");
}

/// Runs a generic check for every variant there is.
fn in_every_variant(check: impl VariantVisitor<Output = ()> + Copy) {
    for variant in Variant::ALL {
        variant.visit(check);
    }
}

#[derive(Clone, Copy)]
struct SmallTree;

impl VariantVisitor for SmallTree {
    type Output = ();
    fn visit<R: Rules>(self) {
        fn walk<R: Rules>(position: &Position<R>, mailbox: &Mailbox, depth: u32) {
            check(position, mailbox);
            if depth > 0 {
                position.moves().iter().for_each(|mv| {
                    walk(&position.succ(mv), &mailbox.after(&ends(position, mv)), depth - 1);
                });
            }
        }
        let start = Position::<R>::start();
        walk(&start, &mailbox(reference::<R>(), &start), 4);
    }
}

#[test]
fn everything_holds_at_every_node_of_a_small_tree() {
    in_every_variant(SmallTree);
}

#[derive(Clone, Copy)]
struct RandomGames;

impl VariantVisitor for RandomGames {
    type Output = ();
    fn visit<R: Rules>(self) {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        for _ in 0..40 {
            let mut game = Game::start(Variant::of::<R>());
            let mut mailbox = mailbox(reference::<R>(), &Position::<R>::start());
            loop {
                let position = game.position().typed::<R>().expect("the game is of these rules");
                check(&position, &mailbox);
                if game.end().is_some() {
                    break;
                }
                let moves = position.moves();
                let mv = moves[random.random_range(0..moves.len())];
                game.play(mv).expect("a legal move");
                mailbox = mailbox.after(&ends(&position, &mv));
            }
        }
    }
}

#[test]
fn everything_holds_all_along_random_games() {
    in_every_variant(RandomGames);
}

/// Random positions with up to `most` pieces a side and some moves from there; perft where there are few pieces.
#[derive(Clone, Copy)]
struct RandomPositions {
    most: usize,
}

impl VariantVisitor for RandomPositions {
    type Output = ();
    fn visit<R: Rules>(self) {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
        for _ in 0..800 {
            let mut position = random_position::<R>(&mut random, self.most.min(R::MAX_PIECES));
            let mut mailbox = mailbox(reference::<R>(), &position);
            if position.occupied().len() <= 8 {
                assert_eq!(perft(&position, 3, Counting::Merged), mailbox.perft(3), "{}\n{position}", R::ARTICLES.name);
            }
            for _ in 0..12 {
                check(&position, &mailbox);
                check_texts(&position);
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
}

/// The variants in four parts, for as many threads of the tests.
fn check_random_positions(part: usize) {
    for variant in Variant::ALL.iter().skip(part).step_by(4) {
        variant.visit(RandomPositions { most: 12 });
    }
}

#[test]
fn everything_holds_in_random_positions_1() {
    check_random_positions(0);
}

#[test]
fn everything_holds_in_random_positions_2() {
    check_random_positions(1);
}

#[test]
fn everything_holds_in_random_positions_3() {
    check_random_positions(2);
}

#[test]
fn everything_holds_in_random_positions_4() {
    check_random_positions(3);
}

#[test]
fn everything_holds_with_articles_that_no_variant_combines() {
    RandomPositions { most: 9 }.visit::<Everything>();
}

#[test]
fn the_longest_list_known_is_not_cut() {
    // Found by hill climbing: seven flying kings with captures of six.
    let kings = "W:WK2,K3,K4,K5,15,K16,K36,K46:BK7,8,9,10,K11,K20,21,K24,K27,29,K32,K33,42,K43";
    let position = position::<International>(kings);
    assert_eq!(position.moves().len(), 407);
    check_moves(&position, &mailbox(reference::<International>(), &position));
}
