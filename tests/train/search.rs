//! `crownhead train search`.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::scratch::{Scratch, bytes};

fn command(arguments: &str, folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_crownhead"));
    command.args(["train", "search"]).args(arguments.split_whitespace()).arg("--folder").arg(folder);
    command
}

/// Runs the command; what it prints, or what it complains of.
fn search(arguments: &str, folder: &Path) -> Result<String, String> {
    let output = command(arguments, folder).output().expect("it runs");
    let text = |bytes| String::from_utf8(bytes).expect("it prints UTF-8");
    if output.status.success() { Ok(text(output.stdout)) } else { Err(text(output.stderr)) }
}

/// The value of a number at the end, by the table.
fn end(text: &str, name: &str) -> f64 {
    let row = text.lines().find_map(|line| line.strip_prefix(&format!("| {name} | "))).expect("a row");
    row.split(" | ").nth(1).and_then(|end| end.parse().ok()).expect("a number")
}

const SMALL: &str = "--variant english --games 60 --pairs 4 --nodes 100 --gain 0.1 --numbers reduction-shift=0.5 \
                     unreduced-moves=0.8 epsilon=0.002";

#[test]
fn a_search_gives_the_same_files_however_it_runs() {
    let scratch = Scratch::new();
    let [whole, killed] = ["whole", "killed"].map(|name| scratch.file(name));
    let text = search(SMALL, &whole).expect("it ends");
    assert!(text.starts_with("english: 64 games, "), "whole steps: {text}");
    let journal = killed.join("search.json");
    let lines = || std::fs::read_to_string(&journal).map_or(0, |text| text.lines().count());
    for enough in [1, 3] {
        let mut child =
            command(&format!("{SMALL} --threads 3"), &killed).stdout(Stdio::null()).spawn().expect("it starts");
        let start = Instant::now();
        while lines() < enough && child.try_wait().expect("it can be asked").is_none() {
            assert!(start.elapsed() < Duration::from_secs(120), "line {enough} does not come");
            std::thread::sleep(Duration::from_millis(1));
        }
        let _ = child.kill();
        child.wait().expect("it ends");
    }
    assert_eq!(search(&format!("{SMALL} --threads 2"), &killed).expect("it ends"), text);
    for file in ["search.json", "report.md", "path.svg"] {
        assert_eq!(bytes(&whole.join(file)), bytes(&killed.join(file)), "{file}");
    }
    // From wherever the journal ends, it comes to the same numbers.
    let complete = std::fs::read_to_string(whole.join("search.json")).expect("a journal");
    for kept in 2..8 {
        let lines: Vec<&str> = complete.lines().take(kept).collect();
        std::fs::write(&journal, lines.join("\n") + "\n").expect("it is written");
        search(SMALL, &killed).expect("it ends");
        assert_eq!(bytes(&journal), complete.as_bytes(), "{kept} lines");
    }
    let odd = complete.replacen("\"numbers\":[", "\"numbers\":[1,", 2);
    std::fs::write(&journal, odd).expect("it is written");
    let fault = search(SMALL, &killed).expect_err("a number too many");
    assert!(fault.contains("search.json:"), "{fault}");
    // What is complete is not played again, and other settings have another folder.
    assert_eq!(search(SMALL, &whole).expect("it ends"), text);
    let other = search(&SMALL.replace("--gain 0.1", "--gain 0.2"), &whole).expect_err("another run");
    assert!(
        other.contains("the record of a search for numbers with other settings: gain was 0.1, now it is 0.2"),
        "{other}"
    );
}

/// With few nodes for a move, the player wins who reduces more and so sees farther.
#[test]
fn a_number_moves_to_where_games_are_won() {
    let scratch = Scratch::new();
    let arguments = "--variant losing --games 200 --pairs 10 --nodes 500 --gain 0.05 --numbers reduction-shift=4";
    let text = search(arguments, &scratch.file("up")).expect("it ends");
    assert!(end(&text, "reduction-shift") > 4.0, "{text}");
}

#[test]
fn faults_of_the_command_are_named() {
    let scratch = Scratch::new();
    let rest = "--variant english --games 10 --numbers";
    for (numbers, fault) in [
        ("", "--numbers"),
        ("epsilon", "\"epsilon\" is not NAME=DISTANCE: expected a number of the search and how far to try"),
        ("speed=1", "\"speed\" is no number of the search: expected one of epsilon, "),
        ("driver=1", "\"driver\" is no number of the search: expected one of epsilon, "),
        ("epsilon=x", "epsilon=x: expected a distance above 0"),
        ("epsilon=0", "epsilon=0: expected a distance above 0"),
        ("epsilon=-1", "epsilon=-1: expected a distance above 0"),
        ("epsilon=nan", "epsilon=nan: expected a distance above 0"),
        ("stroke-sacrifices=11", "stroke-sacrifices=11: expected a distance above 0, at most half of its range"),
        ("epsilon=0.001 epsilon=0.002", "epsilon is named twice: expected each number once"),
        ("epsilon=0.001 --weights Cargo.toml", "not a file of weights"),
        ("epsilon=0.001 --gain 2", "\"2\" is not a share"),
        ("epsilon=0.001 --time 0.01 --nodes 5", "cannot be used with"),
    ] {
        let errors = search(&format!("{rest} {numbers}"), &scratch.file("none")).expect_err("it fails");
        assert!(errors.contains(fault), "{numbers}: {errors}");
        assert!(!scratch.file("none").exists(), "{numbers}: nothing is left behind");
    }
}
