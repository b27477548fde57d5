//! How a session begins, and how a match runner judges it.

use std::time::Instant;

use crate::client::{Client, PATIENCE, binary};
use crate::fields;

#[test]
fn by_the_first_command_or_by_argument() {
    for (arguments, opening) in
        [(&[][..], "uci"), (&[], "\n \r\nhello\nuci\r"), (&["uci"], "uci"), (&["uci"], "hub\nuci")]
    {
        let mut client = Client::start_with(binary(), arguments);
        let lines = client.send(opening).read_until("uciok");
        assert!(lines[0].starts_with("id name Crownhead "), "{lines:?}");
        assert!(lines[1].starts_with("id author "), "{lines:?}");
        let is_option = |line: &String| line.starts_with("option name ") && line.contains(" type ");
        assert!(lines[2..lines.len() - 1].iter().all(is_option), "{lines:?}");
        client.send("hub\nisready").expect("readyok");
        client.leave();
    }
}

#[test]
fn any_command_of_hub_chooses_hub() {
    for first in ["hub", "ping", "level depth=1"] {
        let mut client = Client::start();
        client.send(&format!("{first}\nuci\nisready\ninit")).read_until("ready");
        client.leave();
    }
    let mut client = Client::start_with(binary(), &["hub"]);
    client.send("uci\nping").expect("pong");
    client.leave();
}

#[test]
fn without_a_command_it_ends_with_the_input() {
    for noise in ["", "hello\n\n", "isready"] {
        let mut client = Client::start();
        client.send(noise);
        client.leave();
    }
}

#[test]
fn uci_may_be_said_without_saying_uci() {
    let mut client = Client::start_with(binary(), &["uci"]);
    client.send("isready").expect("readyok");
    client.send("go depth 2").read_until("bestmove ");
    client.leave();
}

#[test]
fn the_steps_by_which_fastchess_judges_an_engine() {
    let mut client = Client::start_with(binary(), &[]);
    let start = Instant::now();
    let lines = client.send("uci").read_until("uciok");
    assert!(start.elapsed() < PATIENCE / 4, "it waits for ten seconds");
    for head in ["id name ", "id author "] {
        assert!(lines.iter().any(|line| line.len() > head.len() && line.starts_with(head)), "{lines:?}");
    }
    client.send("isready").expect("readyok");
    client.send("ucinewgame\nisready").expect("readyok");
    for go in ["go wtime 100", "go btime 100", "go wtime 100 winc 100 btime 100 binc 100"] {
        for position in ["position startpos", "position fen B:W21-32:B1-12"] {
            client.send(&format!("{position}\nisready")).expect("readyok");
            let start = Instant::now();
            let answer = client.send(go).read_until("bestmove ");
            assert!(start.elapsed() < PATIENCE / 4, "{go}");
            let infos = &answer[..answer.len() - 1];
            let last = fields(infos.last().expect("an info line"));
            for name in ["depth", "seldepth", "time", "nodes", "nps", "hashfull", "cp"] {
                assert!(last[name].parse::<i64>().is_ok(), "{name} of {infos:?}");
            }
            assert_eq!(answer.last().and_then(|line| line.split(' ').nth(1)), Some(last["pv"]));
        }
    }
    client.send("ucinewgame\nisready").expect("readyok");
    client.send("quit");
    assert!(client.wait().success());
}
