//! The positions that a command works on: one, or a stream of them from standard input.

use std::io::{self, BufRead, Write};

use clap::Args;

use super::values::{shown_variant, variant_help};
use super::{CliError, complain};
use crate::notation::fen;
use crate::rules::{Position, Rules, Variant};

/// Which variant, and which positions of it.
#[derive(Clone, Debug, Args)]
pub(super) struct Positions {
    #[arg(long, value_name = "NAME", help = variant_help(), long_help = long_variant_help())]
    variant: Option<Variant>,

    /// The position as FEN, such as `W:W31-50:B1-20`; the start position if this is left out
    ///
    /// With `-`, one FEN a line is read from standard input.
    #[arg(long)]
    fen: Option<String>,
}

impl Positions {
    /// The variant that was named, or that the position shows.
    pub(super) fn variant(&self) -> Variant {
        self.variant.or_else(|| shown_variant(self.fen.as_deref()?)).unwrap_or(Variant::English)
    }

    /// Are the positions to be read from standard input?
    pub(super) fn is_stream(&self) -> bool {
        self.fen.as_deref() == Some("-")
    }

    /// The one position, where this is no stream.
    pub(super) fn single<R: Rules>(&self) -> Result<Position<R>, CliError> {
        match &self.fen {
            Some(text) => Ok(fen::parse(text)?),
            None => Ok(Position::start()),
        }
    }
}

fn long_variant_help() -> String {
    format!("{}. If it is left out: english, or international if --fen has squares beyond 32", variant_help())
}

/// Answers each FEN of standard input with a line of its own: the FEN as it was given, then the words that
/// `answer` has for it. A line that holds no position is reported by number and passed over; blank lines are skipped.
pub(super) fn answer_stream<R: Rules>(
    out: &mut impl Write,
    answer: impl Fn(&Position<R>) -> Vec<String>,
) -> Result<(), CliError> {
    let mut bad_lines = 0;
    for (index, line) in io::stdin().lock().split(b'\n').enumerate() {
        let line = line?;
        let line = String::from_utf8_lossy(&line);
        let text = line.trim();
        if text.is_empty() {
            continue;
        }
        match fen::parse(text) {
            Ok(position) => write_line(out, text, answer(&position))?,
            Err(error) => {
                complain(format_args!("line {}: {error}", index + 1));
                bad_lines += 1;
            }
        }
    }
    if bad_lines == 0 { Ok(()) } else { Err(CliError::BadLines(bad_lines)) }
}

/// Writes a position and its answer, with a blank before each word.
pub(super) fn write_line(out: &mut impl Write, fen: &str, answer: Vec<String>) -> io::Result<()> {
    write!(out, "{fen}")?;
    for word in answer {
        write!(out, " {word}")?;
    }
    writeln!(out)
}
