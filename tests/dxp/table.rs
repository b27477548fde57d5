//! The table of `protocol.md`, held with the program: what each message does in each phase.

use crate::asking::{answer, asked};
use crate::client::Client;
use crate::peer::Peer;
use crate::program::{WITHOUT_BOOK, listen};
use crate::{ACCEPTANCE, REQUEST, SLOW_REQUEST};

const PROTOCOL: &str = include_str!("../../protocol.md");

/// The rows of the table, without those of what the program does by itself: the message, then a cell for each phase.
fn rows() -> Vec<Vec<String>> {
    let cells = |row: &str| row.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect();
    let table = PROTOCOL.lines().skip_while(|line| !line.starts_with("| what comes"));
    let rows: Vec<Vec<String>> = table.take_while(|line| line.starts_with('|')).map(cells).collect();
    assert_eq!(rows[0][1..], ["idle", "asking", "playing", "ending"]);
    rows.into_iter().skip(2).filter(|row| !row[0].starts_with('(')).collect()
}

/// What is sent for a row, if it can come about in this phase.
fn message(row: &str, phase: &str) -> Option<String> {
    Some(match (row, phase) {
        ("GAMEREQ after the last of `--games`", "idle" | "asking") => return None,
        ("MOVE, legal and in turn" | "MOVE in turn, not legal or not readable", "idle" | "asking") => {
            return None;
        }
        ("GAMEREQ that can be granted" | "GAMEREQ after the last of `--games`", _) => REQUEST.to_owned(),
        ("GAMEREQ that cannot", _) => REQUEST.replace("R01", "R02"),
        ("GAMEACC `0`", _) => answer(0),
        ("GAMEACC `1`, `2`, `3`", _) => answer(2),
        ("MOVE, legal and in turn" | "any other MOVE", _) => "M0001322800".to_owned(),
        ("MOVE in turn, not legal or not readable", _) => "M0001322200".to_owned(),
        ("GAMEEND", _) => "E00".to_owned(),
        ("CHAT", _) => "Chello".to_owned(),
        ("BACKREQ", _) => "B001W".to_owned(),
        ("BACKACC", _) => "K1".to_owned(),
        ("what is no message", _) => "garbage".to_owned(),
        _ => panic!("a row that no test knows: {row}"),
    })
}

/// Brings a program into a phase in which the message of the row means what the row says.
fn enter(row: &str, phase: &str) -> (Client, Peer) {
    if phase == "asking" {
        let (client, mut peer) = asked("--minutes .1");
        peer.expect("R01*");
        return (client, peer);
    }
    let games = if row.starts_with("GAMEREQ after") { "--games 1" } else { "" };
    let mut listener = listen(&format!("{games} {WITHOUT_BOOK}"));
    let mut peer = listener.peer();
    let is_stray = row == "any other MOVE";
    match phase {
        "idle" => {}
        "playing" if is_stray => {
            peer.send(&SLOW_REQUEST.replace("Z999", "W999")).expect(ACCEPTANCE);
        }
        "playing" => {
            peer.send(REQUEST).expect(ACCEPTANCE);
        }
        // The moves agreed on are made, and the program is to move.
        "ending" if is_stray => {
            peer.send(&format!("R01{:32}W.01001A", "Tornado")).expect(ACCEPTANCE).expect("M*");
            peer.send("M0000202500").expect("E00");
        }
        "ending" => {
            peer.send(REQUEST).expect(ACCEPTANCE).send("M0001322200").expect("Cillegal*").expect("E0*");
        }
        _ => panic!("a phase that no test knows: {phase}"),
    }
    (listener.client, peer)
}

/// Takes what the program tells, and sends in answer to `message`, deed by deed.
fn check_deeds(client: &mut Client, peer: &mut Peer, message: &str, phase: &str, deeds: &[&str]) {
    for &deed in deeds {
        match deed {
            "accept" => _ = peer.expect("ACrownhead *0"),
            "refuse" => {
                let refusal = peer.receive().expect("the connection stays");
                assert!(refusal.starts_with('A') && refusal.ends_with(['1', '2', '3']), "{refusal}");
            }
            "begin" | "play" => _ = peer.expect("M*"),
            "break off" | "conclude" => {
                let told = client.read_until("1 game: ").concat();
                let is_broken_off = told.contains("asks for a new game");
                assert_eq!(is_broken_off, deed == "break off" && phase == "playing", "{told}");
            }
            "protest" => _ = peer.expect("Cillegal move: *").expect("E0*"),
            "acknowledge" => _ = peer.expect("E0*"),
            "decline" => _ = peer.expect("K1"),
            "show" => {
                let head = match message {
                    "Chello" => "chat: hello",
                    "garbage" => "not understood: \"garbage\"",
                    _ => "not its turn: a move from 32 to 28",
                };
                client.read_until(head);
            }
            "give up" => {}
            deed => panic!("a deed that no test knows: {deed}"),
        }
    }
    // Nothing else was sent.
    match deeds {
        ["give up"] | ["refuse", "break off"] => peer.expect_close(),
        _ => _ = peer.expect_silence(),
    }
}

fn check(column: usize, phase: &str) {
    for row in rows() {
        let Some(message) = message(&row[0], phase) else { continue };
        println!("{phase}: {}", row[0]);
        let cell = row[column].rsplit_once(": ").map_or(&*row[column], |(_, deeds)| deeds);
        let deeds: Vec<_> = cell.split(", ").filter(|deed| *deed != "-").collect();
        let (mut client, mut peer) = enter(&row[0], phase);
        peer.send(&message);
        check_deeds(&mut client, &mut peer, &message, phase, &deeds);
    }
}

#[test]
fn idle() {
    check(1, "idle");
}

#[test]
fn asking() {
    check(2, "asking");
}

#[test]
fn playing() {
    check(3, "playing");
}

#[test]
fn ending() {
    check(4, "ending");
}
