//! What the documents say is what the records say, and what the papers say.

use std::fs;
use std::path::{Path, PathBuf};

use crownhead::lab::experiments;
use crownhead::lab::published::PUBLISHED;
use crownhead::lab::view::Reports;
use crownhead::lab::view::document::{Quoted, plots, tables};

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn read(name: &str) -> String {
    fs::read_to_string(path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn document() -> String {
    read("docs/experiments.md")
}

/// The tables of all documents that quote records.
fn quoted() -> Vec<Quoted> {
    let documents = [document(), read("docs/threads.md")].map(|text| tables(&text));
    assert!(documents.iter().all(|tables| !tables.is_empty()));
    documents.concat()
}

#[test]
fn no_figure_is_of_scale_quick() {
    assert!(
        quoted().iter().all(|table| !table.source.contains("scale quick")),
        "figures of scale quick mean nothing"
    );
}

#[test]
fn every_table_is_made_from_its_record() {
    let mut reports = Reports::of(path("data/lab"));
    for table in quoted() {
        let current = reports.table(&table).unwrap_or_else(|error| panic!("{error}"));
        assert!(current == table, "run `crownhead lab document`: the record does not say {table:?}");
    }
}

#[test]
fn every_plot_is_drawn_from_its_record() {
    let (document, mut reports) = (document(), Reports::of(path("data/lab")));
    assert!(!plots(&document).is_empty());
    for plot in plots(&document) {
        let drawn = reports.plot(plot).unwrap_or_else(|error| panic!("{error}"));
        let shown = fs::read_to_string(path("docs").join(plot)).unwrap_or_default();
        assert!(shown == drawn, "run `crownhead lab document`: {plot} is not what the record says");
    }
}

/// The table of findings is written by hand, so that its words can be chosen; its figures cannot.
#[test]
fn every_interval_of_the_findings_stands_in_a_table() {
    let document = document();
    let rows: Vec<String> = tables(&document).into_iter().flat_map(|table| table.rows).collect();
    let findings = document.split("\n## ").find(|part| part.starts_with("In short")).expect("it begins so");
    let cells = findings.split(['|', ';', '\n']).map(str::trim);
    let intervals: Vec<&str> = cells.filter(|cell| cell.contains(" % (") && cell.ends_with(')')).collect();
    assert!(intervals.len() >= 10, "{intervals:?}");
    for interval in intervals {
        assert!(rows.iter().any(|row| row.contains(interval)), "no table says {interval}");
    }
}

#[test]
fn every_table_says_scale_size_and_commit() {
    for table in quoted() {
        let source = table.source;
        for word in [": scale ", " positions, depth ", ", seed", ", commit "] {
            assert!(source.contains(word), "{source} lacks \"{word}\"");
        }
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
