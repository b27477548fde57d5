//! A program that listens and follows, and what other programs do to it.

use std::fs;
use std::time::{Duration, Instant};

use crate::client::{Client, binary};
use crate::program::{WITHOUT_BOOK, listen};
use crate::{ACCEPTANCE, REQUEST, SLOW_REQUEST, request_from};

#[test]
fn chat_and_take_backs_do_not_disturb_a_game() {
    let mut listener = listen("");
    let mut peer = listener.peer();
    peer.send("Cgood evening").send("B001W").expect("K1");
    peer.send(REQUEST).expect(ACCEPTANCE);
    peer.send("B001Z").expect("K1").send("Cmay I take it back? \u{1b}[2J").send("K1");
    peer.send("M0001322800").expect("M*").send("B999W").expect("K1").send("E20").expect("E00");
    listener.tells("chat: good evening").tells("game 1: Tornado voor Windows 4.0 (White), Crownhead");
    listener.tells("chat: may I take it back? \\u{1b}[2J").tells("game 1: draw: White says so; 2 plies; ");
    listener.tells("1. 32-28 ").tells("1 game: 0 won, 1 drawn");
}

#[test]
fn a_search_does_not_keep_it_from_listening() {
    let mut listener = listen(WITHOUT_BOOK);
    let mut peer = listener.peer();
    peer.send(SLOW_REQUEST).expect(ACCEPTANCE).send("M0001322800").send("Cyour move").send("B001W").expect("K1");
    peer.send("M0001342900").send("E10").expect("E00").expect_silence();
    listener.tells("chat: your move").tells("not its turn: a move from 34 to 29");
    listener.tells("game 1: Black wins: White gives up; 1 ply");
}

#[test]
fn messages_may_be_cut_and_joined_anywhere() {
    let mut listener = listen("");
    let mut peer = listener.peer();
    let game = [REQUEST, "M0001322800", "Chello"].map(|message| format!("{message}\0")).concat();
    for byte in game.bytes() {
        peer.send_bytes(&[byte]);
    }
    peer.expect(ACCEPTANCE).expect("M*").send("E00").expect("E00");
    peer.send_bytes(game.as_bytes()).expect(ACCEPTANCE).expect("M*");
    peer.send_bytes(b"E1").send_bytes(b"0\0E00\0E").expect("E00").send_bytes(b"00\0").expect_silence();
    listener.tells("game 2: Black wins: White gives up; 2 plies");
}

#[test]
fn each_side_may_begin_and_from_any_position() {
    let mut listener = listen("");
    let mut peer = listener.peer();
    let pieces: [(char, &[usize]); 2] = [('w', &[28]), ('z', &[23])];
    peer.send(&request_from('W', "005000", 'W', 50, &pieces)).expect(ACCEPTANCE).expect("M000028190123");
    peer.send("E10").expect("E00");
    peer.send(&request_from('Z', "005000", 'Z', 50, &pieces)).expect(ACCEPTANCE).expect("M000023320128");
    peer.send("E10").expect("E00");
    // The other program moves, and captures all there is.
    peer.send(&request_from('Z', "005000", 'W', 50, &pieces)).expect(ACCEPTANCE);
    peer.send("M000028190123").expect("E10").send("E00");
    let kings: [(char, &[usize]); 2] = [('W', &[46]), ('Z', &[5])];
    peer.send(&request_from('W', ".10000", 'W', 50, &kings)).expect(ACCEPTANCE).expect("M*").send("E20").expect("E00");
    listener.tells("game 1: Crownhead").tells("game 1: White wins: the side to move has no move; 1 ply");
    listener.tells("1. 28x19 1-0").tells("1 game: 1 won");
    listener.tells("game 2: ").tells("1. ... 23x32 0-1").tells("2 games: 2 won");
    listener.tells("game 3: Tornado (White)").tells("3 games: 2 won, 0 drawn, 1 lost, 0 without a result");
    listener.tells("game 4: Crownhead").tells("game 4: draw: Black says so");
}

#[test]
fn the_first_move_keeps_its_distance_from_the_acceptance() {
    let mut listener = listen("");
    let mut peer = listener.peer();
    let start = Instant::now();
    let pieces: [(char, &[usize]); 2] = [('w', &[28]), ('z', &[23])];
    peer.send(&request_from('W', "005000", 'W', 50, &pieces)).expect(ACCEPTANCE).expect("M*");
    assert!(start.elapsed() >= Duration::from_millis(100));
}

/// A file with these settings.
fn settings(name: &str, text: &str) -> std::path::PathBuf {
    let path = std::env::temp_dir().join(format!("crownhead-dxp-{name}-{}.toml", std::process::id()));
    fs::write(&path, text).expect("it can be written");
    path
}

#[test]
fn the_variant_is_a_setting_and_no_other_is_played() {
    let path = settings("variant", "dxp.variant = \"frisian\"\n");
    let mut listener = listen(&format!("--config {}", path.display()));
    let mut peer = listener.peer();
    // A capture along a row, of which international draughts knows nothing.
    let request = request_from('W', ".10075", 'W', 50, &[('w', &[32, 48]), ('z', &[33, 3])]);
    peer.send(&request).expect(ACCEPTANCE).expect("M*32340133").send("E00").expect("E00");
    listener.tells("game 1: ");
    fs::write(&path, "dxp.variant = \"chess\"\n").expect("it can be written");
    let (lines, status, errors) =
        Client::start_with(binary(), &["dxp", "--listen", "0", "--config", path.to_str().expect("text")]).finish();
    assert!(lines.is_empty() && status.code() == Some(1), "{lines:?}");
    assert!(errors.contains("dxp.variant = \"chess\": expected one of english, "), "{errors}");
    fs::remove_file(path).expect("it is there");
}

#[test]
fn minutes_may_be_fractions_or_none() {
    let path = settings("minutes", "dxp.move-time = 0.01\n[engine]\ntable = 1\n");
    let mut listener = listen(&format!("--config {}", path.display()));
    let mut peer = listener.peer();
    for (minutes, told) in [("000", "no minutes given"), (".01", "0.01 min"), ("0.1", "0.1 min"), ("001", "1 min")] {
        peer.send(&format!("R01{:32}W{minutes}020A", "Tornado"))
            .expect(ACCEPTANCE)
            .expect("M0*")
            .send("E00")
            .expect("E00");
        let lines = listener.client.read_until("1. ");
        assert!(lines.iter().any(|line| line.ends_with(&format!("; international, {told}, 20 moves"))), "{lines:?}");
    }
    fs::remove_file(path).expect("it is there");
}

#[test]
fn the_moves_agreed_on_end_the_game() {
    let mut listener = listen("");
    let mut peer = listener.peer();
    peer.send(&format!("R01{:32}Z.01001A", "Tornado")).expect(ACCEPTANCE);
    peer.send("M0001322800").expect("M*").send("E00").expect("E00");
    listener.tells("game 1: no result: the moves agreed on have been made; 2 plies");
    peer.send(&format!("R01{:32}W.01001A", "Tornado")).expect(ACCEPTANCE).expect("M*");
    peer.send("M0000202500").expect("E00").send("E00").expect_silence();
    listener.tells("game 2: no result: the moves agreed on have been made; 2 plies");
}

#[test]
fn another_request_breaks_the_game_off() {
    let mut listener = listen(WITHOUT_BOOK);
    let mut peer = listener.peer();
    peer.send(SLOW_REQUEST).expect(ACCEPTANCE).send("M0001322800").send(REQUEST).expect(ACCEPTANCE);
    peer.send("M0001322800").expect("M*").send("E10").expect("E00");
    listener.tells("game 1: no result: the other program asks for a new game; 1 ply").tells("game 2: Black wins");
}

#[test]
fn it_leaves_after_its_games() {
    let mut listener = listen("--games 2 --name Joe --variant losing");
    let mut peer = listener.peer();
    peer.send(REQUEST).expect("AJoe *0").send("M0001322800").expect("M*").send("E10").expect("E00");
    peer.send(REQUEST).expect("AJoe *0").send("E30").expect("E01").expect_close();
    let (lines, status, errors) = listener.client.finish();
    assert!(status.success() && errors.is_empty(), "{errors}");
    assert!(lines.last().is_some_and(|line| line.starts_with("disconnected: 127.0.0.1:")), "{lines:?}");
    assert!(lines.iter().any(|line| line == "2 games: 1 won, 0 drawn, 1 lost, 0 without a result"), "{lines:?}");
}

#[test]
fn it_plays_no_more_than_its_games() {
    let mut listener = listen("--games 1");
    let mut peer = listener.peer();
    peer.send(REQUEST).expect(ACCEPTANCE).send(REQUEST).expect("ACrownhead *3").expect_close();
    let (lines, status, errors) = listener.client.finish();
    assert!(status.success() && errors.is_empty(), "{errors}");
    assert!(lines.iter().any(|line| line == "1 game: 0 won, 0 drawn, 0 lost, 1 without a result"), "{lines:?}");
}
