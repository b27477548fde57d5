//! Whole games.

use crownhead_rules::notation::{fen, parse_move};
use crownhead_rules::{Game, Variant};

use crate::client::{Client, Search};

/// Plays a game against itself to its end by the rules of a variant: how many plies it took.
fn play(variant: Variant, client: &mut Client) -> usize {
    client.send(&format!("setoption name UCI_Variant value {variant}\nucinewgame"));
    let mut game = Game::start(variant);
    let mut moves: Vec<String> = Vec::new();
    while game.end().is_none() {
        let played = moves.join(" ");
        client.send(&format!("position startpos moves {played}\ngo nodes 2000"));
        let search = client.search();
        let best = search.best().unwrap_or_else(|| panic!("a move after {played}")).to_owned();
        let mv = parse_move(game.position(), &best).expect("it is legal");
        game.play(mv).expect("it is legal");
        if let Some(ponder) = search.ponder() {
            parse_move(game.position(), ponder).expect("the expected reply is legal");
        }
        check_pv(variant, &search, &fen::write(game.position()), &best);
        moves.push(best);
    }
    moves.len()
}

/// The line that is expected begins with the move and is legal.
fn check_pv(variant: Variant, search: &Search, after: &str, best: &str) {
    let last = search.infos.last().expect("there is one");
    let (_, pv) = last.split_once(" pv ").expect("a line");
    let mut moves = pv.split(' ');
    assert_eq!(moves.next(), Some(best));
    let mut position = fen::parse(variant, after).expect("it was written so");
    for text in moves {
        let mv = parse_move(&position, text).expect("every move is legal");
        position = position.succ(&mv);
    }
}

#[test]
fn whole_games_in_every_variant() {
    let mut client = Client::start_uci();
    for &variant in Variant::ALL {
        let plies = play(variant, &mut client);
        println!("{variant}: {plies} plies");
        assert!(plies > 10, "{variant}: {plies} plies");
    }
    client.leave();
}
