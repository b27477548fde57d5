//! `crownhead speedup`.

use std::fs;
use std::path::{Path, PathBuf};

use crate::{Run, crownhead};

/// As little as can be measured.
const LITTLE: &str = "speedup --positions 2 --nodes 2000 --repeat 1 --mib 1";

/// A file of its own for a test, not there yet.
fn file(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

/// The lines under the heading, in words.
fn table(run: &Run) -> Vec<Vec<&str>> {
    assert_eq!(run.code, Some(0), "{}", run.errors);
    assert!(run.out[1].starts_with("variant "), "{:?}", run.out);
    run.out[2..].iter().map(|line| line.split_whitespace().collect()).collect()
}

#[test]
fn every_scheme_is_compared_in_every_variant_that_has_positions() {
    let run = crownhead(&format!("{LITTLE} --threads 2,3"), "");
    let table = table(&run);
    let settings: Vec<_> = table.iter().map(|words| words[..4].to_vec()).collect();
    let mut expected = Vec::new();
    for variant in ["english", "international"] {
        for threads in ["2", "3"] {
            for scheme in ["identical", "depth-staggered", "gamma-staggered"] {
                expected.push(vec![variant, threads, scheme, "2"]);
            }
        }
    }
    assert_eq!(settings, expected);
    for words in table {
        // Speed-up, interval in three words, positions where it was faster, nodes.
        let [speedup, low, high, nodes] =
            [4, 5, 7, 9].map(|place| words[place].parse::<f64>().expect("a number"));
        assert!(low <= speedup && speedup <= high && speedup > 0.0, "{words:?}");
        assert!(nodes > 0.0, "{words:?}");
    }
}

#[test]
fn what_was_recorded_is_not_measured_again() {
    let path = file("speedup.csv");
    let record = format!("--scheme identical --record {}", path.display());
    let first = crownhead(&format!("{LITTLE} --variant english {record}"), "");
    let recorded = fs::read_to_string(&path).expect("it is written");
    assert_eq!(recorded.lines().count(), 1 + 2 * 2, "a heading, two positions, each alone and with a helper");
    let again = crownhead(&format!("{LITTLE} --variant english {record}"), "");
    assert_eq!(again.out, first.out);
    assert_eq!(fs::read_to_string(&path).expect("it is there"), recorded);

    // What an interruption has left out is made up for.
    let lines: Vec<_> = recorded.lines().collect();
    fs::write(&path, lines[..3].join("\n") + "\n").expect("it can be written");
    crownhead(&format!("{LITTLE} --variant english {record}"), "");
    let completed = fs::read_to_string(&path).expect("it is there");
    assert!(completed.starts_with(&lines[..3].join("\n")) && completed.lines().count() == 5, "{completed}");
}

#[test]
fn measurements_made_otherwise_are_not_mixed() {
    let path = file("otherwise.csv");
    let record = format!("--variant english --scheme identical --record {}", path.display());
    assert_eq!(crownhead(&format!("{LITTLE} {record}"), "").code, Some(0));
    let other = crownhead(&format!("{LITTLE} --driver mtd-f {record}"), "");
    assert_eq!(other.code, Some(1));
    assert!(other.errors.contains("expected mtd-f in mode play, 1 MiB and 2000 nodes"), "{}", other.errors);
    fs::write(&path, "not,what\nwas,written\n").expect("it can be written");
    let strange = crownhead(&format!("{LITTLE} {record}"), "");
    assert!(strange.code == Some(1) && strange.errors.contains("missing field"), "{}", strange.errors);
}

#[test]
fn what_cannot_be_measured_is_said() {
    let no_positions = crownhead("speedup --variant losing", "");
    assert!(no_positions.errors.contains("no positions of losing"), "{}", no_positions.errors);
    for (flags, expected) in [("--threads 1", "from 2 to 256"), ("--scheme none", "gamma-staggered")] {
        let run = crownhead(&format!("speedup {flags}"), "");
        assert!(run.code == Some(2) && run.errors.contains(expected), "{}", run.errors);
    }
}
