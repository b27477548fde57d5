//! Endgame tables: right in every value, the same however they are built, and never trusted when they are damaged.

#[path = "../../crates/rules/tests/support/reference.rs"]
mod reference;
#[path = "../../crates/rules/tests/support/turned.rs"]
mod turned;

mod building;
mod faults;
mod playing;
mod probing;
mod solver;
#[cfg(unix)]
#[path = "../support/unix.rs"]
mod unix;

use std::path::PathBuf;
use std::process::Output;

use assert_cmd::Command;

/// A fresh, empty folder for one test.
fn folder(test: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("endgame").join(test);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("the folder can be made");
    path
}

/// The committed table.
fn committed(name: &str) -> Vec<u8> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let paths = ["8", "10", "losing"].map(|package| root.join(format!("crates/tables-{package}/data")).join(name));
    let path = paths.iter().find(|path| path.exists()).unwrap_or(&paths[0]);
    std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Runs `crownhead endgame` with these arguments.
fn endgame(arguments: &str, input: &str) -> Output {
    let mut command = Command::cargo_bin("crownhead").expect("the binary is built");
    let arguments = arguments.split_whitespace();
    command.arg("endgame").args(arguments).write_stdin(input).output().expect("it runs")
}

fn lines(bytes: &[u8]) -> Vec<String> {
    String::from_utf8_lossy(bytes).lines().map(str::to_owned).collect()
}
