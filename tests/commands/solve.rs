//! `crownhead solve` as users run it.

#[cfg(unix)]
use std::{
    io::{BufRead, BufReader, Write},
    process::Stdio,
    time::Duration,
};

use crownhead_rules::Variant;
use serde_json::Value;

use crate::crownhead;

const STROKE: &str = "W:W6,17,18,38,41:B8,14,24,34,36";

#[test]
fn a_problem_is_drawn_proven_and_written_as_pdn() {
    let run = crownhead(&format!("solve --fen {STROKE}"), "");
    assert_eq!(run.code, Some(0), "{}", run.errors);
    let text = run.out.join("\n");
    assert!(text.contains("\nWhite to move and win (international).\nProven: White wins in at most "), "{text}");
    assert!(text.contains(&format!("[FEN \"{STROKE}\"]")) && text.contains("1. 17-12"), "{text}");
}

#[test]
fn a_stream_has_a_line_for_each_problem_and_names_the_faulty_ones() {
    // A man that must capture; a king that captures and lands where it likes; a man that a king waits for.
    let input = "W:W28:B23\nW:WK46:B41\nW:W51:B1\n\nW:W45:B40,K5\n";
    let run = crownhead("solve --variant international --fen -", input);
    assert_eq!(run.code, Some(1), "{}", run.errors);
    assert_eq!(run.out[0], "W:W28:B23 proven 28x19 sound");
    assert!(run.out[1].starts_with("W:WK46:B41 proven 46x"), "{:?}", run.out);
    assert!(run.out[1].contains(" dual at move 1: 46x"), "{:?}", run.out);
    assert!(run.out[2].starts_with("W:W45:B40,K5 refuted - refuted: "), "{:?}", run.out);
    assert_eq!(run.out.len(), 3);
    assert!(run.errors.contains("line 3: square 51 is not on the board: expected 1 to 50"), "{}", run.errors);
    assert!(run.errors.contains("2 of 3 problems proven"), "{}", run.errors);
}

#[test]
fn a_draw_is_proven_and_a_limit_is_named() {
    let run = crownhead("solve --variant english --for draw --fen W:WK32:BK1", "");
    assert!(run.out.join("\n").contains("Proven: White does not lose; dual at move 1: "), "{:?}", run.out);
    let start = "solve --variant english --fen B:B1-12:W21-32";
    let run = crownhead(&format!("{start} --nodes 2000"), "");
    assert!(run.out.join("\n").contains("Not proven: no win found within 2"), "{:?}", run.out);
    let run = crownhead("solve --variant english --fen B:B1-12:W21-32 --depth 2", "");
    assert!(run.out.join("\n").contains("Not proven: no win found within 2 plies."), "{:?}", run.out);
    let run = crownhead("solve --variant english --for draw --fen B:B1-12:W21-32 --depth 2", "");
    assert!(run.out.join("\n").contains("Not proven: no loss found within 2 plies."), "{:?}", run.out);
}

/// The tables know these: the win is no longer than theirs, and so is the line that ends in one of them.
#[test]
fn a_win_by_the_tables_has_their_plies() {
    for (variant, position, plies, line) in [
        ("english", "W:WK14,K15:BK32", 21, " {White wins in 20 plies by the endgame tables}"),
        ("killer", "W:WK46,K47:BK35", 3, " {White wins in 2 plies by the endgame tables}"),
        ("frisian", "W:WK46,K47:BK35", 7, " {White wins in 6 plies by the endgame tables}"),
        ("frisian", "W:W30,K46,K47:BK5", 9, "5x35 {White wins in 7 plies by the endgame tables}"),
    ] {
        let run = crownhead(&format!("solve --variant {variant} --fen {position}"), "");
        let text = run.out.join(" ");
        assert!(text.contains(&format!("Proven: White wins in at most {plies} plies; ")), "{text}");
        assert!(text.contains(line), "{text}");
    }
}

#[test]
fn games_keep_their_tags_and_get_the_solution() {
    let problem = format!("[Event \"Strokes\"]\n[GameType \"20\"]\n[SetUp \"1\"]\n[FEN \"{STROKE}\"]\n\n*\n\n");
    let faulty = "[Event \"Strokes\"]\n[GameType \"20\"]\n[SetUp \"1\"]\n[FEN \"W:W60:B1\"]\n\n*\n\n";
    let run = crownhead("solve --pdn -", &format!("{problem}{faulty}{problem}"));
    assert_eq!(run.code, Some(1), "{}", run.errors);
    assert!(run.errors.contains("game 2, line 11: FEN \"W:W60:B1\": square 60 is not on the board"), "{}", run.errors);
    let text = run.out.join("\n");
    assert_eq!(text.matches("[Event \"Strokes\"]").count(), 3, "a faulty one is kept: {text}");
    assert_eq!(text.matches("1. 17-12").count(), 2, "{text}");
    assert_eq!(text.matches("{Crownhead: Proven: White wins in at most").count(), 2, "{text}");
    // What was written is read and played again.
    let again = crownhead("analyze --nodes 100 --quiet --pdn -", &text);
    assert!(again.code == Some(1) && again.errors.contains("1 of the games could not"), "{}", again.errors);
}

/// PDN counts the squares of some games from another corner: there, moves and words name squares in one way.
#[test]
fn what_is_written_as_pdn_is_read_in_every_variant() {
    for variant in Variant::ALL.iter().map(|variant| variant.name()).filter(|name| !name.contains("breakthrough")) {
        let position = if variant == "turkish" { "W:WK1,K12:BK62" } else { "W:WK1,K2:BK32" };
        let run = crownhead(&format!("solve --variant {variant} --nodes 20000 --fen {position}"), "");
        let text = run.out.join("\n");
        let pdn = &text[text.find("[Result").expect("a game")..];
        let again = crownhead("analyze --nodes 100 --quiet --pdn -", pdn);
        assert_eq!(again.code, Some(0), "{variant}: {}\n{pdn}", again.errors);
    }
    let run = crownhead("solve --variant spanish --fen W:WK1,K2:BK32", "");
    let text = run.out.join(" ");
    assert!(text.contains("Proven: White wins in at most 3 plies; dual at move 1: 2-9, 2-6, "), "{text}");
    assert!(
        text.contains("{Crownhead: Proven: White wins in at most 3 plies; dual at move 1: 31-24, 31-27, "),
        "{text}"
    );
    assert!(text.contains("1. 31-28 {"), "{text}");
    let json = crownhead("solve --variant spanish --json --fen W:WK1,K2:BK32", "").out.join("");
    let record: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!((&record["key"], &record["line"][0]), (&"2-5".into(), &"2-5".into()), "as in the FEN: {json}");
}

#[test]
fn a_solution_keeps_the_moves_of_the_author() {
    let problem = format!("[GameType \"20\"]\n[FEN \"{STROKE}\"]\n\n1. 17-12 {{my idea}} 8x17 (1... 36x47) *\n");
    let run = crownhead("solve --pdn -", &problem);
    assert_eq!(run.code, Some(0), "{}", run.errors);
    assert!(run.out.join(" ").contains("(1. 17-12 {my idea} 8x17 (1... 36x47))"), "{:?}", run.out);
}

/// It waits for the next problem, and there may be none for a long time.
#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_wait_for_a_problem() {
    let game = format!("[GameType \"20\"]\n[FEN \"{STROKE}\"]\n\n*\n\n[Event \"next\"]\n");
    for (flag, text, sign) in
        [("--fen", format!("{STROKE}\n"), " proven "), ("--pdn", game, "Proven: "), ("--fen", String::new(), "")]
    {
        let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin("crownhead"));
        command.args(["solve", "--quiet", flag, "-"]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("it runs");
        let mut input = child.stdin.take().expect("a pipe");
        input.write_all(text.as_bytes()).expect("it reads");
        let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines().map_while(Result::ok);
        if sign.is_empty() {
            std::thread::sleep(Duration::from_millis(500));
        } else {
            assert!(lines.any(|line| line.contains(sign)), "{flag}");
        }
        crate::unix::signal(child.id(), crate::unix::Signal::INT);
        let status = child.wait().expect("it ends");
        // Where it was not ready yet, the signal itself has ended it.
        assert!(status.code() == Some(130) || (sign.is_empty() && status.code().is_none()), "{flag}: {status}");
        drop(input);
    }
}

#[test]
fn json_is_an_object_a_line() {
    let run = crownhead("solve --variant international --json --fen -", &format!("{STROKE}\nW:WK46:B41\n"));
    assert_eq!(run.code, Some(0), "{}", run.errors);
    let objects: Vec<Value> = run.out.iter().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(objects[0]["result"], "proven");
    assert_eq!(objects[0]["key"], "17-12");
    assert_eq!(objects[0]["line"][0], "17-12");
    assert_eq!(objects[1]["problem"], 2);
    assert_eq!(objects[1]["moves"][0]["number"], 1);
    assert!(objects[1]["moves"][0]["duals"].as_array().is_some_and(|duals| !duals.is_empty()), "{}", objects[1]);
}

#[test]
fn bad_arguments_are_named() {
    for (arguments, fault, code) in [
        ("solve", "solve --fen W:W16", 2),
        ("solve", "solve --fen - < problems.txt", 2),
        ("solve", "solve --pdn problems.pdn", 2),
        ("solve", "solve --pdn - < problems.pdn", 2),
        ("solve --fen X", "\"X\" is not a side to move", 1),
        ("solve --fen W:W28:B23 --pdn x", "--pdn", 2),
        ("solve --fen W:W28:B23 --for fun", "fun", 2),
        ("solve --fen W:W28:B23 --nodes 0", "'0'", 2),
        ("solve --fen W:W28:B23 --time 0", "expected more than 0", 2),
        ("solve --fen W:W28:B23 --memory 0", "'0'", 2),
        ("solve --pdn no-such-file.pdn", "cannot read no-such-file.pdn", 1),
    ] {
        let run = crownhead(arguments, "");
        assert_eq!(run.code, Some(code), "{arguments}: {}", run.errors);
        assert!(run.errors.contains(fault), "{arguments}: {}", run.errors);
    }
}
