//! Shards of a match, and what puts their records together.

use std::path::{Path, PathBuf};

use crate::runner::{Folder, Run, games, play, play_words};

/// A match of 21 pairs: no number of shards below divides it.
const SERIES: &str = "--engine name=A nodes=900 --engine name=B nodes=300 --each option.table=1 --openings plies:2 --rounds 21 --seed 3 --quiet";

/// Plays shard `part` of the match, for example `2/4`.
fn shard(folder: &Folder, part: &str, flags: &str) -> PathBuf {
    let record = folder.file(&format!("{}.jsonl", part.replace('/', "-of-")));
    let run = play(&format!("{SERIES} --shard {part} {flags} --record {}", record.display()));
    assert_eq!(run.code, Some(0), "{run:?}");
    record
}

fn on_records(command: &str, records: &[&Path]) -> Run {
    let paths = records.iter().map(|path| path.to_str().expect("a path of ASCII"));
    play_words(&command.split_whitespace().chain(paths).collect::<Vec<_>>())
}

/// Merges records into a file.
fn merged(folder: &Folder, records: &[&Path]) -> PathBuf {
    let run = on_records("merge", records);
    assert_eq!((run.code, run.errors.as_str()), (Some(0), ""));
    folder.write("merged.jsonl", &run.out)
}

fn first_line(record: &Path) -> String {
    let text = std::fs::read_to_string(record).expect("there is a record");
    text.lines().next().expect("it has lines").to_owned()
}

#[test]
fn the_shards_of_a_match_are_the_match() {
    let folder = Folder::new();
    let whole = folder.file("whole.jsonl");
    let uninterrupted = play(&format!("{SERIES} --record {}", whole.display()));
    for count in [1, 4] {
        let records: Vec<_> = (1..=count).map(|number| shard(&folder, &format!("{number}/{count}"), "")).collect();
        let sizes: Vec<_> = records.iter().map(|record| games(record).len()).collect();
        assert_eq!(sizes, if count == 1 { vec![42] } else { vec![10, 10, 10, 12] });
        // In any order.
        let records: Vec<_> = records.iter().rev().map(PathBuf::as_path).collect();
        let merged = merged(&folder, &records);
        assert_eq!(games(&merged), games(&whole));
        assert_eq!(first_line(&merged), first_line(&whole));
        let numbers = |text: String| {
            let lines = text.lines().skip(1).map(|line| line.split(',').next().map(str::to_owned));
            lines.collect::<Vec<_>>()
        };
        let text = std::fs::read_to_string(&merged).expect("it was written");
        let in_order: Vec<_> = (0..42).map(|number| Some(format!("{{\"game\":{number}"))).collect();
        assert_eq!(numbers(text), in_order);

        // The score is that of the whole match, whether it is read from the shards or from the merged record.
        let results = |text: &str| {
            let lines = text.lines().filter(|line| line.starts_with("Score ") || line.starts_with("Games: "));
            lines.map(str::to_owned).collect::<Vec<_>>()
        };
        for records in [&records[..], &[merged.as_path()]] {
            let summary = on_records("summary", records);
            assert_eq!(results(&summary.out), results(&uninterrupted.out), "{summary:?}");
            let json = on_records("summary --json", records).json();
            assert_eq!((&json["finished"], &json["variant"]), (&42.into(), &"english".into()));
        }
        // It is a record like any other: there is nothing left to play.
        let resumed = play(&format!("{SERIES} --resume --record {}", merged.display()));
        assert_eq!(resumed.out, uninterrupted.out, "{}", resumed.errors);
    }
}

#[test]
fn a_killed_shard_is_resumed_or_completed_after_merging() {
    let folder = Folder::new();
    let (one, two) = (shard(&folder, "1/2", ""), shard(&folder, "2/2", ""));
    let all = games(&merged(&folder, &[&one, &two]));
    // Killed in the middle of a line.
    let text = std::fs::read(&two).expect("there is a record");
    let torn = folder.file("torn.jsonl");
    std::fs::write(&torn, &text[..text.len() * 2 / 3]).expect("it can be written");

    let incomplete = merged(&folder, &[&one, &torn]);
    let found = games(&incomplete);
    assert!((20..42).contains(&found.len()) && found.iter().all(|game| all.contains(game)), "{found:?}");
    let resumed = play(&format!("{SERIES} --resume --record {}", incomplete.display()));
    assert_eq!((resumed.code, games(&incomplete)), (Some(0), all.clone()), "{resumed:?}");

    let resumed = play(&format!("{SERIES} --shard 2/2 --resume --record {}", torn.display()));
    assert_eq!((resumed.code, games(&torn)), (Some(0), games(&two)), "{resumed:?}");
    // Another shard does not go on in its record, and neither does the whole match.
    for (part, now) in [("--shard 1/2", "shard was \"2/2\", now it is \"1/2\""), ("", "now it is nothing")] {
        let run = play(&format!("{SERIES} {part} --resume --record {}", torn.display()));
        assert!(run.code == Some(1) && run.errors.contains(now), "{run:?}");
    }
    // In a longer match the shard has other games.
    let longer = SERIES.replace("--rounds 21", "--rounds 30");
    let run = play(&format!("{longer} --shard 2/2 --resume --record {}", torn.display()));
    assert!(run.code == Some(1) && run.errors.contains("rounds was 21, now it is 30"), "{run:?}");
    assert_eq!(games(&merged(&folder, &[&torn, &one])), all);
}

#[test]
fn what_overlaps_counts_once() {
    let folder = Folder::new();
    let [a, b, c] = ["1/2", "2/3", "3/3"].map(|part| shard(&folder, part, ""));
    let merged = merged(&folder, &[&b, &c, &a, &b]);
    let numbers: Vec<_> = games(&merged).iter().map(|game| game["game"].as_u64()).collect();
    assert_eq!(numbers, (0..42).map(Some).collect::<Vec<_>>());
    assert_eq!(on_records("summary --json", &[&a, &b, &c, &a]).json()["finished"], 42);
}

#[test]
fn what_does_not_belong_together_is_named() {
    let folder = Folder::new();
    let one = shard(&folder, "1/4", "");
    let text = std::fs::read_to_string(&one).expect("there is a record");
    let changed = |name: &str, from: &str, to: &str| {
        assert!(text.contains(from), "no {from} in {text}");
        folder.write(name, &text.replacen(from, to, 1))
    };
    let program = text.split("\"program\":\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a program");
    assert!(program.starts_with(env!("CARGO_PKG_VERSION")), "{program}");
    let draws = shard(&folder, "2/4", "--draw plies=30");
    let nodes = changed("nodes.jsonl", "\"nodes\":\"900\"", "\"nodes\":\"901\"");
    let other_program = changed("program.jsonl", program, "0.0.9 1234567");
    let torn = folder.write("torn.jsonl", &text.lines().next().expect("a line")[..50]);
    let damaged = changed("damaged.jsonl", "\"game\":3,", "\"gme\":3,");
    for number in ["1000000000000", "18446744073709551615"] {
        let huge = changed("huge.jsonl", "\"game\":3,", &format!("\"game\":{number},"));
        let run = on_records("summary", &[&huge]);
        let fault = format!("game {number} of the record: expected a number below 2000000");
        assert!(run.code == Some(1) && run.errors.contains(&fault), "{run:?}");
    }
    let other = folder.write("other.txt", "hello\nworld\n");
    for (record, fault) in [
        (&draws, "terms.draw.plies is \"30\", not nothing".to_owned()),
        (&nodes, "engines[0].nodes is \"901\", not \"900\"".to_owned()),
        (&other_program, format!("program is \"0.0.9 1234567\", not \"{program}\"")),
        (&torn, "not the record of a match: it has no complete line".to_owned()),
        (&damaged, "damaged.jsonl:".to_owned()),
        (&other, "other.txt:1: not the record of a match".to_owned()),
        (&folder.file("none"), "none: ".to_owned()),
    ] {
        for command in ["merge", "summary"] {
            let run = on_records(command, &[&one, record]);
            assert_eq!((run.code, run.out.as_str()), (Some(1), ""), "{run:?}");
            assert!(run.errors.contains(&fault) && run.errors.contains(&record.display().to_string()), "{run:?}");
        }
    }
    let run = on_records("merge", &[&one, &nodes]);
    assert!(run.errors.contains(&one.display().to_string()), "it names both: {run:?}");
}

#[test]
fn a_test_is_decided_when_the_shards_decide_it() {
    let folder = Folder::new();
    let flags = "--sprt elo0=0 elo1=80";
    let whole = play(&format!("{SERIES} {flags} --json")).json();
    assert_eq!(whole["sprt"]["verdict"], "H1", "{whole}");
    let records: Vec<_> = (1..=3).map(|number| shard(&folder, &format!("{number}/3"), flags)).collect();
    let records: Vec<_> = records.iter().map(PathBuf::as_path).collect();
    let merged = on_records("summary --json", &records).json();
    assert_eq!(merged["sprt"], whole["sprt"]);
    assert_eq!(merged["pairings"][0]["pentanomial"], whole["pairings"][0]["pentanomial"]);
    // The first pairs are missing, so nothing is decided.
    assert_eq!(on_records("summary --json", &records[1..]).json()["sprt"]["verdict"], "undecided");
}

#[test]
fn shards_of_single_games_and_of_tournaments_are_merged() {
    let folder = Folder::new();
    let series = "--engine name=A --engine name=B --engine name=C --each nodes=40 option.table=1 --openings plies:2 --rounds 3 --single --format gauntlet --quiet";
    let whole = folder.file("whole.jsonl");
    let run = play(&format!("{series} --record {}", whole.display()));
    let records = ["1/4", "2/4", "3/4", "4/4"].map(|part| {
        let record = folder.file(&format!("{}.jsonl", part.replace('/', "-")));
        assert_eq!(play(&format!("{series} --shard {part} --record {}", record.display())).code, Some(0));
        record
    });
    let records: Vec<_> = records.iter().map(PathBuf::as_path).collect();
    assert_eq!(games(&merged(&folder, &records)), games(&whole));
    assert_eq!(on_records("summary", &records).out, run.out);
}

#[test]
fn a_faulty_shard_is_named() {
    for part in ["0/4", "5/4", "x", "1/0", "3"] {
        let run = play(&format!("{SERIES} --shard {part}"));
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{run:?}");
        let fault = format!("\"{part}\" is not a shard: expected I/N with I from 1 to N, such as 2/4");
        assert!(run.errors.contains(&fault), "{run:?}");
    }
    let run = play("merge");
    assert!(run.code == Some(2) && run.errors.contains("RECORD"), "{run:?}");
}

#[test]
fn a_shard_counts_its_own_games() {
    let folder = Folder::new();
    let record = folder.file("record.jsonl");
    // More shards than pairs: this one is empty.
    let run = play(&format!("{SERIES} --shard 1/100 --json --record {}", record.display()));
    assert_eq!(run.json()["games"], 0);
    let run = play(&format!("{SERIES} --shard 2/4 --json"));
    assert_eq!((&run.json()["games"], &run.json()["finished"]), (&10.into(), &10.into()));
    let run = play(&format!("{} --shard 2/4", SERIES.replace("--quiet", "")));
    assert!(run.line("Started game 11 ").contains("of 42"), "{run:?}");
}
