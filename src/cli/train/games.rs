//! `crownhead train games`: games for training.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::{ArgGroup, Args, value_parser};
use indicatif::ProgressBar;

use crate::cli::CliError;
use crate::cli::progress_bar::progress_bar;
use crate::cli::signal::on_signal;
use crate::cli::values::{threads, variant_help};
use crate::engine::{Limit, TimeLimit};
use crate::rules::Variant;
use crate::shard::Shard;
use crate::train::Knowledge;
use crate::train::games::{Beside, Extent, Figures, GamesRun, OpeningPlies, Share};

/// Play games of the engine against itself and record every position with its search value and the result
///
/// Each game begins with random moves that the seed decides, and no opening is played twice. A game ends early when it is
/// decided, long level, or too long. With --nodes, the same options give the same record, whatever the number of threads.
/// An interrupted run continues when the same command is given again.
#[derive(Clone, Debug, Args)]
#[command(group = ArgGroup::new("extent").args(["games", "openings"]).required(true))]
#[command(after_help = "Examples:
  crownhead train games --variant english --games 10000 --out english.games
  crownhead train games --variant international --games 500 --nodes 2000 \\
        --seed 7 --threads 2 --out trial.games")]
pub(super) struct GamesArgs {
    #[arg(long, value_name = "NAME", help = variant_help())]
    variant: Variant,

    /// How many games the record is to have
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..=100_000_000))]
    games: Option<u64>,

    /// How many openings to play, instead of --games; some of them repeat earlier ones or lead to no game
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..=1_000_000_000))]
    openings: Option<u64>,

    /// Play only part I of N of --openings, a block of them; `crownhead train merge` puts the records together
    #[arg(long, value_name = "I/N", requires = "openings", conflicts_with = "games")]
    shard: Option<Shard>,

    /// Nodes to search for each move
    #[arg(long, value_name = "N", default_value = "600", value_parser = value_parser!(u64).range(1..))]
    nodes: u64,

    /// Seconds of processor time for each move, instead of nodes; the games are then different each time
    #[arg(long, value_name = "SECONDS", conflicts_with = "nodes", value_parser = seconds)]
    time: Option<Duration>,

    /// Play with the weights in this file instead of the linear evaluation
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,

    /// Decides the openings and the positions beside the games
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,

    /// Random plies of an opening: any number of the range, each as often as the others
    #[arg(long, value_name = "LEAST-MOST", default_value_t)]
    opening_plies: OpeningPlies,

    /// For this share of the positions of a game, from 0 to 1, also record a position beside it: after a few random moves,
    /// with the value that a search finds there
    #[arg(long, value_name = "SHARE", default_value_t)]
    sidelines: Share,

    /// For this share of the positions of a game, from 0 to 1, also record a position that the search of its move has
    /// evaluated, with the value that a search of its own finds
    #[arg(long, value_name = "SHARE", default_value_t)]
    leaves: Share,

    /// How many games to play at a time
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads())]
    threads: NonZeroUsize,

    /// The record
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Show no progress, even on a terminal
    #[arg(long)]
    quiet: bool,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok().filter(|seconds| (1e-6..=3600.0).contains(seconds));
    seconds
        .map(Duration::from_secs_f64)
        .ok_or_else(|| format!("{text} is not a time: expected seconds between 0.000001 and 3600"))
}

impl GamesArgs {
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let knowledge = self.weights.as_deref().map_or_else(|| Ok(Knowledge::linear()), Knowledge::read)?;
        let run = GamesRun {
            variant: self.variant,
            extent: extent(self.games, self.openings, self.shard),
            knowledge,
            limit: self.time.map_or(Limit::of_nodes(self.nodes), |time| Limit::of_time(TimeLimit::PerMove(time))),
            seed: self.seed,
            opening_plies: self.opening_plies,
            beside: Beside { sidelines: self.sidelines, leaves: self.leaves },
            threads: self.threads,
            record: self.out,
        };
        let interrupt = on_signal()?;
        let bar = bar(run.extent, self.quiet);
        let position = |figures: &Figures| match run.extent {
            Extent::Games(_) => figures.games,
            Extent::Openings { .. } => figures.openings.saturating_sub(run.extent.openings().start),
        };
        let start = Instant::now();
        let mut earlier = None;
        let result = run.run(&interrupt, &mut |figures| {
            let earlier = *earlier.get_or_insert(figures.games);
            if figures.games == earlier {
                bar.set_position(position(figures));
                bar.reset_eta();
            }
            bar.set_position(position(figures));
            bar.set_message(in_short(figures, figures.games - earlier, start.elapsed()));
        });
        bar.finish_and_clear();
        let figures = result?;
        let played = figures.games - earlier.unwrap_or(0);
        Ok(write_summary(out, &run, &figures, played, start.elapsed())?)
    }
}

/// The command line has either a number of games or one of openings.
fn extent(games: Option<u64>, openings: Option<u64>, shard: Option<Shard>) -> Extent {
    match openings {
        Some(count) => Extent::Openings { count, shard },
        None => Extent::Games(games.unwrap_or(0)),
    }
}

fn bar(extent: Extent, quiet: bool) -> ProgressBar {
    let (length, template) = match extent {
        Extent::Games(games) => (games, "{bar:30} {pos}/{len} games, {eta} to go, {msg}"),
        Extent::Openings { .. } => {
            let Range { start, end } = extent.openings();
            (end - start, "{bar:30} {pos}/{len} openings, {eta} to go, {msg}")
        }
    };
    progress_bar(length, template, quiet)
}

fn games_per_second(games: u64, time: Duration) -> f64 {
    games as f64 / time.as_secs_f64().max(1e-9)
}

fn in_short(figures: &Figures, played: u64, time: Duration) -> String {
    format!(
        "{:.1} games/s, {:.1} positions a game, {:.1} % draws, {} distinct positions",
        games_per_second(played, time),
        figures.mean_samples(),
        100.0 * figures.draw_share(),
        figures.distinct_positions()
    )
}

fn write_summary(
    out: &mut impl Write,
    run: &GamesRun,
    figures: &Figures,
    played: u64,
    time: Duration,
) -> io::Result<()> {
    let openings = match run.extent {
        Extent::Games(_) => figures.openings,
        Extent::Openings { .. } => {
            let Range { start, end } = run.extent.openings();
            end - start
        }
    };
    writeln!(out, "{}: {} games of {openings} openings, {}, seed {}", run.variant, figures.games, run.limit, run.seed)?;
    for (result, games) in &figures.results {
        writeln!(out, "{games:>9}  {result} for White")?;
    }
    for (ending, games) in &figures.endings {
        writeln!(out, "{games:>9}  {ending}")?;
    }
    let distinct = figures.distinct_positions();
    writeln!(out, "positions: {}, {:.1} a game, {distinct} distinct", figures.samples, figures.mean_samples())?;
    writeln!(out, "speed: {:.2} games/s", games_per_second(played, time))
}
