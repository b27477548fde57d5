//! The positions of a command: one, or a stream from standard input.

use std::io::{self, BufRead, Write};

use clap::Args;

use super::values::{shown_variant, variant_help};
use super::{CliError, complain};
use crate::notation::fen;
use crate::rules::{AnyPosition, Variant};

/// The variant and the positions.
#[derive(Clone, Debug, Args)]
pub(super) struct Positions {
    #[arg(long, value_name = "NAME", help = variant_help(), long_help = long_variant_help())]
    variant: Option<Variant>,

    /// The position as FEN, such as `W:W31-50:B1-20` [default: the start position]
    ///
    /// With `-`, FENs are read from standard input, one per line.
    #[arg(long)]
    fen: Option<String>,
}

impl Positions {
    /// The given variant, or the one detected from the position.
    pub(super) fn variant(&self) -> Variant {
        self.variant.or_else(|| shown_variant(self.fen.as_deref()?)).unwrap_or(Variant::ENGLISH)
    }

    /// Whether the positions are read from standard input.
    pub(super) fn is_stream(&self) -> bool {
        self.fen.as_deref() == Some("-")
    }

    /// The single position, if this is not a stream.
    pub(super) fn single(&self) -> Result<AnyPosition, CliError> {
        match &self.fen {
            Some(text) => Ok(fen::parse(self.variant(), text)?),
            None => Ok(self.variant().start()),
        }
    }

    /// Prints a line for each FEN of standard input: the FEN as given, then the words that `answer` returns for it. An
    /// invalid line is reported with its number and skipped; blank lines are skipped.
    pub(super) fn answer_stream(
        &self,
        out: &mut impl Write,
        answer: impl Fn(&AnyPosition) -> Vec<String>,
    ) -> Result<(), CliError> {
        let variant = self.variant();
        let mut bad_lines = 0;
        for (index, line) in io::stdin().lock().split(b'\n').enumerate() {
            let line = line?;
            let line = String::from_utf8_lossy(&line);
            let text = line.trim();
            if text.is_empty() {
                continue;
            }
            match fen::parse(variant, text) {
                Ok(position) => write_line(out, text, answer(&position))?,
                Err(error) => {
                    complain(format_args!("line {}: {error}", index + 1));
                    bad_lines += 1;
                }
            }
        }
        if bad_lines == 0 { Ok(()) } else { Err(CliError::BadLines(bad_lines)) }
    }
}

fn long_variant_help() -> String {
    format!("{}. Default: english, or international if --fen has squares beyond 32", variant_help())
}

/// Writes a position and its answer, separated by blanks.
pub(super) fn write_line(out: &mut impl Write, fen: &str, answer: Vec<String>) -> io::Result<()> {
    write!(out, "{fen}")?;
    for word in answer {
        write!(out, " {word}")?;
    }
    writeln!(out)
}
