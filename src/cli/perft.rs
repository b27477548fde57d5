//! `crownhead perft`: counts move sequences, to test the move generator and measure its speed. `crownhead moves`: the
//! legal moves of positions, for scripts that compare them with other programs.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use clap::{Args, value_parser};

use super::error::CliError;
use super::flags::{Positions, write_line};
use crownhead_rules::AnyPosition;
use crownhead_rules::notation::{SpelledMove, fen};
use crownhead_rules::perft::Counting;

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
        if self.positions.is_stream() {
            return self.positions.answer_stream(out, |position| self.counts(position));
        }
        let position = self.positions.single()?;
        let start = Instant::now();
        for depth in 1..self.depth {
            writeln!(out, "perft({depth}) = {}", position.perft(depth, self.counting()))?;
        }
        let last_start = Instant::now();
        let leaves = self.last(&position, out)?;
        let last_time = last_start.elapsed();
        writeln!(out, "perft({}) = {leaves}", self.depth)?;
        Ok(write_speed(out, self.depth, leaves, start.elapsed(), last_time)?)
    }

    fn counting(&self) -> Counting {
        if self.routes { Counting::Routes } else { Counting::Merged }
    }

    /// The counts of a position from depth 1 on.
    fn counts(&self, position: &AnyPosition) -> Vec<String> {
        (1..=self.depth).map(|depth| position.perft(depth, self.counting()).to_string()).collect()
    }

    /// The count of the last depth, split by the first move if requested.
    fn last(&self, position: &AnyPosition, out: &mut impl Write) -> io::Result<u64> {
        if !self.divide {
            return Ok(position.perft(self.depth, self.counting()));
        }
        let mut leaves = 0;
        for (mv, count) in position.divide(self.depth, self.counting()) {
            writeln!(out, "{}: {count}", SpelledMove::new(position, &mv))?;
            leaves += count;
        }
        Ok(leaves)
    }
}

fn write_speed(out: &mut impl Write, depth: u32, leaves: u64, all: Duration, last: Duration) -> io::Result<()> {
    // The minimum time avoids a division by zero.
    let seconds = last.as_secs_f64().max(1e-9);
    let millions = leaves as f64 / seconds / 1e6;
    writeln!(out, "time: {:.3} s for all depths, {seconds:.3} s for depth {depth}", all.as_secs_f64())?;
    writeln!(out, "speed: {millions:.1} M leaves/s (the leaves of depth {depth} / the time of depth {depth})")
}

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
