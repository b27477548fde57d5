//! `crownhead eval`: where the value of a position comes from.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;

use super::CliError;
use super::explanation::{ExplanationRecord, write};
use super::positions::Positions;
use crate::eval::{Evaluation, EvaluationOptions};
use crate::notation::fen;
use crate::train::read_weights_for;

/// Show what a position is worth without a search, and where the value comes from
///
/// All values are in men, for the side to move. The board shows what falls on each square. With a network, a piece's share
/// is what the value changes by when it is taken off the board. An evaluation by patterns is the sum of a weight for each
/// pattern on the board, and a section is all patterns of one kind; a pattern's value falls in equal shares on the pieces
/// that stand on its squares, or on all its squares if they are empty. A combined evaluation is the sum of a network and of
/// patterns. The linear evaluation is a sum of features, which belong to no squares.
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
}

impl EvalArgs {
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let evaluation = self.evaluation()?;
        let position = self.positions.single()?;
        if !self.json {
            return Ok(write(out, &evaluation, &position)?);
        }
        let explanation = ExplanationRecord::of(&evaluation, &position);
        let record = Record { variant: position.variant().name(), fen: fen::write(&position), explanation };
        let line = serde_json::to_string(&record).map_err(io::Error::from)?;
        Ok(writeln!(out, "{line}")?)
    }

    fn evaluation(&self) -> Result<Evaluation, CliError> {
        let variant = self.positions.variant();
        let weights = self.file.as_deref().map(|file| read_weights_for(variant, file)).transpose()?;
        let options = EvaluationOptions { learned: !self.linear, weights, ..EvaluationOptions::default() };
        Ok(Evaluation::new(variant, &options))
    }
}

/// The output for programs.
#[derive(serde::Serialize)]
struct Record {
    variant: &'static str,
    fen: String,
    #[serde(flatten)]
    explanation: ExplanationRecord,
}
