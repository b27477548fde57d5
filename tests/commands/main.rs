//! The commands as users run them: the binary, its output and its exit code.

mod bench;
mod perft;
mod selfplay;
mod speedup;

use assert_cmd::Command;

/// What a run of the binary prints, line by line, and its exit code.
struct Run {
    out: Vec<String>,
    errors: String,
    code: Option<i32>,
}

fn crownhead(arguments: &str, input: &str) -> Run {
    let mut command = Command::cargo_bin("crownhead").expect("the binary is built");
    let output = command.args(arguments.split_whitespace()).write_stdin(input).output().expect("it runs");
    let text = |bytes| String::from_utf8(bytes).expect("it prints UTF-8");
    Run {
        out: text(output.stdout).lines().map(str::to_owned).collect(),
        errors: text(output.stderr),
        code: output.status.code(),
    }
}
