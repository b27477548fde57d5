//! `crownhead moves`: the legal moves of positions, for scripts that compare them with other programs.

use std::io::Write;

use clap::Args;

use super::CliError;
use super::positions::{Positions, write_line};
use crate::notation::{SpelledMove, fen};
use crate::rules::AnyPosition;

/// List the legal moves of positions
///
/// Prints a line for each position: its FEN, then its legal moves in Hub form: the start and end squares, then the
/// captured squares: `32-28`, `28x10x14x23`. The moves are not sorted.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  crownhead moves --variant international --fen W:W28:B14,23
  crownhead moves --variant english --fen - < positions.fen")]
pub(super) struct Moves {
    #[command(flatten)]
    positions: Positions,
}

impl Moves {
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        if self.positions.is_stream() {
            return self.positions.answer_stream(out, listed);
        }
        let position = self.positions.single()?;
        Ok(write_line(out, &fen::write(&position), listed(&position))?)
    }
}

fn listed(position: &AnyPosition) -> Vec<String> {
    let legal = position.moves();
    legal.iter().map(|mv| SpelledMove::among(position, &legal, mv).hub()).collect()
}
