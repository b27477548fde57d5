//! How a session ends, and what it does about a reader that does not read.

use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use crate::client::{Client, binary};

/// All that is answered to these lines and the end of the input behind them.
fn answers(lines: &str) -> Vec<String> {
    let mut client = Client::start_with(binary(), &["hub"]);
    client.send(lines);
    let (rest, status, errors) = client.finish();
    assert_eq!((status.success(), errors.as_str()), (true, ""));
    rest
}

fn count(lines: &[String], head: &str) -> usize {
    lines.iter().filter(|line| line.starts_with(head)).count()
}

#[test]
fn no_reply_is_lost_at_the_end_of_the_input() {
    let rest = answers(&format!("{}level depth=1\ngo", "ping\n".repeat(20_000)));
    assert_eq!((count(&rest, "pong"), count(&rest, "done")), (20_000, 1));
    let rest = answers(&"level depth=1\ngo\n".repeat(4000));
    assert_eq!(count(&rest, "done"), 4000);
}

#[test]
fn no_reply_is_lost_to_the_gap_between_lines() {
    let rest = answers(&format!("set-param name=line-gap value=100\n{}", "ping\n".repeat(120)));
    assert_eq!(rest, ["pong"; 120]);
}

fn start() -> Child {
    let mut command = Command::new(binary());
    command.arg("hub").env_remove("RUST_LOG").stdin(Stdio::piped()).stdout(Stdio::piped());
    command.spawn().expect("the program can be started")
}

#[test]
fn input_waits_for_a_reader_who_is_behind() {
    const LINES: usize = 600_000;
    const BLOCK: usize = 1000;
    let mut process = start();
    let mut input = process.stdin.take().expect("it is a pipe");
    let taken = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&taken);
    let writer = std::thread::spawn(move || {
        input.write_all(b"set-param name=line-gap value=0\n").expect("the engine reads");
        for _ in 0..LINES / BLOCK {
            input.write_all("ping\n".repeat(BLOCK).as_bytes()).expect("the engine reads");
            counter.fetch_add(BLOCK, Ordering::Relaxed);
        }
    });
    // Nobody reads: sooner or later nothing more is taken.
    let mut before = None;
    while before.replace(taken.load(Ordering::Relaxed)) != Some(taken.load(Ordering::Relaxed)) {
        std::thread::sleep(Duration::from_secs(1));
    }
    assert!(taken.load(Ordering::Relaxed) < LINES, "input is taken though its answers wait");
    let mut text = String::new();
    process.stdout.take().expect("it is a pipe").read_to_string(&mut text).expect("it is text");
    writer.join().expect("everything was taken");
    assert_eq!(text.lines().count(), LINES);
    assert!(process.wait().expect("it is a child").success());
}
