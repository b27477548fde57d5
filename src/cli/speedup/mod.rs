//! `crownhead speedup`: measures how much faster several threads reach the same depth.

mod measure;
mod positions;
mod record;
mod summary;

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, value_parser};
use indicatif::{ProgressBar, ProgressStyle};

use super::CliError;
use super::search_flags::SearchFlags;
use super::values::{above_zero, named, table_size};
use crate::notation::counted;
use crate::rules::Variant;
use crate::search::{Scheme, SearchOptions, TableSize, Threads};
use measure::Measure;
pub(super) use record::RecordError;
use record::Records;
use summary::Summary;

/// Measure how much faster several threads reach a fixed depth
///
/// Each position is searched by one thread to the first depth at which it has visited at least `--nodes` nodes. Then
/// every number of threads and every scheme searches it to the same depth, in changing order, each time with an empty
/// table. All measurements are repeated. `speed-up` is the time of one thread divided by that of several: for each
/// position the median over the repetitions, then the geometric mean over the positions, with its 95 % interval.
/// `faster` counts the positions where several threads were faster. `nodes` is the number of nodes of all threads
/// divided by that of one thread. Measure on an idle machine with a core for each thread. The defaults take about ten
/// minutes.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  crownhead speedup --record speedup.csv     can be interrupted and resumed
  crownhead speedup --threads 2,4,8,16 --scheme gamma-staggered
  crownhead speedup --variant english --positions 4 --repeat 1 --nodes 100000")]
pub(super) struct SpeedupArgs {
    /// Measure only these variants [default: all that have positions]
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    variant: Vec<Variant>,

    /// Numbers of threads to compare with one thread
    #[arg(long, value_name = "N", value_delimiter = ',', default_value = "2", value_parser = threads)]
    threads: Vec<Threads>,

    /// What the other threads search [default: all schemes]
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = named::<Scheme>(Scheme::ALL.iter().map(|scheme| scheme.name())))]
    scheme: Vec<Scheme>,

    /// Number of positions of each variant, from the first
    #[arg(long, value_name = "N", default_value = "40", value_parser = above_zero())]
    positions: NonZeroUsize,

    /// Minimum number of nodes of one thread in a search, which determines its depth
    #[arg(long, value_name = "N", default_value = "3000000", value_parser = value_parser!(u64).range(1..))]
    nodes: u64,

    /// Number of repetitions
    #[arg(long, value_name = "N", default_value = "3", value_parser = above_zero())]
    repeat: NonZeroUsize,

    /// Size of the table in MiB
    #[arg(long, default_value = "64", value_parser = table_size())]
    mib: TableSize,

    #[command(flatten)]
    search: SearchFlags,

    /// Write every measurement to this file as it is made, and reuse the measurements already in it
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,

    /// Do not show progress
    #[arg(long)]
    quiet: bool,
}

fn threads(text: &str) -> Result<Threads, String> {
    let number = text.parse().ok().and_then(Threads::new).filter(|&threads| threads > Threads::ONE);
    number.ok_or_else(|| format!("expected a whole number from 2 to {}", Threads::MAX))
}

/// The size and the options of the searches.
#[derive(Clone, Copy, Debug)]
struct Effort<'a> {
    /// A position is searched to the first depth at which one thread has visited this many nodes.
    nodes: u64,
    table_size: TableSize,
    /// Except the number of threads and their scheme.
    options: &'a SearchOptions,
}

/// A number of threads and their scheme. One thread comes first; its scheme is ignored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Setting {
    threads: Threads,
    scheme: Scheme,
}

impl Setting {
    const ALONE: Setting = Setting { threads: Threads::ONE, scheme: Scheme::DEFAULT };
}

impl SpeedupArgs {
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let options = self.search.options();
        let effort = Effort { nodes: self.nodes, table_size: self.mib, options: &options };
        let mut records = Records::open(self.record.as_deref(), &effort)?;
        let variants = self.variants()?;
        let bar = self.progress_bar(variants.len());
        for &(variant, positions) in &variants {
            let measure = Measure {
                effort,
                settings: &self.settings(),
                positions: &positions[..self.positions.get().min(positions.len())],
                repetitions: self.repeat.get(),
                records: &mut records,
                bar: &bar,
            };
            variant.visit(measure)?;
        }
        bar.finish_and_clear();
        self.report(out, &options, &variants, &records)
    }

    /// The requested variants, or all that have positions, and their positions.
    fn variants(&self) -> Result<Vec<(Variant, &'static [String])>, CliError> {
        let with_positions = |&variant: &Variant| Some((variant, positions::of(variant)?));
        if self.variant.is_empty() {
            return Ok(Variant::ALL.iter().filter_map(with_positions).collect());
        }
        let wanted = self.variant.iter();
        wanted.map(|variant| with_positions(variant).ok_or(CliError::NoPositions(*variant))).collect()
    }

    /// One thread, then every scheme with every number of threads.
    fn settings(&self) -> Vec<Setting> {
        let schemes = if self.scheme.is_empty() { Scheme::ALL } else { &self.scheme };
        let several = self
            .threads
            .iter()
            .flat_map(|&threads| schemes.iter().map(move |&scheme| Setting { threads, scheme }));
        [Setting::ALONE].into_iter().chain(several).collect()
    }

    /// A progress bar on standard error, hidden if that is not a terminal.
    fn progress_bar(&self, variants: usize) -> ProgressBar {
        if self.quiet {
            return ProgressBar::hidden();
        }
        let style = ProgressStyle::with_template("{bar:40} {pos}/{len} searches, {eta} to go {msg}");
        // The search that determines the depth of a position counts too.
        let each = 1 + self.settings().len() * self.repeat.get();
        let searches = variants * self.positions.get() * each;
        let bar = ProgressBar::new(searches as u64).with_style(style.expect("the template is well formed"));
        bar.enable_steady_tick(Duration::from_secs(1));
        bar
    }

    fn report(
        &self,
        out: &mut impl Write,
        options: &SearchOptions,
        variants: &[(Variant, &[String])],
        records: &Records,
    ) -> Result<(), CliError> {
        writeln!(
            out,
            "{} in mode {}, a table of {}, {}",
            options.driver,
            options.mode,
            self.mib,
            counted(self.repeat.get() as u64, "repetition", "repetitions")
        )?;
        writeln!(out, "{}", Summary::HEADING)?;
        for (variant, _) in variants {
            for setting in &self.settings()[1..] {
                if let Some(summary) = Summary::of(records, *variant, *setting) {
                    writeln!(out, "{summary}")?;
                }
            }
        }
        Ok(())
    }
}
