//! What the documents say is what the records say, and what the papers say.

use std::fs;
use std::path::{Path, PathBuf};

use crownhead::lab::experiments;
use crownhead::lab::published::PUBLISHED;
use crownhead::lab::record::Record;

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn document() -> String {
    fs::read_to_string(path("docs/experiments.md")).expect("docs/experiments.md can be read")
}

/// The tables of a text: title, source, and rows, each with its line ends.
fn tables(text: &str) -> Vec<String> {
    let mut tables = Vec::new();
    let mut lines = text.lines().peekable();
    while let Some(title) = lines.next() {
        let Some(source) = lines.next_if(|line| title.starts_with("**") && line.starts_with('(')) else {
            continue;
        };
        let rest: Vec<&str> =
            std::iter::from_fn(|| lines.next_if(|line| line.is_empty() || line.starts_with('|'))).collect();
        let rows = rest.into_iter().filter(|line| !line.is_empty());
        tables.push([title, source].into_iter().chain(rows).collect::<Vec<_>>().join("\n"));
    }
    tables
}

/// The experiment that a table is of, by the line under its title.
fn experiment(table: &str) -> &str {
    let source = table.lines().nth(1).expect("a table has a source");
    source.trim_start_matches('(').split(':').next().expect("the source begins with the experiment")
}

#[test]
fn no_figure_is_of_scale_quick() {
    assert!(!document().contains("scale quick"), "figures of scale quick mean nothing");
}

#[test]
fn every_table_is_made_from_its_record() {
    let document = document();
    let tables_of_document = tables(&document);
    assert!(tables_of_document.len() > 5, "only {} tables were found", tables_of_document.len());
    for table in tables_of_document {
        let name = experiment(&table);
        let record =
            Record::read(&path(&format!("data/lab/{name}.jsonl"))).unwrap_or_else(|error| panic!("{error}"));
        let known = experiments::named(name).unwrap_or_else(|| panic!("no experiment {name}"));
        let report = (known.report)(&record).markdown(&record);
        assert!(tables(&report).contains(&table), "the record does not say this:\n{table}");
    }
}

#[test]
fn every_table_says_scale_size_and_commit() {
    for table in tables(&document()) {
        let source = table.lines().nth(1).expect("a table has a source");
        for word in [": scale ", " positions, depth ", ", seed ", ", commit "] {
            assert!(source.contains(word), "{source} lacks \"{word}\"");
        }
        assert!(!source.contains("dirty") && !source.contains("unknown"), "{source}: made by no commit");
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
        assert!(published.source.starts_with("seed 00"), "{published:?}");
    }
}
