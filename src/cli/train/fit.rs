//! `crownhead train fit`: weights from games.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::Args;

use super::fit_flags::{FitFlags, share};
use super::fit_report::{Yardsticks, report};
use crate::cli::CliError;
use crate::cli::progress_bar::progress_bar;
use crate::cli::values::{threads, variant_help};
use crate::eval::{Family, Grain, WeightsError, WeightsFile};
use crate::notation::counted;
use crate::plot::PlotError;
use crate::rules::Variant;
use crate::train::fit::{Data, Event, FitOptions, Fitted, Scale, fit, svg};
use crate::train::read_weights;
use crate::train::record::RecordError;
use crate::whole_file;

/// Fit the weights of an evaluation to games
///
/// A logistic regression: the weights are those that best tell the points of the games, mixed with what the search found.
/// One game in ten is held out; its positions decide which epoch is the best. With one thread the same records and
/// options give the same file.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  crownhead train fit --variant english --records english-*.games \\
        --out english.weights
  crownhead train fit --variant english --family network \\
        --records english-*.games --out network.weights
  crownhead train fit --variant giveaway --records a.games --out a.weights \\
        --curve a.svg --epochs 20")]
pub(super) struct FitArgs {
    #[arg(long, value_name = "NAME", help = variant_help())]
    variant: Variant,

    /// Records of games, as `train games` writes them
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    records: Vec<PathBuf>,

    /// The file of weights to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// A picture of the losses, as SVG
    #[arg(long, value_name = "FILE")]
    curve: Option<PathBuf>,

    #[command(flatten)]
    flags: FitFlags,

    /// Learn by temporal differences, TD(lambda), with this lambda, instead of from results and search values
    #[arg(long, value_name = "LAMBDA", conflicts_with = "lambda", value_parser = share)]
    temporal: Option<f32>,

    /// Begin with the network in this file, and learn from these games what it does not know yet; patterns in it stay as
    /// they are
    #[arg(long, value_name = "FILE", conflicts_with = "family")]
    start: Option<PathBuf>,

    /// Fit patterns to the residual of the network in this file, what it leaves over. The weights have both; patterns that
    /// the file has already are left out
    #[arg(long, value_name = "FILE", conflicts_with_all = ["family", "start"])]
    over: Option<PathBuf>,

    /// How far a step goes at first [default: 0.01 for patterns, 0.002 for a network, 0.0005 with --start]
    #[arg(long, value_name = "LOGITS", value_parser = above_nothing)]
    rate: Option<f32>,

    /// Decides the order of the positions
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,

    /// Threads; with more than one the last digits of the weights depend on their number
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads())]
    threads: NonZeroUsize,

    /// How many generations of games and fits led to these games, for the file
    #[arg(long, value_name = "N", default_value = "1")]
    generation: u32,

    /// A report as JSON: the options, the data, what other values come to, and the losses of each epoch
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,

    /// Positions between two steps, in whole runs of 32 for patterns and 8 for a network [default: 16384 for patterns,
    /// 1024 for a network]
    #[arg(long, value_name = "N", help_heading = EXPERIMENTS)]
    batch: Option<NonZeroUsize>,

    /// Penalties on the squares of the parameters, one for each kind that patterns are made of
    #[arg(long, value_name = "P", num_args = 8, overrides_with = "penalties", conflicts_with = "start", help_heading = EXPERIMENTS, value_parser = penalty)]
    penalties: Vec<f32>,

    /// Of the positions with at most six pieces, use every Nth
    #[arg(long, value_name = "N", help_heading = EXPERIMENTS)]
    ending_stride: Option<NonZeroUsize>,

    /// Read at most N games
    #[arg(long, value_name = "N", help_heading = EXPERIMENTS)]
    most_games: Option<u64>,

    /// Leave the weights of a section of patterns at zero
    #[arg(long, value_name = "SECTION", conflicts_with = "start", help_heading = EXPERIMENTS,
        value_parser = ["groups", "odd-groups", "rows", "material", "king-blocks"])]
    without: Vec<String>,

    /// Show no progress, even on a terminal
    #[arg(long)]
    quiet: bool,
}

/// The heading of the options that experiments need.
const EXPERIMENTS: &str = "Options for experiments";

fn above_nothing(text: &str) -> Result<f32, String> {
    let rate = text.parse::<f32>().ok().filter(|rate| rate.is_finite() && *rate > 0.0);
    rate.ok_or_else(|| format!("{text} is not a rate: expected a number above 0"))
}

fn penalty(text: &str) -> Result<f32, String> {
    let penalty = text.parse::<f32>().ok().filter(|penalty| penalty.is_finite() && *penalty >= 0.0);
    penalty.ok_or_else(|| format!("{text} is not a penalty: expected a number from 0 on"))
}

/// Why there is no fit.
#[derive(Debug, thiserror::Error)]
pub(in crate::cli) enum FitError {
    #[error(transparent)]
    Record(#[from] RecordError),
    #[error(transparent)]
    Weights(#[from] WeightsError),
    #[error(transparent)]
    Plot(#[from] PlotError),
    #[error("{path}: {source}")]
    Start { path: String, source: WeightsError },
    #[error("too few games: {trained} positions to learn from and {held_out} held out; expected some of both")]
    TooFew { trained: usize, held_out: usize },
    #[error("{option} says something of patterns: expected --family patterns, or --over")]
    OfPatterns { option: &'static str },
    #[error("--curve draws the losses of the epochs: expected --epochs 1 or more")]
    NoEpochs,
    #[error("{}: {source}", path.display())]
    Write { path: PathBuf, source: io::Error },
}

impl FitArgs {
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let mut options = self.options()?;
        // Before hours of work, not after them.
        [Some(&self.out), self.report.as_ref(), self.curve.as_ref()]
            .into_iter()
            .flatten()
            .try_for_each(|path| check_place(path))?;
        for start in [&options.start, &options.over].into_iter().flatten() {
            let wrong = |source| FitError::Start { path: start.source().to_owned(), source };
            start.file().network(self.variant, Grain::REAL).map_err(wrong)?;
        }
        let data = self.read(&options)?;
        options.search_slope = data.search_slope();
        let Data { games, copies, trained, held_out, .. } = &data;
        if trained.is_empty() || held_out.is_empty() {
            let (trained, held_out) = (trained.len(), held_out.len());
            return Err(FitError::TooFew { trained, held_out }.into());
        }
        writeln!(
            out,
            "{}: {games} games, {} positions to learn from, {} held out",
            self.variant,
            trained.len(),
            held_out.len()
        )?;
        if *copies > 0 {
            writeln!(out, "{} read before, not counted again", counted(*copies, "game", "games"))?;
        }
        let yardsticks = Yardsticks::of(trained, held_out);
        yardsticks.write(out)?;
        let fitted = self.fit(&options, &data, out)?;
        let scale = Scale::of(&fitted, held_out, &options);
        let indices = match options.family {
            Family::Patterns => "patterns",
            Family::Network | Family::Combined => "inputs",
        };
        writeln!(out, "{} {indices} occurred; a man is worth {:.3} logits", fitted.occurring, scale.0)?;
        write_weights(&self.out, &self.with_origin(data.weights(&fitted, scale, &options)))?;
        if let Some(path) = &self.report {
            let report = report(self.variant, &options, &data, &yardsticks, &fitted, scale);
            write_to(path, format!("{report:#}\n").as_bytes())?;
        }
        if let Some(path) = &self.curve {
            let title = format!("{}: losses of the fit", self.variant);
            let drawing = svg(&title, &fitted.course).map_err(FitError::from)?;
            write_to(path, drawing.as_bytes())?;
        }
        Ok(())
    }

    fn options(&self) -> Result<FitOptions, CliError> {
        let usual = match (&self.start, &self.over) {
            (Some(path), _) => FitOptions::starting_with(read_weights(path)?),
            (None, Some(path)) => FitOptions::over(read_weights(path)?),
            (None, None) => FitOptions::of(self.flags.family()),
        };
        let mut options = FitOptions {
            temporal_decay: self.temporal,
            seed: self.seed,
            threads: self.threads.get(),
            without: self.without.clone(),
            ..self.flags.options(usual)
        };
        if let Some(rate) = self.rate {
            options.rate = rate;
        }
        if let Some(batch) = self.batch {
            options.batch = batch.get();
        }
        let of_patterns = [("--penalties", self.penalties.is_empty()), ("--without", self.without.is_empty())];
        if options.family != Family::Patterns
            && let Some((option, _)) = of_patterns.into_iter().find(|(_, is_empty)| !is_empty)
        {
            return Err(FitError::OfPatterns { option }.into());
        }
        if let Ok(penalties) = self.penalties.clone().try_into() {
            options.penalties = penalties;
        }
        if self.curve.is_some() && options.epochs == 0 {
            return Err(FitError::NoEpochs.into());
        }
        if let Some(stride) = self.ending_stride {
            options.ending_stride = stride.get();
        }
        Ok(options)
    }

    fn read(&self, options: &FitOptions) -> Result<Data, CliError> {
        let bar = progress_bar(0, "{spinner} {pos} games read", self.quiet);
        let most_games = self.most_games.unwrap_or(u64::MAX);
        let data = Data::read::<FitError>(self.variant, &self.records, most_games, options, || {
            bar.inc(1);
            Ok(())
        });
        bar.finish_and_clear();
        Ok(data?)
    }

    /// Fits the weights, with a bar and a line for each epoch.
    fn fit(&self, options: &FitOptions, data: &Data, out: &mut impl Write) -> Result<Fitted, CliError> {
        let length = (options.epochs * data.trained.len()) as u64;
        let bar = progress_bar(length, "{bar:40} {percent} %, {eta} to go", self.quiet);
        let fitted = fit::<io::Error>(self.variant, &data.trained, &data.held_out, options, |event| match event {
            Event::Visited(positions) => {
                bar.inc(positions);
                Ok(())
            }
            Event::Epoch { number, trained, held_out } => {
                let line = format!(
                    "epoch {number:>2}: target {:.5}, held out {:.5}; results {:.5}, held out {:.5}",
                    trained.target(),
                    held_out.target(),
                    trained.result(),
                    held_out.result()
                );
                bar.suspend(|| writeln!(out, "{line}").and_then(|()| out.flush()))
            }
        });
        bar.finish_and_clear();
        Ok(fitted?)
    }

    /// The file with what the options say of its origin.
    fn with_origin(&self, mut file: WeightsFile) -> WeightsFile {
        file.header.training.generation = self.generation;
        file.header.training.seed = self.seed;
        file
    }
}

/// Fails unless the file can be written.
fn check_place(path: &Path) -> Result<(), CliError> {
    whole_file::check(path).map_err(|source| FitError::Write { path: path.to_owned(), source }.into())
}

fn write_to(path: &Path, bytes: &[u8]) -> Result<(), CliError> {
    whole_file::write(path, bytes).map_err(|source| FitError::Write { path: path.to_owned(), source }.into())
}

/// Writes a file of weights.
pub(super) fn write_weights(path: &Path, file: &WeightsFile) -> Result<(), CliError> {
    write_to(path, &file.to_bytes().map_err(FitError::from)?)
}
