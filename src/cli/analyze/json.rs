//! The JSON output of an analysis: one object per line.

use std::io::{self, Write};

use serde::Serialize;

use super::appraisal::Appraisal;
use super::summary::Tally;
use super::words::moves;
use crate::board::{Judgement, Thresholds};
use crate::engine::{Line, Report};
use crate::eval::{Score, ScoreClass};
use crate::notation::SpelledMove;
use crate::notation::pdn::Tags;
use crate::rules::Side;

/// A line of output.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(super) enum Record {
    /// A position that is about to be searched.
    Position { variant: &'static str, fen: String, side: &'static str },
    /// A completed iteration. Time is in seconds; lines are the best first.
    Iteration { depth: u32, selective_depth: u16, nodes: u64, time: f64, lines: Vec<LineRecord> },
    /// The end of a search: the best move, absent if there is none, and the expected reply.
    Answer {
        #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
        best: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        reply: Option<String>,
    },
    /// A game that is about to be analysed, with its number in the file.
    Game {
        game: usize,
        variant: &'static str,
        fen: String,
        plies: usize,
        tags: serde_json::Map<String, serde_json::Value>,
    },
    /// A move of a game.
    Move {
        game: usize,
        /// The half-move, from 1.
        ply: usize,
        side: &'static str,
        #[serde(rename = "move")]
        mv: String,
        #[serde(flatten)]
        value: Value,
        /// In men.
        loss: f64,
        judgement: Judgement,
        depth: u32,
        nodes: u64,
        lines: Vec<LineRecord>,
    },
    /// The end of a game: whether every move was analysed, and the summary of both sides.
    Summary { game: usize, complete: bool, white: Tally, black: Tally },
    /// A game that could not be analysed, instead of its other records.
    Error { game: usize, line: u64, error: String },
}

/// The score of a position or a move, for the side that moves.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Value {
    /// In men; a win in a number of plies is 100 - plies / 100.
    score: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    wins_in: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    loses_in: Option<u16>,
}

impl Value {
    fn of(score: Score) -> Value {
        let (wins_in, loses_in) = match score.class() {
            ScoreClass::Win(plies) => (Some(plies.get()), None),
            ScoreClass::Loss(plies) => (None, Some(plies.get())),
            ScoreClass::KnownWin | ScoreClass::Heuristic | ScoreClass::KnownLoss => (None, None),
        };
        Value { score: score.men(), wins_in, loses_in }
    }
}

/// A line of moves, in PDN.
#[derive(Clone, Debug, Serialize)]
pub(super) struct LineRecord {
    #[serde(flatten)]
    value: Value,
    moves: Vec<String>,
}

impl LineRecord {
    fn of(score: Score, pv: &[SpelledMove]) -> LineRecord {
        LineRecord { value: Value::of(score), moves: moves(pv) }
    }

    fn all<'a>(lines: impl IntoIterator<Item = &'a Line>) -> Vec<LineRecord> {
        lines.into_iter().map(|line| LineRecord::of(line.score, &line.pv)).collect()
    }
}

impl Record {
    /// The record of an iteration.
    pub(super) fn iteration(report: &Report) -> Record {
        let mut lines = vec![LineRecord::of(report.score, &report.pv)];
        lines.extend(LineRecord::all(&report.others));
        Record::Iteration {
            depth: report.depth.get(),
            selective_depth: report.selective_depth.get(),
            nodes: report.nodes,
            time: report.time.as_secs_f64(),
            lines,
        }
    }

    /// The record of the end of a search, by its last iteration.
    pub(super) fn answer(last: Option<&Report>) -> Record {
        let mv = |index: usize| Some(last?.pv.get(index)?.pdn());
        Record::Answer { best: mv(0), reply: mv(1) }
    }

    /// The record of a move of game number `game`.
    pub(super) fn of_move(game: usize, appraisal: &Appraisal, thresholds: &Thresholds) -> Record {
        let loss = appraisal.loss();
        Record::Move {
            game,
            ply: appraisal.index + 1,
            side: colour(appraisal.side),
            mv: appraisal.mv.pdn(),
            value: Value::of(appraisal.played),
            loss: loss.men(),
            judgement: thresholds.judge(loss),
            depth: appraisal.depth.get(),
            nodes: appraisal.nodes,
            lines: LineRecord::all(&appraisal.lines),
        }
    }

    /// Writes the record on a line of its own.
    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        serde_json::to_writer(&mut *out, self)?;
        writeln!(out)
    }
}

/// The colour of a side as a word.
pub(super) const fn colour(side: Side) -> &'static str {
    match side {
        Side::White => "white",
        Side::Black => "black",
    }
}

/// Tags as an object.
pub(super) fn tags(tags: &Tags) -> serde_json::Map<String, serde_json::Value> {
    tags.iter().map(|(name, value)| (name.to_owned(), value.into())).collect()
}
