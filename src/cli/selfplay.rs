//! `crownhead selfplay`: plays games of the engine against itself and counts how they end.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use clap::{Args, value_parser};

use super::error::CliError;
use super::flags::{SearchFlags, count, processors, table_size, threads, variant_help};
use super::terminal::{on_signal, progress_bar};
use crate::arena::{SelfPlay, SelfPlaySummary};
use crownhead_engine::eval::EvaluationOptions;
use crownhead_engine::search::TableSize;
use crownhead_rules::Variant;
use crownhead_rules::notation::counted;

/// The maximum length of the random openings: the longer they are, the fewer games are balanced after them.
const LONGEST_OPENING: u64 = 20;

/// Play games of the engine against itself and count how they end
///
/// Each game begins with random moves determined by the seed. Then both sides search the same number of nodes per move,
/// with a new table for each game. There is no limit on the length of a game and no adjudication: games end by the
/// rules. The same options give the same games for any number of threads; the fingerprint, a hash of all moves and
/// endings, verifies this. `distinct` counts the different games, since short openings repeat. Ctrl-C prints the
/// summary of the games finished so far, with exit code 130.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  crownhead selfplay --variant giveaway
  crownhead selfplay --variant international --games 1000 --nodes 5000 \\
      --opening-plies 6 --seed 7
  crownhead selfplay --variant english --driver mtd-f --quiet | grep fingerprint")]
pub(super) struct SelfPlayArgs {
    #[arg(long, value_name = "NAME", help = variant_help())]
    variant: Variant,

    /// Number of games
    #[arg(long, value_name = "N", default_value = "200", value_parser = count(1..=1_000_000))]
    games: usize,

    /// Nodes per move
    #[arg(long, value_name = "N", default_value = "2000", value_parser = value_parser!(u64).range(1..))]
    nodes: u64,

    /// Random plies at the start of each game
    #[arg(long, value_name = "N", default_value = "4", value_parser = count(0..=LONGEST_OPENING))]
    opening_plies: usize,

    /// Seed of the random openings
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,

    /// Games played in parallel [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = threads())]
    threads: Option<NonZeroUsize>,

    /// Size of each thread's table in MiB
    #[arg(long, default_value = "4", value_parser = table_size())]
    mib: TableSize,

    #[command(flatten)]
    search: SearchFlags,

    /// Do not show progress
    #[arg(long)]
    quiet: bool,
}

impl SelfPlayArgs {
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let series = self.series();
        let interrupt = on_signal()?;
        let bar = progress_bar(series.games as u64, "{bar:40} {pos}/{len} games, {eta} to go", self.quiet);
        let start = Instant::now();
        let records = series.run(&interrupt, |_| bar.inc(1))?;
        let time = start.elapsed();
        bar.finish_and_clear();
        write_summary(out, &series, &SelfPlaySummary::of(self.variant, &records), time)?;
        if records.len() < series.games { Err(CliError::Interrupted) } else { Ok(()) }
    }

    fn series(&self) -> SelfPlay {
        SelfPlay {
            variant: self.variant,
            evaluation: EvaluationOptions::default(),
            games: self.games,
            nodes: self.nodes,
            opening_plies: self.opening_plies,
            seed: self.seed,
            table_size: self.mib,
            options: self.search.options(),
            concurrency: self.threads.unwrap_or_else(processors).get(),
        }
    }
}

fn write_summary(out: &mut impl Write, series: &SelfPlay, summary: &SelfPlaySummary, time: Duration) -> io::Result<()> {
    writeln!(
        out,
        "{}: {} ({} distinct), {} a move, {}, seed {}",
        series.variant,
        counted(summary.games as u64, "game", "games"),
        summary.distinct,
        counted(series.nodes, "node", "nodes"),
        counted(series.opening_plies as u64, "opening ply", "opening plies"),
        series.seed
    )?;
    for (end, games) in &summary.ends {
        writeln!(out, "{games:>7}  {end}")?;
    }
    writeln!(out, "plies: {:.1} mean, {} longest", summary.mean_plies(), summary.longest)?;
    writeln!(out, "speed: {:.2} games/s", summary.games as f64 / time.as_secs_f64().max(1e-9))?;
    writeln!(out, "fingerprint: {}", summary.fingerprint)
}
