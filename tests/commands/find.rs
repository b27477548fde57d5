//! `crownhead find` as users run it.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use crownhead_rules::notation::pdn::{PdnGame, PdnResult};
use crownhead_rules::notation::{SpelledMove, fen};
use crownhead_rules::{Game, Variant};
use serde_json::Value;

use crate::{Run, crownhead};

/// Games of English draughts: two ways to one position, a game from a position, and one with a variation.
const GAMES: &str = r#"[Event "Club match"]
[Date "1985.03.02"]
[White "Müller, Jan"]
[Black "Bob Stone"]
[Result "1-0"]
[GameType "21"]

1. 11-15 23-19 2. 8-11 22-17 1-0

[Event "Open"]
[Date "1991.??.??"]
[White "Ann Reed"]
[Black "Jan Muller"]
[Result "1/2-1/2"]
[GameType "21"]

1. 11-15 22-17 2. 8-11 23-19 (2... 23-18 3. 15x22) 3. 9-14 1/2-1/2

[Event "Open"]
[Date "????.??.??"]
[White "Ann Reed"]
[Black "Bob Stone"]
[Result "0-1"]
[GameType "21"]

1. 11-15 23-19 2. 9-14 22-17 0-1

[White "Ann Reed"]
[Black "?"]
[Result "*"]
[GameType "21"]
[SetUp "1"]
[FEN "W:W30,K32:B1,3"]

1. 32-27 1-6 *
"#;

/// The position of the first two games after four plies, which come to it by different moves.
const BOTH: &str = "B:W17,19,21,24-32:B1-7,9-12,15";

/// A file with games, which goes with the tests.
fn file(name: &str, text: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("find");
    fs::create_dir_all(&folder).expect("a folder can be made");
    let path = folder.join(name);
    fs::write(&path, text).expect("it can be written");
    path
}

/// Runs the command; the arguments are separated by `|`.
fn find(arguments: &str, games: &str) -> Run {
    let mut command = assert_cmd::Command::cargo_bin("crownhead").expect("the binary is built");
    let arguments = ["find", "-"].into_iter().chain(arguments.split('|').filter(|argument| !argument.is_empty()));
    let output = command.args(arguments).write_stdin(games).output().expect("it runs");
    let text = |bytes| String::from_utf8(bytes).expect("it prints UTF-8");
    Run {
        out: text(output.stdout).lines().map(str::to_owned).collect(),
        errors: text(output.stderr),
        code: output.status.code(),
    }
}

/// The games that are found, by their number, each with its plies.
fn found(arguments: &str, games: &str) -> Vec<(usize, String)> {
    let run = find(arguments, games);
    assert_eq!(run.code, Some(0), "{arguments}: {}", run.errors);
    let game = |line: &String| {
        let (place, rest) = line.split_once('\t').expect("a line has tabs");
        let number = place.strip_prefix("standard input:").and_then(|number| number.parse().ok());
        (number.unwrap_or_else(|| panic!("{line}")), rest.rsplit('\t').next().expect("it has plies").to_owned())
    };
    run.out.iter().map(game).collect()
}

fn numbers(arguments: &str, games: &str) -> Vec<usize> {
    found(arguments, games).into_iter().map(|(number, _)| number).collect()
}

#[test]
fn a_position_is_found_whatever_moves_led_to_it() {
    let expected = [(1, "4".to_owned()), (2, "4".to_owned())];
    assert_eq!(found(&format!("--fen|{BOTH}"), GAMES), expected);
    assert_eq!(found(&format!("--fen|{}", BOTH.replacen('B', "?", 1)), GAMES), expected);
    assert_eq!(found(&format!("--fen|{}", BOTH.replacen('B', "W", 1)), GAMES), []);
    // Moves are those of the game, in their order.
    assert_eq!(found("--moves|11-15 23-19 8-11", GAMES), [(1, "3".to_owned())]);
    assert_eq!(found("--moves|1. 11-15 23-19 2.8-11", GAMES), [(1, "3".to_owned())]);
    for moves in ["11-15, 23-19, 8-11", "11-15,23-19,8-11", "1) 11-15 23-19 2) 8-11", "11-15; 23-19; 8-11"] {
        assert_eq!(found(&format!("--moves|{moves}"), GAMES), [(1, "3".to_owned())], "{moves}");
    }
    assert_eq!(numbers("--moves|11-15", GAMES), [1, 2, 3]);
    assert_eq!(found(&format!("--moves|11-15 23-19|--fen|{BOTH}"), GAMES), [(1, "4".to_owned())]);
    // The start position of a game may be its own.
    assert_eq!(found("--fen|W:W30,K32:B1,3", GAMES), [(4, "0".to_owned())]);
    assert_eq!(numbers("", GAMES), [1, 2, 3, 4]);
}

#[test]
fn a_line_says_what_is_known_of_the_game() {
    let run = find("--fen|W:W30,K32:B1,3", GAMES);
    assert_eq!(run.out, ["standard input:4\tAnn Reed - -\t-\t-\t*\t0"]);
    assert_eq!(run.errors, "crownhead: found 1 of 4 games\n");
    let run = find(&format!("--quiet|--fen|{BOTH}"), GAMES);
    assert_eq!(run.out[0], "standard input:1\tMüller, Jan - Bob Stone\tClub match\t1985.03.02\t1-0\t4");
    assert_eq!(run.errors, "");
}

#[test]
fn patterns_and_material_are_of_one_position() {
    assert_eq!(found("--pattern|B14,15:E9", GAMES), [(2, "5".to_owned()), (3, "3,4".to_owned())]);
    assert_eq!(found("--pattern|W:B14,15:E9", GAMES), [(2, "5".to_owned()), (3, "3".to_owned())]);
    assert_eq!(found("--pattern|B14,15:E8", GAMES), [(2, "5".to_owned())]);
    assert_eq!(found("--pattern|WK27", GAMES), [(4, "1,2".to_owned())]);
    assert_eq!(found("--pattern|W?27:B6:E1", GAMES), [(4, "2".to_owned())]);
    assert_eq!(numbers("--pattern|W?27", GAMES), [1, 2, 3, 4]);
    assert_eq!(found("--material|W1m1k:B2m0k", GAMES), [(4, "0,1,2".to_owned())]);
    assert_eq!(numbers("--material|W12p:B11..12m", GAMES), [1, 2, 3]);
    assert_eq!(found("--material|W1k|--pattern|B6", GAMES), [(4, "2".to_owned())]);
    assert!(numbers("--material|W..11p:B12p", GAMES).is_empty());
}

#[test]
fn players_results_and_dates_are_of_the_tags() {
    for (arguments, expected) in [
        ("--player|jan muller", vec![1, 2]),
        ("--player|MÜLLER", vec![1, 2]),
        ("--player|reed|--player|stone", vec![3]),
        ("--player|reed stone", vec![]),
        ("--result|1-0", vec![1]),
        ("--result|black", vec![1]),
        ("--result|white", vec![3]),
        ("--result|draw", vec![2]),
        ("--result|unknown", vec![4]),
        ("--date|1985", vec![1]),
        ("--date|..1990", vec![1]),
        ("--date|1991.06.01..1991.07.01", vec![2]),
        ("--date|1980..1999", vec![1, 2]),
        ("--date|1980..1999|--player|bob", vec![1]),
        ("--variant|english", vec![1, 2, 3, 4]),
        ("--variant|international", vec![]),
    ] {
        assert_eq!(numbers(arguments, GAMES), expected, "{arguments}");
    }
}

#[test]
fn variations_count_where_they_are_asked_for() {
    let after = "--pattern|W18:B15";
    assert_eq!(found(after, GAMES), []);
    assert_eq!(found(&format!("{after}|--variations"), GAMES), [(2, "(4)".to_owned())]);
    // What was played is found too, once.
    assert_eq!(found("--pattern|W19,22:B11,15:E23|--variations", GAMES), found("--pattern|W19,22:B11,15:E23", GAMES));
    // A variation within a variation, and one whose second move is illegal.
    let nested = "[GameType \"21\"]\n\n1. 11-15 (1. 9-13 22-18 (1... 23-18 2. 5-9) 2. 1-2 3. 2-3) 23-19 *\n";
    assert_eq!(found("--variations|--pattern|W18:B13", nested), [(1, "(2),(2),(3)".to_owned())]);
    assert_eq!(found("--variations|--pattern|W18:B9,13", nested), [(1, "(3)".to_owned())]);
    assert_eq!(find("--variations|--pattern|W18|--tree", nested).code, Some(2));
}

#[test]
fn the_tree_counts_results_for_the_side_to_move() {
    let run = find("--tree|--moves|11-15 23-19", GAMES);
    let rows: Vec<Vec<&str>> = run.out.iter().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(run.out[0], "english, Black to move");
    assert_eq!(rows[1], ["move", "games", "share", "won", "drawn", "lost", "score", "year"]);
    assert_eq!(rows[2], ["8-11", "1", "50.0%", "1", "0", "0", "100.0%", "1985"]);
    assert_eq!(rows[3], ["9-14", "1", "50.0%", "0", "0", "1", "0.0%", "-"]);
    assert_eq!(rows[4], ["all", "2", "100.0%", "1", "0", "1", "50.0%", "1985"]);
    assert_eq!(rows.len(), 5);
    // White is to move here, and has won one game and lost the other.
    let run = find("--tree|--moves|11-15", GAMES);
    let row: Vec<_> = run.out[2].split_whitespace().collect();
    assert_eq!(row, ["23-19", "2", "66.7%", "1", "0", "1", "50.0%", "1985"]);
    // A game can end in the position, which games reach by other moves too.
    let run = find(&format!("--tree|--fen|{BOTH}"), GAMES);
    let rows: Vec<Vec<&str>> = run.out.iter().skip(2).map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows[0], ["9-14", "1", "50.0%", "0", "1", "0", "50.0%", "1991"]);
    assert_eq!(rows[1], ["(end)", "1", "50.0%", "1", "0", "0", "100.0%", "1985"]);
    assert_eq!(rows[2], ["all", "2", "100.0%", "1", "1", "0", "75.0%", "1988"]);
    let run = find("--tree|--json|--moves|11-15 23-19 8-11 22-17", GAMES);
    let record: Value = serde_json::from_str(&run.out[0]).expect("it is JSON");
    assert_eq!(run.out.len(), 1);
    let expected = r#"{"type":"move","variant":"english","side":"black","games":1,"wins":1,"draws":0,"losses":0,
                       "score":1.0,"year":1985.0}"#;
    assert_eq!(record, serde_json::from_str::<Value>(expected).expect("it is JSON"));
}

#[test]
fn games_are_written_as_they_are_and_as_json() {
    let run = find("--player|stone|--pdn", GAMES);
    let text = run.out.join("\n");
    assert!(text.contains("[White \"Müller, Jan\"]") && text.contains("2. 9-14 22-17 0-1"), "{text}");
    assert_eq!(numbers("--player|stone", &text), [1, 2]);
    let run = find("--json|--fen|W:W30,K32:B1,3", GAMES);
    let record: Value = serde_json::from_str(&run.out[0]).expect("it is JSON");
    let expected = r#"{"type":"game","file":"standard input","game":4,"line":28,"variant":"english","plies":2,
        "found":[{"ply":0,"fen":"W:W30,K32:B1,3","next":"32-27"}],
        "tags":{"White":"Ann Reed","Black":"?","Result":"*","GameType":"21","SetUp":"1","FEN":"W:W30,K32:B1,3"}}"#;
    assert_eq!(record, serde_json::from_str::<Value>(expected).expect("it is JSON"));
}

#[test]
fn faulty_games_are_named_and_searched_up_to_their_fault() {
    let games = "[GameType \"21\"]\n\n1. 11-15 23-19 2. 8-11 1-2 3. 9-14 *\n\n[GameType \"21\"]\n\n1. 11-15 {open\n\n\
                 [GameType \"99x\"]\n\n1. 11-15 *\n\n[GameType \"21\"]\n\n1. 11-15 23-19 *\n";
    let run = find("--moves|11-15", games);
    assert_eq!(run.code, Some(1));
    assert_eq!(run.out.len(), 3, "{:?}", run.out);
    for error in [
        "standard input: game 1, line 3: ply 4: 1-2 is not a legal move of White in english\n",
        "standard input: game 2, line 7: '{' is not closed: expected '}'\n",
        "standard input: game 3, line 9: unknown GameType \"99x\"",
        "found 3 of 4 games\n",
        "3 of the games are faulty: they were searched as far as they are legal\n",
    ] {
        assert!(run.errors.contains(error), "{error}: {}", run.errors);
    }
    let run = find("--moves|11-15 23-19 8-11|--json|--quiet", games);
    let types: Vec<_> =
        run.out.iter().map(|line| serde_json::from_str::<Value>(line).expect("JSON")["type"].clone()).collect();
    assert_eq!(types, ["error", "game", "error", "error"]);
    // What is wrong follows as a comment.
    let run = find("--moves|11-15 23-19 8-11|--pdn", games);
    let text = run.out.join(" ");
    assert!(
        text.contains("2. 8-11 {Crownhead: line 3: ply 4: 1-2 is not a legal move of White in english} {1-2 3. 9-14}"),
        "{text}"
    );
}

#[test]
fn files_that_cannot_be_read_are_named_and_the_others_searched() {
    let (games, empty) = (file("games.pdn", GAMES), file("empty.pdn", "\n"));
    let missing = games.with_file_name("missing.pdn");
    let files = [&missing, &games, &empty, &games].map(|file| file.display().to_string()).join(" ");
    let run = crownhead(&format!("find {files} --player stone"), "");
    assert_eq!(run.code, Some(1), "{}", run.errors);
    let name = games.display().to_string();
    let places: Vec<_> = run.out.iter().filter_map(|line| line.split('\t').next()).collect();
    let expected = [1, 3, 1, 3].map(|number| format!("{name}:{number}"));
    assert_eq!(places, expected);
    for error in [
        format!("cannot read {}: ", missing.display()),
        format!("{} contains no games", empty.display()),
        "found 4 of 8 games".to_owned(),
        "2 of the files could not be read".to_owned(),
    ] {
        assert!(run.errors.contains(&error), "{error}: {}", run.errors);
    }
}

#[test]
fn what_cannot_be_looked_for_is_named() {
    for (arguments, code, error) in [
        ("--fen|W:W51:B1|--variant|international", 1, "--fen: square 51 is not on the board: expected 1 to 50"),
        ("--fen|W:W99:B1", 1, "--fen: square 99 is not on the board: expected 1 to 72; the nearest game is canadian"),
        ("--moves|11-15 23-18 1-2|--variant|english", 1, "--moves: 1-2 is not a legal move"),
        ("--pattern|27,28", 1, "--pattern: \"27,28\" is not part of a pattern: expected W or B"),
        ("--material|5m", 2, "\"5m\" is no material: expected a side"),
        ("--date|1990..1980", 2, "\"1990..1980\" is not a span of dates"),
        ("--result|withe", 2, "\"withe\" is not a result: expected white, black, draw, unknown"),
        ("--pdn|--json", 2, "cannot be used with"),
    ] {
        let run = find(arguments, GAMES);
        assert_eq!(run.code, Some(code), "{arguments}: {}", run.errors);
        assert!(run.errors.contains(error), "{arguments}: {}", run.errors);
    }
    assert_eq!(crownhead("find", "").code, Some(2));
}

#[test]
fn games_of_other_variants_and_without_tags_are_read_by_their_own_rules() {
    let international = "[GameType \"20\"]\n\n1. 32-28 19-23 2. 28x19 14x23 *\n\n";
    let bare = "1. 32-28 19-23 2. 28x19 14x23 *\n\n1. 11-15 23-19 *\n\n1. 34-30 20-25 *\n";
    let games = format!("{international}{GAMES}\n{bare}");
    let run = find("--moves|32-28|--quiet", &games);
    let places: Vec<_> = run.out.iter().filter_map(|line| line.split('\t').next()).collect();
    assert_eq!(places, ["standard input:1", "standard input:6"], "{}", run.errors);
    assert_eq!(find("--moves|11-15|--variant|english|--quiet", GAMES).out.len(), 3);
    let run = find("--tree", &games);
    let tables: Vec<_> = run.out.iter().filter(|line| line.ends_with(" to move")).collect();
    assert_eq!(tables, ["english, White to move", "english, Black to move", "international, White to move"]);
}

/// The games that are found are named by their numbers.
fn numbers_of(run: &Run) -> Vec<String> {
    let number = |line: &String| line.split('\t').next()?.rsplit(':').next().map(str::to_owned);
    run.out.iter().filter_map(number).collect()
}

#[test]
fn results_in_words_are_found_as_what_they_mean() {
    let tagged = |tag: &str, words: &str| {
        format!("[GameType \"20\"]\n[Result \"{tag}\"]\n\n1. 32-28 19-23 2. 28x19 14x23 {words}\n\n")
    };
    let games = [
        tagged("1-1", "remise"),
        tagged("?", "White wins"),
        tagged("Remise", "*"),
        tagged("*", "wit geeft op"),
        tagged("1-0", "Drawn"),
        tagged("?", "afgebroken"),
        tagged("Выигрыш белых", "*"),
        tagged("2-0", "0-2"),
    ];
    for (result, numbers) in [
        ("draw", vec!["1", "3"]),
        ("white", vec!["2", "5", "7"]),
        ("1-0", vec!["2", "5", "7"]),
        ("black", vec!["4", "8"]),
        ("0-2", vec!["4", "8"]),
        ("unknown", vec!["6"]),
    ] {
        let run = find(&format!("--result|{result}"), &games.concat());
        assert_eq!(
            (run.code, numbers_of(&run)),
            (Some(0), numbers.iter().map(|&n| n.to_owned()).collect()),
            "{result}"
        );
    }
    let run = find("--tree|--json", &games.concat());
    let all: Vec<Value> = run.out.iter().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!((&all[0]["wins"], &all[0]["draws"], &all[0]["losses"]), (&3.into(), &2.into(), &2.into()), "{all:?}");
    // What counts is printed, and that it differs from the tag is said.
    let run = find("--result|black", &games.concat());
    assert!(run.out[1].contains("\t0-2\t"), "{:?}", run.out);
    assert!(run.errors.contains("game 8: Result \"2-0\", but \"0-2\" behind the moves"), "{}", run.errors);
}

#[test]
fn what_is_guessed_is_said_with_the_number_of_the_game() {
    let games = "[Event \"a\"]\n1. 11-15 23-19 *\n[Event \"b\"]\n1. 32-28 19-23 *\n[Event \"c\"]\n1. c3-d4 b6-a5 *\n\
                 [Event \"d\"]\n1. 9-14 *\n[Variant \"Bashni\"]\n[GameType \"25\"]\n\n1. c3-d4 d6-c5 *\n\
                 [GameType \"23\"]\n\n1. c3-d4 d6-c5 *\n";
    let run = find("--json", games);
    let said: Vec<_> = run.errors.lines().filter_map(|line| line.split(';').next()).collect();
    let expected = [
        "crownhead: standard input: game 1: read as english",
        "crownhead: standard input: game 2: read as international",
        "crownhead: standard input: game 3: read as russian",
        "crownhead: standard input: game 5: unknown Variant \"Bashni\": read as russian by its GameType \"25\"",
        "crownhead: standard input: game 6: GameType \"23\" is of several games: read as unified",
        "crownhead: found 6 of 6 games",
    ];
    assert_eq!(said, expected);
    // A variant that is given is not guessed.
    assert!(!find("--json|--variant|english", games).errors.contains("read as"));
}

/// Some moves of a game, chosen by a number.
fn game(variant: Variant, seed: usize) -> Game {
    let mut game = Game::start(variant);
    for ply in 0..60 {
        let moves = game.position().moves();
        if moves.is_empty() || game.end().is_some() {
            break;
        }
        game.play(moves[(seed * 31 + ply * ply * 7 + seed * ply) % moves.len()]).expect("it is legal");
    }
    game
}

/// What is found is what a look at every position finds, also by several threads.
#[test]
fn each_position_of_each_game_is_found_at_its_ply() {
    for variant in [Variant::ENGLISH, Variant::INTERNATIONAL, Variant::FRISIAN, Variant::RUSSIAN, Variant::TURKISH] {
        let games: Vec<_> = (0..40).map(|seed| game(variant, seed)).collect();
        let text: String = games.iter().map(|game| PdnGame::of(game, PdnResult::Draw).to_string()).collect();
        let board = |fen: &str| fen.split(':').take(3).collect::<Vec<_>>().join(":");
        let fens: Vec<Vec<String>> =
            games.iter().map(|game| game.positions().map(|position| board(&fen::write(position))).collect()).collect();
        for (seed, ply) in [(3, 0), (3, 2), (5, 1), (7, 4), (11, 9), (13, 20), (17, 33), (39, 50)] {
            let Some(wanted) = fens[seed].get(ply) else { continue };
            let plies = |fens: &Vec<String>| -> Vec<_> {
                fens.iter().enumerate().filter(|(_, fen)| *fen == wanted).map(|(ply, _)| ply.to_string()).collect()
            };
            let expected = fens.iter().map(plies).enumerate().filter(|(_, plies)| !plies.is_empty());
            let expected: Vec<_> = expected.map(|(number, plies)| (number + 1, plies.join(","))).collect();
            assert!(expected.iter().any(|(number, _)| *number == seed + 1));
            for threads in ["1", "3"] {
                let arguments = format!("--variant|{variant}|--threads|{threads}|--fen|{wanted}");
                assert_eq!(found(&arguments, &text), expected, "{arguments}");
            }
        }
        tree_is_counted(variant, &games, &text);
    }
}

/// The moves of the start position are those of the games.
fn tree_is_counted(variant: Variant, games: &[Game], text: &str) {
    let mut expected = BTreeMap::new();
    for game in games {
        let first = SpelledMove::new(&variant.start(), &game.moves()[0]).pdn();
        *expected.entry(first).or_insert(0) += 1;
    }
    let run = find("--tree|--json", text);
    let records = run.out.iter().map(|line| serde_json::from_str::<Value>(line).expect("it is JSON"));
    let counts = records.map(|record| {
        assert_eq!([&record["games"], &record["score"]], [&record["draws"], &Value::from(0.5)]);
        (record["move"].as_str().expect("a move").to_owned(), record["games"].as_u64().expect("a number"))
    });
    assert_eq!(counts.collect::<BTreeMap<_, _>>(), expected, "{variant}");
}

/// Ctrl-C ends the wait for input, and what was found is there.
#[cfg(unix)]
#[test]
fn an_interrupt_prints_what_was_found_so_far() {
    use std::io::{BufRead, BufReader, Read, Write};
    use std::process::{Command, Stdio};

    for (tree, expected) in [(false, "standard input:1\t"), (true, "9-14 ")] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_crownhead"));
        command.args(["find", "-", "--variant", "english", "--fen", BOTH]).args(tree.then_some("--tree"));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("it runs");
        let mut input = child.stdin.take().expect("there is a pipe");
        let mut errors = BufReader::new(child.stderr.take().expect("there is a pipe"));
        // A faulty game behind the others, which is named once they are searched; after it, the command waits.
        let faulty = "[GameType \"21\"]\n\n1. 1-2 *\n\n[GameType \"21\"]\n\n1. 11-15";
        write!(input, "{GAMES}\n{faulty}").and_then(|()| input.flush()).expect("it is read");
        let mut line = String::new();
        errors.read_line(&mut line).expect("it is text");
        assert!(line.contains("game 5"), "{line}");
        crate::unix::signal(child.id(), crate::unix::Signal::INT);
        let mut out = String::new();
        child.stdout.take().expect("there is a pipe").read_to_string(&mut out).expect("it is text");
        assert!(out.contains(expected), "{out}");
        assert_eq!(child.wait().expect("it ends").code(), Some(130));
        drop(input);
    }
}
