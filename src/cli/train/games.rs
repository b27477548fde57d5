//! `crownhead train games`: games for training.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::{ArgGroup, Args, value_parser};

use super::{move_time, share};
use crate::cli::error::CliError;
use crate::cli::flags::{threads, variant_help};
use crate::cli::terminal::{on_signal, progress_bar};
use crate::train::PlayerWeights;
use crate::train::games::{Extent, ExtraPositions, GamesRun, GamesSummary, OpeningPlies, starts};
use crate::train::record::Ending;
use crownhead_engine::engine::{Limit, TimeLimit};
use crownhead_engine::support::shard::Shard;
use crownhead_rules::Variant;

/// Play games of the engine against itself and record every position with its search value and the result
///
/// Each game begins with random moves that the seed decides, and no opening is played twice. A game ends early when it
/// is decided, long level, or too long. With --nodes, the same options give the same record, whatever the number of
/// threads. An interrupted run continues when the same command is given again.
#[derive(Clone, Debug, Args)]
#[command(group = ArgGroup::new("extent").args(["games", "openings"]).required(true))]
#[command(after_help = "Examples:
  crownhead train games --variant english --games 10000 --out english.games
  crownhead train games --variant international --games 500 --nodes 2000 \\
        --seed 7 --threads 2 --out trial.games
  crownhead train games --variant english --games 10000 --seed 8 \\
        --starts english.games --start-pieces 6-12 --opening-plies 0-2 \\
        --weights crates/engine/data/eval/english.weights --out endings.games")]
pub(super) struct GamesArgs {
    #[arg(long, value_name = "NAME", help = variant_help())]
    variant: Variant,

    /// The number of games that the record is to have
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..=100_000_000))]
    games: Option<u64>,

    /// The number of openings to play, instead of --games; some of them repeat earlier ones or lead to no game
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..=1_000_000_000))]
    openings: Option<u64>,

    /// Play only part I of N of --openings, a block of them; `crownhead train merge` puts the records together
    #[arg(long, value_name = "I/N", requires = "openings", conflicts_with = "games")]
    shard: Option<Shard>,

    /// Nodes to search for each move
    #[arg(long, value_name = "N", default_value = "600", value_parser = value_parser!(u64).range(1..))]
    nodes: u64,

    /// Seconds of processor time for each move, instead of nodes; the games are then different each time
    #[arg(long, value_name = "SECONDS", conflicts_with = "nodes", value_parser = move_time)]
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

    /// Begin at quiet positions of this record, drawn by chance, instead of the start position
    #[arg(long, value_name = "FILE")]
    starts: Option<PathBuf>,

    /// With --starts: the number of pieces of these positions
    #[arg(long, value_name = "LEAST-MOST", default_value = "6-12", requires = "starts", value_parser = pieces)]
    start_pieces: RangeInclusive<usize>,

    #[command(flatten)]
    extra: ExtraPositionFlags,

    /// Games to play in parallel
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads())]
    threads: NonZeroUsize,

    /// The record
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Show no progress, even on a terminal
    #[arg(long)]
    quiet: bool,
}

/// The flags for positions beside the games, which `train games` and `train loop` have in common.
#[derive(Clone, Debug, Args)]
pub(super) struct ExtraPositionFlags {
    /// For this share of the positions of a game, from 0 to 1, also record a position beside it: after a few random
    /// moves, with its own search value
    #[arg(long, value_name = "SHARE", default_value_t, value_parser = share::<f64>)]
    sidelines: f64,

    /// For this share of the positions of a game, from 0 to 1, also record a position that the search of its move has
    /// evaluated, with its own search value
    #[arg(long, value_name = "SHARE", default_value_t, value_parser = share::<f64>)]
    leaves: f64,
}

impl ExtraPositionFlags {
    pub(super) fn extra_positions(&self) -> ExtraPositions {
        ExtraPositions { sidelines: self.sidelines, leaves: self.leaves }
    }
}

fn pieces(text: &str) -> Result<RangeInclusive<usize>, String> {
    let ends = text.split_once('-').and_then(|(least, most)| Some((least.parse().ok()?, most.parse().ok()?)));
    let range = ends.filter(|(least, most)| least <= most).map(|(least, most)| least..=most);
    range.ok_or_else(|| format!("\"{text}\" is not a range of pieces: expected LEAST-MOST, such as 6-12"))
}

impl GamesArgs {
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let run = GamesRun {
            variant: self.variant,
            // The command line has either a number of games or one of openings.
            extent: match self.openings {
                Some(count) => Extent::Openings { count, shard: self.shard },
                None => Extent::Games(self.games.unwrap_or(0)),
            },
            weights: self.weights.as_deref().map_or_else(|| Ok(PlayerWeights::linear()), PlayerWeights::read)?,
            limit: self.time.map_or(Limit::of_nodes(self.nodes), |time| Limit::of_time(TimeLimit::PerMove(time))),
            seed: self.seed,
            opening_plies: self.opening_plies,
            starts: self
                .starts
                .as_deref()
                .map_or(Ok(Vec::new()), |record| starts(self.variant, record, self.start_pieces.clone()))?,
            extra: self.extra.extra_positions(),
            threads: self.threads,
            record: self.out,
        };
        let interrupt = on_signal()?;
        let openings = run.extent.openings();
        let (length, what) = match run.extent {
            Extent::Games(games) => (games, "games"),
            Extent::Openings { .. } => (openings.end - openings.start, "openings"),
        };
        let bar =
            progress_bar(length, &format!("{{bar:30}} {{pos}}/{{len}} {what}, {{eta}} to go, {{msg}}"), self.quiet);
        let start = Instant::now();
        let mut earlier = None;
        let result = run.run(&interrupt, &mut |figures| {
            let earlier = *earlier.get_or_insert(figures.games);
            bar.set_position(match run.extent {
                Extent::Games(_) => figures.games,
                Extent::Openings { .. } => figures.openings.saturating_sub(openings.start),
            });
            if figures.games == earlier {
                bar.reset_eta();
            }
            bar.set_message(in_short(figures, games_per_second(figures.games - earlier, start)));
        });
        bar.finish_and_clear();
        let figures = result?;
        let played = figures.games - earlier.unwrap_or(0);
        Ok(write_summary(out, &run, &figures, games_per_second(played, start))?)
    }
}

fn games_per_second(games: u64, start: Instant) -> f64 {
    games as f64 / start.elapsed().as_secs_f64().max(1e-9)
}

fn in_short(figures: &GamesSummary, speed: f64) -> String {
    let (positions, draws) = (figures.mean_samples(), 100.0 * figures.draw_share());
    let distinct = figures.distinct_positions();
    format!("{speed:.1} games/s, {positions:.1} positions a game, {draws:.1} % draws, {distinct} distinct positions")
}

fn write_summary(out: &mut impl Write, run: &GamesRun, figures: &GamesSummary, speed: f64) -> io::Result<()> {
    let openings = match (run.extent, run.extent.openings()) {
        (Extent::Games(_), _) => figures.openings,
        (Extent::Openings { .. }, openings) => openings.end - openings.start,
    };
    let limit = match (run.limit.nodes, run.limit.time) {
        (None, TimeLimit::PerMove(time)) => format!("{} s", time.as_secs_f64()),
        (nodes, _) => format!("{} nodes", nodes.unwrap_or_default()),
    };
    let (variant, games, seed) = (run.variant, figures.games, run.seed);
    writeln!(out, "{variant}: {games} games of {openings} openings, {limit} per move, seed {seed}")?;
    let results = ["loss for White", "draw for White", "win for White"].into_iter().zip(figures.results);
    let endings = Ending::ALL.iter().map(|ending| ending.name()).zip(figures.endings);
    for (what, games) in results.chain(endings).filter(|(_, games)| *games > 0) {
        writeln!(out, "{games:>9}  {what}")?;
    }
    let distinct = figures.distinct_positions();
    writeln!(out, "positions: {}, {:.1} a game, {distinct} distinct", figures.samples, figures.mean_samples())?;
    writeln!(out, "speed: {speed:.2} games/s")
}
