//! Whole games between two processes of Crownhead.

use crownhead_rules::notation::{fen, parse_move};
use crownhead_rules::{Game, GameEnd, NoMove, Variant, Win};

use crate::program::{call, listen};

/// The lines of a program that tell of one game: how it ended, its moves, and the count.
fn told(lines: &[String], number: usize) -> [String; 3] {
    let is_end = |line: &&String| {
        line.starts_with(&format!("game {number}: ")) && (line.contains(" plies; ") || line.contains(" ply; "))
    };
    let place = lines.iter().position(|line| is_end(&line)).unwrap_or_else(|| panic!("no end in {lines:?}"));
    let end = lines[place].split("; White used").next().expect("a line has a beginning").to_owned();
    [end, lines[place + 1].clone(), lines[place + 2].clone()]
}

/// Plays the moves as told by the rules, and says how the game ends by them.
fn replay(variant: Variant, start: &str, moves: &str) -> Option<GameEnd> {
    let position = if start.is_empty() { variant.start() } else { fen::parse(variant, start).expect("it is a FEN") };
    let mut game = Game::new(position);
    let is_move = |token: &&str| !token.ends_with('.') && !matches!(*token, "1-0" | "0-1" | "1/2-1/2" | "*");
    for token in moves.split(' ').filter(is_move) {
        assert_eq!(game.end(), None, "the game goes on after its end: {moves}");
        let mv = parse_move(game.position(), token).unwrap_or_else(|error| panic!("{error} in {moves}"));
        game.play(mv).expect("it was found legal");
    }
    game.end()
}

/// Two games, with changed sides, between a listener and a caller, of which one asks.
fn play(variant: Variant, listener_asks: bool, start: &str) {
    let position = if start.is_empty() { String::new() } else { format!("--fen {start}") };
    let asking = format!("--initiator --games 2 --minutes .02 --moves 0 {position}");
    let [listening, calling] = if listener_asks { [&*asking, ""] } else { ["--games 2", &*asking] };
    let listener = listen(&format!("--variant {variant} {listening}"));
    let caller = call(listener.port, &format!("--variant {variant} {calling}"));
    let [caller, listener] = [caller, listener.client].map(|client| {
        let (lines, status, errors) = client.finish();
        assert!(status.success() && errors.is_empty(), "{errors}");
        lines
    });
    for number in [1, 2] {
        let [ours, theirs] = [told(&caller, number), told(&listener, number)];
        assert_eq!(ours[..2], theirs[..2], "both tell of the same game");
        let end = replay(variant, start, &ours[1]).unwrap_or_else(|| panic!("no end after {}", ours[1]));
        let expected = match end {
            GameEnd::Win(Win { winner, reason }) => format!("game {number}: {winner} wins: {reason}; "),
            GameEnd::Draw(reason) => format!("game {number}: draw: {reason}; "),
        };
        assert!(ours[0].starts_with(&expected), "{} instead of {expected}", ours[0]);
        println!("{variant}: {}", ours[0]);
    }
}

#[test]
fn english() {
    play(Variant::ENGLISH, false, "");
}

#[test]
fn giveaway() {
    assert_eq!(Variant::GIVEAWAY.articles().no_move, NoMove::Wins);
    play(Variant::GIVEAWAY, true, "");
}

#[test]
fn international() {
    play(Variant::INTERNATIONAL, true, "");
}

#[test]
fn losing() {
    play(Variant::LOSING, false, "");
}

#[test]
fn frisian() {
    play(Variant::FRISIAN, true, "");
}

#[test]
fn breakthrough() {
    play(Variant::BREAKTHROUGH, false, "");
}

#[test]
fn russian() {
    play(Variant::RUSSIAN, true, "");
}

#[test]
fn italian() {
    play(Variant::ITALIAN, false, "");
}

#[test]
fn from_a_position_with_kings() {
    play(Variant::INTERNATIONAL, false, "B:W26,27,K35,K48:B3,7,18,K22");
}

#[test]
fn a_program_that_listens_can_follow_again_and_again() {
    let listener = listen("--variant english");
    for games in 1..=3 {
        let caller = call(listener.port, "--variant english --initiator --minutes .01 --moves 10");
        let (lines, status, errors) = caller.finish();
        assert!(status.success() && errors.is_empty(), "game {games}: {errors} {lines:?}");
    }
}
