//! The commands as users run them: the binary, its output and its exit code.

mod analyze;
mod bench;
mod book;
mod encodings;
mod eval;
mod files;
mod find;
mod manual;
mod openings;
mod perft;
mod play;
mod printing;
mod problems;
mod report;
mod selfplay;
mod solve;
mod transcripts;
#[cfg(unix)]
#[path = "../support/unix.rs"]
mod unix;
mod version;

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
fn a_flag_with_its_letters_in_another_order_gets_a_tip() {
    for (arguments, tip) in [
        ("analyze --pnd games.pdn", Some("--pdn")),
        ("analyze --NPD=games.pdn", Some("--pdn")),
        ("solve --fne W:W28:B1", Some("--fen")),
        ("book import --pnd games.pdn", Some("--pdn")),
        ("perft --depht 3", Some("--depth")),
        ("analyze --lgo debug", Some("--log")),
        ("analyze --xyz", None),
        ("--pnd games.pdn", None),
    ] {
        let run = crownhead(arguments, "");
        let found = run.errors.lines().find_map(|line| line.trim().strip_prefix("tip: a similar argument exists: "));
        assert_eq!(found.map(|flag| flag.trim_matches('\'')), tip, "{arguments}: {}", run.errors);
        assert_eq!(run.code, Some(2), "{arguments}");
    }
}

#[test]
fn the_help_tells_the_options_of_a_command_before_the_general_ones() {
    for command in ["match", "analyze", "solve", "find", "eval", "lab", "bench"] {
        let text = crownhead(&format!("help {command}"), "").out.join("\n");
        let (_, general) = text.split_once("\nGeneral options:\n").unwrap_or_else(|| panic!("{text}"));
        let options: Vec<_> = general.lines().filter(|line| line.starts_with("      --")).collect();
        assert!(matches!(options[..], [config, log] if config.contains("--config") && log.contains("--log")), "{text}");
    }
}

/// What follows the options is laid out by hand: examples to be copied, and tables.
#[test]
fn examples_and_tables_are_not_broken_on_a_narrow_terminal() {
    let commands = "board, play, analyze, solve, find, eval, perft, moves, bench, openings, selfplay, match, lab, dxp, \
                    train games, train fit, train loop, train search, train spread, train tuning, \
                    endgame build, endgame verify, endgame probe, endgame stats, \
                    book build, book verify, book show, book import, \
                    problems build, problems show";
    for command in [""].into_iter().chain(commands.split(", ")) {
        let appendix = |columns: &str| {
            let mut help = Command::cargo_bin("crownhead").expect("the binary is built");
            let arguments = ["help"].into_iter().chain(command.split_whitespace());
            let output = help.args(arguments).env("COLUMNS", columns).output().expect("it runs");
            let text = String::from_utf8(output.stdout).expect("it prints UTF-8");
            // Behind the last option there is an empty line, and then a line that begins at the margin.
            let start = ["\nWith --json", "\nThe keys of ", "\nExamples:", "\nExample:"]
                .iter()
                .find_map(|head| text.find(head));
            text[start.unwrap_or_else(|| panic!("{command} has examples"))..].to_owned()
        };
        assert_eq!(appendix("80"), appendix("400"), "help {command}");
    }
}

#[test]
fn numbers_that_are_none_are_refused_in_plain_words() {
    for (arguments, error) in [
        ("match --games x", "invalid value 'x' for '--games <N>': expected a whole number"),
        ("match --games 0", "invalid value '0' for '--games <N>': 0 is less than 1"),
        (
            "endgame build --variant english --pieces 3 --dir x --threads 65536",
            "invalid value '65536' for '--threads <T>': 65536 is not from 1 to 256",
        ),
        ("play --level 11", "invalid value '11' for '--level <N>': 11 is not from 1 to 10"),
        ("play --seed=-1x", "expected a whole number"),
        ("analyze --depth -3", "invalid value '-3' for '--depth <PLIES>': "),
        ("match --games -1", "invalid value '-1' for '--games <N>': expected a whole number"),
        ("--log !!! settings", "\"!!!\" is not a filter: expected a level such as debug"),
        ("--log crownhead=loud settings", "\"crownhead=loud\" is not a filter"),
    ] {
        let run = crownhead(arguments, "");
        assert!(run.code == Some(2) && run.errors.contains(error), "{arguments}: {}", run.errors);
    }
}

/// Error texts quote at most 200 characters of what somebody wrote.
#[test]
fn messages_about_long_arguments_are_short() {
    let long = "x".repeat(5000);
    for arguments in [
        "@",
        "analyze --depth @",
        "analyze --variant @",
        "analyze --pdn @",
        "analyze --@",
        "play --clock @",
        "match --shard @",
        "match --variant english --engine name=@ --engine name=b",
        "match --variant english --engine name=a option.@=1 nodes=5 --engine name=b nodes=5 --openings start",
        "lab report @",
        "--config @ settings",
    ] {
        let run = crownhead(&arguments.replace('@', &long), "");
        assert!(matches!(run.code, Some(1 | 2)), "{arguments}: {:?}", run.code);
        assert!(run.errors.contains("xxx...") && run.errors.len() < 2000, "{arguments}: {}", run.errors.len());
        assert!(!run.errors.contains(&"x".repeat(201)), "{arguments}");
    }
}
