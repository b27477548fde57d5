//! `crownhead train spread` and `crownhead train tuning`.

use std::path::Path;

use assert_cmd::Command;
use crownhead::train::TrainError;
use crownhead::train::spread::SpreadRun;
use crownhead_engine::eval::{EvaluationOptions, Family, Header, PatternList, Training, Tuning, WeightsFile};
use crownhead_engine::search::Depth;
use crownhead_engine::support::interrupt::Interrupt;
use crownhead_rules::Variant;

use crate::scratch::{Scratch, bytes};

/// Runs the command; what it prints, or what it complains of.
fn train(arguments: &str, files: &[(&str, &Path)]) -> Result<String, String> {
    let mut command = Command::cargo_bin("crownhead").expect("the binary is built");
    command.arg("train").args(arguments.split_whitespace());
    files.iter().for_each(|(option, path)| {
        command.arg(option).arg(path);
    });
    let output = command.output().expect("it runs");
    let text = |bytes| String::from_utf8(bytes).expect("it prints UTF-8");
    if output.status.success() { Ok(text(output.stdout)) } else { Err(text(output.stderr)) }
}

fn play(scratch: &Scratch) -> std::path::PathBuf {
    let record = scratch.file("a.games");
    train("games --variant english --nodes 100 --games 10", &[("--out", &record)]).expect("games are played");
    record
}

/// The number behind a word of the output.
fn number(text: &str, word: &str) -> f64 {
    let line = text.lines().find_map(|line| line.strip_prefix(word)).expect("the line is there");
    line.split_whitespace().next().and_then(|number| number.parse().ok()).expect("a number")
}

/// Weights that know nothing but the number of men.
fn material() -> WeightsFile {
    let list = PatternList::of(Variant::ENGLISH).expect("it has patterns");
    let sections = list.sections();
    let section = sections.iter().find(|section| section.name == "material").expect("a section");
    let mut weights = vec![[0; 2]; list.len].into_boxed_slice();
    for (place, weight) in weights[section.range.clone()].iter_mut().enumerate() {
        let (own, other) = (place / 25 / 13, place / 25 % 13);
        *weight = [1000 * (own as i16 - other as i16); 2];
    }
    let search = Tuning { spread: None, ..Tuning::UNMEASURED };
    WeightsFile { header: Header::of(Variant::ENGLISH, Family::Patterns, search, Training::default()), weights }
}

#[test]
fn a_spread_is_measured_and_written() {
    let scratch = Scratch::new();
    let record = play(&scratch);
    let [before, after] = ["before.weights", "after.weights"].map(|name| scratch.file(name));
    std::fs::write(&before, material().to_bytes().expect("a plain header")).expect("it is written");
    let options = "spread --variant english --positions 60 --shallow 1 --deep 5";
    let files = [("--records", &*record), ("--weights", &*before), ("--out", &*after)];
    let text = train(&format!("{options} --threads 2"), &files).expect("it is measured");
    assert!((2.0..=60.0).contains(&number(&text, "positions: ")), "{text}");
    let deviation = number(&text, "standard deviation: ");
    assert!(deviation > 0.0, "{text}");
    assert!(number(&text, "10 % to 90 %: ") <= 0.0, "{text}");

    let file = WeightsFile::parse(&bytes(&after)).expect("a file of weights");
    assert_eq!(file.header.search, Tuning { spread: Some(deviation), ..Tuning::UNMEASURED });
    assert_eq!(file.weights, material().weights);

    // One thread measures the same, other positions and other values do not.
    let again = train(options, &files).expect("it is measured");
    assert_eq!(again, text);
    let files = &files[..1];
    let by_program = train(options, files).expect("it is measured");
    assert_ne!(number(&by_program, "standard deviation: "), deviation);
    let linear = train(&format!("{options} --linear"), files).expect("it is measured");
    assert_ne!(number(&linear, "standard deviation: "), number(&by_program, "standard deviation: "));
}

/// Ctrl-C does not wait until all records are read: here, until the fault in the last game is found.
#[test]
fn the_reading_of_records_can_be_interrupted() {
    let scratch = Scratch::new();
    let record = play(&scratch);
    let mut damaged = bytes(&record);
    let place = damaged.len() - 5;
    damaged[place] ^= 0x55;
    std::fs::write(&record, damaged).expect("it is written");
    let run = SpreadRun {
        variant: Variant::ENGLISH,
        records: vec![record],
        positions: 60,
        shallow: Depth::new(1),
        deep: Depth::new(5),
        evaluation: EvaluationOptions::default(),
        seed: 1,
        threads: 1,
    };
    let interrupt = Interrupt::default();
    let fault = run.run(&interrupt, || ()).expect_err("the record is damaged");
    assert!(matches!(fault, TrainError::Record(_)), "{fault}");
    interrupt.raise();
    let ended = run.run(&interrupt, || ()).expect_err("it is interrupted");
    assert!(matches!(ended, TrainError::NothingKept), "{ended}");
}

#[test]
fn the_numbers_of_a_file_are_shown_and_set() {
    let scratch = Scratch::new();
    let [before, after] = ["before.weights", "after.weights"].map(|name| scratch.file(name));
    std::fs::write(&before, material().to_bytes().expect("a plain header")).expect("it is written");
    let shown = train("tuning", &[("--weights", &before)]).expect("it is shown");
    assert_eq!(shown, "english: spread none, extends-forced true, reduction-base 0.5, reduction-slope 0.5\n");
    let files = [("--weights", &*before), ("--out", &*after)];
    let set = train("tuning --spread 0.31 --extends-forced false --reduction-base 0.75 --reduction-slope 0.25", &files)
        .expect("it is set");
    assert_eq!(set, "english: spread 0.31 men, extends-forced false, reduction-base 0.75, reduction-slope 0.25\n");
    let file = WeightsFile::parse(&bytes(&after)).expect("a file of weights");
    assert_eq!(
        file.header.search,
        Tuning { spread: Some(0.31), extends_forced: false, reduction_base: 0.75, reduction_slope: 0.25 }
    );
    assert_eq!(file.weights, material().weights);
}

#[test]
fn faults_of_the_commands_are_named() {
    let scratch = Scratch::new();
    let record = play(&scratch);
    let weights = scratch.file("a.weights");
    std::fs::write(&weights, material().to_bytes().expect("a plain header")).expect("it is written");
    let records = [("--records", &*record)];
    let both = [("--records", &*record), ("--weights", &*weights)];
    let alone = [("--weights", &*weights)];
    for (arguments, files, fault) in [
        ("spread --variant english", &[][..], "--records"),
        ("spread --variant giveaway", &records[..], "has variant english: expected giveaway"),
        ("spread --variant giveaway", &both[..], "a.weights: weights with variant english: expected giveaway"),
        ("spread --variant english --shallow 3 --deep 3", &records[..], "expected a greater depth for --deep"),
        ("spread --variant english --shallow 2 --deep 5 --out b", &both[..], "expected 4 plies between them"),
        ("spread --variant english --threads 0", &records[..], "0 is not from 1 to 256"),
        ("spread --variant english --linear", &both[..], "cannot be used with"),
        ("spread --variant english --out b", &records[..], "--weights"),
        ("spread --variant english --deep 0", &records[..], "0 is not from 1 to 200"),
        ("tuning --spread -1 --out b", &alone[..], "-1 is not a spread: expected men from 0.001 to 10, or none"),
        ("tuning --spread 99 --out b", &alone[..], "99 is not a spread: expected men from 0.001 to 10, or none"),
        ("tuning --spread 0.3", &alone[..], "--out"),
        ("tuning --weights Cargo.toml", &[][..], "not a file of weights: expected"),
    ] {
        let errors = train(arguments, files).expect_err("it fails");
        assert!(errors.contains(fault), "{arguments}: {errors}");
    }
}
