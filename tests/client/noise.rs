//! Lines that no client means to send.

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use super::{Client, Search};

/// Commands, commands with a few bytes changed, and bytes that mean nothing; none that ends the session.
fn lines<S: Strategy<Value = String> + 'static>(commands: impl Fn() -> S) -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        3 => commands().prop_map(String::into_bytes),
        3 => mutated(commands()),
        1 => prop::collection::vec(any::<u8>(), 0..200),
    ]
    .prop_filter("a session that has ended answers nothing", |bytes| {
        let text = String::from_utf8_lossy(bytes);
        text.lines().all(|line| !line.trim_start().starts_with("quit"))
    })
}

/// A line with a few bytes changed, put in or taken out.
fn mutated(commands: impl Strategy<Value = String>) -> impl Strategy<Value = Vec<u8>> {
    let changes = prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..3), 1..4);
    (commands, changes).prop_map(|(line, changes)| {
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

/// Runs so many cases, the same ones each time.
fn runner(cases: u32) -> TestRunner {
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha))
}

/// Whatever lines come, afterwards the session does what it is asked: `sync` brings the client up to date with it, sets a
/// position and has it searched.
pub fn check_order<S: Strategy<Value = String> + 'static>(
    start: fn() -> Client,
    commands: fn() -> S,
    sync: fn(&mut Client) -> Search,
) {
    let session = |lines: Vec<Vec<u8>>| {
        let mut client = start();
        let (ping, pong) = (client.words.ping, client.words.pong);
        for line in lines {
            client.send_bytes(&line).send("").send(ping).read_until(pong);
        }
        let search = sync(&mut client);
        prop_assert!(search.best().is_some(), "{search:?}");
        client.leave();
        Ok(())
    };
    runner(20).run(&prop::collection::vec(lines(commands), 100), session).expect("every session stays in order");
}

/// Whatever commands come, each of those that begin with a word has one answer that begins with another.
pub fn check_answers<S: Strategy<Value = String>>(start: fn() -> Client, commands: fn() -> S, words: &[(&str, &str)]) {
    let session = |lines: Vec<String>| {
        let mut client = start();
        for line in &lines {
            client.send(line);
        }
        let (answers, status, errors) = client.finish();
        let count = |lines: &[String], head: &str| lines.iter().filter(|line| line.starts_with(head)).count();
        prop_assert!(status.success() && errors.is_empty(), "{status}: {errors}");
        for (asked, answered) in words {
            prop_assert_eq!(count(&answers, answered), count(&lines, asked), "{:?}", lines);
        }
        Ok(())
    };
    runner(20).run(&prop::collection::vec(commands(), 60), session).expect("every session stays in order");
}
