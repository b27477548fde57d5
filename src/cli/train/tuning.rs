//! `crownhead train spread` and `crownhead train tuning`: the numbers of the search that a file of weights carries.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, value_parser};

use super::write_weights;
use crate::cli::error::CliError;
use crate::cli::flags::{depth, threads, variant_help};
use crate::cli::terminal::{on_signal, progress_bar};
use crate::train::spread::{Spread, SpreadRun};
use crate::train::{read_weights, read_weights_for};
use crownhead_engine::eval::{EvaluationOptions, REDUCTIONS, SPREADS, Tuning};
use crownhead_engine::search::{Depth, PROB_CUT_PLIES};
use crownhead_rules::Variant;

/// Measure how far deep search values lie from shallow ones: the spread, which is the margin of ProbCut
///
/// Positions are drawn from records of games, those where the side to move has a choice and no capture to make, and
/// searched in mode paper. Those where a value is no estimate do not count. The same records and options give the same
/// numbers, whatever the number of threads.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  crownhead train spread --variant english --records english.games
  crownhead train spread --variant english --records english.games \\
        --weights a.weights --out b.weights")]
pub(super) struct SpreadArgs {
    #[arg(long, value_name = "NAME", help = variant_help())]
    variant: Variant,

    /// Records of games, as `train games` writes them
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    records: Vec<PathBuf>,

    /// Use the weights in this file instead of those of the program
    #[arg(long, value_name = "FILE", conflicts_with = "linear")]
    weights: Option<PathBuf>,

    /// Use the linear evaluation
    #[arg(long)]
    linear: bool,

    /// Write the weights with the measured spread to this file; for ProbCut the depths have to lie 4 plies apart
    #[arg(long, value_name = "FILE", requires = "weights")]
    out: Option<PathBuf>,

    /// The number of positions to draw
    #[arg(long, value_name = "N", default_value = "1000", value_parser = value_parser!(u32).range(2..))]
    positions: u32,

    /// The depth of the shallow values
    #[arg(long, value_name = "PLIES", default_value = "4", value_parser = depth())]
    shallow: Depth,

    /// The depth of the deep values
    #[arg(long, value_name = "PLIES", default_value = "8", value_parser = depth())]
    deep: Depth,

    /// Decides which positions are drawn
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,

    /// Threads
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads())]
    threads: NonZeroUsize,

    /// Show no progress, even on a terminal
    #[arg(long)]
    quiet: bool,
}

impl SpreadArgs {
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let (shallow, deep) = (self.shallow.get(), self.deep.get());
        if shallow >= deep {
            return Err(CliError::NotDeeper { shallow, deep });
        }
        if self.out.is_some() && deep - shallow != PROB_CUT_PLIES {
            return Err(CliError::ProbCutPlies { shallow, deep });
        }
        let weights = self.weights.as_deref().map(|path| read_weights_for(self.variant, path)).transpose()?;
        let interrupt = on_signal()?;
        let bar = progress_bar(u64::from(self.positions), "{bar:30} {pos}/{len} positions, {eta} to go", self.quiet);
        let run = SpreadRun {
            variant: self.variant,
            records: self.records.clone(),
            positions: self.positions as usize,
            shallow: self.shallow,
            deep: self.deep,
            evaluation: EvaluationOptions {
                learned: !self.linear,
                weights: weights.clone(),
                ..EvaluationOptions::default()
            },
            seed: self.seed,
            threads: self.threads.get(),
        };
        let spread = run.run(&interrupt, || bar.inc(1));
        bar.finish_and_clear();
        let spread = spread?;
        self.write(&spread, out)?;
        if let (Some(path), Some(weights)) = (&self.out, &weights) {
            let mut file = weights.file().clone();
            // In thousandths of a man.
            file.header.search.spread = Some((1000.0 * spread.deviation()).round() / 1000.0);
            write_weights(path, &file)?;
        }
        Ok(())
    }

    fn write(&self, spread: &Spread, out: &mut impl Write) -> io::Result<()> {
        let values = match (&self.weights, self.linear) {
            (Some(path), _) => path.display().to_string(),
            (None, true) => "the linear evaluation".to_owned(),
            (None, false) => "the weights of the program".to_owned(),
        };
        let (shallow, deep) = (self.shallow.get(), self.deep.get());
        writeln!(out, "{}, {values}: depth {deep} against depth {shallow}", self.variant)?;
        writeln!(out, "positions: {}", spread.positions())?;
        writeln!(out, "standard deviation: {:.3} men", spread.deviation())?;
        writeln!(out, "mean: {:+.3} men", spread.mean())?;
        writeln!(out, "10 % to 90 %: {:+.2} to {:+.2} men", spread.quantile(0.1), spread.quantile(0.9))
    }
}

/// Show or set the numbers of the search that a file of weights carries
///
/// Without --out, it only shows them.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  crownhead train tuning --weights a.weights
  crownhead train tuning --weights a.weights --spread 0.31 \\
        --extends-forced false --out b.weights
  crownhead train tuning --weights a.weights --reduction-base 1 \\
        --reduction-slope 0.6 --out b.weights")]
pub(super) struct TuningArgs {
    /// The file of weights
    #[arg(long, value_name = "FILE")]
    weights: PathBuf,

    /// The spread in men, which is the margin of ProbCut: `none` for no ProbCut
    #[arg(long, value_name = "MEN", value_parser = spread, requires = "out")]
    spread: Option<Margin>,

    /// Whether an only move costs no depth
    #[arg(long, value_name = "BOOL", requires = "out")]
    extends_forced: Option<bool>,

    /// The constant part of the reduction of late moves, in plies
    #[arg(long, value_name = "PLIES", value_parser = reduction, requires = "out")]
    reduction_base: Option<f64>,

    /// How fast the reduction of late moves grows, in plies for each product of the natural logarithms of the depth and
    /// of the place in the order
    #[arg(long, value_name = "PLIES", value_parser = reduction, requires = "out")]
    reduction_slope: Option<f64>,

    /// The file to write
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// A spread, or none. (An `Option<Option<f64>>` has another meaning to clap.)
#[derive(Clone, Copy, Debug)]
struct Margin(Option<f64>);

fn spread(text: &str) -> Result<Margin, String> {
    if text == "none" {
        return Ok(Margin(None));
    }
    let men = text.parse::<f64>().ok().filter(|men| SPREADS.contains(men));
    let bad = || format!("{text} is not a spread: expected men from 0.001 to 10, or none");
    men.map(|men| Margin(Some(men))).ok_or_else(bad)
}

fn reduction(text: &str) -> Result<f64, String> {
    let plies = text.parse().ok().filter(|plies| REDUCTIONS.contains(plies));
    plies.ok_or_else(|| format!("{text} is not a reduction: expected plies from 0 to 10"))
}

impl TuningArgs {
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let mut file = read_weights(&self.weights)?.file().clone();
        let search = &mut file.header.search;
        *search = Tuning {
            spread: self.spread.map_or(search.spread, |Margin(spread)| spread),
            extends_forced: self.extends_forced.unwrap_or(search.extends_forced),
            reduction_base: self.reduction_base.unwrap_or(search.reduction_base),
            reduction_slope: self.reduction_slope.unwrap_or(search.reduction_slope),
        };
        let spread = search.spread.map_or("none".to_owned(), |men| format!("{men} men"));
        let Tuning { extends_forced, reduction_base, reduction_slope, .. } = *search;
        writeln!(
            out,
            "{}: spread {spread}, extends-forced {extends_forced}, reduction-base {reduction_base}, reduction-slope \
             {reduction_slope}",
            file.header.variant
        )?;
        Ok(self.out.as_deref().map_or(Ok(()), |path| write_weights(path, &file))?)
    }
}
