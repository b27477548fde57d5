//! Shards of an experiment, and `crownhead lab merge`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crownhead::lab::Row;
use crownhead::lab::record::Record;

use crate::{Run, crownhead, folder};

const EXPERIMENT: &str = "lab ordering-and-selectivity --positions 2 --depth 4";

fn run(flags: &str, record: &Path) -> Run {
    crownhead(&format!("{EXPERIMENT} {flags} --record {}", record.display()))
}

/// Runs shard `part`, for example `2/4`.
fn shard(folder: &Path, part: &str) -> PathBuf {
    let record = folder.join(format!("{}.jsonl", part.replace('/', "-of-")));
    let run = run(&format!("--shard {part}"), &record);
    assert_eq!(run.code, Some(0), "{}", run.errors);
    assert!(run.out.starts_with(&format!("shard {part}: ")), "{}", run.out);
    record
}

fn merge(records: &[&Path]) -> Run {
    let paths: Vec<_> = records.iter().map(|path| path.display().to_string()).collect();
    crownhead(&format!("lab merge {}", paths.join(" ")))
}

/// The rows without times, which are never the same.
fn timeless(record: &Path) -> BTreeMap<usize, Vec<Row>> {
    let mut jobs = Record::read(record).expect("a record").jobs;
    for row in jobs.values_mut().flatten() {
        row.figures.remove("seconds");
    }
    jobs
}

#[test]
fn the_shards_of_an_experiment_are_the_experiment() {
    let folder = folder("shards");
    let whole = folder.join("whole.jsonl");
    assert_eq!(run("", &whole).code, Some(0));
    let records = ["3/3", "1/3", "2/3", "1/2"].map(|part| shard(&folder, part));
    let jobs = timeless(&whole).len();
    assert!(records.iter().all(|record| (1..jobs).contains(&timeless(record).len())), "of {jobs} jobs");

    // The last one overlaps with others.
    let records: Vec<_> = records.iter().map(PathBuf::as_path).collect();
    let merged = merge(&records);
    assert_eq!((merged.code, merged.errors.as_str()), (Some(0), ""));
    let file = folder.join("merged.jsonl");
    fs::write(&file, &merged.out).expect("it can be written");
    assert_eq!(timeless(&file), timeless(&whole));
    assert_eq!(Record::read(&file).expect("a record").header, Record::read(&whole).expect("a record").header);
    // It is a record like any other: nothing is left to do.
    assert_eq!(run("", &file).code, Some(0));
    assert_eq!(fs::read_to_string(&file).expect("it is there"), merged.out);
}

#[test]
fn a_shard_that_was_cut_short_is_resumed_or_completed_after_merging() {
    let folder = folder("cut-shards");
    let (one, two) = (shard(&folder, "1/2"), shard(&folder, "2/2"));
    let complete = timeless(&two);
    let text = fs::read(&two).expect("a record");
    fs::write(&two, &text[..text.len() - 20]).expect("it can be written");
    let merged = merge(&[&one, &two]);
    assert_eq!(merged.code, Some(0), "{}", merged.errors);
    let file = folder.join("merged.jsonl");
    fs::write(&file, merged.out).expect("it can be written");
    let jobs = timeless(&one).len() + complete.len();
    assert_eq!(timeless(&file).len(), jobs - 1);
    assert_eq!(run("", &file).code, Some(0));
    assert_eq!(timeless(&file).len(), jobs);

    let again = run("--shard 1/2", &two);
    assert!(again.code == Some(1) && again.errors.contains("shard was \"2/2\", now it is \"1/2\""), "{}", again.errors);
    assert_eq!(run("--shard 2/2", &two).code, Some(0));
    assert_eq!(timeless(&two), complete);
}

#[test]
fn what_does_not_belong_together_is_named() {
    let folder = folder("foreign-shards");
    let one = shard(&folder, "1/2");
    let text = fs::read_to_string(&one).expect("a record");
    let header = Record::read(&one).expect("a record").header;
    let changed = |name: &str, from: &str, to: &str| {
        assert!(text.contains(from), "no {from} in {text}");
        let path = folder.join(name);
        fs::write(&path, text.replacen(from, to, 1)).expect("it can be written");
        path
    };
    let commit = format!("\"commit\":\"{}\"", header.commit);
    for (path, fault) in [
        (changed("seed", "\"seed\":1", "\"seed\":2"), "seed is 2, not 1"),
        (changed("commit", &commit, "\"commit\":\"1234567\""), "commit is \"1234567\", not "),
        (changed("depth", "\"depth\":4", "\"depth\":5"), "size.depth is 5, not 4"),
        (changed("damaged", "{\"job\":1,", "{\"jb\":1,"), "damaged:3: not the record of an experiment"),
        (changed("empty", &text, ""), "it has no complete line"),
        (folder.join("none"), "none: "),
    ] {
        let run = merge(&[&one, &path]);
        assert_eq!((run.code, run.out.as_str()), (Some(1), ""), "{}", run.errors);
        assert!(run.errors.contains(fault) && run.errors.contains(&path.display().to_string()), "{}", run.errors);
    }
    let run = crownhead(&format!("{EXPERIMENT} --shard 3/2"));
    assert!(run.code == Some(2) && run.errors.contains("\"3/2\" is not a shard"), "{}", run.errors);
}

#[test]
fn times_of_several_machines_are_told_apart() {
    let folder = folder("machines");
    let (one, two) = (shard(&folder, "1/2"), shard(&folder, "2/2"));
    let machine = Record::read(&two).expect("a record").header.machine;
    let text = fs::read_to_string(&two).expect("a record");
    fs::write(&two, text.replacen(&machine, "another machine", 1)).expect("it can be written");
    let file = folder.join("merged.jsonl");
    fs::write(&file, merge(&[&one, &two]).out).expect("it can be written");
    let mut machines = [machine, "another machine".to_owned()];
    machines.sort();
    assert_eq!(Record::read(&file).expect("a record").header.machine, machines.join("; "));
    let report = crownhead(&format!("lab report {}", file.display()));
    assert!(report.out.contains(", times of 2 machines mixed"), "{}", report.out);
}
