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
use crate::endgame::{BuildOptions, MAX_PIECES, Slice, build, build_slice};
use crate::rules::Variant;

/// Build the tables of 2 to N pieces that a folder does not have yet
///
/// Each table is a file, `english-4.endgame`. A build that was stopped, by Ctrl-C or in any other way, goes on with the
/// slice where it was when the same command is given again; until it is complete, the finished slices lie in a folder,
/// `english-4.partial`. The files are the same whatever the number of threads.
///
/// With --slice only one slice is built, for either side to move, so that several machines can share the work in a common
/// folder: `crownhead endgame plan` lists the slices with those that must be there before. When all are there, the same
/// command with --pieces makes the tables of them.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  crownhead endgame build --variant english --pieces 5 --dir tables
  nice crownhead endgame build --variant international --pieces 5 \\
        --memory 8192 --dir tables
  crownhead endgame build --variant english --slice 1m2k-1m1k --dir tables")]
pub(super) struct Build {
    #[arg(long, value_name = "NAME", help = variant_help())]
    variant: Variant,

    /// The most pieces on the board
    #[arg(long, value_name = "N", required_unless_present = "slice", conflicts_with = "slice",
        value_parser = RangedU64ValueParser::<usize>::new().range(2..=MAX_PIECES as u64))]
    pieces: Option<usize>,

    /// Build only this slice, for either side to move: men and kings of both sides, such as 1m2k-0m1k
    #[arg(long, value_name = "SLICE")]
    slice: Option<Slice>,

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
        let watch = Watch::new(self.quiet)?;
        let (start, processor) = (Instant::now(), ProcessTime::try_now().map_err(EndgameError::Clock)?);
        let built = match self.pieces {
            Some(pieces) => build(self.variant, pieces, &self.options(), &watch).map_err(EndgameError::from),
            None => self.slice.map_or(Ok(()), |slice| self.build_slice(slice, &watch)),
        };
        watch.finish();
        built?;
        let used = processor.try_elapsed().map_err(EndgameError::Clock)?;
        if let Some(pieces) = self.pieces {
            self.write_tables(pieces, out)?;
        }
        let (time, used) = (start.elapsed().as_secs_f64(), used.as_secs_f64());
        Ok(writeln!(out, "time: {time:.1} s, of the processors {used:.1} s")?)
    }

    fn options(&self) -> BuildOptions {
        BuildOptions {
            threads: self.threads.unwrap_or_else(processors).get(),
            memory: self.memory << 20,
            dir: self.dir.clone(),
        }
    }

    fn build_slice(&self, slice: Slice, watch: &Watch) -> Result<(), EndgameError> {
        if !Slice::all(self.variant, slice.pieces()).contains(&slice) {
            return Err(EndgameError::NoSuchSlice { slice, variant: self.variant.name() });
        }
        Ok(build_slice(self.variant, slice, &self.options(), watch)?)
    }

    /// Names the tables of the folder that this build is about.
    fn write_tables(&self, most: usize, out: &mut impl Write) -> Result<(), CliError> {
        let tables = TableFlags { variant: self.variant, dir: Some(self.dir.clone()) }.open()?;
        for (path, pieces, bytes) in tables.files().map_err(EndgameError::from)? {
            if pieces <= most {
                let positions: u64 = tables.counts(pieces).iter().map(|slice| slice.positions()).sum();
                writeln!(out, "{}: {positions} positions, {bytes} bytes", path.display())?;
            }
        }
        Ok(())
    }
}
