//! `crownhead play`: games on a terminal, typed.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;
use std::time::Duration;

use assert_cmd::Command;
use crownhead_rules::Variant;
use crownhead_rules::notation::pdn::Reader;

use crate::{Run, crownhead};

/// The lines that are prompts with their answers.
fn answers(run: &Run) -> Vec<&str> {
    run.out.iter().filter_map(|line| line.strip_prefix("> ")).collect()
}

#[test]
fn a_game_is_played_taken_back_resigned_and_saved() {
    let folder = std::env::temp_dir().join(format!("crownhead-play-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("it can be made");
    let file = folder.join("game.pdn");
    let typed = format!("11-15\nundo\n9-13\nresign\nsave {0}\nsave {0}\nquit\n", file.display());
    let run = crownhead("play --level 1 --seed 7", &typed);
    assert_eq!((run.code, run.errors.as_str()), (Some(0), ""), "{:#?}", run.out);
    assert_eq!(run.out[0], "english: you are Black, against Crownhead level 1. `help` lists the commands.");
    let answers_of_engine = run.out.iter().filter(|line| line.contains("1. Crownhead level 1 ")).count();
    assert_eq!(answers_of_engine, 2, "{:#?}", run.out);
    assert!(run.out.iter().any(|line| line.starts_with("White wins: Black resigned.")), "{:#?}", run.out);
    // The diagram of `analyze` from Black's side, with the numbers beside it.
    assert!(run.out.iter().any(|line| line.ends_with("32    31    30    29")), "{:#?}", run.out);
    assert!(answers(&run).iter().any(|line| line.starts_with("saved to ")), "{:#?}", run.out);
    assert!(answers(&run).iter().any(|line| line.starts_with("cannot write ")), "it exists by then: {:#?}", run.out);
    let pdn = std::fs::read(&file).expect("it was saved");
    std::fs::remove_dir_all(&folder).expect("it can be removed");
    let game = Reader::new(pdn.as_slice()).next().expect("a game").expect("it is well formed");
    assert_eq!((game.tags.get("Result"), game.moves[0].text.as_str()), (Some("0-1"), "9-13"));
    assert_eq!(game.replay(Variant::ENGLISH).expect("it is legal").moves().len(), 2);
    let date = game.tags.get("Date").expect("the day of the game");
    assert!(date.len() == 10 && date.split('.').all(|part| part.parse::<u32>().is_ok()), "{date}");
}

/// Also where it was typed on the board, which keeps it in the same folder.
#[cfg(target_os = "linux")]
#[test]
fn a_name_is_typed_once() {
    let folder = tempfile::tempdir().expect("it can be made");
    let saved = |arguments: &[&str], name: &str| {
        let file = folder.path().join(name);
        let mut command = Command::cargo_bin("crownhead").expect("the binary is built");
        command.args(["play", "--level", "1"]).args(arguments).env("XDG_DATA_HOME", folder.path());
        let run = command.write_stdin(format!("save {}\nquit\n", file.display())).output().expect("it runs");
        assert!(run.status.success(), "{run:?}");
        std::fs::read_to_string(file).expect("it was saved")
    };
    assert!(saved(&[], "1.pdn").contains("[Black \"Human\"]"));
    assert_eq!(std::fs::read_dir(folder.path()).expect("the folder").count(), 1, "no folder is made for nothing");
    assert!(saved(&["--name", "Anna"], "2.pdn").contains("[Black \"Anna\"]"));
    assert!(saved(&["--white"], "3.pdn").contains("[White \"Anna\"]"));
}

/// It would be a move of either side, and the saved game would have no result.
#[test]
fn a_game_that_is_over_takes_no_move() {
    let folder = std::env::temp_dir().join(format!("crownhead-play-over-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("it can be made");
    let file = folder.join("game.pdn");
    let typed = format!("resign\n11-15\n23-19\nsave {}\nundo\n", file.display());
    let run = crownhead("play --level 1", &typed);
    let pdn = std::fs::read_to_string(&file).expect("it was saved");
    std::fs::remove_dir_all(&folder).expect("it can be removed");
    let answers = answers(&run);
    assert_eq!(answers.iter().filter(|line| **line == "the game is over").count(), 2, "{answers:?}");
    assert!(pdn.contains("[Result \"0-1\"]") && pdn.contains("[PlyCount \"0\"]"), "{pdn}");
}

/// It is announced before the next line is answered, and counts in a game that is saved.
#[test]
fn a_flag_that_has_fallen_is_seen() {
    let folder = std::env::temp_dir().join(format!("crownhead-play-flag-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("it can be made");
    let file = folder.join("game.pdn");
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_crownhead"))
        .args(["play", "--level", "1", "--clock", "5"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut input = child.stdin.take().expect("it reads");
    let mut lines = BufReader::new(child.stdout.take().expect("it prints")).lines();
    writeln!(input, "11-15").expect("it reads");
    // After the first move of a game, clocks run.
    let is_answer = |line: &String| line.contains("1. Crownhead") || line.contains("ran out of time");
    let answer = lines.by_ref().map(|line| line.expect("UTF-8")).find(is_answer).expect("it has answered");
    assert!(answer.contains("1. Crownhead"), "{answer}");
    std::thread::sleep(Duration::from_secs(3));
    // The flag falls during what this answers, or soon after it.
    writeln!(input, "hint").expect("it reads");
    std::thread::sleep(Duration::from_millis(2100));
    writeln!(input, "save {}\n9-13", file.display()).expect("it reads");
    drop(input);
    let rest: Vec<String> = lines.map(|line| line.expect("UTF-8")).collect();
    child.wait().expect("it ends");
    let pdn = std::fs::read_to_string(&file).expect("it was saved");
    std::fs::remove_dir_all(&folder).expect("it can be removed");
    let place = |text: &str| rest.iter().position(|line| line.contains(text));
    let told = place("White wins: Black ran out of time").expect("the flag has fallen");
    assert!(Some(told) < place("saved to ") && place("the game is over").is_some(), "{rest:#?}");
    assert!(pdn.contains("[Result \"0-1\"]"), "{pdn}");
}

/// On a terminal, the pieces have colours.
#[cfg(target_os = "linux")]
#[test]
fn boards_have_colours_on_a_terminal_alone() {
    for name in ["play --level 1", "analyze --variant english --depth 1"] {
        let piped = crownhead(name, "quit\n").out.join("\n");
        assert!(piped.contains("  w     w     w     w ") && !piped.contains('\x1b'), "{piped}");
        let [coloured, plain] = ["", "1"].map(|no_color| on_terminal(name, no_color));
        assert!(coloured.contains("\x1b[1m\x1b[38;5;231m\x1b[48;5;65m w \x1b[0m"), "{coloured:?}");
        assert!(plain.contains("  w     w") && !plain.contains('\x1b'), "{plain:?}");
    }
}

/// What the program writes on a terminal, where nothing is typed.
#[cfg(target_os = "linux")]
fn on_terminal(arguments: &str, no_color: &str) -> String {
    use std::io::Read;

    use rustix::pty::{OpenptFlags, openpt, ptsname, unlockpt};

    let controller = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
    unlockpt(&controller).expect("it is ours");
    let name = ptsname(&controller, Vec::new()).expect("it has a name").into_string().expect("a plain name");
    let mut controller = std::fs::File::from(controller);
    let terminal = std::fs::File::options().read(true).write(true).open(name).expect("it is there");
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_crownhead"));
    command.args(arguments.split(' ')).env("TERM", "xterm").env("NO_COLOR", no_color);
    let mut child = command.stdin(Stdio::null()).stdout(terminal).spawn().expect("it starts");
    // The command keeps the terminal open, and nothing ends as long as somebody may write.
    drop(command);
    let mut seen = Vec::new();
    let mut buffer = [0; 4096];
    // Once the program has closed the terminal, reading is an error on Linux.
    while let Ok(read @ 1..) = controller.read(&mut buffer) {
        seen.extend_from_slice(&buffer[..read]);
    }
    assert!(child.wait().expect("it ends").success());
    String::from_utf8_lossy(&seen).into_owned()
}

#[test]
fn captures_are_compulsory_and_are_listed() {
    let run = crownhead("play --fen B:W10,18,25,32:B6,12 --level 2", "moves\n12-16\n6x29\nquit\n");
    assert_eq!(run.out.iter().filter(|line| *line == "You must capture: 6x29").count(), 1, "{:#?}", run.out);
    let answers = answers(&run);
    assert_eq!(answers[0], "6x29");
    assert!(answers[1].contains("12-16") && answers[1].ends_with("; `moves` lists the legal ones"), "{answers:?}");
    assert!(run.out.iter().any(|line| line.contains("1. Crownhead level 2 32-")), "{:#?}", run.out);
}

/// As where a key is hit that the terminal encodes otherwise.
#[test]
fn bytes_that_are_not_utf_8_do_not_end_the_game() {
    let mut command = Command::cargo_bin("crownhead").expect("the binary is built");
    let typed = b"11-15\n9\xff13\nundo\n9-13\n";
    let output = command.args(["play", "--level", "1"]).write_stdin(typed.as_slice()).output().expect("it runs");
    let out = String::from_utf8(output.stdout).expect("it prints UTF-8");
    assert_eq!(output.status.code(), Some(0), "{out}");
    assert!(out.lines().any(|line| line.starts_with("> ") && line.contains("9\u{FFFD}13")), "{out}");
    assert_eq!(out.matches("1. Crownhead level 1 ").count(), 2, "the engine answers both moves: {out}");
}

#[test]
fn levels_hints_and_draws() {
    let run = crownhead("play --variant losing --white", "level 4\nlevel eleven\nhint\ndraw\nboard\n");
    let answers = answers(&run);
    assert_eq!(answers[0], "you play Crownhead level 4");
    assert_eq!(answers[1], "\"eleven\" is not a level: expected 1 to 10, as in: level 4");
    assert!(answers[2].contains('-'), "a move: {answers:?}");
    assert!(answers[3].starts_with("Crownhead declines the draw"), "{answers:?}");
    assert_eq!(run.code, Some(0));
}

#[test]
fn bad_arguments_are_named() {
    for (arguments, fault, code) in [
        ("play --level 11", "11 is not from 1 to 10", 2),
        ("play --variant chess", "unknown variant \"chess\"", 2),
        ("play --clock soon", "\"soon\" is not a time control", 2),
        ("play --variant english --fen W:W33:B1", "33", 1),
        ("play --fen W:W99:B1", "99", 1),
        ("play --white --black", "--black", 2),
    ] {
        let run = crownhead(arguments, "");
        assert_eq!(run.code, Some(code), "{arguments}: {}", run.errors);
        assert!(run.errors.contains(fault), "{arguments}: {}", run.errors);
    }
}
