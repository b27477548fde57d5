//! `crownhead train tuning`: the numbers of the search that a file of weights carries.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use super::fit::write_weights;
use crate::cli::CliError;
use crate::eval::{REDUCTION_SLOPES, SPREADS, Tuning};
use crate::train::read_weights;

/// Show or set the numbers of the search that a file of weights carries
///
/// Without --out, it only shows them.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  crownhead train tuning --weights a.weights
  crownhead train tuning --weights a.weights --spread 0.31 \\
        --extends-forced false --out b.weights")]
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

    /// How fast the reduction of late moves grows, in plies for each product of the natural logarithms of the depth and of
    /// the place in the order
    #[arg(long, value_name = "PLIES", value_parser = slope, requires = "out")]
    reduction_slope: Option<f64>,

    /// The file to write
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// A spread, or none.
#[derive(Clone, Copy, Debug)]
struct Margin(Option<f64>);

fn spread(text: &str) -> Result<Margin, String> {
    if text == "none" {
        return Ok(Margin(None));
    }
    let men = text.parse::<f64>().ok().filter(|men| SPREADS.contains(men));
    men.map(|men| Margin(Some(men)))
        .ok_or_else(|| format!("{text} is not a spread: expected men from 0.001 to 10, or none"))
}

fn slope(text: &str) -> Result<f64, String> {
    let plies = text.parse().ok().filter(|plies| REDUCTION_SLOPES.contains(plies));
    plies.ok_or_else(|| format!("{text} is not a slope: expected plies from 0 to 10"))
}

impl TuningArgs {
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let mut file = read_weights(&self.weights)?.file().clone();
        let numbers = &mut file.header.search;
        if let Some(Margin(spread)) = self.spread {
            numbers.spread = spread;
        }
        if let Some(extends) = self.extends_forced {
            numbers.extends_forced = extends;
        }
        if let Some(slope) = self.reduction_slope {
            numbers.reduction_slope = slope;
        }
        let spread = numbers.spread.map_or("none".to_owned(), |men| format!("{men} men"));
        let Tuning { extends_forced, reduction_slope, .. } = *numbers;
        let variant = &file.header.variant;
        writeln!(
            out,
            "{variant}: spread {spread}, extends-forced {extends_forced}, reduction-slope {reduction_slope}"
        )?;
        self.out.as_deref().map_or(Ok(()), |path| write_weights(path, &file))
    }
}
