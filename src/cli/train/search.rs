//! `crownhead train search`: numbers of the search by games.

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, value_parser};

use super::move_time;
use crate::cli::error::CliError;
use crate::cli::flags::{threads, variant_help};
use crate::cli::terminal::{on_signal, progress_bar};
use crate::train::games::OpeningPlies;
use crate::train::spsa::{Number, SpsaPath, SpsaRun};
use crate::train::{TrainError, read_weights_for};
use crownhead_engine::engine::{EngineOptions, Limit, TimeLimit};
use crownhead_engine::eval::EvaluationOptions;
use crownhead_engine::support::journal::write_atomically;
use crownhead_rules::Variant;

/// Search for better numbers of the search, by games (SPSA)
///
/// In each pair of games the two players search with numbers on either side of the present ones, raised for one and
/// lowered for the other by chance, and the present numbers move towards those of the winner. It begins with the
/// numbers of the program. The distance of a number says how far from the present value the players search at the end;
/// it should make a difference of some Elo. Whether the last numbers are better, a match of its own must tell. All is
/// kept in a folder: the games and numbers of each step (search.json), a table (report.md) and a plot of the path
/// (path.svg), which are written anew after each step. An interrupted run continues when the same command is given
/// again. With --nodes, the numbers do not depend on the number of threads.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  crownhead train search --variant english --folder numbers --games 30000 \\
        --numbers reduction-shift=0.2 reduction-scale=0.15 prob-cut-margin=0.12
  crownhead train search --variant russian --folder trial --games 2000 \\
        --numbers prob-cut-lead=0.3 stroke-depth=1.5 --time 0.01")]
pub(super) struct SearchArgs {
    #[arg(long, value_name = "NAME", help = variant_help())]
    variant: Variant,

    /// The folder that everything is kept in
    #[arg(long, value_name = "FOLDER")]
    folder: PathBuf,

    #[arg(long, value_name = "NAME=DISTANCE", num_args = 1.., required = true, help = numbers_help())]
    numbers: Vec<Number>,

    /// Games in all, rounded up to whole steps
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(2..=10_000_000))]
    games: u64,

    /// Pairs of games of a step, which moves the numbers once
    #[arg(long, value_name = "N", default_value = "16", value_parser = value_parser!(u64).range(1..=10_000))]
    pairs: u64,

    /// Nodes to search for each move
    #[arg(long, value_name = "N", default_value = "2000", value_parser = value_parser!(u64).range(1..))]
    nodes: u64,

    /// Seconds of processor time for each move, instead of nodes; the numbers are then different each time
    #[arg(long, value_name = "SECONDS", conflicts_with = "nodes", value_parser = move_time)]
    time: Option<Duration>,

    /// How far, in distances, a number moves in the last step for each game that one player leads by
    #[arg(long, value_name = "SHARE", default_value = "0.005", value_parser = super::share::<f64>)]
    gain: f64,

    /// Use the weights in this file instead of those of the program
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,

    /// Random plies of an opening: any number of the range, each as often as the others
    #[arg(long, value_name = "LEAST-MOST", default_value_t)]
    opening_plies: OpeningPlies,

    /// Decides the openings and who searches with what
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,

    /// Pairs of games to play in parallel
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads())]
    threads: NonZeroUsize,

    /// Show no progress, even on a terminal
    #[arg(long)]
    quiet: bool,
}

fn numbers_help() -> String {
    let names = Number::names();
    format!(
        "Numbers of the search, each with its distance at the end; their names are those of the settings: {}",
        names.join(", ")
    )
}

impl SearchArgs {
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let quiet = self.quiet;
        let run = self.spsa_run()?;
        let interrupt = on_signal()?;
        let bar = progress_bar(2 * run.pairs * run.steps(), "{bar:30} {pos}/{len} games, {eta} to go", quiet);
        let mut written = None;
        let result = run.run(&interrupt, |path, games| {
            bar.set_position(games);
            let steps = path.steps.len();
            if written != Some(steps) {
                if written.replace(steps).is_none() {
                    // The progress of an earlier run says nothing of the speed of this one.
                    bar.reset_eta();
                }
                write_files(&run, path)?;
            }
            Ok(())
        });
        bar.finish_and_clear();
        Ok(write!(out, "{}", report(&run, &result?))?)
    }

    fn spsa_run(self) -> Result<SpsaRun, CliError> {
        let mut names = self.numbers.iter().map(Number::name);
        while let Some(name) = names.next() {
            if names.clone().any(|other| other == name) {
                return Err(CliError::NumberTwice(name));
            }
        }
        let weights = self.weights.as_deref().map(|path| read_weights_for(self.variant, path)).transpose()?;
        let evaluation = EvaluationOptions { weights, ..EvaluationOptions::default() };
        Ok(SpsaRun {
            variant: self.variant,
            folder: self.folder,
            numbers: self.numbers,
            options: EngineOptions { evaluation, ..EngineOptions::default() },
            games: self.games,
            pairs: self.pairs,
            limit: self.time.map_or(Limit::of_nodes(self.nodes), |time| Limit::of_time(TimeLimit::PerMove(time))),
            opening_plies: self.opening_plies,
            gain: self.gain,
            seed: self.seed,
            threads: self.threads,
        })
    }
}

/// Writes what the path looks like so far.
fn write_files(run: &SpsaRun, path: &SpsaPath) -> Result<(), TrainError> {
    for (name, text) in [("report.md", report(run, path)), ("path.svg", run.plot(path)?)] {
        let path = run.folder.join(name);
        write_atomically(&path, text.as_bytes()).map_err(TrainError::io(&path))?;
    }
    Ok(())
}

/// The table of all numbers, in Markdown, and the options of an engine of a match.
fn report(run: &SpsaRun, path: &SpsaPath) -> String {
    let (games, decisive) = path.games();
    let mut text = format!(
        "{}: {games} games, {decisive} of them decisive; gain {}, seed {}\n\n\
         | number | start | end | moved, in distances |\n|---|---|---|---|\n",
        run.variant, run.gain, run.seed
    );
    let rows = || run.numbers.iter().zip(path.start.iter().zip(path.numbers()));
    for (number, (start, end)) in rows() {
        let moved = (end - start) / number.distance();
        text += &format!("| {} | {start} | {} | {moved:+.2} |\n", number.name(), number.written(end));
    }
    let options: Vec<_> = rows().map(|(number, (_, end))| number.option(end)).collect();
    text + &format!("\n{}\n", options.join(" "))
}
