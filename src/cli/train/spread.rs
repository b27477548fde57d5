//! `crownhead train spread`: how far deep search values lie from shallow ones.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, value_parser};

use super::fit::write_weights;
use crate::cli::CliError;
use crate::cli::progress_bar::progress_bar;
use crate::cli::signal::on_signal;
use crate::cli::values::{depth, threads, variant_help};
use crate::eval::{EvaluationOptions, LearnedWeights, WeightsFile};
use crate::rules::Variant;
use crate::search::{Depth, PROB_CUT_PLIES};
use crate::train::read_weights_for;
use crate::train::spread::{Spread, SpreadRun};

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

    /// Write the weights with the spread that was measured to this file; for ProbCut the depths have to lie 4 plies apart
    #[arg(long, value_name = "FILE", requires = "weights")]
    out: Option<PathBuf>,

    /// How many positions to draw
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

/// Depths that a spread cannot be measured with.
#[derive(Clone, Copy, Debug, thiserror::Error)]
pub(in crate::cli) enum SpreadError {
    #[error("--shallow {shallow} and --deep {deep}: expected a greater depth for --deep")]
    NotDeeper { shallow: u32, deep: u32 },
    #[error(
        "--shallow {shallow} and --deep {deep}: expected {PROB_CUT_PLIES} plies between them, as ProbCut has them, for --out"
    )]
    OtherPlies { shallow: u32, deep: u32 },
}

impl SpreadArgs {
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let (shallow, deep) = (self.shallow.get(), self.deep.get());
        if shallow >= deep {
            return Err(SpreadError::NotDeeper { shallow, deep }.into());
        }
        if self.out.is_some() && deep - shallow != PROB_CUT_PLIES {
            return Err(SpreadError::OtherPlies { shallow, deep }.into());
        }
        let evaluation = self.evaluation()?;
        let weights = evaluation.weights.clone();
        let interrupt = on_signal()?;
        let bar = progress_bar(u64::from(self.positions), "{bar:30} {pos}/{len} positions, {eta} to go", self.quiet);
        let spread = self.spread_run(evaluation).run(&interrupt, || bar.inc(1));
        bar.finish_and_clear();
        let spread = spread?;
        write_spread(out, &self, &spread)?;
        if let (Some(path), Some(weights)) = (&self.out, &weights) {
            write_weights(path, &with_spread(weights, &spread))?;
        }
        Ok(())
    }

    fn evaluation(&self) -> Result<EvaluationOptions, CliError> {
        let weights = self.weights.as_deref().map(|path| read_weights_for(self.variant, path)).transpose()?;
        Ok(EvaluationOptions { learned: !self.linear, weights, ..EvaluationOptions::default() })
    }

    fn spread_run(&self, evaluation: EvaluationOptions) -> SpreadRun {
        SpreadRun {
            variant: self.variant,
            records: self.records.clone(),
            positions: self.positions as usize,
            shallow: self.shallow,
            deep: self.deep,
            evaluation,
            seed: self.seed,
            threads: self.threads.get(),
        }
    }
}

/// The weights with the spread, in thousandths of a man.
fn with_spread(weights: &LearnedWeights, spread: &Spread) -> WeightsFile {
    let mut file = weights.file().clone();
    file.header.search.spread = Some((1000.0 * spread.deviation()).round() / 1000.0);
    file
}

fn write_spread(out: &mut impl Write, args: &SpreadArgs, spread: &Spread) -> io::Result<()> {
    let values = match (&args.weights, args.linear) {
        (Some(path), _) => path.display().to_string(),
        (None, true) => "the linear evaluation".to_owned(),
        (None, false) => "the weights of the program".to_owned(),
    };
    let (shallow, deep) = (args.shallow.get(), args.deep.get());
    writeln!(out, "{}, {values}: depth {deep} against depth {shallow}", args.variant)?;
    writeln!(out, "positions: {}", spread.positions())?;
    writeln!(out, "standard deviation: {:.3} men", spread.deviation())?;
    writeln!(out, "mean: {:+.3} men", spread.mean())?;
    writeln!(out, "10 % to 90 %: {:+.2} to {:+.2} men", spread.quantile(0.1), spread.quantile(0.9))
}
