//! `crownhead analyze`.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crownhead_rules::Variant;
use crownhead_rules::notation::pdn::{PdnGame, PdnMove, Reader, Remark};
use serde_json::Value;

use crate::{Run, crownhead};

/// The lone man cannot get away. The search has to find that for itself.
fn won() -> String {
    format!("--variant english --fen B:W30:B21,K15 {}", without_tables())
}

/// The flag for a file of settings without endgame tables.
fn without_tables() -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("without-tables.toml");
    std::fs::write(&path, "endgame.pieces = 0\n").expect("the file can be written");
    format!("--config {}", path.display())
}

#[test]
fn weights_of_another_variant_are_refused_by_name() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("losing-weights.toml");
    let weights = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/engine/data/eval/losing.weights");
    std::fs::write(&path, format!("eval.file = {weights:?}\n")).expect("the file can be written");
    for command in ["analyze --depth 1", "play --level 1"] {
        let run = crownhead(&format!("{command} --variant english --config {}", path.display()), "");
        assert_eq!(run.code, Some(1), "{command}");
        assert!(run.errors.contains("weights with variant losing: expected english"), "{}", run.errors);
    }
}

/// The games before one of another variant are written.
#[test]
fn weights_of_another_variant_than_a_game_are_an_error() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("english-weights.toml");
    let weights = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/engine/data/eval/english.weights");
    std::fs::write(&path, format!("eval.file = {weights:?}\n")).expect("the file can be written");
    let mixed = "[GameType \"21\"]\n1. 11-15 *\n\n[GameType \"20\"]\n1. 32-28 *\n\n[GameType \"21\"]\n1. 9-14 *\n";
    let run = crownhead(&format!("analyze --pdn - --depth 1 --config {}", path.display()), mixed);
    assert_eq!(run.code, Some(1));
    assert!(run.errors.contains("weights with variant english: expected international"), "{}", run.errors);
    let text = run.out.join("\n");
    assert!(text.contains("1. 11-15 {[%eval ") && !text.contains("9-14"), "{text}");
}

/// PDN counts the squares of Spanish draughts from the corner at the lower right: the words of a comment do so too.
#[test]
fn a_better_move_has_one_name_in_comment_and_variation() {
    let game = "[GameType \"24\"]\n1. 10-14 23-19 2. 14x23 28x19 3. 9-13 22-18 4. 13x22 27x18 *\n";
    let run = crownhead("analyze --pdn - --nodes 3000 --mistake 0.01", game);
    assert_eq!(run.code, Some(0), "{}", run.errors);
    let text = run.out.join("\n");
    let read = Reader::new(text.as_bytes()).next().expect("a game").expect("it is read");
    let mut better = 0;
    for mv in &read.moves {
        let Some(variation) = mv.variations().next() else { continue };
        let comments = mv.comments().join(" ");
        assert!(comments.contains(&format!("better is {},", variation.moves[0].text)), "{comments}: {text}");
        better += 1;
    }
    assert!(better > 0, "{text}");
}

/// The win is 22-17 13x22 29-25 22x29 30-25 29x22 21-17 22x13 6-1 13x6 1x28, and Black could have prevented it.
const STROKE: &str = "[GameType \"21\"]\n[SetUp \"1\"]\n[FEN \"B:W30,29,22,21,9,6:B24,20,16,13,8,3\"]\n\n\
    1. 3-7 22-17 2. 13x22 29-25 3. 22x29 30-25 *\n";

#[test]
fn a_proven_stroke_is_a_problem() {
    let run = crownhead("analyze --variant english --fen W:W30,29,22,21,9,6:B24,20,16,13,8,7 --nodes 400000", "");
    assert_eq!(run.code, Some(0), "{}", run.errors);
    let text = run.out.join(" ");
    assert!(text.contains("  A problem: White wins in at most ") && text.contains(": 22-17 13x22 29-25 "), "{text}");
    let run = crownhead("analyze --json --variant english --depth 4", "");
    assert!(of_type(&records(&run), "problem").is_empty());
    // In a game it stands at the key, and not again at the moves that follow.
    let run = crownhead("analyze --pdn - --nodes 400000", STROKE);
    let comments = |run: &Run| games(run)[0].moves.iter().map(|mv| mv.comments().join(" ")).collect::<Vec<_>>();
    let first = comments(&run);
    let with: Vec<_> = first.iter().map(|comment| comment.contains("a problem: White wins in at most ")).collect();
    assert_eq!(with, [false, true, false, false, false, false], "{first:?}");
    // The next analysis takes the place of the one before.
    let again = crownhead("analyze --pdn - --nodes 400000", &run.out.join("\n"));
    assert_eq!(comments(&again), first);
    let run = crownhead("analyze --json --pdn - --nodes 400000", STROKE);
    let records = records(&run);
    let problems: Vec<_> = of_type(&records, "move").into_iter().filter(|mv| !mv["problem"].is_null()).collect();
    assert_eq!((problems.len(), &problems[0]["ply"], &problems[0]["problem"]["side"]), (1, &2.into(), &"white".into()));
    assert_eq!(problems[0]["problem"]["line"][0], "22-17");
}

/// A game in which 3... 24-20 leaves a man where 24-19 would win one back, a faulty one, and one of another variant.
const GAMES: &str = "\
[Event \"First\"]
[GameType \"21\"]
[Result \"1-0\"]
1. 11-15 23-18 {the cross} 2. 8-11 18-14 $5 3. 9x18 24-20 1-0

[Event \"Second\"]
[GameType \"21\"]
1. 11-15 23-20 2. 8-11 *

[Event \"Third\"]
[GameType \"20\"]
1. 32-28 19-23 2. 28x19 14x23 *
";

fn games(run: &Run) -> Vec<PdnGame> {
    let text = run.out.join("\n");
    let read = |game| match game {
        Ok(game) => game,
        Err(error) => panic!("{error}\n{text}"),
    };
    Reader::new(text.as_bytes()).map(read).collect()
}

fn records(run: &Run) -> Vec<Value> {
    let parse = |line: &String| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
    run.out.iter().map(parse).collect()
}

fn of_type<'a>(records: &'a [Value], name: &str) -> Vec<&'a Value> {
    records.iter().filter(|record| record["type"] == name).collect()
}

/// The rows of the iterations, without what depends on the clock: the depth, the nodes, and the rest behind the times.
fn rows(run: &Run) -> Vec<(String, String, String)> {
    let heading = run.out.iter().position(|line| line.contains("Mnodes/s")).expect("a heading");
    let rows = run.out[heading + 1..].iter().take_while(|line| !line.is_empty());
    rows.map(|row| (row[..5].trim().to_owned(), row[5..17].trim().to_owned(), row[35..].trim().to_owned())).collect()
}

#[test]
fn a_position_is_drawn_and_told_iteration_by_iteration() {
    let run = crownhead("analyze --variant english --depth 8", "");
    assert_eq!((run.code, run.errors.as_str()), (Some(0), ""));
    assert_eq!(run.out[0], "     b     b     b     b         1     2     3     4");
    assert_eq!(run.out[9], "Black to move. White: 12 men. Black: 12 men.");
    let rows = rows(&run);
    let depths: Vec<_> = rows.iter().map(|(depth, ..)| depth.parse::<u32>().expect("a depth")).collect();
    assert_eq!(depths, [1, 2, 3, 4, 5, 6, 7, 8]);
    let nodes: Vec<_> = rows.iter().map(|(_, nodes, _)| nodes.parse::<u64>().expect("nodes")).collect();
    assert!(nodes.is_sorted() && nodes[0] > 0, "{nodes:?}");
    let (score, line) = rows[7].2.split_once("  ").expect("a score and a line");
    assert!(score.parse::<f64>().expect("a score in men").abs() < 1.0, "{score}");
    let best = line.split(' ').next().expect("a move");
    let conclusion = run.out.iter().find(|line| line.starts_with("At depth 8")).expect("a conclusion");
    assert!(conclusion.contains(&format!("Black's best is {best}, {score}:")), "{conclusion}");
}

#[test]
fn a_board_has_colours_only_where_they_are_wanted() {
    let drawn = |variables: &[(&str, &str)]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_crownhead"));
        command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE").envs(variables.iter().copied());
        let run = command.args("analyze --variant english --depth 1".split(' ')).output().expect("it runs");
        String::from_utf8(run.stdout).expect("it prints UTF-8")
    };
    let force = ("CLICOLOR_FORCE", "1");
    assert!(drawn(&[force]).lines().take(8).all(|row| row.contains("\x1b[")), "{}", drawn(&[force]));
    for plain in [&[][..], &[force, ("NO_COLOR", "1")]] {
        assert!(!drawn(plain).contains('\x1b'), "{plain:?}: {}", drawn(plain));
    }
}

#[test]
fn the_same_command_searches_the_same() {
    for limits in ["--depth 9", "--nodes 30000", "--nodes 30000 --multipv 2"] {
        let arguments = format!("analyze --variant international {limits}");
        let [first, second] = [crownhead(&arguments, ""), crownhead(&arguments, "")];
        assert_eq!(rows(&first), rows(&second), "{limits}");
    }
}

#[test]
fn several_lines_are_told_of_each_iteration_the_best_first() {
    let run = crownhead("analyze --variant english --depth 5 --multipv 3 --json", "");
    let records = records(&run);
    let iterations = of_type(&records, "iteration");
    assert_eq!(iterations.len(), 5);
    for iteration in &iterations {
        let lines = iteration["lines"].as_array().expect("lines");
        let scores: Vec<_> = lines.iter().map(|line| line["score"].as_f64().expect("a score")).collect();
        assert!(scores.len() == 3 && scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
        let mut firsts: Vec<_> = lines.iter().map(|line| line["moves"][0].to_string()).collect();
        firsts.dedup();
        assert_eq!(firsts.len(), 3);
    }
    let shown = rows(&crownhead("analyze --variant english --depth 5 --multipv 3", ""));
    assert_eq!(shown.len(), 15);
    assert!(shown[12].2.starts_with("1.") && shown[13].2.starts_with("2.") && shown[14].2.starts_with("3."));
    let answer = of_type(&records, "answer")[0];
    assert_eq!(answer["move"], iterations[4]["lines"][0]["moves"][0]);
    assert_eq!(answer["reply"], iterations[4]["lines"][0]["moves"][1]);
}

#[test]
fn proven_wins_and_losses_are_said_in_plies() {
    let run = crownhead(&format!("analyze {}", won()), "");
    let conclusion = run.out.iter().find(|line| line.contains("Black's best is")).expect("a conclusion");
    assert!(conclusion.contains("which wins in ") && conclusion.ends_with(" plies:"), "{conclusion}");
    let lost = crownhead(&format!("analyze --variant english --fen W:W5:BK1,K10 {}", without_tables()), "");
    assert!(
        lost.out.iter().any(|line| line.contains("White has no move and loses.") || line.contains("which loses in ")),
        "{:?}",
        lost.out
    );
    let records = records(&crownhead(&format!("analyze {} --json", won()), ""));
    let last = of_type(&records, "iteration").pop().expect("an iteration");
    let line = &last["lines"][0];
    let plies = line["wins_in"].as_f64().expect("plies");
    assert!((line["score"].as_f64().expect("a score") - (100.0 - plies / 100.0)).abs() < 1e-9, "{line}");
    // A proof ends a search that is limited by nodes.
    assert!(last["depth"].as_f64().expect("a depth") < 200.0, "{last}");
}

#[test]
fn what_the_endgame_tables_know_is_told_with_the_whole_line() {
    // `crownhead endgame probe --variant english --moves --fen W:W22,K31:B13,K12`: 31-26 and 31-27 win in 13 plies, 22-18
    // draws, 22-17 loses.
    let arguments = "analyze --variant english --fen W:W22,K31:B13,K12 --multipv 4";
    let run = crownhead(arguments, "");
    assert_eq!(run.code, Some(0), "{}", run.errors);
    let rows = rows(&run);
    assert!(rows.len() == 2 && rows.iter().all(|row| row.2.contains("wins in 13 plies, by the table")), "{rows:?}");
    let conclusion = run.out.iter().position(|line| line.starts_with("At depth 1 White's best is 31-2"));
    let conclusion = conclusion.unwrap_or_else(|| panic!("{:?}", run.out));
    assert!(run.out[conclusion].ends_with(", which wins in 13 plies, by the table:"), "{:?}", run.out);
    assert_eq!(run.out[conclusion + 1..].join(" ").split(' ').count(), 13);
    let records = records(&crownhead(&format!("{arguments} --json"), ""));
    let [iteration] = &of_type(&records, "iteration")[..] else { panic!("one iteration: {records:?}") };
    let line = &iteration["lines"][0];
    assert_eq!((&line["by_table"], &line["wins_in"], &line["score"]), (&true.into(), &13.into(), &89.87.into()));

    let drawn = crownhead("analyze --variant english --fen W:WK14,K15:BK28,K32", "");
    let conclusion = drawn.out.iter().any(|line| line.ends_with(", which draws, by the table:"));
    assert!(conclusion, "{:?}", drawn.out);
}

#[test]
fn a_game_that_throws_a_known_win_away_is_told_by_the_table() {
    let game = "[GameType \"21\"]\n[SetUp \"1\"]\n[FEN \"W:W22,K31:B13,K12\"]\n1. 22-18 *";
    let text = crownhead("analyze --pdn - --nodes 1000", game).out.join(" ");
    assert!(text.contains("22-18 $4 {[%eval 0.00]") && text.contains("better is 31-2"), "{text}");
    assert!(text.contains(", which wins in 13 plies, by the table"), "{text}");
}

#[test]
fn a_position_without_moves_is_over() {
    for (variant, verb) in [("english", "loses"), ("giveaway", "wins")] {
        let run = crownhead(&format!("analyze --variant {variant} --fen W:W:B1"), "");
        assert_eq!(run.code, Some(0), "{}", run.errors);
        assert_eq!(run.out.last().map(String::as_str), Some(format!("White has no move and {verb}.").as_str()));
        let json = crownhead(&format!("analyze --json --variant {variant} --fen W:W:B1"), "");
        let types: Vec<_> = records(&json).iter().map(|record| record["type"].to_string()).collect();
        assert_eq!(types, ["\"position\"", "\"answer\""]);
    }
}

fn replays(variant: Variant, game: &PdnGame) -> usize {
    game.replay(variant).unwrap_or_else(|error| panic!("{error}")).moves().len()
}

#[test]
fn annotated_games_are_read_back_and_faulty_ones_named() {
    let run = crownhead("analyze --pdn - --nodes 5000", GAMES);
    assert_eq!(run.code, Some(1));
    assert!(run.errors.contains("standard input: game 2, line 8: ply 2: 23-20 is not a legal move"), "{}", run.errors);
    assert!(run.errors.contains("1 of the games could not be read"), "{}", run.errors);
    assert!(run.out.iter().all(|line| line.chars().count() <= 80), "{:#?}", run.out);

    let [first, second, third] = &games(&run)[..] else { panic!("three games: {:#?}", run.out) };
    assert_eq!((replays(Variant::ENGLISH, first), replays(Variant::INTERNATIONAL, third)), (6, 4));
    let rest = second.moves[0].comments();
    assert!(second.moves.len() == 1 && rest[0].starts_with("Crownhead: line 8: ply 2: 23-20 is not "), "{second:?}");
    assert_eq!(third.variant().expect("it is known"), Some(Variant::INTERNATIONAL));
    assert_eq!((first.tags.get("Event"), first.tags.get("Result")), (Some("First"), Some("1-0")));
    assert!(first.tags.get("Annotator").is_some_and(|name| name.starts_with("Crownhead")));
    assert_eq!(first.moves[1].comments()[0], "the cross");
    assert!(first.moves[3].nags().contains(&5), "{:?}", first.moves[3]);
    for game in [first, third] {
        for mv in &game.moves {
            let told = |comment: &&str| {
                let remark = Remark::parse(comment);
                remark.score.is_some() && remark.depth.is_some()
            };
            assert!(mv.comments().iter().any(told), "{mv:?}");
        }
        let last = game.moves.last().expect("moves");
        let summaries = last.comments().iter().filter(|comment| comment.contains("mean loss")).count();
        assert_eq!(summaries, 2, "{:?}", last.comments());
    }
}

/// Words above, among and behind the moves are read as such again where comments were added beside them.
#[test]
fn words_of_annotated_games_are_read_back() {
    for (text, plies) in [
        ("Jansen - Bakker 2-0\n\n1. 32-28 19-23", 2),
        ("Jansen - Bakker 2-0 (arbitrair)\n1. 32-28 19-23", 2),
        ("Ronde 3 te Utrecht\nBakker 1 - 1 Smit\n1. 32-28 19-23 2. 28x19 Mooi!", 3),
        ("Wit: Jansen\nZwart: Bakker\n32-28 19-23 28x19", 3),
        ("Roozenburg\n32-28 19-23", 2),
        ("1. 32-28 (19-23)", 2),
        ("1. 32-28 19-23; 2. 28x19 14x23; 3. 37-32", 5),
        ("1. 32-28 19-23 2. 28x19 14x23 – 3. 37-32", 5),
        ("1. 32-28 19-23 2. 28x19 waarna 14x23 3. 37-32", 5),
        ("1. 32-28 19-23 * 2. 28x19 14x23 2-0", 4),
        ("1. 32-28 19-23 2. 28x19 14x23\n\nUitslag: 2-0", 4),
        ("1. 32-28 19-23 2. 28x19 14x23\n\n(a) 33-28 is weaker here.", 4),
    ] {
        let once = crownhead("analyze --pdn - --depth 1", text);
        assert_eq!(once.code, Some(0), "{text}: {}", once.errors);
        let twice = crownhead("analyze --pdn - --depth 1", &once.out.join("\n"));
        assert_eq!(twice.code, Some(0), "{text}: {}\n{:#?}", twice.errors, once.out);
        for run in [&once, &twice] {
            let [game] = &games(run)[..] else { panic!("{text}: one game: {:#?}", run.out) };
            assert_eq!(replays(Variant::INTERNATIONAL, game), plies, "{text}: {:#?}", run.out);
        }
    }
}

#[test]
fn a_faulty_game_leaves_a_record_for_programs() {
    let text = format!(
        "{GAMES}\n[Event \"Unknown\"]\n[Variant \"chess\"]\n1. 11-15 *\n\n[Event \"Unclosed\"]\n[GameType \"21\"]\n1. 11-15 ("
    );
    let run = crownhead("analyze --pdn - --nodes 1000 --json", &text);
    assert_eq!(run.code, Some(1));
    assert!(run.errors.contains("3 of the games could not be read"), "{}", run.errors);
    let records = records(&run);
    let errors: Vec<_> = of_type(&records, "error")
        .iter()
        .map(|record| (record["game"].as_u64(), record["line"].as_u64(), record["error"].as_str()))
        .collect();
    let [second, fourth, fifth] = errors[..] else { panic!("three: {records:?}") };
    let illegal = second.2.is_some_and(|error| error.starts_with("ply 2: 23-20 is not a legal move"));
    assert!(illegal && (second.0, second.1) == (Some(2), Some(8)), "{second:?}");
    assert!(fourth.2.is_some_and(|error| error.starts_with("unknown Variant \"chess\"")), "{fourth:?}");
    assert!(fifth.2.is_some_and(|error| error.starts_with("'(' is not closed")), "{fifth:?}");
    assert_eq!((fourth.0, fifth.0), (Some(4), Some(5)));
    // It stands where the other records of the game would.
    let games: Vec<_> = records.iter().map(|record| record["game"].as_u64()).collect();
    assert!(games.is_sorted(), "{games:?}");
}

#[test]
fn a_file_without_a_game_is_a_fault() {
    for (flags, text) in [("", ""), ("--json", "\n\n"), ("--variant english", "")] {
        let run = crownhead(&format!("analyze --pdn - {flags}"), text);
        assert_eq!((run.code, run.out.len()), (Some(1), 0), "{text:?}: {}", run.errors);
        assert!(run.errors.contains("standard input contains no games: expected PDN"), "{}", run.errors);
    }
    let run = crownhead("analyze --pdn -", "hello world");
    assert_eq!(run.code, Some(1), "{:?}", run.out);
    assert!(run.errors.contains("\"hello\" is not part of a game"), "{}", run.errors);
}

#[test]
fn a_man_given_away_is_a_blunder_with_a_better_move_beside_it() {
    let run = crownhead("analyze --pdn - --nodes 50000", GAMES);
    let text = run.out.join(" ");
    assert!(text.contains("24-20 $4 {[%eval -"), "{text}");
    assert!(text.contains("better is 24-19, "), "{text}");
    assert!(text.contains("(3... 24-19 {[%eval "), "{text}");
    let white = text.split("White: 3 moves, accuracy ").nth(1).unwrap_or_else(|| panic!("{text}"));
    let figure = |head: &str| white.split(head).nth(1)?.split(' ').next()?.parse::<f64>().ok();
    assert!(figure("mean loss ").is_some_and(|loss| (0.2..0.9).contains(&loss)), "{text}");
    let accuracy = white.split(' ').next().and_then(|percent| percent.parse::<f64>().ok());
    assert!(accuracy.is_some_and(|percent| (50.0..90.0).contains(&percent)), "{text}");
    assert!(text.contains("; it misses the win of a man: "), "the lines show why: {text}");
    assert!(text.contains("1 blunder}"), "{text}");
    let [first, _, third] = &games(&run)[..] else { panic!("three games") };
    let marks: Vec<_> = first.moves.iter().map(PdnMove::nags).collect();
    assert_eq!(marks, [&[][..], &[], &[], &[5], &[], &[4]]);
    assert!(third.moves.iter().all(|mv| mv.nags().is_empty()));
    // What is written can be analysed again, and nothing of it is said twice.
    let again = crownhead("analyze --pdn - --nodes 50000", &run.out.join("\n"));
    assert_eq!(again.code, Some(0), "what was faulty is a comment now: {}", again.errors);
    let more = crownhead("analyze --pdn - --nodes 50000", &again.out.join("\n"));
    assert_eq!(more.out, again.out);
}

#[test]
fn the_thresholds_can_be_set() {
    let run = crownhead("analyze --pdn - --nodes 50000 --mistake 10 --blunder 90", GAMES);
    let [first, ..] = &games(&run)[..] else { panic!("no games") };
    assert_eq!(first.moves[5].nags(), [2]);
    for (flags, nags) in [("", &[6][..]), ("--inaccuracy 90 ", &[])] {
        let run = crownhead(&format!("analyze --pdn - --nodes 50000 {flags}--mistake 90 --blunder 95"), GAMES);
        let [first, ..] = &games(&run)[..] else { panic!("no games") };
        assert_eq!(first.moves[5].nags(), nags, "{flags}");
    }
}

#[test]
fn the_moves_of_a_game_are_records_of_their_own() {
    let run = crownhead("analyze --pdn - --nodes 50000 --json --multipv 2", GAMES);
    assert_eq!(run.code, Some(1));
    let records = records(&run);
    let starts: Vec<_> = of_type(&records, "game").iter().map(|game| game["game"].as_u64()).collect();
    assert_eq!(starts, [Some(1), Some(3)]);
    let moves = of_type(&records, "move");
    let first: Vec<_> = moves.iter().filter(|mv| mv["game"] == 1).collect();
    let plies: Vec<_> = first.iter().map(|mv| mv["ply"].as_u64().expect("a ply")).collect();
    assert_eq!(plies, [1, 2, 3, 4, 5, 6]);
    for mv in &first {
        let lines = mv["lines"].as_array().expect("lines");
        assert!(!lines.is_empty() && lines.len() <= 2, "{mv}");
        let [best, score, loss] =
            [&lines[0]["score"], &mv["score"], &mv["loss"]].map(|value| value.as_f64().expect("men"));
        assert!((best - score).max(0.0) - loss < 1e-9, "{mv}");
    }
    let judgements: Vec<_> = first.iter().map(|mv| mv["judgement"].as_str().expect("a word")).collect();
    assert_eq!(judgements, ["fine", "fine", "fine", "fine", "fine", "blunder"]);
    let blunder = first[5];
    let [points, best] = ["points", "best_points"].map(|name| blunder[name].as_f64().expect("points"));
    assert!(best - points >= 0.2 && (0.0..=1.0).contains(&points), "{blunder}");
    assert_eq!((&blunder["reason"]["what"], &blunder["reason"]["pieces"]), (&Value::from("misses"), &Value::from(1)));
    assert!(blunder["accuracy"].as_f64() < Some(50.0) && first[0].get("reason").is_none(), "{blunder}");
    let [summary, _] = &of_type(&records, "summary")[..] else { panic!("two summaries") };
    assert_eq!((&summary["complete"], &summary["white"]["blunders"]), (&Value::from(true), &Value::from(1)));
    assert_eq!(summary["black"]["moves"], 3);
    // Losses are told to the millionth of a man, and so is their mean over three moves.
    for (side, moves) in [("white", [2, 4, 6]), ("black", [1, 3, 5])] {
        let lost = |mv: &&&&Value| moves.contains(&mv["ply"].as_u64().expect("a ply"));
        let total: f64 = first.iter().filter(lost).map(|mv| mv["loss"].as_f64().expect("men")).sum();
        let mean = summary[side]["mean_loss"].to_string();
        assert!(mean.split('.').nth(1).is_some_and(|decimals| decimals.len() <= 6), "{mean}");
        assert!((mean.parse::<f64>().expect("men") - total / 3.0).abs() < 1e-6, "{mean}, not {total} / 3");
    }
}

#[test]
fn a_game_is_analysed_alike_whatever_was_analysed_before() {
    let alone = crownhead("analyze --pdn - --nodes 20000 --json", GAMES.split("\n\n").last().expect("games"));
    let after = crownhead("analyze --pdn - --nodes 20000 --json", GAMES);
    let moves = |run: &Run, game: u64| -> Vec<Value> {
        let mut moves = records(run);
        moves.retain(|record| record["type"] == "move" && record["game"] == game);
        moves.iter_mut().for_each(|record| record["game"] = Value::Null);
        moves
    };
    assert_eq!(moves(&alone, 1), moves(&after, 3));
    assert_eq!(moves(&alone, 1).len(), 4);
}

#[test]
fn the_variant_is_told_or_shown_by_the_squares() {
    let untold = "1. 11-15 23-19 *\n[Variant \"chess\"] 1. 11-15 *";
    let run = crownhead("analyze --pdn - --depth 1", untold);
    assert_eq!(run.code, Some(1));
    assert_eq!(games(&run)[0].variant().expect("it is known"), Some(Variant::ENGLISH));
    assert!(run.errors.contains("game 2, line 2: unknown Variant \"chess\""), "{}", run.errors);
    let large = "1. 32-28 19-23 *\n[Result \"*\"]\n[FEN \"W:WK46:B1:H0:F1\"]\n1. 46-41 *";
    let run = crownhead("analyze --pdn - --depth 1", large);
    assert_eq!(run.code, Some(0), "{}", run.errors);
    let variants: Vec<_> = games(&run).iter().map(|game| game.variant().expect("it is known")).collect();
    assert_eq!(variants, [Some(Variant::INTERNATIONAL); 2]);
    let run = crownhead("analyze --pdn - --depth 1 --variant giveaway", untold);
    assert_eq!(run.code, Some(0), "{}", run.errors);
    let variants: Vec<_> = games(&run).iter().map(|game| game.variant().expect("it is known")).collect();
    assert_eq!(variants, [Some(Variant::GIVEAWAY); 2]);
}

#[test]
fn a_game_from_a_position_is_numbered_from_the_side_that_begins() {
    let text = "[GameType \"21\"]\n[SetUp \"1\"]\n[FEN \"W:W30,23:B21,K15\"]\n1... 30-25 2. 21x30 *";
    let run = crownhead("analyze --pdn - --depth 6", text);
    assert_eq!(run.code, Some(0), "{}", run.errors);
    let text = run.out.join(" ");
    assert!(text.contains("1... 30-25") && text.contains(" 2. 21x30"), "{text}");
    assert_eq!(replays(Variant::ENGLISH, &games(&run)[0]), 2);
}

#[test]
fn what_is_wrong_is_named() {
    for (arguments, fault, code) in [
        ("analyze --fen W:W99:B1", "square 99 is not on the board: expected 1 to 72; the nearest game is canadian", 1),
        ("analyze --fen X:W9:B1", "\"X\" is not a side to move", 1),
        ("analyze --pdn no/such/file", "cannot read no/such/file: ", 1),
        ("analyze --pdn - --mistake 30 --blunder 20", "expected 0 < inaccuracy <= mistake <= blunder", 1),
        ("analyze --variant chess", "unknown variant \"chess\"", 2),
        ("analyze --depth 0", "0 is not from 1 to 200", 2),
        ("analyze --time 0", "expected more than 0", 2),
        ("analyze --time soon", "expected a number of seconds", 2),
        ("analyze --nodes 0", "0 is less than 1", 2),
        ("analyze --multipv 0", "0 is not from 1 to 512", 2),
        ("analyze --threads 257", "257 is not from 1 to 256", 2),
        ("analyze --fen W:W9:B1 --pdn x", "cannot be used with", 2),
        ("analyze --blunder 1", "--pdn", 2),
    ] {
        let run = crownhead(arguments, "");
        assert_eq!((run.code, run.out.len()), (Some(code), 0), "{arguments}: {}", run.errors);
        assert!(run.errors.contains(fault), "{arguments}: {}", run.errors);
    }
}

/// The binary at work, with pipes for input and output.
fn start(arguments: &str) -> Child {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("crownhead"));
    let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    pipes.args(arguments.split_whitespace()).spawn().expect("it runs")
}

#[test]
fn a_reader_who_has_had_enough_is_no_fault() {
    let mut child = start("analyze --variant international --time 600");
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    out.read_line(&mut String::new()).expect("a line");
    drop(out);
    let mut errors = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut errors).expect("text");
    assert_eq!((child.wait().expect("it ends").code(), errors.as_str()), (Some(0), ""));
}

#[cfg(unix)]
mod interrupted {
    use std::io::Write;
    use std::time::Duration;

    use super::*;
    use crate::unix::{Signal, signal};

    /// Interrupts the run once a line of its output contains `sign` and it has had the time to begin with what follows,
    /// and gives it to its end.
    fn interrupt_at(sign: &str, arguments: &str, input: &str) -> Run {
        let mut child = start(arguments);
        child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("it reads");
        let mut out = Vec::new();
        for line in BufReader::new(child.stdout.take().expect("a pipe")).lines() {
            let line = line.expect("text");
            if line.contains(sign) {
                std::thread::sleep(Duration::from_millis(500));
                signal(child.id(), Signal::INT);
            }
            out.push(line);
        }
        let mut errors = String::new();
        child.stderr.take().expect("a pipe").read_to_string(&mut errors).expect("text");
        Run { out, errors, code: child.wait().expect("it ends").code() }
    }

    #[test]
    fn a_position_is_concluded_with_what_is_there() {
        let run = interrupt_at("score for White, and the line", "analyze --variant international --time 600", "");
        assert_eq!((run.code, run.errors.as_str()), (Some(0), ""));
        assert!(run.out.iter().any(|line| line.contains("White's best is ")), "{:?}", run.out);
    }

    /// It would take an hour, and nobody presses Ctrl-C twice for that.
    #[test]
    fn a_search_of_a_move_does_not_hold_the_end_up() {
        let text = "[Event \"Empty\"] [GameType \"21\"] *\n[GameType \"21\"] 1. 11-15 23-19 2. 8-11 22-17 *";
        let start = std::time::Instant::now();
        let run = interrupt_at("Empty", "analyze --pdn - --time 3600", text);
        assert_eq!(run.code, Some(130), "{}", run.errors);
        assert!(start.elapsed().as_secs() < 600, "{:?}", start.elapsed());
        assert_eq!(games(&run).len(), 2);
    }

    #[test]
    fn a_game_is_written_with_the_moves_that_were_looked_at() {
        let text = "[Event \"Empty\"] [GameType \"21\"] *\n[Event \"Long\"] [GameType \"21\"]
            1. 11-15 23-19 2. 8-11 22-17 3. 9-13 17-14 4. 10x17 21x14 5. 15-18 26-22 6. 4-8 22x15 7. 11x18 *
            \n[Event \"After\"]\n\n1. 11-15 {mine} *";
        let run = interrupt_at("Empty", "analyze --pdn - --nodes 5000000", text);
        assert_eq!(run.code, Some(130));
        assert!(run.errors.contains("interrupted: not everything was analysed"), "{}", run.errors);
        let [_, long, after] = &games(&run)[..] else { panic!("three games: {:?}", run.out) };
        assert_eq!(after.to_string(), "[Event \"After\"]\n\n1. 11-15 {mine} *\n\n", "it is passed through");
        assert_eq!(replays(Variant::ENGLISH, long), 13);
        let scored = long.moves.iter().filter(|mv| mv.comments().iter().any(|text| text.contains("%eval")));
        assert!((1..13).contains(&scored.count()), "{:?}", run.out);
        let last = long.moves.last().expect("moves");
        assert!(last.comments().iter().any(|text| text.contains("was interrupted")), "{last:?}");
    }
}

#[test]
fn moves_lead_to_the_position() {
    let run = crownhead("analyze --variant english --moves 11-15 23-19 --depth 3 --json", "");
    assert_eq!(run.code, Some(0), "{}", run.errors);
    let fen = records(&run)[0]["fen"].as_str().expect("a FEN").to_owned();
    let expected = "B:W19,21,22,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,15";
    assert_eq!(fen, expected);
    // Squares beyond 32 show the larger board.
    let run = crownhead("analyze --moves 34-29 20-25 --depth 2 --json", "");
    assert_eq!(records(&run)[0]["variant"], "international", "{}", run.errors);
    let run = crownhead("analyze --variant english --moves 11-15 11-16 --depth 3", "");
    assert!(run.code == Some(1) && run.errors.contains("11-16"), "{}", run.errors);
}

/// What a person wrote around the moves, and a game with a fault.
const STUDY: &str = "\
% my study
[Event \"First\"]
[GameType \"21\"]
[Result \"1-0F\"]

1. 11-15 23-18 {the cross} (1... 22-18 {the single; old} 2. 15x22 (2. 12-16!?)) 2. 8-11 ; known
18-14 $5 {[%eval 9.00] [%clk 0:01:00]} 3. 9x18 24–20 1-0F

[Event \"Second\"]
[GameType \"21\"]

1. 11-15 {a start} 23-20 (1... 22-18) {why?} 2. 8-11 0-1

[Event \"Third\"]
[GameType \"21\"]

1. 11-15 hell0 23-19 {kept} *

[Event \"Fourth\"]
[GameType \"20\"]

1. 32-28 19-23 2. 28x19 14x23 4-6
";

#[test]
fn nothing_that_a_person_wrote_is_lost() {
    let run = crownhead("analyze --pdn - --nodes 5000", STUDY);
    assert_eq!(run.code, Some(1), "{}", run.errors);
    let text = run.out.join(" ");
    for kept in [
        "% my study",
        "(1... 22-18 {the single; old} 2. 15x22 (2. 12-16!?))",
        "; known",
        "{[%clk 0:01:00]}",
        "24–20",
        "1-0F",
        "1. 11-15 {a start} {Crownhead: line 12: ply 2: 23-20 is not a legal move of White in english: expected 23-18 or 23-19}",
        "{23-20 ( 1... 22-18 )} {why?} {2. 8-11} 0-1",
        "is not part of a game",
        "{hell0 23-19} {kept} *",
        "4-6",
    ] {
        assert!(text.contains(kept), "{kept}: {text}");
    }
    assert!(!text.contains("9.00"), "a move has one value: {text}");
    assert_eq!(run.out.iter().filter(|line| line.starts_with("[Event ")).count(), 4);
    // What was written can be read, and nothing of it changes any more.
    let again = crownhead("analyze --pdn - --nodes 5000", &run.out.join("\n"));
    assert_eq!(again.code, Some(0), "{}", again.errors);
    let resumed = crownhead("analyze --pdn - --nodes 5000 --resume", &again.out.join("\n"));
    assert_eq!((resumed.code, resumed.out), (Some(0), again.out), "{}", resumed.errors);
}

#[test]
fn scores_in_a_game_are_for_white() {
    // White has two kings more, whoever is to move.
    for (fen, mv) in [("W:WK10,K14,K15:BK32", "10-7"), ("B:WK10,K14,K15:BK32", "32-28")] {
        let game = format!("[GameType \"21\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n{mv} *");
        let games = games(&crownhead(&format!("analyze --pdn - --nodes 2000 {}", without_tables()), &game));
        let scores: Vec<_> = games[0].moves[0].comments().iter().filter_map(|text| Remark::parse(text).score).collect();
        assert!(matches!(scores[..], [score] if score > 1.0), "{fen}: {scores:?}");
    }
}

#[test]
fn a_small_board_is_assumed_of_a_position_that_shows_none() {
    let game = "[FEN \"W:W28:B23,14\"]\n\n1. 28x19 *";
    let run = crownhead("analyze --pdn - --depth 1", game);
    assert!(run.errors.contains("ply 1: 28x19 is not a legal move"), "{}", run.errors);
    let run = crownhead("analyze --pdn - --depth 1", "[FEN \"W:W27:B23,12\"]\n\n1. 27x18 *");
    assert_eq!(games(&run)[0].variant().expect("it is known"), Some(Variant::ENGLISH), "{}", run.errors);
}

#[test]
fn the_graph_of_each_game_is_drawn() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("games.svg");
    let run = crownhead(&format!("analyze --pdn - --nodes 5000 --chart {}", path.display()), GAMES);
    assert_eq!(run.code, Some(1), "{}", run.errors);
    let drawn = std::fs::read_to_string(&path).expect("it was written");
    assert!(drawn.starts_with("<svg") && drawn.contains("6: 24-20??"), "{drawn}");
    assert_eq!(drawn.matches("value for White").count(), 2, "two games were analysed: {drawn}");
}

/// The moves lose by the endgame tables where another one wins or draws.
#[test]
fn a_move_into_a_lost_ending_is_a_blunder() {
    let cases = include_str!("../fixtures/table-blunders.tsv");
    let cases: Vec<_> = cases.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(cases.len(), 50);
    let games = cases.iter().map(|case| {
        let [variant, fen, mv] = case.split('\t').collect::<Vec<_>>()[..] else { panic!("{case}") };
        let variant: Variant = variant.parse().expect("a variant");
        format!("[Variant \"{variant}\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n1. {mv} *\n")
    });
    let run = crownhead("analyze --pdn - --json --nodes 200000 --mib 1", &games.collect::<Vec<_>>().join("\n"));
    assert_eq!(run.code, Some(0), "{}", run.errors);
    let records = records(&run);
    let moves = of_type(&records, "move");
    assert_eq!(moves.len(), cases.len());
    for (case, mv) in cases.iter().zip(moves) {
        assert_eq!(mv["judgement"], "blunder", "{case}: {mv}");
        assert_eq!(mv["reason"]["what"], "loses-game", "{case}: {mv}");
    }
}

#[test]
fn other_games_tell_what_a_game_is() {
    let (plain, brazilian) = ("1. c3-d4 f6-e5 *\n\n", "[GameType \"26\"]\n1. c3-d4 *\n\n");
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("untagged.pdn");
    for (text, variant, said) in [
        (plain.to_owned(), "russian", "game 1: read as russian; "),
        (format!("{plain}{brazilian}"), "brazilian", "game 1: read as brazilian; "),
        (format!("{brazilian}{plain}"), "brazilian", "game 2: read as brazilian; "),
        (format!("{plain}{brazilian}{plain}"), "brazilian", "game 1: read as brazilian; "),
    ] {
        std::fs::write(&path, &text).expect("the file can be written");
        for run in [
            crownhead("analyze --depth 1 --json --pdn -", &text),
            crownhead(&format!("analyze --depth 1 --json --pdn {}", path.display()), ""),
        ] {
            assert_eq!((run.code, run.errors.matches("read as").count()), (Some(0), 1), "{text}: {}", run.errors);
            assert!(run.errors.contains(said), "{text}: {}", run.errors);
            let records = records(&run);
            let variants = of_type(&records, "game");
            assert!(variants.iter().all(|record| record["variant"] == variant), "{text}: {variants:?}");
        }
    }
    // Each game that is guessed is said once.
    let run =
        crownhead("analyze --depth 1 --pdn -", "1. c3-d4 *\n\n1. 32-28 *\n\n1. e3-d4 *\n\n1. 31-27 *\n\n1. 43-37 *\n");
    let said: Vec<_> = run.errors.lines().map(|line| line.split(';').next().unwrap_or_default()).collect();
    let of = |place: &str| format!("crownhead: {place}");
    let expected = ["game 1: read as russian", "game 2: read as international", "game 5: read as canadian"].map(of);
    assert_eq!(said, expected, "{}", run.errors);
}

#[test]
fn a_wrong_tag_is_answered_by_the_game_that_fits() {
    for (flags, text, hint) in [
        ("", "[GameType \"21\"] 1. 32-28 19-23 *", " (the moves fit international: choose it with --variant)"),
        ("", "[GameType \"20\"] 1. 11-15 23-19 *", " (the moves fit english: choose it with --variant)"),
        ("", "[GameType \"20\"] 1. 43-37 30-36 *", " (the moves fit canadian: choose it with --variant)"),
        ("", "[Variant \"Frisian\"] 1. c3-d4 f6-e5 *", " (the moves fit russian: choose it with --variant)"),
        ("", "[Variant \"chess\"] 1. 11-15 23-19 *", " (the moves fit english: choose it with --variant)"),
        ("", "[GameType \"77\"] 1. a3-a4 a6-a5 *", " (the moves fit turkish: choose it with --variant)"),
        ("--variant english", "1. 32-28 19-23 *", " (the moves fit international: choose it with --variant)"),
        // A slip is not another game.
        (
            "",
            "[GameType \"21\"] 1. 11-15 23-19 2. 8-32 *",
            "8-32 is not a legal move of Black in english: expected 8-11",
        ),
    ] {
        let run = crownhead(&format!("analyze --depth 1 {flags} --pdn -"), text);
        let first = run.errors.lines().next().unwrap_or_default();
        assert!(run.code == Some(1) && first.ends_with(hint), "{text}: {}", run.errors);
    }
    // What is ambiguous is so in the game that is stated.
    for text in [
        "[GameType \"21\"]\n[FEN \"W:W26,32:B22,14,23,15,1\"]\n\n1. 26x10 *",
        "[GameType \"21\"]\n[FEN \"W:W30:B25,26,17,18\"]\n\n1. 30x14 *",
        "[Variant \"English\"]\n[FEN \"W:W30,32:B25,26,17,18\"]\n\n1. 30x14 *",
        "[GameType \"21\"]\n[FEN \"W:W30:B25,26,17,18,1\"]\n\n1. 30x14 *",
        "[GameType \"20\"]\n[FEN \"B:BK47:W14,19,27,33,42\"]\n\n1... 47x36 *",
    ] {
        let run = crownhead("analyze --depth 1 --pdn -", text);
        assert!(run.errors.contains("is ambiguous") && !run.errors.contains("--variant"), "{text}: {}", run.errors);
    }
    let run = crownhead("solve --nodes 100 --pdn -", "[GameType \"21\"]\n[FEN \"W:W31-50:B1-20\"]\n*\n");
    assert!(run.errors.contains(" (the position fits international: choose it with --variant)"), "{}", run.errors);
}

#[test]
fn what_is_unusual_in_a_game_is_said_once() {
    let white_first = "[White \"Ann\"]\n[Black \"Bob\"]\n[GameType \"21\"]\n\n1. 22-18 11-15 2. 18x11 *\n\n";
    let conflict = "[Variant \"Standard\"]\n[GameType \"25\"]\n\n1. c3-d4 f6-e5 *\n\n";
    let text = format!("{white_first}{conflict}{white_first}{conflict}");
    let run = crownhead("analyze --depth 1 --json --pdn -", &text);
    let said: Vec<_> = run.errors.lines().collect();
    let expected = [
        "crownhead: game 1: White moves first, though Black does in english",
        "crownhead: game 2: Variant \"Standard\" and GameType \"25\" name different games: read as russian",
    ];
    assert_eq!((run.code, said), (Some(0), expected.to_vec()));
    let records = records(&run);
    let half = crownhead("analyze --depth 1 --quiet --pdn -", "[GameType \"20\"]\n\n1. 32-28 19-23 wint\n");
    let expected = "crownhead: game 1: Result \"wint\" does not say who has won: it is not known\n";
    assert_eq!((half.code, half.errors.as_str()), (Some(0), expected));
    let games = of_type(&records, "game");
    assert!(games[0]["fen"].as_str().is_some_and(|fen| fen.starts_with("W:W21,22,")), "{games:?}");
    let moves = of_type(&records, "move");
    assert_eq!((&moves[0]["side"], &moves[1]["side"]), (&"white".into(), &"black".into()), "{moves:?}");
}
