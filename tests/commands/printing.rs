//! What becomes of commands that cannot write to standard output: one rule for all.
#![cfg(unix)]

use std::fs::OpenOptions;
use std::process::{Command, Output, Stdio};

/// Commands that write something, each in another way, and what they read.
const COMMANDS: [&str; 14] = [
    "--help",
    "--version",
    "help match",
    "hub",
    "uci",
    "settings",
    "perft --depth 3 --divide",
    "moves --variant english",
    "openings --variant english --plies 2",
    "lab list",
    "report",
    "completions bash",
    "man",
    "match --variant english --engine name=a nodes=50 --engine name=b nodes=60 --each proto=local --games 4",
];

/// Runs a command whose standard output is this. The protocols are asked something.
fn run(arguments: &str, output: impl Into<Stdio>) -> Output {
    let mut process = Command::new(env!("CARGO_BIN_EXE_crownhead"))
        .args(arguments.split_whitespace())
        .env_remove("RUST_LOG")
        .stdin(Stdio::piped())
        .stdout(output)
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program can be started");
    let mut input = process.stdin.take().expect("it is a pipe");
    // A command that reads nothing may have ended already.
    let _ = std::io::Write::write_all(&mut input, b"uci\nisready\nping\n");
    drop(input);
    process.wait_with_output().expect("it ends")
}

#[test]
fn a_reader_who_has_had_enough_is_no_fault() {
    for arguments in COMMANDS {
        let (reader, writer) = std::io::pipe().expect("a pipe can be had");
        drop(reader);
        let run = run(arguments, writer);
        assert_eq!(run.status.code(), Some(0), "{arguments}: {run:?}");
        assert_eq!(String::from_utf8_lossy(&run.stderr), "", "{arguments}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_a_fault() {
    for arguments in COMMANDS {
        let full = OpenOptions::new().write(true).open("/dev/full").expect("Linux has it");
        let run = run(arguments, full);
        assert_eq!(run.status.code(), Some(1), "{arguments}: {run:?}");
        let errors = String::from_utf8_lossy(&run.stderr);
        assert!(
            errors.contains("crownhead: cannot write to standard output: No space left on device"),
            "{arguments}: {errors}"
        );
    }
}
