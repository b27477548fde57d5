//! `crownhead eval`: where the value of a position comes from, as text and as JSON.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;

use serde::Serialize;

use super::error::CliError;
use super::flags::{Positions, write_line};
use super::share_board;
use crate::board::{cells, letter};
use crate::train::read_weights_for;
use crownhead_engine::eval::{Evaluation, EvaluationOptions, Explanation, Family, Part};
use crownhead_rules::notation::fen;
use crownhead_rules::{AnyPosition, Square, Variant};

/// Characters for a square of the board.
const CELL: usize = 8;

/// Show what a position is worth without a search, and where the value comes from
///
/// All values are in men, for the side to move. The board shows what falls on each square. With a network, a piece's
/// share is what the value changes by when it is taken off the board. An evaluation by patterns is the sum of a weight
/// for each pattern on the board, and a section is all patterns of one kind; a pattern's value falls in equal shares on
/// the pieces that stand on its squares, or on all its squares if they are empty. A combined evaluation is the sum of a
/// network and of patterns. The linear evaluation is a sum of features, which belong to no squares.
///
/// With `--fen -`, each position of standard input is answered by a line: the FEN as given and the value in men, or with
/// --json the whole object.
#[derive(Clone, Debug, Args)]
#[command(after_help = "With --json, the output is an object: variant, fen, evaluation (patterns,
network, combined of both, or linear), value, rounding, opening (the share of
the opening in the blend), phases (the value if it were all opening, and all
ending; of a network, by its weights of a full board, and of few pieces;
combined, the sums of these), parts (name, men, and squares or count), squares
(the share of each, from square 1). Parts and rounding make the value; so do
the squares, the parts without squares and rounding.

Examples:
  crownhead eval --variant english --fen B:W18,24,27:B1,K15
  crownhead eval --variant international --linear --json
  crownhead eval --variant english --svg > board.svg
  crownhead eval --variant english --fen W:W30,32:B1,3 --file a.weights")]
pub(super) struct EvalArgs {
    #[command(flatten)]
    positions: Positions,

    /// Use the weights in this file instead of those of the program
    #[arg(long, value_name = "FILE", conflicts_with = "linear")]
    file: Option<PathBuf>,

    /// Use the linear evaluation
    #[arg(long)]
    linear: bool,

    /// Print JSON
    #[arg(long)]
    json: bool,

    /// Print the board with the share of each square, as SVG
    #[arg(long, conflicts_with_all = ["json", "linear"])]
    svg: bool,
}

impl EvalArgs {
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        if self.positions.is_stream() && !self.svg {
            return self.answer_stream(out);
        }
        let position = self.positions.single()?;
        let evaluation = self.evaluation(position.variant())?;
        if self.svg {
            let shares = by_square(&evaluation.explain(&position), &position).unwrap_or_default();
            return Ok(out.write_all(share_board::svg(&position, &shares).as_bytes())?);
        }
        if !self.json {
            return Ok(explain(out, &evaluation, &position)?);
        }
        write_record(out, &evaluation, &position)
    }

    /// Answers each FEN of standard input on a line: with its value, or with its record.
    fn answer_stream(&self, out: &mut impl Write) -> Result<(), CliError> {
        let mut evaluations = HashMap::new();
        self.positions.for_each(|text, position| {
            let variant = position.variant();
            let evaluation = match evaluations.entry(variant.name()) {
                Entry::Occupied(made) => made.into_mut(),
                Entry::Vacant(place) => place.insert(self.evaluation(variant)?),
            };
            if self.json {
                return write_record(out, evaluation, position);
            }
            Ok(write_line(out, text, vec![evaluation.value(position).to_string()])?)
        })
    }

    fn evaluation(&self, variant: Variant) -> Result<Evaluation, CliError> {
        let weights = self.file.as_deref().map(|file| read_weights_for(variant, file)).transpose()?;
        let options = EvaluationOptions { learned: !self.linear, weights, ..EvaluationOptions::default() };
        Ok(Evaluation::new(variant, &options))
    }
}

fn write_record(out: &mut impl Write, evaluation: &Evaluation, position: &AnyPosition) -> Result<(), CliError> {
    let explanation = ExplanationRecord::of(evaluation, position);
    let record = Record { variant: position.variant().name(), fen: fen::write(position), explanation };
    Ok(writeln!(out, "{}", serde_json::to_string(&record)?)?)
}

#[derive(Serialize)]
struct Record {
    variant: &'static str,
    fen: String,
    #[serde(flatten)]
    explanation: ExplanationRecord,
}

/// The explanation for programs. All values are in men, for the side to move.
#[derive(Debug, Serialize)]
pub(super) struct ExplanationRecord {
    /// `patterns`, `network`, `combined` or `linear`.
    evaluation: &'static str,
    value: f64,
    /// What rounding adds to the sum of all parts.
    rounding: f64,
    /// The share of the opening in the blend, from 0 to 1; absent where there is a network, which has no blend.
    #[serde(skip_serializing_if = "Option::is_none")]
    opening: Option<f64>,
    /// The value if the blend were all opening, and all ending; by the weights of a network for a full board, and for
    /// the fewest pieces.
    phases: [f64; 2],
    parts: Vec<PartRecord>,
    /// The share of each square, from square 1; absent where no part has squares.
    #[serde(skip_serializing_if = "Option::is_none")]
    squares: Option<Vec<f64>>,
}

/// What one pattern or feature adds.
#[derive(Debug, Serialize)]
struct PartRecord {
    name: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    squares: Vec<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<i32>,
    men: f64,
}

impl ExplanationRecord {
    pub(super) fn of(evaluation: &Evaluation, position: &AnyPosition) -> ExplanationRecord {
        let explanation = evaluation.explain(position);
        ExplanationRecord {
            evaluation: evaluation.family().map_or("linear", Family::name),
            value: explanation.value.men(),
            rounding: explanation.rounding(),
            opening: explanation.opening_share,
            phases: explanation.phases,
            squares: by_square(&explanation, position),
            parts: explanation.parts.into_iter().map(PartRecord::from).collect(),
        }
    }
}

impl From<Part> for PartRecord {
    fn from(part: Part) -> PartRecord {
        let squares = part.squares.into_iter().map(Square::number).collect();
        PartRecord { name: part.name, squares, count: part.count, men: part.men }
    }
}

/// The share of each square, if any part has squares.
fn by_square(explanation: &Explanation, position: &AnyPosition) -> Option<Vec<f64>> {
    let has_squares = explanation.parts.iter().any(|part| !part.squares.is_empty());
    let is_occupied = |square| position.piece_at(square).is_some();
    has_squares.then(|| explanation.by_square(position.board().size, is_occupied))
}

pub(super) fn explain(out: &mut impl Write, evaluation: &Evaluation, position: &AnyPosition) -> io::Result<()> {
    let explanation = evaluation.explain(position);
    let kind = match evaluation.family() {
        None => "features",
        Some(Family::Patterns) => "patterns",
        Some(Family::Network) => "what each piece adds",
        Some(Family::Combined) => "patterns and of shares of the pieces",
    };
    let side = position.side();
    writeln!(out, "value: {:+.6} men for {side}, who is to move, as the sum of {kind}", explanation.value)?;
    let [opening, ending] = explanation.phases;
    match explanation.opening_share {
        None => {
            writeln!(out, "phase: {opening:+.3} by the weights of a full board, {ending:+.3} by those of few pieces\n")?
        }
        Some(share) => writeln!(
            out,
            "phase: {:.0} % opening; {opening:+.3} if it were all opening, {ending:+.3} if all ending\n",
            100.0 * share
        )?,
    }
    if evaluation.family().is_none() {
        write_features(out, &explanation)?;
    } else {
        write_sections(out, &explanation)?;
    }
    match by_square(&explanation, position) {
        Some(shares) => {
            writeln!(out, "\n{}\n", meaning_of_shares(evaluation.family()))?;
            write_board(out, position, &shares)
        }
        None => Ok(()),
    }
}

fn write_features(out: &mut impl Write, explanation: &Explanation) -> io::Result<()> {
    writeln!(out, "{:<16}{:>14}{:>11}", "feature", "White - Black", "men")?;
    for part in &explanation.parts {
        writeln!(out, "{:<16}{:>14}{:>+11.6}", part.name, part.count.unwrap_or(0), part.men)?;
    }
    writeln!(out, "{:<30}{:>+11.6}", "rounding", rounding(explanation))
}

/// Writes the sum of each section, and the region that adds most to it and the one that takes most from it.
fn write_sections(out: &mut impl Write, explanation: &Explanation) -> io::Result<()> {
    writeln!(out, "{:<16}{:>10}{:>11}   greatest and least: their squares", "section", "number", "men")?;
    for name in explanation.names() {
        let mut parts: Vec<&Part> = explanation.parts.iter().filter(|part| part.name == name).collect();
        parts.sort_by(|part, other| other.men.total_cmp(&part.men));
        write!(out, "{name:<16}{:>10}{:>+11.6}", parts.len(), explanation.sum_of(name))?;
        if let [greatest, .., least] = parts[..] {
            write!(out, "   {}; {}", region(greatest), region(least))?;
        }
        writeln!(out)?;
    }
    writeln!(out, "{:<26}{:>+11.6}", "rounding", rounding(explanation))
}

/// What a pattern adds, and the corners of its area.
fn region(part: &Part) -> String {
    match part.squares[..] {
        [first, .., last] => format!("{:+.3} on {first}-{last}", part.men),
        _ => format!("{:+.3}", part.men),
    }
}

/// What rounding adds, to six decimals, without the sign of a zero.
fn rounding(explanation: &Explanation) -> f64 {
    (1e6 * explanation.rounding()).round() / 1e6 + 0.0
}

/// What a square's share is, and how the shares make the value.
const fn meaning_of_shares(family: Option<Family>) -> &'static str {
    match family {
        Some(Family::Combined) => {
            "Shares of the squares: what the network's part of the value changes by when the piece is taken\n\
             off the board, and the patterns in equal shares on the pieces on their squares, or on all\n\
             their squares if they are empty. With the rest and material they make the value."
        }
        Some(Family::Network) => {
            "Shares of the squares: what the value changes by when the piece is taken off the board.\n\
             With the rest they make the value."
        }
        _ => {
            "Shares of the squares: a pattern falls in equal shares on the pieces on its squares,\n\
             or on all its squares if they are empty. With material they make the value."
        }
    }
}

/// Draws the board from White's side, each square with its piece and its share.
fn write_board(out: &mut impl Write, position: &AnyPosition, shares: &[f64]) -> io::Result<()> {
    let share = |square: Square| {
        let piece = letter(position, square).unwrap_or(' ');
        format!("{:>CELL$}", format!("{piece}{:+.3}", shares[square.index()]))
    };
    for row in 0..position.board().rows {
        writeln!(out, "{}", cells(position.board(), row, &" ".repeat(CELL), share).concat().trim_end())?;
    }
    Ok(())
}
