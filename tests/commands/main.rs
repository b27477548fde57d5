//! The commands as users run them: the binary, its output and its exit code.

mod analyze;
mod bench;
mod openings;
mod perft;
mod printing;
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

#[test]
fn the_help_tells_the_options_of_a_command_before_the_general_ones() {
    for command in ["match", "analyze", "lab", "bench"] {
        let text = crownhead(&format!("help {command}"), "").out.join("\n");
        let (_, general) = text.split_once("\nGeneral options:\n").unwrap_or_else(|| panic!("{text}"));
        let options: Vec<_> = general.lines().filter(|line| line.starts_with("      --")).collect();
        assert!(
            matches!(options[..], [config, log] if config.contains("--config") && log.contains("--log")),
            "{text}"
        );
    }
}
