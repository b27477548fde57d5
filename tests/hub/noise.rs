//! Random lines: valid, mutated, binary.

use proptest::prelude::*;

use crate::client::{Client, noise};
use crate::{PYDRAUGHTS_START, START};

/// What a client may say, except that it ends the session.
fn commands() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => prop_oneof!["go think", "go ponder", "go analyze", "go"],
        3 => prop_oneof!["stop", "ponder-hit", "ping", "hub", "init", "new-game"],
        2 => prop_oneof![
            Just(format!("pos {START}")),
            Just(format!("pos {PYDRAUGHTS_START} moves=\"11-15\"")),
            Just("pos start moves=\"32-28 19-23 28x19 14x23\"".to_owned()),
            Just("pos pos=\"\" moves=\"1-2\"".to_owned()),
            Just("pos fen=B:W18,24,27:B12,K16".to_owned()),
        ],
        2 => ("[-]?[0-9]{0,3}[.,]?[0-9]{0,2}", "depth|nodes|time|inc|moves|move-time")
            .prop_map(|(number, name)| format!("level {name}={number}")),
        2 => ("variant|bb-size|grain|driver|ponder|coordinates|tt-size|threads|thread-scheme|multipv", "english|98|normal|1|3|0.01|auto|mtd-f|identical|")
            .prop_map(|(name, value)| format!("set-param name={name} value={value}")),
    ]
}

fn quick_client() -> Client {
    let mut client = Client::start();
    client.send("set-param name=line-gap value=0\nset-param name=tt-size value=16");
    client
}

#[test]
fn no_line_disturbs_the_session() {
    noise::check_order(quick_client, commands, |client| {
        // Where the variant is unknown no position is set. The word is one that none of the lines can have asked for.
        client.send("stop\nset-param name=variant value=normal\npos start moves=sync");
        client.read_until("error message=\"illegal move: move 1: 'sync'");
        client.send("set-param name=ponder value=true");
        // What waits for the table is answered before a search that waits for it too, as no answer from the book does.
        client
            .send(&format!("set-param name=book value=false\npos {START}\nlevel depth=1\ngo think"))
            .read_until("done");
        client.think(START, "depth=2")
    });
}

#[test]
fn every_go_is_answered_exactly_once_whatever_comes_between() {
    noise::check_answers(quick_client, commands, &[("go", "done"), ("ping", "pong"), ("hub", "wait")]);
}
