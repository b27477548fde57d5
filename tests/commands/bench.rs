//! `crownhead bench`.

use crownhead_rules::Variant;

use crate::{Run, crownhead};

/// Deep enough for a branching factor, and quick.
const SHALLOW: &str = "bench --depth 6 --mib 1";

fn signature(run: &Run) -> u64 {
    assert_eq!(run.code, Some(0), "{}", run.errors);
    let last = run.out.last().expect("it prints lines");
    last.strip_prefix("signature = ").expect("the signature comes last").parse().expect("a number")
}

/// The columns of a variant's line.
fn line<'a>(run: &'a Run, variant: &str) -> Vec<&'a str> {
    let found = run.out.iter().map(|line| line.split_whitespace().collect::<Vec<_>>());
    found.into_iter().find(|words| words[0] == variant).unwrap_or_else(|| panic!("no line for {variant}"))
}

#[test]
fn the_signature_is_the_same_each_time_and_sums_the_variants_up() {
    let [first, second] = [crownhead(SHALLOW, ""), crownhead(SHALLOW, "")];
    assert_eq!(signature(&first), signature(&second));
    let mut sum = 0;
    for variant in Variant::ALL {
        let columns = line(&first, variant.name());
        let (positions, depth, branching) = (columns[1], columns[2], columns[6]);
        assert!(positions.parse::<u32>().expect("a count") >= 8, "{columns:?}");
        assert_eq!(depth, "6");
        assert!((1.0..10.0).contains(&branching.parse::<f64>().expect("a factor")), "{columns:?}");
        sum += columns[3].parse::<u64>().expect("nodes");
    }
    assert_eq!(signature(&first), sum);
}

#[test]
fn one_variant_alone_takes_what_it_takes_among_all() {
    let all = crownhead(SHALLOW, "");
    let one = crownhead(&format!("{SHALLOW} --variant giveaway"), "");
    assert_eq!(signature(&one).to_string(), line(&all, "giveaway")[3]);
}

#[test]
fn what_is_searched_otherwise_has_another_signature() {
    let usual = signature(&crownhead(SHALLOW, ""));
    for flags in ["--driver negascout", "--mode paper", "--depth 7"] {
        let arguments = format!("bench --mib 1 {flags} {}", if flags.contains("depth") { "" } else { "--depth 6" });
        assert_ne!(signature(&crownhead(&arguments, "")), usual, "{flags}");
    }
}

#[test]
fn a_record_that_is_none_is_named_at_once() {
    let missing = crownhead("bench --check no/such/file", "");
    assert_eq!(missing.code, Some(1));
    assert!(missing.errors.contains("cannot read the signature no/such/file"), "{}", missing.errors);
    let other = crownhead("bench --check Cargo.toml", "");
    assert_eq!(other.code, Some(1));
    assert!(other.errors.contains("the signature Cargo.toml is not a list"), "{}", other.errors);
    assert!(missing.out.is_empty() && other.out.is_empty(), "nothing is searched for it");
}

#[test]
fn only_the_defaults_are_recorded() {
    for flags in ["--depth 3", "--variant losing", "--mib 2", "--driver sss", "--mode paper"] {
        let run = crownhead(&format!("bench --check data/bench/signature.toml {flags}"), "");
        assert_eq!(run.code, Some(2), "{flags}");
        assert!(run.errors.contains("cannot be used with"), "{}", run.errors);
    }
}
