//! `crownhead lab verify`: records whose jobs run again.

use std::fs;
use std::path::{Path, PathBuf};

use crownhead::lab::record::Record;

use crate::{Run, crownhead, folder};

/// A record of scale quick in a folder of its own.
fn made(name: &str, experiment: &str) -> PathBuf {
    let path = folder(name).join(format!("{name}.jsonl"));
    let run = crownhead(&format!("lab {experiment} --positions 2 --depth 3 --record {}", path.display()));
    assert_eq!(run.code, Some(0), "{}", run.errors);
    path
}

fn verify(record: &Path, flags: &str) -> Run {
    crownhead(&format!("lab verify {} --seconds 30 {flags}", record.display()))
}

/// Replaces the first place of a text in a record.
fn change(record: &Path, from: &str, to: &str) {
    let text = fs::read_to_string(record).expect("a record");
    assert!(text.contains(from), "no {from} in {text}");
    fs::write(record, text.replacen(from, to, 1)).expect("it can be written");
}

/// Adds a field to the header of a record.
fn add(record: &Path, field: &str) {
    change(record, "\"machine\":", &format!("{field},\"machine\":"));
}

#[test]
fn a_record_is_verified_and_a_count_that_differs_is_named() {
    let record = made("verified", "ordering-and-selectivity");
    let run = verify(&record, "--threads 2");
    assert_eq!((run.code, run.errors.as_str()), (Some(0), ""));
    assert!(run.out.contains(" ran again: all rows agree"), "{}", run.out);

    // The times of a record are never those of another run.
    change(&record, "\"seconds\":", "\"seconds\":1e-9,\"was\":");
    change(&record, ",\"was\":", ",\"elapsed\":");
    assert_eq!(verify(&record, "").code, Some(0));
    let nodes = Record::read(&record).expect("a record").rows().next().expect("a row").figures["nodes"];
    change(&record, &format!("\"nodes\":{nodes}"), "\"nodes\":7");
    let run = verify(&record, "");
    assert_eq!(run.code, Some(1), "{}", run.out);
    assert!(
        run.out.contains("ran again: 1 row differs") && run.out.contains(&format!("nodes 7, now {nodes}")),
        "{}",
        run.out
    );
    assert!(run.errors.contains("of 1 of the records"), "{}", run.errors);

    add(&record, "\"superseded\":[{\"why\":\"the search has changed\",\"rows\":{\"variant\":\"engl\"}}]");
    let run = verify(&record, "");
    assert_eq!(run.code, Some(0), "{}", run.out);
    assert!(
        run.out.contains("all rows agree\n    left out ") && run.out.contains(": the search has changed\n"),
        "{}",
        run.out
    );
}

#[test]
fn a_record_of_older_weights_is_told_and_does_not_fail() {
    let record = made("older-weights", "epsilon-network");
    assert!(verify(&record, "").out.contains("all rows agree"));
    let header = Record::read(&record).expect("a record").header;
    change(&record, &header.weights["giveaway"], "0123456789abcdef");
    change(&record, "\"nodes\":", "\"nodes\":1");
    let run = verify(&record, "");
    assert!(run.out.contains("older learned weights of giveaway (0123456789abcdef)"), "{}", run.out);
    // The first job is of English, whose weights are those of today.
    assert_eq!(run.code, Some(1), "{}", run.out);
}
