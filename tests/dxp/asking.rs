//! A program that asks for games, and what other programs answer.

use std::net::TcpListener;
use std::time::{Duration, Instant};

use crate::REQUEST;
use crate::client::Client;
use crate::peer::Peer;
use crate::program::{call, listen};

/// A program that connects and asks, and the script that it asks.
pub fn asked(arguments: &str) -> (Client, Peer) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("there is a port");
    let port = listener.local_addr().expect("it is bound").port();
    let client = call(port, &format!("--initiator {arguments}"));
    let (stream, _) = listener.accept().expect("the program connects");
    (client, Peer::of(stream))
}

/// The follower's answer, `0` if it accepts.
pub fn answer(code: u8) -> String {
    format!("A{:32}{code}", "Tornado")
}

#[test]
fn it_plays_its_games_with_both_sides() {
    let (client, mut peer) = asked("--games 3 --minutes .01 --moves 12");
    peer.expect("R01Crownhead *Z.01012A").send(&answer(0)).expect("M*").send("E10").expect("E00");
    peer.expect("R01Crownhead *W.01012A").send(&answer(0)).send("M0001322800").expect("M*").send("E20").expect("E00");
    peer.expect("R01Crownhead *Z.01012A").send(&answer(0)).expect("M*").send("E30").expect("E00").expect_close();
    let (lines, status, errors) = client.finish();
    assert!(status.success() && errors.is_empty(), "{errors}");
    assert!(lines.contains(&"3 games: 1 won, 1 drawn, 1 lost, 0 without a result".to_owned()), "{lines:?}");
}

#[test]
fn a_position_is_sent_as_one() {
    let (_client, mut peer) = asked("--fen B:W28:B23 --side black --minutes 2.5 --moves 0");
    let squares = format!("{}zeeeew{}", "e".repeat(22), "e".repeat(22));
    peer.expect(&format!("R01Crownhead *W2.5000BZ{squares}")).send(&answer(0)).expect("M000023320128");
    // Nothing is left to move, which the other program does not notice before it has to say so.
    peer.send("E10").expect("E00").expect_close();
    let (_client, mut peer) = asked("--variant english --fen W:W18:B15 --name Joe --side white");
    let squares = format!("{}zeew{}", "e".repeat(14), "e".repeat(14));
    peer.expect(&format!("R01Joe *Z005075BW{squares}"));
}

#[test]
fn a_refusal_is_told() {
    for (code, reason) in [(1, "another version"), (2, "is its variant the same?"), (3, "no game now")] {
        let (client, mut peer) = asked("");
        peer.expect("R01*").send(&answer(code)).expect_close();
        let (_, status, errors) = client.finish();
        assert_eq!(status.code(), Some(1));
        assert!(errors.starts_with("crownhead: the game was refused: ") && errors.contains(reason), "{errors}");
    }
}

#[test]
fn it_takes_no_requests_itself() {
    let (_client, mut peer) = asked("--minutes .1");
    peer.expect("R01*").send(REQUEST).expect("ACrownhead *3");
    peer.send(&answer(0)).expect("M*").send(REQUEST).expect("ACrownhead *3");
}

#[test]
fn games_that_are_not_played_are_missed() {
    let (client, mut peer) = asked("--games 2 --minutes .1");
    peer.expect("R01*").send(&answer(0)).expect("M*");
    drop(peer);
    let (lines, status, errors) = client.finish();
    assert_eq!(
        (status.code(), errors.as_str()),
        (Some(1), "crownhead: 0 of 2 games were played: the connection is lost\n")
    );
    assert!(lines.iter().any(|line| line.starts_with("game 1: no result: the connection is lost")), "{lines:?}");
}

#[test]
fn the_other_program_may_want_no_more() {
    for (games, code, told) in
        [(5, 1, "crownhead: 1 of 5 games were played: the other program wants no more\n"), (1, 0, "")]
    {
        let (client, mut peer) = asked(&format!("--games {games} --minutes .1"));
        peer.expect("R01*").send(&answer(0)).expect("M*").send("E11").expect("E0*").expect_close();
        let (_, status, errors) = client.finish();
        assert_eq!((status.code(), errors.as_str()), (Some(code), told));
    }
}

/// All games that were wanted have come to an end, whatever becomes of the connection then.
#[test]
fn a_last_game_without_an_acknowledgement_counts() {
    let (client, mut peer) = asked("--games 1 --minutes .1 --moves 1");
    peer.expect("R01*").send(&answer(0)).expect("M*").send("M0001182300").expect("E0*");
    drop(peer);
    let (_, status, errors) = client.finish();
    assert!(status.success() && errors.is_empty(), "{errors}");
}

#[test]
fn a_listener_may_ask() {
    let mut listener = listen("--initiator --games 2 --side black --minutes .1");
    let mut peer = listener.peer();
    peer.expect("R01Crownhead *W0.1075A").send(&answer(0)).send("M0001322800").expect("M*");
    drop(peer);
    listener.tells("game 1: no result: the connection is lost");
    let mut peer = listener.peer();
    peer.expect("R01Crownhead *Z0.1075A").send(&answer(0)).expect("M*").send("E10").expect("E00").expect_close();
    let (_, status, _) = listener.client.finish();
    assert!(status.success());
}

#[test]
fn bad_arguments_are_named() {
    for (arguments, code, fault) in [
        ("", 2, "--listen"),
        ("--listen 1 --connect x", 2, "cannot be used with"),
        ("--listen 70000", 2, "70000 is not from 0 to 65535"),
        ("--listen 0 --minutes 5", 2, "--initiator"),
        ("--listen 0 --variant chess", 2, "unknown variant \"chess\""),
        ("--listen 0 --initiator --minutes 12.5", 2, "\"12.5\" does not fit: expected a number of 3 characters"),
        ("--listen 0 --initiator --moves 1000", 2, "1000 is not from 0 to 999"),
        ("--listen 0 --initiator --fen W:W1", 1, "no list of Black's pieces"),
        ("--listen 0 --bind 203.0.113.1", 1, "cannot listen on 203.0.113.1:0: "),
        ("--connect 127.0.0.1:1", 1, "cannot connect to 127.0.0.1:1: "),
        ("--connect 127.0.0.1:x", 1, "cannot connect to 127.0.0.1:x: "),
    ] {
        let run = Client::start_with(
            crate::client::binary(),
            &["dxp"].into_iter().chain(arguments.split_whitespace()).collect::<Vec<_>>(),
        );
        let (_, status, errors) = run.finish();
        assert_eq!(status.code(), Some(code), "{arguments}: {errors}");
        assert!(errors.contains(fault), "{arguments}: {errors}");
    }
}

#[test]
fn the_next_request_keeps_its_distance_from_the_acknowledgement() {
    let (_client, mut peer) = asked("--games 2 --minutes .1");
    peer.expect("R01*").send(&answer(0)).expect("M*");
    let start = Instant::now();
    peer.send("E10").expect("E00").expect("R01*");
    assert!(start.elapsed() >= Duration::from_millis(100));
}
