//! What the tables answer, over the command line and to many threads at once.

use std::sync::Arc;

use crownhead_engine::endgame::{Known, Tables, TablesOptions, Wdl};
use crownhead_engine::eval::{Evaluation, EvaluationOptions};
use crownhead_engine::search::{AnyDraughts, Depth};
use crownhead_rules::notation::fen;
use crownhead_rules::{Game, Variant};

use crate::{endgame, lines};

fn open(variant: Variant, cache: u64) -> Tables {
    let (tables, faults) = Tables::open(variant, &TablesOptions { cache, ..TablesOptions::default() });
    assert!(faults.is_empty(), "{faults:?}");
    assert_eq!(tables.max_pieces(), 4);
    tables
}

fn probe(variant: Variant, text: &str) -> Option<Known> {
    open(variant, 1 << 20).probe(&fen::parse(variant, text).expect("a position"))
}

/// Ctrl-C ends searches that would take for ever.
#[cfg(target_os = "linux")]
#[test]
fn the_searches_of_a_verification_can_be_interrupted() {
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    use assert_cmd::cargo::CommandCargoExt;

    let mut command = Command::cargo_bin("crownhead").expect("the binary is built");
    let arguments = "endgame verify --variant english --pieces 4 --every 1000000 --search 1000000000 --depth 40";
    let started = command.args(arguments.split(' ')).stderr(Stdio::piped()).stdout(Stdio::null()).spawn();
    let mut child = started.expect("it starts");
    let status = format!("/proc/{}/status", child.id());
    let listens = || {
        let status = std::fs::read_to_string(&status).expect("it runs");
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).expect("it has signals");
        u64::from_str_radix(caught.trim(), 16).expect("a mask") & 0b10 != 0
    };
    while !listens() {
        std::thread::sleep(Duration::from_millis(5));
    }
    // Whether it checks or searches by now, it ends.
    std::thread::sleep(Duration::from_millis(1500));
    rustix::process::kill_process(rustix::process::Pid::from_child(&child), rustix::process::Signal::INT)
        .expect("it runs");
    let start = Instant::now();
    while child.try_wait().expect("it can be asked").is_none() {
        if start.elapsed() > Duration::from_secs(60) {
            child.kill().expect("it runs");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let output = child.wait_with_output().expect("it has ended");
    assert_eq!(output.status.code(), Some(130), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn what_every_player_knows_is_known() {
    let outcome = |known: Option<Known>| known.map(|known| known.outcome);
    // Two kings win from one, even in the double corner; not from two.
    assert_eq!(outcome(probe(Variant::ENGLISH, "W:WK14,K15:BK32")), Some(Wdl::Win));
    assert_eq!(outcome(probe(Variant::ENGLISH, "W:WK14,K15:BK28")), Some(Wdl::Win));
    assert_eq!(outcome(probe(Variant::ENGLISH, "W:WK14,K15:BK28,K32")), Some(Wdl::Draw));
    // Three flying kings do not win from one that holds the long diagonal.
    assert_eq!(outcome(probe(Variant::INTERNATIONAL, "W:WK2,K3,K4:BK46")), Some(Wdl::Draw));
    // The side to move has to capture the last piece.
    assert_eq!(probe(Variant::ENGLISH, "W:W18:B15"), Some(Known { outcome: Wdl::Win, plies: Some(1) }));
    assert_eq!(outcome(probe(Variant::LOSING, "W:W28:B23")), Some(Wdl::Loss));
}

#[test]
fn a_line_goes_on_by_the_tables_as_far_as_is_asked() {
    let tables = Arc::new(open(Variant::ENGLISH, 1 << 20));
    let evaluation = Evaluation::new(Variant::ENGLISH, &EvaluationOptions::linear());
    let tree = AnyDraughts::with_endgame(evaluation, Some((tables, Depth::ZERO)));
    // White wins in 13 plies.
    let task = tree.task(&Game::new(fen::parse(Variant::ENGLISH, "W:W22,K31:B13,K12").expect("a position")));
    let length = |most| tree.followed(&task.root, &task.only[..1], &|moves| moves < most).len();
    assert_eq!([1, 2, 12, 13, 99].map(length), [1, 2, 12, 13, 13]);
}

#[test]
fn too_many_pieces_or_one_side_only_are_not_known() {
    assert_eq!(probe(Variant::ENGLISH, "W:W30,31,32:B1,2"), None);
    assert_eq!(probe(Variant::ENGLISH, "W:W30,31,32:B"), None);
    assert_eq!(probe(Variant::ENGLISH, "B:W30,31,32:B"), None);
}

/// Tables that leave positions out are not damaged.
#[test]
fn pieces_that_no_table_holds_are_told() {
    for (variant, fen) in [("frisian", "W:W10,K31:B24"), ("frysk", "B:W10:BK11,36"), ("breakthrough", "W:WK1:B40")] {
        let run = endgame(&format!("probe --variant {variant} --fen {fen}"), "");
        assert_eq!(run.status.code(), Some(1), "{fen}");
        let errors = lines(&run.stderr).join(" ");
        assert!(
            errors.contains(&format!("{fen}: the tables of {variant} leave positions of these pieces out")),
            "{errors}"
        );
    }
    let run = endgame("probe --variant frisian --fen -", "W:W10,K31:B24\nW:WK46,K47:BK35\n");
    assert_eq!(lines(&run.stdout), ["W:WK46,K47:BK35\twin\t7"], "the next line is answered");
}

#[test]
fn many_threads_with_hardly_a_cache_read_the_same() {
    let (roomy, tiny) = (open(Variant::INTERNATIONAL, 64 << 20), open(Variant::INTERNATIONAL, 1));
    let position = |chance: u64| roomy.position(4, chance.wrapping_mul(0x9E37_79B9_7F4A_7C15)).expect("a table");
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let (roomy, tiny) = (&roomy, &tiny);
            scope.spawn(move || {
                for chance in (thread * 300)..(thread * 300 + 400) {
                    let position = position(chance);
                    let known = tiny.probe(&position);
                    assert!(known.is_some() && known == roomy.probe(&position), "{position}");
                }
            });
        }
    });
}

#[test]
fn a_line_has_the_position_as_given_then_the_value() {
    let run = endgame("probe --variant english --fen w:WK18:B15.", "");
    assert_eq!(lines(&run.stdout), ["w:WK18:B15.\twin\t1"]);
    let run = endgame("probe --variant english --fen W:WK14,K15:BK28,K32", "");
    assert_eq!(lines(&run.stdout), ["W:WK14,K15:BK28,K32\tdraw\t-"]);
}

#[test]
fn moves_come_the_best_first_and_the_best_has_the_value() {
    let run = endgame("probe --variant english --moves --fen W:WK14,K15:BK32", "");
    let line = lines(&run.stdout).remove(0);
    let fields: Vec<&str> = line.split('\t').collect();
    assert_eq!(fields[1], "win");
    let best = fields[3].split(' ').collect::<Vec<_>>();
    assert_eq!(best[1..], [fields[1], fields[2]], "{line}");
    let position = fen::parse(Variant::ENGLISH, "W:WK14,K15:BK32").expect("a position");
    assert_eq!(fields.len() - 3, position.moves().len(), "{line}");
    let plies = |field: &&str| field.rsplit(' ').next().and_then(|plies| plies.parse::<u16>().ok());
    let wins: Vec<_> = fields[3..].iter().filter(|field| field.contains(" win ")).filter_map(plies).collect();
    assert!(!wins.is_empty() && wins.is_sorted(), "{line}");
}

/// A textbook ending (1891): one move wins. With Black to move it is a draw, as is a study beside it.
#[test]
fn endings_of_four_pieces_are_known_in_every_game_on_8x8_with_diagonals() {
    let run = endgame("probe --variant russian --moves --fen W:WKh2,b4,c3:BKg1", "");
    let line = lines(&run.stdout).remove(0);
    let fields: Vec<&str> = line.split('\t').collect();
    assert_eq!(fields[1..4], ["win", "51", "b4-a5 win 51, but 31 plies are left"], "{line}");
    assert!(fields[4..].iter().all(|field| field.ends_with(" draw -")), "{line}");
    let known = |variant, text| probe(variant, text).map(|known| known.outcome);
    assert_eq!(known(Variant::RUSSIAN, "B:WKh2,b4,c3:BKg1"), Some(Wdl::Draw));
    for variant in ["antirussian", "brazilian", "pool", "unified", "jamaican", "italian", "spanish", "czech", "thai"] {
        let variant = variant.parse().expect("a variant");
        assert!(known(variant, "W:WK32,17,22:BK28").is_some(), "{variant}");
    }
}

#[test]
fn docs_endings_is_what_the_command_prints() {
    let document = include_str!("../../docs/endings.md");
    for variant in ["russian", "antirussian", "brazilian", "pool", "italian", "spanish", "czech", "thai"] {
        let run = endgame(&format!("stats --variant {variant} --pieces 4 --markdown"), "");
        let printed = String::from_utf8(run.stdout).expect("text");
        assert!(printed.lines().count() == 30 && document.contains(printed.trim_end()), "{printed}");
    }
}

/// Three games have one table: the same position, its twin with the colours changed, and its mirror image.
#[test]
fn games_that_share_a_table_agree() {
    let pool = open(Variant::POOL, 1 << 20);
    let [unified, jamaican] = [Variant::UNIFIED, Variant::JAMAICAN].map(|variant| open(variant, 1 << 20));
    let mirrored = |text: &str| {
        let image = |number: usize| (number - 1) / 4 * 4 + 4 - (number - 1) % 4;
        let words = text.split_inclusive([',', ':', 'W', 'B', 'K']);
        let image_of = |word: &str| {
            let digits = word.trim_end_matches([',', ':']);
            digits.parse().map_or(word.to_owned(), |number| word.replace(digits, &image(number).to_string()))
        };
        words.map(image_of).collect::<String>()
    };
    for chance in 0..2_000_u64 {
        let chance = chance.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 7;
        let position = pool.position(4, chance).expect("a table");
        let text = fen::write(&position);
        let read = |variant, text: &str| fen::parse(variant, text).expect("a position");
        let known = pool.probe(&position);
        assert_eq!(unified.probe(&read(Variant::UNIFIED, &text)), known, "{text}");
        let mirrored = mirrored(&text);
        assert_eq!(jamaican.probe(&read(Variant::JAMAICAN, &mirrored)), known, "{text} and {mirrored}");
        let own = jamaican.position(4, chance).expect("a table");
        assert_eq!(jamaican.probe(&own), known, "{text} and {own}");
    }
}

#[test]
fn a_stream_is_answered_line_by_line_and_bad_lines_are_named() {
    let input = "W:WK18:B15\n\nnonsense\nW:W30,31,32:B1,2\nW:W30:B\nB:WK18:B15\n";
    let run = endgame("probe --variant english --fen - --json", input);
    assert_eq!(run.status.code(), Some(1));
    let answers: Vec<serde_json::Value> =
        lines(&run.stdout).iter().map(|line| serde_json::from_str(line).expect("an object")).collect();
    assert_eq!(answers.len(), 2);
    assert_eq!(answers[0], serde_json::json!({ "fen": "W:WK18:B15", "outcome": "win", "plies": 1 }));
    let errors = lines(&run.stderr);
    assert!(errors[0].starts_with("crownhead: line 3: "), "{errors:?}");
    assert!(errors[1].contains("line 4: W:W30,31,32:B1,2: 5 pieces, the tables know up to 4"), "{errors:?}");
    assert!(errors[2].contains("line 5: W:W30:B: one side has no pieces"), "{errors:?}");
}

#[test]
fn the_counts_of_slices_make_up_the_whole() {
    // Chinook's published totals, with both sides on the board and one side to move.
    for (pieces, positions) in [(2, 3_488), (3, 196_032), (4, 6_209_316)] {
        let run = endgame(&format!("stats --variant english --pieces {pieces}"), "");
        let lines = lines(&run.stdout);
        let row = |line: &String| -> Vec<u64> {
            line.split_whitespace().skip(1).map(|cell| cell.parse().expect("a number")).collect()
        };
        let rows: Vec<_> = lines[2..].iter().filter(|line| !line.is_empty()).map(row).collect();
        let (total, slices) = rows.split_last().expect("a row of totals");
        assert_eq!(total[0], positions);
        assert_eq!(slices.iter().map(|slice| slice[0]).sum::<u64>(), positions);
        assert!(rows.iter().all(|row| row[1] + row[2] + row[3] == row[0]), "{lines:?}");
    }
}
