//! The output for a problem: as text, as a line, as PDN and as JSON.

use std::io::{self, Write};
use std::time::Duration;

use serde::Serialize;

use crate::board::diagram;
use crate::cli::terminal::canvas;
use crate::review::{Effort, Goal, MoveCheck, Outcome, Solution, texts};
use crownhead_rules::notation::pdn::{Note, PdnGame, PdnResult};
use crownhead_rules::notation::{SpelledMove, counted, fen};
use crownhead_rules::{AnyPosition, Game};

pub(super) struct Report {
    /// From 1.
    pub(super) number: usize,
    pub(super) position: AnyPosition,
    pub(super) solution: Solution,
    pub(super) effort: Effort,
    pub(super) time: Duration,
}

/// An object of the JSON output.
#[derive(Serialize)]
struct Record {
    problem: usize,
    variant: &'static str,
    fen: String,
    side: String,
    goal: &'static str,
    result: &'static str,
    verdict: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    loses: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    key: Option<String>,
    line: Vec<String>,
    moves: Vec<MoveRecord>,
    nodes: u64,
    time: f64,
    pdn: String,
}

/// A move of the solver in the JSON output.
#[derive(Serialize)]
struct MoveRecord {
    number: usize,
    played: String,
    duals: Vec<String>,
    open: Vec<String>,
    refuted: usize,
}

impl MoveRecord {
    fn of(check: &MoveCheck) -> MoveRecord {
        let MoveCheck { number, played, duals, open, refuted } = check;
        MoveRecord { number: *number, played: played.pdn(), duals: texts(duals), open: texts(open), refuted: *refuted }
    }
}

impl Report {
    /// The diagram, the verdict and the solution.
    pub(super) fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        for row in diagram(&self.position, canvas()) {
            writeln!(out, "{row}")?;
        }
        let Solution { goal, side, nodes, .. } = &self.solution;
        writeln!(out, "\n{side} to move and {goal} ({}).", self.position.variant())?;
        writeln!(out, "{}", self.solution.summary(self.effort))?;
        for check in self.solution.checks.iter().filter(|check| !check.open.is_empty()) {
            writeln!(out, "Open at move {}: {}", check.number, texts(&check.open).join(", "))?;
        }
        let nodes = counted(*nodes, "node", "nodes");
        writeln!(out, "{nodes}, {:.2} s.\n", self.time.as_secs_f64())?;
        write!(out, "{}", self.game(None))
    }

    /// The FEN as given, the result, the key and the verdict.
    pub(super) fn write_line(&self, fen: &str, out: &mut impl Write) -> io::Result<()> {
        let key = self.key().unwrap_or_else(|| "-".to_owned());
        writeln!(out, "{fen} {} {key} {}", self.solution.outcome.word(), self.verdict())
    }

    /// The game of a file, with the solution, if there is one, before its moves, which become a variation.
    pub(super) fn write_game(&self, game: PdnGame, out: &mut impl Write) -> io::Result<()> {
        write!(out, "{}", self.game(Some(game)))
    }

    pub(super) fn write_json(&self, out: &mut impl Write) -> io::Result<()> {
        let Solution { goal, side, outcome, line, checks, nodes, .. } = &self.solution;
        let record = Record {
            problem: self.number,
            variant: self.position.variant().name(),
            fen: fen::write(&self.position),
            side: side.to_string().to_lowercase(),
            goal: goal.name(),
            result: outcome.word(),
            verdict: self.verdict(),
            loses: if let Outcome::Refuted { loses } = outcome { *loses } else { None },
            plies: if let Outcome::Proven { plies } = outcome { *plies } else { None },
            key: self.key(),
            line: texts(line),
            moves: checks.iter().map(MoveRecord::of).collect(),
            nodes: *nodes,
            time: self.time.as_secs_f64(),
            pdn: self.game(None).to_string(),
        };
        serde_json::to_writer(&mut *out, &record)?;
        writeln!(out)
    }

    fn key(&self) -> Option<String> {
        self.solution.key().map(SpelledMove::pdn)
    }

    fn verdict(&self) -> String {
        self.solution.verdict(self.effort)
    }

    /// The problem as a game: that of a file, or a new one.
    fn game(&self, given: Option<PdnGame>) -> PdnGame {
        let variant = self.position.variant();
        let mut game = given.unwrap_or_else(|| PdnGame::of(&Game::new(self.position), PdnResult::Unknown));
        if !self.solution.moves.is_empty() {
            // What the author has given is kept beside the solution.
            let given = std::mem::replace(&mut game.moves, self.solution.moves.clone());
            if let Some(first) = game.moves.first_mut().filter(|_| !given.is_empty()) {
                first.add_variation(given);
            }
            if self.solution.goal == Goal::Win {
                game.set_result(PdnResult::of(variant, Some(self.solution.side)));
                game.tags.set("Result", game.result.text(variant));
            }
            game.tags.set("PlyCount", game.moves.len());
        }
        let summary = self.solution.with_pdn_numbers().summary(self.effort);
        game.notes.push(Note::Comment(format!("Crownhead: {}", summary.trim_end_matches('.'))));
        game
    }
}
