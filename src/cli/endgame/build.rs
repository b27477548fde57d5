//! `crownhead endgame build`: retrograde analysis of all positions with few pieces.

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Instant;

use clap::builder::RangedU64ValueParser;
use clap::{Args, value_parser};
use cpu_time::ProcessTime;

use super::watch::Watch;
use super::{EndgameError, TableFlags, processors};
use crate::cli::CliError;
use crate::cli::values::variant_help;
use crate::endgame::{BuildOptions, MAX_PIECES, build};
use crate::rules::{Rules, Variant, VariantVisitor};

/// Build the tables of 2 to N pieces that a folder does not have yet
///
/// Each table is a file, `english-4.endgame`. A build that was stopped, by Ctrl-C or in any other way, goes on with the
/// slice where it was when the same command is given again; until it is complete, the finished slices lie in a folder,
/// `english-4.partial`. The files are the same whatever the number of threads.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  crownhead endgame build --variant english --pieces 5 --dir tables
  nice crownhead endgame build --variant international --pieces 5 \\
        --memory 8192 --dir tables")]
pub(super) struct Build {
    #[arg(long, value_name = "NAME", help = variant_help())]
    variant: Variant,

    /// The most pieces on the board
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<usize>::new().range(2..=MAX_PIECES as u64))]
    pieces: usize,

    /// How many threads to use; as many as the machine has processors if left out
    #[arg(long, value_name = "T")]
    threads: Option<NonZeroUsize>,

    /// The most memory for positions, in MiB
    #[arg(long, value_name = "MIB", default_value = "4096", value_parser = value_parser!(u64).range(1..=1 << 24))]
    memory: u64,

    /// The folder that the tables are written to
    #[arg(long, value_name = "DIR", default_value = "endgame")]
    dir: PathBuf,

    /// Show no progress, even on a terminal
    #[arg(long)]
    quiet: bool,
}

impl Build {
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        self.variant.visit(Builder { build: &self, out })
    }

    fn options(&self) -> BuildOptions {
        BuildOptions {
            pieces: self.pieces,
            threads: self.threads.unwrap_or_else(processors).get(),
            memory: self.memory << 20,
            dir: self.dir.clone(),
        }
    }
}

struct Builder<'a, W> {
    build: &'a Build,
    out: &'a mut W,
}

impl<W: Write> VariantVisitor for Builder<'_, W> {
    type Output = Result<(), CliError>;

    fn visit<R: Rules>(self) -> Self::Output {
        let Builder { build: flags, out } = self;
        let watch = Watch::new(flags.quiet)?;
        let (start, processor) = (Instant::now(), ProcessTime::try_now().map_err(EndgameError::Clock)?);
        let built = build::<R>(&flags.options(), &watch);
        watch.finish();
        built.map_err(EndgameError::from)?;
        let used = processor.try_elapsed().map_err(EndgameError::Clock)?;
        let tables = TableFlags { variant: flags.variant, dir: Some(flags.dir.clone()) }.open::<R>()?;
        for (path, pieces, bytes) in tables.files().map_err(EndgameError::from)? {
            if pieces <= flags.pieces {
                let positions: u64 = tables.counts(pieces).iter().map(|slice| slice.positions()).sum();
                writeln!(out, "{}: {positions} positions, {bytes} bytes", path.display())?;
            }
        }
        let (time, used) = (start.elapsed().as_secs_f64(), used.as_secs_f64());
        Ok(writeln!(out, "time: {time:.1} s, of the processors {used:.1} s")?)
    }
}
