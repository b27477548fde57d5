//! `crownhead endgame probe`: what the tables know of positions.

use std::io::{self, BufRead, Write};

use clap::Args;
use serde::Serialize;

use super::{EndgameError, TableFlags};
use crate::cli::{CliError, complain};
use crate::endgame::{Known, Tables};
use crate::notation::{SpelledMove, fen};
use crate::rules::{AnyPosition, Move, Side};

/// Print what the tables know of positions
///
/// Prints a line for each position: the FEN as it was given, `win`, `loss` or `draw` for the side to move, and the plies
/// until a side cannot move, `-` for a draw; tabs lie between. Both sides play perfectly: the winner hurries, the loser
/// resists. The counts of the draw articles are not looked at.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  crownhead endgame probe --variant english --fen W:WK18,K15:BK1
  crownhead endgame probe --variant international --fen W:WK28,33,34:BK5 --moves
  crownhead endgame probe --variant losing --fen - --json < positions.fen")]
pub(super) struct Probe {
    #[command(flatten)]
    tables: TableFlags,

    /// The position as FEN; with `-`, one FEN a line is read from standard input
    #[arg(long)]
    fen: String,

    /// Add each move with its value for the side that makes it, the best first: `9-14 win 5`
    #[arg(long)]
    moves: bool,

    /// Print an object a line instead
    #[arg(long)]
    json: bool,
}

impl Probe {
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let tables = self.tables.open()?;
        if self.fen != "-" {
            return self.answer(out, &tables, &self.fen);
        }
        let mut bad_lines = 0;
        for (index, line) in io::stdin().lock().split(b'\n').enumerate() {
            let line = line?;
            let text = String::from_utf8_lossy(&line);
            let text = text.trim();
            if text.is_empty() {
                continue;
            }
            match self.answer(out, &tables, text) {
                Err(error @ (CliError::Notation(_) | CliError::Endgame(_))) => {
                    complain(format_args!("line {}: {error}", index + 1));
                    bad_lines += 1;
                }
                answered => answered?,
            }
        }
        if bad_lines == 0 { Ok(()) } else { Err(CliError::BadLines(bad_lines)) }
    }

    /// Prints what is known of one position.
    fn answer(&self, out: &mut impl Write, tables: &Tables, text: &str) -> Result<(), CliError> {
        let position = fen::parse(tables.variant(), text)?;
        let unknown = || unknown(tables, &position, text);
        let known = tables.probe(&position).ok_or_else(unknown)?;
        let moves = if self.moves { Some(tables.moves(&position).ok_or_else(unknown)?) } else { None };
        let record = Record::new(text, known, &position, moves.as_ref());
        if self.json {
            writeln!(out, "{}", serde_json::to_string(&record).map_err(EndgameError::from)?)?;
        } else {
            writeln!(out, "{}", record.line())?;
        }
        Ok(())
    }
}

fn unknown(tables: &Tables, position: &AnyPosition, text: &str) -> EndgameError {
    let fen = text.to_owned();
    let (pieces, most) = (position.occupied().len() as usize, tables.max_pieces());
    match Side::ALL.into_iter().any(|side| position.pieces(side).is_empty()) {
        true => EndgameError::OneSide(fen),
        false if pieces > most => EndgameError::TooManyPieces { fen, pieces, most },
        false => EndgameError::Unknown(fen),
    }
}

/// An answer.
#[derive(Debug, Serialize)]
struct Record<'a> {
    fen: &'a str,
    outcome: String,
    plies: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<MoveRecord>>,
}

#[derive(Debug, Serialize)]
struct MoveRecord {
    #[serde(rename = "move")]
    mv: String,
    outcome: String,
    plies: Option<u16>,
}

impl Record<'_> {
    fn new<'a>(fen: &'a str, known: Known, position: &AnyPosition, moves: Option<&Vec<(Move, Known)>>) -> Record<'a> {
        let record = |(mv, known): &(Move, Known)| MoveRecord {
            mv: SpelledMove::new(position, mv).pdn(),
            outcome: known.outcome.to_string(),
            plies: known.plies,
        };
        let moves = moves.map(|moves| moves.iter().map(record).collect());
        Record { fen, outcome: known.outcome.to_string(), plies: known.plies, moves }
    }

    fn line(&self) -> String {
        let plies = |plies: Option<u16>| plies.map_or("-".to_owned(), |plies| plies.to_string());
        let mut line = format!("{}\t{}\t{}", self.fen, self.outcome, plies(self.plies));
        for MoveRecord { mv, outcome, plies: to_end } in self.moves.iter().flatten() {
            line += &format!("\t{mv} {outcome} {}", plies(*to_end));
        }
        line
    }
}
