//! `crownhead endgame build`: retrograde analysis of all positions with few pieces; `crownhead endgame plan`: the order
//! of the slices of a build; and what all commands on tables share.

use std::io::Write;
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::{Args, value_parser};
use cpu_time::ProcessTime;
use indicatif::{HumanDuration, ProgressBar};
use serde::Serialize;

use crate::cli::error::CliError;
use crate::cli::flags::{count, processors, threads, variant_help};
use crate::cli::terminal::{complain, on_signal, progress_bar};
use crownhead_engine::endgame::{
    BuildOptions, FileError, MAX_PIECES, Slice, Step, Tables, TablesOptions, Watcher, build, build_slice, plan,
};
use crownhead_engine::support::interrupt::Interrupt;
use crownhead_rules::Variant;
use crownhead_rules::notation::counted;

/// Build the tables of 2 to N pieces that a folder does not have yet
///
/// Each table is a file, `english-4.endgame`. After a stop, by Ctrl-C or in any other way, the same command continues
/// with the slice where it was; until the table is complete, its finished slices are in a folder, `english-4.partial`.
/// The files do not depend on the number of threads.
///
/// With --slice only one slice is built, for either side to move, so that several machines can share the work in a
/// common folder: `crownhead endgame plan` lists the slices, each with those that it needs. When all are there, the
/// same command with --pieces makes the tables from them.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  crownhead endgame build --variant english --pieces 5 --dir tables
  nice crownhead endgame build --variant international --pieces 5 \\
        --memory 8192 --dir tables
  crownhead endgame build --variant english --slice 1m2k-1m1k --dir tables")]
pub(super) struct Build {
    #[arg(long, value_name = "NAME", help = variant_help())]
    variant: Variant,

    /// The maximum number of pieces on the board
    #[arg(long, value_name = "N", required_unless_present = "slice", conflicts_with = "slice",
        value_parser = count(2..=MAX_PIECES as u64))]
    pieces: Option<usize>,

    /// Build only this slice, for either side to move: men and kings of both sides, such as 1m2k-0m1k
    #[arg(long, value_name = "SLICE")]
    slice: Option<Slice>,

    /// Number of threads [default: the number of processors]
    #[arg(long, value_name = "T", value_parser = threads())]
    threads: Option<NonZeroUsize>,

    /// The maximum memory for positions, in MiB
    #[arg(long, value_name = "MIB", default_value = "4096", value_parser = value_parser!(u64).range(1..=1 << 24))]
    memory: u64,

    /// The folder that the tables are written to
    #[arg(long, value_name = "DIR", default_value = "endgame")]
    dir: PathBuf,

    /// Do not show progress
    #[arg(long)]
    quiet: bool,
}

impl Build {
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let watch = Watch::new(self.quiet)?;
        let (start, processor) = (Instant::now(), ProcessTime::try_now().map_err(CliError::Clock)?);
        let built = match self.pieces {
            Some(pieces) => build(self.variant, pieces, &self.options(), &watch).map_err(CliError::from),
            None => self.slice.map_or(Ok(()), |slice| self.build_slice(slice, &watch)),
        };
        watch.finish();
        built?;
        let used = processor.try_elapsed().map_err(CliError::Clock)?;
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

    fn build_slice(&self, slice: Slice, watch: &Watch) -> Result<(), CliError> {
        if !Slice::all(self.variant, slice.pieces()).contains(&slice) {
            return Err(CliError::NoSuchSlice { slice, variant: self.variant.name() });
        }
        Ok(build_slice(self.variant, slice, &self.options(), watch)?)
    }

    fn write_tables(&self, most: usize, out: &mut impl Write) -> Result<(), CliError> {
        let tables = TableFlags { variant: self.variant, dir: Some(self.dir.clone()) }.open_reporting()?;
        for (path, pieces, bytes) in tables.files()? {
            if pieces <= most {
                let positions: u64 = tables.counts(pieces).iter().map(|slice| slice.positions()).sum();
                writeln!(out, "{}: {positions} positions, {bytes} bytes", path.display())?;
            }
        }
        Ok(())
    }
}

/// List the slices that a build consists of, for builds on several machines
///
/// Prints a line for each slice, which includes the same material with the other side to move: its name, the positions
/// of both, `done` or `missing`, and the slices that it needs, separated by blanks; tabs separate the four columns. A
/// heading comes first; a last line sums up the positions and estimates the time of those that are missing.
/// `crownhead endgame build --slice` builds one. The slices are in an order in which one machine can build them. The
/// command reads all existing slices to find out what is done.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Example:
  crownhead endgame plan --variant english --pieces 5 --dir tables")]
pub(super) struct Plan {
    #[arg(long, value_name = "NAME", help = variant_help())]
    variant: Variant,

    /// The maximum number of pieces on the board
    #[arg(long, value_name = "N", value_parser = count(2..=MAX_PIECES as u64))]
    pieces: usize,

    /// The folder of the tables
    #[arg(long, value_name = "DIR", default_value = "endgame")]
    dir: PathBuf,

    /// Print JSON, one object per line
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct StepLine {
    slice: String,
    positions: u64,
    done: bool,
    needs: Vec<String>,
}

/// The positions that one processor solves in a second: as the first slices of five pieces were built (docs/endgame.md).
const POSITIONS_PER_SECOND: u64 = 1_000_000;

impl Plan {
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let steps = plan(self.variant, &self.dir, self.pieces, processors().get())?;
        if self.json {
            return steps.iter().try_for_each(|step| self.write(out, step));
        }
        writeln!(out, "slice\tpositions\tstate\tneeds")?;
        steps.iter().try_for_each(|step| self.write(out, step))?;
        let sum =
            |is_counted: fn(&&Step) -> bool| steps.iter().filter(is_counted).map(|step| step.positions).sum::<u64>();
        let (positions, missing) = (sum(|_| true), sum(|step| !step.is_done));
        let processors = processors().get() as u64;
        let time = HumanDuration(Duration::from_secs(missing.div_ceil(POSITIONS_PER_SECOND * processors)));
        let with = counted(processors, "processor", "processors");
        Ok(writeln!(out, "total\t{positions}\t{missing} missing\tabout {time} with {with}")?)
    }

    fn write(&self, out: &mut impl Write, step: &Step) -> Result<(), CliError> {
        let Step { slice, positions, is_done: done, .. } = *step;
        let needs: Vec<String> = step.needs.iter().map(ToString::to_string).collect();
        if self.json {
            let line = StepLine { slice: slice.to_string(), positions, done, needs };
            return Ok(writeln!(out, "{}", serde_json::to_string(&line)?)?);
        }
        let state = if done { "done" } else { "missing" };
        Ok(writeln!(out, "{slice}\t{positions}\t{state}\t{}", needs.join(" "))?)
    }
}

#[derive(Clone, Debug, Args)]
pub(super) struct TableFlags {
    #[arg(long, value_name = "NAME", help = variant_help())]
    pub(super) variant: Variant,

    /// A folder of tables, which override those in the program
    #[arg(long, value_name = "DIR")]
    pub(super) dir: Option<PathBuf>,
}

impl TableFlags {
    /// Opens the tables and passes each fault of a file to `fault`.
    pub(super) fn open(&self, fault: impl FnMut(FileError) -> Result<(), CliError>) -> Result<Tables, CliError> {
        let options = TablesOptions { dir: self.dir.clone(), ..TablesOptions::default() };
        let (tables, faults) = Tables::open(self.variant, &options);
        faults.into_iter().try_for_each(fault)?;
        if tables.max_pieces() == 0 { Err(CliError::NoTables(self.variant.name())) } else { Ok(tables) }
    }

    /// Opens the tables. Faulty files are reported.
    pub(super) fn open_reporting(&self) -> Result<Tables, CliError> {
        self.open(|fault| {
            complain(format_args!("{fault}"));
            Ok(())
        })
    }
}

/// The numbers of pieces of the tables that a command works on: all that are open, or one.
pub(super) fn chosen(tables: &Tables, pieces: Option<usize>) -> Result<RangeInclusive<usize>, CliError> {
    let most = tables.max_pieces();
    match pieces {
        None => Ok(2..=most),
        Some(pieces) if (2..=most).contains(&pieces) => Ok(pieces..=pieces),
        Some(pieces) => Err(CliError::NoSuchTable { pieces, most }),
    }
}

/// A progress bar for long work on tables, and Ctrl-C.
pub(super) struct Watch {
    bar: ProgressBar,
    pub(super) interrupt: Interrupt,
}

impl Watch {
    /// Shows the bar and handles Ctrl-C, which a process can do only once.
    pub(super) fn new(quiet: bool) -> Result<Watch, CliError> {
        let interrupt = on_signal()?;
        let bar = progress_bar(0, "{msg} {bar:30} {percent}%, {elapsed} so far, {eta} to go", quiet);
        Ok(Watch { bar, interrupt })
    }

    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

impl Watcher for Watch {
    fn begin(&self, pieces: usize, steps: u64) {
        self.bar.set_message(format!("{pieces} pieces"));
        self.bar.set_length(steps);
        self.bar.set_position(0);
        self.bar.reset_elapsed();
        self.bar.reset_eta();
    }

    fn rebuild(&self, path: &Path, what: &str) {
        self.bar.suspend(|| complain(format_args!("{} is damaged: {what}; building it again", path.display())));
    }

    fn advance(&self, steps: u64) {
        self.bar.inc(steps);
    }

    fn is_stopped(&self) -> bool {
        self.interrupt.is_raised()
    }
}
