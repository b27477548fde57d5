//! `crownhead train fit` and its report.

use std::path::{Path, PathBuf};

use assert_cmd::Command;
use crownhead_engine::eval::network::{NetworkShape, READ};
use crownhead_engine::eval::{Family, Grain, Pair, WeightsFile};
use crownhead_rules::Variant;
use serde_json::Value;

use crate::scratch::{Scratch, bytes};

fn train(arguments: &str, files: &[(&str, &Path)]) -> String {
    let mut command = Command::cargo_bin("crownhead").expect("the binary is built");
    command.arg("train").args(arguments.split_whitespace());
    files.iter().for_each(|(option, path)| {
        command.arg(option).arg(path);
    });
    let output = command.output().expect("it runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("it prints UTF-8")
}

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/engine/data/eval").join(name)
}

fn read(path: &Path) -> WeightsFile {
    WeightsFile::parse(&bytes(path)).expect("weights")
}

fn part(path: &Path, family: Family) -> Vec<Pair> {
    read(path).part(Variant::ENGLISH, family).expect("it has them").to_vec()
}

#[test]
fn a_report_says_what_was_fitted_and_what_came_of_it() {
    for (variant, search_logits) in [("english", None), ("giveaway", Some(0.5))] {
        let scratch = Scratch::new();
        let [record, weights, report] = ["a.games", "a.weights", "a.json"].map(|name| scratch.file(name));
        train(&format!("games --variant {variant} --nodes 100 --games 60"), &[("--out", &record)]);
        let files = [("--records", &*record), ("--out", &*weights), ("--report", &*report)];
        let text = train(&format!("fit --variant {variant} --epochs 2 --lambda 0.4"), &files);

        let report: Value = serde_json::from_slice(&bytes(&report)).expect("an object");
        assert_eq!((&report["variant"], &report["games"]), (&variant.into(), &60.into()));
        let options = &report["options"];
        assert_eq!(options["epochs"], 2);
        let near = |value: &Value, expected: f64| value.as_f64().is_some_and(|value| (value - expected).abs() < 1e-6);
        assert!(near(&options["lambda"], 0.4));
        // In the losing games a man of search value is half a logit; elsewhere it is what tells the results best.
        let expected = search_logits.or(report["yardsticks"]["search"]["logits_per_man"].as_f64());
        assert!(near(&options["search_logits_per_man"], expected.expect("a number")), "{report}");

        let epochs = report["epochs"].as_array().expect("a list");
        assert_eq!(epochs.len(), 2);
        for epoch in epochs {
            let loss = format!("held out {:.5}", epoch["held_out"]["target"].as_f64().expect("a loss"));
            assert!(text.contains(&loss), "{loss}: {text}");
        }
        let file = WeightsFile::parse(&bytes(&weights)).expect("a file of weights");
        assert!(near(&report["held_out"]["result"], file.header.training.held_out_loss));
        let positions = ["trained", "held_out"].map(|part| report["positions"][part].as_u64().expect("a count"));
        assert_eq!(positions.iter().sum::<u64>(), file.header.training.positions);
    }
}

/// Runs that differ in the seed alone play the same games from the openings that they share.
#[test]
fn a_game_that_two_records_have_is_read_once() {
    let scratch = Scratch::new();
    let [first, second, weights, report] = ["1.games", "2.games", "a.weights", "a.json"].map(|name| scratch.file(name));
    let openings = "games --variant english --nodes 50 --games 30 --opening-plies 2-2 --sidelines 0.3";
    train(&format!("{openings} --seed 1"), &[("--out", &first)]);
    train(&format!("{openings} --seed 2"), &[("--out", &second)]);
    let fit = |records: &[&Path]| -> Value {
        let records = records.iter().map(|record| ("--records", *record));
        let files = records.chain([("--out", &*weights), ("--report", &*report)]);
        train("fit --variant english --epochs 1", &files.collect::<Vec<_>>());
        serde_json::from_slice(&bytes(&report)).expect("an object")
    };
    let counts = |report: &Value| ["games", "copies"].map(|name| report[name].as_u64().expect("a count"));
    // The same record twice is the same games twice.
    assert_eq!(counts(&fit(&[&first, &first])), [30, 30]);
    // Of two plies there are 49 openings.
    let [games, copies] = counts(&fit(&[&first, &second]));
    assert!(games + copies == 60 && (11..30).contains(&copies), "{games} games and {copies} copies");
}

/// Sidelines have values but no results: they count where a fit learns from values, and not in temporal differences.
#[test]
fn sidelines_are_learned_from_by_their_values() {
    let scratch = Scratch::new();
    let [record, weights, report] = ["a.games", "a.weights", "a.json"].map(|name| scratch.file(name));
    train("games --variant english --nodes 100 --games 40 --sidelines 1", &[("--out", &record)]);
    let positions = |options: &str| {
        let files = [("--records", &*record), ("--out", &*weights), ("--report", &*report)];
        train(&format!("fit --variant english --epochs 1 {options}"), &files);
        let report: Value = serde_json::from_slice(&bytes(&report)).expect("an object");
        report["positions"]["trained"].as_u64().expect("a count")
    };
    let (all, of_games) = (positions("--lambda 0.3"), positions("--temporal 0.7"));
    assert!(of_games > 0 && all > of_games + of_games / 4, "{all} positions, {of_games} of games");
}

/// A network learns: its loss on games held out falls, and with one thread the file depends on nothing but the options.
#[test]
fn a_network_is_fitted_and_written() {
    let scratch = Scratch::new();
    let [record, first, second, report] =
        ["a.games", "a.weights", "b.weights", "a.json"].map(|name| scratch.file(name));
    train("games --variant english --nodes 100 --games 60", &[("--out", &record)]);
    let options = "fit --variant english --family network --epochs 4 --batch 64";
    let text = train(options, &[("--records", &record), ("--out", &first), ("--report", &report)]);
    assert!(text.contains("inputs occurred"), "{text}");
    train(options, &[("--records", &record), ("--out", &second)]);
    assert_eq!(bytes(&first), bytes(&second));

    let file = WeightsFile::parse(&bytes(&first)).expect("a file of weights");
    assert_eq!(file.header.family, Family::Network);
    assert!(file.network(Variant::ENGLISH, Grain::REAL).is_ok());
    let report: Value = serde_json::from_slice(&bytes(&report)).expect("an object");
    assert_eq!(report["options"]["family"], "network");
    let epochs = report["epochs"].as_array().expect("a list");
    let loss = |epoch: &Value| epoch["held_out"]["target"].as_f64().expect("a loss");
    // Who expects a draw of every position loses ln 2.
    let least = epochs.iter().map(loss).fold(f64::INFINITY, f64::min);
    assert!(least < std::f64::consts::LN_2 && least < loss(&epochs[0]), "{report}");
}

/// A fit that begins with a network goes on from what it knows: with hardly a step it loses less than one that begins
/// with random numbers and makes as short a step, and its file counts the games of both.
#[test]
fn a_fit_goes_on_from_a_network() {
    let scratch = Scratch::new();
    let [record, out, report] = ["a.games", "out.weights", "a.json"].map(|name| scratch.file(name));
    train("games --variant english --nodes 100 --games 60", &[("--out", &record)]);
    let before = data("english-network.weights");
    let header = |path: &Path| read(path).header;
    let held_out = |options: &str, start: &[(&str, &Path)]| {
        let files = [("--records", &*record), ("--out", &*out), ("--report", &*report)];
        let options = format!("fit --variant english --batch 64 --epochs 1 --rate 0.0000001 {options}");
        train(&options, &[&files[..], start].concat());
        let report: Value = serde_json::from_slice(&bytes(&report)).expect("an object");
        report["held_out"]["target"].as_f64().expect("a loss")
    };
    let anew = held_out("--family network", &[]);
    assert_eq!(header(&out).training.games, 60);
    let kept = held_out("", &[("--start", &before)]);
    assert!(kept < anew - 0.01, "{kept} from the network, {anew} anew");
    let (before, after) = (header(&before), header(&out));
    assert_eq!(after.training.games, before.training.games + 60);
    assert_eq!(after.search, before.search);
}

/// Patterns over a network that has learned from a few games leave it as it is and tell more than it does; a fit that
/// begins with both leaves the patterns as they are. A hardly changed network beside them loses what the fit over it
/// lost: both parts have the units they should.
#[test]
fn patterns_learn_what_a_network_leaves_over() {
    let scratch = Scratch::new();
    let [record, others, network, both, same, later, report] =
        ["a.games", "o.games", "n.weights", "b.weights", "s.weights", "c.weights", "a.json"]
            .map(|name| scratch.file(name));
    train("games --variant english --nodes 100 --games 300", &[("--out", &record)]);
    train("games --variant english --nodes 100 --games 300 --seed 2", &[("--out", &others)]);
    train(
        "fit --variant english --family network --epochs 6 --batch 256",
        &[("--records", &others), ("--out", &network)],
    );
    let held_out = |options: &str, files: &[(&str, &Path)]| {
        let files = [files, &[("--records", &*record), ("--report", &*report)]].concat();
        train(&format!("fit --variant english {options}"), &files);
        let report: Value = serde_json::from_slice(&bytes(&report)).expect("an object");
        ["target", "result"].map(|of| report["held_out"][of].as_f64().expect("a loss"))
    };
    let still = "--epochs 1 --batch 1000000 --rate 0.0000001";
    let [_, alone] = held_out(still, &[("--over", &network), ("--out", &both)]);
    let [target, over] = held_out("--epochs 8 --batch 256", &[("--over", &network), ("--out", &both)]);
    // Both tell something: who expects a draw of every position loses ln 2.
    assert!(alone < std::f64::consts::LN_2 && over < alone - 0.02, "{over} with patterns, {alone} by the network");
    let [before, after] = [&network, &both].map(|path| read(path).header);
    assert_eq!(after.family, Family::Combined);
    assert_eq!((after.search, after.training.games), (before.search, before.training.games + 300));
    assert!(part(&both, Family::Network) == part(&network, Family::Network));

    let [kept, _] = held_out(still, &[("--start", &both), ("--out", &same)]);
    assert!((kept - target).abs() < 0.0005, "{kept} by the file, {target} in the fit");
    held_out("--epochs 2 --batch 64", &[("--start", &both), ("--out", &later)]);
    let last = read(&later).header;
    assert_eq!((last.family, last.training.games), (Family::Combined, after.training.games), "the same record");
    assert!(part(&later, Family::Patterns) == part(&both, Family::Patterns));
    assert!(part(&later, Family::Network) != part(&both, Family::Network));

    // Without an epoch the fit writes what it began with, but for the ranges of pieces that no position is of: games
    // end at four pieces, so the first range, up to three, gets the output weights of the next.
    held_out("--epochs 0", &[("--start", &both), ("--out", &same)]);
    let [before, after] = [&both, &same].map(|path| part(path, Family::Network).into_flattened());
    let shape = NetworkShape::of(Variant::ENGLISH);
    let (output, bias) = (shape.output(), shape.output_bias());
    assert!(before[..output] == after[..output] && before[output + READ..bias] == after[output + READ..bias]);
    assert!(after[output..output + READ] == after[output + READ..output + 2 * READ]);
    assert_eq!(after[bias], after[bias + 1]);

    // Over a combined file: its network stays, and its patterns are left out.
    held_out("--epochs 1 --temporal 0.7", &[("--over", &later), ("--out", &same)]);
    assert!(part(&same, Family::Network) == part(&later, Family::Network));
    assert!(part(&same, Family::Patterns) != part(&later, Family::Patterns));
}

#[test]
fn numbers_that_a_fit_cannot_use_are_rejected() {
    for (option, value, fault) in [
        ("--rate", "nan", "is not a rate: expected a number above 0"),
        ("--rate", "0", "is not a rate"),
        ("--lambda", "2", "is not a share"),
    ] {
        let mut command = Command::cargo_bin("crownhead").expect("the binary is built");
        command.args("train fit --variant english --records a --out b".split_whitespace());
        let output = command.arg(option).args(value.split(' ')).output().expect("it runs");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && errors.contains(fault), "{option} {value}: {errors}");
    }
}

#[test]
fn options_that_would_have_no_effect_are_rejected() {
    let scratch = Scratch::new();
    let [record, out, nowhere, folder] =
        ["a.games", "out.weights", "none/out.weights", "folder.weights"].map(|name| scratch.file(name));
    std::fs::create_dir(&folder).expect("it can be made");
    train("games --variant english --nodes 50 --games 20", &[("--out", &record)]);
    for (options, out, fault) in [
        ("--epochs 0 --curve a.svg", &out, "expected --epochs 1 or more"),
        ("--epochs 1", &nowhere, "none/out.weights: "),
        ("--epochs 1", &folder, "folder.weights: is a directory"),
        ("--epochs 1 --curve none/a.svg", &out, "none/a.svg: "),
    ] {
        let mut command = Command::cargo_bin("crownhead").expect("the binary is built");
        command.args("train fit --variant english".split(' ')).args(options.split(' '));
        command.arg("--records").arg(&record).arg("--out").arg(out);
        let output = command.output().expect("it runs");
        let errors = String::from_utf8_lossy(&output.stderr);
        // Before the fit, so that no work is lost.
        assert!(!output.status.success() && output.stdout.is_empty() && errors.contains(fault), "{options}: {errors}");
        assert!(!out.is_file(), "{options}");
    }
}

#[test]
fn a_fit_needs_a_network_of_its_variant() {
    let scratch = Scratch::new();
    let [record, out] = ["a.games", "out.weights"].map(|name| scratch.file(name));
    train("games --variant english --nodes 50 --games 20", &[("--out", &record)]);
    for (option, name, fault) in [
        ("--start", "english-patterns", "expected network"),
        ("--over", "english-patterns", "expected network"),
        ("--start", "international", "expected english"),
        ("--over", "international", "expected english"),
        ("--start", "none", "none.weights"),
    ] {
        let mut command = Command::cargo_bin("crownhead").expect("the binary is built");
        command.args(["train", "fit", "--variant", "english", "--epochs", "1", "--records"]).arg(&record);
        command.arg("--out").arg(&out).arg(option).arg(data(&format!("{name}.weights")));
        let output = command.output().expect("it runs");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{errors}");
        assert!(errors.contains(fault), "{errors}");
        assert!(!out.exists(), "nothing is written");
    }
}
