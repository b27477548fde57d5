//! `crownhead endgame plan`: in what order the slices of a build can be solved.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use clap::builder::RangedU64ValueParser;
use serde::Serialize;

use super::{EndgameError, processors};
use crate::cli::CliError;
use crate::cli::values::variant_help;
use crate::endgame::{MAX_PIECES, Step, plan};
use crate::rules::Variant;

/// List the slices that a build consists of, for builds on several machines
///
/// Prints a line for each slice, which stands for the same material with the other side to move too: its name, the
/// positions of both, `done` or `missing`, and the slices that must be there before, separated by blanks; tabs separate
/// the four. `crownhead endgame build --slice` builds one. The slices come in an order in which one machine can build
/// them. To tell what is done, all that is there is read.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Example:
  crownhead endgame plan --variant english --pieces 5 --dir tables")]
pub(super) struct Plan {
    #[arg(long, value_name = "NAME", help = variant_help())]
    variant: Variant,

    /// The most pieces on the board
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<usize>::new().range(2..=MAX_PIECES as u64))]
    pieces: usize,

    /// The folder of the tables
    #[arg(long, value_name = "DIR", default_value = "endgame")]
    dir: PathBuf,

    /// Print one JSON object per line instead
    #[arg(long)]
    json: bool,
}

/// A step as a line of JSON.
#[derive(Serialize)]
struct StepLine {
    slice: String,
    positions: u64,
    done: bool,
    needs: Vec<String>,
}

impl Plan {
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let steps = plan(self.variant, &self.dir, self.pieces, processors().get());
        steps.map_err(EndgameError::from)?.iter().try_for_each(|step| self.write(out, step))
    }

    fn write(&self, out: &mut impl Write, step: &Step) -> Result<(), CliError> {
        let Step { slice, positions, is_done: done, .. } = *step;
        let needs: Vec<String> = step.needs.iter().map(ToString::to_string).collect();
        if self.json {
            let line = StepLine { slice: slice.to_string(), positions, done, needs };
            return Ok(writeln!(out, "{}", serde_json::to_string(&line).map_err(EndgameError::from)?)?);
        }
        let state = if done { "done" } else { "missing" };
        Ok(writeln!(out, "{slice}\t{positions}\t{state}\t{}", needs.join(" "))?)
    }
}
