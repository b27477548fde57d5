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
    let rows = rows(section).into_iter().flat_map(|row| row.cells.into_iter().skip(1));
    let texts = rows.map(|(_, cell)| cell.replace(',', ""));
    let words = texts.flat_map(|cell| words(&cell).map(str::to_owned).collect::<Vec<_>>());
    words.filter(|word| is_number(word) && (word.contains('.') || word.len() >= 4)).collect()
}

/// The words of a text, numbers without their signs.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_between = |letter: char| letter.is_whitespace() || "|();,=:*".contains(letter);
    text.split(is_between).map(|word| word.trim_start_matches(['+', '-']).trim_end_matches('.'))
}

/// A row of a table: each cell with its heading.
struct TableRow {
    cells: Vec<(String, String)>,
}

impl TableRow {
    /// What the row is about: its cells without intervals.
    fn labels(&self) -> String {
        let plain = self.cells.iter().filter(|(_, cell)| intervals(cell).is_empty());
        plain.map(|(_, cell)| cell.as_str()).collect::<Vec<_>>().join("; ")
    }
}

/// The rows of all tables in a text.
fn rows(text: &str) -> Vec<TableRow> {
    let split = |line: &str| -> Vec<String> {
        line.trim().trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()
    };
    let (mut rows, mut heading): (Vec<TableRow>, Option<Vec<String>>) = (Vec::new(), None);
    for line in text.lines() {
        if !line.starts_with('|') {
            heading = None;
        } else if let Some(heading) = &heading {
            if !line.chars().all(|letter| "|-: ".contains(letter)) {
                rows.push(TableRow { cells: heading.iter().cloned().zip(split(line)).collect() });
            }
        } else {
            heading = Some(split(line));
        }
    }
    rows
}

/// How pages and records name what figures are about. A longer name that contains another stands before it.
const DRIVERS: [(&str, &[&str]); 11] = [
    ("aspiration-negascout", &["aspiration negascout", "aspiration-negascout"]),
    ("real-mtd-f", &["realmtd(f)", "real-mtd-f"]),
    ("mtd-bi", &["mtd-bi"]),
    ("mtd-step", &["mtd-step"]),
    ("mtd-gallop", &["mtd-gallop"]),
    ("mtd-best", &["mtd-best"]),
    ("sss", &["sss"]),
    ("dual", &["dual"]),
    ("c-star", &["c\\*", "c-star"]),
    ("mtd-f", &["mtd(f)", "mtd-f"]),
    ("alpha-beta", &["alpha-beta", "tthh"]),
];
const CONDITIONS: [(&str, &[&str]); 11] = [
    ("english", &["english"]),
    ("giveaway", &["giveaway", "give-away"]),
    ("international", &["international"]),
    ("othello", &["othello"]),
    ("chess", &["chess"]),
    ("direct", &["direct"]),
    ("deepening", &["deepening"]),
    ("kept", &["kept"]),
    ("cleared", &["cleared"]),
    ("published", &["published"]),
    ("stored", &["stored"]),
];
const RULES: [&str; 3] = ["OLD", "NEW", "HIGH"];

/// Which of these names a text has.
fn named(text: &str, names: &[(&'static str, &[&str])]) -> BTreeSet<&'static str> {
    let mut text = text.to_lowercase();
    let mut found = BTreeSet::new();
    for (name, spellings) in names {
        for spelling in *spellings {
            if text.contains(spelling) {
                found.insert(*name);
                text = text.replace(spelling, " ");
            }
        }
    }
    found
}

/// All names in a text.
fn subjects(text: &str) -> BTreeSet<&'static str> {
    let rules = RULES.into_iter().filter(|rule| words(text).any(|word| word == *rule));
    named(text, &DRIVERS).into_iter().chain(named(text, &CONDITIONS)).chain(rules).collect()
}

/// A cell with an interval in a table of a record: the interval, what the cell is about, and what its row is about.
struct Said {
    interval: String,
    about: BTreeSet<&'static str>,
    drivers: BTreeSet<&'static str>,
}

/// All intervals that a record says.
fn said(tables: &[Quoted]) -> Vec<Said> {
    let mut said = Vec::new();
    for table in tables {
        for row in rows(&table.rows.join("\n")) {
            let labels = row.labels();
            for (heading, cell) in &row.cells {
                let about = subjects(&format!("{}; {heading}; {labels}", table.title));
                let of_cell = |interval| Said { interval, about: about.clone(), drivers: named(&labels, &DRIVERS) };
                said.extend(intervals(cell).into_iter().map(of_cell));
            }
        }
    }
    said
}

/// The text in the last parentheses, which can contain others.
fn last_parentheses(text: &str) -> &str {
    let mut depth = 0;
    let begins = |(_, letter): &(usize, char)| {
        depth += match letter {
            ')' => 1,
            '(' => -1,
            _ => 0,
        };
        *letter == '(' && depth == 0
    };
    let start = text.char_indices().rev().filter(|(_, letter)| "()".contains(*letter)).find(begins);
    start.map_or("", |(place, _)| &text[place..])
}

/// The paragraphs and the items of lists in a section, each in a line, without its tables, code and sources.
fn paragraphs(section: &str) -> Vec<String> {
    let mut paragraphs = vec![String::new()];
    for line in section.lines().filter(|line| !line.starts_with('|') && !line.starts_with("    ") && !is_source(line)) {
        if line.is_empty() || line.trim_start().starts_with("- ") {
            paragraphs.push(String::new());
        }
        if let Some(last) = paragraphs.last_mut() {
            last.extend([line.trim(), " "]);
        }
    }
    paragraphs
}

#[test]
fn cells_are_found_in_the_rows_below_the_heading() {
    let section =
        "12.5\n\n| a | 0.01 |\n| --- | ---: |\n| 2.5 | -5.2 % (-7.7 to -2.7) |\n| b | 5,565 and +62 -9 =49 |\n";
    assert_eq!(cells(section), ["5.2", "7.7", "2.7", "5565"]);
}

#[test]
fn what_a_figure_is_about_is_read_from_its_row_and_its_heading() {
    assert_eq!(Vec::from_iter(subjects("realMTD(f), table kept, English")), ["english", "kept", "real-mtd-f"]);
    assert_eq!(Vec::from_iter(subjects("mtd-f, OLD; aspiration NegaScout")), ["OLD", "aspiration-negascout", "mtd-f"]);
    assert_eq!(last_parentheses("S2: MTD(f) gains (MTD(f), chess)"), "(MTD(f), chess)");
    assert_eq!(last_parentheses("no more"), "");
    let found = paragraphs("one\ntwo\n\n| a |\n- three\n  four\n    code\n");
    assert_eq!(found.iter().map(|text| text.trim()).collect::<Vec<_>>(), ["one two", "", "- three four"]);
}

/// The records of a section, by its sources; what has none, as the summary, may quote any record.
fn own_records<'a>(section: &str, all: &BTreeMap<&'a str, Vec<Quoted>>) -> Vec<&'a str> {
    let sources = section.lines().filter(|line| is_source(line));
    let named: Vec<&str> = sources.filter_map(|line| line.trim_start_matches('(').split(':').next()).collect();
    all.keys().copied().filter(|name| named.is_empty() || named.contains(name)).collect()
}

/// The tables that each record makes.
fn all_tables() -> BTreeMap<&'static str, Vec<Quoted>> {
    let tables = |experiment| reports().tables(experiment).unwrap_or_else(|error| panic!("{error}")).to_vec();
    EXPERIMENTS.iter().map(|experiment| (experiment.name, tables(experiment))).collect()
}

/// The short tables are written by hand, so that they can be chosen; their figures cannot. An interval must stand in a
/// table of its record, in a cell that is about all that the row and the heading here name. A row whose second cell is
/// the name of a record quotes that one; what it is about stands in the parentheses at the end of its first cell.
#[test]
fn every_interval_of_a_table_stands_in_the_row_of_its_record() {
    let all = all_tables();
    let said: BTreeMap<&str, Vec<Said>> = all.iter().map(|(&name, tables)| (name, said(tables))).collect();
    let mut count = 0;
    for document in documents() {
        for section in document.split("\n## ") {
            let own = own_records(section, &all);
            for row in rows(section) {
                let record = row.cells.get(1).map(|(_, cell)| cell.as_str()).filter(|&cell| all.contains_key(cell));
                let labels = row.labels();
                for (heading, cell) in &row.cells {
                    let about = match record {
                        Some(_) => subjects(last_parentheses(&row.cells[0].1)),
                        None => subjects(&format!("{labels}; {heading}")),
                    };
                    let records = record.map_or(own.clone(), |record| vec![record]);
                    for interval in intervals(cell) {
                        let is_it = |said: &Said| said.interval == interval && about.is_subset(&said.about);
                        let stands = records.iter().any(|&name| said[name].iter().any(is_it));
                        assert!(stands, "no table of {records:?} says {interval} of {about:?}: {labels}; {heading}");
                        count += 1;
                    }
                }
            }
        }
    }
    assert!(count >= 150, "{count} intervals");
}

/// In running text, an interval must stand in a row of its record whose drivers the paragraph names.
#[test]
fn every_interval_in_running_text_stands_in_a_row_of_its_record() {
    let all = all_tables();
    let said: BTreeMap<&str, Vec<Said>> = all.iter().map(|(&name, tables)| (name, said(tables))).collect();
    let mut count = 0;
    for document in documents() {
        for section in document.split("\n## ") {
            let own = own_records(section, &all);
            let heading = section.lines().next().unwrap_or_default();
            for paragraph in paragraphs(section) {
                let drivers = named(&format!("{heading}; {paragraph}"), &DRIVERS);
                for interval in intervals(&paragraph) {
                    let is_it = |said: &Said| said.interval == interval && said.drivers.is_subset(&drivers);
                    let stands = own.iter().any(|&name| said[name].iter().any(is_it));
                    assert!(stands, "no row of {own:?} about {drivers:?} says {interval}: {paragraph}");
                    count += 1;
                }
            }
        }
    }
    assert!(count >= 69, "{count} intervals");
}

/// Other numbers with decimals, in tables and in the running text of sections with sources, stand in a table of a record
/// of their section, in its configuration, or in a quotation of a paper.
#[test]
fn every_number_with_decimals_stands_in_a_record_or_a_paper() {
    let all = all_tables();
    let mut words_of: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for (&name, tables) in &all {
        let texts = tables.iter().flat_map(|table| table.rows.iter().chain([&table.title])).cloned();
        let texts = texts.chain([record(name).header.configuration]);
        words_of.insert(name, texts.flat_map(|text| words(&text).map(str::to_owned).collect::<Vec<_>>()).collect());
    }
    let published: BTreeSet<&str> = PUBLISHED.iter().flat_map(|published| words(published.quote)).collect();
    for document in &documents()[..2] {
        for section in document.split("\n## ") {
            let own = own_records(section, &all);
            let is_said =
                |word: &str| published.contains(word) || own.iter().any(|&name| words_of[name].contains(word));
            for cell in cells(section) {
                assert!(is_said(&cell), "no table of {own:?} says {cell}");
            }
            let text = if section.lines().any(is_source) { paragraphs(section) } else { Vec::new() };
            for paragraph in text {
                let plain = paragraph.split('`').step_by(2).collect::<Vec<_>>().join(" ");
                let decimals = words(&plain).filter(|word| is_number(word) && word.contains('.'));
                for number in decimals {
                    assert!(is_said(number), "no table of {own:?} says {number}: {paragraph}");
                }
            }
        }
    }
}

/// Wins, draws and losses, as in `139-430-131`.
fn outcome(word: &str) -> Option<[f64; 3]> {
    let counts: Vec<f64> = word.split('-').map(|count| count.parse().ok()).collect::<Option<_>>()?;
    counts.try_into().ok()
}

/// The Elo difference of a score.
fn elo([wins, draws, losses]: [f64; 3]) -> f64 {
    let score = (wins + draws / 2.0) / (wins + draws + losses);
    400.0 * (score / (1.0 - score)).log10()
}

/// Whether a number as written, `-4.3` or `+9`, is this value rounded.
fn is_rounded(written: &str, value: f64) -> bool {
    let decimals = written.split_once('.').map_or(0, |(_, decimals)| decimals.len() as i32);
    written.parse::<f64>().is_ok_and(|written| (written - value).abs() <= 0.51 * 10f64.powi(-decimals))
}

#[test]
fn the_results_of_matches_agree_with_their_games() {
    let text = read("docs/matches.md");
    let mut count = 0;
    for row in rows(&text) {
        let of = |heading: &str| row.cells.iter().find(|(name, _)| name.starts_with(heading)).map(|(_, cell)| cell);
        for (_, cell) in &row.cells {
            let words: Vec<&str> = cell.split_whitespace().map(|word| word.trim_matches(['(', ')'])).collect();
            let Some(place) = words.iter().position(|word| outcome(word).is_some()) else { continue };
            let games = outcome(words[place]).unwrap_or_default();
            // `-6 ± 15 (135-319-146)`, or a column of its own.
            let own = place.checked_sub(3).map(|start| words[start]);
            if let Some(written) = own.or(of("Elo").and_then(|cell| cell.split_whitespace().next())) {
                assert!(is_rounded(written, elo(games)), "{written} Elo, but {cell} are {}", elo(games));
                count += 1;
            }
            if let Some(number) = of("games") {
                assert_eq!(number.replace(',', "").parse::<f64>(), Ok(games.iter().sum()), "{cell}");
            }
            let [wins, draws, losses] = games;
            for (heading, share) in [
                ("of decisive games won", wins / (wins + losses)),
                ("decisive games", (wins + losses) / (wins + draws + losses)),
            ] {
                let written = of(heading).and_then(|cell| cell.strip_suffix(" %"));
                assert!(written.is_none_or(|written| is_rounded(written, 100.0 * share)), "{heading}: {cell}");
            }
        }
    }
    assert!(count >= 6, "{count}");
}

#[test]
fn the_results_of_matches_stand_in_their_records_or_say_that_there_is_none() {
    let text = read("docs/matches.md");
    for section in text.split("\n## ").filter(|section| section.contains('±')) {
        let says = section.replace('\n', " ").contains("no record kept") || section.contains("data/matches/");
        assert!(says, "{}: neither a record nor that none was kept", section.lines().next().unwrap_or_default());
    }
    let mut count = 0;
    for row in rows(&text).iter().filter(|row| row.cells[0].1.contains("data/matches/")) {
        let summary = crate::crownhead(&format!("match summary {}", row.cells[0].1.trim_matches('`')));
        assert_eq!(summary.code, Some(0), "{}", summary.errors);
        let games = row.cells.iter().find_map(|(_, cell)| outcome(cell)).expect("wins, draws and losses");
        let [wins, draws, losses] = games;
        assert!(summary.out.contains(&format!(": {wins} - {losses} - {draws} ")), "{}", summary.out);
        let pairs = &row.cells.last().expect("it has cells").1;
        assert!(summary.out.contains(&format!("Ptnml(0-2): [{pairs}]")), "{}", summary.out);
        count += 1;
    }
    assert!(count > 0);
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
    assert_eq!(count, 11);
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
