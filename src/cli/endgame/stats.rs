//! `crownhead endgame stats`: what tables hold.

use std::io::Write;

use clap::Args;

use super::{EndgameError, TableFlags, chosen};
use crate::cli::CliError;
use crate::endgame::SliceCounts;

/// Count wins, draws and losses in tables, slice by slice
///
/// A slice is named by the men and kings of the side to move, then those of the other side: `1m2k-0m1k`. Wins and losses
/// are those of the side to move. Positions where a capture must be made are counted too, but not stored.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  crownhead endgame stats --variant english
  crownhead endgame stats --variant english --pieces 5 --dir tables")]
pub(super) struct Stats {
    #[command(flatten)]
    tables: TableFlags,

    /// Only the table of so many pieces
    #[arg(long, value_name = "N")]
    pieces: Option<usize>,
}

impl Stats {
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let tables = self.tables.open()?;
        let files = tables.files().map_err(EndgameError::from)?;
        for pieces in chosen(&tables, self.pieces)? {
            for (path, _, bytes) in files.iter().filter(|file| file.1 == pieces) {
                writeln!(out, "{} of {pieces} pieces: {}, {bytes} bytes", tables.variant(), path.display())?;
            }
            write_counts(out, &tables.counts(pieces))?;
        }
        Ok(())
    }
}

fn write_counts(out: &mut impl Write, slices: &[SliceCounts]) -> Result<(), CliError> {
    let heads = ["slice", "positions", "wins", "draws", "losses", "captures", "longest", "bytes"];
    let row = |first: String, cells: [u64; 7]| {
        cells.iter().fold(format!("{first:<9}"), |line, cell| format!("{line} {cell:>11}"))
    };
    let head = heads[1..].iter().fold(format!("{:<9}", heads[0]), |line, head| format!("{line} {head:>11}"));
    writeln!(out, "{head}")?;
    let mut total = [0; 7];
    for slice in slices {
        let SliceCounts { wins, draws, losses, captures, longest, bytes, .. } = *slice;
        let cells = [slice.positions(), wins, draws, losses, captures, u64::from(longest), bytes];
        for (place, (sum, cell)) in total.iter_mut().zip(cells).enumerate() {
            *sum = if heads[place + 1] == "longest" { cell.max(*sum) } else { *sum + cell };
        }
        writeln!(out, "{}", row(slice.slice.to_string(), cells))?;
    }
    Ok(writeln!(out, "{}\n", row("all".to_owned(), total))?)
}
