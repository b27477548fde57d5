//! `crownhead bench`: searches fixed positions to fixed depths, for the signature and the speed of the search.

mod measure;
mod signature;
mod suite;

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;

use super::CliError;
use super::search_flags::SearchFlags;
use super::values::{depth, table_size};
use crate::rules::Variant;
use crate::search::{Depth, TableSize};
use measure::{Bench, Measurement};
use signature::Signature;
pub(super) use signature::SignatureError;
use suite::Suite;

/// Search fixed positions to fixed depths
///
/// Prints a line for each variant, then the signature: the total number of nodes, which is the same on every machine
/// and changes whenever the search does. It uses one thread, a new table for each position, and iterative deepening
/// from depth 1. A node is one call of the node search, including quiescence. `branching` is the effective branching
/// factor, the factor by which one additional ply multiplies the nodes: the geometric mean over the positions of (N(D)
/// / N(D-4))^(1/4), where N(d) counts the nodes of all iterations up to depth d.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  crownhead bench
  crownhead bench --variant international --depth 15
  crownhead bench --driver negascout --mode paper     a baseline
  crownhead bench --check data/bench/signature.toml   has the search changed?
  crownhead bench --record data/bench/signature.toml  record an intended change")]
pub(super) struct BenchArgs {
    /// Only this variant
    #[arg(long, value_name = "NAME")]
    variant: Option<Variant>,

    /// Search depth in plies, instead of the depth of each variant
    #[arg(long, value_name = "PLIES", value_parser = depth())]
    depth: Option<Depth>,

    /// Size of the table in MiB
    #[arg(long, default_value = "16", value_parser = table_size())]
    mib: TableSize,

    #[command(flatten)]
    search: SearchFlags,

    /// Fail if the signature differs from the one recorded in this file
    #[arg(long, value_name = "FILE", conflicts_with_all = NOT_FOR_RECORDS)]
    check: Option<PathBuf>,

    /// Record the signature in this file
    #[arg(long, value_name = "FILE", conflicts_with_all = NOT_FOR_RECORDS)]
    record: Option<PathBuf>,
}

/// The options that change the signature: the recorded one is that of the defaults.
const NOT_FOR_RECORDS: [&str; 7] = ["variant", "depth", "mib", "driver", "mode", "table_move", "first_guess"];

impl BenchArgs {
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        // Check that the file exists before the work.
        let recorded = self.check.as_deref().map(Signature::read).transpose()?;
        let signature = self.measure(out)?;
        writeln!(out, "signature = {}", signature.total())?;
        if let Some(file) = &self.record {
            signature.write(file)?;
        }
        match (&self.check, &recorded) {
            (Some(file), Some(recorded)) => Ok(signature.check(recorded, file)?),
            _ => Ok(()),
        }
    }

    /// Searches the positions of each variant and reports the results.
    fn measure(&self, out: &mut impl Write) -> Result<Signature, CliError> {
        let options = self.search.options();
        let mut signature = Signature::default();
        writeln!(out, "{} in mode {}, a table of {}", options.driver, options.mode, self.mib)?;
        write_heading(out)?;
        for &variant in Variant::ALL.iter().filter(|&&variant| self.variant.is_none_or(|only| only == variant)) {
            let Some(suite) = Suite::of(variant) else { continue };
            let depth = self.depth.unwrap_or(Depth::new(suite.depth));
            let positions = &suite.positions;
            let bench = Bench { variant, positions, depth, table_size: self.mib, options: &options };
            let measurement = bench.run()?;
            signature.add(variant, measurement.nodes);
            write_line(out, &bench, &measurement)?;
        }
        Ok(signature)
    }
}

fn write_heading(out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "{:<14}{:>10}{:>7}{:>12}{:>9}{:>10}{:>11}",
        "variant", "positions", "depth", "nodes", "time/s", "Mnodes/s", "branching"
    )
}

fn write_line(out: &mut impl Write, bench: &Bench<'_>, measured: &Measurement) -> io::Result<()> {
    let branching = measured.branching_factor().map_or("-".to_owned(), |factor| format!("{factor:.2}"));
    writeln!(
        out,
        "{:<14}{:>10}{:>7}{:>12}{:>9.2}{:>10.2}{:>11}",
        bench.variant,
        bench.positions.len(),
        bench.depth.get(),
        measured.nodes,
        measured.time.as_secs_f64(),
        measured.speed(),
        branching
    )
}
