//! Shards of `crownhead train games`, and `crownhead train merge`.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crownhead::train::record::GamesReader;
use crownhead_rules::Variant;

use crate::scratch::{Scratch, bytes};

/// A run of which some openings lead to no game.
const RUN: &str = "--variant english --nodes 100 --openings 60 --sidelines 0.4 --quiet";

fn crownhead(arguments: &str, paths: &[&Path]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_crownhead"));
    command.arg("train").args(arguments.split_whitespace()).args(paths);
    command.output().expect("it runs")
}

fn games(arguments: &str, record: &Path) -> Output {
    crownhead(&format!("games {arguments} --out"), &[record])
}

/// Plays shard `part` of the run, for example `2/4`.
fn shard(scratch: &Scratch, part: &str) -> PathBuf {
    let record = scratch.file(&format!("{}.games", part.replace('/', "-of-")));
    let output = games(&format!("{RUN} --shard {part}"), &record);
    assert!(output.status.success(), "{output:?}");
    record
}

fn whole(scratch: &Scratch) -> PathBuf {
    let record = scratch.file("whole.games");
    assert!(games(RUN, &record).status.success());
    record
}

#[track_caller]
fn merged(records: &[&Path]) -> Vec<u8> {
    let output = crownhead("merge", records);
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    output.stdout
}

#[track_caller]
fn rejected(records: &[&Path]) -> String {
    let output = crownhead("merge", records);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0), "{output:?}");
    String::from_utf8(output.stderr).expect("it prints UTF-8")
}

fn numbers(record: &Path) -> Vec<u64> {
    let reader = GamesReader::open(Variant::ENGLISH, record).expect("a record");
    reader.map(|game| game.expect("a game").number).collect()
}

#[test]
fn the_shards_of_a_run_are_the_run_byte_for_byte() {
    let scratch = Scratch::new();
    let whole = whole(&scratch);
    let found = numbers(&whole);
    assert!(found.len() < 60, "some openings lead to no game");
    // With as many shards as openings, some have no game at all.
    for count in [1, 7, 60] {
        let records: Vec<_> = (1..=count).rev().map(|number| shard(&scratch, &format!("{number}/{count}"))).collect();
        let records: Vec<_> = records.iter().map(PathBuf::as_path).collect();
        assert!(merged(&records) == bytes(&whole), "of {count} shards");
        let games: usize = records.iter().map(|record| numbers(record).len()).sum();
        assert_eq!(games, found.len());
    }
    // It is the beginning of a longer run.
    let longer = scratch.file("longer.games");
    assert!(games(&format!("{RUN} --games 70").replace("--openings 60", ""), &longer).status.success());
    assert!(bytes(&longer).starts_with(&bytes(&whole)));
    std::fs::write(&whole, merged(&[&whole])).expect("it is written");
    assert!(games(&format!("{RUN} --games 70").replace("--openings 60", ""), &whole).status.success());
    assert!(bytes(&longer) == bytes(&whole));
}

#[test]
fn a_shard_that_was_cut_short_is_rejected_until_it_is_finished() {
    let scratch = Scratch::new();
    let whole = whole(&scratch);
    let (one, two) = (shard(&scratch, "1/2"), shard(&scratch, "2/2"));
    let complete = bytes(&two);
    // The mark of the end is cut off; then half of it; then a part of the last game; then all games.
    let header = complete.iter().enumerate().filter(|(_, byte)| **byte == b'\n').nth(1).expect("two lines").0 + 1;
    for length in [complete.len() - 26, complete.len() - 13, complete.len() - 60, header] {
        let torn = scratch.file("torn.games");
        std::fs::write(&torn, &complete[..length]).expect("it is written");
        let errors = rejected(&[&one, &torn]);
        assert!(errors.contains("torn.games is of a shard that is not finished"), "{errors}");
        assert!(games(&format!("{RUN} --shard 2/2"), &torn).status.success());
        assert!(bytes(&torn) == complete, "{length}");
        assert!(merged(&[&one, &torn]) == bytes(&whole));
    }
    // A finished shard stays as it is.
    assert!(games(&format!("{RUN} --shard 2/2"), &two).status.success());
    assert!(bytes(&two) == complete);
}

#[test]
fn what_overlaps_counts_once_and_what_is_missing_is_named() {
    let scratch = Scratch::new();
    let whole = whole(&scratch);
    let [half, middle, last] = ["1/2", "2/3", "3/3"].map(|part| shard(&scratch, part));
    assert!(merged(&[&last, &half, &middle, &half]) == bytes(&whole));
    // Games played without shards are part of the run too.
    let few = scratch.file("few.games");
    assert!(games(&RUN.replace("--openings 60", "--games 20"), &few).status.success());
    assert!(merged(&[&few, &middle, &last]) == bytes(&whole));

    let errors = rejected(&[&half, &last]);
    assert!(errors.contains("3-of-3.games begins with opening 40, but no record has those from 30 on"), "{errors}");
    let errors = rejected(&[&middle]);
    assert!(errors.contains("begins with opening 20, but no record has those from 0 on"), "{errors}");
    // The last shard may be missing: the rest is the beginning of the run.
    assert!(bytes(&whole).starts_with(&merged(&[&half, &middle])));
}

#[test]
fn what_does_not_belong_together_is_named() {
    let scratch = Scratch::new();
    let one = shard(&scratch, "1/2");
    let other = |name: &str, arguments: &str| {
        let record = scratch.file(name);
        assert!(games(&format!("{RUN} {arguments} --shard 2/2"), &record).status.success());
        record
    };
    let seed = other("seed.games", "--seed 2");
    let plies = other("plies.games", "--opening-plies 5-9");
    let damaged = scratch.file("damaged.games");
    let mut damage = bytes(&shard(&scratch, "2/2"));
    let place = damage.len() - 100;
    damage[place] ^= 1;
    std::fs::write(&damaged, damage).expect("it is written");
    let foreign = scratch.file("foreign.txt");
    std::fs::write(&foreign, "hello\n").expect("it is written");
    for (record, fault) in [
        (&seed, "seed.games has seed 2: expected 1"),
        (&plies, "plies.games has openings 5-9 random plies: expected 4-12 random plies"),
        (&damaged, "damaged.games is damaged at byte "),
        (&foreign, "foreign.txt is not a record of games"),
        (&scratch.file("none"), "none: "),
    ] {
        let errors = rejected(&[&one, record]);
        assert!(errors.contains(fault), "{fault}: {errors}");
    }
    // Another shard does not go on in its record, and neither does the whole run.
    for (part, fault) in [("--shard 2/2", "expected 2/2 of 60 openings"), ("", "expected none")] {
        let output = games(&format!("{RUN} {part}"), &one);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(1) && errors.contains("has shard 1/2 of 60 openings"), "{errors}");
        assert!(errors.contains(fault), "{errors}");
    }
}

#[test]
fn faults_of_the_command_are_named() {
    let scratch = Scratch::new();
    let record = scratch.file("a.games");
    for (arguments, fault) in [
        ("--variant english --openings 9 --shard 3/2", "\"3/2\" is not a shard: expected I/N"),
        ("--variant english --openings 9 --shard 0/2", "\"0/2\" is not a shard"),
        ("--variant english --games 9 --shard 1/2", "'--games <N>' cannot be used with '--shard <I/N>'"),
        ("--variant english --games 9 --openings 9", "cannot be used with"),
        ("--variant english", "<--games <N>|--openings <N>>"),
    ] {
        let output = games(arguments, &record);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && errors.contains(fault), "{arguments}: {errors}");
        assert!(!record.exists());
    }
}
