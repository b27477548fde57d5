//! `crownhead perft`: counts move sequences, to test the move generator and measure its speed.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use clap::{Args, value_parser};

use super::CliError;
use super::positions::{Positions, answer_stream};
use crate::notation::SpelledMove;
use crate::rules::perft::{Counting, divide, perft};
use crate::rules::{Position, Rules, VariantVisitor};

/// The maximum depth: deeper counts would never finish, and the recursion fits on the stack.
pub(super) const DEEPEST: i64 = 99;

/// Count the move sequences of every length up to a depth
///
/// Prints a line `perft(D) = COUNT` for each depth, then the time and the speed: the leaves of the last depth divided
/// by the time of the last depth. The last ply is counted without playing its moves.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  crownhead perft --variant international --depth 9
  crownhead perft --variant losing --depth 4 --fen W:WK50:B1-10
  crownhead perft --variant english --depth 5 --fen - < positions.fen
  As in published counts of English draughts:
    crownhead perft --variant english --depth 12 --routes
  The count of each first move:
    crownhead perft --variant english --depth 6 --divide")]
pub(super) struct Perft {
    #[command(flatten)]
    positions: Positions,

    /// The maximum depth, in plies
    #[arg(long, value_name = "PLIES", value_parser = value_parser!(u32).range(1..=DEEPEST))]
    depth: u32,

    /// Split the count of the last depth by the first move
    #[arg(long)]
    divide: bool,

    /// Count each route of a capture, even if the ends and the captured pieces are the same
    #[arg(long)]
    routes: bool,
}

impl Perft {
    /// Counts one position and prints times, or counts a stream of positions and prints one line for each.
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        if self.divide && self.positions.is_stream() {
            return Err(CliError::DivideStream);
        }
        self.positions.variant().visit(Count { perft: &self, out })
    }

    fn counting(&self) -> Counting {
        if self.routes { Counting::Routes } else { Counting::Merged }
    }

    /// The counts of a position from depth 1 on.
    fn counts<R: Rules>(&self, position: &Position<R>) -> Vec<String> {
        (1..=self.depth).map(|depth| perft(position, depth, self.counting()).to_string()).collect()
    }

    /// The count of the last depth, split by the first move if requested.
    fn last<R: Rules>(&self, position: &Position<R>, out: &mut impl Write) -> io::Result<u64> {
        if !self.divide {
            return Ok(perft(position, self.depth, self.counting()));
        }
        let mut leaves = 0;
        for (mv, count) in divide(position, self.depth, self.counting()) {
            writeln!(out, "{}: {count}", SpelledMove::new(position, &mv))?;
            leaves += count;
        }
        Ok(leaves)
    }
}

struct Count<'a, W> {
    perft: &'a Perft,
    out: &'a mut W,
}

impl<W: Write> VariantVisitor for Count<'_, W> {
    type Output = Result<(), CliError>;

    fn visit<R: Rules>(self) -> Self::Output {
        let Count { perft: options, out } = self;
        if options.positions.is_stream() {
            return answer_stream::<R>(out, |position| options.counts(position));
        }
        let position = options.positions.single::<R>()?;
        let start = Instant::now();
        for depth in 1..options.depth {
            writeln!(out, "perft({depth}) = {}", perft(&position, depth, options.counting()))?;
        }
        let last_start = Instant::now();
        let leaves = options.last(&position, out)?;
        let last_time = last_start.elapsed();
        writeln!(out, "perft({}) = {leaves}", options.depth)?;
        write_speed(out, options.depth, leaves, start.elapsed(), last_time)?;
        Ok(())
    }
}

fn write_speed(
    out: &mut impl Write,
    depth: u32,
    leaves: u64,
    all: Duration,
    last: Duration,
) -> io::Result<()> {
    // The minimum time avoids a division by zero.
    let seconds = last.as_secs_f64().max(1e-9);
    let millions = leaves as f64 / seconds / 1e6;
    writeln!(out, "time: {:.3} s for all depths, {seconds:.3} s for depth {depth}", all.as_secs_f64())?;
    writeln!(out, "speed: {millions:.1} M leaves/s (the leaves of depth {depth} / the time of depth {depth})")
}
