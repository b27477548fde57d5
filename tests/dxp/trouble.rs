//! What must not keep a program that listens from its next game.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use crate::peer::Peer;
use crate::program::{Listener, WITHOUT_BOOK, listen};
#[cfg(unix)]
use crate::unix::{Signal, signal};
use crate::{ACCEPTANCE, REQUEST, SLOW_REQUEST, request_from};

/// A game can be played from here on.
#[track_caller]
fn check_ready(listener: &mut Listener) {
    let mut peer = listener.peer();
    peer.send(REQUEST).expect(ACCEPTANCE).send("M0001322800").expect("M*").send("E11").expect("E00").expect_close();
    listener.tells("disconnected");
}

#[test]
fn a_connection_may_be_dropped_at_any_point() {
    let mut listener = listen("");
    let request = format!("> {REQUEST}");
    let its_turn = request.replace("Z.10", "W.10");
    let accepted = format!("< {ACCEPTANCE}");
    for dialogue in [
        &[][..],
        &[&*request],
        &[&request, &accepted],
        &[&its_turn, &accepted],
        &[&request, &accepted, "> M0001322800"],
        &[&request, &accepted, "> M0001322800", "< M*"],
        &[&request, &accepted, "> E00"],
        &[&request, &accepted, "> M0001322200", "< C*", "< E00"],
    ] {
        println!("dropped after {dialogue:?}");
        let mut peer = listener.peer();
        peer.hold(dialogue.iter().copied());
        peer.send_bytes(b"M0001");
        drop(peer);
        listener.tells("disconnected");
        check_ready(&mut listener);
    }
}

#[test]
fn a_game_that_is_cut_off_is_told_of() {
    let mut listener = listen("");
    let mut peer = listener.peer();
    peer.send(REQUEST).expect(ACCEPTANCE).send("M0001322800").expect("M*");
    drop(peer);
    listener.tells("game 1: no result: the connection is lost; 2 plies").tells("disconnected");
    check_ready(&mut listener);
}

#[test]
fn a_wrong_move_ends_the_game_and_no_more() {
    let mut listener = listen(WITHOUT_BOOK);
    let mut peer = listener.peer();
    for (mv, fault) in [
        ("M0001322200", "32-22 is not a legal move of White in international: expected 32-27 or 32-28"),
        ("M0001192300", "19-23 is not a legal move of White in international"),
        ("M000132280119", "32x28x19 is not a legal move of White in international: expected 32-27 or 32-28"),
        ("M0001", "*"),
        ("M0001xx2800", "*"),
        ("M00013228001", "*"),
    ] {
        peer.send(REQUEST).expect(ACCEPTANCE).send(mv).expect(&format!("Cillegal move: {fault}")).expect("E00");
        peer.send("E00").expect_silence();
        listener.tells("game ").tells("game ");
    }
    // Nor does one that comes out of turn.
    peer.send(REQUEST)
        .expect(ACCEPTANCE)
        .send("M0001322800")
        .send("M0001342900")
        .expect("M*")
        .send("E10")
        .expect("E00");
    // Nor one without a game.
    peer.send("M0001322800").expect_silence();
    listener.tells("not its turn: a move from 34 to 29").tells("not its turn: a move from 32 to 28");
    peer.send(REQUEST).expect(ACCEPTANCE);
}

#[test]
fn requests_that_cannot_be_granted_are_refused() {
    let mut listener = listen("");
    let mut peer = listener.peer();
    let kings: [(char, &[usize]); 2] = [('W', &[1]), ('Z', &[32])];
    for (request, answer, fault) in [
        (REQUEST.replace("R01", "R02"), 1, "protocol version \"02\""),
        (REQUEST.replace("Z.10", "X.10"), 2, "\"X\" is not a valid side of the follower"),
        (REQUEST.replace("075A", "075"), 2, "*ends before its form of the position"),
        (
            request_from('Z', "005075", 'W', 32, &kings),
            2,
            "a request of Tornado for a game of international: a position",
        ),
        (request_from('Z', "005075", 'W', 50, &[('w', &[1])]), 2, "*a man of White on square 1"),
        (request_from('Z', "005075", 'W', 49, &kings), 2, "*is not a valid position: expected 50 letters"),
    ] {
        peer.send(&request).expect(&format!("ACrownhead *{answer}"));
        let told = listener.client.read_until("refused: ").pop().expect("it is told");
        assert!(told.contains(fault.trim_start_matches('*')), "{told}");
    }
    peer.send(REQUEST).expect(ACCEPTANCE).send(&REQUEST.replace("R01", "R02")).expect("ACrownhead *1");
    peer.send("M0001322800").expect("M*");
}

#[test]
fn what_is_too_long_is_passed_over() {
    let mut listener = listen("");
    let mut peer = listener.peer();
    peer.send_bytes(&vec![b'M'; 1 << 20]).send("").send(REQUEST).expect(ACCEPTANCE);
    listener.tells("not understood: a message of more than 127 characters, which begins with \"MMMM");
    // In turn it is the move that is waited for, and nothing would follow it.
    peer.send(&format!("M000132280{}", "0".repeat(500)));
    peer.expect("Cillegal move: a message of more than 127*").expect("E00").send("E00").expect_silence();
}

#[test]
fn a_flood_of_nonsense_ends_the_connection() {
    let mut listener = listen("");
    let mut peer = listener.peer();
    peer.send(REQUEST).expect(ACCEPTANCE).send_bytes(&b"x\0".repeat(101)).expect("E01").expect_close();
    listener.tells("game 1: no result: the other program sends invalid messages").tells("disconnected");
    check_ready(&mut listener);
}

#[test]
fn one_that_waits_gets_its_turn() {
    let mut listener = listen("");
    let mut first = listener.peer();
    first.send(REQUEST).expect(ACCEPTANCE);
    let mut second = Peer::connect(listener.port);
    second.send(REQUEST);
    first.send("M0001322800").expect("M*").send("E11").expect("E00").expect_close();
    second.expect(ACCEPTANCE).send("M0001322800").expect("M*");
}

#[test]
fn silent_connections_delay_no_game() {
    let mut listener = listen("");
    let _silent: Vec<_> = (0..100).map(|_| Peer::connect(listener.port)).collect();
    check_ready(&mut listener);
}

#[test]
fn programs_play_in_turn_without_leaving() {
    let mut listener = listen("");
    let mut peers = [listener.peer(), listener.peer()];
    for _ in 0..3 {
        for peer in &mut peers {
            peer.send(REQUEST).expect(ACCEPTANCE).send("M0001322800").expect("M*").send("E10").expect("E00");
        }
    }
    listener.tells("6 games: 6 won");
}

#[test]
fn a_flood_of_chats_is_neither_shown_nor_the_end() {
    let mut listener = listen("");
    let mut peer = listener.peer();
    for _ in 0..2 {
        for _ in 0..300 {
            peer.send("Chello");
        }
        peer.expect_silence().send(REQUEST).expect(ACCEPTANCE);
        let told = listener.client.read_until("game ");
        assert_eq!(told.iter().filter(|line| *line == "chat: hello").count(), 100, "{told:?}");
    }
}

#[test]
fn moves_out_of_turn_without_end_close_the_connection() {
    let mut listener = listen("");
    let mut peer = listener.peer();
    for _ in 0..101 {
        peer.send("M0001322800");
    }
    peer.expect_close();
    check_ready(&mut listener);
}

/// Each connection would be two lines of the report, and a log can fill a disk.
#[cfg(unix)]
#[test]
fn whoever_connects_again_and_again_fills_no_log() {
    let listener = listen("");
    for _ in 0..2000 {
        drop(std::net::TcpStream::connect(("127.0.0.1", listener.port)).expect("it listens"));
    }
    // Some lines may be written again by then, and the first of them tells how many there were.
    std::thread::sleep(std::time::Duration::from_secs(1));
    drop(std::net::TcpStream::connect(("127.0.0.1", listener.port)).expect("it listens"));
    let start = std::time::Instant::now();
    signal(listener.client.id(), Signal::INT);
    let (lines, status, errors) = listener.client.finish();
    assert!(status.success() && errors.is_empty(), "{status} {errors}");
    // A busy machine has more time for them.
    let most = 1000 + 20 * (60 + start.elapsed().as_secs() as usize);
    assert!((900..most).contains(&lines.len()), "{} lines", lines.len());
    assert!(lines.iter().any(|line| line.ends_with(" lines left out")), "{:?}", lines.last());
}

#[cfg(unix)]
#[test]
fn ctrl_c_leaves_cleanly() {
    let interrupt = |listener: &Listener| signal(listener.client.id(), Signal::INT);
    let idle = listen("");
    interrupt(&idle);
    let (lines, status, errors) = idle.client.finish();
    assert!(status.success() && lines.is_empty() && errors.is_empty(), "{status} {lines:?} {errors}");

    let mut busy = listen(WITHOUT_BOOK);
    let mut peer = busy.peer();
    peer.send(SLOW_REQUEST).expect(ACCEPTANCE).send("M0001322800").expect_silence();
    interrupt(&busy);
    peer.expect("E01");
    peer.expect_close();
    let (lines, status, _) = busy.client.finish();
    assert!(status.success(), "{status}");
    assert!(lines.iter().any(|line| line.starts_with("game 1: no result: interrupted")), "{lines:?}");
}

/// Messages with bytes changed, and bytes that mean nothing; none that could be a request or an end for good.
fn noise() -> impl Strategy<Value = Vec<u8>> {
    let known = prop::sample::select(vec!["M0001322800", "M000028190123", "A", "K1", "B005Z", "E00", "E30", "Chi"]);
    let changed = (known, any::<prop::sample::Index>(), any::<u8>()).prop_map(|(message, place, byte)| {
        let mut bytes = message.as_bytes().to_vec();
        let place = place.index(bytes.len());
        bytes[place] = byte;
        bytes
    });
    let piece = prop_oneof![changed, vec(any::<u8>(), 0..200)];
    let harmless = piece.prop_filter("a session that goes on", |bytes| {
        bytes.split(|&byte| byte == 0).all(|message| !matches!(message, [b'R', ..] | [b'E', _, b'1', ..]))
    });
    vec(harmless, 0..12).prop_map(|pieces| pieces.into_iter().flat_map(|piece| [piece, vec![0]].concat()).collect())
}

#[test]
fn no_noise_keeps_it_from_the_next_game() {
    let mut listener = listen("");
    let config = Config { cases: 60, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let listener = std::cell::RefCell::new(&mut listener);
    runner
        .run(&(noise(), noise()), |(before, within)| {
            let mut listener = listener.borrow_mut();
            let mut peer = listener.peer();
            peer.send_bytes(&before).send(REQUEST);
            skip_to(&mut peer, 'A');
            peer.send_bytes(&within).send(REQUEST);
            skip_to(&mut peer, 'A');
            drop(peer);
            listener.tells("disconnected");
            Ok(())
        })
        .unwrap_or_else(|error| panic!("{error}"));
    check_ready(*listener.borrow_mut());
}

/// Receives until a message of this kind comes.
#[track_caller]
fn skip_to(peer: &mut Peer, kind: char) {
    loop {
        let message = peer.receive().expect("the connection stays");
        if message.starts_with(kind) {
            return;
        }
    }
}
