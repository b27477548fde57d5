//! The laboratory: as users run it, and the invariants that hold whatever the figures.

mod documents;
mod games;
mod invariants;
mod records;
mod runs;
mod shards;
#[cfg(unix)]
#[path = "../support/unix.rs"]
mod unix;
mod verify;

use std::path::{Path, PathBuf};

use assert_cmd::Command;

/// What a run of the binary prints, and its exit code.
struct Run {
    out: String,
    errors: String,
    code: Option<i32>,
}

fn crownhead(arguments: &str) -> Run {
    let mut command = Command::cargo_bin("crownhead").expect("the binary is built");
    let output = command.args(arguments.split_whitespace()).output().expect("it runs");
    let text = |bytes| String::from_utf8(bytes).expect("it prints UTF-8");
    Run { out: text(output.stdout), errors: text(output.stderr), code: output.status.code() }
}

/// A folder of its own for a test, empty.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("lab").join(name);
    if path.exists() {
        std::fs::remove_dir_all(&path).expect("what an earlier run has left can be removed");
    }
    std::fs::create_dir_all(&path).expect("the folder can be made");
    path
}
