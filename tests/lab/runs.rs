//! Each experiment, run as users run it.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use assert_cmd::cargo::CommandCargoExt;

use crownhead::lab::Row;
use crownhead::lab::experiments::EXPERIMENTS;
use crownhead::lab::record::Record;

use crate::{crownhead, folder};

/// Runs an experiment at scale quick.
fn run(name: &str, record: &Path, flags: &str) -> Record {
    let run = crownhead(&format!("lab {name} --scale quick --record {} {flags}", record.display()));
    assert_eq!(run.code, Some(0), "{name}: {}", run.errors);
    assert_eq!(run.errors, "", "no progress where nobody watches");
    assert!(run.out.contains(&format!("{name}: scale quick")), "{}", run.out);
    let record = Record::read(record).expect("it writes records");
    assert!(record.is_complete(), "{name}: {} jobs done", record.jobs.len());
    record
}

/// The rows without times, which are never the same.
fn timeless(record: &Record) -> BTreeMap<usize, Vec<Row>> {
    let mut jobs = record.jobs.clone();
    for row in jobs.values_mut().flatten() {
        row.figures.remove("seconds");
    }
    jobs
}

#[test]
fn every_experiment_runs_and_reports() {
    let folder = folder("every");
    // Half of them on a second thread: this test is the last of its group to end.
    let (some, others) = EXPERIMENTS.split_at(EXPERIMENTS.len() / 2);
    std::thread::scope(|scope| {
        scope.spawn(|| some.iter().for_each(|experiment| check_experiment(experiment.name, &folder)));
        others.iter().for_each(|experiment| check_experiment(experiment.name, &folder));
    });
}

fn check_experiment(name: &str, folder: &Path) {
    let path = folder.join(format!("{name}.jsonl"));
    let record = run(name, &path, "");
    assert!(record.rows().count() >= record.jobs.len(), "{name}: each job says something");
    let packed = folder.join(format!("{name}.jsonl.zst"));
    let bytes = fs::read(&path).and_then(|bytes| zstd::encode_all(&*bytes, 0)).expect("it can be packed");
    fs::write(&packed, bytes).expect("it can be written");
    let report = crownhead(&format!("lab report {} --out {}", packed.display(), folder.join(name).display()));
    assert_eq!(report.code, Some(0), "{name}: {}", report.errors);
    let tables = report.out.lines().filter(|line| line.starts_with("**")).count();
    assert!(tables > 0 && report.out.contains("| ---"), "{name}: {}", report.out);
    check_files(&folder.join(name), name, record.rows().count());
}

/// The tables, the rows for other programs, and well-formed plots with axes.
fn check_files(folder: &Path, name: &str, rows: usize) {
    let read = |path: &Path| fs::read_to_string(path).expect("it can be read");
    let csv = read(&folder.join(format!("{name}.csv")));
    assert_eq!(csv.lines().count(), rows + 1, "{name}: a line for each row, under the heading");
    assert!(csv.starts_with("job,"), "{csv}");
    assert!(read(&folder.join(format!("{name}.md"))).contains("**"));
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("the entry can be read").path();
        if path.extension().is_some_and(|ending| ending == "svg") {
            let svg = read(&path);
            assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"), "{}", path.display());
            assert!(svg.contains("scale quick"), "{} says where it comes from", path.display());
        }
    }
}

#[test]
fn rows_do_not_depend_on_the_threads() {
    let folder = folder("threads");
    let [one, three] = [1, 3]
        .map(|threads| run("granularity", &folder.join(format!("{threads}.jsonl")), &format!("--threads {threads}")));
    assert_eq!(timeless(&one), timeless(&three));
    let other_seed = run("granularity", &folder.join("seed.jsonl"), "--seed 2");
    assert_ne!(timeless(&one), timeless(&other_seed));
}

#[test]
fn a_run_goes_on_where_it_was_torn_off() {
    let folder = folder("torn");
    let path = folder.join("record.jsonl");
    let whole = run("replacement", &path, "");
    let text = fs::read_to_string(&path).expect("it can be read");
    let kept: Vec<&str> = text.lines().take(5).collect();
    fs::write(&path, format!("{}\n{{\"job\":17,\"rows\":[{{\"lab", kept.join("\n"))).expect("it can be written");
    assert_eq!(Record::read(&path).expect("a torn line is passed over").jobs.len(), 4);
    let resumed = run("replacement", &path, "");
    assert_eq!(timeless(&whole), timeless(&resumed));
    let lines = fs::read_to_string(&path).expect("it can be read");
    assert!(lines.starts_with(&kept.join("\n")), "what was there stays");
    assert_eq!(lines.lines().count(), text.lines().count());
}

#[test]
fn records_of_different_things_are_not_mixed() {
    let path = folder("mixed").join("record.jsonl");
    run("real-domain", &path, "");
    let before = fs::read(&path).expect("it can be read");
    for (command, fault) in [
        ("real-domain --seed 2", "seed was 1, now it is 2"),
        ("real-domain --depth 3", "size.depth was "),
        ("replacement", "experiment was \"real-domain\", now it is \"replacement\""),
    ] {
        let run = crownhead(&format!("lab {command} --record {}", path.display()));
        assert_eq!(run.code, Some(1), "{command}");
        assert!(run.errors.contains(fault), "{command}: {}", run.errors);
        assert!(run.errors.contains("--record"), "it says what to do: {}", run.errors);
    }
    assert_eq!(fs::read(&path).expect("it can be read"), before);
}

#[test]
fn one_process_writes_a_record() {
    let path = folder("in-use").join("record.jsonl");
    run("real-domain", &path, "");
    let before = fs::read(&path).expect("it can be read");
    let other = fs::File::options().append(true).open(&path).expect("there is a record");
    other.try_lock().expect("nobody writes it");
    let run = crownhead(&format!("lab real-domain --scale quick --record {}", path.display()));
    assert_eq!(run.code, Some(1));
    assert!(run.errors.contains("is being written by another process"), "{}", run.errors);
    assert_eq!(fs::read(&path).expect("it can be read"), before);
}

/// Only the times of one machine are comparable.
#[test]
fn a_run_goes_on_only_on_its_machine() {
    let path = folder("other-machine").join("record.jsonl");
    let machine = run("real-domain", &path, "").header.machine;
    let text = fs::read_to_string(&path).expect("it can be read");
    let text = text.replacen(&machine, "another machine", 1);
    fs::write(&path, &text).expect("it can be written");
    run("real-domain", &path, "");
    assert_eq!(fs::read_to_string(&path).expect("it can be read"), text, "a complete record is only read");

    let lines: Vec<&str> = text.lines().collect();
    let cut = format!("{}\n", lines[..lines.len() - 1].join("\n"));
    fs::write(&path, &cut).expect("it can be written");
    let refused = crownhead(&format!("lab real-domain --scale quick --record {}", path.display()));
    assert_eq!(refused.code, Some(1));
    for words in ["was begun on another machine (another machine; this one is ", "crownhead lab merge"] {
        assert!(refused.errors.contains(words), "{}", refused.errors);
    }
    assert_eq!(fs::read_to_string(&path).expect("it can be read"), cut);
    // A merged record names all its machines.
    let both = cut.replacen("another machine", &format!("another machine; {machine}"), 1);
    fs::write(&path, both).expect("it can be written");
    run("real-domain", &path, "");
}

/// Three moves lead to fewer positions than that.
#[test]
fn a_table_says_how_many_positions_there_are() {
    let path = folder("positions").join("record.jsonl");
    run("tt-move", &path, "");
    let text = fs::read_to_string(&path).expect("it can be read");
    let more = text.replacen("\"positions\":1,", "\"positions\":494,", 1);
    assert_ne!(more, text);
    fs::write(&path, &more).expect("it can be written");
    let source = |path: &Path| crownhead(&format!("lab report {}", path.display())).out;
    assert!(source(&path).contains(", 1 position, depth "), "{}", source(&path));
    let lines: Vec<&str> = more.lines().collect();
    fs::write(&path, format!("{}\n", lines[..lines.len() - 1].join("\n"))).expect("it can be written");
    assert!(source(&path).contains(", 494 positions, depth "), "{}", source(&path));
}

#[cfg(unix)]
#[test]
fn a_signal_ends_a_run_that_prepares_its_positions() {
    let path = folder("preparing").join("record.jsonl");
    // These games take hours.
    let mut command = std::process::Command::cargo_bin("crownhead").expect("the binary is built");
    command.args(["lab", "epsilon", "--positions", "1000000", "--record"]).arg(&path);
    let mut child = command.spawn().expect("it starts");
    std::thread::sleep(Duration::from_secs(1));
    // A shell that starts the tests in the background has interrupts ignored until the program says otherwise, and it
    // may not have got that far.
    crate::unix::signal(child.id(), crate::unix::Signal::TERM);
    let start = Instant::now();
    while child.try_wait().expect("it can be asked").is_none() {
        if start.elapsed() > Duration::from_secs(20) {
            child.kill().expect("it can be killed");
            panic!("it goes on");
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    assert!(!child.wait().expect("it has ended").success());
    assert!(!path.exists(), "no job has begun");
}

#[test]
fn faults_are_named() {
    let folder = folder("faults");
    let bad = folder.join("bad.jsonl");
    fs::write(&bad, "{}\n").expect("it can be written");
    let empty = folder.join("empty.jsonl");
    fs::write(&empty, "").expect("it can be written");
    for (arguments, code, fault) in [
        ("lab no-such-experiment".to_owned(), 2, "no-such-experiment".to_owned()),
        ("lab epsilon --scale huge".to_owned(), 2, "huge".to_owned()),
        ("lab epsilon --depth 0".to_owned(), 2, "0 is less than 1".to_owned()),
        ("lab epsilon --depth 41".to_owned(), 1, "depth 41 is too much for epsilon: expected at most 40".to_owned()),
        ("lab report no/such/file".to_owned(), 1, "no/such/file: ".to_owned()),
        (
            format!("lab report {}", bad.display()),
            1,
            "bad.jsonl:1: not the record of an experiment: missing field `experiment`\n".to_owned(),
        ),
        (format!("lab report {}", empty.display()), 1, "it has no complete line".to_owned()),
    ] {
        let run = crownhead(&arguments);
        assert_eq!(run.code, Some(code), "{arguments}: {}", run.errors);
        assert!(run.errors.contains(&fault), "{arguments}: {}", run.errors);
    }
}

#[test]
fn the_list_names_every_experiment_with_its_sizes() {
    let run = crownhead("lab list");
    for experiment in EXPERIMENTS {
        assert!(run.out.contains(&format!("{}: {}", experiment.name, experiment.about)), "{}", run.out);
        let help = crownhead(&format!("lab help {}", experiment.name));
        assert_eq!(help.code, Some(0), "there is a command for {}", experiment.name);
    }
}
