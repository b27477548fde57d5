//! What the documents say is what the records say, and what the papers say.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crownhead::lab::experiments::{self, EXPERIMENTS};
use crownhead::lab::published::PUBLISHED;
use crownhead::lab::record::Record;
use crownhead::lab::view::document::{Quoted, plots, tables};
use crownhead::lab::view::{Reports, provenance};
use once_cell::sync::Lazy;
use parking_lot::{Mutex, MutexGuard};

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn read(name: &str) -> String {
    fs::read_to_string(path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The documents that quote records.
fn documents() -> [String; 3] {
    ["docs/experiments.md", "docs/note.md", "docs/threads.md"].map(read)
}

/// The tables of these documents that have the title and the source of a table of a record.
fn quoted() -> Vec<Quoted> {
    let tables = documents().map(|text| tables(&text)).concat();
    assert!(!tables.is_empty());
    tables
}

/// The lines of these documents that say which record the figures below them are from.
fn sources() -> Vec<String> {
    let documents = documents();
    let lines = documents.iter().flat_map(|text| text.lines());
    let sources: Vec<String> = lines.filter(|line| is_source(line)).map(str::to_owned).collect();
    assert!(sources.len() >= EXPERIMENTS.len(), "{sources:?}");
    sources
}

fn is_source(line: &str) -> bool {
    line.starts_with('(') && line.ends_with(')') && line.contains(": scale ")
}

fn record(name: &str) -> Record {
    let plain = path("data/lab").join(format!("{name}.jsonl"));
    let packed = plain.with_extension("jsonl.zst");
    let file = if plain.exists() { plain } else { packed };
    Record::read(&file).unwrap_or_else(|error| panic!("{error}"))
}

/// The reports of the published records, which all tests here share, since some take seconds.
fn reports() -> MutexGuard<'static, Reports> {
    static REPORTS: Lazy<Mutex<Reports>> = Lazy::new(|| Mutex::new(Reports::of(path("data/lab"))));
    REPORTS.lock()
}

/// A decimal number, with a sign or without.
fn is_number(word: &str) -> bool {
    let digits = word.trim_start_matches(['+', '-']);
    digits.starts_with(|first: char| first.is_ascii_digit()) && digits.parse::<f64>().is_ok()
}

/// The figures with an interval in a text: `-5.2 % (-7.7 to -2.7)`, `1.39 (1.27 to 1.52)`, `164.8 +/- 50.5`.
fn intervals(text: &str) -> Vec<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut found = Vec::new();
    for place in 1..words.len() {
        let length = match words[place..] {
            [low, "to", high, ..] => {
                let bounds = low.strip_prefix('(').zip(high.split_once(')'));
                bounds.is_some_and(|(low, (high, _))| is_number(low) && is_number(high)).then_some(3)
            }
            ["+/-", error, ..] => is_number(error.trim_end_matches([',', '.'])).then_some(2),
            _ => None,
        };
        let Some(length) = length else { continue };
        let first = if words[place - 1] == "%" { place.saturating_sub(2) } else { place - 1 };
        assert!(is_number(words[first]), "{}", words[first..place + length].join(" "));
        let figure = words[first..place + length].join(" ");
        let end = figure.find(')').map_or(figure.len(), |end| end + 1);
        found.push(figure[..end].trim_end_matches([',', '.']).to_owned());
    }
    found
}

#[test]
fn intervals_are_found_in_running_text_and_in_tables() {
    let text = "It takes -4.9 % (-8.0 to\n-1.7), or 1.25 (1.10 to 1.43), of | x | +7.0 % (+5.1 to +9.6) |.\n\
                SAFE by 164.8 +/-\n50.5. 48.6 % +/- 2.2, from (-15 to +10 of 128 values) and seeds 1 to 3.";
    let found = intervals(text);
    let expected =
        ["-4.9 % (-8.0 to -1.7)", "1.25 (1.10 to 1.43)", "+7.0 % (+5.1 to +9.6)", "164.8 +/- 50.5", "48.6 % +/- 2.2"];
    assert_eq!(found, expected);
}

#[test]
fn every_table_is_made_from_its_record() {
    let mut reports = reports();
    for table in quoted() {
        let current = reports.table(&table).unwrap_or_else(|error| panic!("{error}"));
        assert!(current == table, "run `crownhead lab document`: the record does not say {table:?}");
    }
}

#[test]
fn every_plot_is_drawn_from_its_record() {
    let (documents, mut reports) = (documents().concat(), reports());
    assert!(plots(&documents).len() > 10);
    for plot in plots(&documents) {
        let drawn = reports.plot(plot).unwrap_or_else(|error| panic!("{error}"));
        let shown = fs::read_to_string(path("docs").join(plot)).unwrap_or_default();
        assert!(shown == drawn, "run `crownhead lab document`: {plot} is not what the record says");
    }
}

/// The numbers in the cells of a hand-made table that only a record can say, without the first column, which has names
/// and settings: those with decimals or of four digits and more.
fn cells(section: &str) -> Vec<String> {
    let lines: Vec<&str> = section.lines().collect();
    let is_row = |line: &&str| line.starts_with('|');
    let follows_row = lines.windows(2).filter(|pair| pair.iter().all(is_row)).map(|pair| pair[1]);
    let texts = follows_row.flat_map(|row| row.trim_matches('|').split('|').skip(1)).map(|cell| cell.replace(',', ""));
    let words = texts.flat_map(|cell| words(&cell).map(str::to_owned).collect::<Vec<_>>());
    words.filter(|word| is_number(word) && (word.contains('.') || word.len() >= 4)).collect()
}

/// The words of a text, numbers without their signs.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_between = |letter: char| letter.is_whitespace() || "|();,=".contains(letter);
    text.split(is_between).map(|word| word.trim_start_matches(['+', '-']))
}

#[test]
fn cells_are_found_in_the_rows_below_the_heading() {
    let section =
        "12.5\n\n| a | 0.01 |\n| --- | ---: |\n| 2.5 | -5.2 % (-7.7 to -2.7) |\n| b | 5,565 and +62 -9 =49 |\n";
    assert_eq!(cells(section), ["5.2", "7.7", "2.7", "5565"]);
}

/// The short tables and the sentences are written by hand, so that they can be chosen; their figures cannot. A section
/// names its experiments by their sources; what has none, as the summary, may quote any record.
#[test]
fn every_interval_and_every_cell_stands_in_a_table_of_its_record() {
    let rows = |experiment| reports().rows(experiment).unwrap_or_else(|error| panic!("{error}"));
    let all: BTreeMap<&str, Vec<String>> =
        EXPERIMENTS.iter().map(|experiment| (experiment.name, rows(experiment))).collect();
    let said: BTreeMap<&str, BTreeSet<&str>> =
        all.iter().map(|(&name, rows)| (name, rows.iter().flat_map(|row| words(row)).collect())).collect();
    let mut count = 0;
    for document in documents() {
        for section in document.split("\n## ") {
            let sources = section.lines().filter(|line| is_source(line));
            let mut own: Vec<&str> =
                sources.filter_map(|line| line.trim_start_matches('(').split(':').next()).collect();
            if own.is_empty() {
                own.extend(all.keys());
            }
            for interval in intervals(section) {
                let cell = format!(" {interval}");
                let stands = own.iter().any(|&name| all[name].iter().any(|row| row.contains(&cell)));
                assert!(stands, "no table of {own:?} says {interval}");
                count += 1;
            }
            for cell in cells(section) {
                assert!(own.iter().any(|&name| said[name].contains(&*cell)), "no table of {own:?} says {cell}");
            }
        }
    }
    assert!(count >= 150, "{count} intervals");
}

#[test]
fn every_checksum_is_that_of_its_record() {
    let note = read("docs/note.md");
    let mut count = 0;
    for row in note.lines().filter(|line| line.starts_with('|')) {
        let Some(checksum) = words(row).find(|word| word.len() == 16 && u64::from_str_radix(word, 16).is_ok()) else {
            continue;
        };
        let name = row.split('`').nth(1).unwrap_or_default();
        assert_eq!(checksum, format!("{:016x}", record(name).checksum()), "{name}");
        count += 1;
    }
    assert_eq!(count, 9);
}

#[test]
fn every_source_is_that_of_its_record() {
    for source in sources() {
        let name = source.trim_start_matches('(').split(':').next().unwrap_or_default();
        assert_eq!(source, format!("({})", provenance(&record(name))));
    }
}

#[test]
fn every_source_says_scale_size_and_commit() {
    for source in sources() {
        for word in [": scale ", " positions, depth ", ", seed", ", commit "] {
            assert!(source.contains(word), "{source} lacks \"{word}\"");
        }
        assert!(!source.contains("scale quick"), "{source}: figures of scale quick mean nothing");
        let is_clean = ["dirty", "+changes", "unknown"].iter().all(|word| !source.contains(word));
        assert!(is_clean, "{source}: made by no commit");
    }
}

#[test]
fn every_published_figure_stands_in_its_quotation() {
    for published in PUBLISHED {
        assert!(experiments::named(published.experiment).is_some(), "{published:?}");
        let figure = published.value.to_string();
        let numbers: Vec<&str> =
            published.quote.split(|letter: char| !letter.is_ascii_digit() && letter != '.').collect();
        let states = |number: &&str| number.trim_matches('.').parse() == Ok(published.value);
        assert!(numbers.iter().any(states), "{figure} is not in \"{}\"", published.quote);
        let papers = ["Mandziuk and Osman 2004, ", "Plaat et al. 1995, ", "van Horssen 2018, "];
        assert!(papers.iter().any(|paper| published.source.starts_with(paper)), "{published:?}");
    }
}
