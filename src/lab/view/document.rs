//! Finds tables and plots in a document and updates them from records.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::{LabReport, provenance};
use crate::lab::record::Record;
use crate::lab::{Experiment, LabError, experiments};

/// A piece of a document: a table, or a line of anything else.
enum Piece {
    Line(String),
    Table(Quoted),
}

/// A table in a document: a title in bold, a line in parentheses with its source, and rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quoted {
    pub title: String,
    pub source: String,
    pub rows: Vec<String>,
}

impl Quoted {
    /// Its experiment: the source begins with the name.
    pub fn experiment(&self) -> &str {
        self.source.trim_start_matches('(').split(':').next().unwrap_or("")
    }
}

fn pieces(text: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        let source = lines.next_if(|next| line.starts_with("**") && next.starts_with('('));
        let Some(source) = source else {
            pieces.push(Piece::Line(line.to_owned()));
            continue;
        };
        lines.next_if(|next| next.is_empty());
        let rows = std::iter::from_fn(|| lines.next_if(|next| next.starts_with('|'))).map(str::to_owned).collect();
        pieces.push(Piece::Table(Quoted { title: line.to_owned(), source: source.to_owned(), rows }));
    }
    pieces
}

pub fn tables(text: &str) -> Vec<Quoted> {
    let table = |piece| match piece {
        Piece::Table(table) => Some(table),
        Piece::Line(_) => None,
    };
    pieces(text).into_iter().filter_map(table).collect()
}

/// The plot files of a document: links with a folder and the extension `.svg`.
pub fn plots(text: &str) -> Vec<&str> {
    let files = text.split("![").skip(1).filter_map(target);
    files.filter(|file| file.contains('/') && !file.contains("://") && file.ends_with(".svg")).collect()
}

/// The target of a link, given the text from the link on.
fn target(link: &str) -> Option<&str> {
    Some(link.split_once("](")?.1.split_once(')')?.0)
}

/// The document with each table replaced by the result of `current`.
pub fn refreshed<E>(text: &str, mut current: impl FnMut(&Quoted) -> Result<Quoted, E>) -> Result<String, E> {
    let mut fresh = String::new();
    let mut follows_table = false;
    for piece in pieces(text) {
        let is_empty = matches!(&piece, Piece::Line(line) if line.is_empty());
        // Without an empty line, Markdown treats the next line as another row.
        if std::mem::take(&mut follows_table) && !is_empty {
            fresh.push('\n');
        }
        match piece {
            Piece::Line(line) => fresh.extend([line.as_str(), "\n"]),
            Piece::Table(table) => {
                follows_table = true;
                let Quoted { title, source, rows } = current(&table)?;
                fresh.push_str(&format!("{title}\n{source}\n\n{}\n", rows.join("\n")));
            }
        }
    }
    if !text.ends_with('\n') {
        fresh.pop();
    }
    Ok(fresh)
}

/// The reports of the records in a folder, `EXPERIMENT.jsonl` each, or packed as `EXPERIMENT.jsonl.zst` if there is no
/// other. A record is read when it is first needed.
#[derive(Debug)]
pub struct Reports {
    folder: PathBuf,
    /// The record of each experiment, its report, and the tables of that as they stand in a document.
    made: BTreeMap<&'static str, (Record, LabReport, Vec<Quoted>)>,
}

impl Reports {
    pub fn of(folder: impl Into<PathBuf>) -> Reports {
        Reports { folder: folder.into(), made: BTreeMap::new() }
    }

    /// The current version of a table of a document. Fails if its record cannot be read, or produces no table with this
    /// title.
    pub fn table(&mut self, table: &Quoted) -> Result<Quoted, LabError> {
        let name = table.experiment();
        let experiment = experiments::named(name).ok_or_else(|| LabError::Unknown(name.to_owned()))?;
        let (_, _, tables) = self.made(experiment)?;
        let same = tables.iter().find(|fresh| fresh.title == table.title).cloned();
        same.ok_or_else(|| LabError::NoTable(self.path(experiment), table.title.clone()))
    }

    /// A plot of a document, as SVG, given the path of its file. Fails if its record cannot be read, or produces no
    /// such plot.
    pub fn plot(&mut self, plot: &str) -> Result<String, LabError> {
        let unknown = || LabError::NoPlot(plot.to_owned());
        let file = plot.rsplit('/').next().unwrap_or(plot);
        let experiment = experiments::of_plot(file).ok_or_else(unknown)?;
        let (record, report, _) = self.made(experiment)?;
        report.drawn(record, experiment.name, file)?.ok_or_else(unknown)
    }

    /// All tables that the record of an experiment makes.
    pub fn tables(&mut self, experiment: &Experiment) -> Result<&[Quoted], LabError> {
        Ok(&self.made(experiment)?.2)
    }

    fn made(&mut self, experiment: &Experiment) -> Result<&(Record, LabReport, Vec<Quoted>), LabError> {
        if !self.made.contains_key(experiment.name) {
            let record = Record::read(&self.path(experiment))?;
            let report = (experiment.report)(&record);
            let source = provenance(&record);
            let quoted = report.tables.iter().flat_map(|table| tables(&table.markdown(&source))).collect();
            self.made.insert(experiment.name, (record, report, quoted));
        }
        Ok(&self.made[experiment.name])
    }

    fn path(&self, experiment: &Experiment) -> PathBuf {
        let plain = self.folder.join(format!("{}.jsonl", experiment.name));
        let packed = plain.with_extension("jsonl.zst");
        if packed.exists() && !plain.exists() { packed } else { plain }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "Words.\n\n**Costs**\n(epsilon: scale paper)\n\n| a | b |\n| --- | ---: |\n| 1 | 2 |\n\nMore.\n";

    #[test]
    fn tables_are_found_between_other_lines() {
        let found = tables(TEXT);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].title.as_str(), found[0].experiment()), ("**Costs**", "epsilon"));
        assert_eq!(found[0].rows, ["| a | b |", "| --- | ---: |", "| 1 | 2 |"]);
        assert_eq!(tables("**bold**\nbut no table\n"), []);
    }

    #[test]
    fn what_follows_a_table_is_kept_apart_from_it() {
        let crowded = TEXT.replace("\n\nMore", "\nMore");
        assert_eq!(refreshed(&crowded, |table| Ok::<_, ()>(table.clone())).as_deref(), Ok(TEXT));
    }

    #[test]
    fn plots_are_found_by_the_names_of_their_files() {
        let text = "See [speed](speed.md), ![Costs](plots/epsilon-english.svg) and [one](plots/a.svg). \
                    ![badge](https://img.example/badge.svg)";
        assert_eq!(plots(text), ["plots/epsilon-english.svg"]);
    }

    #[test]
    fn tables_are_replaced_and_nothing_else() {
        let same = refreshed(TEXT, |table| Ok::<_, ()>(table.clone()));
        assert_eq!(same.as_deref(), Ok(TEXT));
        let other = refreshed(TEXT, |table| Ok::<_, ()>(Quoted { rows: vec!["| c |".to_owned()], ..table.clone() }));
        let expected = "Words.\n\n**Costs**\n(epsilon: scale paper)\n\n| c |\n\nMore.\n";
        assert_eq!(other.as_deref(), Ok(expected));
        assert_eq!(refreshed(TEXT, |_| Err("no record")), Err("no record"));
        let open = TEXT.trim_end();
        assert_eq!(refreshed(open, |table| Ok::<_, ()>(table.clone())).as_deref(), Ok(open));
    }
}
