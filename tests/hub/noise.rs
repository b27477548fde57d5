//! Random lines: valid, mutated, binary.

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use crate::client::Client;
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
        2 => ("variant|table|grain|driver|ponder|coordinates|tt-size", "english|98|normal|1|3|0.01|auto|mtd-f|")
            .prop_map(|(name, value)| format!("set-param name={name} value={value}")),
    ]
}

/// A line with a few bytes changed, put in or taken out.
fn mutated() -> impl Strategy<Value = Vec<u8>> {
    let changes = prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..3), 1..4);
    (commands(), changes).prop_map(|(line, changes)| {
        let mut bytes = line.into_bytes();
        for (place, byte, kind) in changes {
            let at = place.index(bytes.len() + 1);
            match kind {
                0 => bytes.insert(at, byte),
                1 if at < bytes.len() => bytes[at] = byte,
                _ if at < bytes.len() => drop(bytes.remove(at)),
                _ => (),
            }
        }
        bytes
    })
}

fn lines() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        3 => commands().prop_map(String::into_bytes),
        3 => mutated(),
        1 => prop::collection::vec(any::<u8>(), 0..200),
    ]
    .prop_filter("a session that has ended answers no ping", |bytes| {
        let text = String::from_utf8_lossy(bytes);
        text.lines().all(|line| !line.trim_start().starts_with("quit"))
    })
}

fn runner(cases: u32) -> TestRunner {
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha))
}

fn quick_client() -> Client {
    let mut client = Client::start();
    client.send("set-param name=line-gap value=0\nset-param name=table value=1");
    client
}

#[test]
fn no_line_disturbs_the_session() {
    let session = |lines: Vec<Vec<u8>>| {
        let mut client = quick_client();
        for line in lines {
            client.send_bytes(&line).send("").send("ping").read_until("pong");
        }
        client.send("stop\nhub").read_until("wait");
        client.send("set-param name=variant value=normal\nset-param name=ponder value=true");
        let search = client.think(START, "depth=2");
        prop_assert!(search.best().is_some(), "{search:?}");
        client.leave();
        Ok(())
    };
    runner(40).run(&prop::collection::vec(lines(), 100), session).expect("every session stays in order");
}

#[test]
fn every_go_is_answered_exactly_once_whatever_comes_between() {
    let session = |lines: Vec<String>| {
        let mut client = quick_client();
        for line in &lines {
            client.send(line);
        }
        let (answers, status, errors) = client.finish();
        let count = |lines: &[String], head: &str| lines.iter().filter(|line| line.starts_with(head)).count();
        prop_assert!(status.success() && errors.is_empty(), "{status}: {errors}");
        prop_assert_eq!(count(&answers, "done"), count(&lines, "go"), "{:?}", lines);
        prop_assert_eq!(count(&answers, "pong"), count(&lines, "ping"), "{:?}", lines);
        prop_assert_eq!(count(&answers, "wait"), count(&lines, "hub"), "{:?}", lines);
        Ok(())
    };
    runner(40).run(&prop::collection::vec(commands(), 60), session).expect("every session stays in order");
}
