//! Random lines: valid, mutated, binary.

use proptest::prelude::*;

use crate::client::{Client, noise};

/// What a client may say, except that it ends the session.
fn commands() -> impl Strategy<Value = String> {
    let search = "infinite|ponder|depth 3|movetime 3|wtime 20|nodes 500|searchmoves 11-15|mate 2|";
    prop_oneof![
        3 => (search, search).prop_map(|(one, other)| format!("go {one} {other}")),
        3 => prop_oneof!["stop", "ponderhit", "isready", "uci", "ucinewgame"],
        2 => prop_oneof![
            Just("position startpos".to_owned()),
            Just("position startpos moves 11-15 23-19 8-11 22-17".to_owned()),
            Just("position fen W:W31-50:B1-20 moves 32-28".to_owned()),
            Just("position fen B:W18,24,27:B12,K16".to_owned()),
        ],
        2 => ("UCI_Variant|Hash|Grain|Driver|Ponder|Mode|Clear Hash|Threads|Thread Scheme|MultiPV", "english|20|losing|1|3|0.01|mtd-f|true|depth-staggered|")
            .prop_map(|(name, value)| format!("setoption name {name} value {value}")),
    ]
}

fn quick_client() -> Client {
    let mut client = Client::start_uci();
    client.send("setoption name Hash value 1");
    client
}

#[test]
fn no_line_disturbs_the_session() {
    noise::check_order(quick_client, commands, |client| {
        // A word that none of the lines can have asked for.
        client.send("stop\nsetoption name sync").read_until("info string unknown setting sync");
        // What waits for the table, and no longer for a book, is answered before a search that waits for it too.
        client.send("setoption name OwnBook value false");
        client.send("setoption name UCI_Variant value english\nposition startpos\ngo depth 1").read_until("bestmove");
        client.send("position startpos\ngo depth 2").search()
    });
}

#[test]
fn every_go_is_answered_exactly_once_whatever_comes_between() {
    noise::check_answers(quick_client, commands, &[("go", "bestmove"), ("isready", "readyok")]);
}
