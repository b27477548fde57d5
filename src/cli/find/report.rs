//! What is printed of the games that were found, and of the moves in them.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::{Map, Value};

use crate::find::{Branch, Found, MoveTree, Occurrence, Tally};
use crownhead_rules::notation::fen;
use crownhead_rules::notation::pdn::{PdnError, PdnGame, PdnResult};
use crownhead_rules::text::visible;
use crownhead_rules::{Side, Variant};

/// A record of the output: an object on a line of its own.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Record<'a> {
    Game {
        file: &'a str,
        game: usize,
        line: u64,
        #[serde(skip_serializing_if = "Option::is_none")]
        variant: Option<&'static str>,
        plies: usize,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        found: Vec<OccurrenceRecord<'a>>,
        tags: Map<String, Value>,
    },
    Move {
        variant: &'static str,
        side: Side,
        #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
        mv: Option<&'a str>,
        games: u64,
        wins: u64,
        draws: u64,
        losses: u64,
        #[serde(skip_serializing_if = "Option::is_none")]
        score: Option<f64>,
        #[serde(skip_serializing_if = "Option::is_none")]
        year: Option<f64>,
    },
    Error {
        file: &'a str,
        game: usize,
        line: u64,
        error: String,
    },
}

#[derive(Debug, Serialize)]
struct OccurrenceRecord<'a> {
    ply: usize,
    fen: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<&'a str>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    variation: bool,
}

impl Record<'_> {
    /// The record with the end of its line. Nothing in it fails to be written as JSON.
    fn text(&self) -> String {
        serde_json::to_string(self).map(|text| text + "\n").unwrap_or_default()
    }
}

#[derive(Debug)]
pub(super) struct GameReport<'a> {
    pub(super) file: &'a str,
    pub(super) game: &'a PdnGame,
    pub(super) variant: Option<Variant>,
    pub(super) found: &'a Found,
}

impl<'a> GameReport<'a> {
    /// A line for people, with tabs between its parts.
    pub(super) fn line(&self) -> String {
        let tag = |name| self.game.tags.known(name).unwrap_or("-");
        // What stands behind the moves counts, where that is another result.
        let result = self.game.tags.known("Result").filter(|tag| PdnResult::parse(tag) == self.game.result);
        // Words that tell nothing of it are none.
        let is_told = !self.game.written_result().is_empty() || !matches!(self.game.result, PdnResult::Other(_));
        let own = if is_told { &self.game.result } else { &PdnResult::Unknown };
        let result = result.unwrap_or_else(|| own.text(self.variant.unwrap_or(Variant::DEFAULT)));
        let players = format!("{} - {}", tag("White"), tag("Black"));
        let parts = [&players, tag("Event"), tag("Date"), result, &self.plies()].map(|part| part.replace('\t', " "));
        visible(&format!("{}:{}\t{}\n", self.file, self.game.number, parts.join("\t")))
    }

    /// The plies of the occurrences, those of variations in parentheses.
    fn plies(&self) -> String {
        let ply = |Occurrence { ply, in_variation, .. }: &Occurrence| {
            if *in_variation { format!("({ply})") } else { ply.to_string() }
        };
        let plies: Vec<_> = self.found.occurrences.iter().map(ply).collect();
        if plies.is_empty() { "-".to_owned() } else { plies.join(",") }
    }

    pub(super) fn json(&self) -> String {
        let record = |occurrence: &'a Occurrence| {
            let Occurrence { ply, position, next, in_variation } = occurrence;
            OccurrenceRecord { ply: *ply, fen: fen::write(position), next: next.as_deref(), variation: *in_variation }
        };
        let record = Record::Game {
            file: self.file,
            game: self.game.number,
            line: self.game.line,
            variant: self.variant.map(Variant::name),
            plies: self.found.plies,
            found: self.found.occurrences.iter().map(record).collect(),
            tags: self.game.tags.iter().map(|(name, value)| (name.to_owned(), value.into())).collect(),
        };
        record.text()
    }
}

pub(super) fn fault_record(file: &str, PdnError { game, line, fault }: &PdnError) -> String {
    Record::Error { file, game: *game, line: *line, error: fault.to_string() }.text()
}

/// Writes the moves that were played: a table for each variant and side to move, or a record for each move.
pub(super) fn write_tree(tree: &MoveTree, json: bool, out: &mut impl Write) -> io::Result<()> {
    for (place, (variant, side, branches)) in tree.tables().enumerate() {
        if json {
            for Branch { mv, tally } in &branches {
                let Tally { games, wins, draws, losses, .. } = *tally;
                let (score, year, mv) = (tally.score(), tally.year(), mv.as_deref());
                let variant = variant.name();
                let record = Record::Move { variant, side, mv, games, wins, draws, losses, score, year };
                out.write_all(record.text().as_bytes())?;
            }
        } else {
            out.write_all(if place > 0 { b"\n" } else { b"" })?;
            write_table(variant, side, &branches, out)?;
        }
    }
    Ok(())
}

fn write_table(variant: Variant, side: Side, branches: &[Branch], out: &mut impl Write) -> io::Result<()> {
    let mut all = Tally::default();
    branches.iter().for_each(|branch| all.add(&branch.tally));
    writeln!(out, "{variant}, {side} to move")?;
    writeln!(
        out,
        "{:12} {:>8} {:>7} {:>8} {:>8} {:>8} {:>7} {:>5}",
        "move", "games", "share", "won", "drawn", "lost", "score", "year"
    )?;
    let total = [("all", &all)];
    let rows = branches.iter().map(|branch| (branch.mv.as_deref().unwrap_or("(end)"), &branch.tally));
    for (mv, tally) in rows.chain(total) {
        let Tally { games, wins, draws, losses, .. } = *tally;
        let percent = |share: f64| format!("{:.1}%", 100.0 * share);
        let share = percent(games as f64 / all.games as f64);
        let score = tally.score().map_or_else(|| "-".to_owned(), percent);
        let year = tally.year().map_or_else(|| "-".to_owned(), |year| format!("{year:.0}"));
        writeln!(out, "{mv:12} {games:>8} {share:>7} {wins:>8} {draws:>8} {losses:>8} {score:>7} {year:>5}")?;
    }
    Ok(())
}
