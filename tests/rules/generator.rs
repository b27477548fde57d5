//! What must hold in every position: the generator agrees with a second one that was written apart from it, its
//! shortcuts agree with its list, the board may be turned round, and the incremental hash is the hash.

use std::collections::BTreeSet;

use crate::literal::position;
use crate::random::random_position;
use crate::reference::{Articles, ENGLISH, INTERNATIONAL};
use crate::twin::{ends, mailbox};
use crownhead::rules::{
    Bitboard, Board, English, Game, Giveaway, International, Losing, Move, Position, Rules, Square, Variant,
    VariantVisitor,
};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

fn articles<R: Rules>() -> Articles {
    match R::ARTICLES.name {
        "english" | "giveaway" => ENGLISH,
        "international" | "losing" => INTERNATIONAL,
        other => panic!("no articles of {other}"),
    }
}

fn turned_move<R: Rules>(mv: &Move) -> Move {
    let turn = |square: Square| Square::from_index(R::Board::SQUARES - 1 - square.index());
    let captured = mv.captured.singles().map(|single| R::Board::bit(turn(R::Board::square(single))));
    let captured = captured.fold(Bitboard::EMPTY, |set, single| set | single);
    Move { from: turn(mv.from), to: turn(mv.to), captured, ..*mv }
}

/// Everything that must hold in a position.
fn check<R: Rules>(position: &Position<R>) {
    check_moves(position);
    check_turned(position);
    assert_eq!(position.turned().turned(), *position);
}

fn check_moves<R: Rules>(position: &Position<R>) {
    let moves = position.moves();
    let distinct: BTreeSet<_> = moves.iter().map(|mv| ends(position, mv)).collect();
    assert_eq!(distinct, mailbox(articles::<R>(), position).moves(), "{position}");
    assert_eq!(distinct.len(), moves.len(), "a move is listed twice\n{position}");
    assert_eq!(position.count_moves(), moves.len() as u64, "{position}");
    assert_eq!(position.has_move(), !moves.is_empty(), "{position}");
    assert_eq!(position.has_capture(), moves.iter().any(|mv| mv.is_capture()), "{position}");

    let routes = position.routes();
    assert_eq!(routes.iter().map(|mv| ends(position, mv)).collect::<BTreeSet<_>>(), distinct, "{position}");
    assert_eq!(position.count_routes(), routes.len() as u64, "{position}");
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

/// Where a game stands.
fn typed<R: Rules>(game: &Game) -> Position<R> {
    game.position().typed().expect("the game is of these rules")
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
        fn walk<R: Rules>(position: &Position<R>, depth: u32) {
            check(position);
            if depth > 0 {
                position.moves().iter().for_each(|mv| walk(&position.succ(mv), depth - 1));
            }
        }
        walk(&Position::<R>::start(), 4);
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
            while game.end().is_none() {
                check(&typed::<R>(&game));
                let moves = game.position().moves();
                game.play(moves[random.random_range(0..moves.len())]).expect("a legal move");
            }
            check(&typed::<R>(&game));
        }
    }
}

#[test]
fn everything_holds_all_along_random_games() {
    in_every_variant(RandomGames);
}

fn check_random_positions<R: Rules>(most: usize) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
    for _ in 0..5_000 {
        check(&random_position::<R>(&mut random, most));
    }
}

#[test]
fn everything_holds_in_random_positions_of_english() {
    check_random_positions::<English>(12);
}

#[test]
fn everything_holds_in_random_positions_of_giveaway() {
    check_random_positions::<Giveaway>(12);
}

#[test]
fn everything_holds_in_random_positions_of_international() {
    check_random_positions::<International>(14);
}

#[test]
fn everything_holds_in_random_positions_of_losing() {
    check_random_positions::<Losing>(14);
}

#[test]
fn the_longest_list_known_is_not_cut() {
    // Found by hill climbing: seven flying kings with captures of six.
    let kings = "W:WK2,K3,K4,K5,15,K16,K36,K46:BK7,8,9,10,K11,K20,21,K24,K27,29,K32,K33,42,K43";
    let position = position::<International>(kings);
    assert_eq!(position.moves().len(), 407);
    check(&position);
}
