//! What a client sees of a large table being allocated and emptied.

use crate::client::{Client, binary};
use crate::fields;

/// Other programs may take the processor away from any one search or table, but not from so many.
const ATTEMPTS: usize = 20;

fn client(mib: usize) -> Client {
    let mut client = Client::start_with(binary(), &["uci"]);
    client.send("uci").read_until("uciok");
    client.send(&format!("setoption name Hash value {mib}"));
    client
}

/// The depth that a move of 50 ms from the start reaches, once the table is ready.
fn depth_of_a_quick_move(client: &mut Client) -> u32 {
    client.send("isready").read_until("readyok");
    client.send("position startpos\ngo movetime 50");
    let lines = client.read_until("bestmove");
    let depths = lines.iter().filter_map(|line| fields(line).get("depth")?.parse().ok());
    depths.max().expect("it completes an iteration")
}

#[test]
fn a_quick_move_of_a_new_game_is_as_deep_as_that_of_a_new_process() {
    let is_as_deep = || {
        let mut client = client(1024);
        let fresh = depth_of_a_quick_move(&mut client);
        client.send("ucinewgame");
        let again = depth_of_a_quick_move(&mut client);
        println!("depth {fresh} in a new process, {again} in a new game");
        client.leave();
        again >= fresh
    };
    assert!((0..ATTEMPTS).any(|_| is_as_deep()));
}

#[test]
fn a_search_is_answered_while_a_large_table_is_allocated() {
    let is_answered = |attempt| {
        let mut client = client(1024 + attempt);
        client.send("isready\nposition startpos moves 11-15\ngo infinite\nstop");
        let lines = client.read_until("bestmove");
        assert!(lines.iter().any(|line| line.starts_with("info depth 1 ")), "{lines:?}");
        let before_it_was_ready = lines.iter().all(|line| line != "readyok");
        if before_it_was_ready {
            client.expect("readyok");
        }
        client.leave();
        before_it_was_ready
    };
    assert!((0..ATTEMPTS).any(is_answered));
}

#[test]
fn a_session_that_ends_while_a_table_is_allocated_owes_no_answer() {
    for end in ["quit", ""] {
        let mut client = client(256);
        client.send(&format!("isready\nisready\n{end}"));
        let (rest, status, errors) = client.finish();
        assert_eq!((rest, errors.as_str()), (vec!["readyok".to_owned(); 2], ""));
        assert!(status.success());
    }
}

#[test]
fn the_latest_of_several_sizes_holds() {
    let mut client = client(90);
    for mib in [70, 1, 80, 2] {
        client.send(&format!("setoption name Hash value {mib}\nucinewgame"));
    }
    client.send("isready").expect("readyok");
    let lines = client.send("uci").read_until("uciok");
    assert!(lines.iter().any(|line| line.contains("name Hash type spin default 2 ")), "{lines:?}");
    client.leave();
}
